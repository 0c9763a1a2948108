"""Does a statement hold for the measure that the question names: twelve lessons, not eight; under seven years, not over?"""

from __future__ import annotations

import re
from typing import Final

from opora.answering.finding import Draft
from opora.answering.kindred import kindred
from opora.answering.numbered import another_numbered
from opora.domain.question import RequirementKind
from opora.domain.value import Value
from opora.language.lemmas import is_stopword
from opora.language.values import disagreement, find_values
from opora.language.words import WORD, fold

LEAST: Final = frozenset(("more_than", "at_least", "from"))
MOST: Final = frozenset(("less_than", "up_to"))
_AFTER: Final = frozenset(
    fold(word) for word in ("after", "beyond", "после", "свыше", "сверх", "після", "понад", "după")
)
_COUNTED: Final = re.compile(rf"(?:\b(?:de|of)\s+)?({WORD.pattern})", re.I)  # "două sute de cărți"
_OF_ONE_MEASURE: Final = ("amount", "date")  # asks for the value of one thing; elsewhere a measure may tell of any case


def another_measure(question: str, statement: str, answer: Value | None, kind: RequirementKind) -> str | None:
    """The statement's measure that stands against the question's own, or None; ``answer`` is what it gives and no measure.

    >>> another_measure("How much is a twenty-minute ride?", "A ten-minute ride costs 5 EUR.", None, "amount")
    "'ten-minute' stands where the question has 'twenty-minute'"
    """
    if numbered := another_numbered(question, statement):
        return numbered
    for asked in _measures(question):
        told = [
            one
            for one in _measures(statement)
            if (one.kind, one.unit) == (asked.kind, asked.unit)
            and not (answer and one.span.overlaps(answer.span))
            and (asked.unit or _of_one_thing(asked, question, one, statement))
        ]
        verdicts = [_fits(asked, one, (question, statement), kind in _OF_ONE_MEASURE) for one in told]
        if told and not any(verdicts):
            return f"{told[0].text!r} stands where the question has {asked.text!r}"
    return None


def of_another_measure(best: Draft, other: Draft, question: str) -> bool:
    """Whether the question names a measure that the best statement holds, and the other has another one in its place.

    "A parcel up to 2 kg" beside "a parcel up to 5 kg", of which a price is asked. A measure that is itself the answer of
    either is none.
    """
    if best.value is None or other.value is None:
        return False
    held, told = _beside_answer(best), _beside_answer(other)
    for asked in _measures(question):
        if not asked.unit:
            continue
        others = [one for one in told if (one.kind, one.unit) == (asked.kind, asked.unit)]
        there = any(
            disagreement(asked, one) is None for one in held if (one.kind, one.unit) == (asked.kind, asked.unit)
        )
        if there and others and all(disagreement(asked, one) is not None for one in others):
            return True
    return False


def limits_beside(draft: Draft) -> list[Value]:
    """Measures of a statement that bound the case it tells its value for: "over 10 kg", «после 22 часов»."""
    if draft.value is None:
        return []
    return [one for one in _beside_answer(draft) if one.unit and _side(one, draft.text)]


def _beside_answer(draft: Draft) -> list[Value]:
    assert draft.value is not None
    return [one for one in _measures(draft.text) if not one.span.overlaps(draft.value.span)]


def _measures(text: str) -> list[Value]:
    return [one for one in find_values(text) if one.kind in ("term", "count") and one.readable and one.low is not None]


def _of_one_thing(one: Value, text: str, other: Value, statement: str) -> bool:
    """Whether two bare numbers count the same: "12 lessons", "8 lessons"."""
    first, second = _noun(one, text), _noun(other, statement)
    return bool(first and second) and (fold(first) == fold(second) or kindred(first, second))


def _noun(value: Value, text: str) -> str:
    after = _COUNTED.search(text, value.span.end)
    return after[1] if after and not is_stopword(after[1]) and after[1][0].isalpha() else ""


def _fits(asked: Value, told: Value, texts: tuple[str, str], strictly: bool) -> bool:
    mine, theirs = _side(asked, texts[0]), _side(told, texts[1])
    if mine == theirs and disagreement(asked, told) is None:
        return True
    assert asked.low is not None and asked.high is not None and told.low is not None and told.high is not None
    if mine * theirs < 0:
        low, high = (asked.low, told.high) if mine > 0 else (told.low, asked.high)
        return low < high or (not strictly and low != high)
    if mine * theirs > 0 or not strictly:
        return True
    if theirs:
        return asked.low >= told.low if theirs > 0 else asked.high <= told.high
    if mine:
        return told.high > asked.low if mine > 0 else told.low < asked.high
    return told.low <= asked.low and asked.high <= told.high


def _side(value: Value, text: str) -> int:
    """1 above a limit, -1 below one, 0 for the measure itself."""
    before = WORD.findall(text[: value.span.start])
    if value.qualifier in LEAST or (before and fold(before[-1]) in _AFTER):
        return 1
    return -1 if value.qualifier in MOST else 0
