"""Is every character of a reading one that can be stored, compared and shown?"""

from __future__ import annotations

import re
from dataclasses import replace

from opora.reading.assemble import CellDraft, Draft, Reading

# One character for one, so that word boxes keep their places.
_BAD = re.compile("[\x00-\x08\x0b-\x1f\x7f\x80-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")
_IN_CELL = re.compile("[\t\n]")
_BAD_IN_CELL = re.compile(_BAD.pattern[:-1] + "\t\n]")


def clean(reading: Reading) -> Reading:
    """The same reading with control characters as spaces, lone surrogates as U+FFFD, and table cells on one line."""
    drafts = tuple(_draft(draft) for draft in reading.drafts)
    return replace(
        reading,
        drafts=drafts,
        title=" ".join(valid(reading.title).split()),
        left_out=tuple(valid(text) for text in reading.left_out),
        warnings=tuple(valid(text) for text in reading.warnings),
        meta=tuple((valid(key), valid(value)) for key, value in reading.meta),
    )


def valid(text: str) -> str:
    """Text of the same length that UTF-8 can write and a line can hold."""
    return _BAD.sub(_instead, text) if _BAD.search(text) else text


def _instead(match: re.Match[str]) -> str:
    char = match[0]
    if "\ud800" <= char <= "\udfff" or char in "\ufffe\uffff":
        return "\ufffd"
    return "\n" if char in "\x0b\x0c\x85\u2028\u2029" else " "


def _draft(draft: Draft) -> Draft:
    changed = replace(draft, text=valid(draft.text))
    if draft.rows:
        changed.rows = tuple(tuple(_cell(cell) for cell in row) for row in draft.rows)
        changed.row_headers = tuple(_one_line(text) for text in draft.row_headers)
    return changed


def _cell(cell: CellDraft) -> CellDraft:
    """The cell itself when nothing is wrong with it: a table may have a million."""
    if _BAD_IN_CELL.search(cell.text) or _BAD_IN_CELL.search(cell.header):
        return replace(cell, text=_IN_CELL.sub(" ", valid(cell.text)), header=_one_line(cell.header))
    return cell


def _one_line(text: str) -> str:
    return " ".join(valid(text).split())
