"""On which day must the answer hold? A day named in the question, or one counted from the question's date."""

from __future__ import annotations

import calendar
import datetime as dt
import re
from collections.abc import Iterator
from functools import cache, lru_cache

from opora.answering.asked_months import COMING, GONE, PRICED, Counted, months_before_another, named_months, named_parts
from opora.domain.place import Span
from opora.domain.question import Message
from opora.domain.value import Value
from opora.language.dates import find_dates
from opora.language.numbers import NUMBER_WORDS
from opora.language.units import plain

_FURTHEST = 30 * 366  # days between the date of asking and a date named in the question
_I = re.IGNORECASE
_UNITS = (
    ("day", r"days?|дн(?:я|ей|і|ів)|день|zile?|ziua"),
    ("week", r"weeks?|недел[яиюье]|тижн?(?:день|ня|ні|нів)|săptămân[iăa]\w*|saptaman[ia]\w*"),
    ("month", r"months?|месяц(?:а|ев|е)?|місяц[іяюь]\w*|lun[iăa]"),
    ("year", r"years?|года?|году|лет|рок(?:и|ів|у)|рік|ani?"),
)
_DAYS = (
    (-2, r"the day before yesterday|позавчера|позавчора|alaltăieri"),
    (-1, r"yesterday|вчера|вчора|ieri"),
    (0, r"today|сегодня|сьогодні|azi|astăzi"),
    (1, r"tomorrow|завтра|mâine|maine"),
    (2, r"the day after tomorrow|послезавтра|післязавтра|poimâine"),
)
_LAST = (
    (
        "week",
        r"last week|на прошлой неделе|прошлой недел[ие]|минулого тижня|на минулому тижні|săptămâna trecută|saptamana trecuta",
    ),
    (
        "month",
        r"last month|в прошлом месяце|прошлого месяца|за прошлый месяц|минулого місяця|у минулому місяці|luna trecută|luna trecuta",
    ),
    (
        "quarter",
        r"(?:last|the previous) quarter|в прошлом квартале|прошлого квартала|минулого кварталу|у минулому кварталі|trimestrul trecut",
    ),
    ("year", r"last year|в прошлом году|прошлого года|минулого року|у минулому році|торік|anul trecut"),
)
_NEXT = (
    (
        "week",
        r"next week|на следующей неделе|со следующей недели|наступного тижня|săptămâna viitoare|saptamana viitoare",
    ),
    ("month", r"next month|в следующем месяце|со следующего месяца|наступного місяця|luna viitoare"),
    (
        "quarter",
        r"next quarter|в следующем квартале|со следующего квартала|наступного кварталу|trimestrul viitor",
    ),
    (
        "year",
        r"next year|в (?:следующем|будущем) году|со следующего года|наступного року|(?:у|в) наступному році|anul (?:viitor|care vine)"
        r"|la anul(?!\s+20\d\d)",
    ),
)
_THIS = (
    ("quarter", r"this quarter|этого квартала|цього кварталу|trimestrul acesta|acestui trimestru"),
    ("month", r"this month|этого месяца|цього місяця|luna aceasta|acestei luni"),
    ("year", r"this year|этого года|цього року|anul acesta|acestui an"),
)
# "At the start of last year": its first day, not its last.
_START = re.compile(
    r"(?:(?:start|beginning|first day) of|(?:в начале|на початку|перв(?:ый|ого) день|перш(?:ий|ого) д(?:ень|ня)|la [îi]nceputul|prima zi (?:a|din))"
    r"(?:\s+(?:lunii|anului))?)\s+$",
    _I,
)
_END = re.compile(
    r"(?:(?:at\s+)?(?:the\s+)?(?:end|last day) of|(?:в конце|наприкінці|в кінці|последн(?:ий|его) д(?:ень|ня)|останн(?:ій|ього) д(?:ень|ня)|la sf[âa]r[șs]itul"
    r"|ultima zi (?:a|din))(?:\s+(?:lunii|anului))?)\s+$",
    _I,
)
_FEAST = re.compile(
    r"\b(?:christmas|easter|new year(?:['’]s)?(?: eve)?|рождеств\w+|пасх\w+|різдв\w+|велик(?:день|одня)|cr[ăa]ciun\w*|pa[șs]ti\w*)\s+(?:of\s+|din\s+)?$",
    _I,
)
_UNTIL = re.compile(r"(?:до|until|till|up to|p[âa]n[ăa] (?:la|în|pe))\b", _I)  # not "by" a day: that sets a term
_IN_YEAR = re.compile(r"\b(?:in|for|during|в|во|у|за|în|din|pe)\s+(?:the\s+year\s+|anul\s+)?$", _I)
_OLD = re.compile(
    r"\b(?:old|former|previous|earlier|prior)\s+(?:price|fee|rate|tariff|cost|deductible|premium|limit|fare|charge|salary)s?\b"
    r"|\b(?:стар|прежн|предыдущ)\w+\s+(?:цен|тариф|стоимост|ставк|плат|франшиз|прем|лимит|оклад|комисси)\w*"
    r"|\b(?:стар|попередн|колишн)\w+\s+(?:цін|тариф|варт|ставк|плат|франшиз|прем|ліміт|оклад|комісі)\w*"
    r"|\b(?:preț|pret|tarif|tax|cost|prim|fransiz|franșiz|limit|comision)\w*\s+(?:vech|anterio|preceden)\w+",
    _I,
)
_BEFORE_NOW = re.compile(
    r"\bused? to (?:cost|be|pay)\b|\b(?:formerly|previously)\b|\b(?:раньше|прежде|ранее)\s+(?:сто|бы|плат|состав|действ)\w+"
    r"|\b(?:сто|бы|плат|состав|действ)\w+\s+(?:раньше|прежде|ранее)\b|\bраніше\s+(?:кошт|бу|плат|стан|дія)\w+"
    r"|\b(?:кошт|бу|плат|стан|дія)\w+\s+раніше\b|\b(?:costa|era)\s+(?:înainte|inainte|anterior)\b(?!\s+de\b)",
    _I,
)
_MOST_IN_WORDS = 24
_SPOKEN = sorted((word for word, number in NUMBER_WORDS.items() if 0 < number <= _MOST_IN_WORDS), key=len, reverse=True)
_COUNT = rf"(?P<n>\d{{1,3}}|an?|{'|'.join(_SPOKEN)})".replace("е", "[её]").replace("'", "['’ʼ]")
_AGO = re.compile(r"ago|назад|тому|acum", _I)  # each of the patterns below needs one of these
_DISTANCE = tuple(
    (unit, re.compile(rf"\b(?:за\s+|cu\s+|peste\s+)?{_COUNT}\s+(?:de\s+)?(?:{words})\s+$", _I))
    for unit, words in _UNITS
)
_ONE_AGO = (("day", "день"), ("week", "неделю|тиждень"), ("month", "месяц|місяць"), ("year", "год|рік"))
_HALF_YEAR_AGO = re.compile(
    r"\b(?:(?:half a year|полгода|пол года|пів\s?року|півроку)\s+(?:ago|назад|тому)|acum\s+(?:o\s+)?jum[ăa]tate\s+de\s+an)\b",
    _I,
)
_PAST_PRICE = re.compile(
    r"\b(?:(?:was|were)\b.{0,20}\b(?:prices?|fees?|rates?)|how much (?:was|were|did)|did\b.*\bcost)\b|\bстоил[аои]?\b|\bпоч[её]м был"
    r"|\bкоштува(?:в|ла|ло|ли)\b|\bкоштував\b|\ba costat\b|\bcosta\b(?= )",
    _I,
)
# Words of a time that may be of no day that is understood.
_SOME_TIME = re.compile(
    r"\b(?:last|previous|former|recent)\s+(?!name|time\b|minute|one\b|page)\w+|\b(?:back then|formerly|previously|in the past|at (?:easter|christmas))\b"
    r"|\bпрошл\w+\s+\w+|\b(?:раньше|прежде|тогда|когда-то|в прошлом)\b|\bминул\w+\s+\w+|\b(?:раніше|колись|тоді)\b"
    r"|\b(?:a few|a couple of|several|несколько|пару|кілька|декілька)\s+\w+\s+(?:ago|назад|тому)\b|\bacum\s+câteva\s+\w+"
    r"|\b\w+\s+trecut[ăe]?\b|\b(?:odinioară|pe atunci|mai demult)\b",
    _I,
)
_NO_YEAR = 2000  # what a date without a year is read with
_YEAR = re.compile(r"\d{4}|\b00\b")
_FIGURES = re.compile(r"\d\d[./]\d{4}")
_SHORTEST = 7  # characters: a shorter one is a year or a month
_NOW = re.compile(
    r"\b(?:now|today|currently|at present|сейчас|теперь|сегодня|ныне|зараз|тепер|сьогодні|acum(?! \w+ (?:zi|lun|an|săpt))|azi|astăzi)\b",
    _I,
)
_PRESENT = re.compile(
    r"\b(?:is|are|am|does|do|can|may|must|will|has|have)\b|\b(?:можно|нужно|надо|есть|будет|можна|треба|потрібно|є|буде)\b"
    r"|\b\w{2,}(?:[еёи]т|[уюая]т|ує|ює|ає|яє|[иї]ть|[уюая]ть)(?:ся)?\b|\b(?:este|sunt|poate|pot|trebuie|costă|există|se \w{3,})\b",
    _I,
)
_JOINED = re.compile(
    r",?\s*(?:and|or|to|till|until|и|или|по|до|та|і|й|або|și|si|sau|până|[-–—])\s+(?:(?:on|в|на|у|la|pe)\s+)?", _I
)
_ASKED = re.compile(r"[?;\n]")
_I_DID = re.compile(r"\b(?:i|we|я|мы|ми|eu|am|noi)\b", _I)


def counted_days(text: str, at: dt.date) -> list[Counted]:
    """Days such as "yesterday", "two weeks ago", "в прошлом месяце", in the order they stand.

    A past week, month or year is its last day (what was so when it ended), a coming one its first.

    >>> [str(c.day) for c in counted_days("the price last month and 3 days ago", dt.date(2026, 10, 23))]
    ['2026-09-30', '2026-10-20']
    """
    return list(_counted_days(text, at))


@lru_cache(maxsize=64)
def _counted_days(text: str, at: dt.date) -> tuple[Counted, ...]:
    found = sorted(_counted(text, at), key=lambda one: (one.span.start, -one.span.end))
    kept: list[Counted] = []
    for one in found:
        if not kept or one.span.start >= kept[-1].span.end:
            kept.append(one)
    return tuple(kept)


@cache
def _worded(words: str) -> re.Pattern[str]:
    """As a pattern that ``re`` cannot forget: there are more of these than it keeps."""
    return re.compile(rf"\b(?:{words})\b", _I)


def _counted(text: str, at: dt.date) -> Iterator[Counted]:
    for offset, words in _DAYS:
        for m in _worded(words).finditer(text):
            yield Counted(Span(*m.span()), at + dt.timedelta(offset))
    for past, rows in ((True, _LAST), (False, _NEXT)):
        for unit, words in rows:
            for m in _worded(words).finditer(text):
                day = _edge(at, unit, past)
                yield Counted(Span(*m.span()), _first(day, unit) if past and _START.search(text[: m.start()]) else day)
    for unit, words in _THIS:
        for m in _worded(words).finditer(text):
            if _START.search(text[: m.start()]):
                yield Counted(Span(*m.span()), _first(at, unit))
    if COMING.search(text):
        yield from _ahead(text, at)
    if COMING.search(text) or GONE.search(text):
        yield from named_months(text, at)
    yield from named_parts(text, at)
    yield from _ago(text, at)


def _ago(text: str, at: dt.date) -> Iterator[Counted]:
    """ "Two weeks ago", "полгода назад", "місяць тому", "acum trei luni"."""
    if not _AGO.search(text):
        return
    for m in _HALF_YEAR_AGO.finditer(text):
        yield Counted(Span(*m.span()), _back(at, "month", 6))
    for unit, words in _UNITS:
        ago = rf"\b(?:{_COUNT}\s+(?:{words})\s+(?:ago|назад|тому)|acum\s+{_COUNT.replace('<n>', '<m>')}\s+(?:de\s+)?(?:{words}))\b"
        for m in re.finditer(ago, text, _I):
            yield Counted(Span(*m.span()), _back(at, unit, _count(m["n"] or m["m"])))
    for unit, words in _ONE_AGO:
        for m in re.finditer(rf"\b(?:{words})\s+(?:назад|тому)\b", text, _I):
            yield Counted(Span(*m.span()), _back(at, unit, 1))


def _count(said: str) -> int:
    return int(said) if said.isdigit() else 1 if plain(said) in ("a", "an") else NUMBER_WORDS[plain(said)]


def spans_of_time(message: Message) -> list[Span]:
    """Where the message names a day, with "at the start of" before it: nothing that an answer must hold."""
    text = message.text
    named = [value.span for value in message.values if value.date]
    edges = [_START, _END, *(before for _, before in _DISTANCE)]
    beside = [Span(*m.span()) for span in named for edge in edges if (m := edge.search(text[: span.start]))]
    told = [one.span for one in counted_days(text, message.question.at)]
    return [*named, *told, *beside]


def asks_former(text: str) -> bool:
    """Whether it asks for what was in force before that which is now: "the old price", «сколько стоил раньше»."""
    return bool(_OLD.search(text) or _BEFORE_NOW.search(text))


def time_not_read(text: str, at: dt.date) -> str | None:
    """Words of a past time that name no day that is understood ("last Easter"); "" where a past price has no such words."""
    if counted_days(text, at):
        return None
    if not GONE.search(text):
        old = None if find_dates(text) else _OLD.search(text)
        return old.group() if old else None
    if dates := find_dates(text):  # a year alone may be part of what is told ("the fair of 2019")
        past = _PAST_PRICE.search(text) and not _I_DID.search(text)
        return (
            next((str(one.date.year) for one in dates if one.date and one.precision == "year"), None) if past else None
        )
    found = _SOME_TIME.search(text)
    return found.group() if found else "" if _PAST_PRICE.search(text) else None


def _ahead(text: str, at: dt.date) -> Iterator[Counted]:
    """ "What will it cost in two weeks": only where the question speaks of what will be, and of no other event."""
    for unit, words in _UNITS:
        later = rf"\b(?:in|через|peste)\s+(?:{_COUNT}\s+)?(?:de\s+)?(?:{words}|недел[юи]|тиждень|місяць|рік)\b(?!\s+(?:after|from|of|после|с |від|з |după|dupa|de la))"
        for m in re.finditer(later, text, _I):
            ends = not text[m.end() :].strip(" ?.!") or not text[: m.start()].strip()
            if ends and re.search(rf"\b(?:{words})$", m[0], _I):
                yield Counted(Span(*m.span()), _back(at, unit, -_count(m["n"] or "1")))


def _first(day: dt.date, unit: str) -> dt.date:
    if unit == "week":
        return day - dt.timedelta(day.weekday())
    if unit == "quarter":
        return dt.date(day.year, (day.month - 1) // 3 * 3 + 1, 1)
    return day.replace(day=1) if unit == "month" else dt.date(day.year, 1, 1)


def _edge(at: dt.date, unit: str, past: bool) -> dt.date:
    if unit == "week":
        monday = at - dt.timedelta(at.weekday())
        return monday - dt.timedelta(1) if past else monday + dt.timedelta(7)
    first = _first(at, unit)
    if past:
        return first - dt.timedelta(1)
    if unit == "quarter":
        return _first(first + dt.timedelta(95), unit)
    return (first + dt.timedelta(32)).replace(day=1) if unit == "month" else dt.date(at.year + 1, 1, 1)


def _back(at: dt.date, unit: str, count: int) -> dt.date:
    if unit in ("day", "week"):
        return at - dt.timedelta(count * (7 if unit == "week" else 1))
    months = at.year * 12 + at.month - 1 - count * (12 if unit == "year" else 1)
    year, month = max(months // 12, 1), months % 12 + 1
    return dt.date(year, month, min(at.day, calendar.monthrange(year, month)[1]))


def asked_day(message: Message, own: Span, spans: tuple[Span, ...]) -> dt.date | None:
    """The day a question is about when it says so, unless it lies a lifetime away; "I bought it yesterday" says none."""
    parts = [
        one.span for one in counted_days(message.text, message.question.at)
    ]  # "spring 2026" is no first of January
    dated = [value for value in message.values if value.date and not any(one.covers(value.span) for one in parts)]
    named = [(value.span, day) for value in dated if (day := _with_year(message, value, own))]
    first = [day for span, day in named if own.overlaps(span)]
    first += [one.day for one in months_before_another(message.text, message.question.at) if own.overlaps(one.span)]
    inside = [day for span, day in named if any(one.overlaps(span) for one in spans)]
    now = bool(_NOW.search(own.of(message.text)))  # "and what does it cost now?"
    if GONE.search(message.text) and not GONE.search(own.of(message.text)) and _PRESENT.search(own.of(message.text)):
        now = True  # "how much was A on 1 May 2025, and how much is B?"
    beside = [] if now else [day for span, day in named if not _next_question(message.text, own, span)]
    day = next(iter([*first, *inside, *beside]), None)
    if day is None:
        text = own.of(message.text)
        counted = [] if _I_DID.search(text) else counted_days(text, message.question.at)
        day = counted[0].day if counted else None
    return day if day and abs((day - message.question.at).days) <= _FURTHEST else None


def _next_question(text: str, own: Span, day: Span) -> bool:
    """Whether a day is named in a later question: "How long are backups kept? And on 1 March?"."""
    return day.start >= own.end and bool(_ASKED.search(text[own.end - 1 : day.start]))


def _with_year(message: Message, value: Value, own: Span) -> dt.date | None:
    """The day a value names; one without a year ("5 May") is the one just gone, to come, or nearest, as the question has it.

    None for a year or a month alone in figures.
    """
    day = value.date
    if day is None:
        return None
    if day.year == _NO_YEAR and not _YEAR.search(value.text):
        told = not own.covers(value.span) or _I_DID.search(own.of(message.text))  # "I paid on 5 May"
        near = _of_next_year(day, value, message) or _nearest(day, message.question.at, own.of(message.text))
        return None if told or near is None or value.unit != "day_of_year" else _beside(near, value, message.text)
    if value.unit == "day":
        return _beside(day, value, message.text)
    if value.unit == "year" and own.covers(value.span) and _prices_of_a_year(message.text, own, value.span):
        start = _START.search(message.text[: value.span.start])
        return day if start else _within(day, value, message.question.at)
    if len(value.text) <= _SHORTEST and value.unit != "quarter" and not _FIGURES.fullmatch(value.text):
        return None
    if value.unit in ("month", "quarter", "year") and _START.search(message.text[: value.span.start]):
        return day
    return _within(day, value, message.question.at)


def _of_next_year(day: dt.date, value: Value, message: Message) -> dt.date | None:
    """The day in the year that is said behind the next one: "30 June and 1 July 2024"."""
    later = next((one for one in message.values if one.date and one.span.start >= value.span.end), None)
    if later is None or later.date is None or not _YEAR.search(later.text):
        return None
    if not _JOINED.fullmatch(message.text[value.span.end : later.span.start]):
        return None
    leap = (day.month, day.day) == (2, 29) and not calendar.isleap(later.date.year)
    return None if leap else day.replace(year=later.date.year)


def _beside(day: dt.date, value: Value, text: str) -> dt.date:
    """The day itself, the one before it ("until 1 July", "before"), after it, or as far from it as is said."""
    until = value.qualifier == "less_than" or (value.qualifier == "up_to" and _UNTIL.match(value.text))
    if not until and value.qualifier != "more_than":
        return day
    for unit, before in _DISTANCE:
        if m := before.search(text[: value.span.start]):
            return _back(day, unit, _count(m["n"]) * (1 if until else -1))
    return day + dt.timedelta(-1 if until else 1)


def _prices_of_a_year(text: str, own: Span, year: Span) -> bool:
    """Whether a price of what was or will be is asked for, "in 2025"."""
    asked = own.of(text)
    spoken = (GONE.search(asked) or COMING.search(asked)) and PRICED.search(asked) and not _I_DID.search(asked)
    before = text[: year.start]
    return bool(spoken) and any(one.search(before) for one in (_IN_YEAR, _START, _END, _FEAST))


def _within(first: dt.date, value: Value, at: dt.date) -> dt.date:
    """A month or quarter just gone is its last day, one to come its first, the present one the day of asking."""
    months = {"month": 1, "quarter": 3, "year": 12}.get(value.unit or "", 0)
    if months and value.qualifier in ("up_to", "less_than"):  # "before June 2026"
        return first - dt.timedelta(1)
    if not months or value.qualifier:
        return first
    count = first.year * 12 + first.month - 1 + months
    last = dt.date(count // 12, count % 12 + 1, 1) - dt.timedelta(1)
    return min(max(first, at), last)


def without_days(text: str, at: dt.date) -> str:
    """The text without the words that name a day, a month or a year."""
    counted = [one.span for one in counted_days(text, at)]
    named = [Span(found.start, found.end) for found in find_dates(text)]
    named = [one for one in named if not any(span.overlaps(one) for span in counted)]
    for span in sorted([*named, *counted], reverse=True, key=lambda one: one.start):
        before = text[: span.start]
        text = f"{_START.sub(' ', before)} {text[span.end :]}"
    return text


def _nearest(day: dt.date, at: dt.date, text: str) -> dt.date | None:
    leap = (day.month, day.day) == (2, 29)
    years = [year for year in range(at.year - 4, at.year + 5) if not leap or calendar.isleap(year)]
    days = [day.replace(year=year) for year in years]
    if COMING.search(text):
        return min(one for one in days if one >= at)
    if GONE.search(text):
        return max(one for one in days if one <= at)
    return min(days, key=lambda one: abs((one - at).days))
