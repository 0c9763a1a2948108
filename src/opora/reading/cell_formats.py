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
from opora.reading.sheet_marks import NO_MARKS, SheetMarks, marks_in

_PLACE = re.compile(r"([A-Z]{1,3})(\d{1,7})")
_PLAIN = frozenset({0, 49})


class CellFormats:
    """Format codes by sheet and place (row and column from 0); empty when the workbook formats no numbers."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.codes: dict[int, str] = {}
        self.parts: dict[str, str] = {}
        with zipfile.ZipFile(path) as archive:
            names = set(archive.namelist())
            if "xl/styles.xml" in names:
                self.codes = _codes(_root(archive.read("xl/styles.xml")))
            if {"xl/workbook.xml", "xl/_rels/workbook.xml.rels"} <= names:
                self.parts = _sheet_parts(archive)

    def of_sheet(self, name: str) -> dict[tuple[int, int], str]:
        part = self.parts.get(name)
        if not part or not self.codes:
            return {}
        found: dict[tuple[int, int], str] = {}
        with zipfile.ZipFile(self.path) as archive:
            if part not in archive.namelist():
                return {}
            with archive.open(part) as sheet, _well_formed(part):
                for _, cell in etree.iterparse(sheet, tag="{*}c", resolve_entities=False, no_network=True):
                    self._note(cell, found)
                    cell.clear()
        return found

    def marks_of(self, name: str) -> SheetMarks:
        """What the sheet hides and which formulas have no result."""
        part = self.parts.get(name)
        with zipfile.ZipFile(self.path) as archive:
            return marks_in(archive.read(part)) if part and part in archive.namelist() else NO_MARKS

    def _note(self, cell: etree._Element, found: dict[tuple[int, int], str]) -> None:
        style, place = cell.get("s"), _PLACE.fullmatch(cell.get("r") or "")
        if style and style.isdecimal() and len(style) < 8 and place and cell.get("t", "n") == "n":
            code = self.codes.get(int(style))
            if code:
                found[int(place[2]) - 1, _column(place[1])] = code


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


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number - 1
