"""Which parts of a page stand side by side, and are they columns of text or cells of a table?

A band is a run of lines that leave a white strip free from top to bottom. What stands on both sides of the strip is
columns of text when its lines are those of sentences; it is a table only when something says so: the rows are shared by
all columns, and one of them holds names or values. Where nothing says so, columns are read one after another: in that
order no sentence is cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from opora.reading.pdf_fields import Fixed
from opora.reading.pdf_lines import Line, rows
from opora.reading.pdf_named import named_rows
from opora.reading.pdf_prose import Run, Text, beside, ends_sentence, in_rows, runs_of, shared
from opora.reading.pdf_staggered import are_staggered
from opora.reading.pdf_tables import Table, is_value

_DEPTH = 5
_CELL_WORDS = 5
_FEW = 3  # rows that may as well be lines of one paragraph
Span = tuple[float, float]


@dataclass(slots=True)
class Region:
    """Lines and ruled tables that are read by themselves; ``table``: what the lines were found to be."""

    lines: list[Line] = field(default_factory=list)
    tables: list[Table | Fixed] = field(default_factory=list)
    table: Table | None = None


@dataclass(slots=True)
class _Row:
    """A printed line, or a ruled table, and what it covers from left to right."""

    at: float
    spans: list[Span]
    runs: list[Run]
    item: Line | Table | Fixed

    @property
    def ends(self) -> Span:
        return self.spans[0][0], self.spans[-1][1]


@dataclass(frozen=True, slots=True)
class _Around:
    """The rows just above and under a band, and how the page is read."""

    above: _Row | None
    below: _Row | None
    coded: bool
    depth: int


def regions(lines: Sequence[Line], tables: Sequence[Table | Fixed], coded: bool, depth: int = 0) -> list[Region]:
    """The parts of a page, or of a column of it, in the order in which they are read.

    ``coded``: lines of fixed width are running text; otherwise they are code, whose gaps part nothing.
    """
    marks: list[_Row] = []
    for line in lines:
        runs = (
            runs_of(line) if coded or not line.mono else [Run(line.words, line.left, line.right, line.base, line.size)]
        )
        marks.append(_Row(line.base, _union([(run.left, run.reach) for run in runs]), runs, line))
    marks += [_Row(table.top, [(table.left, table.right)], [], table) for table in tables]
    marks.sort(key=lambda row: row.at)
    out: list[Region] = []
    parts = [part for band in _bands(marks) for part in _apart(band)]
    for before, part, after in zip([[], *parts], parts, [*parts[1:], []], strict=False):
        _take(out, part, _Around(before[-1] if before else None, after[0] if after else None, coded, depth))
    return [region for region in out if region.lines or region.tables or region.table]


def _take(out: list[Region], band: list[_Row], around: _Around) -> None:
    """Add the columns of a band, or its rows to the region that is open."""
    if not out or out[-1].table is not None:
        out.append(Region())
    spans = _union([span for row in band for span in row.spans])
    if len(spans) > 1 and around.depth < _DEPTH:
        last = out[-1].lines[-1] if out[-1].lines else None
        while last is not None and len(band) > 1 and (more := _ends_paragraph(last, band[0])):
            out[-1].lines.append(more)
            last, band = more, band[1:]
        found = None if _is_one_paragraph(band, around) else _columns(band, around)
        if found is not None:
            out += [*found, Region()]
            return
    for row in band:
        if isinstance(row.item, Line):
            out[-1].lines.append(row.item)
        else:
            out[-1].tables.append(row.item)


def _bands(marks: Sequence[_Row]) -> list[list[_Row]]:
    """Runs of rows that leave a strip free, as long as they can be; what leaves none lies between them."""
    out: list[list[_Row]] = []
    band: list[_Row] = []
    covered: list[Span] = []
    for row in marks:
        wider = _union([*covered, *row.spans])
        kept = band
        if len(wider) == 1 and band:
            if len(covered) > 1:
                kept, wider = _suffix(band, row)
                kept = _near(band, kept if len(wider) > 1 else [], row)
                wider = _union([span for one in [*kept, row] for span in one.spans])
            elif len(row.spans) > 1 or not _overlap(band[-1], row):
                kept, wider = _suffix(band, row)
        if len(kept) < len(band):
            out.append(band[: len(band) - len(kept)])
        band, covered = [*kept, row], wider
    return [*out, band] if band else out


def _suffix(band: list[_Row], row: _Row) -> tuple[list[_Row], list[Span]]:
    """The last rows of a band that leave a strip free together with the next one, or else all of them."""
    spans = row.spans
    for at in range(len(band) - 1, -1, -1):
        wider = _union([*spans, *band[at].spans])
        if len(wider) == 1 and len(spans) > 1:
            return band[at + 1 :], spans
        spans = wider
    return band, spans


def _near(band: list[_Row], kept: list[_Row], row: _Row) -> list[_Row]:
    """Of rows that could end a band or open the next, those under the widest white between them."""
    start = len(band) - len(kept)
    ats = [*(one.at for one in band), row.at]
    return band[max(range(max(1, start), len(ats)), key=lambda n: ats[n] - ats[n - 1]) :]


def _overlap(a: _Row, b: _Row) -> bool:
    return a.ends[0] < b.ends[1] and b.ends[0] < a.ends[1]


def _union(spans: Sequence[Span]) -> list[Span]:
    out: list[Span] = []
    for low, high in sorted(spans):
        if out and low <= out[-1][1]:
            if high > out[-1][1]:
                out[-1] = (out[-1][0], high)
        else:
            out.append((low, high))
    return out


def _ends_paragraph(last: Line, row: _Row) -> Line | None:
    """The short last line of a paragraph over the whole width keeps to one column, and yet belongs to it."""
    line = row.item
    if not isinstance(line, Line) or len(row.spans) > 1 or ends_sentence(last.text) or last.text.endswith((":", ";")):
        return None
    close = line.base - last.base < 1.6 * line.size and abs(line.left - last.left) < 2 * line.size
    return line if close and abs(line.size - last.size) < 0.1 * line.size and line.bold == last.bold else None


def _apart(band: list[_Row]) -> list[list[_Row]]:
    """A band cut where rows of a table follow on columns of text, or come before them, in the same strips."""
    spans = _union([span for row in band for span in row.spans])
    out: list[list[_Row]] = []
    at = 0
    while at < len(band):
        end = at
        while end < len(band) and _in_cells(band[end]) and (end > at or len(band[at].runs) > 1):
            end += 1
        block = band[at:end]
        rows_of_many = [row for row in block if len({_place(spans, run.left) for run in row.runs}) > 1]
        valued = sum(1 for row in rows_of_many if any(is_value(run.text) for run in row.runs[1:]))
        if len(rows_of_many) >= 3 and len(rows_of_many) > 0.6 * len(block) and valued >= 0.5 * len(rows_of_many):
            out += [block, []]
            at = end
        else:
            if not out:
                out.append([])
            out[-1] += band[at : max(end, at + 1)]
            at = max(end, at + 1)
    return [part for part in out if part]


def _in_cells(row: _Row) -> bool:
    """Values and pieces of them, names and other short words; no line of a sentence."""
    return bool(row.runs) and all(
        not any(letter.isalpha() for letter in run.text)
        or is_value(run.text)
        or (len(run.words) <= _CELL_WORDS and not ends_sentence(run.text))
        for run in row.runs
    )


def _columns(band: Sequence[_Row], around: _Around) -> list[Region] | None:
    """The columns of a band in reading order, each with its own parts; None where it is no columns of text."""
    spans = _union([span for row in band for span in row.spans])
    groups: list[list[Run]] = [[] for _ in spans]
    boxed: list[list[Table | Fixed]] = [[] for _ in spans]
    for row in band:
        for run in row.runs:
            groups[_place(spans, run.left)].append(run)
        if not isinstance(row.item, Line):
            boxed[_place(spans, row.item.left)].append(row.item)
    if not any(boxed):
        table = named_rows([Text(group) for group in groups])
        if table is not None:
            return _around_table(band, table, around)
        if are_staggered([row.item for row in band if isinstance(row.item, Line)]):
            return None
    cuts = _cuts(groups, boxed)
    if not any(cuts):
        return None
    out: list[Region] = []
    runs: list[Run] = []
    inside: list[Table | Fixed] = []
    for at, group in enumerate(groups):
        runs += group
        inside += boxed[at]
        if at == len(groups) - 1 or cuts[at]:
            out += [
                *regions(rows(word for run in runs for word in run.words), inside, around.coded, around.depth + 1),
                Region(),
            ]
            runs, inside = [], []
    return out


def _around_table(band: Sequence[_Row], table: Table, around: _Around) -> list[Region]:
    """The table, and what stands above and under it."""
    taken = {id(word) for word in table.words()}
    rest = [word for row in band for run in row.runs for word in run.words if id(word) not in taken]
    above = rows(word for word in rest if word.middle[1] < table.top)
    below = rows(word for word in rest if word.middle[1] >= table.top)
    first, last = (regions(lines, [], around.coded, around.depth + 1) for lines in (above, below))
    return [*first, Region(table=table), *last]


def _place(spans: Sequence[Span], left: float) -> int:
    return next(n for n, (low, high) in enumerate(spans) if low <= left <= high)


def _is_one_paragraph(band: Sequence[_Row], around: _Around) -> bool:
    """A few lines with wide gaps in the middle of a paragraph, or a name and a line beside it: these part no columns."""
    if len(band) > _FEW or any(isinstance(row.item, Table) for row in band):
        return False
    if len(band) == 1:
        return not all(Text([run]).is_prose for run in band[0].runs) or _goes_through(band, around)
    return _goes_through(band, around)


def _goes_through(band: Sequence[_Row], around: _Around) -> bool:
    """Whether a line closely above or under the band, of the same size, lies across it."""
    for row, other in ((band[0], around.above), (band[-1], around.below)):
        first, second = row.item, other.item if other else None
        if not isinstance(first, Line) or not isinstance(second, Line) or len(row.runs) < 2:
            continue
        step = abs(first.base - second.base)
        if step < 1.5 * first.size and abs(first.size - second.size) < 0.1 * first.size:
            return True
    return False


def _cuts(groups: Sequence[list[Run]], boxed: Sequence[list[Table | Fixed]]) -> list[bool]:
    """Between which neighbours a strip parts columns of text."""
    out: list[bool] = []
    texts = [Text(group) if group else None for group in groups]
    common = iter(beside([text for text in texts if text]))
    parts = [next(common) if text else None for text in texts]
    for at, (a, b) in enumerate(pairwise(texts)):
        c, d = parts[at], parts[at + 1]
        if a and b and c and d:
            out.append(_are_texts((a, b), (c, d)))
        else:
            tables = [any(isinstance(one, Table) for one in boxed[n]) for n in (at, at + 1)]
            out.append(all(tables) or any(text is not None and text.share > 0.25 for text in (a, b)))
    return out


def _are_texts(whole: tuple[Text, Text], part: tuple[Text, Text]) -> bool:
    left, right = part
    if not right.is_prose and right.opens_valued >= 0.5 and shared(right, left) >= 0.5:
        return False
    if left.is_cells and in_rows(left, right):
        return False
    seen = part if min(len(left.runs), len(right.runs)) >= _FEW else whole
    if any(text.share > 0.25 for text in seen):
        return True
    if left.valued >= 0.3 or right.valued >= 0.3:
        return False
    fewer, more = sorted((left, right), key=lambda text: len(text.runs))
    return len(fewer.runs) > 1 and shared(fewer, more) < 0.5
