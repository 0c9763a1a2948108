"""How does a Parsed travel from the child: as plain tuples, which cannot carry code and are quick to write and read?"""

from __future__ import annotations

import gc
import io
import operator
import pickle
from typing import Any

from opora.domain.document import Block, Cell, Doubt, Link, PageNote, Parsed
from opora.domain.place import bare_piece, piece_from
from opora.reading.packed import PackedPieces

_BLOCK = (
    *("path", "kind", "start", "end", "level", "parent", "page", "page_label", "sheet", "section", "headings"),
    *("row", "row_header", "speaker", "time"),
)


_block_values = operator.attrgetter(*_BLOCK)
_page_values = operator.attrgetter(
    *("number", "label", "width", "height", "chars", "needs_ocr", "confidence", "languages")
)
_cell_values = operator.attrgetter("column", "start", "end", "header", "is_header")


class _Plain(pickle.Unpickler):
    """Numbers, texts and tuples only: the child has been reading hostile bytes."""

    def find_class(self, module: str, name: str) -> Any:
        raise pickle.UnpicklingError(f"{module}.{name} is not part of an answer")


def pack(answer: tuple[object, ...]) -> bytes:
    """Bytes of ``("parsed", Parsed)``, ``("files", …)``, ``("long", pages)`` or ``("error", class name, message, hint)``."""
    if isinstance(answer[-1], Parsed):
        answer = (*answer[:-1], _flat(answer[-1]))
    return pickle.dumps(answer, protocol=5)


def unpack(data: bytes, packed: bool = False) -> tuple[Any, ...]:
    """What ``pack`` was given; pickle.UnpicklingError when the bytes hold anything but plain values.

    ``packed``: word boxes stay packed block by block, as a long file needs it.
    """
    collects = gc.isenabled()
    gc.disable()  # a table of 100,000 rows took 1.5 s of processor time instead of 3.9; nothing here makes cycles
    try:
        answer = _Plain(io.BytesIO(data)).load()
        if not isinstance(answer, tuple) or not answer:
            raise pickle.UnpicklingError("an answer is a tuple")
        return (*answer[:-1], _parsed(answer[-1], packed)) if answer[0] == "parsed" else answer
    finally:
        if collects:
            gc.enable()


def _flat(parsed: Parsed) -> tuple[object, ...]:
    blocks = [
        (
            _block_values(block),
            list(map(_cell_values, block.cells)),
            [(link.kind, link.path) for link in block.links],
            list(map(bare_piece, block.pieces)),
            [(doubt.start, doubt.end, doubt.other, doubt.confidence) for doubt in block.doubts],
        )
        for block in parsed.blocks
    ]
    pages = list(map(_page_values, parsed.pages))
    said = (parsed.media_type, parsed.reader, parsed.title, parsed.left_out, parsed.warnings, dict(parsed.meta))
    return (parsed.text, blocks, pages, said)


def _parsed(flat: Any, packed: bool) -> Parsed:
    text, blocks, pages, (media_type, reader, title, left_out, warnings, meta) = flat
    return Parsed(
        text=text,
        blocks=tuple([_block(packed, *parts) for parts in blocks]),
        media_type=media_type,
        reader=reader,
        title=title,
        pages=tuple(PageNote(*page) for page in pages),
        left_out=left_out,
        warnings=warnings,
        meta=meta,
    )


def _block(packed: bool, values: tuple[Any, ...], cells: list[Any], links: list[Any], *read: list[Any]) -> Block:
    pieces, doubts = read
    *front, row, row_header, speaker, time = values
    parts: tuple[Any, ...] = (
        *front,
        tuple([Cell(*cell) for cell in cells]),
        row,
        row_header,
        tuple([Link(*link) for link in links]),
        PackedPieces(pieces) if packed and pieces else tuple(map(piece_from, pieces)),
        speaker,
        time,
        tuple([Doubt(*doubt) for doubt in doubts]),
    )
    return Block(*parts)
