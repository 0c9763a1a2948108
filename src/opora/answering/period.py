"""Which time does a question ask about, and does a statement speak of that time or of another?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

from opora.answering.finding import Draft
from opora.language.dates import MONTHS
from opora.language.units import plain

WEIGHT: Final = 0.6  # of the best and the worst fit in the score of a statement
_LIFE_LEAST: Final = 25  # years
_UNDATED: Final = 0.2  # what a statement without a time loses to one of the time asked about
_FITS: Final = 0.8
_ALWAYS: Final = 10_000.0
_LIFE: Final = 40  # years; longer ones are lives and eras, which hold everything
_YEAR: Final = re.compile(
    r"(?<![\d.,/-])(?:(?P<m>[^\W\d_]{3,12})\.?,?\s(?:de\s)?)?(?P<y>1[5-9]\d\d|20\d\d)(?!\d|/(?!\d\d\b)|\s?%|[.,]\d)"
)
_SHORT_END: Final = re.compile(r"\s?[-–—/]\s?(?P<end>\d\d)(?!\d)")  # "2001–02"
_TO: Final = re.compile(
    r"^\s*(?:года|року|г\.|р\.)?\s*(?:[-–—]|to|till|until|through|and|по|до|и|та|і|până(?: în| la)?|la|și)\s*(?:the\s)?(?:\w+\s)?$",
    re.I,
)
_SINCE: Final = re.compile(
    r"\b(?:since|from|after|с|со|після|после|з|із|din|după|începând cu)\s+(?:the\s)?(?:\w+\s)?$", re.I
)
_UNTIL: Final = re.compile(
    r"\b(?:until|till|before|by|до|по|перед|până în|până la|înainte de)\s+(?:the\s)?(?:\w+\s)?$", re.I
)
_BORN: Final = re.compile(
    r"\b(?:born|родил(?:ся|ась)|народи(?:вся|лася)|născută?)\s*(?:on|in)?\s*(?:\d{1,2}\s*)?$", re.I
)
# "William Keith (18 November 1838 – 13 April 1911) was a painter": a life, not a time that is spoken of.
_LIVED: Final = re.compile(
    r"\((?:[^()\d]{0,40};)?\s*(?:[^\W\d_]+\.?\s\d{1,2}\s?,?\s|\d{1,2}\s[^\W\d_]+\.?\s)?(?P<born>1[5-9]\d\d|20\d\d)\s*[-–—]\s*"
    r"(?:[^\W\d_]+\.?\s\d{1,2}\s?,?\s|\d{1,2}\s[^\W\d_]+\.?\s)?(?P<died>1[5-9]\d\d|20\d\d)\s*\)"
)
_PRESENT: Final = re.compile(r"^\s*[-–—]\s*(?:present|now|настоящее|н\.\s?в|нині|prezent)?\s*\)", re.I)


class Period(NamedTuple):
    """Years with their fraction, half-open. ``point``: one date that says when something happened, not how long it held."""

    start: float
    end: float
    point: bool = False


@lru_cache(maxsize=4096)
def periods(text: str) -> tuple[Period, ...]:
    """The times that a text names by years, in order: "1961–1963", "since May 1979", "in 1959"."""
    if not any(letter.isdigit() for letter in text):
        return ()
    found: list[Period] = []
    lives = [life.span() for life in _LIVED.finditer(text) if int(life["died"]) - int(life["born"]) >= _LIFE_LEAST]
    marks = [mark for mark in _YEAR.finditer(text) if not any(a <= mark.start() < b for a, b in lives)]
    skip = -1
    for number, mark in enumerate(marks):
        if number == skip or _BORN.search(text[: _begins(mark)]):
            continue
        start, end = _span(mark)
        before, after = text[: _begins(mark)], text[mark.end() :]
        other = marks[number + 1] if number + 1 < len(marks) else None
        short = _SHORT_END.match(text, mark.end())
        if short and int(short["end"]) == (int(mark["y"]) + 1) % 100:
            found.append(Period(start, end + 1))
        elif other and _TO.match(text[mark.end() : _begins(other)]):
            skip = number + 1
            found.append(Period(start, max(_span(other)[0], end)))
        elif _PRESENT.match(after) or _SINCE.search(before):
            found.append(Period(start, _ALWAYS))
        elif _UNTIL.search(before):
            found.append(Period(-_ALWAYS, start))
        else:
            found.append(Period(start, end, True))
    return tuple(found)


def _span(mark: re.Match[str]) -> tuple[float, float]:
    year, month = int(mark["y"]), MONTHS.get(plain(mark["m"] or ""))
    return (year + (month - 1) / 12, year + month / 12) if month else (float(year), year + 1.0)


def _begins(mark: re.Match[str]) -> int:
    """Where the date itself begins: a word before the year that is no month does not belong to it."""
    return mark.start() if plain(mark["m"] or "") in MONTHS else mark.start("y")


def fits(asked: Period, text: str) -> float:
    """How well (-1..1) the times of a statement fit the time asked about; 0 when it names none."""
    return max((_fits(asked, told) for told in periods(text)), default=0.0)


def _fits(asked: Period, told: Period) -> float:
    if told.point:
        if abs(told.start - asked.start) < 1 / 12 or (asked.point and told.start <= asked.start < told.end):
            return 1.0
        if asked.start <= told.start < asked.end or told.start <= asked.start < told.end:
            return 0.8
        return 0.0 if told.start < asked.start else -0.6
    shared = min(asked.end, told.end) - max(asked.start, told.start)
    if shared <= 0:
        return -1.0
    if told.end - told.start > max(_LIFE, 5 * (asked.end - asked.start)):
        return 0.5 if told.end >= _ALWAYS or told.start <= -_ALWAYS else 0.0
    return 1.0 if shared >= 0.5 * (asked.end - asked.start) else 0.3


def of_no_such_time(question: str, text: str, today: float) -> bool:
    """Whether a stretch of years that is over is asked about, and the statement names no time in it.

    "Which team from 2004 to 2006" is not told by who somebody is.
    """
    asked = periods(question)
    if len(asked) != 1 or asked[0].point or asked[0].end > today or asked[0].start <= -_ALWAYS:
        return False
    return fits(asked[0], text) <= 0


def time_bonus(question: str, text: str) -> float:
    """What the times of a statement add to its score; 0 unless the question asks about one time."""
    asked = periods(question)
    return WEIGHT * fits(asked[0], text) if len(asked) == 1 else 0.0


def by_time(question: str, drafts: Sequence[Draft]) -> list[Draft]:
    """Among dated statements those of the time asked about go first; without a time in the question nothing changes.

    What names no time at all gives way where another statement names the time asked about.
    """
    if len(periods(question)) != 1 or not drafts:
        return list(drafts)
    more = [time_bonus(question, draft.text) for draft in drafts]
    undated = _UNDATED if max(more) >= _FITS * WEIGHT else 0.0
    told = [
        replace(draft, score=draft.score + (bonus or (0.0 if periods(draft.text) else -undated)))
        for draft, bonus in zip(drafts, more, strict=True)
    ]
    return sorted(told, key=lambda draft: -draft.score)
