"""What does a Word 97-2003 document say?"""

from __future__ import annotations

import re
import struct
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from opora.errors import BrokenFileError, EncryptedError
from opora.reading.assemble import Draft, Reading
from opora.reading.by_hand import by_hand, titled
from opora.reading.grid import GridCell, GridRules, table_drafts
from opora.reading.media import DOC
from opora.reading.sequence import settle

_FLAGS, _MAIN, _NOTES, _HEADERS = 0x0A, 0x4C, 0x50, 0x54
_CLX, _PAPX = 0x1A2, 0x102
_PAGE = 512
_STYLES = 0xA2
_IN_TABLE, _ROW_END, _LIST, _OUTLINE = 0x2416, 0x2417, 0x460B, 0x2640
_TITLE, _CAPTION, _NO_STYLE = 62, 34, 0xFFF
_SIZES = {0: 1, 1: 1, 2: 2, 3: 4, 4: 2, 5: 2, 7: 3}  # operand bytes by the upper three bits of a property's code
_FIELD = re.compile("\x13[^\x13\x14\x15]*(?:\x14([^\x13\x14\x15]*))?\x15")
_GONE = re.compile("[\x01-\x06\x08\x0e-\x1d\x1f]")
_LOOKS = {"\x0b": "\n", "\x1e": "-", "\x0c": "\n", "\xa0": "\u00a0"}
_MAX_PIECES = 200_000


@dataclass(frozen=True, slots=True)
class _Look:
    """Properties of a paragraph: its style's number, whether it stands in a table, ends a row or belongs to a list."""

    style: int = 0
    in_table: bool = False
    ends_row: bool = False
    listed: bool = False
    outline: int | None = None


def read_doc(path: Path) -> Reading:
    """Paragraphs, headings by style, tables and footnotes in the order of the file. Numbers that Word counts are not printed.

    Source: [MS-DOC] Word (.doc) Binary File Format.
    """
    import olefile

    try:
        with olefile.OleFileIO(str(path)) as ole:
            stream: bytes = ole.openstream("WordDocument").read()
            flags = struct.unpack_from("<H", stream, _FLAGS)[0]
            if flags & 0x0100:
                raise EncryptedError("it is encrypted", "remove the password and add it again")
            table: bytes = ole.openstream("1Table" if flags & 0x0200 else "0Table").read()
            file = _File(stream, table)
            drafts = list(file.drafts())
    except (OSError, ValueError, IndexError, struct.error, AttributeError, TypeError) as error:
        raise BrokenFileError(f"the Word document is damaged ({error})", "save it as DOCX and add that") from error
    settle(drafts)
    title = next((draft.text for draft in drafts if draft.kind == "heading"), "")
    warnings = ("it is a Word 97-2003 document: numbers of lists and clauses that Word counts itself are not read",)
    return Reading(tuple(drafts), DOC, "doc", title, warnings=warnings if file.counts else ())


class _File:
    def __init__(self, stream: bytes, table: bytes) -> None:
        self.stream, self.table = stream, table
        self.pieces = list(self._pieces())
        self.counts = False
        self.kinds = self._style_kinds()
        self.main, self.notes = (struct.unpack_from("<i", stream, at)[0] for at in (_MAIN, _NOTES))
        if self.main < 0 or self.notes < 0:
            raise ValueError("its lengths are below zero")
        self.places, self.looks = self._paragraph_looks()

    def _span(self, at: int) -> bytes:
        start, size = struct.unpack_from("<II", self.stream, at)
        return self.table[start : start + size]

    def _pieces(self) -> Iterator[tuple[int, int, int, bool]]:
        """Runs of characters: first and last place in the text, place in the file, one byte a character or two."""
        data, at = self._span(_CLX), 0
        while at < len(data) and data[at] == 1:
            at += 3 + struct.unpack_from("<H", data, at + 1)[0]
        if at >= len(data) or data[at] != 2:
            raise ValueError("it has no table of pieces")
        (size,) = struct.unpack_from("<I", data, at + 1)
        count = (min(size, len(data) - at - 5) - 4) // 12
        if not 0 < count <= _MAX_PIECES:
            raise ValueError("its table of pieces is empty")
        ends = struct.unpack_from(f"<{count + 1}I", data, at + 5)
        for number, (start, end) in enumerate(pairwise(ends)):
            (place,) = struct.unpack_from("<I", data, at + 5 + 4 * (count + 1) + 8 * number + 2)
            narrow = bool(place & 0x40000000)
            yield start, end, (place & 0x3FFFFFFF) // (2 if narrow else 1), narrow

    def _text(self, low: int, high: int) -> list[tuple[str, int]]:
        """The text between two places, piece by piece, each with its place in the file for every character's sake."""
        found: list[tuple[str, int]] = []
        for start, end, place, narrow in self.pieces:
            first, last = max(start, low), min(end, high)
            if first < last:
                width = 1 if narrow else 2
                begin = place + (first - start) * width
                data = self.stream[begin : begin + (last - first) * width]
                found.append((data.decode("cp1252" if narrow else "utf-16-le", "replace"), begin if narrow else -begin))
        return found

    def _paragraph_looks(self) -> tuple[list[int], list[_Look]]:
        """Places in the file where paragraphs with the same properties begin, in order, and these properties."""
        data = self._span(_PAPX)
        count = max(0, (len(data) - 4) // 8)
        found: dict[int, _Look] = {}
        for number in range(count):
            (page,) = struct.unpack_from("<I", data, 4 * (count + 1) + 4 * number)
            block = self.stream[(page & 0x3FFFFF) * _PAGE : ((page & 0x3FFFFF) + 1) * _PAGE]
            if len(block) == _PAGE:
                found.update(_looks(block))
        places = sorted(found)
        return places, [found[place] for place in places]

    def _style_kinds(self) -> dict[int, int]:
        """Style → the built-in style it is or comes from: 1 to 9 are headings, others are in the format's own list."""
        data = self._span(_STYLES)
        if len(data) < 6:
            return {}
        head, count = struct.unpack_from("<HH", data)
        at, own, bases = 2 + head, {}, {}
        for number in range(min(count, 4095)):
            if at + 2 > len(data):
                break
            (size,) = struct.unpack_from("<H", data, at)
            if size >= 4 and at + 6 <= len(data):
                kind, base = struct.unpack_from("<HH", data, at + 2)
                own[number], bases[number] = kind & 0xFFF, base >> 4
            at += 2 + size + size % 2
        found: dict[int, int] = {}
        for number in own:
            one, steps = number, 0
            while own.get(one, _NO_STYLE) > 267 and one in bases and steps < 12:  # made by the user
                one, steps = bases[one], steps + 1
            found[number] = own.get(one, 0)
        return found

    def _look(self, place: int) -> _Look:
        at = bisect_right(self.places, place) - 1
        return self.looks[at] if at >= 0 else _Look()

    def paragraphs(self, low: int, high: int) -> Iterator[tuple[str, _Look, str]]:
        """Text, properties and the mark that ends it: ``\\r`` a paragraph, ``\\a`` a cell or row."""
        held: list[str] = []
        for text, place in self._text(low, high):
            width = 1 if place > 0 else 2
            begin = abs(place)
            for at, char in enumerate(text):
                if char in "\r\x07":
                    yield "".join(held), self._look(begin + at * width), char
                    held = []
                else:
                    held.append(char)
        if held:
            yield "".join(held), _Look(), "\r"

    def drafts(self) -> Iterator[Draft]:
        rows: list[list[str]] = []
        cells: list[str] = []
        inner: list[str] = []
        paragraphs = list(self.paragraphs(0, self.main))
        styled = any(self._level(look) for _, look, _ in paragraphs)
        for raw, look, mark in paragraphs:
            text = shown(raw)
            if mark == "\x07" and look.ends_row:
                rows.append(cells)
                cells = []
            elif mark == "\x07":
                cells.append("\n".join([*inner, text]).strip())
                inner = []
            elif look.in_table and not look.ends_row:
                inner.append(text)
            else:
                yield from _table(rows)
                rows = []
                if text:
                    yield self._draft(text, look, styled)
        yield from _table([*rows, cells] if cells else rows)
        for raw, _, _ in self.paragraphs(self.main, self.main + self.notes):
            if shown(raw):
                yield Draft("footnote", shown(raw))

    def _level(self, look: _Look) -> int | None:
        kind = (
            look.style if 1 <= look.style <= 9 else self.kinds.get(look.style, 0)
        )  # the first nine are always headings
        return 1 if kind == _TITLE else kind if 1 <= kind <= 9 else look.outline

    def _draft(self, text: str, look: _Look, styled: bool) -> Draft:
        level = self._level(look)
        if level:
            return titled(text, level)
        if self.kinds.get(look.style) == _CAPTION:
            return Draft("caption", text)
        if look.listed:
            self.counts = True
            return Draft("list_item", text)
        return by_hand(text, False, styled)


def shown(text: str) -> str:
    """What the page shows of a paragraph: results of fields, no marks of objects, notes and comments."""
    for _ in range(5):  # a field may stand in another one's result
        text, changed = _FIELD.subn(lambda match: match[1] or "", text)
        if not changed:
            break
    for sign, look in _LOOKS.items():
        text = text.replace(sign, look)
    return _GONE.sub("", text).strip()


def _looks(block: bytes) -> Iterator[tuple[int, _Look]]:
    """Paragraphs of one page of properties: their places and what is said of them."""
    count = block[_PAGE - 1]
    if 4 * (count + 1) + 13 * count > _PAGE:
        return
    for number in range(count):
        (place,) = struct.unpack_from("<I", block, 4 * number)
        at = block[4 * (count + 1) + 13 * number] * 2
        if at == 0 or at + 3 > _PAGE:
            yield place, _Look()
            continue
        size, start = block[at] * 2 - 1, at + 1
        if block[at] == 0:
            size, start = block[at + 1] * 2, at + 2
        yield place, _look_of(block[start : start + max(0, size)])


def _look_of(data: bytes) -> _Look:
    if len(data) < 2:
        return _Look()
    (style,) = struct.unpack_from("<H", data)
    in_table = ends_row = listed = False
    outline: int | None = None
    at = 2
    while at + 3 <= len(data):
        (code,) = struct.unpack_from("<H", data, at)
        kind = code >> 13
        size = _SIZES.get(kind, 0) if kind != 6 else data[at + 2] + 1
        if code == _IN_TABLE:
            in_table = data[at + 2] != 0
        elif code == _ROW_END:
            ends_row = data[at + 2] != 0
        elif code == _LIST and at + 4 <= len(data):
            listed = struct.unpack_from("<H", data, at + 2)[0] not in (0, 0xF801)
        elif code == _OUTLINE and data[at + 2] < 9:
            outline = data[at + 2] + 1
        at += 2 + max(1, size)
    return _Look(style, in_table, ends_row, listed, outline)


def _table(rows: list[list[str]]) -> Iterator[Draft]:
    if any(cell for row in rows for cell in row):
        grid = [[GridCell(text, column) for column, text in enumerate(row, start=1)] for row in rows]
        yield from table_drafts(grid, GridRules())
