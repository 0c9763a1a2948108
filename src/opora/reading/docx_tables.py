"""Which cells does a Word table have, merged ones once?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from lxml import etree

from opora.reading.docx_numbering import Printed
from opora.reading.docx_styles import Style, Styles
from opora.reading.docx_text import TextReader
from opora.reading.grid import GridCell
from opora.reading.ooxml import attribute, child, children, is_on, local, value_of

_MAX_SPAN = 500
Numbered = Callable[[Style, "etree._Element | None"], "Printed | None"]
Notes = list[tuple[str, str]]
Nested = list[tuple[str, etree._Element]]


@dataclass(slots=True)
class WordGrid:
    """Rows of cells; ``head_rows`` only when the document marks rows that repeat on every page."""

    rows: list[list[GridCell]] = field(default_factory=list)
    head_rows: int | None = None


def is_box(table: etree._Element) -> bool:
    """One cell, or one column of long texts: a frame around paragraphs, not a table."""
    rows = [list(children(row, "tc")) for row in children(table, "tr")]
    if all(len(cells) <= 1 for cells in rows):
        texts = [
            sum(len(node.text or "") for node in cell.iter() if local(node) == "t") for row in rows for cell in row
        ]
        return len(texts) <= 1 or max(texts) > 200
    return False


def table_grid(
    table: etree._Element, reader: TextReader, styles: Styles, numbered: Numbered
) -> tuple[WordGrid, Nested, Notes]:
    """The grid, the tables nested in its cells (to be read after it, each with the words of its row), and the notes its text refers to."""
    return _Tabler(reader, styles, numbered).read(table)


class _Tabler:
    def __init__(self, reader: TextReader, styles: Styles, numbered: Numbered) -> None:
        self.reader = reader
        self.styles = styles
        self.numbered = numbered
        self.inner: Nested = []
        self.within: list[etree._Element] = []  # tables in the cells of the row that is being read
        self.notes: Notes = []
        self.grid = WordGrid()
        self.open: dict[int, GridCell] = {}  # vertically merged cells that may go on, by their first column

    def read(self, table: etree._Element) -> tuple[WordGrid, Nested, Notes]:
        heads = 0
        for row in _within(table, "tr"):
            properties = child(row, "trPr")
            if child(properties, "del") is not None:
                self.reader.changes["deleted"] += 1
                continue
            if child(properties, "ins") is not None:
                self.reader.changes["inserted"] += 1
            if is_on(properties, "tblHeader") and heads == len(self.grid.rows):
                heads += 1
            self.grid.rows.append(self._row(row, properties))
        if 0 < heads < len(self.grid.rows):
            self.grid.head_rows = heads
        return self.grid, self.inner, self.notes

    def _row(self, row: etree._Element, properties: etree._Element | None) -> list[GridCell]:
        cells: list[GridCell] = []
        column = 1 + _count(value_of(properties, "gridBefore"), 0)
        still_open: dict[int, GridCell] = {}
        for node in _within(row, "tc"):
            cell_properties = child(node, "tcPr")
            columns = _count(value_of(cell_properties, "gridSpan"), 1)
            merge = child(cell_properties, "vMerge")
            if merge is not None and attribute(merge, "val") != "restart" and column in self.open:
                still_open[column] = self.open[column]
                self.open[column].rows += 1
            else:
                cell = GridCell(self._text(node), column, columns)
                cells.append(cell)
                if merge is not None:
                    still_open[column] = cell
            column += columns
        self.open = still_open
        label = next((cell.text for cell in cells if cell.text), "")
        self.inner += [(label, nested) for nested in self.within]
        self.within = []
        return cells

    def _text(self, cell: etree._Element) -> str:
        texts: list[str] = []
        for node in _within(cell, "p", "tbl"):
            if local(node) == "tbl":
                self.within.append(node)
                continue
            properties = child(node, "pPr")
            style = self.styles.get(value_of(properties, "pStyle"))
            read = self.reader.paragraph(node, style.bold, style.hidden)
            self.notes.extend(read.notes)
            texts.extend(self._text(box) for box in read.boxes)
            printed = self.numbered(style, properties) if read.text.strip() else None
            texts.append(f"{printed.mark} {read.text}" if printed and printed.mark else read.text)
        return "\n".join(text.strip() for text in texts if text.strip())


def _within(node: etree._Element, *names: str) -> list[etree._Element]:
    """Elements of these names below, through content controls and the like but not through each other."""
    found: list[etree._Element] = []
    for item in node:
        name = local(item)
        if name in names:
            found.append(item)
        elif name in ("sdt", "sdtContent", "customXml", "smartTag", "ins", "moveTo"):
            found.extend(_within(item, *names))
    return found


def _count(text: str | None, least: int) -> int:
    return (
        max(least, min(int(text), _MAX_SPAN)) if text and text.isascii() and text.isdigit() and len(text) < 6 else least
    )
