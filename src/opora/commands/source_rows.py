"""What does a source look like from outside, and what may be changed of it?"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from opora.errors import UsageError

if TYPE_CHECKING:
    from opora.domain.source import Source, Version

_SWITCHES = ("enabled", "authority", "purpose", "jurisdiction", "owner", "schedule", "collection")
_PERIOD = ("valid_from", "valid_until")


def source_row(source: Source, versions: list[Version]) -> dict[str, Any]:
    """A source with its versions, as ``opora sources --json`` prints it."""
    return dataclasses.asdict(source) | {"versions": [version_row(version) for version in versions]}


def version_row(version: Version) -> dict[str, Any]:
    """A version, as ``opora versions --json`` prints it."""
    row = {
        f.name: getattr(version, f.name) for f in dataclasses.fields(version) if f.name not in ("validity", "report")
    }
    start, end = version.validity.start, version.validity.end
    return row | {
        "fingerprint": version.bytes_digest,
        "valid_from": start.isoformat() if start else None,
        "valid_until": end.isoformat() if end else None,
    }


def known_source(store: Any, source_id: str) -> Source:
    """The source, or a UsageError that names the nearest one."""
    from opora.settings import nearest

    source: Source | None = store.source(source_id)
    if source is None:
        known = [one.source_id for one in store.sources()]
        raise UsageError(
            f"there is no source {source_id!r}", nearest(source_id, known[:50]) if known else "the library is empty"
        )
    return source


def changes_from(pairs: tuple[str, ...]) -> dict[str, Any]:
    """What ``KEY=VALUE`` pairs say, checked; UsageError names the key."""
    from opora.ingest_manifest import FieldError, as_date, as_purpose, as_switch, as_whole
    from opora.settings import nearest

    changes: dict[str, Any] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise UsageError(f"{pair!r} is not KEY=VALUE", "write e.g. enabled=false")
        try:
            if key == "enabled":
                changes[key] = _said(as_switch(value, key), key, "true or false")
            elif key == "authority":
                changes[key] = as_whole(value, key)
            elif key == "purpose":
                changes[key] = _said(as_purpose(value), key, "products, documentation, faq or other")
            elif key in _PERIOD:
                changes[key] = as_date(value, key)
            elif key == "collection":
                changes[key] = value or "default"
            elif key in _SWITCHES:
                changes[key] = value or None
            else:
                raise UsageError(f"unknown key {key!r}", nearest(key, [*_SWITCHES, *_PERIOD]))
        except FieldError as error:
            raise UsageError(str(error), f"correct the value of {key}") from error
    return changes


def _said(value: Any, key: str, wanted: str) -> Any:
    if value is None:
        raise UsageError(f"{key} needs a value", f"give {wanted}")
    return value


def changed_words(source_id: str, pairs: Sequence[str]) -> str:
    """What of a source was changed, for the record of who did what; a value could be somebody's name."""
    said = sorted(pair if pair.startswith("enabled=") else pair.partition("=")[0] for pair in pairs)
    return " ".join([source_id, *said])


def change_source(store: Any, source_id: str, changes: dict[str, Any], version_id: str | None = None) -> dict[str, Any]:
    """Write checked changes; the source as ``opora set --json`` prints it. ``version_id``: whose period changes."""
    source = known_source(store, source_id)
    own = {key: value for key, value in changes.items() if key in _SWITCHES}
    if any(key in changes for key in _PERIOD):
        _set_period(store, source_id, version_id, changes)
    if own:
        store.save_source(dataclasses.replace(source, **own))
    return source_row(known_source(store, source_id), store.versions(source_id))


def remove_source(place: Path, source_id: str, erase: bool, day: str) -> dict[str, Any]:
    """Delete a source whole, as ``opora remove --json`` prints it. ``erase``: its text leaves the records of that day too."""
    from opora.diagnosis.growing import still_about
    from opora.wiring import drop_trials, erase_records, open_library, scrub

    open_library(place).close()
    erased = erase_records(place, source_id, day) if erase else []
    store = open_library(place)
    try:
        if not erased:
            known_source(store, source_id)
        counts = store.remove(source_id)
        drop_trials(place)
    finally:
        store.close()
    if erase:
        counts["erased_records"] = len(erased)
        scrub(place)
    return {"source_id": source_id, "removed": counts, "left": still_about(source_id, place) if erase else []}


def _set_period(store: Any, source_id: str, version_id: str | None, changes: dict[str, Any]) -> None:
    from opora.domain.place import Validity

    candidates = [
        one
        for one in store.versions(source_id)
        if (one.version_id == version_id if version_id else one.status == "current")
    ]
    if not candidates:
        raise UsageError(
            f"source {source_id!r} has no version {version_id or 'in force'}", f"see 'opora versions {source_id}'"
        )
    version = max(candidates, key=lambda one: (one.validity.start is not None, one.validity.start or 0))
    start = changes.get("valid_from", version.validity.start)
    end = changes.get("valid_until", version.validity.end)
    try:
        wanted = Validity(start, end)
    except ValueError as error:
        raise UsageError(str(error), "give a period that runs forwards") from error
    store.set_validity(version.version_id, wanted.start, wanted.end)
