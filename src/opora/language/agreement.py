"""Do two values say the same, part by part?"""

from __future__ import annotations

import re
from collections.abc import Iterable

from opora.domain.value import Value
from opora.language.identifiers import code_of
from opora.language.numbers import SUPERSCRIPTS
from opora.language.units import same_currency

_LITERAL = re.compile(rf"(?:\d[\d.,'’]*\d|\d)[{SUPERSCRIPTS}]*")
_DIGIT = re.compile(r"\d")
_LENGTHS = {
    "second": ("second", 1),
    "minute": ("second", 60),
    "hour": ("second", 3_600),
    "day": ("second", 86_400),
    "week": ("second", 604_800),
    "month": ("month", 1),
    "quarter": ("month", 3),
    "year": ("month", 12),
    "decade": ("month", 120),
}
_SAME_QUALIFIER = {"exactly": None, "from": "at_least"}


def agree(a: Value, b: Value) -> bool:
    """True only if every part that either value states agrees."""
    return disagreement(a, b) is None


def disagreement(a: Value, b: Value) -> str | None:
    """The first part in which two values differ, for a reader ("qualifier: up_to / none"), or None."""
    if not (a.readable and b.readable):
        return "unreadable"
    if "identifier" in (a.kind, b.kind):
        return _identifiers(a, b)
    if "date" in (a.kind, b.kind):
        return _dates(a, b) or _qualifiers(a, b) or _print(a, b)
    as_long = _equally_long(a, b)
    if not as_long and not _same_number(a, b):
        return f"number: {_shown(a)} / {_shown(b)}"
    for part in ("currency", "basis") if as_long else ("unit", "currency", "basis"):
        left, right = getattr(a, part), getattr(b, part)
        if left != right and not (part == "currency" and same_currency(left, right)):
            return f"{part}: {left or 'none'} / {right or 'none'}"
    return _qualifiers(a, b)


def within(coarse: Value, fine: Value) -> bool:
    """Whether a year or month without a limit is that of a day or month: "in 1994" of "April 8, 1994"."""
    if coarse.kind != "date" or fine.kind != "date" or not coarse.date or not fine.date:
        return False
    if coarse.qualifier or fine.qualifier:
        return False
    if coarse.unit == "year":
        return fine.unit in ("day", "month", "quarter") and coarse.date.year == fine.date.year
    same = coarse.unit == "month" and fine.unit == "day"
    return same and (coarse.date.year, coarse.date.month) == (fine.date.year, fine.date.month)


def matches_quote(claim_value: Value, quote_values: Iterable[Value]) -> bool:
    """True if some value of the quote agrees with the claim's in every part."""
    return any(agree(claim_value, value) for value in quote_values)


def closest_disagreement(claim_value: Value, quote_values: Iterable[Value]) -> str | None:
    """None when some value agrees; else the disagreement with the value that shares the number, or "not found"."""
    notes = []
    for value in quote_values:
        note = disagreement(claim_value, value)
        if note is None:
            return None
        notes.append(note)
    near = [note for note in notes if not note.startswith(("number", "date", "identifier", "unreadable"))]
    return near[0] if near else "not found"


def _qualifiers(a: Value, b: Value) -> str | None:
    left = _SAME_QUALIFIER.get(a.qualifier or "", a.qualifier)
    right = _SAME_QUALIFIER.get(b.qualifier or "", b.qualifier)
    return None if left == right else f"qualifier: {a.qualifier or 'none'} / {b.qualifier or 'none'}"


def _same_number(a: Value, b: Value) -> bool:
    if a.low == b.low and a.high == b.high:
        return True
    # One text read the ambiguous "1,250" as grouping, the other (a bare cell) as decimal: the digits decide.
    if not (a.note and b.note) or a.scale != b.scale or _negative(a) != _negative(b):
        return False
    return _LITERAL.findall(a.text) == _LITERAL.findall(b.text)


def _equally_long(a: Value, b: Value) -> bool:
    """Whether two durations in different units last the same: 14 days and 2 weeks. A month has no fixed number of days."""
    left, right = _LENGTHS.get(a.unit or ""), _LENGTHS.get(b.unit or "")
    if left is None or right is None or a.unit == b.unit or left[0] != right[0]:
        return False
    if a.low is None or a.high is None or b.low is None or b.high is None:
        return False
    return (a.low * left[1], a.high * left[1]) == (b.low * right[1], b.high * right[1])


def _negative(value: Value) -> bool:
    return value.low is not None and value.low < 0


def _identifiers(a: Value, b: Value) -> str | None:
    left, right = code_of(a), code_of(b)
    return None if left == right else f"identifier: {left} / {right}"


def _dates(a: Value, b: Value) -> str | None:
    if a.kind != b.kind:
        other, date = (a, b) if b.kind == "date" else (b, a)
        bare = other.unit is None and other.currency is None and other.number == date.number
        return None if bare and date.unit == "year" else f"date: {a.text} / {b.text}"
    if a.unit != b.unit:
        return f"date: precision {a.unit} / {b.unit}"
    same = a.number == b.number if a.unit == "time" else a.date == b.date
    return None if same else f"date: {a.text} / {b.text}"


def _print(a: Value, b: Value) -> str | None:
    """Written alike, only the digits differ: seconds and the like, which no part of a value holds."""
    same = _DIGIT.sub("0", a.text) == _DIGIT.sub("0", b.text)
    return f"date: {a.text} / {b.text}" if same and a.text != b.text else None


def _shown(value: Value) -> str:
    if value.low != value.high:
        return f"{value.low}–{value.high}"
    return str(value.low)
