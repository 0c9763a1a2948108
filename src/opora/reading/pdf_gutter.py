"""Where does a white strip part a page into columns whose lines stand on baselines of their own?"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from opora.reading.pdf_lines import Line
from opora.reading.pdf_tables import is_value

_GAP = 0.85  # of the font size: a narrower gap is one between words
_COLUMN = 18  # characters in the usual line of a column of text
_WIDE = 30  # beside which a narrow column is a side note


@dataclass(frozen=True, slots=True)
class _Run:
    """Words of one printed line without a wide gap: edges and baseline in points."""

    left: float
    right: float
    base: float
    size: float
    text: str


def strip(lines: Sequence[Line]) -> float | None:
    """The x of the strip between two columns of text, or a column and its side notes; None where there is none.

    No line crosses the strip between the first and the last line of the shorter column: unequal columns count as well.
    """
    runs = [run for line in lines for run in _runs(line)]
    low, high = min(run.left for run in runs), max(run.right for run in runs)
    lefts = sorted(run.left for run in runs if low + 0.12 * (high - low) < run.left < high - 0.05 * (high - low))
    starts = [a for a, b in itertools.pairwise(lefts) if b - a < 2]
    best: tuple[int, float] | None = None
    for start in dict.fromkeys(round(start) for start in starts):
        found = _parted(runs, start)
        if found and (best is None or found > best):
            best = found
    return best[1] if best else None


def _runs(line: Line) -> list[_Run]:
    out: list[_Run] = []
    words = line.words
    start = 0
    for at in range(1, len(words) + 1):
        if at < len(words) and words[at].box.left - words[at - 1].box.right < _GAP * line.size:
            continue
        part = words[start:at]
        text = " ".join(word.text for word in part)
        out.append(_Run(part[0].box.left, part[-1].box.right, part[0].base, part[0].size, text))
        start = at
    return out


def _parted(runs: Sequence[_Run], start: int) -> tuple[int, float] | None:
    """How many lines stand in the shorter column, and the middle of the strip before ``start``."""
    edge = start - 1.5
    best: tuple[int, float] | None = None
    ordered = sorted(runs, key=lambda run: run.base)
    for crosses, group in itertools.groupby(ordered, key=lambda run: run.left < edge < run.right + _GAP * run.size):
        if crosses:
            continue
        part = list(group)
        left, right = [run for run in part if run.left < edge], [run for run in part if run.left >= edge]
        if _are_columns(left, right):
            shorter = min(len(left), len(right))
            if best is None or shorter > best[0]:
                best = shorter, (max(run.right for run in left) + start) / 2
    return best


def _are_columns(left: Sequence[_Run], right: Sequence[_Run]) -> bool:
    """Both fill their lines with words, side by side; or one does, and notes stand beside it on other baselines."""
    if min(len(left), len(right)) < 2 or not _beside(left, right):
        return False
    narrow, wide = sorted((left, right), key=_usual)
    apart = sum(1 for run in narrow if all(abs(run.base - other.base) > 0.15 * run.size for other in wide))
    if len(narrow) >= 3 and _usual(narrow) >= _COLUMN:
        return apart > 0 or len(narrow) >= 6
    words = not any(is_value(run.text) for run in narrow) and _usual(narrow) >= 4
    return apart > 0.5 * len(narrow) and words and _usual(wide) >= _WIDE and len(wide) >= 3


def _usual(runs: Sequence[_Run]) -> int:
    lengths = sorted(len(run.text) for run in runs)
    return lengths[len(lengths) // 2]


def _beside(left: Sequence[_Run], right: Sequence[_Run]) -> bool:
    """Most of the shorter column stands beside the longer one."""
    shorter, longer = (left, right) if left[-1].base - left[0].base < right[-1].base - right[0].base else (right, left)
    top, bottom = longer[0].base - longer[0].size, longer[-1].base + longer[-1].size
    return sum(1 for run in shorter if top <= run.base <= bottom) >= 0.6 * len(shorter)
