"""In which order is a page read: columns, full-width lines, tables?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from opora.reading.pdf_fields import Fixed
from opora.reading.pdf_gutter import strip
from opora.reading.pdf_lines import Line, rows
from opora.reading.pdf_rules import Rule
from opora.reading.pdf_tables import Table
from opora.reading.pdf_titles import Title
from opora.reading.pdf_words import Word


@dataclass(slots=True)
class Sheet:
    """One page while it is being read: size in points, words, rules, tables."""

    number: int
    width: float = 0.0
    height: float = 0.0
    label: str | None = None
    words: list[Word] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)  # of the upright words outside the ruled tables
    chars: int = 0
    needs_ocr: bool = False
    garbled: bool = False  # most glyphs have no known letter
    hidden: bool = False  # most of the text is drawn invisibly
    unseen: str = ""  # text that nobody can see, left out
    fixed: list[Fixed] = field(default_factory=list)  # filled fields and notes; their words are not in ``words``
    titles: list[Title] = field(default_factory=list)  # headings that the outline or the tags name
    comments: list[str] = field(default_factory=list)  # pinned to the page, left out


Item = Line | Table | Fixed


@dataclass(slots=True)
class Column:
    """Lines and tables of one column between two full-width interruptions, top to bottom, and the column's edges."""

    items: list[Item]
    left: float
    right: float


def free_words(sheet: Sheet) -> list[Word]:
    """Words outside the ruled tables of the page."""
    if not sheet.tables:
        return sheet.words
    return [word for word in sheet.words if not any(table.holds(word) for table in sheet.tables)]


def columns(lines: list[Line], tables: Sequence[Table | Fixed]) -> list[Column]:
    """The page's columns in reading order; words of the tables must not be in ``lines``."""
    return _order(lines, list(tables), 0)


def _order(lines: list[Line], tables: list[Table | Fixed], depth: int) -> list[Column]:
    if not lines and not tables:
        return []
    at = _gutter(lines, tables) if depth < 4 else None
    if at is None and depth < 4 and len(lines) > 2:
        at = strip(lines)
    if at is None:
        return [_column(lines, tables)]
    out: list[Column] = []
    for split, part, inside in _bands(lines, tables, at):
        mine = [word for line in part for word in line.words]
        if not split:
            out.extend(_order(rows(mine), inside, depth + 2) if depth < 2 else [_column(part, inside)])
            continue
        left = [word for word in mine if word.middle[0] < at]
        right = [word for word in mine if word.middle[0] >= at]
        out.extend(_order(rows(left), [t for t in inside if (t.left + t.right) / 2 < at], depth + 1))
        out.extend(_order(rows(right), [t for t in inside if (t.left + t.right) / 2 >= at], depth + 1))
    return out


def _column(lines: list[Line], tables: list[Table | Fixed]) -> Column:
    items: list[Item] = sorted([*lines, *tables], key=lambda item: item.top)
    return Column(items, min(item.left for item in items), max(item.right for item in items))


def _gutter(lines: Sequence[Line], tables: Sequence[Table | Fixed]) -> float | None:
    """The x of the white strip that parts most lines into a left and a right half; None for a single column."""
    if len(lines) < 4:
        return None
    left, right = min(line.left for line in lines), max(line.right for line in lines)
    votes: dict[int, list[int]] = {}
    for line in lines:
        for before, after in zip(line.words, line.words[1:], strict=False):
            if after.box.left - before.box.right >= 0.85 * line.size:
                for x in range(int(before.box.right) + 1, int(after.box.left) + 1):
                    votes.setdefault(x, []).append(1)
    if not votes:
        return None
    best = max(len(v) for v in votes.values())
    if best < 3:
        return None
    strip = [x for x, v in votes.items() if len(v) >= 0.9 * best]
    at = sorted(strip)[len(strip) // 2] + 0.0
    if not left + 0.12 * (right - left) < at < right - 0.12 * (right - left):
        return None
    parted = [line for line in lines if _sides(line, at) == "both"]
    if len(parted) < 3 or not _is_prose(parted, at):
        return None
    return at


def _is_prose(lines: Sequence[Line], at: float) -> bool:
    """Columns of text fill their width with words; columns of a table do not."""
    for side in (True, False):
        lengths = sorted(
            sum(len(word.text) + 1 for word in line.words if (word.middle[0] < at) == side) for line in lines
        )
        if lengths[len(lengths) // 2] < 18:
            return False
    return True


def _sides(line: Line, at: float) -> str:
    if any(word.box.left < at - 1 and word.box.right > at + 1 for word in line.words):
        return "across"
    left = any(word.middle[0] < at for word in line.words)
    right = any(word.middle[0] >= at for word in line.words)
    if not (left and right):
        return "left" if left else "right"
    before = max(word.box.right for word in line.words if word.middle[0] < at)
    after = min(word.box.left for word in line.words if word.middle[0] >= at)
    return "both" if after - before >= 0.7 * line.size else "across"


def _bands(lines: Sequence[Line], tables: Sequence[Table | Fixed], at: float) -> list[_Band]:
    """Runs of lines that keep to the columns, and the full-width runs between them."""
    marks: list[tuple[float, bool, Item]] = [(line.base, _sides(line, at) != "across", line) for line in lines]
    marks.extend((table.top, not table.left < at - 3 < at + 3 < table.right, table) for table in tables)
    marks.sort(key=lambda mark: mark[0])
    out: list[_Band] = []
    for _, split, item in marks:
        if not out or out[-1][0] != split:
            out.append((split, [], []))
        (out[-1][1] if isinstance(item, Line) else out[-1][2]).append(item)  # type: ignore[arg-type]
    return _joined([(split and _both_filled(part, at), part, inside) for split, part, inside in out])


_Band = tuple[bool, list[Line], list[Table | Fixed]]


def _joined(bands: Sequence[_Band]) -> list[_Band]:
    """The short last line of a full-width paragraph keeps to one column, and yet belongs to its band."""
    out: list[_Band] = []
    for split, part, inside in bands:
        if out and not split and not out[-1][0]:
            out[-1] = (False, [*out[-1][1], *part], [*out[-1][2], *inside])
        else:
            out.append((split, part, inside))
    return out


def _both_filled(lines: Sequence[Line], at: float) -> bool:
    words = [word for line in lines for word in line.words]
    return any(word.middle[0] < at for word in words) and any(word.middle[0] >= at for word in words)
