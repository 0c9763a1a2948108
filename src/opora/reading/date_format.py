"""What does a spreadsheet show for this date, time of day or span of time?"""

from __future__ import annotations

import datetime as dt
import re
from functools import lru_cache

from opora.language.dates import find_dates

_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|_.|\*.|\[(?P<lasting>h+|m+|s+)\]|\[[^\]]*\]'
    r"|(?P<half>am/pm|a/p)|(?P<part>y+|m+|d+|h+|s+)|(?P<share>\.0+)|(?P<plain>.)",
    re.I | re.S,
)
_FIRST = re.compile(r'(?:"[^"]*"|\\.|[^;"\\])*')
_LOCALE = re.compile(r"\[\$[^\]-]*-(?P<code>[0-9A-F]+)[^\]]*\]", re.I)
_LANGUAGE = {0x09: "en", 0x18: "ro", 0x19: "ru", 0x22: "uk"}
_MONTHS = {
    "en": "January February March April May June July August September October November December",
    "ro": "ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie",
    "ru": "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
    "uk": "січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня",
}
_ALONE = {  # without a day beside them
    "ru": "январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь",
    "uk": "січень лютий березень квітень травень червень липень серпень вересень жовтень листопад грудень",
}
_PROBE = dt.date(2026, 3, 5)  # one that says which of its numbers is the month


def shown_date(value: dt.date | dt.datetime, code: str, language: str | None = "en") -> str:
    """The date as the code draws it, if that can be read as no other one; else ISO (``03/05/2026``, ``5-Mar-26``).

    ``language``: that of month names where the code names none.
    """
    day = value.date() if isinstance(value, dt.datetime) else value
    at = value if isinstance(value, dt.datetime) else dt.datetime.combine(value, dt.time())
    drawn = _drawn(at, code, language)
    if drawn and _says_so(code, language) and _reads_as(drawn, day, code):
        return drawn
    if at.time() == dt.time():
        return day.isoformat()
    return at.isoformat(" ", "seconds" if at.second else "minutes")


def shown_time(value: dt.time | dt.timedelta, code: str) -> str:
    """A time of day, or a span: ``26:30`` for ``[h]:mm``. Without a code of times, hours and minutes."""
    if isinstance(value, dt.timedelta):
        return _drawn(value, code, None) or _span(value)
    return _drawn(dt.datetime.combine(dt.date(1900, 1, 1), value), code, None) or value.isoformat()


@lru_cache(maxsize=512)
def _says_so(code: str, language: str | None) -> bool:
    """Whether this code's dates read back as what they are."""
    drawn = _drawn(dt.datetime.combine(_PROBE, dt.time(14, 30)), code, language)
    return drawn is not None and _reads_as(drawn, _PROBE, code)


def _reads_as(drawn: str, day: dt.date, code: str) -> bool:
    bare = re.sub(r'"[^"]*"|\\.|\[[^\]]*\]', "", code).lower()
    read = [found for found in find_dates(drawn) if found.date]
    wanted = day if "d" in bare else day.replace(day=1)
    return "y" in bare and len(read) == 1 and read[0].date == wanted and read[0].readable and not read[0].note


def _drawn(value: dt.datetime | dt.timedelta, code: str, language: str | None) -> str | None:
    """``None`` where the code has no such parts, or month names of a language that is not told."""
    section = _FIRST.match(code)
    tokens = _tokens(section.group() if section else "")
    names = _names(code, tokens, language)
    if names is None or not any(kind in ("part", "lasting") for kind, _ in tokens):
        return None
    half = any(kind == "half" for kind, _ in tokens)
    out: list[str] = []
    for kind, said in tokens:
        if kind == "half":
            out.append(_half(value, said))
        elif kind == "share":
            out.append(f"{_seconds(value) % 1:.{len(said) - 1}f}".removeprefix("0"))
        elif kind == "lasting":
            out.append(str(int(_seconds(value) // {"h": 3600, "m": 60, "s": 1}[said[0]])).zfill(len(said)))
        elif kind == "part":
            drawn = _part(value, said, names, half)
            if drawn is None:
                return None
            out.append(drawn)
        else:
            out.append(said)
    return "".join(out).strip()


def _tokens(section: str) -> list[tuple[str, str]]:
    """Kinds and letters; minutes, which are written like months, as ``n``."""
    found = [(match.lastgroup or "", match.group(match.lastgroup or 0)) for match in _TOKEN.finditer(section)]
    found = [(kind, said.lower() if kind in ("part", "lasting") else said) for kind, said in found if kind]
    parts = [at for at, (kind, _) in enumerate(found) if kind in ("part", "lasting")]
    for before, at, after in zip([None, *parts], parts, [*parts[1:], None], strict=False):
        kind, said = found[at]
        behind_hours = before is not None and found[before][1][0] == "h"
        before_seconds = after is not None and found[after][1][0] == "s"
        if kind == "part" and said in ("m", "mm") and (behind_hours or before_seconds):
            found[at] = (kind, "n" * len(said))
    return found


def _names(code: str, tokens: list[tuple[str, str]], language: str | None) -> list[str] | None:
    """Names of the months, in the case they have beside a day; ``None`` when they are needed in a language nobody told."""
    if not any(kind == "part" and said.startswith("mmm") for kind, said in tokens):
        return []
    locale = _LOCALE.search(code)
    if locale:
        language = _LANGUAGE.get(int(locale["code"][-8:], 16) & 0xFF)
    if language is None:
        return None
    days = any(kind == "part" and said in ("d", "dd") for kind, said in tokens)
    return (_MONTHS if days else {**_MONTHS, **_ALONE})[language].split()


def _part(value: dt.datetime | dt.timedelta, said: str, names: list[str], half: bool) -> str | None:
    seconds = _seconds(value)
    hours = int(seconds // 3600) % 24
    if said[0] in "hns":
        number = {"h": (hours - 1) % 12 + 1 if half else hours, "n": int(seconds // 60) % 60, "s": int(seconds) % 60}
        return str(number[said[0]]).zfill(min(len(said), 2))
    if isinstance(value, dt.timedelta):
        return None
    if said[0] == "y":
        return f"{value.year:04}" if len(said) > 2 else f"{value.year % 100:02}"
    if said[0] == "d":
        return str(value.day).zfill(len(said)) if len(said) < 3 else None
    if len(said) < 3:
        return str(value.month).zfill(len(said))
    name = names[value.month - 1]
    return name if len(said) == 4 else name[:3] if len(said) == 3 else name[0]


def _seconds(value: dt.datetime | dt.timedelta) -> float:
    if isinstance(value, dt.timedelta):
        return value.total_seconds()
    return value.hour * 3600 + value.minute * 60 + value.second + value.microsecond / 1e6


def _half(value: dt.datetime | dt.timedelta, said: str) -> str:
    late = _seconds(value) % 86400 >= 43200
    return ("P" if late else "A") if len(said) == 3 else ("PM" if late else "AM")


def _span(value: dt.timedelta) -> str:
    minutes, seconds = divmod(int(value.total_seconds()), 60)
    return f"{minutes // 60}:{minutes % 60:02}" + (f":{seconds:02}" if seconds else "")
