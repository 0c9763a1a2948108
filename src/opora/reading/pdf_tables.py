"""Which tables are drawn on a page, and what stands in each cell?"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from opora.reading.pdf_breaks import Room
from opora.reading.pdf_lines import Line, breaks_number, flow, one_line, rows
from opora.reading.pdf_room import give_room
from opora.reading.pdf_rules import NEAR, Rule, meeting
from opora.reading.pdf_word import Word

_VALUE = re.compile(
    r"^[(<>≤≥~±+\-−–]*\s*[$€£₽₴₸¥₾₼₺₹₪]?\s*[-−–]?\d[\d\s.,   /:\-–]*\s*(%|[$€£₽₴₸¥₾₼₺₹₪]|[^\W\d]{1,5}\.?|рубл\w+|грив\w+|долл\w+|евроцент\w*|dollars?|pounds?|dolari)?\)?[⁰¹²³⁴-⁹]*$"
)
_SPACED = re.compile(r"(?<!\d)[1-9]\d{0,2}[ \u00a0\u202f]\d{3}(?!\d)")
_MOST_CELLS = 6000
_YEAR = re.compile(r"^(19|20)\d\d([/–-]\d{2,4})?$")


@dataclass(slots=True)
class GridCell:
    """A cell at row and column from 0, how far it spans, and its words."""

    row: int
    column: int
    down: int = 1
    across: int = 1
    words: list[Word] = field(default_factory=list)
    room: Room = field(default_factory=Room)

    @property
    def lines(self) -> list[Line]:
        if not self.words:
            return []
        if not any(word.upright for word in self.words):  # written sideways: in lines of their own direction
            own = [word.turned for word in self.words if word.turned]
            return rows(own) if len(own) == len(self.words) else [Line(self.words)]
        if (line := one_line(self.words)) is not None:
            return [line]
        pages = sorted({word.box.page for word in self.words})
        return [line for page in pages for line in rows(w for w in self.words if w.box.page == page)]

    @property
    def text(self) -> str:
        return flow(self.lines, self.room)[0]

    @property
    def bold(self) -> bool:
        return bool(self.words) and all(word.bold for word in self.words)


@dataclass(slots=True)
class Table:
    """A found table: its place on the page, its cells and how many rows at its top are headers."""

    page: int
    left: float
    top: float
    right: float
    bottom: float
    height: int
    width: int
    cells: list[GridCell]
    edges: tuple[float, ...]
    header_rows: int = 0

    def by_row(self) -> list[list[GridCell]]:
        """The cells of each row, left to right."""
        out: list[list[GridCell]] = [[] for _ in range(self.height)]
        for cell in sorted(self.cells, key=lambda cell: cell.column):
            out[cell.row].append(cell)
        return out

    def row(self, number: int) -> list[GridCell]:
        return sorted((cell for cell in self.cells if cell.row == number), key=lambda cell: cell.column)

    def holds(self, word: Word) -> bool:
        x, y = word.middle
        return self.left - 1 <= x <= self.right + 1 and self.top - 1 <= y <= self.bottom + 1

    def words(self) -> list[Word]:
        return [word for cell in self.cells for word in cell.words]


def is_value(text: str) -> bool:
    """An amount, a share, a date or a count: what a header does not look like."""
    return bool(_VALUE.match(text.strip()))


def ruled_tables(rules: Sequence[Rule], words: Sequence[Word]) -> list[Table]:
    """Tables with drawn grids: at least two columns and two cells with words."""
    out: list[Table] = []
    for group in meeting(rules):
        table = _grid(group, words)
        if table is not None:
            out.append(table)
    out.sort(key=lambda table: (table.bottom - table.top) * (table.right - table.left), reverse=True)
    kept: list[Table] = []
    for table in out:
        if not any(
            other.left - 2 <= table.left
            and table.right <= other.right + 2
            and other.top - 2 <= table.top
            and table.bottom <= other.bottom + 2
            for other in kept
        ):
            kept.append(table)
    return sorted(kept, key=lambda table: table.top)


def ruled_cells(rules: Sequence[Rule]) -> list[tuple[float, float, float, float]]:
    """Left, top, right and bottom of each cell that a drawn grid of two columns or more makes, in the order of reading."""
    found: list[tuple[float, float, float, float]] = []
    for group in meeting(rules):
        level, upright, xs, ys = _lattice(group)
        if _is_grid(xs, ys):
            found += [
                (xs[cell.column], ys[cell.row], xs[cell.column + cell.across], ys[cell.row + cell.down])
                for cell in _cells(xs, ys, level, upright)
            ]
    return found


def _lattice(group: Sequence[Rule]) -> tuple[list[Rule], list[Rule], list[float], list[float]]:
    """Level rules, upright ones, and the edges of columns and rows."""
    level = [rule for rule in group if rule.level]
    upright = [rule for rule in group if not rule.level]
    xs = _clusters([rule.at for rule in upright] + [min(r.low for r in level), max(r.high for r in level)])
    ys = _clusters([rule.at for rule in level] + [min(r.low for r in upright), max(r.high for r in upright)])
    return level, upright, xs, ys


def _is_grid(xs: Sequence[float], ys: Sequence[float]) -> bool:
    width, height = len(xs) - 1, len(ys) - 1
    return width >= 2 and height >= 1 and width * height <= _MOST_CELLS


def _clusters(values: Sequence[float]) -> list[float]:
    out: list[float] = []
    for value in sorted(values):
        if not out or value - out[-1] > NEAR:
            out.append(value)
    return out


def _grid(group: Sequence[Rule], words: Sequence[Word]) -> Table | None:
    level, upright, xs, ys = _lattice(group)
    width, height = len(xs) - 1, len(ys) - 1
    if not _is_grid(xs, ys):
        return None
    inside = [w for w in words if w.upright and _within(w, xs, ys)]
    if len(inside) < 2:
        return None
    cells = _cells(xs, ys, level, upright)
    owner = {
        (r, c): cell
        for cell in cells
        for r in range(cell.row, cell.row + cell.down)
        for c in range(cell.column, cell.column + cell.across)
    }
    for word in (*inside, *(w for w in words if not w.upright and _within(w, xs, ys))):
        x, y = word.middle
        column = min(width - 1, bisect_left(xs, x, 1) - 1)
        row = min(height - 1, bisect_left(ys, y, 1) - 1)
        home = owner[row, column].words
        if word.upright or not any(other.upright for other in home):
            home.append(word)
    table = Table(inside[0].box.page, xs[0], ys[0], xs[-1], ys[-1], height, width, cells, tuple(xs))
    table.cells = [part for cell in cells for part in _by_columns(cell, xs)]
    return finish(split_rows(table))


def _within(word: Word, xs: Sequence[float], ys: Sequence[float]) -> bool:
    x, y = word.middle
    return xs[0] - 1 <= x <= xs[-1] + 1 and ys[0] - 1 <= y <= ys[-1] + 1


def _by_columns(cell: GridCell, xs: Sequence[float]) -> list[GridCell]:
    """A frame under ruled column heads, open inside: its lines fall into the columns where hardly one crosses their edges."""
    if cell.across < 2 or len(cell.words) < 6 or len(cell.lines) < 3:
        return [cell]
    edges = xs[cell.column : cell.column + cell.across + 1]
    parts = [GridCell(cell.row, cell.column + n, cell.down, 1) for n in range(cell.across)]
    for line in cell.lines:
        place = -1
        for at, word in enumerate(line.words):
            if not at or word.box.left - line.words[at - 1].box.right >= 0.6 * word.size:
                place = min(cell.across - 1, sum(1 for edge in edges[1:] if word.box.left > edge - NEAR))
            if word.box.left < edges[place] - NEAR:
                return [cell]
            parts[place].words.append(word)
    if any(_spills(parts, place, edges) for place in range(cell.across)):
        return [cell]
    return parts if sum(1 for part in parts if part.words) > 1 else [cell]


def _spills(parts: Sequence[GridCell], place: int, edges: Sequence[float]) -> bool:
    """Whether a column reaches far over its right edge, to where the next one begins or more than a third into it."""
    reach = max((word.box.right for word in parts[place].words), default=0.0) - NEAR
    if reach <= edges[place + 1]:
        return False
    if place + 2 == len(edges):
        return True
    begins = min((word.box.left for word in parts[place + 1].words), default=0.0) - NEAR
    return reach > max(edges[place + 1] + 0.3 * (edges[place + 2] - edges[place + 1]), begins)


def _cells(xs: Sequence[float], ys: Sequence[float], level: Sequence[Rule], upright: Sequence[Rule]) -> list[GridCell]:
    """Cells of the grid; where no rule parts two neighbours they are one cell."""
    walls = [[rule for rule in upright if abs(rule.at - x) <= NEAR] for x in xs]
    floors = [[rule for rule in level if abs(rule.at - y) <= NEAR] for y in ys]
    taken: set[tuple[int, int]] = set()
    cells: list[GridCell] = []
    for row in range(len(ys) - 1):
        for column in range(len(xs) - 1):
            if (row, column) in taken:
                continue
            across = 1
            while (
                column + across < len(xs) - 1
                and (row, column + across) not in taken
                and not _drawn(walls[column + across], ys[row], ys[row + 1])
            ):
                across += 1
            down = 1
            while (
                row + down < len(ys) - 1
                and not any(_drawn(floors[row + down], xs[c], xs[c + 1]) for c in range(column, column + across))
                and not any(
                    _drawn(walls[c], ys[row + down], ys[row + down + 1]) for c in range(column + 1, column + across)
                )
            ):
                down += 1
            taken |= {(r, c) for r in range(row, row + down) for c in range(column, column + across)}
            cells.append(GridCell(row, column, down, across))
    return cells


def _drawn(rules: Sequence[Rule], low: float, high: float) -> bool:
    """Whether one of the rules along an edge is drawn between two cells of it."""
    middle = (low + high) / 2
    return any(rule.low - 1 <= middle <= rule.high + 1 for rule in rules)


def split_rows(table: Table) -> Table:
    """A grid with no level rules between its rows holds many printed rows in one: part them where baselines agree."""
    cells: list[GridCell] = []
    shift = 0
    by_row = table.by_row()  # before any cell is moved
    in_rows = [[cell.lines for cell in row] for row in by_row]
    spaced = any(_SPACED.search(line.text) for row in in_rows for lines in row for line in lines)
    for number, (row, lines) in enumerate(zip(by_row, in_rows, strict=True)):
        bases = _stacked(lines, spaced) if all(cell.down == 1 and _is_level(cell) for cell in row) else []
        for cell, printed in zip(row, lines, strict=True):
            cell.row = number + shift
            if not bases:
                cells.append(cell)
            elif len(printed) <= 1 < len(bases) - len(printed):
                cells.append(GridCell(cell.row, cell.column, len(bases), cell.across, cell.words))
            else:
                cells.extend(_parted(cell, printed, bases))
        shift += max(0, len(bases) - 1)
    table.cells, table.height = cells, table.height + shift
    return table


def _is_level(cell: GridCell) -> bool:
    return not cell.words or cell.words[0].upright


def _parted(cell: GridCell, printed: Sequence[Line], bases: Sequence[float]) -> list[GridCell]:
    """One cell a printed row; a line between two rows goes on in the one above it."""
    out = [GridCell(cell.row + at, cell.column, 1, cell.across) for at in range(len(bases))]
    for line in printed:
        at = max((n for n, base in enumerate(bases) if base <= line.base + 2), default=0)
        out[at].words.extend(line.words)
    return out


def _stacked(columns: Sequence[Sequence[Line]], spaced: bool) -> list[float]:
    """Baselines of the rows printed in one: two columns or more agree on them, one names each, and values are whole.

    Other columns may have more lines, wrapped under the first of each row, or a single one for all. ``spaced``: amounts of
    this table have spaces between their groups, so that two groups under each other may be one amount.
    """
    counts = [len(lines) for lines in columns if len(lines) > 1]
    for count in sorted({n for n in counts if counts.count(n) > 1}, reverse=True):
        tall = [lines for lines in columns if len(lines) == count]
        bases = [line.base for line in tall[0]]
        if any(abs(a - line.base) > 2 for lines in tall for a, line in zip(bases, lines, strict=True)):
            continue
        others = [lines for lines in columns if len(lines) not in (0, 1, count)]
        named = _named(columns, bases)
        if named == "no" or any(not _wraps_between(lines, bases) for lines in others):
            continue
        lone = any(len(lines) == 1 and is_value(lines[0].text) for lines in columns)
        lone = lone or named == "perhaps" or (spaced and count == 2)
        if any(_is_broken(lines, lone) for lines in tall):
            continue
        valued = sum(1 for lines in tall if all(is_value(line.text) for line in lines))
        whole = not any(lines for lines in columns if len(lines) == 1)
        if valued >= 2 or (valued and count >= 3 and whole):
            return bases
    return []


def _named(columns: Sequence[Sequence[Line]], bases: Sequence[float]) -> str:
    """Whether each of the rows printed in one has a name: "no", "perhaps" (a name of several lines, as well), "yes"."""
    first = next((lines for lines in columns if lines), [])
    found = "no"
    for lines in columns:
        starts = [line.text for line in lines if _on(line, bases)]
        if len(starts) == len(bases) > 1 and (lines is first or not any(is_value(text) for text in starts)):
            small = [text[0].islower() for text in starts]
            if not any(small):
                return "yes"
            if small[0]:  # otherwise it is one name over several lines
                found = "perhaps"
    return found


def _wraps_between(lines: Sequence[Line], bases: Sequence[float]) -> bool:
    """Every row has its own first line, and the others follow closely under one."""
    if len(lines) < len(bases) or any(all(abs(base - line.base) > 2 for line in lines) for base in bases):
        return False
    return all(after.base - before.base < 1.6 * before.size or _on(after, bases) for before, after in pairwise(lines))


def _on(line: Line, bases: Sequence[float]) -> bool:
    return any(abs(base - line.base) <= 2 for base in bases)


def _is_broken(lines: Sequence[Line], lone: bool) -> bool:
    return any(
        breaks_number([w.text for w in a.words[-2:]], [w.text for w in b.words[:2]], a.words[-1].soft, lone)
        for a, b in pairwise(lines)
    )


def finish(table: Table) -> Table | None:
    """Drop empty rows, count header rows; None when this is a frame or a drawing and not a table."""
    filled = [cell for cell in table.cells if cell.words]
    if not filled:
        return None
    starts = {n: at for at, n in enumerate(sorted({cell.row for cell in filled}))}
    table.cells = [cell for cell in table.cells if cell.row in starts]
    kept = list(starts)
    for cell in table.cells:
        first = starts[cell.row]
        cell.down = max(1, bisect_left(kept, cell.row + cell.down) - first)
        cell.row = first
    table.height = len(starts)
    most = max(Counter(cell.row for cell in filled).values())
    if most < 2 or len(filled) < 3 or (table.height < 2 and most < 3):
        return None
    give_room(table)
    table.header_rows = header_rows(table)
    return table


def header_rows(table: Table) -> int:
    """Rows at the top that name the columns: words over values, bold over plain, at most three."""
    if table.height < 2:
        return 0
    by_row = [[cell for cell in row if cell.words] for row in table.by_row()]
    texts = [[cell.text for cell in row] for row in by_row[:4]]
    bold = [all(cell.bold for cell in row) for row in by_row[:4]]
    plain = [_names(row) for row in texts]
    if not plain[0] and not (bold[0] and not _all_bold(table)):
        return 0
    values_below = not all(plain[1:]) or any(not _names([cell.text for cell in row]) for row in by_row[4:])
    count = 1
    while count < min(3, table.height - 1):
        spans = any(cell.across > 1 or cell.down > 1 for cell in table.row(count - 1))
        also_bold = bold[count] and bold[0] and not _all_bold(table)
        has_label = any(cell.column == 0 and cell.words for cell in table.row(count))
        if (plain[count] and len(texts[count]) > 1 and (also_bold or (spans and (values_below or not has_label)))) or (
            plain[count] and values_below and not has_label and len(texts[count]) > 1
        ):
            count += 1
        else:
            break
    return count


def _names(texts: Sequence[str]) -> bool:
    """Words that may head columns, or years: no values."""
    return not any(is_value(text) and not _YEAR.match(text) for text in texts)


def _all_bold(table: Table) -> bool:
    return all(cell.bold for cell in table.cells if cell.words)
