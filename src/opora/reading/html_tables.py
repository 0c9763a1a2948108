"""Is this HTML table data or layout, and what are its cells?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from opora.reading.assemble import Draft
from opora.reading.grid import GridCell, GridRules, table_drafts
from opora.reading.html_lists import Numbers
from opora.reading.inline import Inline
from opora.reading.options import tick

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

_MAX_COLUMNS = 2000
_MAX_SPAN = 500
_LONG_CELL = 400
_CELL_BREAKS = frozenset(
    ("p", "div", "li", "br", "tr", "table", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "dd", "dt")
)
_SILENT = frozenset(("script", "style", "template", "noscript", "button", "select", "input", "textarea"))


def is_layout(table: LexborNode) -> bool:
    """A table that only places things: said so by its role, of one cell or column, or holding tables or headings and no grid."""
    if (table.attributes.get("role") or "").lower() in ("presentation", "none"):
        return True
    if table.css_first("th") or table.css_first("caption"):
        return False
    rows = _rows(table)
    if len(rows) == 0 or all(len(_cells(row)) <= 1 for row in rows):
        return True
    holds = any(inner.mem_id != table.mem_id for inner in table.css("table"))  # a node's own matches are among them
    if table.css_first("pre, form"):
        return True
    return (holds or table.css_first("h1, h2, h3, h4, h5, h6") is not None) and not _is_grid(rows)


def _is_grid(rows: list[LexborNode]) -> bool:
    """Rows of as many cells each, none of them long: what a page is laid out with looks otherwise."""
    cells = [_cells(row) for row in rows]
    if len(rows) < 2 or len({sum(_span(cell, "colspan") for cell in row) for row in cells}) > 1 or len(cells[0]) < 2:
        return False
    return all(len(cell.text()) <= _LONG_CELL and len(cell.css("a[href]")) < 4 for row in cells for cell in row)


def read_table(table: LexborNode) -> list[Draft]:
    """Caption (if any) and table; cells that reach over rows or columns stand once, where they begin."""
    drafts: list[Draft] = []
    caption = table.css_first("caption")
    if caption:
        drafts.append(Draft("caption", _cell_text(caption)))
    rows, taken, heads = [], _Taken(), 0
    for node in _rows(table):
        rows.append(_row(node, taken))
        if heads == len(rows) - 1 and node.parent is not None and node.parent.tag == "thead":
            heads = len(rows)
    rules = GridRules(head_rows=heads if 0 < heads < len(rows) else None)
    return [*drafts, *table_drafts(rows, rules)]


class _Taken:
    """Columns that a cell of an earlier row still reaches into: column to rows left."""

    def __init__(self) -> None:
        self.left: dict[int, int] = {}

    def next_row(self) -> set[int]:
        busy = {column for column, left in self.left.items() if left > 0}
        for column in busy:
            self.left[column] -= 1
        return busy


def _row(row: LexborNode, taken: _Taken) -> list[GridCell]:
    busy = taken.next_row()
    cells: list[GridCell] = []
    column = 1
    for node in _cells(row)[:_MAX_COLUMNS]:
        while column in busy:
            column += 1
        columns, rows = _span(node, "colspan"), _span(node, "rowspan")
        cells.append(GridCell(_cell_text(node), column, columns, rows, node.tag == "th"))
        if rows > 1:
            for covered in range(column, column + columns):
                taken.left[covered] = rows - 1
        column += columns
    return cells


def _span(node: LexborNode, name: str) -> int:
    value = (node.attributes.get(name) or "").strip()
    return max(1, min(int(value), _MAX_SPAN)) if value.isascii() and value.isdigit() and len(value) < 6 else 1


def _rows(table: LexborNode) -> list[LexborNode]:
    """Rows of this table, not of tables inside it."""
    found: list[LexborNode] = []
    for child in _elements(table):
        if child.tag == "tr":
            found.append(child)
        elif child.tag in ("thead", "tbody", "tfoot"):
            found.extend(row for row in _elements(child) if row.tag == "tr")
    return found


def _cells(row: LexborNode) -> list[LexborNode]:
    return [child for child in _elements(row) if child.tag in ("td", "th")]


def _elements(node: LexborNode) -> list[LexborNode]:
    return list(node.iter(include_text=False))


def _cell_text(node: LexborNode) -> str:
    inline = Inline()
    _gather(node, inline, 0)
    return inline.take()


def _gather(node: LexborNode, inline: Inline, depth: int) -> None:
    child = node.child
    numbers = Numbers(node.tag or "", node.attributes)
    while child is not None:
        tag = child.tag or ""
        if tag == "-text":
            inline.add(child.text_content or "")
        elif tag in ("sup", "sub"):
            inline.raised(child.text(), up=tag == "sup")
        elif tag == "input":
            inline.add(tick(child.attributes))
        elif tag not in _SILENT and not tag.startswith(("-", "!")):
            if depth > 100:
                inline.add(child.text())
            else:
                if tag in _CELL_BREAKS:
                    inline.line_break()
                elif tag in ("td", "th"):
                    inline.add(" ")
                if tag == "li":
                    inline.add(numbers.mark(child.attributes))
                _gather(child, inline, depth + 1)
                if tag in _CELL_BREAKS:
                    inline.line_break()
        child = child.next
