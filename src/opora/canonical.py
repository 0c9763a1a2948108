"""How is a thing written so that equal things have equal digests? Canonical JSON and SHA-256."""

from __future__ import annotations

import dataclasses
import datetime as dt
import hashlib
import json
import types
from collections.abc import Callable
from decimal import Decimal
from functools import cache
from operator import attrgetter
from typing import Any, Union, get_args, get_origin, get_type_hints

_WRITTEN_AS_THEY_ARE = frozenset((str, int, float, bool, type(None)))


_Fields = tuple[tuple[str, ...], Callable[[object], tuple[object, ...]]]
_FIELDS: dict[type, _Fields | None] = {}


def _fields_of(kind: type) -> _Fields | None:
    """Names of a dataclass, and what reads their values in one step; ``None`` for any other type."""
    if kind not in _FIELDS:
        names = tuple(field.name for field in dataclasses.fields(kind)) if dataclasses.is_dataclass(kind) else None
        # two more than there are, so that it always gives a tuple
        _FIELDS[kind] = None if names is None else (names, attrgetter(*names, "__class__", "__class__"))
    return _FIELDS[kind]


def plain(thing: object) -> object:
    """Dataclasses, tuples, dates and decimals as the JSON types they are written with."""
    kind = type(thing)
    if kind in _WRITTEN_AS_THEY_ARE:
        return thing
    fields = _FIELDS[kind] if kind in _FIELDS else _fields_of(kind)
    if fields is not None:
        pairs = zip(fields[0], fields[1](thing), strict=False)
        return {name: value if type(value) in _WRITTEN_AS_THEY_ARE else plain(value) for name, value in pairs}
    if isinstance(thing, dict):
        items = thing.items()
        return {str(k): value if type(value) in _WRITTEN_AS_THEY_ARE else plain(value) for k, value in items}
    if isinstance(thing, frozenset):
        return sorted(plain(item) for item in thing)  # type: ignore[type-var]
    if isinstance(thing, list | tuple):
        return [item if type(item) in _WRITTEN_AS_THEY_ARE else plain(item) for item in thing]
    if isinstance(thing, dt.date | dt.datetime):
        return thing.isoformat()
    if isinstance(thing, Decimal):
        return str(thing)
    return thing


def canonical_json(thing: object) -> str:
    """Sorted keys, no spaces, UTF-8 as it is: the form that digests are taken over."""
    return canonical_text(plain(thing))


def canonical_text(thing: object) -> str:
    """``canonical_json`` of what is already of JSON's own types, twice as fast. TypeError when it is not."""
    return json.dumps(thing, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def revived(kind: Any, data: Any) -> Any:
    """The inverse of ``plain`` for dataclasses of known types: ``revived(Block, plain(block)) == block``.

    Fields that are missing take their defaults; ValueError or TypeError when the data does not fit.
    """
    if data is None or kind is Any or kind is object:
        return data
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return revived(next(one for one in get_args(kind) if one is not type(None)), data)
    if origin in (tuple, frozenset):
        item = get_args(kind)[0]
        return origin(revived(item, one) for one in data)
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        hints = _hints(kind)
        return kind(**{name: revived(hints[name], value) for name, value in data.items() if name in hints})
    if kind is dt.date:
        return dt.date.fromisoformat(data)
    return Decimal(data) if kind is Decimal else data


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def digest(thing: bytes | str) -> str:
    """SHA-256 in hex; text is taken as UTF-8."""
    data = thing if isinstance(thing, bytes) else thing.encode("utf-8", "surrogatepass")
    return hashlib.sha256(data).hexdigest()
