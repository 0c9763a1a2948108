"""Where is it? Spans in a version's text, boxes on a page, days on the calendar."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Half-open range of code points: ``text[start:end]``."""

    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise ValueError(f"span {self.start}-{self.end} runs backwards or below zero")

    def __len__(self) -> int:
        return self.end - self.start

    def of(self, text: str) -> str:
        return text[self.start : self.end]

    def moved(self, by: int) -> Span:
        return Span(self.start + by, self.end + by)

    def overlaps(self, other: Span) -> bool:
        return self.start < other.end and other.start < self.end

    def covers(self, other: Span) -> bool:
        return self.start <= other.start and other.end <= self.end


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a page: points, origin top-left, pages from 1."""

    page: int
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of characters drawn in one place: a word, or one half of a word broken across lines.

    Of a word read from an image, ``confidence`` is 0 to 100, and ``other`` what another reading made of a number that
    is not trusted (``None``: it is).
    """

    start: int
    end: int
    box: Box
    confidence: float | None = None
    other: str | None = None


def bare_piece(piece: Piece) -> tuple[object, ...]:
    """Its values in the order that ``piece_from`` takes them; a piece that was not read from an image has seven."""
    box = piece.box
    told = (piece.start, piece.end, box.page, box.left, box.top, box.right, box.bottom)
    return told if piece.confidence is None else (*told, piece.confidence, piece.other)


def piece_from(values: Sequence[Any]) -> Piece:
    start, end, page, left, top, right, bottom, *read = values
    return Piece(start, end, Box(page, left, top, right, bottom), *read)


def line_boxes(pieces: Iterable[Piece], span: Span) -> tuple[Box, ...]:
    """Boxes of a span, one for each printed line it touches, in reading order.

    Pieces share a line when they are on one page, overlap by at least half of the lower one's
    height, and do not run back to the left.
    """
    lines: list[Box] = []
    for piece in pieces:
        if piece.end <= span.start or piece.start >= span.end:
            continue
        box = piece.box
        if lines and _same_line(lines[-1], box):
            last = lines[-1]
            lines[-1] = Box(
                last.page,
                min(last.left, box.left),
                min(last.top, box.top),
                max(last.right, box.right),
                max(last.bottom, box.bottom),
            )
        else:
            lines.append(box)
    return tuple(lines)


def _same_line(line: Box, box: Box) -> bool:
    if line.page != box.page or box.left < line.left:
        return False
    shared = min(line.bottom, box.bottom) - max(line.top, box.top)
    lower = min(line.bottom - line.top, box.bottom - box.top)
    return shared >= 0.5 * max(lower, 0.1)


def calendar_day(text: str) -> dt.date:
    """A day written YYYY-MM-DD and no other way ("20261023" and weeks are refused); ValueError says so."""
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        raise ValueError(f"{text!r} is not a date; write YYYY-MM-DD")
    return dt.date.fromisoformat(text)


@dataclass(frozen=True, slots=True)
class Validity:
    """A period of calendar days, both ends included; ``None`` leaves an end open."""

    start: dt.date | None = None
    end: dt.date | None = None

    def __post_init__(self) -> None:
        if self.start and self.end and self.end < self.start:
            raise ValueError(f"valid_until {self.end} is before valid_from {self.start}")

    def includes(self, day: dt.date) -> bool:
        return (self.start is None or self.start <= day) and (self.end is None or day <= self.end)

    def overlaps(self, other: Validity) -> bool:
        starts_in_time = self.start is None or other.end is None or self.start <= other.end
        ends_in_time = other.start is None or self.end is None or other.start <= self.end
        return starts_in_time and ends_in_time
