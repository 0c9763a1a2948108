"""How near in meaning is each sentence of the found fragments to what is asked?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from opora.canonical import digest
from opora.domain.place import Span
from opora.domain.result import Hit
from opora.errors import BackendError
from opora.language.asking import as_asked
from opora.language.sentences import sentences
from opora.ports import Embedder, Library, Vector

_FEWEST_CHARS: Final = 4  # a shorter "sentence" has no vector of its own


@dataclass(frozen=True, slots=True)
class Sentence:
    """A place in a version's text, with the fragment and the passage that hold it."""

    fragment_id: str
    passage_id: str
    span: Span


@dataclass(frozen=True, slots=True)
class Meaning:
    """Cosines of the sentences of fragments with the question, by fragment id; spans are in the version's text.

    ``vectors``: of the same sentences in the same order. ``fragments``: all their ids. Empty without a model.
    """

    cosines: dict[str, tuple[tuple[Span, float], ...]] = field(default_factory=dict)
    vectors: dict[str, Vector] = field(default_factory=dict)
    fragments: frozenset[str] = frozenset()
    model_id: str = ""
    library: Library | None = None
    _read: dict[tuple[str, int], tuple[Vector | None, dict[str, float]]] = field(default_factory=dict)

    def of(self, hit: Hit, span: Span) -> float | None:
        """The cosine of the sentence that the span lies in; the fragment's own when its sentences have none."""
        near = [(min(one.end, span.end) - max(one.start, span.start), cosine) for one, cosine in self._told(hit)]
        best = max(near, default=(0, 0.0))
        return best[1] if best[0] > 0 else hit.scores.dense

    def between(self, one: Sentence, other: Sentence) -> float | None:
        """The cosine of the sentences that stand at two places; None where one has no stored vector."""
        vector, whole = self._compared(one)
        if vector is None:
            return None
        rows = self.vectors.get(other.fragment_id)
        if rows is None:
            return whole.get(other.fragment_id)
        return float(rows[self._number(other)] @ vector)

    def _number(self, place: Sentence) -> int:
        """Which sentence of its fragment stands there."""
        rows = enumerate(self.cosines.get(place.fragment_id, ()))
        near = ((min(s.end, place.span.end) - max(s.start, place.span.start), -n) for n, (s, _) in rows)
        return -max(near, default=(0, 0))[1]

    def _compared(self, place: Sentence) -> tuple[Vector | None, dict[str, float]]:
        """Its vector, and the cosines of it with all fragments that are a single sentence."""
        key = (place.fragment_id, self._number(place))
        if key not in self._read:
            library, name = self.library, self.model_id
            vector = library.statement_vector(name, *key) if library and place.fragment_id in self.fragments else None
            single = sorted(self.fragments - self.vectors.keys())
            told = library.fragment_cosines(single, vector) if library and vector is not None else {}
            self._read[key] = vector, told
        return self._read[key]

    def _told(self, hit: Hit) -> tuple[tuple[Span, float], ...]:
        return self.cosines.get(hit.fragment.fragment_id, ())


@lru_cache(maxsize=4096)
def sentences_of(text: str) -> tuple[Span, ...]:
    """Kept: a fragment is often one block, and it comes up for every part of a question."""
    return tuple(sentences(text))


def meaning(query: str, hits: Sequence[Hit], library: Library, embedder: Embedder | None) -> Meaning:
    """One look at the store for all fragments; the query's own vector is the one the search was made with."""
    if embedder is None or not any(hit.scores.dense is not None for hit in hits):
        return Meaning()
    try:
        vector = embedder.encode_query(as_asked(query))
    except BackendError:
        return Meaning()
    keys = {digest(hit.fragment.embedded): hit.fragment for hit in hits}
    known = library.known_sentence_vectors(embedder.model_id, list(keys))
    found: dict[str, tuple[tuple[Span, float], ...]] = {}
    vectors: dict[str, Vector] = {}
    for key, rows in known.items():
        piece = keys[key]
        spans = [s.moved(piece.start) for s in sentences_of(piece.text) if len(s) >= _FEWEST_CHARS]
        if len(spans) == len(rows):
            found[piece.fragment_id] = tuple(zip(spans, (float(c) for c in rows @ vector), strict=True))
            vectors[piece.fragment_id] = rows
    fragments = frozenset(hit.fragment.fragment_id for hit in hits)
    return Meaning(found, vectors, fragments, embedder.model_id, library)
