"""Which number do "half an hour", "полтора года", "two and a half" or "un sfert de oră" say?"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Final, NamedTuple

from opora.language.units import SCALES, UNITS, plain, table

_TIMES: Final = frozenset({"minute", "hour", "day", "week", "month", "quarter", "year", "decade"})
_HALF, _QUARTER = Decimal("0.5"), Decimal("0.25")

# One and a half in one word.
ONE_AND_HALF: Final = frozenset({"полтора", "полторы", "полутора", "півтора", "півтори"})
# Half a unit in one word.
_HALF_UNITS: Final = table(
    """
hour: полчаса, получаса, полчасика, півгодини
day: полдня, полсуток, півдня, півдоби
month: полмесяца, півмісяця
year: полгода, полугода, полугодие, півроку, півріччя
quarter: полквартала
minute: полминуты, півхвилини
million: полмиллиона, півмільйона
"""
)
_HALVES: Final = frozenset(plain(word) for word in ["half", "jumătate", "jumatate", "половина", "половину", "половини"])
_QUARTERS: Final = frozenset(
    plain(word) for word in ["quarter", "quarters", "четверть", "четверти", "чверть", "чверті", "sfert", "sferturi"]
)
# What adds a half to the number or unit before it.
_AND_HALF: Final = tuple(
    tuple(plain(word) for word in phrase.split())
    for phrase in (
        "and a half",
        "and one half",
        "с половиной",
        "з половиною",
        "із половиною",
        "și jumătate",
        "si jumatate",
    )
)
_ARTICLES: Final = frozenset({"a", "an", "one", "un", "o", "de", "of", "the"})
# How many times, where what it is counted by follows: "twice a week".
TIMES_WORDS: Final = {
    form: int(number)
    for form, number in table(
        "1: once, раз, odată, dată, data\n2: twice, дважды, двічі\n3: thrice, трижды, тричі"
    ).items()
}
# Before a bare unit of time these say how long: "протягом тижня", «занимает неделю».
LASTING: Final = frozenset(
    plain(word)
    for word in (
        *("протягом", "упродовж", "впродовж", "триває", "тривають", "займає", "займають"),
        *("течение", "занимает", "занимают", "длится", "длятся", "продолжается"),
    )
)
_BARE_UNITS: Final = frozenset(
    plain(word)
    for word in (
        *("тиждень", "тижня", "місяць", "місяця", "рік", "року", "добу", "доби", "день", "дня", "годину", "години"),
        *("квартал", "кварталу", "неделю", "недели", "месяц", "месяца", "год", "года", "сутки", "суток", "час", "часа"),
        *("минуту", "минуты", "квартала", "хвилину", "хвилини"),
    )
)
STARTS: Final = (
    TIMES_WORDS.keys()
    | ONE_AND_HALF
    | _HALF_UNITS.keys()
    | _HALVES
    | _QUARTERS
    | {"½", "¼", "¾"}
    | {"половиной", "половиною"}
    | LASTING
)


class Half(NamedTuple):
    """``number`` is said by ``used`` tokens; ``unit`` when one of them says it too, ``scale`` likewise a power of ten."""

    number: Decimal
    used: int
    unit: str | None = None
    scale: int = 0


def half_at(keys: Sequence[str]) -> Half | None:
    """What the first of these (plain) tokens begin to say, or None.

    >>> half_at(["half", "an", "hour"])
    Half(number=Decimal('0.5'), used=2, unit=None, scale=0)
    """
    if not keys:
        return None
    first = keys[0]
    if first in ONE_AND_HALF:
        return Half(Decimal("1.5"), 1)
    if first in _HALF_UNITS:
        unit = _HALF_UNITS[first]
        return Half(_HALF, 1, None, 6) if unit == "million" else Half(_HALF, 1, unit)
    if first in _HALVES or first in _QUARTERS:
        return _part_of_unit(keys, _HALF if first in _HALVES else _QUARTER)
    if first in _ARTICLES:
        return _unit_and_half(keys[1:], 1)
    return _unit_and_half(keys, 0)


def lasting(before: str, key: str) -> str | None:
    """The unit of a time that is said without a number, as one: "упродовж місяця"."""
    return UNITS.get(key) if before in LASTING and key in _BARE_UNITS else None


def half_added(keys: Sequence[str]) -> int:
    """How many tokens say "and a half" here; 0 when none do."""
    return next((len(phrase) for phrase in _AND_HALF if tuple(keys[: len(phrase)]) == phrase), 0)


def quarters_of(keys: Sequence[str]) -> int:
    """Tokens of "quarters of" in "three quarters of an hour"; 0 when no unit of time follows."""
    if not keys or keys[0] not in _QUARTERS:
        return 0
    part = _part_of_unit(keys, _QUARTER, bare=False)
    return part.used if part else 0


def _part_of_unit(keys: Sequence[str], number: Decimal, bare: bool = True) -> Half | None:
    """ "half an hour", "quarter of an hour", "half a million"; half of anything else is no number."""
    used = 1
    while used < len(keys) and used < 4 and keys[used] in _ARTICLES | {"-"}:
        used += 1
    if used == len(keys) or (used == 1 and not bare):
        return None
    after = keys[used]
    timed = UNITS.get(after) in _TIMES and len(after) > 1
    return Half(number, used) if timed or (SCALES.get(after, 0) >= 6 and len(after) > 3) else None


def _unit_and_half(keys: Sequence[str], before: int) -> Half | None:
    """ "an hour and a half", "год с половиной": the unit stands inside."""
    if not keys or UNITS.get(keys[0]) not in _TIMES or len(keys[0]) < 2:
        return None
    added = half_added(keys[1:])
    return Half(Decimal("1.5"), before + 1 + added, UNITS[keys[0]]) if added else None
