"""What does a text mean, to an embedding model behind an OpenAI-compatible address? In batches, checked and made unit long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np

from opora.errors import ModelOutputError
from opora.inference.wire import Wire, WireRules
from opora.ports import Vector

_QUERIES_KEPT: Final = 256
_CHARS: Final = 3  # of a token, about
USUAL: Final = 0.74
_STRANGERS: Final = (
    "The annual leave of a teacher is 42 days.",
    "Mix the flour with two eggs and a spoon of sugar.",
    "The bolt of the rear wheel is tightened with 110 Nm.",
    "The museum is closed on Mondays.",
    "Стоимость доставки зависит от веса посылки.",
    "Врач выдаёт справку в день приёма.",
    "Кіт спить на теплому підвіконні.",
    "Договір оренди укладається на один рік.",
    "Stratul de ozon absoarbe razele ultraviolete.",
    "Biletele se cumpără la casa gării.",
)


@dataclass(frozen=True, slots=True)
class EndpointRules:
    """``dim``: numbers of a vector; anything else that comes is refused. ``query``, ``passage``: what stands before a text.

    A text of more than about ``max_tokens`` is cut. ``unrelated``: the cosine that texts of nothing in common have with
    this model, as a rule; see ``EndpointEmbedder``.
    """

    wire: WireRules
    name: str
    dim: int
    batch: int = 64
    max_tokens: int = 512
    query: str = ""
    passage: str = ""
    unrelated: float = 0.15


class EndpointEmbedder:
    """Implements ``ports.Embedder``. Thread-safe. ModelError when the address gives no vectors.

    All that weighs a cosine here knows the range of the local model, in which unrelated texts have some 0.74. So every vector
    gets one number more, the same for all: cosines keep their order, and those of unrelated texts come to lie there.
    """

    def __init__(self, rules: EndpointRules) -> None:
        self.rules = rules
        self.wire = Wire(rules.wire)
        self.dim, self.max_tokens = rules.dim + 1, rules.max_tokens
        self._shared = max(0.0, (USUAL - rules.unrelated) / (1 - rules.unrelated))
        self._recent = lru_cache(maxsize=_QUERIES_KEPT)(self._query)

    @property
    def model_id(self) -> str:
        """The name, the size and what is added, so that an address may move."""
        return f"endpoint/{self.rules.name}:{self.rules.dim}:{self.rules.unrelated:g}"

    @property
    def is_remote(self) -> bool:
        return self.rules.wire.is_remote

    def count_tokens(self, text: str) -> int:
        """About: the address has the tokenizer."""
        return len(text) // _CHARS + 1

    def encode_query(self, text: str) -> Vector:
        """Shape (dim,), unit length."""
        return self._recent(text).copy()

    def encode_passages(self, texts: Sequence[str]) -> Vector:
        """Shape (len(texts), dim), unit rows."""
        rows = np.empty((len(texts), self.dim), np.float32)
        for start in range(0, len(texts), self.rules.batch):
            batch = texts[start : start + self.rules.batch]
            rows[start : start + len(batch)] = self._fetched([self.rules.passage + text for text in batch])
        return rows

    def _query(self, text: str) -> Vector:
        found: Vector = self._fetched([self.rules.query + text])[0]
        return found

    def _fetched(self, texts: list[str]) -> Vector:
        longest = self.max_tokens * _CHARS
        given = [text[:longest] if text.strip() else "." for text in texts]  # many servers refuse an empty text
        body = self.wire.fetch("embeddings", {"model": self.rules.name, "input": given, "encoding_format": "float"})
        return self._checked(body, len(texts))

    def _checked(self, body: dict[str, Any], count: int) -> Vector:
        rows = np.zeros((count, self.rules.dim), np.float64)
        seen: set[int] = set()
        data = body.get("data")
        try:
            for place, one in enumerate(data if isinstance(data, list) else []):
                number = one.get("index", place)
                rows[number] = _row(one["embedding"], self.rules.dim)
                seen.add(number)
        except (AttributeError, KeyError, IndexError, TypeError, ValueError):
            raise self._odd("something else than vectors") from None
        lengths = np.linalg.norm(rows, axis=1)
        if seen != set(range(count)) or len(data or ()) != count:
            raise self._odd(f"{len(seen)} vectors for {count} texts")
        if not np.isfinite(lengths).all() or not (lengths > 0).all():
            raise self._odd("a vector without a direction")
        own = rows / lengths[:, None] * np.sqrt(1 - self._shared)
        return np.asarray(np.hstack([own, np.full((count, 1), np.sqrt(self._shared))]), np.float32)

    def unrelated(self) -> float:
        """The mean cosine of texts of nothing in common, as the model gives it; asked of the address."""
        rows = self._fetched([self.rules.passage + text for text in _STRANGERS])[:, :-1] / np.sqrt(1 - self._shared)
        found = rows @ rows.T
        return float(found[np.triu_indices(len(found), 1)].mean())

    def _odd(self, what: str) -> ModelOutputError:
        return ModelOutputError(f"{self.rules.name!r} gave {what}", "check the address and the model's name and dim")


def _row(given: Any, dim: int) -> Any:
    found = np.asarray(given, np.float64)
    if found.shape != (dim,):
        raise ValueError(f"{found.shape} instead of {dim}")
    return found
