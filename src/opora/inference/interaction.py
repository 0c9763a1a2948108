"""How well does each text fit a query, word by word? Late interaction over the vectors of tokens (Khattab, Zaharia 2020)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

import numpy as np

from opora.ports import Vector

_KEPT = 512  # texts whose token vectors stay in memory, about 0.1 MB each
_LOW, _HIGH = 0.1, 0.7  # between these lie nineteen of twenty scores of DEV: they become 0 and 1


class Tokens(Protocol):
    """Gives the vector of every token."""

    def token_vectors(self, text: str, prefix: str = ...) -> tuple[object, Vector]: ...


class Interaction:
    """Each token of the query meets the token of the text that is most like it; a text's score is their mean likeness.

    All token vectors of this model point about one way, so what the texts have in common is taken out first.
    """

    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens
        self._known = lru_cache(maxsize=_KEPT)(self._passage)

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """0..1 for each text, comparable within this call alone."""
        if not texts:
            return []
        held = [self._known(text).astype(np.float32) for text in texts]
        shared = np.vstack(held).mean(axis=0)
        asked = _unit(_unit(self._tokens.token_vectors(query, "query: ")[1]) - shared)
        return [
            _scaled(float((asked @ _unit(rows - shared).T).max(axis=1).mean())) if len(rows) else 0.0 for rows in held
        ]

    def _passage(self, text: str) -> Vector:
        return _unit(self._tokens.token_vectors(text)[1]).astype(np.float16)


def _unit(rows: Vector) -> Vector:
    found: Vector = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
    return found


def _scaled(likeness: float) -> float:
    return min(max((likeness - _LOW) / (_HIGH - _LOW), 0.0), 1.0)
