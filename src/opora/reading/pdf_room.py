"""How much room do the lines of each cell of a table have, and were its rows told rightly at all?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from opora.reading.pdf_amounts import is_unit
from opora.reading.pdf_breaks import Room, each_has_unit, marks_of

if TYPE_CHECKING:
    from opora.reading.pdf_tables import GridCell, Table

_MOST_PADDING = 8.0  # points: text farther from both rules stands in the middle of its cell
_LINE = 0.4  # of the size: words whose baselines differ by more are on two lines
_AIRY = 2.5  # of the size: columns farther apart are not narrow
_SPACED = re.compile(r"(?<!\d)[1-9]\d{0,2}[ \u00a0\u202f]\d{3}(?!\d)")
_OPENS = re.compile(r"[,’']\d|[.,’']$|\.\d{1,2}\s?\D")  # of a cell: a piece of an amount that began in another row
_LACKS = re.compile(r"\d[,’']$|[$€£₽₴]$")
Span = tuple[float, float]


def give_room(table: Table) -> None:
    """Tell each cell of several lines how wide they may be, and what the table's other values look like.

    Where a row holds a piece of an amount of another one, no number of the table is sure.
    """
    _give_widths(table)
    if len(table.edges) != table.width + 1 and _is_torn(table):
        for cell in table.cells:
            cell.room = replace(cell.room, torn=True)


def _is_torn(table: Table) -> bool:
    """Whether rows without rules between them were not told rightly: under values a cell begins or ends within an amount."""
    valued: set[int] = set()
    for row in table.by_row():
        for cell in row:
            text = _text(cell)
            if cell.column in valued and (_OPENS.match(text) or _LACKS.search(text) or is_unit(text)):
                return True
            if cell.column and re.search(r"\d", text):
                valued.add(cell.column)
    return False


def _give_widths(table: Table) -> None:
    tall = [cell for cell in table.cells if _is_tall(cell)]
    if not tall:
        return
    columns: list[list[GridCell]] = [[] for _ in range(table.width)]
    for cell in table.cells:
        if cell.words and cell.across == 1:
            columns[cell.column].append(cell)
    low = {id(cell) for cell in tall}
    plain = [[_text(cell) for cell in column if id(cell) not in low] for column in columns]
    spaced = any(_SPACED.search(text) for texts in plain for text in texts)
    marks = marks_of(text for texts in plain for text in texts)
    ruled = len(table.edges) == table.width + 1
    spans = [] if ruled else [_span(column) for column in columns]
    for cell in tall:
        width = _between_rules(cell, columns[cell.column], table.edges) if ruled else _widest(cell, columns, spans)
        each = cell.across == 1 and each_has_unit(plain[cell.column][_heads(table, cell) :])
        cell.room = Room(width, ruled, spaced, each, marks)


def _heads(table: Table, cell: GridCell) -> int:
    """1 when the first of a column's plain cells is its head."""
    first = next((one for one in table.cells if one.column == cell.column and one.words), None)
    return int(first is not None and not _is_tall(first) and not re.search(r"\d", _text(first)))


def _is_tall(cell: GridCell) -> bool:
    if not cell.words:
        return False
    first = cell.words[0]
    return any(
        abs(word.base - first.base) > _LINE * first.size or word.box.page != first.box.page for word in cell.words
    )


def _text(cell: GridCell) -> str:
    return " ".join(word.text for word in cell.words)


def _between_rules(cell: GridCell, column: Sequence[GridCell], edges: Sequence[float]) -> float:
    """The width of the cell without what the words of its column keep free at both edges."""
    left, right = edges[cell.column], edges[cell.column + cell.across]
    words = [word for one in (column if cell.across == 1 else [cell]) for word in one.words]
    free = min(min(word.box.left - left, right - word.box.right) for word in words)
    return max(0.0, right - left - 2 * min(max(free, 0.0), _MOST_PADDING))


def _widest(cell: GridCell, columns: Sequence[Sequence[GridCell]], spans: Sequence[Span | None]) -> float:
    """The widest line of the column, where the columns stand so close that one may be too narrow; else not known."""
    if cell.across > 1 or spans[cell.column] is None:
        return 0.0
    known = [(at, span) for at, span in enumerate(spans) if span is not None]
    gaps = [b[1][0] - a[1][1] for a, b in pairwise(known) if cell.column in (a[0], b[0])]
    if not gaps or min(gaps) > _AIRY * cell.words[0].size:
        return 0.0
    return max(line.right - line.left for one in columns[cell.column] for line in one.lines)


def _span(column: Sequence[GridCell]) -> Span | None:
    words = [word for cell in column for word in cell.words]
    return (min(w.box.left for w in words), max(w.box.right for w in words)) if words else None
