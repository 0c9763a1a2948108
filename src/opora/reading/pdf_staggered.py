"""Which printed lines are one row of a table without rules whose cells stand in the middle or at the bottom of the row?

There a cell of two lines begins above the others: "4" stands over "Fire … 100 EUR" and is a part of its amount.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from opora.reading.pdf_amounts import lacks_unit, shares_unit, surely_broken, tears_unit
from opora.reading.pdf_breaks import joins_word
from opora.reading.pdf_lines import Line, breaks_number
from opora.reading.pdf_tables import is_value
from opora.reading.pdf_word import Word

_HALF = re.compile(r"\d[,.]\d{1,2}$")  # a group that lacks digits, or decimals without a unit
_REST = re.compile(r"0\d{0,2}$")
_UNIT = re.compile(r"[^\W\d_]|[$€£₽₴%]")
_GAP = 1.1  # of the font size: a wider white gap parts two cells
_WITHIN = 1.5  # of the font size, at most, from line to line of one cell
_APART = 1.2  # rows stand farther from each other than the lines of a row, by at least this share
_LINES, _LONG = 7, 70  # of a row; characters of a cell
_MOSTLY = 0.6  # of the rows of a table have several cells

Cell = list[list[Word]]  # its lines


def cells_of(line: Line) -> list[list[Word]]:
    """The words of one printed line, parted at wide gaps."""
    out = [[line.words[0]]]
    for before, word in pairwise(line.words):
        if word.box.left - before.box.right >= _GAP * min(before.size, word.size):
            out.append([word])
        else:
            out[-1].append(word)
    return out


def broken(words: Sequence[Word], after: Sequence[Word]) -> str:
    """How sure it is that the words of the next line go on with what ends these: "no", "perhaps", "likely", "sure"."""
    left, right = [w.text for w in words[-2:]], [w.text for w in after[:2]]
    if surely_broken(left, right):
        return "sure"
    if breaks_number(left, right, words[-1].soft, False):
        return "likely"
    perhaps = lacks_unit(left, right) or shares_unit(left, right) or breaks_number(left, right, False, True)
    return "perhaps" if perhaps else "no"


def levelled(lines: Sequence[Line]) -> list[Line]:
    """The lines, those of one staggered row as one, cell after cell; its words keep their own places."""
    out: list[Line] = []
    at = 0
    while at < len(lines):
        end = _row_end(lines, at)
        row = _row(lines[at:end])
        out.append(row if row is not None else lines[at])
        at = end if row is not None else at + 1
    return out


def are_staggered(lines: Sequence[Line]) -> bool:
    """Whether lines side by side are rows of cells that stand at different heights, and no columns of text."""
    rows = levelled(lines)
    return len(rows) < len(lines) and sum(len(cells_of(row)) > 1 for row in rows) >= _MOSTLY * len(rows)


def _row_end(lines: Sequence[Line], start: int) -> int:
    """Where the lines end that stand nearer to each other than to what is over and under them."""
    gaps = [b.base - a.base for a, b in pairwise(lines)]
    over = gaps[start - 1] if start else float("inf")
    best, within = start, 0.0
    for at in range(start, min(len(gaps), start + _LINES - 1)):
        within = max(within, gaps[at])
        if within > _WITHIN * lines[at].size or over < _APART * within:
            break
        under = gaps[at + 1] if at + 1 < len(gaps) else float("inf")
        if under >= _APART * within:
            best = at + 2
            break
    return best


def _row(lines: Sequence[Line]) -> Line | None:
    """The one row that these lines print, or None when they are no row whose first line lacks a cell that a later one has."""
    if len(lines) < 2:
        return None
    split = [cells_of(line) for line in lines]
    cells = _cells([part for parts in split for part in parts])
    if (
        not 1 < len(cells) > len(split[0])
        or max(len(cell) for cell in cells) < 2
        or not all(_is_one(cell, _interlaced(lines)) for cell in cells)
    ):
        return None
    headed = _interlaced(lines) and all(line.bold for line in lines)
    if not (any(_valued(part) for cell in cells for part in cell) or headed or _breaks_word(cells)):
        return None
    return Line([word for cell in cells for part in cell for word in part])


def _cells(parts: Sequence[list[Word]]) -> list[Cell]:
    """Pieces that stand over each other are lines of one cell; the cells from left to right, their lines downwards."""
    spans: list[tuple[float, float, Cell]] = []
    for part in sorted(parts, key=lambda words: (words[0].box.left, words[0].base)):
        left, right = part[0].box.left, part[-1].box.right
        if spans and left < spans[-1][1]:
            low, high, cell = spans[-1]
            spans[-1] = (low, max(high, right), [*cell, part])
        else:
            spans.append((left, right, [part]))
    return [sorted(cell, key=lambda words: words[0].base) for _, _, cell in spans]


def _is_one(cell: Cell, surely: bool) -> bool:
    """Whether the lines may be of one cell: no two on one level, and no two amounts that are whole by themselves.

    An amount has one unit. ``surely``: lines of other cells lie between these, so that they are no rows of their own.
    """
    if len(_text(cell)) > _LONG or any(b[0].base - a[0].base < 0.5 * a[0].size for a, b in pairwise(cell)):
        return False
    texts = [[word.text for word in line] for line in cell]
    units = sum(_UNIT.search(" ".join(words)) is not None for words in texts)
    if surely or units - sum(tears_unit(a[-2:], b[:2]) for a, b in pairwise(texts)) == 1:
        return True
    return all(_torn(a, b) or not (_valued(a) and _valued(b)) for a, b in pairwise(cell))


def _torn(above: Sequence[Word], below: Sequence[Word]) -> bool:
    """Whether two lines may hold one number: a line ends or begins with a piece of one."""
    first, second = (" ".join(word.text for word in words) for words in (above, below))
    return broken(above, below) != "no" or _HALF.search(first) is not None or _REST.match(second) is not None


def _interlaced(lines: Sequence[Line]) -> bool:
    """Whether some lines stand between two lines of their neighbour, where no row of its own could."""
    return any(0.3 * a.size < b.base - a.base < 0.9 * a.size for a, b in pairwise(lines))


def _breaks_word(cells: Sequence[Cell]) -> bool:
    """Whether a cell is too narrow for a word of its own, and breaks it."""
    pairs = [(a[0].text, b[0].text) for cell in cells for a, b in pairwise(cell) if len(a) == 1]
    return any(joins_word(first, second) for first, second in pairs)


def _valued(words: Sequence[Word]) -> bool:
    return is_value(" ".join(word.text for word in words))


def _text(cell: Cell) -> str:
    return " ".join(word.text for part in cell for word in part)
