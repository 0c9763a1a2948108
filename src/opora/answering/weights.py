"""How much does each word of the question tell, and which of them does a text hold?"""

from __future__ import annotations

import math
from dataclasses import dataclass

from opora.answering.cues import ASKS_FOR_VALUE
from opora.domain.place import Span
from opora.domain.question import Message, Requirement, Word
from opora.language.lemmas import lemmas_of
from opora.language.words import fold, words
from opora.ports import Library

_GENERAL = 40  # fragments: below this the library's own frequencies say little

_KIND_WORD = 0.2  # share of its weight that a word such as "price" keeps: the value found tells more


@dataclass(frozen=True, slots=True)
class Wanted:
    """The content words of one requirement with their weights; ``named`` are names, numbers and codes."""

    words: tuple[Word, ...]
    weights: tuple[float, ...]
    named: frozenset[int]

    def share(self, matched: frozenset[int]) -> float:
        total = sum(self.weights)
        return sum(self.weights[i] for i in matched) / total if total else 0.0


def wanted(message: Message, requirement: Requirement, library: Library) -> Wanted:
    """Words of the requirement's spans, each weighed by its rarity in the library and in general."""
    held = [w for w in message.words if w.is_content and any(s.covers(w.span) for s in requirement.spans)]
    dates = [v.span for v in message.values if v.date]
    held = [w for w in held if not (requirement.at and any(d.overlaps(w.span) for d in dates))]
    frequency = library.document_frequency(sorted({lemma for word in held for lemma in word.lemmas}))
    count = library.fragment_count()
    weights = tuple(_weight(word, frequency, count) for word in held)
    starts = {s.start for s in requirement.spans} | {w.span.start for w in message.words[:1]}
    named = frozenset(i for i, w in enumerate(held) if _is_name(w, starts))
    return Wanted(tuple(held), weights, named)


def _weight(word: Word, frequency: dict[str, int], count: int) -> float:
    whole = [lemma for lemma in word.lemmas if not lemma.startswith("^")] or list(word.lemmas)
    df = max((frequency.get(lemma, 0) for lemma in whole), default=0)
    top = math.log(1 + count / 0.5)
    rarity = math.log(1 + count / (df + 0.5)) / top if count else 1.0
    general = min(1.0, 0.4 + len(word.text) / 14)
    told = (count * rarity + _GENERAL * general) / (count + _GENERAL)
    return told * _KIND_WORD if not ASKS_FOR_VALUE.isdisjoint(word.lemmas) else told


def _is_name(word: Word, starts: set[int]) -> bool:
    text = word.text
    if any(c.isdigit() for c in text):
        return True
    return text[0].isupper() and word.span.start not in starts


def lemma_set(text: str, language: str | None) -> frozenset[str]:
    found: set[str] = set()
    for token in words(text):
        found.update(lemmas_of(token.text, language))
    return frozenset(found)


def matched(want: Wanted, held: frozenset[str]) -> frozenset[int]:
    """Places of the wanted words of which any reading stands in the text."""
    return frozenset(i for i, word in enumerate(want.words) if not held.isdisjoint(word.lemmas))


def scope_of(text: str, values: list[Span]) -> frozenset[str]:
    """Capitalised words inside a sentence, single letters and codes: what a rule is limited to."""
    found: set[str] = set()
    for number, token in enumerate(words(text)):
        inside = any(span.overlaps(token.span) for span in values)
        word = token.text
        if not inside and number and (word[0].isupper() or any(c.isdigit() for c in word)):
            found.add(fold(word))
    return frozenset(found)
