"""What did the owner of this library decide? ``opora.toml`` as frozen values, each with where it came from."""

from __future__ import annotations

import dataclasses
import difflib
import os
import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, get_type_hints

from opora import settings_values
from opora.domain.source import Purpose
from opora.errors import LibraryError, UsageError
from opora.settings_catalogue import CatalogueSettings
from opora.settings_values import checked, from_text

FILE_NAME = settings_values.FILE_NAME
SearchMode = Literal["hybrid", "semantic", "lexical"]
Strategy = Literal[
    "auto",
    "parent_child",
    "contextual",
    "late",
    "summary_tree",
    "heading",
    "layout",
    "code",
    "rows",
    "turns",
    "semantic",
    "propositions",
    "sentence",
    "recursive",
    "recursive-500-50",
    "recursive-500-100",
    "recursive-1200c-150",
    "fixed",
]
Reranking = Literal["off", "late-interaction", "word-overlap"]
Duplicates = Literal["exact", "same", "near"]
Lang = Literal["ru", "uk", "ro", "en"]


def _bounded(default: Any, low: float | None = None, high: float | None = None) -> Any:
    return field(default=default, metadata={"low": low, "high": high})


@dataclass(frozen=True, slots=True)
class StoreSettings:
    """``url_env`` names the environment variable that holds a database address; the address itself is never in the file."""

    url: str = ""
    url_env: str = ""


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """``cache_dir`` empty: the user's cache folder. ``enabled`` false: search on words alone.

    The rest is of the language model: its OpenAI-compatible address (empty: there is none), its name there, and the
    environment variable that holds the key. ``closed_collections``: nothing of them leaves this machine. 0 calls or
    tokens: any number. ``price_in``, ``price_out``: of a million tokens.
    """

    enabled: bool = True
    threads: int = _bounded(2, 1, 64)
    cache_dir: str = ""
    base_url: str = ""
    name: str = ""
    key_env: str = ""
    time_s: float = _bounded(30.0, 0.1, 600)
    retries: int = _bounded(2, 0, 10)
    concurrency: int = _bounded(4, 1, 64)
    json_schema: bool = True
    output_tokens: int = _bounded(1000, 16, 100_000)
    answer_calls: int = _bounded(6, 0, 1000)
    answer_tokens: int = _bounded(30_000, 0, 10_000_000)
    day_calls: int = _bounded(5_000, 0, 100_000_000)
    day_tokens: int = _bounded(5_000_000, 0, 100_000_000_000)
    phrase: bool = True
    split: bool = True
    variants: bool = True
    mask: Literal["off", "identities", "all"] = "all"
    closed_collections: tuple[str, ...] = ()
    price_in: float = _bounded(0.0, 0, 1_000_000)
    price_out: float = _bounded(0.0, 0, 1_000_000)


@dataclass(frozen=True, slots=True)
class EmbeddingSettings:
    """An embedding model behind an OpenAI-compatible address instead of the local one; ``base_url`` empty: the local one.

    ``dim``: numbers of a vector. ``query_prefix``, ``passage_prefix``: what the model wants before a text. ``unrelated``:
    the cosine of texts that have nothing in common, which `opora doctor` measures.
    """

    base_url: str = ""
    name: str = ""
    key_env: str = ""
    dim: int = _bounded(0, 0, 65536)
    batch: int = _bounded(64, 1, 2048)
    max_tokens: int = _bounded(512, 16, 1_000_000)
    query_prefix: str = ""
    passage_prefix: str = ""
    unrelated: float = _bounded(0.15, -0.5, 0.95)
    time_s: float = _bounded(30.0, 0.1, 600)
    retries: int = _bounded(2, 0, 10)
    concurrency: int = _bounded(4, 1, 64)


@dataclass(frozen=True, slots=True)
class ReadingSettings:
    """Limits on one file: seconds, megabytes of memory, megabytes on disk and unpacked. 0: the reader's own default.

    ``ocr``: pages without a text layer and images are read by OCR; ``ocr_languages`` empty: each page's own.
    ``ocr_page_s``: seconds for one page; ``ocr_data``: the folder of the engine's language data, if not the usual one.
    """

    time_s: float = _bounded(0.0, 0, 3600)
    memory_mb: int = _bounded(0, 0, 65536)
    file_mb: int = _bounded(0, 0, 4096)
    ocr: bool = True
    ocr_languages: tuple[Lang, ...] = ()
    ocr_page_s: float = _bounded(0.0, 0, 3600)
    ocr_data: str = ""


@dataclass(frozen=True, slots=True)
class AdmissionSettings:
    """What may never enter: file names (``names`` replaces the list of purchase prices), words, numbers of people."""

    names: tuple[str, ...] | None = None
    texts: tuple[str, ...] = ()
    personal: Literal["refuse", "warn", "off"] = "refuse"
    personal_from: int = _bounded(3, 1, 1_000_000)


@dataclass(frozen=True, slots=True)
class FragmentSettings:
    """Sizes in ``measure``; 0 and unset: the strategy's own default, in characters four for each token. ``auto``: by the
    kind of document. ``limit``: a sentence, row or item up to it stays whole; ``passage``: what is delivered at most.

    ``threshold``: likeness of neighbouring text below which ``semantic`` and ``turns`` always cut. ``prototype``: a strategy
    that cuts anywhere may serve.
    """

    strategy: Strategy = "auto"
    measure: Literal["tokens", "chars"] | None = None
    size: int = _bounded(0, 0, 32768)
    overlap: int | None = _bounded(None, 0, 16384)
    limit: int = _bounded(0, 0, 32768)
    passage: int = _bounded(0, 0, 65536)
    threshold: float | None = _bounded(None, -1, 1)
    prototype: bool = False


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """``neighbours``: a hit that breaks off brings the fragment after it. ``merge``: fragments of one passage that hit
    together are shown as the passage (`opora search` alone). ``rerank``: the best hits are read once more, closely.
    ``duplicates``: of which texts one is enough; answers go no further than ``same``, for the word that differs may be the other
    side of a conflict.
    """

    mode: SearchMode = "hybrid"
    dense_weight: float = _bounded(0.7, 0, 1)
    lexical_weight: float = _bounded(0.3, 0, 1)
    threshold: float = _bounded(0.35, 0, 1)
    limit: int = _bounded(5, 1, 20)
    neighbours: bool = False
    merge: bool = False
    rerank: Reranking = "off"
    duplicates: Duplicates = "near"


@dataclass(frozen=True, slots=True)
class ServingSettings:
    """Of ``opora serve``, from its next start on. Requests a minute, 0 for any number: of one key or session; of one
    address without either; attempts of one address to come in; of one visitor of a page with the widget.

    ``log``: a line of JSON for each request and reply; ``lean`` without anybody's words. ``telemetry``: OpenTelemetry.
    """

    requests_per_minute: int = _bounded(3000, 0, 1_000_000)
    strangers_per_minute: int = _bounded(300, 0, 1_000_000)
    attempts_per_minute: int = _bounded(20, 0, 1_000_000)
    visitor_per_minute: int = _bounded(60, 0, 1_000_000)
    upload_mb: int = _bounded(256, 1, 65536)
    upload_files: int = _bounded(20, 1, 1000)
    log: Literal["off", "lean", "full"] = "lean"
    telemetry: bool = False


@dataclass(frozen=True, slots=True)
class GapSettings:
    """Questions without an answer. ``record``: keep them. ``owner``: who is responsible for new ones. ``collection``: where
    approved answers go when the question does not say.

    ``reply_secret_env``: the environment variable with the secret that signs replies to ``/hooks/gaps``, taken within
    ``tolerance_s``. ``notify_url`` hears of new gaps, signed with the secret in ``notify_secret_env``; ``allowed``: hosts
    it may be though they are not public. ``apprise_env``: the variable with addresses of mail and messengers, apart by
    spaces. ``page``: the address people open this server at.
    """

    record: bool = True
    owner: str = ""
    collection: str = ""
    reply_secret_env: str = ""
    tolerance_s: int = _bounded(300, 10, 3600)
    notify_url: str = ""
    notify_secret_env: str = ""
    apprise_env: str = ""
    allowed: tuple[str, ...] = ()
    page: str = ""


@dataclass(frozen=True, slots=True)
class AssistantSettings:
    """What one assistant may see and how it searches; ``None`` takes the value under ``[search]``.

    ``answer_threshold``: the probability from which a place is taken for an answer; ``None``: as it was trained.
    ``origins``: sites whose pages may hold its widget, as ``https://shop.example``. ``phrase``, ``split``, ``variants``:
    what the language model may do for it; ``None``: as under ``[model]``.
    """

    mode: SearchMode | None = None
    dense_weight: float | None = _bounded(None, 0, 1)
    lexical_weight: float | None = _bounded(None, 0, 1)
    threshold: float | None = _bounded(None, 0, 1)
    limit: int | None = _bounded(None, 1, 20)
    neighbours: bool | None = None
    merge: bool | None = None
    rerank: Reranking | None = None
    duplicates: Duplicates | None = None
    answer_threshold: float | None = _bounded(None, 0, 1)
    collections: tuple[str, ...] = ()
    jurisdiction: str | None = None
    purposes: tuple[Purpose, ...] = ()
    lang: Lang | None = None
    origins: tuple[str, ...] = ()
    phrase: bool | None = None
    split: bool | None = None
    variants: bool | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One value as ``opora settings`` prints it."""

    path: str
    value: object
    origin: str


@dataclass(frozen=True, slots=True)
class Settings:
    """All of ``opora.toml``. Build it with ``load``; ``origins`` maps a dotted path to where its value came from."""

    folder: Path
    store: StoreSettings = StoreSettings()
    model: ModelSettings = ModelSettings()
    embeddings: EmbeddingSettings = EmbeddingSettings()
    reading: ReadingSettings = ReadingSettings()
    admission: AdmissionSettings = AdmissionSettings()
    fragments: FragmentSettings = FragmentSettings()
    search: SearchSettings = SearchSettings()
    serving: ServingSettings = ServingSettings()
    gaps: GapSettings = GapSettings()
    assistants: dict[str, AssistantSettings] = field(default_factory=dict)
    catalogues: dict[str, CatalogueSettings] = field(default_factory=dict)
    origins: dict[str, str] = field(default_factory=dict)

    @classmethod
    def load(cls, folder: Path) -> Settings:
        """Read the folder's ``opora.toml`` (absent: all defaults). LibraryError names the path and the nearest known key."""
        return build(folder, _toml(folder / FILE_NAME), dict(os.environ))

    def assistant(self, name: str = "default") -> AssistantSettings:
        """The named assistant with gaps filled from ``[search]``; ``default`` always exists."""
        if name not in self.assistants and name != "default":
            known = sorted({"default", *self.assistants})
            raise UsageError(f"there is no assistant {name!r}", f"{nearest(name, known)}")
        own = self.assistants.get(name, AssistantSettings())
        base = {f.name: getattr(self.search, f.name) for f in dataclasses.fields(SearchSettings)}
        base |= {name: getattr(self.model, name) for name in ("phrase", "split", "variants")}
        return dataclasses.replace(own, **{key: value for key, value in base.items() if getattr(own, key) is None})

    def entries(self) -> list[Entry]:
        """Every value with its dotted path and origin, secrets masked."""
        found: list[Entry] = []
        for section in SECTIONS:
            found.extend(self._of(section, getattr(self, section)))
        for name in sorted({"default", *self.assistants}):
            found.extend(self._of(f"assistants.{name}", self.assistant(name)))
        for name in sorted(self.catalogues):
            found.extend(self._of(f"catalogues.{name}", self.catalogues[name]))
        return found

    def _of(self, path: str, part: Any) -> list[Entry]:
        default = "default" if not path.startswith("assistants.") else "search or default"
        return [
            Entry(
                f"{path}.{f.name}",
                _masked(f.name, getattr(part, f.name)),
                self.origins.get(f"{path}.{f.name}", default),
            )
            for f in dataclasses.fields(part)
        ]


SECTIONS: dict[str, type[Any]] = {
    "store": StoreSettings,
    "model": ModelSettings,
    "embeddings": EmbeddingSettings,
    "reading": ReadingSettings,
    "admission": AdmissionSettings,
    "fragments": FragmentSettings,
    "search": SearchSettings,
    "serving": ServingSettings,
    "gaps": GapSettings,
}
_NAMED: dict[str, type[Any]] = {"assistants": AssistantSettings, "catalogues": CatalogueSettings}


def build(folder: Path, raw: dict[str, Any], environment: dict[str, str]) -> Settings:
    """Check what was read. ``OPORA_SEARCH_LIMIT=3`` in the environment goes before ``[search] limit`` in the file."""
    origins: dict[str, str] = {}
    unknown = sorted(set(raw) - set(SECTIONS) - set(_NAMED))
    if unknown:
        raise LibraryError(f"{FILE_NAME}: unknown key {unknown[0]!r}", nearest(unknown[0], [*SECTIONS, *_NAMED]))
    parts: dict[str, Any] = {
        name: _section(kind, _table(raw.get(name, {}), name), name, environment, origins)
        for name, kind in SECTIONS.items()
    }
    for kind, each in _NAMED.items():
        parts[kind] = {
            name: _section(each, _table(value, f"{kind}.{name}"), f"{kind}.{name}", {}, origins)
            for name, value in _table(raw.get(kind, {}), kind).items()
        }
    return Settings(folder=folder, origins=origins, **parts)


def nearest(word: str, known: list[str]) -> str:
    """A hint: the closest known name, or all of them."""
    close = difflib.get_close_matches(word, known, n=1, cutoff=0.5)
    return f"did you mean {close[0]!r}?" if close else f"known here: {', '.join(known)}"


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise LibraryError(f"cannot read {str(path)!r}: {error}", "correct the file or move it away") from error


def _table(value: Any, path: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise LibraryError(f"{FILE_NAME}: {path} must be a table", f"write [{path}] and its keys below it")
    return value


def _section(
    kind: type[Any], raw: dict[str, Any], path: str, environment: dict[str, str], origins: dict[str, str]
) -> Any:
    hints = get_type_hints(kind)
    names = [f.name for f in dataclasses.fields(kind)]
    values: dict[str, Any] = {}
    for key, value in raw.items():
        if key not in names:
            raise LibraryError(f"{FILE_NAME}: unknown key {path}.{key}", nearest(key, names))
        origins[f"{path}.{key}"] = FILE_NAME
        values[key] = value
    for name in names:
        variable = f"OPORA_{path}_{name}".upper()
        if variable in environment:
            origins[f"{path}.{name}"] = f"environment {variable}"
            values[name] = from_text(environment[variable], hints[name])
    bounds = {f.name: f.metadata for f in dataclasses.fields(kind)}
    return kind(**{key: checked(value, hints[key], bounds[key], f"{path}.{key}") for key, value in values.items()})


def _masked(name: str, value: object) -> object:
    if name.endswith("_env") and value:
        return f"{value} ({'set, hidden' if os.environ.get(str(value)) else 'not set'})"
    if isinstance(value, str):
        return re.sub(r"(://[^:/@\s]*):[^@\s]*@", r"\1:***@", value)
    return list(value) if isinstance(value, tuple) else value
