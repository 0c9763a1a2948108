"""May this reader see this thing? The one place that decides; what they may not see is not there.

Searches are confined in the store itself, before anything is ranked (``Call.within``). Here stands what is opened by id.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from opora.domain.anchor import Anchor
from opora.web.readers import Reader, Role
from opora.web.refusals import NotAllowedError, NotHereError

if TYPE_CHECKING:
    from opora.domain.source import Source, Version
    from opora.domain.trace import Trace
    from opora.settings import Settings
    from opora.store.sqlite import SqliteLibrary


def need(reader: Reader, role: Role) -> None:
    """NotAllowedError when the reader has not this role."""
    if not reader.may(role):
        raise NotAllowedError(f"this needs the role {role!r}", "ask an administrator for a key that has it")


def sources_for(store: SqliteLibrary, reader: Reader) -> list[Source]:
    return [source for source in store.sources() if reader.sees(source.collection)]


def source_for(store: SqliteLibrary, reader: Reader, source_id: str) -> Source:
    source = store.source(source_id)
    if source is None or not reader.sees(source.collection):
        raise NotHereError()
    return source


def version_for(store: SqliteLibrary, reader: Reader, version_id: str) -> Version:
    """The version; of a source id alone, its latest."""
    source = source_for(store, reader, version_id.partition("@")[0])
    found = store.version(version_id) if "@" in version_id else next(iter(store.versions(source.source_id)[-1:]), None)
    if found is None or found.source_id != source.source_id:
        raise NotHereError()
    return found


def anchor_for(store: SqliteLibrary, reader: Reader, anchor: str) -> str:
    """The anchor itself, when its version may be seen."""
    try:
        address = Anchor.parse(anchor)
    except ValueError:
        raise NotHereError() from None
    version_for(store, reader, address.version_id)
    return anchor


def assistants_for(settings: Settings, reader: Reader) -> list[str]:
    """Names of assistants; one whose collections are all hidden from the reader is not there."""
    names = sorted({"default", *settings.assistants})
    return [name for name in names if _serves(settings, reader, name)]


def assistant_for(settings: Settings, reader: Reader, name: str) -> str:
    if name not in {"default", *settings.assistants} or not _serves(settings, reader, name):
        raise NotHereError("there is no such assistant", "see the list of assistants")
    return name


def _serves(settings: Settings, reader: Reader, name: str) -> bool:
    collections = settings.assistant(name).collections
    return not collections or any(reader.sees(one) for one in collections)


def trace_for(store: SqliteLibrary, reader: Reader, trace_id: str) -> Trace:
    """The trace, when the reader could have read all that was read for it."""
    trace = store.trace(trace_id)
    if trace is None or not sees_trace(store, reader, trace):
        raise NotHereError()
    return trace


def sees_trace(store: SqliteLibrary, reader: Reader, trace: Trace) -> bool:
    """It looked into collections of theirs alone, and every source it read from is still in one of these."""
    if reader.collections is None:
        return True
    origin = trace.context.get("of")
    if origin is not None:
        first = store.trace(str(origin))
        if first is None or first.context.get("of") or not sees_trace(store, reader, first):
            return False
    elif not _looked_into(trace) or not all(reader.sees(name) for name in _looked_into(trace)):
        return False
    named = {found.partition("@")[0] for found in _versions_in([trace.log, trace.reply, trace.context])}
    sources = [source for source in map(store.source, named) if source is not None]
    return all(reader.sees(source.collection) for source in sources)


def _looked_into(trace: Trace) -> tuple[str, ...]:
    """The collections it was confined to; none when it could see everything."""
    rules: Any = trace.context.get("rules")
    return tuple(rules.get("collections") or ()) if isinstance(rules, dict) else ()


def _versions_in(thing: object) -> Iterator[str]:
    """Every text in it that may be the id of a version: a record of a reply names what it read in many places."""
    if isinstance(thing, dict):
        for key, value in thing.items():
            yield from _versions_in(key)
            yield from _versions_in(value)
    elif isinstance(thing, list | tuple):
        for value in thing:
            yield from _versions_in(value)
    elif isinstance(thing, str) and "@" in thing and len(thing) < 1000:
        yield thing
