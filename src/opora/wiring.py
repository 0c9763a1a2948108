"""Which objects stand behind the ports? The only place that opens the store and the model."""

from __future__ import annotations

import dataclasses
import gc
import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from opora.canonical import digest
from opora.domain.anchor import slug
from opora.errors import BackendError, LibraryError
from opora.gateways import check_addresses, endpoint, remember, remembered
from opora.settings import FILE_NAME, AssistantSettings, FragmentSettings, Settings
from opora.settings_template import TEMPLATE

if TYPE_CHECKING:
    from opora.admission import AdmissionRules
    from opora.ask import AskRules
    from opora.domain.gap import Moved
    from opora.fragmenting.rules import FragmentRules
    from opora.inference.border_program import BorderProgram
    from opora.inference.embed import E5Embedder
    from opora.ingest import AddRules
    from opora.ports import Catalogues, Embedder
    from opora.reading.ocr_rules import OcrRules
    from opora.routes.documents import SearchRules
    from opora.store.erasing_gaps import ErasedGap
    from opora.store.sqlite import SqliteLibrary

DEFAULT_FOLDER = "opora-library"
DATABASE = "opora.db"
TRIALS = "trials"
CHARS = 4  # characters that stand for a token
BORDER_PROGRAM = "OPORA_BORDER_PROGRAM"
"""The environment variable that names the program which asks a model for borders; never a file of a library."""
SELDOM = (10_000, 20, 20)  # new objects, and collections of the younger, before the next of each generation


def library_folder(chosen: str | None) -> Path:
    """``--library``, else ``OPORA_LIBRARY``, else ``./opora-library``."""
    return Path(chosen or os.environ.get("OPORA_LIBRARY") or DEFAULT_FOLDER)


def create_library(folder: Path) -> Settings:
    """Make the folder, its settings file and an empty store; what is there already is left as it is."""
    from opora.store.sqlite import SqliteLibrary

    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / FILE_NAME).exists():
            (folder / FILE_NAME).write_text(TEMPLATE, encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise LibraryError(f"cannot make a library in {str(folder)!r}: {reason}", "choose another folder") from error
    settings = Settings.load(folder)
    _embedded_only(settings)
    SqliteLibrary.open(folder, create=True).close()
    return settings


def open_library(folder: Path) -> SqliteLibrary:
    """The store of an existing library. LibraryError when there is none."""
    from opora.store.sqlite import SqliteLibrary

    if not (folder / DATABASE).is_file():
        raise LibraryError(f"there is no library in {str(folder)!r}", "run 'opora init' or give --library DIR")
    return SqliteLibrary.open(folder)


def trial_folder(folder: Path, collection: str, strategy: str) -> Path:
    """Where a collection is kept cut another way, beside what serves."""
    return folder / TRIALS / f"{slug(collection)}-{digest(collection)[:8]}" / strategy


def open_trial(folder: Path, collection: str, strategy: str) -> SqliteLibrary:
    """A library of its own that nothing serves from; made when it is not there."""
    from opora.store.sqlite import SqliteLibrary

    return SqliteLibrary.open(trial_folder(folder, collection, strategy), create=True)


def trial_is_there(folder: Path, collection: str, strategy: str) -> bool:
    return (trial_folder(folder, collection, strategy) / DATABASE).is_file()


def drop_trials(folder: Path) -> None:
    """Take all trials away: they hold the same texts, and are made again when they are wanted."""
    shutil.rmtree(folder / TRIALS, ignore_errors=True)


def erase_records(folder: Path, source_id: str, day: str) -> list[str]:
    """Take the text of a source out of traces and logged searches; their ids. See ``store.erasing``."""
    from opora.store.erasing import erase_records as erase

    return erase(folder / DATABASE, source_id, day)


def erase_gaps(folder: Path, gap_id: str, naming: Sequence[str], moved: Moved) -> ErasedGap:
    """Take the words of whoever asked out of the library. See ``store.erasing_gaps``."""
    from opora.store.erasing_gaps import erase_gaps as erase

    return erase(folder / DATABASE, gap_id, naming, moved)


def scrub(folder: Path) -> None:
    """Leave nothing of what was deleted in the file."""
    from opora.store.erasing import scrub as scrub_file

    scrub_file(folder / DATABASE)


def open_shops(settings: Settings, store: SqliteLibrary) -> Catalogues | None:
    """The catalogues that are asked at the moment of a question; ``None`` when there are none. LibraryError: a wrong one."""
    if not any(one.enabled for one in settings.catalogues.values()):
        return None
    from opora.collecting.catalogue import CatalogueRules, Shops

    rules: list[CatalogueRules] = []
    for name, one in settings.catalogues.items():
        pages = {label.strip(): url for label, _, url in (page.strip().rpartition(" ") for page in one.pages)}
        wrong = [url for url in (one.url, *pages.values()) if url and not url.startswith(("https://", "http://"))]
        if wrong or "" in pages or not (one.url or pages):
            hint = 'url = "https://…", or pages = ["Name of the product https://…"]'
            raise LibraryError(f"catalogues.{name} has no address that can be asked: {', '.join(wrong)}", hint)
        if one.enabled:
            same = (one.currency, one.collection, one.timeout_s, one.allowed)
            rules.append(CatalogueRules(name, one.url, pages, *same))
    return Shops(rules, store)


def settled() -> None:
    """For a program that answers many questions: call it once, after the first. Dictionaries and the model stay for good
    then, and the collector of garbage, which would look through all of them every fifty questions, passes them over.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)


def open_settings(folder: Path) -> Settings:
    """The settings of a library, checked; only the embedded store is built."""
    settings = Settings.load(folder)
    _embedded_only(settings)
    check_addresses(settings)
    return settings


def _embedded_only(settings: Settings) -> None:
    if settings.store.url or settings.store.url_env:
        raise LibraryError("store.url: only the embedded store is built yet", "leave [store] url empty")


class Model:
    """The embedder whose vectors the library holds, opened at most once: that of the settings, or, until a reindex has made
    all of its vectors, the one before it. ``wanted``: that of the settings in any case.
    """

    def __init__(self, settings: Settings, wanted: bool = False) -> None:
        self._settings, self._wanted = settings, wanted
        self._missing: str | None = None
        self._kept: Embedder | None = None
        self._tried = False

    @property
    def warning(self) -> str | None:
        """Why there is no model, or none that answers now: search is then lexical-only."""
        from opora.ports import Remote

        trouble = self._kept.wire.trouble() if isinstance(self._kept, Remote) else None
        return f"lexical-only: {trouble}" if trouble else self._missing

    def __call__(self) -> Embedder | None:
        if not self._tried:
            self._kept, self._tried = self._open(), True
        return self._kept

    def _open(self) -> Embedder | None:
        from opora.store.staged import models_in_use

        if not self._settings.model.enabled:
            self._missing = "lexical-only: the model is switched off in the settings"
            return None
        chosen = self._chosen()
        in_use = [] if self._wanted else models_in_use(self._settings.folder / DATABASE)
        if in_use and chosen is not None and chosen.model_id not in in_use:
            return next(filter(None, map(self._before, in_use)), chosen)
        return chosen

    def _chosen(self) -> Embedder | None:
        said = self._settings.embeddings
        if not said.base_url:
            return self._local()
        found = endpoint(said)
        if (self._settings.folder / DATABASE).is_file():
            remember(self._settings.folder, said, found.model_id)
        return found

    def _local(self) -> E5Embedder | None:
        from opora.inference.embed import E5Embedder

        wanted = self._settings.model
        try:
            return E5Embedder.open(Path(wanted.cache_dir) if wanted.cache_dir else None, wanted.threads)
        except BackendError as error:
            self._missing = f"lexical-only: {error.message}"
            return None

    def _before(self, model_id: str) -> Embedder | None:
        """The model that made the vectors which serve, if it can still be had."""
        found = remembered(self._settings.folder, model_id, self._settings.embeddings)
        if found is not None or not self._settings.embeddings.base_url:
            return found
        local = self._local()
        return local if local is not None and local.model_id == model_id else None


def open_embedder(settings: Settings) -> tuple[Embedder | None, str | None]:
    """The embedder and, when there is none, the warning to show."""
    model = Model(settings)
    return model(), model.warning


def border_program() -> BorderProgram | None:
    """What chooses borders by a model, when the environment names it."""
    from opora.inference.border_program import BorderProgram

    command = os.environ.get(BORDER_PROGRAM, "").strip()
    return BorderProgram(command) if command else None


def add_rules(settings: Settings, model: Model, promoted: Mapping[str, str] | None = None) -> AddRules:
    """How this library reads and cuts. ``promoted``: the strategies of its collections, as the store holds them."""
    from opora.fragmenting.rules import PROTOTYPES
    from opora.ingest import AddRules
    from opora.ingest_parts import PARTS
    from opora.reading.limits import MEGABYTE, ReadLimits

    reading, cut = settings.reading, settings.fragments
    limits: dict[str, Any] = {}
    if reading.time_s:
        limits |= {"wall_s": float(reading.time_s), "cpu_s": max(1, int(reading.time_s))}
    if reading.memory_mb:
        limits["memory_bytes"] = reading.memory_mb * MEGABYTE
    if reading.file_mb:
        limits["max_bytes"] = reading.file_mb * MEGABYTE
    rules = fragment_rules(cut)
    if rules.strategy in PROTOTYPES and not cut.prototype:
        raise LibraryError(
            f"{FILE_NAME}: fragments.strategy {rules.strategy!r} is a prototype that cuts inside sentences and amounts",
            "choose another one, or set [fragments] prototype = true",
        )
    return AddRules(
        open_embedder=model,
        limits=ReadLimits(**limits),
        fragments=rules,
        promoted=promoted or {},
        route=cut.strategy == "auto",
        ocr=ocr_rules(settings),
        admission=admission_rules(settings),
        parts=settings.folder / PARTS,
        closed=settings.model.closed_collections,
    )


def fragment_rules(cut: FragmentSettings) -> FragmentRules:
    """How this library cuts where neither the router nor a promoted strategy says otherwise."""
    from opora.fragmenting.rules import rules_named

    rules = rules_named("parent_child" if cut.strategy == "auto" else cut.strategy)
    if cut.measure == "chars" and rules.measure == "tokens":
        size, overlap = CHARS * rules.size_or_default, CHARS * rules.overlap_or_default
        limit, passage = CHARS * rules.limit, CHARS * rules.passage
        rules = replace(rules, size=size, overlap=overlap, limit=limit, passage=passage, measure="chars")
    elif cut.measure == "tokens" and rules.measure == "chars":
        raise LibraryError(f"{FILE_NAME}: fragments: {cut.strategy} is measured in characters", "leave measure out")
    said: dict[str, Any] = {name: getattr(cut, name) or None for name in ("size", "limit", "passage")}
    said |= {"overlap": cut.overlap, "threshold": cut.threshold}
    if cut.size and cut.overlap is None and rules.overlap is not None:
        said["overlap"] = min(rules.overlap, cut.size // 2)
    try:
        return replace(rules, **{name: value for name, value in said.items() if value is not None})
    except ValueError as error:
        raise LibraryError(f"{FILE_NAME}: fragments: {error}", "correct size, overlap, limit and passage") from error


def admission_rules(settings: Settings) -> AdmissionRules:
    """What this library never takes in."""
    from opora.admission import PURCHASE_LISTS, AdmissionRules

    own = settings.admission
    names = PURCHASE_LISTS if own.names is None else own.names
    return AdmissionRules(names, own.texts, own.personal, own.personal_from)


def ocr_rules(settings: Settings) -> OcrRules:
    """How this library reads pages that have no text layer."""
    from opora.reading.ocr_rules import LANGUAGES, OcrRules

    reading = settings.reading
    usual = OcrRules()
    seconds = reading.ocr_page_s or usual.page_s
    return OcrRules(
        enabled=reading.ocr,
        languages=tuple(LANGUAGES[language] for language in reading.ocr_languages),
        tessdata=reading.ocr_data,
        page_s=float(seconds),
        page_cpu_s=max(1, int(seconds)) if reading.ocr_page_s else usual.page_cpu_s,
    )


def search_rules(assistant: AssistantSettings, mode: str | None = None, limit: int | None = None) -> SearchRules:
    """The assistant's way of searching, with what the call itself chose."""
    from opora.routes.documents import SearchRules

    rules: SearchRules = _given(
        SearchRules,
        mode=mode or assistant.mode,
        dense_weight=assistant.dense_weight,
        lexical_weight=assistant.lexical_weight,
        threshold=assistant.threshold,
        limit=limit or assistant.limit,
        neighbours=assistant.neighbours,
        rerank=assistant.rerank,
        duplicates=assistant.duplicates,
    )
    return rules


def ask_rules(assistant: AssistantSettings, collections: tuple[str, ...] = ()) -> AskRules:
    """The assistant's way of answering; collections named in the call go before its own."""
    from opora.ask import AskRules

    wanted = collections or assistant.collections
    least, found = assistant.answer_threshold, search_rules(assistant)
    rules: AskRules = _given(
        AskRules,
        search=replace(found, duplicates="same") if found.duplicates == "near" else found,
        collections=wanted,
        jurisdiction=assistant.jurisdiction,
        purposes=assistant.purposes,
        answer_threshold=least,
    )
    return rules


def _given(kind: Any, **values: Any) -> Any:
    """The rules with every value that was really given and that they know."""
    known = {f.name for f in dataclasses.fields(kind)}
    return kind(**{name: value for name, value in values.items() if name in known and value is not None})
