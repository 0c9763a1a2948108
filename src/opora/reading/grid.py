"""Which cells of a grid are headers, and which header stands over each value?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from opora.reading.assemble import CellDraft, Draft
from opora.reading.belongs import opens_note

_NUMERIC = re.compile(
    r"[\s(]*[-+−–~<>≤≥±]?\s*(?:[$€£¥₽₴]|[A-Z]{3}\s)?\s*\d[\d\s.,'’/:\u00a0\u202f-]*\s*"
    r"(?:%|[$€£¥₽₴]|[A-Za-zÀ-žА-Яа-яІіЇїЄє]{1,5}\.?)?[\s)*]*"
)
_YEAR = re.compile(r"(?:19|20)\d\d|[QК][1-4]|(?:FY|H)\s?\d+", re.I)
_MAX_HEAD = 120
_MAX_HEADERS_OVER = 6
_MAX_TITLES = 3


@dataclass(slots=True)
class GridCell:
    """A cell as drawn: its text, first column from 1, how many columns and rows it covers."""

    text: str
    column: int
    columns: int = 1
    rows: int = 1
    is_header: bool = False


@dataclass(frozen=True, slots=True)
class GridRules:
    """What is known of the table. ``head_rows`` ``None``: not marked, to be judged by what the cells hold.

    ``first_row`` is the number its first row has where it comes from (a sheet's row), so that a row's address says it.
    """

    head_rows: int | None = None
    sheet: str | None = None
    first_row: int = 1


_UNMARKED = GridRules()
Row = Sequence[GridCell]


def table_drafts(rows: Sequence[Row], rules: GridRules = _UNMARKED) -> list[Draft]:
    """A table; before it a caption for each title row over all columns, after it a note for each note row at its foot."""
    kept = list(rows)
    left = min((cell.column for row in kept for cell in row), default=1)
    right = max((cell.column + cell.columns - 1 for row in kept for cell in row), default=0)
    captions: list[Draft] = []
    notes: list[Draft] = []
    heads, first_row = rules.head_rows, rules.first_row
    if heads and not any(cell.text.strip() for row in kept[:heads] for cell in row):
        kept, first_row, heads = kept[heads:], first_row + heads, None  # a marked but empty header names nothing
    while len(kept) > 1 and len(captions) < _MAX_TITLES and _is_title(kept[0], left, right):
        text = next((cell.text for cell in kept[0] if cell.text.strip()), "")
        captions.append(Draft("caption", text, sheet=rules.sheet))
        kept, first_row = kept[1:], first_row + 1
        heads = max(0, heads - 1) if heads else heads
    while len(kept) > 2 and _is_note(kept[-1], left):
        text = next(cell.text for cell in kept[-1] if cell.text.strip())
        notes.insert(0, Draft("note", text, sheet=rules.sheet, link="note_of", link_to="table"))
        kept = kept[:-1]
    draft = _table(kept, head_rows_of(kept) if heads is None else heads, left)
    draft.sheet = rules.sheet
    draft.rows = ((),) * (first_row - 1) + draft.rows
    draft.row_headers = ("",) * (first_row - 1) + draft.row_headers
    return [*captions, draft, *notes]


def from_texts(rows: Sequence[Sequence[str]], rules: GridRules = _UNMARKED) -> list[Draft]:
    """The same for plain rows of texts."""
    return table_drafts([[GridCell(t, n) for n, t in enumerate(row, start=1)] for row in rows], rules)


def _only(row: Row, left: int) -> GridCell | None:
    full = [cell for cell in row if cell.text.strip()]
    return full[0] if len(full) == 1 and full[0].column == left else None


def _is_title(row: Row, left: int, right: int) -> bool:
    cell = _only(row, left)
    if cell is None or right <= left or len(cell.text) > 300:
        return False
    return cell.columns > right - left or right - left >= 2


def _is_note(row: Row, left: int) -> bool:
    cell = _only(row, left)
    return cell is not None and opens_note(cell.text)


def head_rows_of(rows: Sequence[Row]) -> int:
    """How many rows at the top are headers, judged by their cells: 0, 1, or as deep as the first row's cells reach."""
    if len(rows) < 2 or not rows[0]:
        return 0
    marked = 0
    for row in rows:
        if not row or not all(cell.is_header for cell in row if cell.text.strip()):
            break
        marked += 1
    if marked:
        return min(marked, len(rows) - 1)
    first = [cell for cell in rows[0] if cell.text.strip()]
    if len(first) < 2 or any(len(cell.text) > _MAX_HEAD or is_numeric(cell.text) for cell in first):
        return 0
    if first[0].text.rstrip().endswith(":"):
        return 0
    deep = max(cell.rows for cell in first)
    if any(cell.columns > 1 for cell in first) and not any(is_numeric(cell.text) for cell in rows[1]):
        deep = max(deep, 2)
    return min(deep, len(rows) - 1)


def is_numeric(text: str) -> bool:
    """A figure, amount, share or date; a year or quarter alone may still be a header."""
    return bool(_NUMERIC.fullmatch(text)) and not _YEAR.fullmatch(text.strip())


def _table(rows: Sequence[Row], heads: int, left: int) -> Draft:
    headers = _headers(rows[:heads])
    out: list[tuple[CellDraft, ...]] = []
    row_headers: list[str] = []
    open_until, open_text = 0, ""
    for number, row in enumerate(rows):
        is_head = number < heads
        out.append(
            tuple(
                CellDraft(cell.text, cell.column, "" if is_head else _over(headers, cell), is_head or cell.is_header)
                for cell in row
            )
        )
        first = next((cell for cell in row if cell.column == left), None)
        if first and first.text.strip():
            open_text, open_until = first.text, number + first.rows
        elif number >= open_until:
            open_text = ""
        row_headers.append("" if is_head else open_text)
    return Draft("table", rows=tuple(out), row_headers=tuple(row_headers))


def _headers(rows: Sequence[Row]) -> dict[int, str]:
    """Column to the header texts over it, from the top; a text that repeats the one above it is said once."""
    found: dict[int, list[str]] = {}
    for row in rows:
        for cell in row:
            text = " ".join(cell.text.split())
            for column in range(cell.column, cell.column + cell.columns):
                stack = found.setdefault(column, [])
                if text and text not in stack:
                    stack.append(text)
    return {column: " / ".join(stack) for column, stack in found.items()}


def _over(headers: dict[int, str], cell: GridCell) -> str:
    if cell.columns == 1:
        return headers.get(cell.column, "")
    texts = dict.fromkeys(headers.get(column, "") for column in range(cell.column, cell.column + cell.columns))
    return ", ".join([text for text in texts if text][:_MAX_HEADERS_OVER])
