"""Which part of every year does a text name ("from 1 November to 31 March", "in August", "узимку"), and is a day in it?"""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final, NamedTuple

from opora.answering.asked_months import SEASONS
from opora.language.dates import MONTHS
from opora.language.units import plain

_I: Final = re.IGNORECASE
_LEAP: Final = 2000
_LEAP_DAY: Final = (2, 29)
_MONTH: Final = "|".join(sorted((re.escape(form) for form in MONTHS), key=len, reverse=True))
_TO: Final = r"\s*(?:[-–—]|\b(?:to|till|until|through|по|до|până(?:\s+(?:la|în))?|la)\b)\s*(?:the\s+|data de\s+)?"
_NO_YEAR: Final = r"(?!,?\s*(?:de\s+)?(?:19|20)\d\d)"


def _day_of_year(name: str) -> str:
    return (
        rf"(?:(?P<d{name}>\d{{1,2}})(?:st|nd|rd|th|-?(?:го|е))?\s+(?:of\s+)?)?\b(?P<m{name}>{_MONTH})\b\.?"
        rf"(?:\s+(?P<e{name}>\d{{1,2}})(?:st|nd|rd|th)?(?![\d:.]))?{_NO_YEAR}"
    )


_RANGE: Final = re.compile(_day_of_year("1") + _TO + _day_of_year("2"), _I)
_ONE: Final = re.compile(
    rf"\b(?:in|during|throughout|every|each|в|во|у|за|протягом|în(?: luna)?|din(?: luna)?|lunii?)\s+(?P<m>{_MONTH})\b{_NO_YEAR}"
    rf"|\b(?:on|la|pe)?\s*(?P<d>\d{{1,2}})(?:st|nd|rd|th|-?(?:го|е))?\s+(?:of\s+)?(?P<n>{_MONTH})\b(?!\s+(?:mult|pu[țţt]in)){_NO_YEAR}",
    _I,
)
_OPEN: Final = re.compile(
    r"\b(?:from|since|until|till|by|before|after|с|со|до|к|после|от|з|із|від|після|din|de la|până(?: la)?|după|înainte de)\s*$",
    _I,
)


class Yearly(NamedTuple):
    """Days of every year from ``start`` to ``end``, both as (month, day) and both within it; it may turn the year."""

    start: tuple[int, int]
    end: tuple[int, int]

    def days(self) -> frozenset[tuple[int, int]]:
        """Each day of it, in a leap year."""
        if self.start <= self.end:
            return frozenset(day for day in _days() if self.start <= day <= self.end)
        return frozenset(day for day in _days() if day >= self.start or day <= self.end)


@cache
def _days() -> tuple[tuple[int, int], ...]:
    return tuple((month, day) for month in range(1, 13) for day in range(1, _length(month) + 1))


@lru_cache(maxsize=2048)
def parts_of_every_year(text: str) -> tuple[Yearly, ...]:
    """Parts of the year that a text names without saying which year.

    >>> parts_of_every_year("From 1 July to 31 August it closes at 17:00.")
    (Yearly(start=(7, 1), end=(8, 31)),)
    >>> parts_of_every_year("It closed in August 2024.")
    ()
    """
    return tuple(_found(text))


def _found(text: str) -> Iterator[Yearly]:
    taken: list[tuple[int, int]] = []
    for m in _RANGE.finditer(text):
        first, last = MONTHS[plain(m["m1"])], MONTHS[plain(m["m2"])]
        start = _on(first, m["d1"] or m["e1"], 1)
        end = _on(last, m["d2"] or m["e2"], _length(last))
        if start and end:
            taken.append(m.span())
            yield Yearly(start, end)
    for m in _ONE.finditer(text):
        if any(a < m.end() and m.start() < b for a, b in taken):
            continue
        month = MONTHS[plain(m["m"] or m["n"])]
        if m["m"]:
            if plain(m["m"]) != "may" or m["m"][0].isupper():
                yield Yearly((month, 1), (month, _length(month)))
        elif m["n"] != "may" and not _OPEN.search(text[: m.start()]) and (day := _on(month, m["d"], 1)):
            yield Yearly(day, day)
    for first, count, pattern in _SEASONS:
        if pattern.search(text):
            last = (first + count - 2) % 12 + 1
            yield Yearly((first, 1), (last, _length(last)))


_SEASONS: Final = tuple(
    (
        first,
        count,
        re.compile(rf"\b(?:{alone}|(?:in|during|в|во|у)\s+(?:the\s+)?(?:{nouns}))\b(?!\s+(?:19|20)\d\d)", _I),
    )
    for first, count, alone, nouns in SEASONS
)


def holds_all(told: tuple[Yearly, ...], asked: tuple[Yearly, ...]) -> bool:
    """Whether every day that is asked about is in a part of the year that is told of; False where either names none."""
    days = {day for part in asked for day in part.days()}
    held = {day for part in told for day in part.days()}
    return bool(days & held) and days - {_LEAP_DAY} <= held


def _on(month: int, day: str | None, otherwise: int) -> tuple[int, int] | None:
    number = int(day) if day else otherwise
    return (month, number) if 1 <= number <= _length(month) else None


def _length(month: int) -> int:
    return calendar.monthrange(_LEAP, month)[1]
