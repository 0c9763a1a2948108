"""In which order do the found texts stand once each is read closely beside the query? Optional, and named in the log."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from opora.language.lemmas import index_lemmas
from opora.language.sentences import sentences
from opora.ports import Embedder, Reranker
from opora.routes.query import sought

Reranking = Literal["off", "late-interaction", "word-overlap"]
SHARE = 0.4  # of a reranked score that is the reranker's
_COMMON = 0.05  # what a word counts that all the texts hold


@dataclass(frozen=True, slots=True)
class LateInteraction:
    """Token by token, by the embedder's own model; ``docs/ladder.md`` has what it gains and what it takes."""

    name: str
    read: Callable[[str, Sequence[str]], list[float]]

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        return self.read(query, texts)


@dataclass(frozen=True, slots=True)
class WordOverlap:
    """Words of the query that stand together in two neighbouring sentences, rare ones weighed more. Needs no model."""

    name: str = "word-overlap"

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        groups = [frozenset(group) for group in sought(query).lexical.words]
        held = [[set(index_lemmas(span.of(text))) for span in sentences(text)] for text in texts]
        spread = [sum(any(group & one for one in said) for said in held) for group in groups]
        weights = [max(math.log((len(texts) + 1) / (count + 0.5)), _COMMON) for count in spread]
        whole = sum(weights) or 1.0
        return [max((_held(groups, weights, pair) / whole for pair in _pairs(said)), default=0.0) for said in held]


def _pairs(said: list[set[str]]) -> list[set[str]]:
    return [one | other for one, other in zip(said, [*said[1:], set()], strict=True)]


def _held(groups: Sequence[frozenset[str]], weights: Sequence[float], words: set[str]) -> float:
    return sum(weight for group, weight in zip(groups, weights, strict=True) if group & words)


def reranker_of(name: Reranking, embedder: Embedder | None) -> Reranker | None:
    """``None`` for ``off``, and where the model is not there or gives no vectors of tokens."""
    if name == "word-overlap":
        return WordOverlap()
    read = getattr(embedder, "interactions", None) if name == "late-interaction" else None
    return LateInteraction(f"{name}:{embedder.model_id}", read) if embedder is not None and read is not None else None
