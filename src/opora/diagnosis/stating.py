"""Does this text say that? A registered value held against free text, numbers as numbers and words by their forms."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache

from opora.diagnosis.typed import Typed, normal, typed
from opora.domain.source import Fact
from opora.domain.value import Value
from opora.language.agreement import agree
from opora.language.lemmas import is_stopword, lemmas_of
from opora.language.sentences import sentences
from opora.language.values import find_values
from opora.language.words import fold, words

_NEGATIONS = frozenset(
    ("не", "ни", "нет", "без", "нельзя", "ні", "немає", "без", "nu", "fără", "nici", "not", "no", "never", "without")
)
_NAMES = ("identifier", "name")
_YES_OR_NO = re.compile(r"\A(?:yes|no|да|нет|так|ні|da|nu)\b[\s,.!:;–—-]+", re.IGNORECASE)
"""What an answer begins with; "No, it is free" denies nothing of "free"."""
_CLAUSE = re.compile(r"[,;:—–]")
_BOUNDS = ("up_to", "at_least", "from", "exactly")


def states(text: str, fact: Fact) -> bool | None:
    """Whether a text says the fact's value; ``None`` when the words do not tell (of a bool: neither its quote nor the opposite).

    Numbers are compared as numbers in any spelling, dates as days, words by their dictionary forms without a negation
    that the fact does not have; a fact's unit must agree when it has one.
    """
    own = typed(fact.value, fact.type)
    if own.type == "bool":
        return stance(text, fact.quote) if fact.quote else None
    wanted = values_of(f"{fact.value} {fact.unit}" if fact.unit else fact.value)
    if own.type == "text" and not wanted:
        return says_words(text, fact.value)
    if own.type == "text":
        said = values_of(text)
        return all(any(as_registered(one, other) for other in said) for one in wanted)
    return any(_is_stated(own, fact, wanted, value) for value in values_of(text))


def says_words(text: str, phrase: str) -> bool:
    """Whether every content word of a phrase stands in the text in some form, none of them freshly negated."""
    wanted = [word for word in _read(phrase) if word[2]]
    if not wanted:
        return normal(phrase) in normal(text)
    denied = any(folded in _NEGATIONS for folded, _, _ in _read(phrase))
    found = _read(text)
    return all(_stands(lemmas, found, denied) for _, lemmas, _ in wanted)


@lru_cache(maxsize=1024)
def stance(text: str, quote: str) -> bool | None:
    """True when a sentence or clause of the text says what a quote says, False when one says the opposite and none the same."""
    from opora.answering.ground import ground, verdict

    bare = [_YES_OR_NO.sub("", text[span.start : span.end].strip()) for span in sentences(text)]
    clauses = [part.strip() for one in bare for part in (one, *_CLAUSE.split(one))]
    if any(verdict(ground(part, quote)) == "supported" for part in clauses if _says_something(part)):
        return True
    denied = any(verdict(ground(one, quote)) == "contradicted" for one in bare if one)
    return False if denied else None


def _says_something(part: str) -> bool:
    """A part without a word of its own is borne out by anything."""
    return bool(content_lemmas(part))


def values_of(text: str) -> tuple[Value, ...]:
    """All values of a text; a text is read once."""
    return _values(text)


def numbers_in(text: str) -> list[Value]:
    """What a text states in amounts, terms, counts and dates, without names and codes."""
    return [value for value in _values(text) if value.kind not in _NAMES and value.readable]


def content_lemmas(text: str) -> frozenset[str]:
    """All dictionary forms of the words that carry content."""
    return frozenset(lemma for _, lemmas, content in _read(text) if content for lemma in lemmas)


def words_shared(question: str, text: str) -> frozenset[str]:
    """The question's words of content that a text holds in some form."""
    there = content_lemmas(text)
    return frozenset(folded for folded, lemmas, content in _read(question) if content and lemmas & there)


def _stands(lemmas: frozenset[str], found: tuple[tuple[str, frozenset[str], bool], ...], denied: bool) -> bool:
    for place, (_, here, _) in enumerate(found):
        if lemmas & here:
            negated = place > 0 and found[place - 1][0] in _NEGATIONS
            if denied or not negated:
                return True
    return False


def as_registered(registered: Value, value: Value) -> bool:
    """Agreement in every part that the register states; it leaves bounds and bases ("within", "a month") to the text."""
    if registered.qualifier is None and value.qualifier in _BOUNDS:
        value = replace(value, qualifier=None)
    if registered.basis is None:
        value = replace(value, basis=None)
    return agree(registered, value)


def _is_stated(own: Typed, fact: Fact, wanted: tuple[Value, ...], value: Value) -> bool:
    if isinstance(own.value, dt.date):
        return value.kind == "date" and value.date == own.value and value.unit == "day"
    if not isinstance(own.value, int | Decimal) or value.low is None:
        return False
    if fact.unit and len(wanted) == 1 and (wanted[0].unit or wanted[0].currency):
        return as_registered(wanted[0], value)
    return Decimal(own.value) in (value.low, value.high)


@lru_cache(maxsize=4096)
def _values(text: str) -> tuple[Value, ...]:
    return tuple(find_values(text))


@lru_cache(maxsize=1024)
def _read(text: str) -> tuple[tuple[str, frozenset[str], bool], ...]:
    """Each word folded, its dictionary forms, and whether it carries content."""
    return tuple(
        (fold(word.text), frozenset(lemmas_of(word.text)), not is_stopword(word.text) or fold(word.text) in _NEGATIONS)
        for word in words(text)
    )
