"""Which characters does a PDF page hold, and where, as the page is displayed?"""

from __future__ import annotations

import ctypes
import math
import re
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from itertools import repeat
from typing import Any

_NOT_AT_START = re.compile(r"(?<![^\s\0\u200b\u00ad\ufffe\x02])\x02")
_ASK = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\u00ad\u2010\ufffe\uffff\ufffd-]")
_WIDE = re.compile(r"[\ufb00-\ufb4f\ufb50-\ufdff\U00010000-\U0010ffff]")
_WIDTH = ctypes.sizeof(ctypes.c_double)

Turn = Callable[[float, float], tuple[float, float]]


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


def page_chars(text_page: Any, count: int, turn: Turn) -> Chars:
    """All characters with their tight boxes; the loops over them run inside ``map``, which halves their cost."""
    handle = ctypes.cast(text_page, ctypes.c_void_p).value
    box_at = bare("FPDFText_GetCharBox", ctypes.c_int, 1, 4)
    boxes = (ctypes.c_double * (4 * count))()
    start = ctypes.addressof(boxes)
    places = [range(start + _WIDTH * n, start + _WIDTH * (4 * count + n), 4 * _WIDTH) for n in range(4)]
    deque(map(box_at, repeat(handle), range(count), *places), maxlen=0)
    edges = boxes[0::4], boxes[1::4], boxes[2::4], boxes[3::4]
    return Chars(_text(text_page, handle, count), *_turned(edges, turn))


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


_Edges = tuple[list[float], list[float], list[float], list[float]]


def _turned(edges: _Edges, turn: Turn) -> _Edges:
    """Left, right, bottom, top in user space to left, top, right, bottom as displayed."""
    left, right, low, high = edges
    zero, top = turn(0.0, 0.0)
    if math.isclose(turn(1.0, 0.0)[0] - zero, 1.0):
        return (
            [x + zero for x in left],
            [top - y for y in high],
            [x + zero for x in right],
            [top - y for y in low],
        )
    first = list(map(turn, left, low))
    second = list(map(turn, right, high))
    return (
        [min(a[0], b[0]) for a, b in zip(first, second, strict=True)],
        [min(a[1], b[1]) for a, b in zip(first, second, strict=True)],
        [max(a[0], b[0]) for a, b in zip(first, second, strict=True)],
        [max(a[1], b[1]) for a, b in zip(first, second, strict=True)],
    )
