"""Which words stand on one line, and how do lines become running text with boxes?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from operator import attrgetter

from opora.domain.place import Piece
from opora.reading.pdf_amounts import broken_at_space, broken_inside, may_group, united
from opora.reading.pdf_breaks import Meeting, Room, joins_word, meet
from opora.reading.pdf_spoken import spoken
from opora.reading.pdf_word import Word

_KEEP_AFTER = re.compile(r"^(то|либо|нибудь|таки|ка|небудь)\b", re.I)
_PIECE = re.compile(r"\d[\d.,’']*|[.,]")  # of a number that lines break
_DIGITS = re.compile(r"[\d.,’']+")
_ANY_DIGIT = re.compile(r"\d")
_TORN = re.compile(r"(?<!\S),\d|\b(руб|грн|lei)\.? \1\b")  # cells that no row was told from, mixed in one line
_MOST_PIECES = 4
_KEEP_BEFORE = re.compile(r"(^|\W)(по|кое|кой|во|из|в|non|self|well|ex)$", re.I)


class Line:
    """Words of one printed line, left to right; what is measured on them is measured once."""

    def __init__(self, words: list[Word]) -> None:
        self.words = words

    def take(self, others: list[Word]) -> None:
        """Words that belong to this line after all."""
        words = sorted([*self.words, *others], key=lambda word: word.box.left)
        self.__dict__.clear()
        self.words = words

    @cached_property
    def spoken(self) -> list[Word]:
        """The words in the order they are said."""
        return spoken(self.words)

    @cached_property
    def text(self) -> str:
        return " ".join([word.text for word in self.spoken])

    @property
    def left(self) -> float:
        return self.words[0].box.left

    @cached_property
    def right(self) -> float:
        return max([word.box.right for word in self.words])

    @cached_property
    def top(self) -> float:
        return min([word.box.top for word in self.words])

    @cached_property
    def bottom(self) -> float:
        return max([word.box.bottom for word in self.words])

    @cached_property
    def base(self) -> float:
        """The baseline of the biggest word."""
        return max(self.words, key=attrgetter("size")).base

    @property
    def page(self) -> int:
        return self.words[0].box.page

    @cached_property
    def size(self) -> float:
        """The size most of the characters have."""
        first = self.words[0].size
        weights = {first: 0}
        for word in self.words:
            weights[word.size] = weights.get(word.size, 0) + len(word.text)
        return first if len(weights) == 1 else max(weights, key=lambda size: weights[size])

    @cached_property
    def bold(self) -> bool:
        return sum([len(w.text) for w in self.words if w.bold]) > 0.8 * sum([len(w.text) for w in self.words])

    @cached_property
    def mono(self) -> bool:
        return sum([len(w.text) for w in self.words if w.mono]) > 0.9 * sum([len(w.text) for w in self.words])


def one_line(words: Sequence[Word]) -> Line | None:
    """The line that upright words of one size on one baseline make; None where it takes a closer look."""
    first = words[0]
    for word in words:
        if (
            word.size != first.size
            or abs(word.base - first.base) > 0.1
            or not word.upright
            or word.box.page != first.box.page
        ):
            return None
    return Line(list(words) if len(words) == 1 else sorted(words, key=lambda word: word.box.left))


def rows(words: Iterable[Word]) -> list[Line]:
    """Words grouped by baseline, top to bottom; a raised or lowered small word joins the line it overlaps."""
    ordered = [word for word in words if word.upright]
    if len(ordered) == 1:
        return [Line(ordered)]
    ordered.sort(key=lambda word: (word.base, word.box.left))
    groups: list[list[Word]] = []
    for word in ordered:
        home = next((group for group in reversed(groups[-3:]) if _level(group[0], word)), None)
        if home is None:
            groups.append([word])
        else:
            home.append(word)
    for group in groups:
        group.sort(key=lambda word: word.box.left)
    out = _take_raised([Line(group) for group in groups])
    out.sort(key=lambda line: line.base)
    return out


def _level(first: Word, word: Word) -> bool:
    return abs(first.base - word.base) <= 0.22 * min(first.size, word.size)


def _take_raised(lines: list[Line]) -> list[Line]:
    """Superscripts stand on a baseline of their own: give them back to the bigger line beside them."""
    lines = sorted(lines, key=lambda line: line.base)
    sizes = [line.size for line in lines]
    if not sizes or min(sizes) > 0.8 * max(sizes):
        return lines
    out: list[Line] = []
    for at, line in enumerate(lines):
        near = [n for n in range(max(0, at - 3), min(len(lines), at + 4)) if sizes[at] <= 0.8 * sizes[n]]
        host = next((lines[n] for n in near if len(line.words) <= 4 and _raised(line, lines[n], sizes[n])), None)
        if host is None:
            out.append(line)
            continue
        host.take(line.words)
    return out


def _raised(small: Line, big: Line, size: float) -> bool:
    """Each word stands right at a word of the bigger line; the mark of a note may stand a little before its first."""
    if not 0 < abs(big.base - small.base) < 0.6 * size:
        return False
    reach = 0.3 * size
    opens = len(small.words) == 1 and 0 <= big.left - small.right < 1.2 * size
    return opens or all(
        any(
            abs(word.box.left - host.box.right) < reach or abs(host.box.left - word.box.right) < reach
            for host in big.words
        )
        for word in small.words
    )


def glue(before: Sequence[str], after: Sequence[str], soft: bool = False, cell: bool = False) -> tuple[int, str]:
    """How the last word of a line meets the first of the next: characters to drop from the end, and what goes between."""
    left, right = before[-1], after[0]
    if soft:
        return (1, "") if left.endswith(("-", "‐")) else (0, "")
    if left.endswith(("-", "‐")) and len(left) > 1:
        return _hyphen(left, right)
    if broken_inside(before, after, cell):
        return 0, ""
    return 0, " "


def _hyphen(left: str, right: str) -> tuple[int, str]:
    if not left[-2].isalpha():
        return (0, "") if left[-2].isdigit() and right[0].isalnum() else (0, " ")
    if right[0].islower():
        keep = _KEEP_AFTER.search(right) or _KEEP_BEFORE.search(left[:-1]) or "-" in left[:-1]
        return (0, "") if keep else (1, "")
    return (0, "") if right[0].isalnum() else (0, " ")


def breaks_number(before: Sequence[str], after: Sequence[str], soft: bool, lone: bool) -> bool:
    """Whether two printed lines of one cell hold one number: at a mark, or at the space between groups of digits.

    ``lone``: nothing says that the second line is a row of its own.
    """
    return glue(before, after, soft, True)[1] == "" or broken_at_space(before, after, lone)


def flow(lines: Sequence[Line], room: Room | None = None) -> tuple[str, tuple[Piece, ...]]:
    """Lines as one running text; one piece a printed word, relative to the text. ``room``: that of their cell."""
    parts: list[str] = []
    pieces: list[Piece] = []
    at = 0
    previous: Line | None = None
    for number, line in enumerate(lines):
        other = None
        if previous is not None:
            before = _behind(previous, parts) if room is None else _so_far(parts)
            after = _ahead(lines, number) if room is None else _chain(lines, number, room)
            plain = _plain(lines, number) if room is not None else after
            if room is not None and may_group(before[-1], plain[0]):
                after = plain
            drop, between = glue(before, after, previous.spoken[-1].soft, room is not None)
            if room is not None and not drop:
                met = _in_cell(previous, line, (before, after, between), room)
                if plain != after and (met.between or met.other is not None):
                    again = _in_cell(previous, line, (before, plain, between), room)
                    met = again if again == Meeting("") else met
                between, other = met.between, met.other
                if other is not None:
                    pieces[-1] = replace(pieces[-1], other=other)
            if drop:
                parts[-1] = parts[-1][:-drop]
                last = pieces[-1]
                pieces[-1] = replace(last, end=last.end - drop)
            parts.append(between)
            at += len(between) - drop
        for position, word in enumerate(line.spoken):
            if position:
                parts.append(" ")
                at += 1
            told = other if other is not None and not position else word.other
            pieces.append(Piece(at, at + len(word.text), word.shown or word.box, word.confidence, told))
            parts.append(word.text)
            at += len(word.text)
        previous = line
    text = "".join(parts)
    torn = room.torn if room is not None else _TORN.search(text) is not None
    return text, tuple(_in_doubt(pieces, text) if torn else pieces)


def _in_doubt(pieces: Sequence[Piece], text: str) -> list[Piece]:
    """The pieces, every number among them in doubt: nobody can tell which of them are pieces of one."""
    return [
        replace(one, other="") if one.other is None and _ANY_DIGIT.search(text[one.start : one.end]) else one
        for one in pieces
    ]


def _in_cell(previous: Line, line: Line, ends: tuple[list[str], list[str], str], room: Room) -> Meeting:
    """How two lines of one cell meet, by the room that was left on the first."""
    before, after, between = ends
    first = line.spoken[0]
    if previous.page != line.page:
        room = room.over_page()
    if before[-1][-1].isdigit():
        return meet(before, after, between, room, room.had_none(previous, first))
    if between and len(previous.words) == 1 and first.text[0].islower() and room.had_none(previous, first):
        whole = any(joins_word(before[-1], part) for part in dict.fromkeys((after[0], first.text)))
        return Meeting("" if whole else between)
    return Meeting(between)


def _so_far(parts: Sequence[str]) -> list[str]:
    """The last two words of a cell's text."""
    return [word for word in "".join(parts[-8:]).split(" ") if word][-2:]


def _chain(lines: Sequence[Line], at: int, room: Room) -> list[str]:
    """The first three words that go on after a break in a cell; pieces for which lines had no room are one word."""
    words, end = [word.text for word in lines[at].spoken[:3]], at
    while len(words) == 1 and end + 1 < len(lines) and end - at < _MOST_PIECES:
        first = lines[end + 1].spoken[0]
        digits = _DIGITS.fullmatch(words[0]) and _DIGITS.match(first.text)
        letters = words[0].isalpha() and first.text[0].islower()
        if not (digits or letters) or not room.had_none(lines[end], first):
            break
        end += 1
        words = [words[0] + first.text, *(word.text for word in lines[end].spoken[1:3])]
    if end == at:
        return _ahead(lines, at)
    return words if len(words) > 1 or end + 1 == len(lines) else [*words, lines[end + 1].spoken[0].text]


def _plain(lines: Sequence[Line], at: int) -> list[str]:
    """The first three words from a line of a cell on, each as it is printed."""
    return [word.text for line in lines[at : at + 3] for word in line.spoken[:3]][:3]


def _behind(line: Line, parts: Sequence[str]) -> list[str]:
    """The last two words of a line; of one that is a piece of a number alone, what the text has before it as well."""
    if len(line.words) == 1 and _PIECE.fullmatch(line.words[0].text):
        return "".join(parts[-6:]).split(" ")[-2:]
    return [word.text for word in line.spoken[-2:]]


def _ahead(lines: Sequence[Line], at: int) -> list[str]:
    """The first three words of a line; of one that is a piece of a number alone, the unit in the lines under it as well.

    A mark alone goes with the digits under it.
    """
    words = [word.text for word in lines[at].spoken[:3]]
    under = [[word.text for word in line.spoken[:2]] for line in lines[at + 1 : at + 1 + _MOST_PIECES]]
    if len(words) == 1 and words[0] in (",", ".") and under and under[0][0][0].isdigit():
        return [words[0] + under[0][0], *under[0][1:]]
    if len(words) > 1 or not _PIECE.fullmatch(words[0]):
        return words
    for following in under:
        unit = following[-1:] if _PIECE.fullmatch(following[0]) and len(following) > 1 else following[:1]
        if united([words[0], *unit]):
            return [words[0], *unit]
        if len(following) > 1 or not _PIECE.fullmatch(following[0]):
            break
    return words


def listing(lines: Sequence[Line]) -> tuple[str, tuple[Piece, ...]]:
    """Lines of code as they are printed: one line each, indented by what the page shows; one piece a word."""
    left = min(line.left for line in lines)
    words = [word for line in lines for word in line.words]
    inked = sum(word.box.right - word.box.left for word in words)
    width = inked / (sum(len(word.text) for word in words) - 0.25 * len(words))  # a word lacks its outer bearings
    parts: list[str] = []
    pieces: list[Piece] = []
    at = 0
    for number, line in enumerate(lines):
        end = left
        for position, word in enumerate(line.words):
            gap = max(0, round((word.box.left - end) / max(width, 0.1) - 0.2))
            space = " " * (min(80, max(gap, 1)) if position else min(80, gap))
            if number and not position:
                space = "\n" + space
            parts.extend((space, word.text))
            at += len(space) + len(word.text)
            pieces.append(Piece(at - len(word.text), at, word.shown or word.box, word.confidence, word.other))
            end = word.box.right
    return "".join(parts), tuple(pieces)
