"""Do two statements hold for opposite cases: with a thing and without it, on working days and on holidays, lamp 8 and lamp 10?"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from opora.answering.contrast import stands
from opora.answering.kindred import kindred
from opora.answering.lexed import Lexed, Lexeme, lexed
from opora.answering.numbered import Numbered, numbered
from opora.answering.sides import FREE_OF, WITHOUT
from opora.domain.value import Value
from opora.language.values import find_values
from opora.language.words import fold

_WITH: Final = frozenset(
    fold(word)
    for word in (
        *("with", "having"),
        *("с", "со", "при", "по"),
        *("з", "із", "зі", "за"),
        *("cu", "având", "prin", "pe"),
    )
)
_REACH: Final = 3  # words from "without" or "with" to the thing: "за попереднім записом", "with a valid permit"
# Days by what is done on them; a text that names two of these holds for both.
_DAYS: Final = (
    (
        "working",
        r"weekdays?|(?:working|business|work)\s+days?|monday\s+(?:to|through)\s+friday|"
        r"(?:рабочи\w+|будни\w+)\s+дн\w+|буд(?:ни|ням|нях|ний)|"
        r"(?:робоч\w+|буденн\w+|будн\w+)\s+дн\w+|будн(?:і|ям|ями|ях)|"
        r"zile\w*\s+(?:lucrătoare|de\s+lucru)|zilel?e?\s+de\s+(?:luni\s+până\s+vineri)",
    ),
    (
        "weekend",
        r"weekends?|(?:saturdays?|sundays?)|выходн\w+(?:\s+дн\w+)?|вихідн\w+(?:\s+дн\w+)?|weekend\w*|(?:sâmbăta|duminica|duminicile)|"
        r"(?:non-working|days?\s+off)|нерабоч\w+\s+дн\w+|неробоч\w+\s+дн\w+|zile\w*\s+(?:nelucrătoare|libere)",
    ),
    (
        "holiday",
        r"(?:public|bank|national)\s+holidays?|holidays?|праздник\w*|праздничн\w+(?:\s+дн\w+)?|"
        r"свята|святами?|святах|святков\w+(?:\s+дн\w+)?|sărbător\w+(?:\s+legale)?|"
        r"(?:non-working|days?\s+off)|нерабоч\w+\s+дн\w+|неробоч\w+\s+дн\w+|zile\w*\s+(?:nelucrătoare|libere)",
    ),
)
_KINDS_OF_DAYS: Final = tuple((name, re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)) for name, words in _DAYS)
# What refers to another text, and names no thing of which a value is told.
_REFERS: Final = re.compile(
    r"(?:section|article|clause|paragraph|chapter|annex|appendix|form|page|table|note|order|stat|пункт|стать|раздел|"
    r"глав|приложени|форм|приказ|таблиц|страниц|розділ|статт|додат|наказ|articol|punct|anex|secțiun|capitol|formular)\w*",
    re.IGNORECASE,
)


def opposite_case(one: str, other: str, answers: tuple[Value | None, Value | None] = (None, None)) -> str | None:
    """What the one holds for and the other does not: a thing it is without, a sort of day, a number that names a thing.

    ``answers``: what the two give, which names no case.

    >>> opposite_case("With a stamp it costs 2 EUR.", "Without a stamp it costs 6 EUR.")
    'stamp'
    >>> opposite_case("On working days until 20:00.", "On holidays until 16:00.")
    'working'
    """
    first, second = lexed(one), lexed(other)
    return _without(first, second) or _without(second, first) or _by_days(one, other) or _by_number(one, other, answers)


def _without(text: Lexed, other: Lexed) -> str | None:
    """The thing that the first text is without and the second is with; no price is such a thing: "without charge"."""
    for word in _ruled_by(text, WITHOUT):
        if FREE_OF.fullmatch(word.folded) or not stands(word, other):
            continue
        held = [one for one in _ruled_by(other, _WITH) if _same(word, one)]
        denied = any(_same(word, one) for one in _ruled_by(other, WITHOUT))
        if held and not denied:
            return word.text
    return None


def _same(one: Lexeme, other: Lexeme) -> bool:
    return not one.lemmas.isdisjoint(other.lemmas) or kindred(one.text, other.text)


@lru_cache(maxsize=1024)
def _ruled_by(text: Lexed, joining: frozenset[str]) -> tuple[Lexeme, ...]:
    """Content words within reach after one of the joining words, in its clause."""
    words = text.words
    return tuple(
        word
        for n, before in enumerate(words)
        if before.folded in joining
        for word in words[n + 1 : n + 1 + _REACH]
        if word.content and word.clause == before.clause
    )


def _by_days(one: str, other: str) -> str | None:
    first, second = _days(one), _days(other)
    return min(first) if first and second and first.isdisjoint(second) else None


@lru_cache(maxsize=1024)
def _days(text: str) -> frozenset[str]:
    """Sorts of days that the text names outside its values: "5 working days" is a term."""
    taken = [value.span for value in find_values(text)]
    found = set()
    for name, pattern in _KINDS_OF_DAYS:
        for match in pattern.finditer(text):
            if not any(span.start < match.end() and match.start() < span.end for span in taken):
                found.add(name)
    return frozenset(found)


def _by_number(one: str, other: str, answers: tuple[Value | None, Value | None]) -> str | None:
    """The number by which the one calls a thing that the other calls by another number: "lamp number 8"."""
    first, second = _numbers(one, answers[0]), _numbers(other, answers[1])
    for mine in first:
        theirs = [its for its in second if fold(its.noun) == fold(mine.noun) or kindred(its.noun, mine.noun)]
        if theirs and not any(its.several or mine.several or its.number == mine.number for its in theirs):
            return f"{mine.noun} {mine.number}"
    return None


def _numbers(text: str, answer: Value | None) -> list[Numbered]:
    told = answer.text if answer else ""
    return [
        one for one in numbered(text) if one.named and one.number not in told.split() and not _REFERS.match(one.noun)
    ]
