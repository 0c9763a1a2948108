"""Does the row of a table hold for the measure that the question names: "up to 50 km", "from 8 to 12 m"?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from typing import Final

from opora.answering.measured import another_measure
from opora.language.lemmas import lemmas_of

_NUMBER: Final = r"\d+(?:[ \u00a0\u202f]\d{3})*(?:[.,]\d+)?"
_UNIT: Final = r"(?:\s*-?\s*(?P<unit{0}>[^\W\d_]{{1,12}}|%)\b)?"
_RANGE = re.compile(
    rf"(?P<low>{_NUMBER})"
    + _UNIT.format(1)
    + rf"\s*(?:[-–—]|to|and|до|по|та|и|і|la|și|p[âa]n[ăa] la)\s*(?P<high>{_NUMBER})"
    r"\s*-?\s*(?P<unit>[^\W\d_]{1,12}|%)",
    re.IGNORECASE,
)
_BOUND = re.compile(
    r"(?<!\w)(?P<below>up to|under|below|less than|at most|no more than|до|менее|меньше|не более|менше|не більше|p[âa]n[ăa] la|sub|≤|<)\s*"
    rf"(?P<most>{_NUMBER})\s*-?\s*(?P<unit>[^\W\d_]{{1,12}}|%)"
    r"|(?<!\w)(?P<above>over|above|more than|at least|from|свыше|более|больше|от|понад|більше|від|peste|de la|≥|>)\s*"
    rf"(?P<least>{_NUMBER})\s*-?\s*(?P<its>[^\W\d_]{{1,12}}|%)",
    re.IGNORECASE,
)
_POINT = re.compile(rf"(?P<number>{_NUMBER})\s*-?\s*(?P<unit>[^\W\d_]{{1,12}}|%)")


@dataclass(frozen=True, slots=True)
class Range:
    """From ``low`` to ``high``, both inclusive; ``units`` are the readings of its unit."""

    low: float
    high: float
    units: frozenset[str]

    def within(self, other: Range) -> bool:
        return other.low <= self.low and self.high <= other.high

    def comparable(self, other: Range) -> bool:
        return not self.units.isdisjoint(other.units)


def fits(question: str, row: str) -> bool | None:
    """Whether a measure of the question lies in the range, or is the number, that the row is for; ``None`` where neither is told.

    >>> fits("How much is a bouquet of 25 roses?", "Bouquet of 15 roses")
    False
    """
    own = [one for one in ranges_of(row) if one.low != one.high]
    told = [(one, mine) for one in ranges_of(question) for mine in own if one.comparable(mine)] if own else []
    if told:
        return any(one.within(mine) for one, mine in told)
    return False if another_measure(question, row, None, "amount") else None


@lru_cache(maxsize=1024)
def ranges_of(text: str) -> tuple[Range, ...]:
    """Ranges first ("8 to 12 m"), then bounds ("up to 8 m"), then single measures ("10 m") of what is left."""
    found: list[Range] = []
    for pattern in (_RANGE, _BOUND, _POINT):
        found += [_range(match.groupdict()) for match in pattern.finditer(text)]
        text = pattern.sub(lambda match: " " * len(match.group()), text)
    return tuple(found)


def _range(told: dict[str, str | None]) -> Range:
    units = frozenset(lemmas_of(told.get("its") or told["unit"] or ""))
    if told.get("low"):
        return Range(_figure(told["low"]), _figure(told["high"]), units)
    if told.get("most"):
        return Range(-inf, _figure(told["most"]), units)
    if told.get("least"):
        return Range(_figure(told["least"]), inf, units)
    return Range(_figure(told["number"]), _figure(told["number"]), units)


def _figure(text: str | None) -> float:
    return float(re.sub(r"\s", "", text or "0").replace(",", "."))
