"""Which day, month, quarter, year or time of day does this text name? Forms of ru, uk, ro and en."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from opora.language.units import CURRENCIES, plain, roubles_or_year, table


class DateMatch(NamedTuple):
    """A date at ``start:end``. ``precision`` is day, month, quarter, year, "day_of_year" (no year said) or time."""

    start: int
    end: int
    date: dt.date | None
    precision: str
    minutes: int | None = None
    note: str = ""
    readable: bool = True


MONTHS: Final = {
    form: int(number)
    for form, number in table(
        """
1: январь, января, январе, январю, янв, січень, січня, січні, січ, ianuarie, ian, january, jan
2: февраль, февраля, феврале, февралю, фев, февр, лютий, лютого, лютому, лют, februarie, feb, february, febr
3: март, марта, марте, марту, мар, березень, березня, березні, бер, martie, mart, march, mar
4: апрель, апреля, апреле, апрелю, апр, квітень, квітня, квітні, квіт, aprilie, apr, april
5: май, мая, мае, маю, травень, травня, травні, трав, mai, may
6: июнь, июня, июне, июню, июн, червень, червня, червні, черв, iunie, iun, june, jun
7: июль, июля, июле, июлю, июл, липень, липня, липні, лип, iulie, iul, july, jul
8: август, августа, августе, августу, авг, серпень, серпня, серпні, серп, august, aug
9: сентябрь, сентября, сентябре, сентябрю, сен, сент, вересень, вересня, вересні, вер, septembrie, sept, sep, september
10: октябрь, октября, октябре, октябрю, окт, жовтень, жовтня, жовтні, жовт, octombrie, oct, october
11: ноябрь, ноября, ноябре, ноябрю, ноя, нояб, листопад, листопада, листопаді, лист, noiembrie, nov, noi, november
12: декабрь, декабря, декабре, декабрю, дек, грудень, грудня, грудні, груд, decembrie, dec, december
"""
    ).items()
}
_ROMAN: Final = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "1": 1, "2": 2, "3": 3, "4": 4}
_ORDINALS: Final = table(
    """
1: first, первый, первом, первого, первому, перший, першому, першого, primul, primului, întâi, intai, 1st
2: second, второй, втором, второго, второму, другий, другому, другого, al doilea, doilea, 2nd
3: third, третий, третьем, третьего, третьему, третій, третьому, третього, al treilea, treilea, 3rd
4: fourth, четвертый, четвертом, четвертого, четвертому, четвертий, четвертому, четвертого, al patrulea, patrulea, 4th
"""
)
# The day of a month in words, as it stands before the month: «первого июля», "the first of July", "întâi iulie".
_DAY_WORDS: Final = table(
    """
1: первого, первое, першого, перше, first, întâi, intai
2: второго, второе, другого, друге, second
3: третьего, третье, третього, третє, third
4: четвертого, четвертое, четверте, fourth
5: пятого, пятое, п'ятого, п'яте, fifth
6: шестого, шестое, шосте, шостого, sixth
7: седьмого, седьмое, сьомого, сьоме, seventh
8: восьмого, восьмое, восьме, eighth
9: девятого, девятое, дев'ятого, дев'яте, ninth
10: десятого, десятое, десяте, tenth
11: одиннадцатого, одиннадцатое, одинадцятого, одинадцяте, eleventh
12: двенадцатого, двенадцатое, дванадцятого, дванадцяте, twelfth
13: тринадцатого, тринадцатое, тринадцятого, тринадцяте, thirteenth
14: четырнадцатого, четырнадцатое, чотирнадцятого, чотирнадцяте, fourteenth
15: пятнадцатого, пятнадцатое, п'ятнадцятого, п'ятнадцяте, fifteenth
16: шестнадцатого, шестнадцатое, шістнадцятого, шістнадцяте, sixteenth
17: семнадцатого, семнадцатое, сімнадцятого, сімнадцяте, seventeenth
18: восемнадцатого, восемнадцатое, вісімнадцятого, вісімнадцяте, eighteenth
19: девятнадцатого, девятнадцатое, дев'ятнадцятого, дев'ятнадцяте, nineteenth
20: двадцатого, двадцатое, двадцятого, двадцяте, twentieth
30: тридцатого, тридцатое, тридцятого, тридцяте, thirtieth
"""
)
_TENS: Final = table("20: двадцать, двадцять, twenty\n30: тридцать, тридцять, thirty")


def _month_pattern() -> str:
    forms = sorted((f.replace("е", "[её]") for f in MONTHS), key=len, reverse=True)
    return "(?:" + "|".join(forms) + r")(?![^\W\d_])\.?"


def _any_of(words: Iterable[str]) -> str:
    return "|".join(sorted(words, key=len, reverse=True)).replace("е", "[её]").replace("'", "['’ʼ]")


_MONTH = _month_pattern()
_YEAR = r"(?:1[5-9]|20|21)\d\d"
_YEAR_WORD = r"(?:\s?(?:года|году|годом|годы|год|гг\.|г\.|г(?!\w)|року|році|рік|рр\.|р\.|р(?!\w)))"
_SP = r"[\s\u00a0\u202f]"
_NUMERIC = re.compile(
    r"(?<![\w.,/-])(?:(?P<y>\d{4})(?P<s1>[-./])(?P<m>\d{1,2})(?P=s1)(?P<d>\d{1,2})"
    r"|(?P<a>\d{1,2})(?P<s2>[./-])(?P<b>\d{1,2})(?P=s2)(?P<y2>\d{4})"
    r"|(?P<a2>\d{2})(?P<s3>[./])(?P<b2>\d{2})(?P=s3)(?P<y3>\d{2}))"
    rf"(?!\d|[./-]\d)(?:T[\d:.]+Z?)?{_YEAR_WORD}?",
)
_WORDED = re.compile(
    rf"(?<![\w.,])(?:[«\"“](?=\d{{1,2}}[»\"”]))?(?P<d>\d{{1,2}})(?:[»\"”])?(?:st|nd|rd|th|-?го|-?е|-?є)?(?:{_SP}+of|{_SP}+the)?(?:{_SP}+|-|/)(?P<m>{_MONTH})"
    rf"(?:(?:{_SP}?,?{_SP}*|-|/)(?P<y>{_YEAR})(?!\d){_YEAR_WORD}?)?"
    rf"|(?<!\w)(?P<m2>{_MONTH}){_SP}+(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?(?!\d|[.,]\d|:|%)(?:{_SP}?,?{_SP}+(?P<y2>{_YEAR})(?!\d))?"
    rf"|(?<!\w)(?P<m3>{_MONTH})(?:{_SP}+of|{_SP}+de|,)?{_SP}+(?P<y3>{_YEAR})(?!\d){_YEAR_WORD}?",
    re.IGNORECASE,
)
_DAY_IN_WORDS = re.compile(
    rf"(?<![\w'’ʼ-])(?:(?P<tens>{_any_of(_TENS)})(?:{_SP}+|-))?(?P<ones>{_any_of(_DAY_WORDS)})"
    rf"(?:{_SP}+(?P<m>{_MONTH})|{_SP}+of{_SP}+(?P<m2>{_MONTH}))(?:{_SP}?,?{_SP}+(?P<y>{_YEAR})(?!\d){_YEAR_WORD}?)?",
    re.IGNORECASE,
)
_MONTH_IN_FIGURES = re.compile(
    rf"(?<![\w.,/-])(?P<m>0[1-9]|1[0-2])[./](?P<y>20\d\d)(?![\w/-]|[.,]\d|{_SP}*[$€£₴₽%]){_YEAR_WORD}?"
)
_QUARTER_WORD = r"(?:квартал[іуае]?|кв\b\.?|trimestru(?:l|lui)?|trim\b\.?|quarter)"
_NTH = _any_of(_ORDINALS)
# A quarter as it is named, without its year: "Q1", "II квартал", "third quarter", "trimestrul al doilea".
QUARTER: Final = (
    rf"(?<!\w)(?:Q(?P<q>[1-4])\b|(?P<q2>I{{1,3}}|IV|[1-4]|[ІI]{{1,3}}|[ІI]V){_SP}*(?:-?й|-?го|-?м|-?му)?{_SP}*{_QUARTER_WORD}"
    rf"|(?P<q4>{_NTH}){_SP}+{_QUARTER_WORD}|trimestrul{_SP}+(?:(?P<q5>{_NTH})|(?:al{_SP}+)?(?P<q3>IV|I{{1,3}}|[1-4])(?:-lea)?)(?!\w))"
)
_QUARTER = re.compile(
    rf"{QUARTER}(?:,?{_SP}*(?:of|al|din|anul|a){_SP}+(?:anul(?:ui)?{_SP}+)?|[,/-]?{_SP}*)(?P<y>{_YEAR})(?!\d){_YEAR_WORD}?",
    re.IGNORECASE,
)
_YEAR_ALONE = re.compile(
    rf"(?<![\w.,/-])(?P<y>{_YEAR})(?!\d|[.,]\d)(?P<w>{_YEAR_WORD})"
    rf"|(?<!\w)(?:(?:fiscal|financial){_SP}+year|fiscal|year|FY|anul|anului|(?:start|beginning|end|day){_SP}+of|christmas|easter|году|рік|год|în|în{_SP}+anul|in|since|during|у|в|во|с|из|din|from|by|until|before|after){_SP}+(?P<y2>{_YEAR})(?![\w%]|[.,/-]\d|{_SP}*[$€%])",
    re.IGNORECASE,
)
_TIME = re.compile(
    r"(?<![\d:.,])(?P<h>[01]?\d|2[0-4])[:](?P<m>[0-5]\d)(?::[0-5]\d)?(?![\d:])(?:\s?(?P<ap>[ap]\.?m\.?)(?!\w))?", re.I
)
_HOUR = re.compile(  # without minutes an hour is told by the words around it
    r"(?<![\d:.,])(?:(?P<h>1[0-2]|0?[1-9])\s?(?P<ap>[ap]\.\s?m\b\.?|[ap]m\b)|(?P<h2>1[0-2]|0?[1-9])\s?o['’]clock\b"
    r"|(?P<h3>2[0-4]|1\d|0?\d)(?:-?(?:й|ій|ї|го))?\s(?:(?:час(?:ов|а)?|годин[іи])\s)?(?P<part>утра|вечера|ночи|ранку|вечора|ночі|(?<=\w\s)(?<=[аіов]\s)дня)\b)"
    r"|(?<=\b[зс]\s)(?P<h5>1\d|2[0-4]|0?\d)(?=\sдо\s\d{1,2}\s(?:час|годин))|(?:(?<=\b[зс]\s\d\sдо\s)|(?<=\b[зс]\s\d\d\sдо\s))(?P<h6>1\d|2[0-4]|0?\d)(?=\s(?:часов|години)\b)\s\w+"
    r"|(?:\b(?:о|об|до|з|із|після)\s(?=[\w-]+\sгодин[іи]\b(?!\s(?:ранку|вечора|ночі|дня)))|\bora\s)(?P<h4>2[0-4]|1\d|0?\d)(?![\d:])(?:-?(?:й|ій|ї)|\.(?P<m4>[0-5]\d)(?!\d))?(?:\sгодин[іи]\b)?",
    re.I,
)
# Hours that have a name, in minutes.
NAMED_HOURS: Final = {
    form: int(minutes)
    for form, minutes in table(
        """
720: noon, midday, полдень, полудня, полудню, полудень, опівдні, amiază, amiaza, amiezii
0: midnight, полночь, полуночи, опівночі, miezul
"""
    ).items()
}
_EVENING: Final = ("вечера", "вечора")
_LETTERS = re.compile(r"[^\W\d_]+")
_MEASURED = re.compile(
    rf"(?:{_SP}*(?:to|and|до|по|и|та|і|la|și|-|–|—){_SP}*\d[\d.,]*(?:{_SP}\d{{3}})*)?{_SP}*(?P<unit>[^\W\d_]+|[$€£₴₽])"
)
_OF_MONEY: Final = (CURRENCIES.keys() | {"тыс", "тис", "млн", "mii", "thousand", "million"}) - {"р"}


_A_YEAR = re.compile(_YEAR)
# Without one of these there is no hour that is told by the words around it, and no quarter: seen at a glance.
_HOUR_CUES: Final = ("o'clock", "ora", "утра", "вечера", "ночи", "ранку", "вечора", "ночі", "дня", "час", "годин")
_HALF_OF_DAY = re.compile(r"\d\s?[ap][.m]")
_LIKE_I: Final = str.maketrans({"і": "i", "ı": "i", "\u0307": None})  # "İ" is an "i" with a dot of its own
_QUARTER_CUES: Final = ("кв", "tr", "quarter", "q1", "q2", "q3", "q4")


def find_dates(text: str) -> list[DateMatch]:
    """Dates and times of day, in order, without overlaps; the first and most precise reading of a place wins."""
    found: list[DateMatch] = []
    for reader in (_numeric, _worded, _months_in_figures, _quarters, _times, _hours, _years):
        for match in reader(text):
            if all(match.end <= other.start or match.start >= other.end for other in found):
                found.append(match)
    found.sort()
    return found


def _day(year: int, month: int, day: int) -> dt.date | None:
    try:
        return dt.date(year, month, day)
    except ValueError:
        return None


def _numeric(text: str) -> Iterator[DateMatch]:
    for m in _NUMERIC.finditer(text):
        note = ""
        if m["y"]:
            date = _day(int(m["y"]), int(m["m"]), int(m["d"]))
        else:
            first, second = int(m["a"] or m["a2"]), int(m["b"] or m["b2"])
            year = int(m["y2"]) if m["y2"] else 2000 + int(m["y3"]) - (100 if int(m["y3"]) > 68 else 0)
            date = _day(year, second, first)
            if date is None:
                date = _day(year, first, second)
                note = "month read before day" if date else ""
            elif m["s2"] == "/" and first <= 12 and first != second:
                note = "day and month could be swapped"
        if date is None and not m["y2"] and not m["y"]:
            continue
        yield DateMatch(
            m.start(), m.end(), date, "day", None, note or ("" if date else "no such day"), date is not None
        )


def _worded(text: str) -> Iterator[DateMatch]:
    if not _says_one_of(text, MONTHS):
        return
    yield from _days_in_words(text)
    for m in _WORDED.finditer(text):
        month = MONTHS[plain(m["m"] or m["m2"] or m["m3"]).rstrip(".")]
        if m["m3"]:
            yield DateMatch(m.start(), m.end(), dt.date(int(m["y3"]), month, 1), "month")
            continue
        day, year = int(m["d"] or m["d2"]), m["y"] or m["y2"]
        if m["m"] == "may" and not year:
            continue  # "riders over 12 may"
        date = _day(int(year or 2000), month, day)
        if date is None and not year:
            continue
        note = "" if date else "no such day"
        precision = "day" if year else "day_of_year"
        yield DateMatch(m.start(), m.end(), date, precision, None, note, date is not None)


def _days_in_words(text: str) -> Iterator[DateMatch]:
    """«Первого июля 2026 года», "the twenty-first of May"; "first March" alone may be a march."""
    for m in _DAY_IN_WORDS.finditer(text):
        word, year = plain(m["ones"]), m["y"]
        number = int(_DAY_WORDS[word]) + int(_TENS[plain(m["tens"])] if m["tens"] else 0)
        if m["m"] and m["m"].isascii() and word.isascii() and word != "intai":
            continue
        date = _day(int(year or 2000), MONTHS[plain(m["m"] or m["m2"]).rstrip(".")], number)
        if date is not None:
            yield DateMatch(m.start(), m.end(), date, "day" if year else "day_of_year")


def _months_in_figures(text: str) -> Iterator[DateMatch]:
    """ "07.2026", "11/2025": a month of a year."""
    for m in _MONTH_IN_FIGURES.finditer(text):
        yield DateMatch(m.start(), m.end(), dt.date(int(m["y"]), int(m["m"]), 1), "month")


def _quarters(text: str) -> Iterator[DateMatch]:
    folded = plain(text)
    if not any(cue in folded for cue in _QUARTER_CUES):
        return
    for m in _QUARTER.finditer(text):
        yield DateMatch(m.start(), m.end(), dt.date(int(m["y"]), 3 * quarter_number(m) - 2, 1), "quarter")


def quarter_number(m: re.Match[str]) -> int:
    """1 to 4: the quarter that a match of ``QUARTER`` names."""
    nth = m["q4"] or m["q5"]
    return int(_ORDINALS[plain(nth)]) if nth else _ROMAN[plain(m["q"] or m["q2"] or m["q3"]).translate(_LIKE_I)]


def _hours(text: str) -> Iterator[DateMatch]:
    """ "9 a.m.", "в 6 вечера", "о 8-й годині", "ora 9", "noon"."""
    for word in _LETTERS.finditer(text) if "\u00ad" in text or _says_one_of(text, NAMED_HOURS) else ():
        if plain(word.group()) in NAMED_HOURS:
            yield DateMatch(word.start(), word.end(), None, "time", NAMED_HOURS[plain(word.group())])
    folded = plain(text)
    if not any(cue in folded for cue in _HOUR_CUES) and not _HALF_OF_DAY.search(folded):
        return
    for m in _HOUR.finditer(text):
        told = next(name for name in ("h", "h2", "h3", "h4", "h5", "h6") if m[name])
        hour = int(m[told])
        if m["ap"]:
            hour = hour % 12 + (12 if m["ap"][0] in "pP" else 0)
        elif m["part"] and hour < 12 and (m["part"].lower() in _EVENING or (m["part"].lower() == "дня" and hour < 7)):
            hour += 12
        yield DateMatch(m.start(told), m.end(), None, "time", hour * 60 + int(m["m4"] or 0))


def _times(text: str) -> Iterator[DateMatch]:
    if ":" not in text:
        return
    for m in _TIME.finditer(text):
        hour = int(m["h"])
        if m["ap"]:
            hour = hour % 12 + (12 if m["ap"][0] in "pP" else 0)
        yield DateMatch(m.start(), m.end(), None, "time", hour * 60 + int(m["m"]))


def _is_measured(text: str, m: re.Match[str], end: int) -> bool:
    """ "1500р." in Russian is a price, and "from 1500 to 2000 EUR" a range of them."""
    if m["y"]:
        roubles = m["w"].strip().rstrip(".") in ("р", "Р")
        return roubles and roubles_or_year(text, m["y"], not m["w"][0].isspace())
    after = _MEASURED.match(text, end)
    return after is not None and plain(after["unit"]) in _OF_MONEY


def _says_one_of(text: str, words: Mapping[str, object]) -> bool:
    return not words.keys().isdisjoint(_LETTERS.findall(plain(text)))


def _years(text: str) -> Iterator[DateMatch]:
    if not _A_YEAR.search(text):
        return
    for m in _YEAR_ALONE.finditer(text):
        group = "y" if m["y"] else "y2"
        start = m.start(group)
        end = m.end("w") if m["y"] else m.end(group)
        if _is_measured(text, m, end):
            continue
        yield DateMatch(start, end, dt.date(int(m[group]), 1, 1), "year")
