"""Which of several numbered things does a statement speak of: "room 12" or "room 14", "зал № 2" or "зал № 1"?"""

from __future__ import annotations

import re
from typing import NamedTuple

from opora.answering.asked_value import names_a_value
from opora.answering.cues import ASKS_FOR_VALUE
from opora.answering.heads import is_action
from opora.answering.kindred import kindred
from opora.domain.place import Span
from opora.language.lemmas import is_stopword, lemmas_of
from opora.language.values import find_values
from opora.language.words import fold

_NUMBERED = re.compile(
    r"(?P<noun>[^\W\d_]{2,}(?:['’ʼ-][^\W\d_]+)*)\s+(?P<mark>(?:number|no\b\.?|nr\b\.?|№|#|номер\w{0,2}|numărul)\s*)?"
    r"(?P<number>(?!(?:19|20)\d\d)\d{1,4})(?![\w/]|[.,:'’]\d|\s\d|\s*[%°$€£₽₴])(?P<more>\s*(?:[-–—,]|and|or|to|и|или|до|по|та|і|або|și|sau)\s*\d)?",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")
_NEXT = re.compile(r"\s+(?P<word>[^\W\d_]+)")
_PLURAL = re.compile(r".{2,}([^s'’]s|[iu])|people|children|men|women", re.IGNORECASE)


class Numbered(NamedTuple):
    """A noun with a number after it: both as printed, whether more numbers go with it, and whether it surely is a name."""

    noun: str
    number: str
    several: bool
    named: bool


def another_numbered(question: str, statement: str) -> str | None:
    """The numbered thing of the statement that is none of those asked about, though of their kind; None where there is none.

    >>> another_numbered("How many people does room 12 seat?", "Room 14 seats 60 people.")
    "'Room 14' stands where the question has 'room 12'"
    """
    asked = [one for one in numbered(question) if one.named]
    for one in asked:
        wanted = {other.number for other in asked if _alike(one, other)}
        told = [other for other in numbered(statement) if _alike(one, other)]
        if told and not any(other.several or other.number in wanted for other in told):
            said = f"{told[0].noun} {told[0].number}"
            return f"{said!r} stands where the question has '{one.noun} {one.number}'"
    return None


def numbered(text: str) -> list[Numbered]:
    """Bare numbers after a noun: no date, amount or measure, and no reference to another clause."""
    if not _DIGIT.search(text):
        return []
    other = [value for value in find_values(text) if value.currency or value.kind == "date" or value.unit]
    found = []
    for m in _NUMBERED.finditer(text):
        at = Span(*m.span("number"))
        if any(value.span.overlaps(at) for value in other) or not _is_thing(m["noun"]):
            continue
        after = _NEXT.match(text, at.end)
        counted = m["mark"] is None and after is not None and _counts(after["word"])
        found.append(Numbered(m["noun"], m["number"].lstrip("0") or "0", m["more"] is not None, not counted))
    return found


def _is_thing(noun: str) -> bool:
    return not (
        is_stopword(noun) or is_action(noun) or names_a_value(noun) or not ASKS_FOR_VALUE.isdisjoint(lemmas_of(noun))
    )


def _counts(word: str) -> bool:
    """Whether a Latin word right behind a number may be what it counts: "3 books", "3 cărți"."""
    return not is_stopword(word) and word[0].isascii() and _PLURAL.fullmatch(word) is not None


def _alike(one: Numbered, other: Numbered) -> bool:
    return fold(one.noun) == fold(other.noun) or kindred(one.noun, other.noun)
