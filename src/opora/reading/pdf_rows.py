"""How does a found table become rows of cells that each know what stands above and left of them?"""

from __future__ import annotations

from opora.reading.assemble import CellDraft, Draft
from opora.reading.pdf_lines import flow
from opora.reading.pdf_tables import GridCell, Table


def table_draft(table: Table) -> Draft:
    """A table draft: header cells marked, every body cell under its headers, every row with its label."""
    lines: list[tuple[CellDraft, ...]] = []
    labels: list[str] = []
    for number in range(table.height):
        is_header = number < table.header_rows
        row = [cell for cell in table.row(number) if cell.words]
        lines.append(tuple(_cell(table, cell, is_header) for cell in row))
        labels.append("" if is_header else _label(table, number))
    return Draft("table", page=table.page, rows=tuple(lines), row_headers=tuple(labels))


def _cell(table: Table, cell: GridCell, is_header: bool) -> CellDraft:
    text, pieces = flow(cell.lines, cell=True)
    header = _headers(table, cell.column, cell.row if is_header else table.header_rows)
    return CellDraft(text, cell.column + 1, header, is_header, pieces)


def _headers(table: Table, column: int, above: int) -> str:
    texts: list[str] = []
    for cell in sorted(table.cells, key=lambda cell: cell.row):
        covers = cell.column <= column < cell.column + cell.across
        if cell.row < min(above, table.header_rows) and covers and cell.words and cell.text not in texts:
            texts.append(cell.text)
    return " / ".join(texts)


def _label(table: Table, number: int) -> str:
    for cell in table.cells:
        if cell.column == 0 and cell.row <= number < cell.row + cell.down and cell.words:
            return cell.text
    return ""


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
    for cell in second.cells:
        if cell.row >= skip:
            cell.row += first.height - skip
            first.cells.append(cell)
    first.height += second.height - skip
    return True


def _texts(table: Table, number: int) -> list[str]:
    return [cell.text for cell in table.row(number) if cell.words]


def _same_edges(first: Table, second: Table) -> bool:
    return all(abs(a - b) < 14 for a, b in zip(first.edges, second.edges, strict=False))
