"""Which lines does the PDF itself call headings: in its outline (bookmarks), or by the tags of its structure?"""

from __future__ import annotations

import ctypes
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from opora.domain.place import Box
from opora.reading.pdf_chars import Turn, bare
from opora.reading.pdf_lines import Line

_MOST = 20_000  # bookmarks
_MOST_LINES = 3  # of one heading
_LONGEST = 250  # characters of a heading
_NAME = 64  # bytes of a tag's name
_DEPTH = 60  # of tags inside tags
_NUMBER = re.compile(r"^[\W_]*(?:[\dIVXLC]+[.)\s]+)+(?=\w)")
_TAG = re.compile(r"H([1-6])?")


@dataclass(frozen=True, slots=True)
class Title:
    """A heading by name (an outline's) or by place (a tag's); ``level`` from 1, 0 when the tag does not say."""

    level: int
    words: str = ""  # folded, with the number it has
    bare: str = ""  # the same without the number; as ``words`` when it has none
    boxes: tuple[Box, ...] = ()


def outline(document: Any) -> dict[int, list[Title]]:
    """The bookmarks by the page they lead to (from 1); those that lead nowhere are none."""
    import pypdfium2 as pdfium

    found: dict[int, list[Title]] = defaultdict(list)
    try:
        for count, mark in enumerate(document.get_toc(max_depth=10)):
            if count >= _MOST:
                break
            target = mark.get_dest()
            page = target.get_index() if target else None
            words, plain = _both(mark.get_title() or "")
            if page is not None and page >= 0 and len(words) >= 2:
                found[page + 1].append(Title(min(6, mark.level + 1), words, plain))
    except (pdfium.PdfiumError, UnicodeDecodeError):
        return {}
    return found


def is_tagged(document: Any) -> bool:
    import pypdfium2.raw as raw

    return bool(raw.FPDFCatalog_IsTagged(document.raw))


def tagged(page: Any, number: int, turn: Turn) -> list[Title]:
    """The headings that the page's tags name, each with the places of its letters."""
    import pypdfium2.raw as raw

    tree = raw.FPDF_StructTree_GetForPage(page.raw)
    if not tree:
        return []
    try:
        levels: dict[int, tuple[int, int]] = {}  # number of the marked content → level, which heading
        tops = (raw.FPDF_StructTree_GetChildAtIndex(tree, n) for n in range(raw.FPDF_StructTree_CountChildren(tree)))
        for place, (level, element) in enumerate(_headings(raw, [top for top in tops if top])):
            for content in _contents(raw, element):
                levels[content] = (level, place)
    finally:
        raw.FPDF_StructTree_Close(tree)
    return _placed(raw, page, levels, number, turn) if levels else []


def _headings(raw: Any, tops: Sequence[Any]) -> Iterator[tuple[int, Any]]:
    children_of = bare("FPDF_StructElement_CountChildren", ctypes.c_int, 0)
    child_at = bare("FPDF_StructElement_GetChildAtIndex", ctypes.c_void_p, 1)
    room = ctypes.create_string_buffer(_NAME)
    waiting = [(ctypes.cast(top, ctypes.c_void_p).value, 0) for top in reversed(tops)]
    while waiting:
        element, depth = waiting.pop()
        found = _TAG.fullmatch(_type(element, room))
        if found:
            yield int(found[1] or 0), ctypes.cast(element or 0, raw.FPDF_STRUCTELEMENT)
        elif depth < _DEPTH:
            inside = (child_at(element, n) for n in range(children_of(element) - 1, -1, -1))
            waiting.extend((one, depth + 1) for one in inside if one)


def _contents(raw: Any, element: Any, depth: int = 0) -> Iterator[int]:
    """Numbers of the marked content of an element and of all inside it."""
    for at in range(raw.FPDF_StructElement_GetMarkedContentIdCount(element)):
        content = raw.FPDF_StructElement_GetMarkedContentIdAtIndex(element, at)
        if content >= 0:
            yield content
    for at in range(raw.FPDF_StructElement_CountChildren(element) if depth < _DEPTH else 0):
        inside = raw.FPDF_StructElement_GetChildAtIndex(element, at)
        if inside:
            yield from _contents(raw, inside, depth + 1)


def _type(element: int | None, room: Any) -> str:
    size = _type_at()(element, ctypes.addressof(room), _NAME)
    return room.raw[: size - 2].decode("utf-16-le", "replace") if 2 < size <= _NAME else ""


@cache
def _type_at() -> Any:
    import pypdfium2.raw as raw

    kind = ctypes.CFUNCTYPE(ctypes.c_ulong, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_ulong)
    return kind(ctypes.cast(raw.FPDF_StructElement_GetType, ctypes.c_void_p).value or 0)


def _placed(raw: Any, page: Any, levels: dict[int, tuple[int, int]], number: int, turn: Turn) -> list[Title]:
    boxes: dict[tuple[int, int], list[Box]] = defaultdict(list)
    object_at, type_of = bare("FPDFPage_GetObject", ctypes.c_void_p, 1), bare("FPDFPageObj_GetType", ctypes.c_int, 0)
    content_of = bare("FPDFPageObj_GetMarkedContentID", ctypes.c_int, 0)
    handle = ctypes.cast(page.raw, ctypes.c_void_p).value
    edges = [ctypes.c_float() for _ in range(4)]
    for index in range(raw.FPDFPage_CountObjects(page.raw)):
        address = object_at(handle, index)
        if type_of(address) != raw.FPDF_PAGEOBJ_TEXT or content_of(address) not in levels:
            continue
        thing = ctypes.cast(address, raw.FPDF_PAGEOBJECT)
        if raw.FPDFPageObj_GetBounds(thing, *map(ctypes.byref, edges)):
            left, low, right, high = (edge.value for edge in edges)
            (ax, ay), (bx, by) = turn(left, low), turn(right, high)
            boxes[levels[content_of(address)]].append(Box(number, min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)))
    return [Title(level, boxes=tuple(places)) for (level, _), places in boxes.items()]


def titles_among(lines: Sequence[Line], titles: Sequence[Title]) -> dict[int, tuple[int, int]]:
    """Of the lines of a column, which opens a heading: its index → (level or 0, how many lines the heading has).

    A bookmark takes the first lines that say its words, with or without the number before them, and nothing else.
    """
    found: dict[int, tuple[int, int]] = {}
    named = [title for title in titles if title.words]
    placed = [title for title in titles if title.boxes]
    at = 0
    while at < len(lines):
        hit = _by_place(lines, at, placed) or _by_name(lines, at, named)
        if hit is None:
            at += 1
            continue
        title, count = hit
        found[at] = (title.level, count)
        if title.words:
            named.remove(title)
        at += count
    return found


def _by_place(lines: Sequence[Line], at: int, titles: Sequence[Title]) -> tuple[Title, int] | None:
    for title in titles:
        count = 0
        while at + count < len(lines) and all(_in_one(word.middle, title.boxes) for word in lines[at + count].words):
            count += 1
        if count and sum(len(line.text) for line in lines[at : at + count]) <= _LONGEST:
            return title, count
    return None


def _in_one(middle: tuple[float, float], boxes: Sequence[Box]) -> bool:
    x, y = middle
    return any(box.left - 1 <= x <= box.right + 1 and box.top - 1 <= y <= box.bottom + 1 for box in boxes)


def _by_name(lines: Sequence[Line], at: int, titles: Sequence[Title]) -> tuple[Title, int] | None:
    if not titles:
        return None
    text = ""
    for count, line in enumerate(lines[at : at + _MOST_LINES], start=1):
        text = f"{text} {line.text}".strip()
        if len(text) > _LONGEST:
            break
        words, plain = _both(text)
        hit = next((t for t in titles if words in (t.words, t.bare) or t.words == plain), None)
        if hit is not None:
            return hit, count
    return None


def _both(text: str) -> tuple[str, str]:
    """The letters and digits of a title, with its number and without."""
    words = _folded(text)
    return words, _folded(_NUMBER.sub("", text)) or words


def _folded(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())
