"""Which characters does a PDF page hold, and where, as the page is displayed?"""

from __future__ import annotations

import ctypes
import re
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import repeat
from typing import Any

import numpy as np

_NOT_AT_START = re.compile(r"(?<![^\s\0\u200b\u00ad\ufffe\x02])\x02")
_ASK = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\u00ad\u2010\ufffe\uffff\ufffd-]")
_WIDE = re.compile(r"[\ufb00-\ufb4f\ufb50-\ufdff\U00010000-\U0010ffff]")
_WIDTH = ctypes.sizeof(ctypes.c_double)

Turn = Callable[[Any, Any], tuple[Any, Any]]  # of numbers, or of arrays of them
Bounds = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Chars:
    """The characters of a page in the order of its content stream: ``text[i]`` has the i-th of every list.

    Edges are points from the top left of the page as displayed. A lead surrogate stays in its place; the whole character
    follows it.
    """

    text: str
    lefts: list[float]
    tops: list[float]
    rights: list[float]
    bottoms: list[float]

    def measured(self, runs: Sequence[tuple[int, int]]) -> list[Measures]:
        """Of each run of characters ``text[start:stop]``, in their order and apart; measured at once for a whole page."""
        if not runs:
            return []
        ends = np.array(runs)
        lefts, tops, rights, bottoms = (
            np.array([*side, 0.0]) for side in (self.lefts, self.tops, self.rights, self.bottoms)
        )
        gaps = np.append(lefts[1:] - rights[:-1], 0.0)
        inner = ends - ((ends[:, 1] - ends[:, 0] > 1)[:, None] * (0, 1))
        least, most = _least(ends), _most(ends)
        bounds = np.round([least(lefts), least(tops), most(rights), most(bottoms)], 2)
        steps = most(tops) - least(bottoms), _most(inner)(gaps), _least(inner)(gaps)
        return list(zip(zip(*bounds.tolist(), strict=True), *(one.tolist() for one in steps), strict=True))


Measures = tuple[Bounds, float, float, float]
"""Of a run: its edges to a hundredth of a point (left, top, right, bottom), how far its lowest letter begins under the
end of its highest, the widest and the narrowest gap between two letters (of a single letter: nothing of use).
"""


def _least(ends: Any) -> Callable[[Any], Any]:
    return lambda side: np.minimum.reduceat(side, ends.ravel())[::2]


def _most(ends: Any) -> Callable[[Any], Any]:
    return lambda side: np.maximum.reduceat(side, ends.ravel())[::2]


def page_turn(page: Any, quarter: int = 0) -> tuple[Turn, float, float]:
    """A map from PDF user space to the page as displayed (origin top-left), and its width and height in points.

    ``quarter``: to the page turned so that text stands upright which runs so many quarter turns clockwise as displayed.
    """
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
    width, height = float(page.get_width()), float(page.get_height())
    return turns[(page.get_rotation() - 90 * quarter) % 360], *((height, width) if quarter % 2 else (width, height))


def page_chars(text_page: Any, count: int, turn: Turn) -> Chars:
    """All characters with their tight boxes; the loops over them run inside ``map``, which halves their cost."""
    handle = ctypes.cast(text_page, ctypes.c_void_p).value
    box_at = bare("FPDFText_GetCharBox", ctypes.c_int, 1, 4)
    boxes = np.zeros((count, 4))
    start, end = boxes.ctypes.data, boxes.ctypes.data + 4 * _WIDTH * count
    places = [range(start + _WIDTH * n, end + _WIDTH * n, 4 * _WIDTH) for n in range(4)]
    deque(map(box_at, repeat(handle), range(count), *places), maxlen=0)
    left, right, low, high = boxes.T
    (ax, ay), (bx, by) = turn(left, low), turn(right, high)
    sides = np.minimum(ax, bx), np.minimum(ay, by), np.maximum(ax, bx), np.maximum(ay, by)
    return Chars(_text(text_page, handle, count), *(side.tolist() for side in sides))


@cache
def bare(name: str, result: Any, integers: int, addresses: int = 0) -> Any:
    """A function of PDFium called with bare numbers: converting typed pointers took longer than the call."""
    import pypdfium2.raw as raw

    kind = ctypes.CFUNCTYPE(result, ctypes.c_void_p, *[ctypes.c_int] * integers, *[ctypes.c_void_p] * addresses)
    return kind(ctypes.cast(getattr(raw, name), ctypes.c_void_p).value or 0)


def things_at(text_page: Any, places: Iterable[int]) -> list[int]:
    """The addresses of the text objects that hold these characters, 0 for characters PDFium made up."""
    thing_at = bare("FPDFText_GetTextObject", ctypes.c_void_p, 1)
    handle = ctypes.cast(text_page, ctypes.c_void_p).value
    return [thing or 0 for thing in map(thing_at, repeat(handle), places)]


def _text(text_page: Any, handle: int | None, count: int) -> str:
    """In one call where every character is one code unit; what marks a line's end is asked for one by one."""
    import pypdfium2.raw as raw

    code_at = bare("FPDFText_GetUnicode", ctypes.c_uint, 1)
    buffer = (ctypes.c_ushort * (count + 1))()
    if raw.FPDFText_GetText(text_page, 0, count, buffer) == count + 1:
        text = bytes(buffer)[:-2].decode("utf-16-le", "replace")
        if len(text) == count and not _WIDE.search(text):
            letters = list(text)
            for found in _ASK.finditer(text):
                letters[found.start()] = chr(min(code_at(handle, found.start()), 0x10FFFF))
            return _NOT_AT_START.sub("•", "".join(letters))
    codes = list(map(code_at, repeat(handle), range(count)))
    return _NOT_AT_START.sub("•", _whole(codes))  # at the start of a word 0x02 is a glyph of a symbol font


def _whole(codes: list[int]) -> str:
    lead = 0
    for at, code in enumerate(codes):
        if 0xDC00 <= code < 0xE000:
            codes[at] = 0x10000 + ((lead - 0xD800) << 10) + (code - 0xDC00) if lead else 0xFFFD
        elif code > 0x10FFFF:
            codes[at] = 0xFFFD
        lead = code if 0xD800 <= code < 0xDC00 else 0
    return "".join(map(chr, codes))
