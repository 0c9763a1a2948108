"""How does a found table become rows of cells that each know what stands above and left of them?"""

from __future__ import annotations

from opora.reading.assemble import CellDraft, Draft
from opora.reading.pdf_lines import flow
from opora.reading.pdf_staggered import broken
from opora.reading.pdf_tables import GridCell, Table


def table_draft(table: Table) -> Draft:
    """A table draft: header cells marked, every body cell under its headers, every row with its label."""
    heads = sorted((c for c in table.cells if c.row < table.header_rows and c.words), key=lambda cell: cell.row)
    names = [(cell, cell.text) for cell in heads]
    labels = [""] * table.height
    by_row: list[list[GridCell]] = [[] for _ in range(table.height)]
    for cell in sorted(table.cells, key=lambda cell: cell.column):
        if cell.words:
            by_row[cell.row].append(cell)
    lines = [tuple(_cell(cell, names, table.header_rows) for cell in row) for row in by_row]
    for row in by_row[table.header_rows :]:
        first = row[0] if row and row[0].column == 0 else None
        if first is not None:
            labels[first.row : first.row + first.down] = [first.text] * len(labels[first.row : first.row + first.down])
    return Draft("table", page=table.page, rows=tuple(lines), row_headers=tuple(labels))


def _cell(cell: GridCell, names: list[tuple[GridCell, str]], header_rows: int) -> CellDraft:
    text, pieces = flow(cell.lines, cell.room)
    is_header = cell.row < header_rows
    above = [
        name
        for head, name in names
        if head.column <= cell.column < head.column + head.across and (not is_header or head.row < cell.row)
    ]
    return CellDraft(text, cell.column + 1, " / ".join(dict.fromkeys(above)), is_header, pieces)


def take_over(first: Table, second: Table, left_out: list[str]) -> bool:
    """Join a table that goes on over a page break; False when ``second`` is a table of its own."""
    if first.width != second.width or not _same_edges(first, second):
        return False
    heads = [_texts(first, number) for number in range(first.header_rows)]
    again = [_texts(second, number) for number in range(len(heads))]
    repeated = bool(heads) and heads == again
    if not repeated and second.header_rows and heads:
        return False
    skip = len(heads) if repeated else 0
    if repeated:
        left_out.append(f"repeated table header “{' / '.join(' | '.join(row) for row in heads)}” on page {second.page}")
    over = _rest_of_row(first, second, skip)
    for cell in second.cells:
        if cell.row >= skip + over:
            cell.row += first.height - skip - over
            first.cells.append(cell)
    first.height += second.height - skip - over
    return True


def _rest_of_row(first: Table, second: Table, skip: int) -> int:
    """1 when the first row of the new page is the rest of the last one of the page before, and was given to it."""
    above = {cell.column: cell for cell in first.row(first.height - 1) if cell.words}
    rest = [cell for cell in second.row(skip) if cell.words]
    if not rest or any(cell.column == 0 or cell.column not in above for cell in rest) or second.height - skip < 1:
        return 0
    ends = [(above[cell.column].lines[-1].words, cell.lines[0].words) for cell in rest]
    if all(broken(a, b) == "no" for a, b in ends):
        return 0
    for cell in rest:
        above[cell.column].words.extend(cell.words)
    return 1


def _texts(table: Table, number: int) -> list[str]:
    return [cell.text for cell in table.row(number) if cell.words]


def _same_edges(first: Table, second: Table) -> bool:
    return all(abs(a - b) < 14 for a, b in zip(first.edges, second.edges, strict=False))
