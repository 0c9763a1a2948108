"""Which number format does each cell of an XLSX sheet carry?"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lxml import etree

from opora.errors import BrokenFileError
from opora.reading.number_format import BUILT_IN
from opora.reading.sheet_looks import column_of, covered, draws_nothing, ranges, unseen_styles
from opora.reading.sheet_marks import NO_MARKS, SheetMarks, marks_in

_PLACE = re.compile(r"([A-Z]{1,3})(\d{1,7})")
Place = tuple[int, int]
Area = tuple[int, int, int, int]
UNSEEN = ";;;"  # the code of cells that show nothing, whatever hides it
_PLAIN = frozenset({0, 49})


class CellFormats:
    """Format codes by sheet and place (row and column from 0); empty when the workbook formats no numbers."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.codes: dict[int, str] = {}
        self.parts: dict[str, str] = {}
        self.unseen: frozenset[int] = frozenset()
        with zipfile.ZipFile(path) as archive:
            names = set(archive.namelist())
            if "xl/styles.xml" in names:
                styles = _root(archive.read("xl/styles.xml"))
                self.codes, self.unseen = _codes(styles), unseen_styles(styles)
            if {"xl/workbook.xml", "xl/_rels/workbook.xml.rels"} <= names:
                self.parts = _sheet_parts(archive)

    def of_sheet(self, name: str) -> dict[Place, str]:
        part = self.parts.get(name)
        if not part or not (self.codes or self.unseen):
            return {}
        found: dict[Place, str] = {}
        white: set[Place] = set()
        with zipfile.ZipFile(self.path) as archive:
            if part not in archive.namelist():
                return {}
            with archive.open(part) as sheet, _well_formed(part):
                for _, cell in etree.iterparse(sheet, tag="{*}c", resolve_entities=False, no_network=True):
                    self._note(cell, found, white)
                    cell.clear()
            if white:
                areas = [*covered(archive.read(part)), *_table_areas(archive)]
                found.update({place: UNSEEN for place in white if not any(_within(place, area) for area in areas)})
        return found

    def marks_of(self, name: str) -> SheetMarks:
        """What the sheet hides and which formulas have no result."""
        part = self.parts.get(name)
        with zipfile.ZipFile(self.path) as archive:
            return marks_in(archive.read(part)) if part and part in archive.namelist() else NO_MARKS

    def _note(self, cell: etree._Element, found: dict[Place, str], white: set[Place]) -> None:
        style, told = cell.get("s"), _PLACE.fullmatch(cell.get("r") or "")
        if not (style and style.isdecimal() and len(style) < 8 and told):
            return
        place = int(told[2]) - 1, column_of(told[1])
        if int(style) in self.unseen:
            white.add(place)
        code = self.codes.get(int(style))
        if code and (cell.get("t", "n") in ("n", "d") or "@" in code or draws_nothing(code)):
            found[place] = code


def _within(place: Place, area: Area) -> bool:
    return area[0] <= place[0] <= area[2] and area[1] <= place[1] <= area[3]


def _table_areas(archive: zipfile.ZipFile) -> Iterator[Area]:
    """Where tables of the workbook stand: their style colours cells that say nothing of it themselves."""
    for name in archive.namelist():
        if re.fullmatch(r"xl/tables/[^/]+\.xml", name):
            yield from ranges(_root(archive.read(name)).get("ref", ""))


def _root(data: bytes) -> etree._Element:
    with _well_formed("workbook"):
        return etree.fromstring(data, etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False))


@contextmanager
def _well_formed(part: str) -> Iterator[None]:
    try:
        yield
    except etree.XMLSyntaxError as error:
        raise BrokenFileError(f"its part {part} is damaged ({error.msg})", "save it again in its program") from error


def _codes(root: etree._Element) -> dict[int, str]:
    """Index of a cell style to its format code, for styles that change how a number looks."""
    own = {_number(fmt): fmt.get("formatCode", "") for fmt in root.iterfind("{*}numFmts/{*}numFmt")}
    found: dict[int, str] = {}
    for index, style in enumerate(root.iterfind("{*}cellXfs/{*}xf")):
        number = _number(style)
        code = own.get(number) or BUILT_IN.get(number, "")
        if number not in _PLAIN and code and code.lower() != "general":
            found[index] = code
    return found


def _number(node: etree._Element) -> int:
    """The number of a format. BrokenFileError when it is none: dates and shares would be told as other numbers."""
    told = node.get("numFmtId", "0")
    if not told.isdecimal() or len(told) > 9:
        raise BrokenFileError("its part styles is damaged (a format has no number)", "save it again in its program")
    return int(told)


def _sheet_parts(archive: zipfile.ZipFile) -> dict[str, str]:
    targets = {rel.get("Id", ""): rel.get("Target", "") for rel in _root(archive.read("xl/_rels/workbook.xml.rels"))}
    found: dict[str, str] = {}
    for sheet in _root(archive.read("xl/workbook.xml")).iterfind("{*}sheets/{*}sheet"):
        link = next((value for key, value in sheet.attrib.items() if str(key).endswith("}id")), "")
        target = targets.get(str(link), "")
        if target:
            found[sheet.get("name", "")] = target.lstrip("/") if target.startswith("/") else f"xl/{target}"
    return found
