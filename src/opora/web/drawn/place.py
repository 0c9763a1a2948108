"""What does the place of a citation look like? Blocks around it as they were read, the cited words marked in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from opora.domain.document import Block, Cell
from opora.domain.place import Box, Span

AROUND, MOST_CHARS, MOST_ROWS, MOST_BLOCKS = 7, 5000, 9, 60
_TABLES = ("table", "table_row")

Shape = Literal["heading", "text", "item", "note", "code", "turn", "table"]
_SHAPES: dict[str, Shape] = {
    "heading": "heading",
    "list_item": "item",
    "caption": "note",
    "footnote": "note",
    "note": "note",
    "code": "code",
    "turn": "turn",
}


@dataclass(frozen=True, slots=True)
class Run:
    """Words that are marked, or not."""

    text: str
    marked: bool = False


@dataclass(frozen=True, slots=True)
class TableCell:
    runs: tuple[Run, ...]
    is_header: bool = False
    marked: bool = False
    heads: bool = False
    """It is the header of a row or column whose cell is marked."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """``skipped``: so many rows of the table are left out before this one."""

    cells: tuple[TableCell, ...]
    path: str
    marked: bool = False
    skipped: int = 0


@dataclass(frozen=True, slots=True)
class Piece:
    """One block of the rendered view; ``level`` of a heading is 1 to 4."""

    shape: Shape
    path: str
    runs: tuple[Run, ...] = ()
    rows: tuple[TableRow, ...] = ()
    level: int = 0
    marked: bool = False
    told_by: str = ""


@dataclass(frozen=True, slots=True)
class Around:
    """The rendered view; ``before``/``after`` say whether the document goes on there."""

    pieces: tuple[Piece, ...]
    before: bool = False
    after: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """A marked line of a page: points of the page, origin top-left."""

    left: float
    top: float
    width: float
    height: float


def marks(boxes: Sequence[Box], page: int) -> tuple[Mark, ...]:
    """The boxes on one page, a point wider on each side than the words."""
    return tuple(
        Mark(round(b.left - 1, 2), round(b.top - 1, 2), round(b.right - b.left + 2, 2), round(b.bottom - b.top + 2, 2))
        for b in boxes
        if b.page == page
    )


def around(text: str, blocks: Sequence[Block], span: Span) -> Around:
    """The blocks around ``text[span]``, at most about 5,000 characters and 60 marked blocks, tables cut to the rows around the place."""
    top = [block for block in blocks if block.kind not in _TABLES or block.kind == "table" or not block.parent]
    rows: dict[str, list[Block]] = {}
    for block in blocks:
        if block.kind == "table_row" and block.parent:
            rows.setdefault(block.parent, []).append(block)
    here = [n for n, block in enumerate(top) if block.start < max(span.end, span.start + 1) and block.end > span.start]
    first, last = (here[0], min(here[-1], here[0] + MOST_BLOCKS)) if here else (0, 0)
    first, last = _window(top, first, last)
    pieces = [_piece(text, block, rows.get(block.path, []), span) for block in top[first : last + 1]]
    return Around(tuple(pieces), first > 0, last < len(top) - 1)


def _window(top: Sequence[Block], first: int, last: int) -> tuple[int, int]:
    """Widen by turns to both sides, so long as it stays readable."""
    room = MOST_CHARS
    for _ in range(AROUND):
        for step in (-1, 1):
            at = first - 1 if step < 0 else last + 1
            if not 0 <= at < len(top):
                continue
            size = min(top[at].end - top[at].start, 900)
            if size > room:
                continue
            room -= size
            first, last = (at, last) if step < 0 else (first, at)
    return first, last


def _piece(text: str, block: Block, rows: Sequence[Block], span: Span) -> Piece:
    marked = block.span.overlaps(span)
    if block.kind == "table" and rows:
        return Piece("table", block.path, rows=_rows(text, rows, span), marked=marked)
    if block.kind == "table_row" and block.cells:
        return Piece("table", block.path, rows=_rows(text, [block], span), marked=marked)
    level = min(4, block.level or 1) if block.kind == "heading" else 0
    told_by = " ".join(part for part in (block.speaker, block.time) if part)
    shape = _SHAPES.get(block.kind, "text")
    return Piece(shape, block.path, _runs(text, block.span, span), level=level, marked=marked, told_by=told_by)


def _runs(text: str, area: Span, span: Span) -> tuple[Run, ...]:
    start, end = max(area.start, span.start), min(area.end, span.end)
    if start >= end:
        return (Run(text[area.start : area.end]),)
    runs = (Run(text[area.start : start]), Run(text[start:end], True), Run(text[end : area.end]))
    return tuple(run for run in runs if run.text)


def _rows(text: str, rows: Sequence[Block], span: Span) -> tuple[TableRow, ...]:
    """Header rows always, and the rows around the marked one."""
    hit = [n for n, row in enumerate(rows) if row.span.overlaps(span)] or [0]
    columns = {cell.column for n in hit for cell in rows[n].cells if Span(cell.start, cell.end).overlaps(span)}
    whole = len(columns) > 1 and any(rows[n].span == span for n in hit)
    heads = [n for n, row in enumerate(rows[:5]) if row.cells and all(cell.is_header for cell in row.cells)]
    half = MOST_ROWS // 2
    low = max(0, min(hit[0] - half, len(rows) - MOST_ROWS))
    kept = sorted({*heads, *range(low, min(len(rows), max(hit[-1] + half + 1, low + MOST_ROWS)))})
    made: list[TableRow] = []
    before = -1
    for n in kept:
        row = rows[n]
        marked = n in hit and row.span.overlaps(span)
        cells = tuple(_cell(text, cell, span, marked, columns if not whole else frozenset()) for cell in row.cells)
        made.append(TableRow(cells, row.path, marked, n - before - 1))
        before = n
    return tuple(made)


def _cell(text: str, cell: Cell, span: Span, row_marked: bool, columns: set[int] | frozenset[int]) -> TableCell:
    area = Span(cell.start, cell.end)
    marked = area.overlaps(span)
    heads = not marked and ((cell.is_header and cell.column in columns) or (row_marked and cell.column == 1))
    return TableCell(_runs(text, area, span), cell.is_header, marked, heads)
