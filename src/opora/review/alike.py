"""Which open questions may be one question in other words? Proposed by word forms and by meaning; a person links them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from opora.domain.gap import Gap
from opora.language.lemmas import is_stopword, lemmas_of
from opora.language.words import words
from opora.ports import Embedder, Vector

MEANT: Final = 0.90
"""Cosine of two wordings in one language from which they are proposed. Pairs that ask the same have 0.91 to 0.98; pairs
that differ in one word 0.86 to 0.96, which is why a person decides."""
MEANT_ACROSS: Final = 0.87
"""The same between two languages, where the model sets all cosines lower."""
SHARED: Final = 0.8
MOST: Final = 5


@dataclass(frozen=True, slots=True)
class Alike:
    """``likeness``: 0..1, of word forms or of meaning as ``why`` says."""

    gap_id: str
    part: str
    likeness: float
    why: str


def alike(gap: Gap, others: Sequence[Gap], vectors: Mapping[str, Vector]) -> list[Alike]:
    """The others that may be the same question, likeliest first; only what was asked of the same collections."""
    own = _forms(gap.part)
    found: list[Alike] = []
    for other in others:
        if other.gap_id == gap.gap_id or other.collections != gap.collections or other.state == "duplicate":
            continue
        shared = _shared(own, _forms(other.part))
        meant = _cosine(vectors.get(gap.gap_id), vectors.get(other.gap_id))
        if shared >= SHARED:
            found.append(Alike(other.gap_id, other.part, round(shared, 3), "word forms"))
        elif meant >= (MEANT if gap.language == other.language else MEANT_ACROSS):
            found.append(Alike(other.gap_id, other.part, round(meant, 3), "meaning"))
    return sorted(found, key=lambda one: (-one.likeness, one.gap_id))[:MOST]


def vectors_for(gaps: Sequence[Gap], known: Mapping[str, Vector], embedder: Embedder | None) -> dict[str, Vector]:
    """Those that are not known yet."""
    if embedder is None:
        return {}
    return {gap.gap_id: embedder.encode_query(gap.part) for gap in gaps if gap.gap_id not in known}


def _forms(text: str) -> list[frozenset[str]]:
    """Every word that carries content, in all its readings."""
    return [frozenset(lemmas_of(token.text)) for token in words(text) if not is_stopword(token.text)]


def _shared(one: list[frozenset[str]], other: list[frozenset[str]]) -> float:
    """Jaccard of the words, each meeting one of the other side in some reading."""
    if not one or not other:
        return 0.0
    left, met = list(other), 0
    for word in one:
        partner = next((there for there in left if word & there), None)
        if partner is not None:
            left.remove(partner)
            met += 1
    return met / (len(one) + len(other) - met)


def _cosine(one: Vector | None, other: Vector | None) -> float:
    return float(one @ other) if one is not None and other is not None and one.shape == other.shape else 0.0
