"""How is a thing written so that equal things have equal digests? Canonical JSON and SHA-256."""

from __future__ import annotations

import dataclasses
import datetime as dt
import hashlib
import json
from decimal import Decimal

_WRITTEN_AS_THEY_ARE = frozenset((str, int, float, bool, type(None)))


_FIELD_NAMES: dict[type, tuple[str, ...] | None] = {}


def _field_names(kind: type) -> tuple[str, ...] | None:
    if kind not in _FIELD_NAMES:
        fields = dataclasses.fields(kind) if dataclasses.is_dataclass(kind) else None
        _FIELD_NAMES[kind] = None if fields is None else tuple(field.name for field in fields)
    return _FIELD_NAMES[kind]


def plain(thing: object) -> object:
    """Dataclasses, tuples, dates and decimals as the JSON types they are written with."""
    kind = type(thing)
    if kind in _WRITTEN_AS_THEY_ARE:
        return thing
    names = _field_names(kind)
    if names is not None:
        return {name: plain(getattr(thing, name)) for name in names}
    if isinstance(thing, dict):
        return {str(key): plain(value) for key, value in thing.items()}
    if isinstance(thing, frozenset):
        return sorted(plain(item) for item in thing)  # type: ignore[type-var]
    if isinstance(thing, list | tuple):
        return [plain(item) for item in thing]
    if isinstance(thing, dt.date | dt.datetime):
        return thing.isoformat()
    if isinstance(thing, Decimal):
        return str(thing)
    return thing


def canonical_json(thing: object) -> str:
    """Sorted keys, no spaces, UTF-8 as it is: the form that digests are taken over."""
    return json.dumps(plain(thing), ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def digest(thing: bytes | str) -> str:
    """SHA-256 in hex; text is taken as UTF-8."""
    data = thing if isinstance(thing, bytes) else thing.encode("utf-8", "surrogatepass")
    return hashlib.sha256(data).hexdigest()
