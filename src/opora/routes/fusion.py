"""How do a BM25 and a cosine become one score? Absolute, so that scores of two questions compare (decision 0004)."""

from __future__ import annotations

import math
from dataclasses import dataclass

from opora.ports import LexicalQuery, Library, StoredFragment

K1, B = 1.2, 0.75
HEADING_WEIGHT = 0.5
COSINE_FLOOR, COSINE_SPAN = 0.70, 0.25
FEWEST = 400  # a small library's words weigh as in one of this many fragments, else nothing in it passes a threshold
BM25_HALF = 8.0  # the BM25 that counts one half


@dataclass(frozen=True, slots=True)
class Bm25:
    """The same formula for every candidate, whichever channel found it; a word counts by its best reading."""

    groups: tuple[tuple[str, ...], ...]
    weights: dict[str, float]
    length: float

    @classmethod
    def of(cls, query: LexicalQuery, library: Library) -> Bm25:
        every = list(dict.fromkeys(lemma for group in query.words for lemma in group))
        total = max(library.fragment_count(), FEWEST)
        known = library.document_frequency(every)
        weights = {
            lemma: math.log(1 + max(total - count, 0) / (count + 0.5) + 0.5 / (count + 0.5))
            for lemma, count in known.items()
            if count
        }
        return cls(query.words, weights, max(library.average_length(), 1.0))

    def score(self, fragment: StoredFragment) -> float:
        """BM25 over the fragment's own lemmas and, at half weight, those of its headings; 0 when no word is there."""
        own, head = fragment.lemmas, fragment.heading_lemmas
        norm = K1 * (1 - B + B * len(fragment.lemmas) / self.length)
        total = 0.0
        for group in self.groups:
            best = 0.0
            for lemma in group:
                if lemma not in self.weights:
                    continue
                times = own.count(lemma) + HEADING_WEIGHT * head.count(lemma)
                if times:
                    best = max(best, self.weights[lemma] * times * (K1 + 1) / (times + norm))
            total += best
        return total


def dense_part(cosine: float | None, sentence_cosine: float | None = None) -> float:
    """0..1: where the cosine stands in the range that the default model really uses.

    With sentence vectors: the mean of what the whole fragment and its best sentence say.
    """
    whole = 0.0 if cosine is None else min(max((cosine - COSINE_FLOOR) / COSINE_SPAN, 0.0), 1.0)
    return whole if sentence_cosine is None else (whole + dense_part(sentence_cosine)) / 2


def lexical_part(bm25: float | None) -> float:
    """0..1, one half at BM25_HALF."""
    return 0.0 if not bm25 else bm25 / (bm25 + BM25_HALF)
