"""How does a file become answers? Collected, read, fragmented, embedded and published, one source at a time."""

from __future__ import annotations

import datetime as dt
import tempfile
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Protocol

from opora.admission import AdmissionRules, check_name, check_text
from opora.canonical import canonical_json, digest
from opora.domain.anchor import slug
from opora.domain.document import Parsed
from opora.domain.doubt import UncertainNumber
from opora.domain.place import Validity
from opora.domain.source import Passage, Source, Version
from opora.errors import LibraryError, LimitError, ModelError, OporaError, ReadingError
from opora.fragmenting.router import ROUTES, Way, way_of
from opora.fragmenting.rules import AFTER_A_MODEL, PRESETS, FragmentRules, rules_named
from opora.ingest_collect import bytes_inside, identify, origin, with_attachments
from opora.ingest_ending import Ending, in_library
from opora.ingest_manifest import Entry
from opora.ingest_names import blocks_in, latest, version_id_of, whole
from opora.ingest_parts import forget, in_parts
from opora.ingest_vectors import Cut, Indexed, help_of, indexed
from opora.ports import Embedder, Library, Publication, Remote
from opora.reading.limits import ReadLimits
from opora.reading.ocr_rules import OcrRules, find_engine
from opora.reading.report import report as parse_report

ROAD = 6
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

    ``promoted``: the strategy of each collection that has its own. ``route``: where it has none, the router chooses by the
    kind of document; ``fragments`` then stands for what is not special. ``parts``: a folder for what is read of
    long files, so that after a crash it is not read again. ``closed``: collections of which nothing leaves this machine.
    """

    open_embedder: Callable[[], Embedder | None] = lambda: None
    limits: ReadLimits = field(default_factory=ReadLimits)
    fragments: FragmentRules = field(default_factory=FragmentRules)
    tell: Callable[[Progress], None] = _silent
    ocr: OcrRules = field(default_factory=OcrRules)
    admission: AdmissionRules = field(default_factory=AdmissionRules)
    promoted: Mapping[str, str] = field(default_factory=dict)
    route: bool = False
    parts: Path | None = None
    closed: tuple[str, ...] = ()

    @cached_property
    def has_ocr(self) -> bool:
        return find_engine(self.ocr) is not None

    def cutting(self, collection: str) -> tuple[FragmentRules, bool]:
        """How this collection is cut, and whether the router may choose otherwise for a document."""
        strategy = self.promoted.get(collection)
        if strategy is None:
            return self.fragments, self.route
        if strategy == self.fragments.strategy and strategy not in PRESETS:
            return self.fragments, False
        named = rules_named(AFTER_A_MODEL if strategy == "model_borders" else strategy)
        return replace(named, threshold=self.fragments.threshold), False

    def digest(self, collection: str) -> str:
        """Of all that decides what is made of the same bytes."""
        rules, route = self.cutting(collection)
        rules = replace(rules, size=rules.size_or_default, overlap=rules.overlap_or_default)
        routed = {"route": ROUTES} if route else {}
        told = {name: value for name, value in asdict(rules).items() if name != "preset"}
        return digest(canonical_json({"road": ROAD, "fragments": told, **routed}))


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
        items[number] = Road(entry, library, rules, (done, len(order))).run()
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
    """One entry on its way; ``ending`` takes what comes of it, else the library."""

    def __init__(
        self,
        entry: Entry,
        library: Shelf,
        rules: AddRules,
        counted: tuple[int, int] = (0, 1),
        ending: Ending | None = None,
    ) -> None:
        self.entry, self.library, self.rules, self.ending = entry, library, rules, ending or in_library(library)
        self.done, self.total = counted
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
            if version.bytes_digest != self.item.fingerprint or version.report.get("road") != self._road():
                continue
            if (label is None or version.label == label) and version.status != "archived":
                embedder = self._embedder()
                as_now = embedder is None or version.report.get("model_id") == embedder.model_id
                return version if as_now and not self._may_read_more(version) else None
        return None

    def _may_read_more(self, version: Version) -> bool:
        """Pages were left out for want of OCR, and now there is an engine; slides that are pictures it cannot draw."""
        drawn = str(version.report.get("media_type", "")).startswith(("application/pdf", "image/"))
        return drawn and bool(version.report.get("pages_needing_ocr")) and self.rules.has_ocr

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
        self.item.blocks = blocks_in(version.report)
        self.item.fragments = self.item.reused_vectors = whole(version.report.get("fragments"))
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
        parsed = self._read(data)
        self.item.warnings.extend(check_text(parsed.text, self.rules.admission))
        embedder = self._embedder()
        way = self._way(parsed)
        version = replace(self._version(parsed), strategy=way.rules.strategy)
        try:
            passages, made = self._indexed(parsed, version, way, embedder)
        except ModelError as error:  # nothing is lost: the vectors are filled in later
            self.item.warnings.append(f"found by words alone until 'opora reindex --yes': {error.message}")
            embedder = None
            passages, made = self._indexed(parsed, version, way, None)
        self.item.reused_vectors, self.item.embedded = made.reused, made.embedded
        report = parse_report(parsed) | {
            "fragments": len(made.fragments),
            "road": self._road(),
            "model_id": embedder.model_id if embedder is not None else "",
            "fragmenting": way.told,
        }
        self._tell("publishing")
        self.library.keep_original(data)
        source = replace(
            self._source(self.library.source(self.entry.source_id)), title=version.title, state="ready", error=None
        )
        self.ending.publish(
            Publication(
                source=source,
                version=replace(version, report=report),
                parsed=parsed,
                passages=passages,
                fragments=made.fragments,
                model_id=embedder.model_id if embedder is not None else "",
                settled=self.settled,
            )
        )
        self.item.version_id, self.item.state = version.version_id, "ready"
        self.item.blocks, self.item.fragments = len(parsed.blocks), len(made.fragments)
        self.item.warnings.extend(parsed.warnings)

    def _embedder(self) -> Embedder | None:
        """The model, if the texts of this collection may be given to it."""
        found = self.rules.open_embedder()
        leaves = isinstance(found, Remote) and found.is_remote
        return None if leaves and self._collection() in self.rules.closed else found

    def _indexed(
        self, parsed: Parsed, version: Version, way: Way, embedder: Embedder | None
    ) -> tuple[tuple[Passage, ...], Indexed]:
        from opora.fragmenting.fragment import fragment

        self._tell("fragmenting")
        passages, fragments = fragment(parsed, version.version_id, version.title, way.rules, *help_of(embedder))
        if not fragments:
            raise ReadingError(f"cannot use {self.entry.name!r}: no text to search in it", "upload a file with text")
        cut = Cut(parsed, version, fragments, self.ending.wordings(version.source_id))
        return passages, indexed(cut, self.library, embedder, self._tell)

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

    def _collection(self) -> str:
        given = self.entry.given.collection
        known = self.library.source(self.entry.source_id) if given is None else None
        return given or (known.collection if known is not None else Source("").collection)

    def _road(self) -> str:
        return self.rules.digest(self._collection())

    def _way(self, parsed: Parsed) -> Way:
        rules, route = self.rules.cutting(self._collection())
        return way_of(parsed, rules, self._collection() if self._collection() in self.rules.promoted else None, route)

    def _version(self, parsed: Parsed) -> Version:
        from opora.language.identify import identify as language_of

        earlier = self.library.versions(self.entry.source_id)
        text_digest = digest(parsed.text)
        label = self.entry.given.label or f"d-{text_digest[:8]}"
        version_id = version_id_of(self.entry.source_id, label, text_digest, earlier)
        others = [version for version in earlier if version.version_id != version_id and version.status == "current"]
        return Version(
            version_id=version_id,
            source_id=self.entry.source_id,
            label=label,
            bytes_digest=self.item.fingerprint or "",
            text_digest=text_digest,
            validity=self._validity(version_id),
            supersedes=latest(others),
            jurisdiction=self.entry.given.jurisdiction,
            language=language_of(parsed.text[:20_000]),
            media_type=parsed.media_type,
            reader=parsed.reader,
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
