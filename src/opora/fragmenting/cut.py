"""Where may a sentence that is too long be cut? At clauses, else between words; never inside a word or a value."""

from __future__ import annotations

import re
from collections.abc import Callable

from opora.domain.place import Span
from opora.language.atoms import value_atoms

_CLAUSE = re.compile(r"(?<=[;:,)])\s+|\s+(?=[—–(])|\n+")
_GAP = re.compile(r"\s+")


def cut_long(text: str, span: Span, limit: int, count: Callable[[str], int]) -> list[Span]:
    """``span`` in parts of at most ``limit`` by ``count``, in order; a single word over the limit stays whole."""
    if count(span.of(text)) <= limit:
        return [span]
    clauses = _allowed(text, span, _CLAUSE)
    gaps = _allowed(text, span, _GAP)
    return _halved(text, span, (clauses, gaps), limit, count)


def _allowed(text: str, span: Span, border: re.Pattern[str]) -> list[Span]:
    """White space that may become a border: outside of all values."""
    whole = [value.moved(span.start) for value in value_atoms(span.of(text))]
    found: list[Span] = []
    at = 0
    for match in border.finditer(text, span.start, span.end):
        while at < len(whole) and whole[at].end <= match.start():
            at += 1
        if at == len(whole) or whole[at].start >= match.end():
            found.append(Span(match.start(), match.end()))
    return found


def _halved(
    text: str, span: Span, borders: tuple[list[Span], ...], limit: int, count: Callable[[str], int]
) -> list[Span]:
    done: list[Span] = []
    todo = [span]
    while todo:
        part = todo.pop()
        border = None if count(part.of(text)) <= limit else _middle(part, borders)
        if border is None:
            done.append(part)
        else:
            todo += [Span(border.end, part.end), Span(part.start, border.start)]
    return done


def _middle(part: Span, borders: tuple[list[Span], ...]) -> Span | None:
    """The border nearest to the middle: a clause's if it leaves a fair share on both sides, else any gap."""
    middle, share = (part.start + part.end) // 2, len(part) // 4
    for kind, room in zip(borders, (share, 0), strict=True):
        inside = [b for b in kind if part.start + room < b.start and b.end < part.end - room]
        if inside:
            return min(inside, key=lambda b: (abs(b.start - middle), b.start))
    return None
