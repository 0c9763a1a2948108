"""Which ruling lines and filled areas are drawn on a page, and in which order beside its text?"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from opora.reading.pdf_chars import Turn, bare

_THIN = 3.0
NEAR = 3.0  # points: edges that are meant to be one
_MOST_OBJECTS = 20_000
_OPAQUE = 250  # of 255


@dataclass(frozen=True, slots=True)
class Rule:
    """A straight line along an axis: ``at`` is y for a level rule and x for an upright one."""

    level: bool
    at: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Fill:
    """An opaque area in one colour; ``order`` is its place among all that is painted on the page."""

    order: int
    left: float
    top: float
    right: float
    bottom: float
    colour: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Drawn:
    """Rules, filled areas, and the place of each text object (by its address) in the order of painting."""

    rules: list[Rule] = field(default_factory=list)
    fills: list[Fill] = field(default_factory=list)
    order: dict[int, int] = field(default_factory=dict)


def page_drawings(page: Any, turn: Turn) -> Drawn:
    """In the coordinates of the page as displayed; rules are strokes, edges of frames and thin fills."""
    import pypdfium2.raw as raw

    drawn = Drawn()
    object_at, type_of = bare("FPDFPage_GetObject", ctypes.c_void_p, 1), bare("FPDFPageObj_GetType", ctypes.c_int, 0)
    handle = ctypes.cast(page.raw, ctypes.c_void_p).value
    count = min(raw.FPDFPage_CountObjects(page.raw), _MOST_OBJECTS)
    for index in range(count):
        address = object_at(handle, index)
        kind = type_of(address)
        if kind == raw.FPDF_PAGEOBJ_TEXT:
            drawn.order[address] = index
        elif kind == raw.FPDF_PAGEOBJ_PATH:
            path = ctypes.cast(address, raw.FPDF_PAGEOBJECT)
            drawn.rules.extend(_of_path(raw, path, turn))
            fill = _filled(raw, path, turn, index)
            if fill is not None:
                drawn.fills.append(fill)
    return drawn


def _filled(raw: Any, path: Any, turn: Turn, order: int) -> Fill | None:
    mode, stroke = ctypes.c_int(), ctypes.c_int()
    raw.FPDFPath_GetDrawMode(path, ctypes.byref(mode), ctypes.byref(stroke))
    if not mode.value:
        return None
    red, green, blue, opacity = (ctypes.c_uint() for _ in range(4))
    known = raw.FPDFPageObj_GetFillColor(path, *map(ctypes.byref, (red, green, blue, opacity)))
    if not known or opacity.value < _OPAQUE:
        return None
    left, low, right, high = _bounds(raw, path)
    (ax, ay), (bx, by) = turn(left, low), turn(right, high)
    if min(abs(bx - ax), abs(by - ay)) <= _THIN:
        return None
    colour = (red.value, green.value, blue.value)
    return Fill(order, min(ax, bx), min(ay, by), max(ax, bx), max(ay, by), colour)


def _bounds(raw: Any, path: Any) -> tuple[float, float, float, float]:
    """Left, bottom, right, top in user space."""
    edges = [ctypes.c_float() for _ in range(4)]
    raw.FPDFPageObj_GetBounds(path, *map(ctypes.byref, edges))
    left, low, right, high = (edge.value for edge in edges)
    return left, low, right, high


def _of_path(raw: Any, path: Any, turn: Turn) -> list[Rule]:
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    raw.FPDFPath_GetDrawMode(path, ctypes.byref(fill), ctypes.byref(stroke))
    segments = raw.FPDFPath_CountSegments(path)
    if not (fill.value or stroke.value) or segments > 2000:
        return []
    if not stroke.value:
        return _of_fill(raw, path, turn)
    points = _strokes(raw, path, segments)
    out: list[Rule] = []
    for (ax, ay), (bx, by) in points:
        rule = _rule(turn(ax, ay), turn(bx, by))
        if rule is not None:
            out.append(rule)
    return out


def _of_fill(raw: Any, path: Any, turn: Turn) -> list[Rule]:
    left, low, right, high = _bounds(raw, path)
    if min(right - left, high - low) > _THIN:
        return []
    middle_x, middle_y = (left + right) / 2, (low + high) / 2
    if right - left > high - low:
        rule = _rule(turn(left, middle_y), turn(right, middle_y))
    else:
        rule = _rule(turn(middle_x, low), turn(middle_x, high))
    return [rule] if rule else []


_Point = tuple[float, float]


def _strokes(raw: Any, path: Any, count: int) -> list[tuple[_Point, _Point]]:
    matrix = raw.FS_MATRIX()
    raw.FPDFPageObj_GetMatrix(path, ctypes.byref(matrix))
    x, y = ctypes.c_float(), ctypes.c_float()
    out: list[tuple[_Point, _Point]] = []
    here: _Point | None = None
    opened: _Point | None = None
    for index in range(count):
        segment = raw.FPDFPath_GetPathSegment(path, index)
        raw.FPDFPathSegment_GetPoint(segment, ctypes.byref(x), ctypes.byref(y))
        point = (
            matrix.a * x.value + matrix.c * y.value + matrix.e,
            matrix.b * x.value + matrix.d * y.value + matrix.f,
        )
        kind = raw.FPDFPathSegment_GetType(segment)
        if kind == raw.FPDF_SEGMENT_MOVETO:
            opened = point
        elif kind == raw.FPDF_SEGMENT_LINETO and here is not None:
            out.append((here, point))
        here = point
        if raw.FPDFPathSegment_GetClose(segment) and opened is not None:
            out.append((point, opened))
    return out


def _rule(start: _Point, end: _Point) -> Rule | None:
    wide, tall = abs(start[0] - end[0]), abs(start[1] - end[1])
    if tall < 1.0 and wide > 4.0:
        return Rule(True, (start[1] + end[1]) / 2, min(start[0], end[0]), max(start[0], end[0]))
    if wide < 1.0 and tall > 4.0:
        return Rule(False, (start[0] + end[0]) / 2, min(start[1], end[1]), max(start[1], end[1]))
    return None


def meeting(rules: Sequence[Rule]) -> list[list[Rule]]:
    """Rules that meet, directly or through others, in both directions; none where there are too many to be a table."""
    unique = _merge(rules)
    if len(unique) > 1500:
        return []
    parent = list(range(len(unique)))

    def root(index: int) -> int:
        while parent[index] != index:
            parent[index] = parent[parent[index]]
            index = parent[index]
        return index

    level = [index for index, rule in enumerate(unique) if rule.level]
    upright = [index for index, rule in enumerate(unique) if not rule.level]
    for a in level:
        first = unique[a]
        for b in upright:
            second = unique[b]
            if (
                first.low - NEAR <= second.at <= first.high + NEAR
                and second.low - NEAR <= first.at <= second.high + NEAR
            ):
                parent[root(a)] = root(b)
    groups: dict[int, list[Rule]] = {}
    for index, rule in enumerate(unique):
        groups.setdefault(root(index), []).append(rule)
    return [group for group in groups.values() if len({rule.level for rule in group}) == 2]


def _merge(rules: Sequence[Rule]) -> list[Rule]:
    """Rules on one axis that touch are one rule."""
    out: list[Rule] = []
    for rule in sorted(rules, key=lambda rule: (rule.level, round(rule.at), rule.low)):
        home = next((i for i in range(len(out) - 1, max(-1, len(out) - 40), -1) if _one(out[i], rule)), None)
        if home is None:
            out.append(rule)
        else:
            other = out[home]
            out[home] = Rule(rule.level, other.at, min(other.low, rule.low), max(other.high, rule.high))
    return out


def _one(a: Rule, b: Rule) -> bool:
    return a.level == b.level and abs(a.at - b.at) < 1.5 and b.low <= a.high + NEAR and a.low <= b.high + NEAR
