"""In which order are the words of a printed line spoken, when some of them are written from right to left?"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import groupby
from typing import Final

from opora.reading.pdf_word import Word

_LEFTWARDS = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
_TURNED: Final = ("R", "AL")


def spoken(words: list[Word]) -> list[Word]:
    """The words, given from left to right, as they are spoken; letters inside a word already are.

    A line most of whose letters are written leftwards is spoken from the right, its names and numbers from the left; in
    other lines only what is written leftwards is turned. Directions are those that Unicode gives the letters.
    """
    if not _LEFTWARDS.search("".join([word.text for word in words])):
        return words
    sides = [_side(word.text) for word in words]
    letters = {"left": 0, "right": 0, "": 0}
    for word, side in zip(words, sides, strict=True):
        letters[side] += sum(map(str.isalpha, word.text))
    leftwards = letters["left"] > letters["right"]
    inner = "right" if leftwards else "left"
    sides = _between(sides, inner)
    line = list(zip(words, sides, strict=True))
    out: list[Word] = []
    for is_inner, run in groupby(reversed(line) if leftwards else line, key=lambda one: one[1] == inner):
        part = [word for word, _ in run]
        out.extend(reversed(part) if is_inner else part)
    return out


def _side(text: str) -> str:
    """Which way a word is written by its first letter; a number is written as names are."""
    for char in text:
        kind = unicodedata.bidirectional(char)
        if kind in _TURNED:
            return "left"
        if kind == "L":
            return "right"
    return "right" if any(char.isdigit() for char in text) else ""


def _between(sides: Sequence[str], inner: str) -> list[str]:
    """Marks between two words of the inner direction go with them, all others with the line."""
    out = list(sides)
    for at, side in enumerate(sides):
        if not side:
            before = next((one for one in reversed(sides[:at]) if one), "")
            after = next((one for one in sides[at:] if one), "")
            out[at] = inner if before == after == inner else ""
    return out
