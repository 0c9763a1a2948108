"""What rows and columns does a CSV file hold?"""

from __future__ import annotations

import csv

from opora.reading.assemble import Draft, Reading
from opora.reading.decode import decode
from opora.reading.grid import GridRules, from_texts, is_numeric
from opora.reading.sniff import delimiter_of

_MAX_FIELD = 10_000_000
_MOST_LINES = 5


def read_csv(data: bytes) -> Reading:
    """One table; every value verbatim (decimal commas, leading zeros), its header beside it. Row header: first column."""
    text, encoding, warnings = decode(data)
    text = text.lstrip("\ufeff").replace("\x00", " ")
    declared = text.split("\n", 1)[0].strip()
    if declared.lower().startswith("sep=") and len(declared) == 5:
        mark, text = declared[4], text.split("\n", 1)[-1]
    else:
        mark = delimiter_of(text, trusted=True) or ","
    csv.field_size_limit(_MAX_FIELD)
    rows = [
        row for row in csv.reader(text.splitlines(keepends=True), delimiter=mark) if any(cell.strip() for cell in row)
    ]
    above, rows = _lines_above(rows)
    drafts = [Draft("paragraph", text) for text in above]
    drafts.extend(from_texts(rows, GridRules(head_rows=_heads(rows), first_row=len(above) + 1)) if rows else [])
    uneven = len({len(row) for row in rows}) > 1
    notes = (*warnings, *(("rows differ in their number of cells",) if uneven else ()))
    shown = {"\t": "tab", ";": "semicolon", ",": "comma", "|": "bar"}.get(mark, mark)
    return Reading(
        tuple(drafts), "text/csv", "delimited", warnings=notes, meta=(("encoding", encoding), ("delimiter", shown))
    )


def _lines_above(rows: list[list[str]]) -> tuple[list[str], list[list[str]]]:
    """Lines of one text before the table ("Report of fees"), if all rows of the table have as many cells, two or more."""
    at = next((at for at, row in enumerate(rows) if len(row) > 1), 0)
    wide = len(rows[at]) if rows else 0
    if not 0 < at <= _MOST_LINES or len(rows) < at + 2 or any(len(row) != wide for row in rows[at:]):
        return [], rows
    return [row[0].strip() for row in rows[:at]], rows[at:]


def _heads(rows: list[list[str]]) -> int | None:
    """A first row without figures and without repeats names the columns, be the others texts or figures."""
    if len(rows) < 2:
        return 0
    names = [cell.strip() for cell in rows[0] if cell.strip()]
    if not names or any(is_numeric(name) for name in names) or len(set(names)) < len(names):
        return None
    return 1 if len(names) >= 2 or len(rows[0]) == 1 else None
