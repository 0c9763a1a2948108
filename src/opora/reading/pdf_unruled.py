"""Which tables stand on a page without drawn rules, told only by aligned gaps?"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from opora.reading.pdf_lines import Line
from opora.reading.pdf_staggered import broken, cells_of, levelled
from opora.reading.pdf_tables import GridCell, Table, finish, is_value
from opora.reading.pdf_word import Word

_MARKER = re.compile(r"^([•◦▪●‣–—*\-o§]|\(?[\w]{1,4}[.)]|\d{1,2}(\.\d{1,3})*\.?)$")


@dataclass(slots=True)
class _Row:
    """One printed line with its cells: (first column, last column, words)."""

    line: Line
    parts: list[tuple[int, int, list[Word]]]

    @property
    def columns(self) -> set[int]:
        return {column for first, last, _ in self.parts for column in range(first, last + 1)}


def unruled_tables(lines: Sequence[Line]) -> list[Table]:
    """Tables among the lines of a page or a column, top to bottom."""
    out: list[Table] = []
    at = 0
    lines = levelled(lines)
    while at < len(lines):
        end = _run_end(lines, at)
        table = _table(lines[at:end]) if end - at >= 2 else None
        if table is not None:
            out.append(table)
        at = max(end, at + 1)
    return out


def _run_end(lines: Sequence[Line], start: int) -> int:
    """Where the run of table-like lines from ``start`` ends; ``start`` itself when it is no table line."""
    if len(cells_of(lines[start])) < 2 and not _spans_next(lines, start):
        return start
    end, at = start + 1, start + 1
    while at < len(lines) and sum(1 for line in lines[end:at] if not _is_piece(line)) < 3:
        before, line = lines[at - 1], lines[at]
        size = max(line.size, before.size)
        if line.base - before.base > 3.2 * size and line.top - before.bottom > 2 * size:  # a row may be of many lines
            break
        if len(cells_of(lines[at])) >= 2:
            end = at + 1
        elif len(lines[at].text) > 60:
            break
        at += 1
    row = end - 1
    while end < len(lines) and _is_tail(lines[row], lines[end], lines[end - 1]):
        end += 1
    return end


def _is_piece(line: Line) -> bool:
    """What a narrow cell may break an amount into: digits, marks, a unit."""
    return len(line.words) <= 3 and is_value(f"1{line.text}")


def _spans_next(lines: Sequence[Line], at: int) -> bool:
    """A short centred line just over several cells is a spanning header, not a paragraph."""
    if at + 1 >= len(lines):
        return False
    line, after = lines[at], lines[at + 1]
    near = after.base - line.base < 1.8 * after.size
    parts = cells_of(after)
    return (
        near
        and len(parts) >= 2
        and len(line.text) < 40
        and line.left > parts[0][-1].box.right
        and line.right <= after.right + 5
    )


def _is_tail(before: Line, line: Line, last: Line) -> bool:
    """A line of one cell close under the last row of a table (or under ``last``, which is such a line) goes on in it."""
    if line.base - last.base > 1.45 * before.size or len(cells_of(line)) > 1:
        return False
    parts = cells_of(before)
    if len(parts) < 2:
        return False
    label = abs(line.left - parts[0][0].box.left) < 2 and line.text[0].islower() and line.bold == parts[0][0].bold
    cells = parts if _is_piece(line) and _is_piece(Line(parts[0])) else parts[1:]
    return len(line.text) < 40 and (label or any(_under(part, line) for part in cells))


def _under(part: Sequence[Word], line: Line) -> bool:
    """The line keeps to the width of the cell over it, ends or lies in the middle where it does, or goes on its number."""
    left, right = part[0].box.left, part[-1].box.right
    if line.right > left and abs(line.right - right) < 3:
        return True
    if abs(line.left + line.right - left - right) < 4:
        return True
    if line.left < left - 3:
        return False
    if line.left < left + 2 and _is_piece(line):
        return True
    return line.right <= right + 12 or (line.left < right and broken(part, line.words) != "no")


def _table(lines: Sequence[Line]) -> Table | None:
    spans = _column_spans(lines)
    if len(spans) < 2:
        return None
    printed = [_Row(line, _parts(line, spans)) for line in lines]
    if _is_prose(printed, spans):
        return None
    _widen_title(printed, spans)
    grouped = _logical(printed)
    if len(grouped) < 2 or not _looks_tabular(grouped, len(spans)):
        return None
    cells = [cell for number, group in enumerate(grouped) for cell in _row_cells(number, group)]
    edges = tuple(low for low, _ in spans)
    page = lines[0].page
    bounds = (
        min(x.left for x in lines),
        min(x.top for x in lines),
        max(x.right for x in lines),
        max(x.bottom for x in lines),
    )
    return finish(Table(page, *bounds, len(grouped), len(spans), cells, edges))


def _is_prose(printed: Sequence[_Row], spans: Sequence[tuple[float, float]]) -> bool:
    """Columns of running text: line after line fills each column's width, and hardly a cell is a value."""
    filled: list[bool] = []
    parts = [part for row in printed for part in row.parts]
    for column, (low, high) in enumerate(spans):
        mine = [part[2] for part in parts if part[0] == part[1] == column]
        if len(mine) < 4 or high - low < 9 * mine[0][0].size:
            continue
        full = sum(1 for words in mine if words[-1].box.right - words[0].box.left > 0.85 * (high - low))
        filled.append(full >= 0.6 * len(mine))
    values = sum(1 for part in parts if is_value(_text(part)))
    return len(filled) >= 2 and all(filled) and values <= 0.15 * len(parts)


def _column_spans(lines: Sequence[Line]) -> list[tuple[float, float]]:
    """Where the columns lie, from the lines that show most cells."""
    split = [cells_of(line) for line in lines]
    counts = Counter(len(parts) for parts in split if len(parts) >= 2)
    if not counts:
        return []
    many = [count for count, seen in counts.items() if seen >= max(2, 0.25 * sum(counts.values()))]
    core_size = max(many) if many else max(counts)
    intervals = sorted(
        (part[0].box.left, part[-1].box.right) for parts in split if len(parts) >= core_size for part in parts
    )
    spans: list[tuple[float, float]] = []
    for low, high in intervals:
        if spans and low <= spans[-1][1] + 1:
            spans[-1] = (spans[-1][0], max(spans[-1][1], high))
        else:
            spans.append((low, high))
    return spans


def _parts(line: Line, spans: Sequence[tuple[float, float]]) -> list[tuple[int, int, list[Word]]]:
    out: list[tuple[int, int, list[Word]]] = []
    for fragment in cells_of(line):
        first, last = _columns_of(fragment[0].box.left, fragment[-1].box.right, spans)
        if last > first and len(fragment) > 1:
            out.extend(_apart(fragment, spans))
        else:
            out.append((first, last, list(fragment)))
    joined: list[tuple[int, int, list[Word]]] = []
    for first, last, words in out:
        if joined and joined[-1][1] >= first:
            a, b, before = joined[-1]
            joined[-1] = (a, max(b, last), [*before, *words])
        else:
            joined.append((first, last, words))
    return joined


def _widen_title(printed: Sequence[_Row], spans: Sequence[tuple[float, float]]) -> None:
    """A lone line centred over all columns but the first is a header over all of them."""
    if len(printed[0].parts) != 1 or len(spans) < 4:
        return
    line = printed[0].line
    centre = (spans[1][0] + spans[-1][1]) / 2
    if line.left > spans[0][1] and abs((line.left + line.right) / 2 - centre) < 1.5 * line.size:
        printed[0].parts = [(1, len(spans) - 1, printed[0].parts[0][2])]


def _apart(fragment: list[Word], spans: Sequence[tuple[float, float]]) -> list[tuple[int, int, list[Word]]]:
    """Cells that almost touch: part them where a gap falls between two columns; else it spans them."""
    parts: list[list[Word]] = [[fragment[0]]]
    for before, word in itertools.pairwise(fragment):
        here, there = (
            _columns_of(before.box.left, before.box.right, spans),
            _columns_of(word.box.left, word.box.right, spans),
        )
        if here[1] < there[0] and word.box.left - before.box.right > 0.55 * word.size:
            parts.append([word])
        else:
            parts[-1].append(word)
    return [(*_columns_of(part[0].box.left, part[-1].box.right, spans), part) for part in parts]


def _columns_of(low: float, high: float, spans: Sequence[tuple[float, float]]) -> tuple[int, int]:
    touched = [n for n, (a, b) in enumerate(spans) if min(high, b) - max(low, a) > min(2.0, 0.5 * (high - low))]
    if touched:
        return touched[0], touched[-1]
    middle = (low + high) / 2
    gap = next((n for n in range(1, len(spans) - 1) if spans[n][1] < middle < spans[n + 1][0]), None)
    if gap is not None:
        return gap, gap + 1
    nearest = min(range(len(spans)), key=lambda n: min(abs(middle - spans[n][0]), abs(middle - spans[n][1])))
    return nearest, nearest


def _logical(printed: Sequence[_Row]) -> list[list[_Row]]:
    """Printed lines grouped into table rows: a wrapped cell goes on in the next line."""
    gaps = [b.line.base - a.line.base for a, b in itertools.pairwise(printed)]
    tight = _tight_limit(gaps)
    out = [[printed[0]]]
    above = 0.0  # the white over the row that is open
    for at, (before, row) in enumerate(itertools.pairwise(printed)):
        after = gaps[at + 1] if at + 1 < len(gaps) else 1e9
        if _goes_on(out[-1], before, row, (gaps[at], after, max(tight, 0.85 * above))):
            out[-1].append(row)
        else:
            out.append([row])
            above = gaps[at]
    return out


def _tight_limit(gaps: Sequence[float]) -> float:
    low, high = min(gaps), max(gaps)
    middle = (low + high) / 2
    wide = sum(1 for gap in gaps if gap >= middle)
    return middle if high > 1.25 * low and wide >= max(2, 0.2 * len(gaps)) else 0.0


def _goes_on(group: Sequence[_Row], before: _Row, row: _Row, gaps: tuple[float, float, float]) -> bool:
    gap, after, tight = gaps
    size = row.line.size
    if gap > 1.5 * size or any(last > first for first, last, _ in before.parts):
        return False
    known = {column for one in group for column in one.columns}
    if not row.columns <= known or not _as_bold(group, row):
        return False
    torn = [broken(over, part[2]) for part in row.parts if (over := _over(group, part))]
    if "sure" in torn:
        return True
    starts_low = all(_text(part)[:1].islower() for part in row.parts)
    if 0 not in row.columns:
        values = all(is_value(_text(part)) for part in row.parts)
        if not values or not any(is_value(_text(part)) for part in before.parts):
            return True
        if min(known) not in row.columns:
            return gap < tight or any(sure != "no" for sure in torn)
    if row.columns == {0}:
        return starts_low or gap < after - 0.3 * size
    if "likely" in torn and (gap < tight or len(row.columns) < len(known)):
        return True
    if _text(row.parts[0])[:1].islower() and (any(sure != "no" for sure in torn) or _runs_on(before, row)):
        return True
    return gap < tight and (_text(row.parts[0])[:1].islower() or len(row.columns) < len(known))


def _runs_on(before: _Row, row: _Row) -> bool:
    """A label that starts a sentence goes on in small letters, and words follow on values alone."""
    return (
        _text(before.parts[0])[:1].isupper()
        and all(is_value(_text(part)) for part in before.parts[1:])
        and all(_text(part)[:1].islower() for part in row.parts)
    )


def _as_bold(group: Sequence[_Row], row: _Row) -> bool:
    """Whether the parts of a line are as bold as what stands over them in the row."""
    for part in row.parts:
        over = _over(group, part)
        if over and all(word.bold for word in over) != all(word.bold for word in part[2]):
            return False
    return True


def _over(group: Sequence[_Row], part: tuple[int, int, list[Word]]) -> list[Word]:
    """The words of the row so far in the column of the part."""
    return [word for row in group for first, last, words in row.parts if first <= part[0] <= last for word in words]


def _text(part: tuple[int, int, list[Word]]) -> str:
    return " ".join(word.text for word in part[2])


def _row_cells(number: int, group: Sequence[_Row]) -> list[GridCell]:
    cells: dict[int, GridCell] = {}
    for row in group:
        for first, last, words in row.parts:
            home = next((cell for cell in cells.values() if cell.column <= first < cell.column + cell.across), None)
            if home is None:
                cells[first] = GridCell(number, first, 1, last - first + 1, list(words))
            else:
                home.words.extend(words)
    return [cells[column] for column in sorted(cells)]


def _looks_tabular(grouped: Sequence[Sequence[_Row]], width: int) -> bool:
    texts = [[(part[0], _text(part)) for row in group for part in row.parts] for group in grouped]
    lengths = sorted(len(text) for row in texts for _, text in row)
    if lengths[len(lengths) // 2] > (26 if width > 2 else 40) or lengths[int(0.9 * (len(lengths) - 1))] > 90:
        return False
    firsts = [text for row in texts for column, text in row if column == 0]
    if not firsts or (sum(1 for text in firsts if _MARKER.match(text)) > 0.6 * len(firsts) and width == 2):
        return False
    full = sum(1 for row in texts if len({column for column, _ in row}) >= 2)
    if full < 2 or full < 0.5 * len(texts):
        return False
    valued = sum(1 for row in texts if any(column and is_value(text) for column, text in row))
    if valued >= max(1, 0.4 * (len(texts) - 1)):
        return True
    return full >= 3 and lengths[len(lengths) // 2] <= 26
