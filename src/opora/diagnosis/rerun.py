"""Which field of a broken record was altered? The record is run again: its query, its fragments and its quotes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from opora.diagnosis.integrity import UNREADABLE, Found, Read, label, opened
from opora.routes.query import sought
from opora.seal import changed_parts

_SLIP = "similar words were searched"
_SHOWN = 200


class Shelf(Protocol):
    """Where the true texts stand."""

    def fragments(self, version_id: str) -> list[Any]: ...
    def version(self, version_id: str) -> Any: ...
    def text(self, version_id: str) -> str: ...


def run_again(kind: str, rows: Any, library: Shelf) -> Iterator[Found]:
    """For every record whose seals are broken, the fields that do not come out the same."""
    for read in map(opened, rows):
        if read.record is None or "seals" not in read.record:
            continue
        broken = {name for name, _, _ in changed_parts(read.record)}
        if broken:
            where = label(kind, read)
            try:
                yield from _fields(where, read, broken, library)
            except UNREADABLE as problem:
                yield Found("unreadable", where, "what it is compared with", "", str(problem)[:_SHOWN])


def _fields(where: str, read: Read, broken: set[str], library: Shelf) -> Iterator[Found]:
    record: Any = read.record
    if kind_of(record) == "search":
        yield from _search(where, "", record, library)
        return
    if "log.searches" in broken:
        for number, search in enumerate(_list(_part(record, "log", "searches"))):
            yield from _search(where, f"log.searches[{number}].", search, library)
    yield from _question(where, record)
    if any(name.endswith("retrieve.output") for name in broken):
        yield from _hits(where, record, library)
    if "reply.claims" in broken:
        yield from _claims(where, record, library)


def kind_of(record: Mapping[str, Any]) -> str:
    return "trace" if "steps" in record else "search"


def _question(where: str, record: Mapping[str, Any]) -> Iterator[Found]:
    """The question and its date stand twice: by themselves, and in what the first stage was given."""
    given: Any = next((s.get("input") for s in _list(record.get("steps")) if s.get("name") == "normalise"), None)
    if isinstance(given, dict):
        for name, key in (("question", "text"), ("at", "at")):
            if given.get(key) != record.get(name):
                yield Found(
                    "changed",
                    where,
                    f"question {'date' if name == 'at' else 'text'}",
                    *_two(given.get(key), record.get(name)),
                )


def _search(where: str, path: str, search: Any, library: Shelf) -> Iterator[Found]:
    if not isinstance(search, dict):
        return
    expression = sought(str(search.get("query"))).expression
    slipped = any(_SLIP in str(warning) for warning in _list(search.get("warnings")))
    if search.get("expression") != expression and not slipped:
        yield Found("changed", where, f"{path}expression", *_two(expression, search.get("expression")))
    for number, candidate in enumerate(_list(search.get("candidates"))):
        told = f"{path}candidates[{number}]"
        yield from _fragment(where, told, candidate, library)


def _hits(where: str, record: Mapping[str, Any], library: Shelf) -> Iterator[Found]:
    output: Any = next((s.get("output") for s in _list(record.get("steps")) if s.get("name") == "retrieve"), None)
    for number, found in enumerate(_list(output)):
        for place, hit in enumerate(_list(found.get("hits")) if isinstance(found, dict) else ()):
            told = f"retrieve[{number}].hits[{place}]"
            if not isinstance(hit, dict):
                continue
            yield from _fragment(where, told, hit.get("fragment"), library)
            version_id = str(_part(hit, "fragment", "version_id"))
            yield from _source(where, told, hit, version_id)


def _claims(where: str, record: Mapping[str, Any], library: Shelf) -> Iterator[Found]:
    for number, claim in enumerate(_list(_part(record, "reply", "claims"))):
        cite = claim.get("citation") if isinstance(claim, dict) else None
        if not isinstance(cite, dict):
            continue
        told, version_id = f"reply.claims[{number}].citation", str(cite.get("version_id"))
        yield from _source(where, told, cite, version_id)
        if library.version(version_id) is not None and isinstance(cite.get("start"), int):
            stands = library.text(version_id)[cite["start"] : cite.get("end")]
            if stands != cite.get("quote"):
                yield Found("changed", where, f"{told}.quote", *_two(stands, cite.get("quote")))


def _fragment(where: str, path: str, piece: Any, library: Shelf) -> Iterator[Found]:
    """Its text, against that of the library; what the library does not hold any more cannot be compared."""
    if not isinstance(piece, dict):
        return
    name = str(piece.get("fragment_id"))
    version_id = name.partition("#")[0]
    known = {one.fragment_id: one.text for one in library.fragments(version_id)}
    if known and name not in known:
        yield Found("changed", where, f"{path}.fragment_id", "a fragment of the library", name[:_SHOWN])
    elif known and known[name] != piece.get("text"):
        yield Found("changed", where, f"{path}.text", *_two(known[name], piece.get("text")))


def _source(where: str, path: str, holder: Mapping[str, Any], version_id: str) -> Iterator[Found]:
    source_id = version_id.partition("@")[0]
    if holder.get("source_id") != source_id:
        yield Found("changed", where, f"{path}.source_id", *_two(source_id, holder.get("source_id")))


def _part(thing: Any, *names: str) -> Any:
    for name in names:
        thing = thing.get(name) if isinstance(thing, dict) else None
    return thing


def _list(thing: Any) -> list[Any]:
    return thing if isinstance(thing, list) else []


def _two(expected: object, found: object) -> tuple[str, str]:
    return str(expected)[:_SHOWN], str(found)[:_SHOWN]
