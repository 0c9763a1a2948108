"""Does what a line of a cell ends with go on in the next line: by its words, and by the room the line had?

A cell that is too narrow breaks an amount, or a word, where the next letter has no room left. A line that ends before was
broken by hand: what stands on two such lines is one number when they cannot be two, and else nobody can tell.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from opora.language.lemmas import is_known
from opora.reading.pdf_amounts import is_amount, is_money, may_group, priced, united

if TYPE_CHECKING:
    from opora.reading.pdf_lines import Line
    from opora.reading.pdf_word import Word

_NEAR = 0.2  # of the size: what the edges of letters lack of their room
_DIGIT, _MARK = 0.5, 0.25  # of the size: the least room of a digit, of a mark
_WHOLE = re.compile(
    r"[(\-−–+]?(?P<sign>[$€£₽₴])?(\d{1,3}(?P<mark>[,.’' ])\d{3}((?P=mark)\d{3})*((?!(?P=mark))[.,]\d\d)?"
    r"|0|[1-9]\d*|(0|[1-9]\d*)[.,](?P<end>\d{1,2}))[)%]?"
)
_DIGITS = re.compile(r"[(\-−–+]?[$€£₽₴]?[1-9]\d*[)%]?")
_DAY = re.compile(r"\d{1,2}[./]\d{1,2}[./](19|20)\d\d")
_YEAR = re.compile(r"(19|20)\d\d")
_MARKED = re.compile(r"([,.’'])(\d+)")
_LONG = 7  # digits of no amount: an account, a registered number
_LETTERS = re.compile(r"[^\W\d_]+")
_WITNESSES = 2  # cells that show what the values of a column look like


@dataclass(frozen=True, slots=True)
class Room:
    """How wide lines of a cell may be (0: not known), and what the other values of its table look like.

    ``ruled``: rules drawn around the cell tell the width. ``spaced``: amounts have spaces between their groups.
    ``each``: every value of the column has a unit of its own. ``marks``: which marks part groups ("g") or decimals ("d").
    ``over``: the lines stand on two pages, so that the second may be a row of its own. ``torn``: rows of the table hold
    pieces of amounts of each other, so that no number of it is sure.
    """

    width: float = 0.0
    ruled: bool = False
    spaced: bool = False
    each: bool = False
    marks: frozenset[tuple[str, str]] = frozenset()
    over: bool = False
    torn: bool = False

    def over_page(self) -> Room:
        """What is left of it for two lines on two pages."""
        return Room(ruled=self.ruled, marks=self.marks, over=True)

    def had_none(self, line: Line, following: Word) -> bool:
        """Whether the first letter of the word that follows had no room left on the line."""
        size, letters = following.size, len(following.text)
        least = _DIGIT if following.text[0].isalnum() else _MARK
        step = max((following.box.right - following.box.left) / letters, least * size)
        return 0 < self.width < line.right - line.left + step + _NEAR * size


@dataclass(frozen=True, slots=True)
class Meeting:
    """What goes between two lines; ``other``: what else they may say, where nobody can tell."""

    between: str
    other: str | None = None


def meet(before: Sequence[str], after: Sequence[str], between: str, room: Room, full: bool) -> Meeting:
    """How a number that a line of a cell ends with meets one that the next begins with; ``between``: as its marks say.

    ``full``: the first letter of the next line had no room left.
    """
    left, right = before[-1], after[0].rstrip(".,;:")
    if not (left[-1].isdigit() and right[:1].isdigit()):
        return Meeting(between)
    leading = f"{before[-2]} " if len(before) > 1 and may_group(before[-2], "000") else ""
    if len(after) > 1 and may_group(right, after[1]) and not may_group(left, right):
        right, after = f"{right} {after[1].rstrip('.,;:')}", after[1:]
    one = f"{leading}{left}{right}"
    lone = priced(before) != united(after)
    if between and may_group(left, right):  # the space between groups, or between two numbers
        sure = (lone and not (room.over and priced(before))) or right.startswith("0") or room.spaced or full
        return Meeting(between) if sure else Meeting(between, f"{left} / {right}")
    if not (is_amount(one) or _DIGITS.fullmatch(one) or _DAY.fullmatch(one)):
        return Meeting(between)
    if (priced(before) and united(after)) or (_YEAR.fullmatch(left) and _YEAR.fullmatch(right)):
        return Meeting(between)
    return _joined(f"{leading}{left}", right, Meeting(between), (room, lone, full))


def _joined(first: str, second: str, met: Meeting, known: tuple[Room, bool, bool]) -> Meeting:
    """Whether two pieces are surely one number, perhaps, or as likely two; only bare digits need a cell that was full.

    ``known``: the room, whether one unit goes with both, and whether the first line was full.
    """
    room, lone, full = known
    one, apart = first + second, f"{first} {second}"
    if _DIGITS.fullmatch(one):
        surely = full and (lone or (room.ruled and len(one) >= _LONG and len(first) != len(second)))
        return Meeting("") if surely else Meeting(" ", one)
    if not _are_two(first, second, room.marks if lone or full else frozenset()):
        return Meeting("")
    if lone and (full or room.each):
        return Meeting("")
    if full and room.ruled and len(first) != len(second):
        return Meeting("")
    return Meeting("", apart) if lone or not met.between else Meeting(" ", one)


def joins_word(left: str, right: str) -> bool:
    """Whether two pieces that met where a cell had no room are one word: a known one, or no two words."""
    end, start = _LETTERS.fullmatch(left), _LETTERS.match(right)
    if not end or not start or not start[0].islower():
        return False
    first, second = left.lower(), start[0]
    tongues = ("ru", "uk") if second[0] >= "а" else ("en", "ro")
    known = [any(is_known(word, tongue) for tongue in tongues) for word in (first + second, first, second)]
    return known[0] or not (known[1] or known[2])


def _are_two(first: str, second: str, marks: frozenset[tuple[str, str]]) -> bool:
    """Whether each may be a number by itself, its marks being what they are in the other and in the table."""
    for number in (first, second):
        found = _WHOLE.fullmatch(number)
        if not found or (found["sign"] and len(found["end"] or "00") == 1):
            return False
    return _agree(roles([first, second]) | marks)


def _agree(found: frozenset[tuple[str, str]]) -> bool:
    """No mark parts both groups and decimals, and no two marks part decimals."""
    return len({mark for mark, _ in found}) == len(found) and sum(role == "d" for _, role in found) < 2


def roles(numbers: Iterable[str]) -> frozenset[tuple[str, str]]:
    """Of the marks in the numbers, which part groups of three ("g") and which decimals ("d")."""
    return frozenset(
        (mark, "g" if len(digits) == 3 else "d") for number in numbers for mark, digits in _MARKED.findall(number)
    )


def marks_of(texts: Iterable[str]) -> frozenset[tuple[str, str]]:
    """What the marks of a table's amounts part, where all agree."""
    found = roles(word for text in texts for word in text.split() if _WHOLE.fullmatch(word))
    return found if _agree(found) else frozenset()


def each_has_unit(texts: Sequence[str]) -> bool:
    """Whether every value of a column has a unit of its own, and only one."""
    values = [text for text in texts if re.search(r"\d", text)]
    return len(values) >= _WITNESSES and all(_united(text.split()) for text in values)


def _united(words: Sequence[str]) -> bool:
    units = [word for word in words if re.search(r"[$€£₽₴%]", word) or is_money(word) or united(["1", word])]
    return len(units) == 1
