"""Which words stand on a PDF page, and exactly where, as the page is displayed?"""

from __future__ import annotations

import ctypes
import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from opora.domain.place import Box

_JOINERS = (0xFFFE, 0xAD, 0x02)
_TOUCHING = 0.12  # of the font size: runs closer than this are one token
_APART = 0.22  # without any space character, a gap wider than this starts a new word


@dataclass(frozen=True, slots=True)
class Word:
    """One printed word. ``spaced``: a space character stood before it; ``soft``: it ends in a line-end hyphen."""

    text: str
    box: Box
    size: float
    base: float
    bold: bool = False
    spaced: bool = True
    soft: bool = False
    upright: bool = True

    @property
    def middle(self) -> tuple[float, float]:
        return (self.box.left + self.box.right) / 2, (self.box.top + self.box.bottom) / 2


Turn = Callable[[float, float], tuple[float, float]]


def page_turn(page: Any) -> tuple[Turn, float, float]:
    """A map from PDF user space to the page as displayed (origin top-left), and its width and height in points."""
    import pypdfium2.raw as raw

    rect = raw.FS_RECTF()
    raw.FPDF_GetPageBoundingBox(page.raw, ctypes.byref(rect))
    left, right, low, high = rect.left, rect.right, rect.bottom, rect.top
    turns: dict[int, Turn] = {
        0: lambda x, y: (x - left, high - y),
        90: lambda x, y: (y - low, x - left),
        180: lambda x, y: (right - x, y - low),
        270: lambda x, y: (high - y, right - x),
    }
    return turns[page.get_rotation() % 360], float(page.get_width()), float(page.get_height())


def page_words(page: Any, number: int) -> list[Word]:
    """Words in the order of the page's content stream; boxes are tight around the glyphs."""
    textpage = page.get_textpage()
    try:
        return _join_letterspaced(_join_touching(_Scan(page, textpage.raw, number).words(textpage.count_chars())))
    finally:
        textpage.close()


class _Scan:
    """One pass over the characters of a page."""

    def __init__(self, page: Any, raw_text: Any, number: int) -> None:
        import pypdfium2.raw as raw

        self.raw, self.text, self.number = raw, raw_text, number
        self.turn, self.width, self.height = page_turn(page)
        self.rotation = math.radians(page.get_rotation())
        self.out: list[Word] = []
        self.letters: list[str] = []
        self.first = self.last = -1
        self.spaced = True
        self.bounds = [0.0, 0.0, 0.0, 0.0]
        self.styles: dict[int, tuple[float, bool, float, bool]] = {}
        self.style: tuple[float, bool, float, bool] = (0.0, False, 0.0, True)

    def words(self, count: int) -> list[Word]:
        unicode_at, box_at = self.raw.FPDFText_GetUnicode, self.raw.FPDFText_GetCharBox
        left, right, low, high = (ctypes.c_double() for _ in range(4))
        refs = [ctypes.byref(value) for value in (left, right, low, high)]
        lead, plain = 0, self.rotation == 0
        zero, top = self.turn(0.0, 0.0)
        shift = -zero
        for index in range(count):
            code = unicode_at(self.text, index)
            if code in _JOINERS and (self.letters or code != 0x02):
                self._flush(soft=True)
                continue
            if 0xD800 <= code < 0xDC00:
                lead = code
                continue
            if 0xDC00 <= code < 0xE000:
                code = 0x10000 + ((lead - 0xD800) << 10) + (code - 0xDC00) if lead else 0xFFFD
                lead = 0
            letter = "•" if code == 0x02 else chr(code)  # at the start of a word 0x02 is a glyph of a symbol font
            if code == 0 or letter.isspace() or code == 0x200B:
                self._flush()
                if code in (32, 0xA0, 9) and not self.spaced:
                    self.spaced = self.raw.FPDFText_IsGenerated(self.text, index) != 1
                continue
            box_at(self.text, index, *refs)
            if plain:
                box = (left.value - shift, top - high.value, right.value - shift, top - low.value)
            else:
                (x0, y0), (x1, y1) = self.turn(left.value, low.value), self.turn(right.value, high.value)
                box = (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
            self._letter(index, letter, box)
        self._flush()
        return self.out

    def _letter(self, index: int, letter: str, box: tuple[float, float, float, float]) -> None:
        if self.letters and self._jumps(index, box):
            self._flush()
        if not self.letters:
            self.first = index
            self.bounds = list(box)
            self.style = self._style(index)
        else:
            seen = self.bounds
            self.bounds = [min(seen[0], box[0]), min(seen[1], box[1]), max(seen[2], box[2]), max(seen[3], box[3])]
        self.letters.append(letter)
        self.last = index

    def _jumps(self, index: int, box: tuple[float, float, float, float]) -> bool:
        size = max(self.style[0], 1.0)
        if not self.style[3]:
            return box[1] - self.bounds[3] > size or self.bounds[1] - box[3] > size
        gap = box[0] - self.bounds[2]
        off = box[1] > self.bounds[3] + 0.3 * size or box[3] < self.bounds[1] - 0.3 * size
        if gap > _APART * size and not off:
            gap = self._advance_gap(index)
        return gap > _APART * size or gap < -2.5 * size or off

    def _advance_gap(self, index: int) -> float:
        """White between two characters beyond their advance: side bearings of narrow glyphs are no space."""
        before, after = (self._loose(at) for at in (index - 1, index))
        return after[0] - before[1]

    def _loose(self, index: int) -> tuple[float, float]:
        rect = self.raw.FS_RECTF()
        self.raw.FPDFText_GetLooseCharBox(self.text, index, ctypes.byref(rect))
        ends = self.turn(rect.left, rect.bottom)[0], self.turn(rect.right, rect.top)[0]
        return min(ends), max(ends)

    def _style(self, index: int) -> tuple[float, bool, float, bool]:
        """Size, weight, baseline and direction: the same for all of one text object."""
        thing = ctypes.cast(self.raw.FPDFText_GetTextObject(self.text, index), ctypes.c_void_p).value or 0
        if not thing:
            return self._look(index)
        if thing not in self.styles:
            self.styles[thing] = self._look(index)
        return self.styles[thing]

    def _look(self, index: int) -> tuple[float, bool, float, bool]:
        raw = self.raw
        matrix = raw.FS_MATRIX()
        scale = 1.0
        if raw.FPDFText_GetMatrix(self.text, index, ctypes.byref(matrix)):
            scale = math.hypot(matrix.c, matrix.d) or 1.0
        size = max(raw.FPDFText_GetFontSize(self.text, index) * scale, 0.1)
        x, y = ctypes.c_double(), ctypes.c_double()
        raw.FPDFText_GetCharOrigin(self.text, index, ctypes.byref(x), ctypes.byref(y))
        angle = raw.FPDFText_GetCharAngle(self.text, index) - self.rotation
        base = self.turn(x.value, y.value)[1]
        upright = math.cos(raw.FPDFText_GetCharAngle(self.text, index) + self.rotation) > 0.9 or math.cos(angle) > 0.9
        return size, self._bold(index), base, upright

    def _bold(self, index: int) -> bool:
        if self.raw.FPDFText_GetFontWeight(self.text, index) >= 600:
            return True
        buffer, flags = ctypes.create_string_buffer(96), ctypes.c_int()
        self.raw.FPDFText_GetFontInfo(self.text, index, buffer, 96, ctypes.byref(flags))
        name = buffer.value.lower()
        return b"bold" in name or b"black" in name or b"semibd" in name

    def _flush(self, soft: bool = False) -> None:
        if self.letters:
            if self.last > self.first and self.letters[0].isalpha() != self.letters[-1].isalpha():
                self.style = max(self.style, self._style(self.last))  # a raised mark at one end is not the word's style
            size, bold, base, upright = self.style
            box = Box(self.number, *(round(value, 2) for value in self.bounds))
            if box.right > 0 and box.left < self.width and box.bottom > 0 and box.top < self.height:
                word = Word("".join(self.letters), box, round(size, 2), base, bold, self.spaced, soft, upright)
                self.out.append(word)
            self.letters = []
            self.spaced = False


def merged(first: Word, second: Word, glue: str = "") -> Word:
    """Two neighbours on one line as one word."""
    a, b = first.box, second.box
    box = Box(a.page, min(a.left, b.left), min(a.top, b.top), max(a.right, b.right), max(a.bottom, b.bottom))
    big = first if first.size >= second.size else second
    return replace(big, text=first.text + glue + second.text, box=box, spaced=first.spaced, soft=second.soft)


def _join_touching(words: list[Word]) -> list[Word]:
    out: list[Word] = []
    for word in words:
        if out and word.upright and _touch(out[-1], word):
            out[-1] = merged(out[-1], word)
        else:
            out.append(word)
    return out


def _touch(first: Word, second: Word) -> bool:
    if second.spaced or not first.upright or first.soft:
        return False
    size = max(first.size, second.size)
    gap = second.box.left - first.box.right
    overlap = min(first.box.bottom, second.box.bottom) - max(first.box.top, second.box.top)
    level = overlap > 0.2 * min(first.size, second.size)
    return level and -0.3 * size < gap < _TOUCHING * size


def _join_letterspaced(words: list[Word]) -> list[Word]:
    """Runs of at least four single letters at even gaps, with no space character between, are words again."""
    out: list[Word] = []
    at = 0
    while at < len(words):
        end = at + 1
        while end < len(words) and _even(words[end - 1], words[end]):
            end += 1
        if end - at >= 4:
            out.extend(_spelled(words[at:end]))
        else:
            out.extend(words[at:end])
        at = end
    return out


def _even(first: Word, second: Word) -> bool:
    if second.spaced or len(first.text) > 1 or len(second.text) > 1 or not second.upright:
        return False
    gap = second.box.left - first.box.right
    return abs(first.base - second.base) < 0.1 * first.size and 0 <= gap < 1.2 * first.size


def _spelled(run: list[Word]) -> list[Word]:
    gaps = sorted(b.box.left - a.box.right for a, b in itertools.pairwise(run))
    usual = gaps[len(gaps) // 2]
    if gaps[0] < 0.3 * usual:
        return run
    out = [run[0]]
    for before, word in itertools.pairwise(run):
        if word.box.left - before.box.right > 1.8 * usual:
            out.append(word)
        else:
            out[-1] = merged(out[-1], word)
    return out
