"""Which cell styles of an XLSX workbook draw text that nobody can see?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeVar

from lxml import etree

from opora.reading.number_format import sections_of

_WHITE_NUMBERS = frozenset(["1", "9"])
_NEARLY = 0xF8  # of each colour, from here on white on white is not read by a person
_TINY = 1.0  # points
_RANGE = re.compile(r"\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?")


_T = TypeVar("_T")


def unseen_styles(root: etree._Element) -> frozenset[int]:
    """Indexes of cell styles with white letters on white, letters in the colour of the cell, or letters of a point."""
    fonts = [_font(font) for font in root.iterfind("{*}fonts/{*}font")]
    fills = [_fill(fill) for fill in root.iterfind("{*}fills/{*}fill")]
    found: set[int] = set()
    for index, style in enumerate(root.iterfind("{*}cellXfs/{*}xf")):
        colour, size = _at(fonts, style.get("fontId"), ("", 11.0))
        if size <= _TINY or (colour and colour == _at(fills, style.get("fillId"), "white")):
            found.add(index)
    return frozenset(found)


def draws_nothing(code: str) -> bool:
    """``;;;``: neither numbers nor texts are shown."""
    sections = sections_of(code)
    return bool(sections) and len(sections or ()) == 4 and not any(section.tokens for section in sections or ())


def covered(data: bytes) -> Iterator[tuple[int, int, int, int]]:
    """First row and column, last row and column (from 0) of what a sheet colours by rules, where a cell's own style says little."""
    for told in re.findall(rb"<(?:\w+:)?conditionalFormatting\b[^>]*\bsqref=[\"']([^\"']{1,2000})[\"']", data):
        yield from ranges(told.decode("ascii", "replace"))


def ranges(told: str) -> Iterator[tuple[int, int, int, int]]:
    for match in _RANGE.finditer(told):
        left, top = column_of(match[1]), int(match[2]) - 1
        yield top, left, int(match[4] or match[2]) - 1, column_of(match[3] or match[1])


def column_of(letters: str) -> int:
    """``A`` → 0."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number - 1


def _at(known: Sequence[_T], index: str | None, otherwise: _T) -> _T:
    number = int(index) if index and index.isdecimal() and len(index) < 8 else -1
    return known[number] if 0 <= number < len(known) else otherwise


def _font(font: etree._Element) -> tuple[str, float]:
    size = font.find("{*}sz")
    told = (size.get("val") if size is not None else None) or ""
    points = float(told) if re.fullmatch(r"\d{1,4}(?:\.\d{1,4})?", told) else 11.0
    return _colour(font.find("{*}color")), points


def _fill(fill: etree._Element) -> str:
    """The colour behind the text; empty where it is a pattern or one that cannot be told."""
    pattern = fill.find("{*}patternFill")
    if pattern is None:
        return ""
    kind = pattern.get("patternType", "none")
    if kind == "none":
        return "white"
    return _colour(pattern.find("{*}fgColor")) if kind == "solid" else ""


def _colour(node: etree._Element | None) -> str:
    """``white``, six digits, or ``""`` where the file says none that can be told without its theme."""
    if node is None or _number(node.get("tint")):
        return ""
    if node.get("theme") == "0" or node.get("indexed") in _WHITE_NUMBERS:
        return "white"
    digits = (node.get("rgb") or "")[-6:].upper()
    if not re.fullmatch(r"[0-9A-F]{6}", digits):
        return ""
    return "white" if all(int(digits[at : at + 2], 16) >= _NEARLY for at in (0, 2, 4)) else digits


def _number(told: str | None) -> float:
    return float(told) if told and re.fullmatch(r"-?\d{1,3}(?:\.\d{1,20})?", told) else 0.0
