"""Which number in a line at the edge of a page is the number of the page?"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from opora.reading.pdf_lines import Line
from opora.reading.pdf_margin import LONE, EdgeLine

_WORD = r"(?:(page|стр\.?|страница|сторінка|стор\.|pag\.|pagina)\s*)?"
_COUNT = r"(\d{1,4})(?:\s*(?:/|of|из|з|із|din)\s*\d+\b)?"
_LAST = re.compile(rf"(?:^|\s)[-–—|(\[]*({_WORD}{_COUNT})\W*$", re.I)
_FIRST = re.compile(rf"^[-–—|(\[]*({_WORD}{_COUNT})[-–—|)\]]*(?!\S)", re.I)
_MARK = re.compile(r"^[-–—|·•*/:]+$")
_ROMAN = re.compile(r"^(?=.)(c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})$", re.I)
_SPACE = 1.2  # of the size: white space that parts a number from the words beside it
_STEADY = 0.8  # of the steps from page to page that a page number goes with the pages
_LONE_STEADY = 0.5  # for a number that stands alone


@dataclass(frozen=True, slots=True)
class Folio:
    """A number that may be the one of the page."""

    at: int  # which of the line's numbers
    value: int
    printed: str
    named: bool  # the word for a page stands before it
    alone: bool  # nothing but it in the line
    parted: bool  # a mark or white space parts it from the words beside it


def folios_of(line: Line) -> list[Folio]:
    """The numbers at the ends of a line that may be the one of its page."""
    text = line.text
    found = LONE.match(text)
    if found:
        value = _value(found.group(2))
        name = bool(found.group(1)) and found.group(1).lower() not in ("с.", "p.")
        return [] if value is None else [Folio(0, value, found.group(2), name, True, True)]
    out: list[Folio] = []
    for pattern, ahead in ((_LAST, True), (_FIRST, False)):
        match = pattern.search(text)
        if match:
            at = len(re.findall(r"\d+", text[: match.start(3)]))
            parted = _parted(line, match.start(1) if ahead else match.end(1), ahead)
            out.append(Folio(at, int(match.group(3)), match.group(3), bool(match.group(2)), False, parted))
    return out


def lone_number(line: Line) -> str | None:
    """The number that a line says, as printed, when it says nothing else."""
    return next((folio.printed for folio in folios_of(line) if folio.alone), None)


class Folios:
    """The lines that are furniture because nothing but the number of the page differs in them."""

    def __init__(self, lines: Sequence[EdgeLine], needed: int, pages: int) -> None:
        self._needed = needed
        self._pages = pages
        self._found = {id(one): folios_of(one.line) for one in lines}
        self._offsets: dict[int, set[int]] = defaultdict(set)
        self._groups: dict[tuple[bool, str, int], list[tuple[EdgeLine, Folio]]] = defaultdict(list)
        self._alike: dict[tuple[bool, str, int, str, int | None], list[EdgeLine]] = defaultdict(list)
        for one in lines:
            for folio in self._found[id(one)]:
                self._groups[one.top, one.key, folio.at].append((one, folio))
                for shift in (None, folio.value - one.sheet.number):
                    self._alike[(*_rest(one, folio), shift)].append(one)
                if (folio.alone or folio.named) and folio.parted and _in_margin(one, folio):
                    self._offsets[folio.value - one.sheet.number].add(one.sheet.number)
        self._steps = {key: _steps(group) for key, group in self._groups.items()}

    def of(self, one: EdgeLine) -> Folio | None:
        """The number of the page that the line says, when the line is furniture for it."""
        found = [folio for folio in self._found[id(one)] if _in_margin(one, folio)]
        return next((folio for folio in found if self._counts(one, folio)), None)

    def _counts(self, one: EdgeLine, folio: Folio) -> bool:
        if folio.alone and folio.named:
            return True
        if folio.parted and (folio.alone or folio.named) and self._follows(one, folio):
            return True
        follows, rises = self._steps[one.top, one.key, folio.at]
        group = self._groups[one.top, one.key, folio.at]
        if folio.alone:
            return follows >= _LONE_STEADY and often(one, [other for other, _ in group], self._needed)
        if not (folio.named or folio.parted or one.small):
            return False
        rest = _rest(one, folio)
        if follows > _STEADY:
            return often(one, self._alike[(*rest, folio.value - one.sheet.number)], self._needed)
        excerpt = rises and one.apart and one.small and (folio.named or folio.parted)
        return excerpt and often(one, self._alike[(*rest, None)], self._needed)

    def _follows(self, one: EdgeLine, folio: Folio) -> bool:
        """Whether it is the number or the label of the page, or goes with the page numbers of other pages."""
        own = folio.value == one.sheet.number or folio.printed == one.sheet.label
        pages = self._offsets[folio.value - one.sheet.number]
        return len(pages) >= (min(2, self._pages) if own else self._needed)


def _in_margin(one: EdgeLine, folio: Folio) -> bool:
    """Whether the page sets the line apart from its body; a number alone is apart by itself, if it is no title."""
    return (folio.named or not one.large) and (folio.alone or one.apart or one.small)


def often(one: EdgeLine, others: Sequence[EdgeLine], needed: int) -> bool:
    """Whether lines stand at the height of this one on as many pages as are needed, its own with them."""
    pages: set[int] = set()
    for other in others:
        if one.near(other):
            pages.add(other.sheet.number)
            if len(pages) >= needed:
                return True
    return False


def _rest(one: EdgeLine, folio: Folio) -> tuple[bool, str, int, str]:
    """What the line says without the number of the page, and which of its numbers that is."""
    numbers = one.numbers
    return one.top, one.key, folio.at, " ".join(numbers[: folio.at] + numbers[folio.at + 1 :])


def _steps(group: Sequence[tuple[EdgeLine, Folio]]) -> tuple[float, bool]:
    """Which part of the steps from page to page the number goes along, and whether it always rises."""
    pairs = [
        (after.sheet.number - before.sheet.number, to.value - since.value, to.printed == after.sheet.label)
        for (before, since), (after, to) in pairwise(group)
    ]
    if not pairs:
        return 0.0, False
    good = sum(1 for pages, numbers, labelled in pairs if pages == numbers or labelled)
    return good / len(pairs), all(numbers >= pages > 0 for pages, numbers, _ in pairs)


def _parted(line: Line, at: int, ahead: bool) -> bool:
    """Whether a mark or white space stands before (or else after) this place of the line's text."""
    words = line.spoken
    behind = len(line.text[:at].rstrip().split(" ")) if line.text[:at].strip() else 0
    if not ahead and at < len(line.text) and line.text[at] in "-–—|)]":
        return True
    if behind == 0 or behind >= len(words):
        return True
    before, after = words[behind - 1], words[behind]
    if _MARK.match(before.text if ahead else after.text):
        return True
    gap = max(after.box.left - before.box.right, before.box.left - after.box.right)
    return gap > _SPACE * line.size


def _value(printed: str) -> int | None:
    if printed.isdigit():
        return int(printed)
    if not _ROMAN.match(printed):
        return None
    worth = [{"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}[letter] for letter in printed.lower()]
    return sum(-one if one < after else one for one, after in zip(worth, [*worth[1:], 0], strict=True))
