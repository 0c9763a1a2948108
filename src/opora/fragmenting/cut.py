"""Where may a sentence that is too long be cut? At clauses, else between words; never inside a word or a value."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable

from opora.domain.place import Span
from opora.language.atoms import value_atoms

_CLAUSE = re.compile(r"(?<=[;:,)])\s+|\s+(?=[—–(])|\n+")
_GAP = re.compile(r"\s+")
_DIGIT = re.compile(r"\d")
_LONGEST_TOKEN = 40
"""Characters: text longer than the limit in such tokens is too long without counting it."""


def cut_long(text: str, span: Span, limit: int, count: Callable[[str], int]) -> list[Span]:
    """``span`` in parts of at most ``limit`` by ``count``, in order; a single word over the limit stays whole."""
    if _fits(text, span, limit, count):
        return [span]
    whole = _values(text, span)
    clauses = _allowed(text, span, _CLAUSE, whole)
    gaps = _allowed(text, span, _GAP, whole)
    return _halved(text, span, (clauses, gaps), limit, count)


def _fits(text: str, span: Span, limit: int, count: Callable[[str], int]) -> bool:
    return len(span) <= _LONGEST_TOKEN * limit and count(span.of(text)) <= limit


def _values(text: str, span: Span) -> list[Span]:
    """Every value has a digit; looking for one first spares the long search in text without any."""
    if not _DIGIT.search(text, span.start, span.end):
        return []
    return [value.moved(span.start) for value in value_atoms(span.of(text))]


def _allowed(text: str, span: Span, border: re.Pattern[str], whole: list[Span]) -> list[Span]:
    """White space that may become a border: outside of all values (``whole``, in order)."""
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
        border = None if _fits(text, part, limit, count) else _middle(part, borders)
        if border is None:
            done.append(part)
        else:
            todo += [Span(border.end, part.end), Span(part.start, border.start)]
    return done


def _middle(part: Span, borders: tuple[list[Span], ...]) -> Span | None:
    """The border nearest to the middle: a clause's if it leaves a fair share on both sides, else any gap."""
    middle, share = (part.start + part.end) // 2, len(part) // 4
    for kind, room in zip(borders, (share, 0), strict=True):
        first = bisect_right(kind, part.start + room, key=lambda b: b.start)
        last = bisect_left(kind, part.end - room, key=lambda b: b.end)
        at = bisect_left(kind, middle, first, max(first, last), key=lambda b: b.start)
        near = kind[max(first, at - 1) : min(last, at + 1)]
        if near:
            return min(near, key=lambda b: (abs(b.start - middle), b.start))
    return None
