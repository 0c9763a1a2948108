"""How is a thing written so that equal things have equal digests? Canonical JSON and SHA-256."""

from __future__ import annotations

import dataclasses
import datetime as dt
import hashlib
import json
from decimal import Decimal


def plain(thing: object) -> object:
    """Dataclasses, tuples, dates and decimals as the JSON types they are written with."""
    if dataclasses.is_dataclass(thing) and not isinstance(thing, type):
        return {f.name: plain(getattr(thing, f.name)) for f in dataclasses.fields(thing)}
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
