"""Does a figure of a claim stand in the row and under the column that the claim names?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from opora.answering.lexed import lexed
from opora.domain.value import Value
from opora.language.agreement import agree, disagreement
from opora.language.values import find_values

_MARK: Final = re.compile(r"[|\t]")
_NO_WORD: Final = re.compile(r"^\W*$")


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows of a table printed with bars or tabs: what stands over each column, and the rows below."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def grid_of(text: str) -> Grid | None:
    """The table that a text prints, or None when it prints none: two lines of two cells at least."""
    if "\n" not in text or not _MARK.search(text):
        return None
    printed = [line for line in text.split("\n") if line.strip()]
    framed = all(line.strip().startswith("|") for line in printed)
    lines = [
        [cell.strip() for cell in _MARK.split(line.strip(" ").removeprefix("|").removesuffix("|") if framed else line)]
        for line in printed
    ]
    lines = [line for line in lines if len(line) > 1 and not all(_NO_WORD.match(cell) for cell in line)]
    if len(lines) < 2:
        return None
    heads = [*lines[0]]
    rest = lines[1:]
    while rest and not rest[0][0] and len(rest) > 1:
        heads = [
            f"{above} {cell}".strip()
            for above, cell in zip(_padded(heads, rest[0]), _padded(rest[0], heads), strict=True)
        ]
        rest = rest[1:]
    return Grid(tuple(heads), tuple(tuple(row) for row in rest))


def _padded(row: Sequence[str], other: Sequence[str]) -> list[str]:
    return [*row, *[""] * (len(other) - len(row))]


def misplaced(claim_text: str, claimed: Sequence[Value], grid: Grid) -> str | None:
    """The first figure that stands in the table, but in no row or column that the claim names."""
    told = _tokens(claim_text)
    columns = _named([*grid.heads[1:]], told)
    rows = _named([row[0] for row in grid.rows], told)
    for value in claimed:
        places = [
            (r, c)
            for r, row in enumerate(grid.rows)
            for c, cell in enumerate(row[1:])
            if any(_says(value, other) for other in find_values(cell))
        ]
        if not places or any((not rows or r in rows) and (not columns or c in columns) for r, c in places):
            continue
        if any(value.text in head for head in grid.heads):
            continue
        r, c = places[0]
        wanted = grid.rows[min(rows)][0] if rows and r not in rows else grid.heads[min(columns or {0}) + 1]
        stands = grid.rows[r][0] if rows and r not in rows else (grid.heads[c + 1] if c + 1 < len(grid.heads) else "")
        return f"{value.text!r} place: {wanted} / {stands}"
    return None


def _says(value: Value, other: Value) -> bool:
    """The same number; the claim may give it the unit or scale that the table's head states."""
    if agree(value, other):
        return True
    note = disagreement(value, other) or ""
    bare = not (other.unit or other.currency)
    return bare and value.kind != "date" and other.kind != "date" and note.split(":")[0] in ("unit", "currency")


def _named(labels: Sequence[str], told: frozenset[str]) -> set[int]:
    """Places of the labels whose words all stand in the claim; of two such, one that holds the other's words goes first."""
    tokens = [_tokens(label) for label in labels]
    named = {place for place, label in enumerate(tokens) if label and label <= told}
    return {place for place in named if not any(tokens[place] < tokens[other] for other in named)}


def _tokens(text: str) -> frozenset[str]:
    return frozenset(word.folded for word in lexed(text).words)
