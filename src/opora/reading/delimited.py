"""What rows and columns does a CSV file hold?"""

from __future__ import annotations

import csv

from opora.reading.assemble import Reading
from opora.reading.decode import decode
from opora.reading.grid import GridRules, from_texts, is_numeric
from opora.reading.sniff import delimiter_of

_MAX_FIELD = 10_000_000


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
    drafts = from_texts(rows, GridRules(head_rows=_heads(rows))) if rows else []
    uneven = len({len(row) for row in rows}) > 1
    notes = (*warnings, *(("rows differ in their number of cells",) if uneven else ()))
    shown = {"\t": "tab", ";": "semicolon", ",": "comma", "|": "bar"}.get(mark, mark)
    return Reading(
        tuple(drafts), "text/csv", "delimited", warnings=notes, meta=(("encoding", encoding), ("delimiter", shown))
    )


def _heads(rows: list[list[str]]) -> int | None:
    """A first row without figures and without repeats names the columns, be the others texts or figures."""
    if len(rows) < 2:
        return 0
    names = [cell.strip() for cell in rows[0] if cell.strip()]
    if not names or any(is_numeric(name) for name in names) or len(set(names)) < len(names):
        return None
    return 1 if len(names) >= 2 or len(rows[0]) == 1 else None
