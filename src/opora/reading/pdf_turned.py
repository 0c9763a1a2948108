"""Which way does the text of a page run, and how does it read when the page is turned so that it stands upright?

A page is read once for each direction in which text runs on it, each time turned so that this text stands upright: a page
that lies on its side, and a note or a table at the side of an upright page, are read as any other text is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from opora.domain.place import Box
from opora.reading.pdf_chars import Turn, page_turn
from opora.reading.pdf_rules import Rule, page_drawings
from opora.reading.pdf_word import Word, turned_box
from opora.reading.pdf_words import PageWords, page_words


@dataclass(frozen=True, slots=True)
class Frame:
    """The page turned so that text stands upright which runs ``quarter`` turns clockwise as displayed; its size in points."""

    quarter: int
    turn: Turn
    width: float
    height: float
    rules: list[Rule]
    found: PageWords

    def shown(self, box: Box) -> Box | None:
        """The place of a box of this frame on the page as displayed; None where that is the same."""
        if not self.quarter:
            return None
        size = (self.height, self.width) if self.quarter % 2 else (self.width, self.height)
        return turned_box(box, self.quarter, *size)


def page_frames(page: Any, number: int) -> list[Frame]:
    """The frames of a page that has text, that of its upright text first: of a page with none, the one that has most."""
    first = _frame(page, number, 0)
    if not first.found.sides:
        return [first]
    others = [_frame(page, number, quarter) for quarter in sorted(first.found.sides)]
    others.sort(key=lambda frame: -_letters(frame))
    if not first.found.words and others[0].found.words:
        first.found.unseen, others[0].found.unseen = [], [*first.found.unseen, *others[0].found.unseen]
        return others
    return [first, *others]


def _frame(page: Any, number: int, quarter: int) -> Frame:
    turn, width, height = page_turn(page, quarter)
    drawn = page_drawings(page, turn)
    frame = Frame(quarter, turn, width, height, drawn.rules, page_words(page, number, drawn, quarter))
    if quarter:
        frame.found.words = placed(frame.found.words, frame)
    return frame


def placed(words: Sequence[Word], frame: Frame) -> list[Word]:
    """The words, each knowing its place on the page as displayed."""
    return [replace(word, shown=frame.shown(word.box)) for word in words]


def as_seen(words: Sequence[Word], side: Frame, frame: Frame) -> list[Word]:
    """Words of another frame as they stand in ``frame``: not upright there."""
    turns = side.quarter - frame.quarter
    return [
        replace(word, box=turned_box(word.box, turns, frame.width, frame.height), upright=False, turned=word)
        for word in words
    ]


def _letters(frame: Frame) -> int:
    return sum(len(word.text) for word in frame.found.words)
