"""How much room do the lines of each cell of a table have?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from opora.reading.pdf_breaks import Room, each_has_unit, marks_of

if TYPE_CHECKING:
    from opora.reading.pdf_tables import GridCell, Table

_MOST_PADDING = 8.0  # points: text farther from both rules stands in the middle of its cell
_LINE = 0.4  # of the size: words whose baselines differ by more are on two lines
_AIRY = 2.5  # of the size: columns farther apart are not narrow
_SPACED = re.compile(r"(?<!\d)[1-9]\d{0,2}[ \u00a0\u202f]\d{3}(?!\d)")
Span = tuple[float, float]


def give_room(table: Table) -> None:
    """Tell each cell of several lines how wide they may be, and what the table's other values look like."""
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
