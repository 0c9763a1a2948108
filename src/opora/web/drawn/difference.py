"""What changed between two versions? Their blocks side by side, changed words marked, what is equal folded away."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from opora.web.drawn.place import Run

AROUND, MOST_BLOCKS, MOST_WORDS = 1, 6000, 2000
_WORDS = re.compile(r"\d+(?:[.,:/\u00a0\u202f ]\d+)*|\s+|\w+|[^\w\s]")  # a number is one word: 1 900, 12.50, 01.10.2026


@dataclass(frozen=True, slots=True)
class Row:
    """``skipped``: so many equal blocks stand here; else the two sides, each ``None`` when it has no such block."""

    old: tuple[Run, ...] | None = None
    new: tuple[Run, ...] | None = None
    skipped: int = 0


def difference(old: Sequence[str], new: Sequence[str]) -> tuple[Row, ...]:
    """Rows in the order of the new version, from the texts of the blocks of both; none when they are equal."""
    matcher = difflib.SequenceMatcher(None, old[:MOST_BLOCKS], new[:MOST_BLOCKS], autojunk=False)
    rows: list[Row] = []
    steps = matcher.get_opcodes()
    if all(step[0] == "equal" for step in steps):
        return ()
    for at, (what, a, b, c, d) in enumerate(steps):
        if what == "equal":
            rows += _equal(old[a:b], at > 0, at < len(steps) - 1)
        else:
            rows += _changed(old[a:b], new[c:d])
    return tuple(rows)


def _equal(blocks: Sequence[str], before: bool, after: bool) -> list[Row]:
    head, tail = AROUND if before else 0, AROUND if after else 0
    if len(blocks) <= head + tail + 1:
        return [Row((Run(text),), (Run(text),)) for text in blocks]
    kept = len(blocks) - tail
    rows = [Row((Run(text),), (Run(text),)) for text in blocks[:head]]
    rows.append(Row(skipped=kept - head))
    return rows + [Row((Run(text),), (Run(text),)) for text in blocks[kept:]]


def _changed(old: Sequence[str], new: Sequence[str]) -> list[Row]:
    rows = [Row(*words(before, after)) for before, after in zip(old, new, strict=False)]
    rows += [Row(old=(Run(text, True),)) for text in old[len(new) :]]
    return rows + [Row(new=(Run(text, True),)) for text in new[len(old) :]]


def words(old: str, new: str) -> tuple[tuple[Run, ...], tuple[Run, ...]]:
    """Both texts with the words that differ marked; wholly marked when hardly anything is common."""
    a, b = _WORDS.findall(old), _WORDS.findall(new)
    matcher = difflib.SequenceMatcher(None, a, b, autojunk=False)
    if len(a) + len(b) > MOST_WORDS or matcher.ratio() < 0.3:
        return (Run(old, True),), (Run(new, True),)
    left: list[Run] = []
    right: list[Run] = []
    for what, i, j, k, m in matcher.get_opcodes():
        left.append(Run("".join(a[i:j]), what != "equal"))
        right.append(Run("".join(b[k:m]), what != "equal"))
    return tuple(run for run in left if run.text), tuple(run for run in right if run.text)
