"""How are domain objects written into columns and read back?"""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import fields, replace
from functools import lru_cache
from typing import Any

from opora.canonical import plain
from opora.domain.document import Block, Cell, Doubt, Link
from opora.domain.place import Validity, bare_piece, piece_from
from opora.domain.source import Fact, Source, Version
from opora.domain.trace import Step, Trace
from opora.seal import is_erased

_BLOCK_DEFAULTS = {f.name: f.default for f in fields(Block) if f.name not in ("path", "kind", "start", "end")}


def as_json(thing: object) -> str:
    """Compact JSON; lone surrogates are escaped, so SQLite always gets valid text."""
    text = json.dumps(plain(thing), ensure_ascii=False, separators=(",", ":"))
    return text if text.isprintable() else text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")


def day(text: str | None) -> dt.date | None:
    return dt.date.fromisoformat(text) if text else None


def source_from(data: str) -> Source:
    return Source(**json.loads(data))


def version_from(data: str) -> Version:
    fields_: dict[str, Any] = json.loads(data)
    period = fields_.pop("validity")
    return Version(**fields_, validity=Validity(day(period["start"]), day(period["end"])))


def fact_from(data: str) -> Fact:
    return Fact(**json.loads(data))


def trace_from(data: str) -> Trace:
    fields_: dict[str, Any] = json.loads(data)
    if is_erased(fields_["question"]):
        fields_["question"] = ""
    return Trace(**{**fields_, "steps": tuple(Step(**step) for step in fields_["steps"])})


def block_columns(block: Block) -> tuple[str, str]:
    """The block without its pieces, and its pieces; only what differs from the default is written."""
    bare = {
        name: getattr(block, name)
        for name, default in _BLOCK_DEFAULTS.items()
        if name != "pieces" and getattr(block, name) != default
    }
    bare |= {"path": block.path, "kind": block.kind, "start": block.start, "end": block.end}
    pieces = list(map(bare_piece, block.pieces))
    return as_json(bare), json.dumps(pieces, separators=(",", ":")) if pieces else ""


@lru_cache(maxsize=512)
def block_from(data: str, pieces: str = "") -> Block:
    """A block; without ``pieces`` it has no word boxes. Kept, for one answer looks at the same places several times."""
    fields_: dict[str, Any] = json.loads(data)
    if "headings" in fields_:
        fields_["headings"] = tuple(fields_["headings"])
    if "cells" in fields_:
        fields_["cells"] = tuple(Cell(**cell) for cell in fields_["cells"])
    if "links" in fields_:
        fields_["links"] = tuple(Link(**link) for link in fields_["links"])
    if "doubts" in fields_:
        fields_["doubts"] = tuple(Doubt(**doubt) for doubt in fields_["doubts"])
    block = Block(**fields_)
    if not pieces:
        return block
    return replace(block, pieces=tuple(map(piece_from, json.loads(pieces))))
