"""How well does a text hold each word of the question? Asked once of every word of the texts, not of every text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Final

from opora.answering.kindred import beginnings, kindred
from opora.answering.sounding import is_cyrillic, same_word
from opora.domain.question import Word
from opora.language.lemmas import is_stopword, lemmas_of
from opora.language.words import WORD

_CODE: Final = re.compile(r"[^\W\d_]+-\d+")
_HEARD: Final = 0.8  # at most, of a word in another alphabet: it is told by how it sounds
_KIN: Final = 0.75  # strength of a word of the same family
Strengths = tuple[float, ...]


@dataclass(frozen=True)
class Holding:
    """Strengths (0..1, one for each wanted word) of texts and of their words; a text holds what its best word holds."""

    words: tuple[Word, ...]
    _known: dict[str | None, dict[str, Strengths | None]] = field(default_factory=dict)
    _told: dict[tuple[str, str | None], Strengths] = field(default_factory=dict)

    def of(self, text: str, language: str | None) -> Strengths:
        """Headings, rows and whole fragments come up again and again and are kept."""
        key = (text, language)
        found = self._told.get(key)
        if found is None:
            found = self._told[key] = self.best_of(WORD.findall(text), language)
        return found

    def best_of(self, words: Iterable[str], language: str | None) -> Strengths:
        """What these words of a text hold together."""
        known = self._known.setdefault(language, {})
        best: Strengths | None = None
        for word in words:
            if word not in known:
                known[word] = self._look_up(word, language)
            strengths = known[word]
            if strengths is not None and strengths is not best:
                best = strengths if best is None else strongest(best, strengths)
        return best or (0.0,) * len(self.words)

    def _look_up(self, word: str, language: str | None) -> Strengths | None:
        """1 for any reading of a wanted word, less for a word of its family; ``None`` for a word that is neither."""
        by_lemma, by_start = self._wanted
        lemmas, starts = _readings(word, language)
        found: dict[int, float] = {}
        if self._spelt[is_cyrillic(word)]:
            found = {
                n: near for n, spelt in self._spelt[is_cyrillic(word)] if (near := _HEARD * same_word(spelt, word))
            }
        if not found and by_lemma.keys().isdisjoint(lemmas) and by_start.keys().isdisjoint(starts):
            return None
        article = len(word) == 1 and word.islower()  # the "a" of "a page" is no part of "A-1070"
        for lemma in lemmas:
            for n in by_lemma.get(lemma, ()):
                if article and _is_code(self.words[n].lemmas):
                    continue
                found[n] = max(found.get(n, 0.0), _code(self.words[n].lemmas, lemmas))
        for start in starts:
            for n in by_start.get(start, ()):
                if n not in found and kindred(self.words[n].text, word, language):
                    found[n] = _KIN
        return tuple([found.get(n, 0.0) for n in range(len(self.words))]) if found else None

    @cached_property
    def _spelt(self) -> tuple[tuple[tuple[int, str], ...], ...]:
        """Places and spelling of the wanted words that a Latin and that a Cyrillic word may sound like."""
        words = [(n, word.text) for n, word in enumerate(self.words) if word.text[0].isalpha()]
        return tuple(tuple(one for one in words if is_cyrillic(one[1]) != cyrillic) for cyrillic in (False, True))

    @cached_property
    def _wanted(self) -> tuple[dict[str, list[int]], dict[str, list[int]]]:
        """Places of the wanted words by their readings, and by what their roots begin with."""
        by_lemma: dict[str, list[int]] = {}
        by_start: dict[str, list[int]] = {}
        for n, word in enumerate(self.words):
            for lemma in word.lemmas:
                by_lemma.setdefault(lemma, []).append(n)
            for start in beginnings(word.text):
                by_start.setdefault(start, []).append(n)
        return by_lemma, by_start


def _code(wanted: tuple[str, ...], told: tuple[str, ...]) -> float:
    """1 unless a part of a code is shared: "M" or "6" holds half of "M-6", and "M-4" holds nothing of it."""
    if not _is_code(wanted) or not set(wanted[:2]).isdisjoint(told):
        return 1.0
    return 0.0 if _is_code(told) else 0.5


def _is_code(lemmas: tuple[str, ...]) -> bool:
    """Letters and a number: "M-6" is read as "m-6", "m6", "m", "6"."""
    return len(lemmas) > 2 and bool(_CODE.fullmatch(lemmas[0]))


@lru_cache(maxsize=131072)
def _readings(word: str, language: str | None) -> tuple[tuple[str, ...], frozenset[str]]:
    """The word's lemmas, and what its roots begin with; a function word has no family."""
    return lemmas_of(word, language), frozenset() if is_stopword(word) else beginnings(word, language)


def strongest(first: Strengths, *others: Strengths) -> Strengths:
    """For each wanted word how well any of the texts holds it."""
    return tuple(map(max, first, *others)) if others else first
