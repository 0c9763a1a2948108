"""What is one printed word, and which pieces of one did a page draw apart?"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace

from opora.domain.place import Box
from opora.reading.pdf_hidden import PLAIN, Paint
from opora.reading.pdf_raised import beside

_TOUCHING = 0.12  # of the font size: runs closer than this are one token


@dataclass(slots=True)
class Word:
    """One printed word. ``spaced``: a space character stood before it; ``soft``: it ends in a line-end hyphen.

    ``confidence`` and ``other``: see ``domain.place.Piece``. ``box`` and ``base`` are in the frame in which the page is
    read; ``shown``: the place on the page as displayed, where that is another (see ``pdf_turned``). Of a word that is
    not upright, ``turned`` is the same word in the frame in which it is.
    """

    text: str
    box: Box
    size: float
    base: float
    bold: bool = False
    spaced: bool = True
    soft: bool = False
    upright: bool = True
    mono: bool = False
    paint: Paint = PLAIN
    confidence: float | None = None
    other: str | None = None
    shown: Box | None = None
    turned: Word | None = None

    @property
    def middle(self) -> tuple[float, float]:
        return (self.box.left + self.box.right) / 2, (self.box.top + self.box.bottom) / 2


def turned_box(box: Box, quarters: int, width: float, height: float) -> Box:
    """The box after so many quarter turns clockwise of its frame, which is then ``width`` by ``height`` points."""
    left, top, right, bottom = box.left, box.top, box.right, box.bottom
    edges = (
        (left, top, right, bottom),
        (width - bottom, left, width - top, right),
        (width - right, height - bottom, width - left, height - top),
        (top, height - right, bottom, height - left),
    )
    return Box(box.page, *(round(edge, 2) for edge in edges[quarters % 4])) if quarters % 4 else box


def merged(first: Word, second: Word, glue: str = "") -> Word:
    """Two neighbours on one line as one word."""
    a, b = first.box, second.box
    box = Box(a.page, min(a.left, b.left), min(a.top, b.top), max(a.right, b.right), max(a.bottom, b.bottom))
    big = first if first.size >= second.size else second
    return replace(big, text=first.text + glue + second.text, box=box, spaced=first.spaced, soft=second.soft)


def join_touching(words: list[Word]) -> list[Word]:
    out: list[Word] = []
    for word in words:
        if out and word.upright and _touch(out[-1], word):
            out[-1] = merged(*beside(out[-1], word))
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


def join_letterspaced(words: list[Word]) -> list[Word]:
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
