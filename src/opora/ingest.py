"""How does a file become answers? Collected, read, fragmented, embedded and published, one source at a time."""

from __future__ import annotations

import datetime as dt
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Protocol

from opora.admission import AdmissionRules, check_name, check_text
from opora.canonical import canonical_json, digest
from opora.domain.anchor import slug
from opora.domain.document import Parsed
from opora.domain.doubt import UncertainNumber
from opora.domain.place import Validity
from opora.domain.source import Fragment, Source, Version
from opora.errors import LibraryError, LimitError, OporaError, ReadingError
from opora.fragmenting.rules import FragmentRules
from opora.ingest_collect import bytes_inside, identify, origin, with_attachments
from opora.ingest_manifest import Entry
from opora.ingest_parts import forget, in_parts
from opora.ingest_vectors import vectors_of
from opora.ports import Embedder, IndexedFragment, Library, Publication
from opora.reading.limits import ReadLimits
from opora.reading.ocr_rules import OcrRules, find_engine
from opora.reading.report import report as parse_report

ROAD = 4
"""Raised when reading or indexing changes so much that unchanged files must be read again."""


class Shelf(Library, Protocol):
    """A library that also keeps the bytes of what was read."""

    def keep_original(self, data: bytes) -> str:
        """SHA-256 of the bytes, in hex; kept once."""
        ...


@dataclass(frozen=True, slots=True)
class Progress:
    """``done`` of ``total`` sources; ``stage`` is reading, fragmenting, embedding or publishing."""

    done: int
    total: int
    name: str
    stage: str


def _silent(_: Progress) -> None:
    return None


@dataclass(frozen=True)
class AddRules:
    """How to read and cut. ``open_embedder`` is called when the first new text must be embedded; None: words alone.

    ``parts``: a folder for what is read of long files, so that after a crash it is not read again.
    """

    open_embedder: Callable[[], Embedder | None] = lambda: None
    limits: ReadLimits = field(default_factory=ReadLimits)
    fragments: FragmentRules = field(default_factory=FragmentRules)
    tell: Callable[[Progress], None] = _silent
    ocr: OcrRules = field(default_factory=OcrRules)
    admission: AdmissionRules = field(default_factory=AdmissionRules)
    parts: Path | None = None

    @cached_property
    def has_ocr(self) -> bool:
        return find_engine(self.ocr) is not None

    @cached_property
    def digest(self) -> str:
        """Of all that decides what is made of the same bytes."""
        return digest(canonical_json({"road": ROAD, "fragments": self.fragments}))


@dataclass(slots=True)
class Item:
    """What became of one entry. ``unchanged``: bytes and settings were known, nothing was computed."""

    source_id: str
    version_id: str | None = None
    state: str = "error"
    fingerprint: str | None = None
    blocks: int = 0
    fragments: int = 0
    reused_vectors: int = 0
    embedded: int = 0
    unchanged: bool = False
    name: str = ""
    warnings: list[str] = field(default_factory=list)
    error: dict[str, object] | None = None


def add(entries: Sequence[Entry], library: Shelf, rules: AddRules) -> list[Item]:
    """One item an entry, in the order given, files inside a message behind it. A file in error is an item; the others go on.

    Versions of one source are published in the order of ``valid_from``. LibraryError (the store itself) is raised.
    """
    named = identify(list(entries), {source.source_id: source.origin for source in library.sources()})
    named = with_attachments(named, rules.limits)
    items: dict[int, Item] = {}
    first: dict[str, int] = {}
    for number, entry in enumerate(named):
        first.setdefault(entry.source_id, number)
    order = sorted(
        range(len(named)), key=lambda n: (first[named[n].source_id], named[n].given.valid_from or dt.date.min, n)
    )
    for done, number in enumerate(order):
        entry = named[number]
        rules.tell(Progress(done, len(order), entry.name, "reading"))
        items[number] = Road(entry, library, rules, done, len(order)).run()
    _mark_failed(named, items, library)
    forget(rules.parts)
    return [items[number] for number in range(len(named))]


def _mark_failed(named: Sequence[Entry], items: dict[int, Item], library: Shelf) -> None:
    """A source of which any version failed says so, whichever version was last."""
    failed: dict[str, str] = {}
    later: dict[str, bool] = defaultdict(bool)
    for number, entry in enumerate(named):
        error = items[number].error
        if error is not None and entry.source_id:
            failed.setdefault(entry.source_id, str(error["message"]))
        later[entry.source_id] |= error is None
    for source_id, reason in failed.items():
        if later[source_id] and library.source(source_id) is not None:
            library.set_state(source_id, "error", reason)


class Road:
    """One entry on its way."""

    def __init__(self, entry: Entry, library: Shelf, rules: AddRules, done: int, total: int) -> None:
        self.entry, self.library, self.rules = entry, library, rules
        self.done, self.total = done, total
        self.settled: tuple[UncertainNumber, ...] = ()
        self.item = Item(entry.source_id, name=entry.name)

    def run(self) -> Item:
        if self.entry.problem is not None:
            self.item.error = {"code": "manifest", "message": self.entry.problem, "hint": "", "transient": False}
            return self.item
        known = self.library.source(self.entry.source_id)
        try:
            check_name(self.entry.name, self.rules.admission)
            data = self._bytes()
            self.item.fingerprint = digest(data)
            same = self._same()
            if known is not None and same is not None:
                return self._unchanged(known, same)
            self._begin(known)
            self._publish(data)
        except LibraryError:
            raise
        except OporaError as error:
            self._failed(error)
        return self.item

    def _tell(self, stage: str) -> None:
        self.rules.tell(Progress(self.done, self.total, self.entry.name, stage))

    def _page_read(self, done: int, of: int) -> None:
        self._tell(f"reading by OCR, {done} of {of} pages")

    def _bytes(self) -> bytes:
        if self.entry.path is None:
            return (self.entry.text or "").encode("utf-8", "surrogatepass")
        if self.entry.inside:
            return bytes_inside(self.entry, self.rules.limits)
        try:
            size = self.entry.path.stat().st_size
            if not self.entry.path.is_file():
                raise ReadingError(f"{self.entry.name!r} is not a regular file", "give a file or a folder")
            if size > self.rules.limits.max_bytes:
                raise LimitError(
                    f"{self.entry.name!r} has {size} bytes, more than allowed", "split it or raise reading.file_mb"
                )
            return self.entry.path.read_bytes()
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise ReadingError(f"cannot read {self.entry.name!r}: {reason}", "check the path") from error

    def _same(self) -> Version | None:
        """The version made of these very bytes by these very settings, if it carries the label that was asked for."""
        label = self.entry.given.label
        for version in self.library.versions(self.entry.source_id):
            if version.bytes_digest != self.item.fingerprint or version.report.get("road") != self.rules.digest:
                continue
            if (label is None or version.label == label) and version.status != "archived":
                embedder = self.rules.open_embedder()
                as_now = embedder is None or version.report.get("model_id") == embedder.model_id
                return version if as_now and not self._may_read_more(version) else None
        return None

    def _may_read_more(self, version: Version) -> bool:
        """Pages were left out for want of OCR, and now there is an engine."""
        return bool(version.report.get("pages_needing_ocr")) and self.rules.has_ocr

    def _unchanged(self, known: Source, version: Version) -> Item:
        given = self.entry.given
        now = replace(self._source(known), state="ready", error=None)
        if now != known:
            self.library.save_source(now)
        if given.valid_from is not None or given.valid_until is not None:
            wanted = self._validity(version.version_id)
            if wanted != version.validity:
                self.library.set_validity(version.version_id, wanted.start, wanted.end)
        self.item.version_id, self.item.state, self.item.unchanged = version.version_id, "ready", True
        self.item.blocks = _blocks(version.report)
        self.item.fragments = self.item.reused_vectors = _count(version.report.get("fragments"))
        return self.item

    def _begin(self, known: Source | None) -> None:
        state = "reprocessing" if self.library.versions(self.entry.source_id) else "processing"
        if known is None:
            self.library.save_source(self._source(None))
        self.library.set_state(self.entry.source_id, state, None)  # type: ignore[arg-type]

    def _failed(self, error: OporaError) -> None:
        """The version in force stays in force; the source says what went wrong with the new one."""
        if self.library.source(self.entry.source_id) is None:
            self.library.save_source(self._source(None))
        self.library.set_state(self.entry.source_id, "error", error.message)
        self.item.state, self.item.error = "error", error.as_json()

    def _source(self, known: Source | None) -> Source:
        given = self.entry.given
        kind = "text" if self.entry.path is None else "document"
        base = known or Source(self.entry.source_id, type=kind)  # type: ignore[arg-type]
        said = {
            name: getattr(given, name)
            for name in ("collection", "jurisdiction", "purpose", "authority", "owner", "enabled")
            if getattr(given, name) is not None
        }
        return replace(base, origin=origin(self.entry), **said)

    def _publish(self, data: bytes) -> None:
        from opora.fragmenting.fragment import fragment

        parsed = self._read(data)
        self.item.warnings.extend(check_text(parsed.text, self.rules.admission))
        embedder = self.rules.open_embedder()
        version = self._version(parsed)
        self._tell("fragmenting")
        count = embedder.count_tokens if embedder is not None else _rough_tokens
        passages, fragments = fragment(parsed, version.version_id, version.title, self.rules.fragments, count)
        if not fragments:
            raise ReadingError(f"cannot use {self.entry.name!r}: no text to search in it", "upload a file with text")
        indexed = self._indexed(fragments, version.language, embedder)
        if any(page.confidence is not None for page in parsed.pages):
            indexed = tuple(_with_meant(one, version.language) for one in indexed)
        report = parse_report(parsed) | {
            "fragments": len(fragments),
            "road": self.rules.digest,
            "model_id": embedder.model_id if embedder is not None else "",
        }
        self._tell("publishing")
        self.library.keep_original(data)
        source = replace(
            self._source(self.library.source(self.entry.source_id)), title=version.title, state="ready", error=None
        )
        self.library.publish(
            Publication(
                source=source,
                version=replace(version, report=report),
                parsed=parsed,
                passages=passages,
                fragments=indexed,
                model_id=embedder.model_id if embedder is not None else "",
                settled=self.settled,
            )
        )
        self.item.version_id, self.item.state = version.version_id, "ready"
        self.item.blocks, self.item.fragments = len(parsed.blocks), len(fragments)
        self.item.warnings.extend(parsed.warnings)

    def _read(self, data: bytes) -> Parsed:
        from opora.reading.read import Ocr, read

        limits, ocr = self.rules.limits, Ocr(self.rules.ocr, self._page_read)
        made_of = (self.item.fingerprint, limits.pages_at_once, self.rules.has_ocr)
        parts = in_parts(self.rules.parts, made_of, self._tell)
        if self.entry.path is None:
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder) / "text.md"
                file.write_bytes(data)
                return read(file, limits, name=f"{slug(self.entry.source_id)}.txt")
        if self.entry.inside:
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder) / "attachment"
                file.write_bytes(data)
                return read(file, limits, name=self.entry.inside, ocr=ocr, parts=parts)
        name = Path(self.entry.name).name
        parsed = read(self.entry.path, limits, name=name, ocr=ocr, parts=parts)
        if digest(self._bytes()) != self.item.fingerprint:
            raise ReadingError(f"{self.entry.name!r} changed while it was read", "add it again")
        return parsed

    def _version(self, parsed: Parsed) -> Version:
        from opora.language.identify import identify as language_of

        earlier = self.library.versions(self.entry.source_id)
        text_digest = digest(parsed.text)
        label = self.entry.given.label or f"d-{text_digest[:8]}"
        version_id = _version_id(self.entry.source_id, label, text_digest, earlier)
        others = [version for version in earlier if version.version_id != version_id and version.status == "current"]
        return Version(
            version_id=version_id,
            source_id=self.entry.source_id,
            label=label,
            bytes_digest=self.item.fingerprint or "",
            text_digest=text_digest,
            validity=self._validity(version_id),
            supersedes=_latest(others),
            jurisdiction=self.entry.given.jurisdiction,
            language=language_of(parsed.text[:20_000]),
            media_type=parsed.media_type,
            reader=parsed.reader,
            strategy=self.rules.fragments.strategy,
            title=parsed.title or Path(self.entry.name).stem,
        )

    def _validity(self, version_id: str) -> Validity:
        """The period that was said; an open end stops the day before the source's next version starts."""
        given = self.entry.given
        if given.valid_until is not None or given.valid_from is None:
            return given.validity
        starts = [
            version.validity.start
            for version in self.library.versions(self.entry.source_id)
            if version.version_id != version_id and version.status == "current" and version.validity.start is not None
        ]
        following = min((start for start in starts if start > given.valid_from), default=None)
        return Validity(given.valid_from, following - dt.timedelta(days=1) if following else None)

    def _indexed(
        self, fragments: Sequence[Fragment], language: str | None, embedder: Embedder | None
    ) -> tuple[IndexedFragment, ...]:
        from opora.language.lemmas import index_lemmas

        vectors = vectors_of(fragments, self.library, embedder, self._tell)
        self.item.reused_vectors, self.item.embedded = vectors.reused, vectors.embedded
        return tuple(
            IndexedFragment(
                fragment=piece,
                lemmas=tuple(index_lemmas(piece.text, language)),
                heading_lemmas=tuple(index_lemmas(piece.context, language)),
                embed_digest=vectors.digests[number],
                vector=vectors.whole[number],
                sentence_vectors=vectors.sentences[number],
            )
            for number, piece in enumerate(fragments)
        )


def _with_meant(indexed: IndexedFragment, language: str | None) -> IndexedFragment:
    """With words that OCR may have put into look-alike letters: found by what they mean, quoted as they were read."""
    from opora.language.lemmas import index_lemmas
    from opora.language.lookalikes import meant

    more = index_lemmas(" ".join(meant(indexed.fragment.text, language)), language)
    return replace(indexed, lemmas=(*indexed.lemmas, *more)) if more else indexed


def _version_id(source_id: str, label: str, text_digest: str, earlier: Iterable[Version]) -> str:
    """``source@label``; the same label with other text is ``label~2``, then ``label~3``."""
    taken = {version.version_id: version.text_digest for version in earlier}
    base = f"{source_id}@{slug(label)}"
    candidate, number = base, 1
    while candidate in taken and taken[candidate] != text_digest:
        number += 1
        candidate = f"{base}~{number}"
    return candidate


def _latest(versions: Sequence[Version]) -> str | None:
    ordered = sorted(versions, key=lambda version: (version.validity.start or dt.date.min, version.version_id))
    return ordered[-1].version_id if ordered else None


def _blocks(report: Mapping[str, object]) -> int:
    kinds = report.get("blocks")
    return sum(_count(count) for count in kinds.values()) if isinstance(kinds, dict) else 0


def _count(value: object) -> int:
    return value if isinstance(value, int) else 0


def _rough_tokens(text: str) -> int:
    """Where no tokenizer can be had: about four characters a token."""
    return len(text) // 4 + 1
