"""Which day is meant by a month, a season, a quarter or a half of a year that a question names, with its year or without?"""

from __future__ import annotations

import calendar
import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from opora.domain.place import Span
from opora.domain.question import Message
from opora.language.dates import MONTHS, QUARTER, quarter_number
from opora.language.units import plain, table

_I = re.IGNORECASE
COMING = re.compile(
    r"\b(?:will|shall|going to|буд(?:ет|ут|е|уть)|станет|стане|va|vor|\w{3,}(?:[аиіу]ти|ю?вати)м(?:е|уть))\b", _I
)
GONE = re.compile(
    r"\b(?:was|were|had|did|been|был[аои]?|стоил[аои]?|действовал[аои]?|бу[лв][аои]?|було|коштува[лв][аои]?|діяв|діяла|діяли|era|erau|fost|avea|costa|costat)\b",
    _I,
)
# A month or season without a year, where the question speaks of what was or will be: the last one gone, the next to come.
_OF_YEAR = (
    r"(?:(?:,?\s+(?:of|in|în|din|в|у|lui|al?|anului|(?:al|din|a)\s+anul(?:ui)?))?(?:\s+|-)(?:(?P<year>20\d\d)\b(?:\s?[/–-]\s?(?:20)?(?P<until>\d\d)\b)?(?:\s+(?:года|году|год|г\.|року|році|рік|р\.))?"
    r"|(?P<last>last year|прошлого года|прошлом году|минулого року|anul(?:ui)? trecut)"
    r"|(?P<this>this year|этого года|этом году|цього року|anul acesta|acestui an)))?"
)
_IN_MONTH = re.compile(
    r"\b(?P<how>в\s+(?:начале|конце)|(?:at\s+)?the\s+(?:start|beginning|end)\s+of|(?:на\s+)?(?:початку|прикінці)|наприкінці"
    r"|la\s+(?:începutul|sfârșitul)(?:\s+lunii)?|înainte\s+de|in\s+(?:early|late)|(?:back\s+)?in|before|until|до|в|у|în|din)"
    rf"\s+(?P<month>[^\W\d_]{{3,10}})\b(?!\s*\d|\s+of\s+(?:the|a|my)\b){_OF_YEAR}",
    _I,
)
_BEGINS = re.compile(r"start|beginning|early|начале|початку|începutul", _I)
_BEFORE = re.compile(r"before|until|до|înainte", _I)
# "The July price", «июльская цена», "липнева ціна".
_PRICE_OF_MONTH = re.compile(
    r"\b(?P<month>[^\W\d_]{3,10}?)(?:ск(?:ая|ую|ой|ий|ие)|ев(?:а|у|ої|ий|і)|ов(?:а|у|ої|ий|і)|нев(?:а|у|ої|ий|і))?"
    r"\s+(?:prices?|rates?|fees?|costs?|tariffs?|цен[аыуе]|тариф\w*|стоимост\w+|цін[аиуі]|вартіст\w*)\b",
    _I,
)
_ADJECTIVES = table(
    """
1: январ, січ, січн
2: феврал, лют, лютн
3: март, берез, березн
4: апрел, квіт, квітн
5: май, трав, травн
6: июн, черв, червн
7: июл, лип, липн
8: август, серп, серпн
9: сентябр, верес, вересн
10: октябр, жовт, жовтн
11: ноябр, листопад, листопадн
12: декабр, груд, грудн
"""
)
_WHICH = (
    r"(?:(?P<gone>last|past|previous|прошл\w+|минул\w+)|(?P<next>next|coming|следующ\w+|будущ\w+|наступн\w+)"
    r"|(?P<now>this|эт\w+|цього|цієї|цим|цією))"
)
_AFTER = r"(?:\s+(?:(?P<past>trecut[ăe]?)|(?P<ahead>viitoare|viitor|următoare|următor)|aceasta|acesta|asta))?"
_IN = r"(?P<in>(?:in|during|since|over|за|на|во?|у|din|în|pe)(?:\s+the)?\s+)?"
# The first month of a part of a year, how many months it has, words that alone say when, and words that need more beside them.
SEASONS = (
    (3, 3, "весной|навесні|primăvara|primavara", "spring|весн[аыуиі]|весною"),
    (6, 3, "летом|влітку|улітку|vara", "summer|лет[оа]|літ[оа]|літом"),
    (9, 3, "осенью|восени|toamna", "autumn|осен[ьи]|осінь|осені|осінню"),
    (12, 3, "зимой|взимку|узимку|iarna", "winter|зим[аыуиі]|зимою"),
)
_PARTS = (
    *SEASONS,
    (
        1,
        6,
        "",
        "first half|перв(?:ое|ом|ого|ой) (?:полугоди[еия]|половине)|перш(?:е|ому|ого|ій) (?:півріччя|півріччі|половині)",
    ),
    (1, 6, "", "prima jumătate|primul semestru"),
    (
        7,
        6,
        "",
        "second half|втор(?:ое|ом|ого|ой) (?:полугоди[еия]|половине)|друг(?:е|ому|ого|ій) (?:півріччя|півріччі|половині)",
    ),
    (7, 6, "", "a doua jumătate|al doilea semestru"),
)
# Of a year that is named: its middle is its sixth month, its end the last.
_OF_WHOLE = (
    (6, 1, "mid|middle|середин[еіу]|mijlocul"),
    (12, 1, "end|конц[еу]|кінці|наприкінці|sfârșitul"),
)
PRICED = re.compile(
    r"\b(?:costs?|prices?|fees?|rates?|pay|стоить|стоил[аои]?|costat?|стоимость|цен\w+|тариф\w*|коштува\w+|ставк\w+|цін\w+|coste|preț\w*|tarif\w*)\b",
    _I,
)


_DATED = ("day", "day_of_year", "month")
_MONTH_AND = re.compile(
    rf"\b(?P<month>{'|'.join(sorted((name for name in MONTHS if len(name) > 2), key=len, reverse=True))})"
    r"(?=\s+(?:and|or|и|или|та|і|й|або|și|si|sau)\s+(?:(?:in|on|at|в|во|у|на|la|în|din|pe)\s+)?[^\W\d_]{3,10}\s+(?P<year>20\d\d))",
    _I,
)
_AND_A_DAY = re.compile(
    r",?\s*(?:and|or|vs\.?|versus|и|или|та|і|й|або|și|si|sau|față de)\s+(?:(?:in|on|at|by|в|во|у|на|la|în|din|pe)\s+)?",
    _I,
)
_SINCE = re.compile(r"\b(?:from|between|since|с|со|между|з|від|між|de la|între)\s+$", _I)
_DIFFERS = re.compile(
    r"\b(?:differ|chang|compar|отлич|измен|разниц|сравн|відрізн|змін|різниц|порівн|difer|schimb)\w*", _I
)


@dataclass(frozen=True, slots=True)
class Counted:
    """Words that name a day by its distance from the day of asking."""

    span: Span
    day: dt.date


def named_months(text: str, at: dt.date) -> Iterator[Counted]:
    """ "What did it cost in July": no year, so the one just gone; "what will it cost in May": the next."""
    gone = not COMING.search(text)
    for m in _IN_MONTH.finditer(text):
        month = MONTHS.get(plain(m["month"]))
        if month and (m["month"].lower() != "may" or m["month"][0].isupper()):
            yield Counted(Span(*m.span()), _day_of(month, m, at, gone))
    for m in _PRICE_OF_MONTH.finditer(text):
        named = plain(m["month"])
        month = MONTHS.get(named) or int(_ADJECTIVES.get(named, 0))
        if month and named not in ("may", "march"):
            yield Counted(Span(*m.span("month")), _end_of(month, at) if gone else _next_first(month, at))


def of_days(message: Message, span: Span) -> list[tuple[Span, tuple[Span, ...]]]:
    """Two days or months joined by "and", each with the rest of the question: its own words, and all that make it."""
    text = message.text
    days = [v.span for v in message.values if v.date and span.covers(v.span) and v.unit in _DATED]
    days += [Span(*m.span("month")) for m in _MONTH_AND.finditer(text, span.start, span.end)]
    days = sorted({day for day in days if not any(day != other and other.covers(day) for other in days)})
    if len(days) != 2 or not _AND_A_DAY.fullmatch(text[days[0].end : days[1].start]):
        return []
    before, after = Span(span.start, days[0].start), Span(days[1].end, span.end)
    if _SINCE.search(before.of(text)) and not _DIFFERS.search(before.of(text)):
        return []  # "from 3 to 5 May" is one time
    return [(day, tuple(one for one in (before, day, after) if one.of(text).strip(" ?.!"))) for day in days]


def months_before_another(text: str, at: dt.date) -> Iterator[Counted]:
    """The first of "May and July 2026": its last day, or the day of asking within it."""
    for m in _MONTH_AND.finditer(text):
        first, last = _bounds((MONTHS[plain(m["month"])], 1), int(m["year"]))
        yield Counted(Span(*m.span("month")), min(max(first, at), last))


def named_parts(text: str, at: dt.date) -> Iterator[Counted]:
    """Seasons, quarters and halves: of a year that is said, else the one just gone or the next, as the question speaks."""
    for first, count, pattern in _PATTERNS:
        for m in pattern.finditer(text):
            day = _of_part((first or 3 * quarter_number(m) - 2, count), m, text, at)
            if day:
                yield Counted(Span(*m.span()), day)


def _patterns() -> Iterator[tuple[int, int, re.Pattern[str]]]:
    for first, count, alone, nouns in _PARTS:
        named = rf"(?:(?P<alone>{alone or '(?!)'})|(?:{nouns}))\b"
        yield first, count, re.compile(rf"\b{_IN}(?:{_WHICH}\s+)?{named}{_AFTER}{_OF_YEAR}", _I)
    for first, count, nouns in _OF_WHOLE:
        yield first, count, re.compile(rf"\b{_IN}(?P<alone>{nouns})(?=[\s-](?:\w+\s+)?20\d\d){_OF_YEAR}", _I)
    yield 0, 3, re.compile(rf"\b{_IN}(?:{_WHICH}\s+)?(?P<alone>{QUARTER}){_OF_YEAR}", _I)


_PATTERNS: Final = tuple(_patterns())


def _of_part(months: tuple[int, int], m: re.Match[str], text: str, at: dt.date) -> dt.date | None:
    """The last day of a part of a year that is over, the first of one to come, the day of asking within it."""
    said = m.groupdict()
    year = _year_of(m, at)
    if year is None and not (m["alone"] or m["in"] or said.get("gone") or said.get("next") or said.get("now")):
        return None
    if year is not None:
        first, last = _bounds(months, year)
        return min(max(first, at), last)
    near = [_bounds(months, at.year + more) for more in (-2, -1, 0, 1, 2)]
    if said.get("gone") or said.get("past"):
        return max(last for _, last in near if last < at)
    if said.get("next") or said.get("ahead"):
        return min(first for first, _ in near if first > at)
    if COMING.search(text):
        return min(max(first, at) for first, last in near if last >= at) if PRICED.search(text) else None
    return max(min(last, at) for first, last in near if first <= at) if GONE.search(text) else None


def _bounds(months: tuple[int, int], year: int) -> tuple[dt.date, dt.date]:
    """The first and the last day of so many months from one on; what goes over the turn of a year is of the later one."""
    first, count = months
    end = first + count - 2  # counted from 0
    year -= end // 12
    last = dt.date(year + end // 12, end % 12 + 1, 1)
    return dt.date(year, first, 1), last.replace(day=calendar.monthrange(last.year, last.month)[1])


def _day_of(month: int, m: re.Match[str], at: dt.date, gone: bool) -> dt.date:
    """The day of a month that is meant: its last, the first when its start is asked for, the one before it for "before"."""
    if not gone:
        return _next_first(month, at)
    day = _last_of(month, _year_of(m, at), at)
    if _BEGINS.search(m["how"]):
        return day.replace(day=1)
    return day.replace(day=1) - dt.timedelta(1) if _BEFORE.search(m["how"]) else day


def _year_of(m: re.Match[str], at: dt.date) -> int | None:
    if m["year"]:
        return int(m["year"]) + (m["until"] is not None)
    return at.year - 1 if m["last"] else at.year if m["this"] else None


def _last_of(month: int, year: int | None, at: dt.date) -> dt.date:
    return _end_of(month, at) if year is None else dt.date(year, month, calendar.monthrange(year, month)[1])


def _end_of(month: int, at: dt.date) -> dt.date:
    """The last day of the latest such month, or the day itself within it."""
    year = at.year if month <= at.month else at.year - 1
    return min(at, dt.date(year, month, calendar.monthrange(year, month)[1]))


def _next_first(month: int, at: dt.date) -> dt.date:
    return at if month == at.month else dt.date(at.year + (month < at.month), month, 1)
