"""Which ruling lines are drawn on a page?"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any

from opora.reading.pdf_chars import Turn

_THIN = 3.0
_MOST_OBJECTS = 20_000


@dataclass(frozen=True, slots=True)
class Rule:
    """A straight line along an axis: ``at`` is y for a level rule and x for an upright one."""

    level: bool
    at: float
    low: float
    high: float


def page_rules(page: Any, turn: Turn) -> list[Rule]:
    """Level and upright rules in the coordinates of the page as displayed: strokes, edges of frames, thin fills."""
    import pypdfium2.raw as raw

    rules: list[Rule] = []
    count = min(raw.FPDFPage_CountObjects(page.raw), _MOST_OBJECTS)
    for index in range(count):
        thing = raw.FPDFPage_GetObject(page.raw, index)
        kind = raw.FPDFPageObj_GetType(thing)
        if kind == raw.FPDF_PAGEOBJ_PATH:
            rules.extend(_of_path(raw, thing, turn))
    return rules


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
    edges = [ctypes.c_float() for _ in range(4)]
    raw.FPDFPageObj_GetBounds(path, *[ctypes.byref(edge) for edge in edges])
    left, low, right, high = (edge.value for edge in edges)
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
