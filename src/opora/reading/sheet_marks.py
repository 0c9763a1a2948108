"""Which rows and columns does a sheet hide, and which of its formulas have no result stored?"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

# The parts are looked for in the bytes: a sheet may have a million cells, and few hide anything.
_ROW = re.compile(rb"<(?:\w+:)?row\b([^>]*)>")
_COLUMN = re.compile(rb"<(?:\w+:)?col\b([^>]*)>")
_HIDDEN = re.compile(rb"\bhidden=[\"'](?:1|true)[\"']")
_NUMBER = {name: re.compile(rb"\b" + name + rb"=[\"'](\d{1,7})[\"']") for name in (b"r", b"min", b"max")}
_NO_RESULT = re.compile(
    rb"<(?:\w+:)?c\b([^>]*)>\s*<(?:\w+:)?f\b[^>]*(?:/>|>[^<]*</(?:\w+:)?f>)\s*(?:<(?:\w+:)?v\s*/>|<(?:\w+:)?v></(?:\w+:)?v>)?\s*</(?:\w+:)?c>"
)
_PLACE = re.compile(rb"\br=[\"']([A-Z]{1,3}\d{1,7})[\"']")
_MAX_COLUMNS = 16_384
_NAMED = 5


@dataclass(frozen=True, slots=True)
class SheetMarks:
    """Rows and columns from 0; cells by their name (``B7``)."""

    hidden_rows: frozenset[int] = frozenset()
    hidden_columns: frozenset[int] = frozenset()
    without_result: tuple[str, ...] = ()

    def left_out(self, sheet: str) -> Iterator[str]:
        if self.hidden_rows:
            yield f"hidden rows of {sheet}: {_runs(self.hidden_rows, str)}"
        if self.hidden_columns:
            yield f"hidden columns of {sheet}: {_runs(self.hidden_columns, letters_of)}"

    def warnings(self, sheet: str) -> Iterator[str]:
        cells = self.without_result
        if cells:
            more = " …" if len(cells) > _NAMED else ""
            yield (
                f"{len(cells)} formulas of {sheet} have no stored result ({', '.join(cells[:_NAMED])}{more}) and are not read; "
                "open it in its program and save it again"
            )


NO_MARKS = SheetMarks()


def marks_in(data: bytes) -> SheetMarks:
    """Marks of a sheet's XML, which need not be well formed."""
    rows: set[int] = set()
    columns: set[int] = set()
    if b"hidden=" in data:
        for match in _ROW.finditer(data):
            if _HIDDEN.search(match[1]) and (number := _NUMBER[b"r"].search(match[1])):
                rows.add(int(number[1]) - 1)
        for match in _COLUMN.finditer(data):
            first, last = (_NUMBER[name].search(match[1]) for name in (b"min", b"max"))
            if _HIDDEN.search(match[1]) and first and last:
                columns.update(range(int(first[1]) - 1, min(int(last[1]), _MAX_COLUMNS)))
    empty = [place[1].decode() for match in _NO_RESULT.finditer(data) if (place := _PLACE.search(match[1]))]
    return SheetMarks(frozenset(rows), frozenset(columns), tuple(empty)) if rows or columns or empty else NO_MARKS


def _runs(numbers: frozenset[int], write: Callable[[int], str]) -> str:
    """``3-5, 9`` for rows 2, 3, 4 and 8."""
    ordered = sorted(numbers)
    starts = [ordered[0], *(b for a, b in pairwise(ordered) if b > a + 1)]
    ends = [*(a for a, b in pairwise(ordered) if b > a + 1), ordered[-1]]
    return ", ".join(
        write(low + 1) + (f"-{write(high + 1)}" if high > low else "") for low, high in zip(starts, ends, strict=True)
    )


def letters_of(number: int) -> str:
    """1 → ``A``."""
    text = ""
    while number:
        number, rest = divmod(number - 1, 26)
        text = chr(65 + rest) + text
    return text
