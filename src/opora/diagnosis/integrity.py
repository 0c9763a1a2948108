"""Is everything as it was written? Chains of records, versions against their digests, and citations against the text."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol

from opora.canonical import canonical_json, digest
from opora.errors import UsageError
from opora.seal import changed_parts, is_erased, sealed

Kind = Literal["changed", "missing", "added", "out_of_order", "truncated", "unreadable", "damaged", "erased"]
_SHOWN: Final = 200
UNREADABLE: Final = (ValueError, TypeError, LookupError, AttributeError, OverflowError, UsageError)
"""What reading back raises where a row does not hold what it should."""


@dataclass(frozen=True, slots=True)
class Found:
    """One thing that is not as it was. ``where`` is the record or file, ``what`` the part of it."""

    kind: Kind
    where: str
    what: str
    expected: str = ""
    found: str = ""


class Row(Protocol):
    """A record as it stands on disk: its number, the id and digest beside it, and its JSON."""

    @property
    def number(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def digest(self) -> str: ...
    @property
    def data(self) -> str: ...


class Chain(Protocol):
    """All records of one kind, and what is kept of them elsewhere: how many, the newest digest, how many unsealed."""

    @property
    def rows(self) -> Iterable[Row]: ...
    @property
    def count(self) -> int: ...
    @property
    def head(self) -> str: ...
    @property
    def unsealed(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Read:
    """A row with its record; ``None`` when it is not a JSON object."""

    row: Row
    record: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class _Seen:
    """What is remembered of a record while the others are read: its name and place, and what it says of the one before."""

    label: str
    number: int
    digest: str
    previous: str | None


def opened(row: Row) -> Read:
    try:
        record = json.loads(row.data)
    except (ValueError, RecursionError):
        record = None
    return Read(row, record if isinstance(record, dict) else None)


def check_chain(kind: str, chain: Chain, explained: set[str] | None = None) -> Iterator[Found]:
    """Every record by itself, then their order, then their number and the newest of them. Reads the rows once.

    ``explained`` collects what the records of erasures name; whatever else is missing its text is found. Without it
    erased parts are taken as they are.
    """
    seen: list[_Seen] = []
    hollow: dict[str, str] = {}
    for place, row in enumerate(chain.rows, 1):
        read = opened(row)
        yield from _record(kind, read, legacy=place <= chain.unsealed)
        previous = None if read.record is None or place <= chain.unsealed else str(read.record.get("previous"))
        seen.append(_Seen(label(kind, read), row.number, row.digest, previous))
        if explained is not None:
            _note_erasures(label(kind, read), read, hollow, explained)
    yield from _order(seen)
    for name in sorted(set(hollow) - (explained or set())):
        yield Found("erased", name, hollow[name], "its text", "a digest alone")
    if not 0 <= chain.unsealed <= len(seen):
        what = "number of records from before there were seals"
        yield Found("changed", kind, what, f"0 to {len(seen)}", str(chain.unsealed))
    if len(seen) != chain.count:
        lost: Kind = "missing" if len(seen) < chain.count else "added"
        yield Found(lost, kind, "number of records", str(chain.count), str(len(seen)))
    newest = seen[-1].digest if len(seen) > max(chain.unsealed, 0) else ""
    if newest != chain.head:
        yield Found("truncated", kind, "newest record", chain.head, newest)


def _note_erasures(where: str, read: Read, hollow: dict[str, str], explained: set[str]) -> None:
    """What was erased must be named by the record of an erasure."""
    if read.record is None:
        return
    log = read.record.get("log")
    if read.record.get("channel") == "erasure" and isinstance(log, dict):
        explained.update(str(name) for name in log.get("erased") or ())
    parts = erased_parts(read.record)
    if parts:
        hollow[where] = parts[0]


def _record(kind: str, read: Read, legacy: bool) -> Iterator[Found]:
    where, record = label(kind, read), read.record
    if record is None:
        yield Found("unreadable", where, "data", "a JSON object", read.row.data[:_SHOWN])
        return
    if read.row.name and read.row.name != record.get("trace_id"):
        yield Found("changed", where, "trace_id", read.row.name, str(record.get("trace_id")))
    if legacy:
        return
    if read.row.digest != record.get("digest"):
        yield Found("changed", where, "digest", read.row.digest, str(record.get("digest")))
    wrong = changed_parts(record) if "seals" in record else _unsealed(record)
    for what, expected, found in wrong:
        yield Found("changed" if expected and found else "added" if found else "missing", where, what, expected, found)
    if "seals" in record and not wrong and sealed(record).text != read.row.data:
        yield Found("changed", where, "form", "canonical JSON", "other JSON that says the same")


def _unsealed(record: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """A trace that was kept before there were seals: one digest over everything, which is all that is left when erased."""
    context = record.get("context")
    if isinstance(context, dict) and context.get("whole") == {"erased": record.get("digest")}:
        return []
    whole = digest(canonical_json({name: value for name, value in record.items() if name != "digest"}))
    return [] if whole == record.get("digest") else [("record", str(record.get("digest")), whole)]


def _order(seen: Sequence[_Seen]) -> Iterator[Found]:
    known = {one.digest for one in seen}
    before = ""
    for place, one in enumerate(seen, 1):
        if one.number != place:
            yield Found("out_of_order", one.label, "number", str(place), str(one.number))
        if one.previous is not None:
            if one.previous != before:
                lost = one.previous and one.previous not in known
                yield Found("missing" if lost else "out_of_order", one.label, "previous", before, one.previous)
            before = one.digest


def label(kind: str, read: Read) -> str:
    name = read.row.name or f"{kind} {read.row.number}"
    return name if name.startswith(kind) else f"{kind} {name}"


class Kept(Protocol):
    """What of a library is checked: see ``store.sqlite.SqliteLibrary``."""

    def problems(self) -> list[str]: ...
    def unsealed(self) -> list[Any]: ...
    def sources(self) -> list[Any]: ...
    def versions(self, source_id: str) -> list[Any]: ...
    def fragments(self, version_id: str) -> list[Any]: ...
    def passage(self, passage_id: str) -> Any: ...
    def text(self, version_id: str) -> str: ...
    def blocks(self, version_id: str) -> list[Any]: ...
    def original(self, bytes_digest: str) -> Any: ...
    def version(self, version_id: str) -> Any: ...
    def ledger(self) -> Any: ...


def check_library(library: Kept) -> Iterator[Found]:
    """The store itself, every version, and all chains; then each record against what is stored now."""
    yield from still("store", _problems(library))
    yield from still("seals", _seals(library))
    for version in all_versions(library):
        if isinstance(version, Found):
            yield version
        else:
            yield from still(f"version {version.version_id}", check_version(library, version))
    ledger = library.ledger()
    explained: set[str] = set()
    yield from still("traces", check_chain("trace", ledger.traces, explained))
    yield from still("searches", check_chain("search", ledger.searches, explained))
    yield from still("deeds", check_chain("deed", ledger.deeds))


def still(where: str, findings: Iterator[Found]) -> Iterator[Found]:
    """The findings; where a cell holds what cannot even be read, that is one more, and what comes after is checked all the same."""
    try:
        yield from findings
    except UNREADABLE as problem:
        yield Found("unreadable", where, "data", "", str(problem)[:_SHOWN])


def _problems(library: Kept) -> Iterator[Found]:
    for told in library.problems():
        yield Found("damaged", "store", told.split(":")[0], "", told)


def _seals(library: Kept) -> Iterator[Found]:
    for one in library.unsealed():
        kind: Kind = "changed" if one.expected and one.found else "added" if one.found else "missing"
        yield Found(kind, f"{one.kind} {one.name}", "seal", one.expected, one.found)


def all_versions(library: Kept) -> Iterator[Any]:
    """Every version; a finding instead where what is kept of it cannot be read."""
    where = "sources"
    try:
        for source in library.sources():
            where = f"source {source.source_id}"
            yield from library.versions(source.source_id)
    except UNREADABLE as problem:
        yield Found("unreadable", where, "data", "", str(problem)[:_SHOWN])


def check_version(library: Kept, version: Any) -> Iterator[Found]:
    """Text and original against their digests; fragments, passages and blocks against the text."""
    where = f"version {version.version_id}"
    try:
        text = library.text(version.version_id)
        fragments, blocks = library.fragments(version.version_id), library.blocks(version.version_id)
    except UNREADABLE as problem:
        yield Found("unreadable", where, "content", "", str(problem)[:_SHOWN])
        return
    if digest(text) != version.text_digest:
        yield Found("changed", where, "text", version.text_digest, digest(text))
    original = library.original(version.bytes_digest)
    if original is None:
        yield Found("missing", where, "original", version.bytes_digest, "")
    elif digest(original.read_bytes()) != version.bytes_digest:
        yield Found("changed", where, "original", version.bytes_digest, digest(original.read_bytes()))
    for piece in fragments:
        if text[piece.start : piece.end] != piece.text:
            stands = text[piece.start : piece.end][:_SHOWN]
            yield Found("changed", f"fragment {piece.fragment_id}", "text", stands, piece.text[:_SHOWN])
    for block in blocks:
        if not 0 <= block.start <= block.end <= len(text):
            place = f"{block.start}-{block.end}"
            yield Found("changed", f"{where}:{block.path}", "place", f"within 0-{len(text)}", place)


def erased_parts(record: Mapping[str, Any]) -> list[str]:
    """Names of the parts of which only the digest is left."""
    found = [name for name, value in record.items() if is_erased(value)]
    for name in ("reply", "log", "context"):
        value = record.get(name)
        if isinstance(value, dict) and not is_erased(value):
            found += [f"{name}.{key}" for key, part in value.items() if is_erased(part)]
    for number, step in enumerate(record.get("steps") or ()):
        if isinstance(step, dict):
            found += [f"steps.{number}.{key}" for key, part in step.items() if is_erased(part)]
    return found
