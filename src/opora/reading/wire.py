"""How does a Parsed travel from the child: as plain tuples, which cannot carry code and are quick to write and read?"""

from __future__ import annotations

import io
import pickle
from typing import Any

from opora.domain.document import Block, Cell, Link, PageNote, Parsed
from opora.domain.place import Box, Piece

_BLOCK = (
    *("path", "kind", "start", "end", "level", "parent", "page", "page_label", "sheet", "section", "headings"),
    *("row", "row_header"),
)


class _Plain(pickle.Unpickler):
    """Numbers, texts and tuples only: the child has been reading hostile bytes."""

    def find_class(self, module: str, name: str) -> Any:
        raise pickle.UnpicklingError(f"{module}.{name} is not part of an answer")


def pack(answer: tuple[object, ...]) -> bytes:
    """Bytes of ``("parsed", Parsed)`` or ``("error", class name, message, hint)``."""
    if isinstance(answer[-1], Parsed):
        answer = (*answer[:-1], _flat(answer[-1]))
    return pickle.dumps(answer, protocol=5)


def unpack(data: bytes) -> tuple[Any, ...]:
    """What ``pack`` was given; pickle.UnpicklingError when the bytes hold anything but plain values."""
    answer = _Plain(io.BytesIO(data)).load()
    if not isinstance(answer, tuple) or not answer:
        raise pickle.UnpicklingError("an answer is a tuple")
    return (*answer[:-1], _parsed(answer[-1])) if answer[0] == "parsed" else answer


def _flat(parsed: Parsed) -> tuple[object, ...]:
    blocks = [
        (
            tuple(getattr(block, name) for name in _BLOCK),
            [(c.column, c.start, c.end, c.header, c.is_header) for c in block.cells],
            [(link.kind, link.path) for link in block.links],
            [(p.start, p.end, p.box.page, p.box.left, p.box.top, p.box.right, p.box.bottom) for p in block.pieces],
        )
        for block in parsed.blocks
    ]
    pages = [(p.number, p.label, p.width, p.height, p.chars, p.needs_ocr) for p in parsed.pages]
    said = (parsed.media_type, parsed.reader, parsed.title, parsed.left_out, parsed.warnings, dict(parsed.meta))
    return (parsed.text, blocks, pages, said)


def _parsed(flat: Any) -> Parsed:
    text, blocks, pages, (media_type, reader, title, left_out, warnings, meta) = flat
    return Parsed(
        text=text,
        blocks=tuple(_block(*parts) for parts in blocks),
        media_type=media_type,
        reader=reader,
        title=title,
        pages=tuple(PageNote(*page) for page in pages),
        left_out=left_out,
        warnings=warnings,
        meta=meta,
    )


def _block(values: tuple[Any, ...], cells: list[Any], links: list[Any], pieces: list[Any]) -> Block:
    return Block(
        **dict(zip(_BLOCK, values, strict=True)),
        cells=tuple(Cell(*cell) for cell in cells),
        links=tuple(Link(*link) for link in links),
        pieces=tuple(Piece(start, end, Box(*box)) for start, end, *box in pieces),
    )
