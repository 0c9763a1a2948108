"""Does a search stay beside one query embedding in time? A ratio, so that a slow or busy machine does not decide."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from opora.domain.source import Filter
from opora.errors import BackendError
from opora.inference.embed import E5Embedder
from opora.ports import Vector
from opora.routes.documents import SearchRules, search
from opora.store.sqlite import SqliteLibrary

FRAGMENTS = 5_000


class AtOnce:
    """Query vectors that cost nothing, so that only the search is timed."""

    max_tokens = 512

    def __init__(self, model: E5Embedder) -> None:
        self.model_id, self.dim = model.model_id, model.dim
        self._chance = np.random.default_rng(3)

    def count_tokens(self, text: str) -> int:
        return len(text.split())

    def encode_query(self, text: str) -> Vector:
        numbers = self._chance.standard_normal(self.dim, np.float32)
        return np.asarray(numbers / np.linalg.norm(numbers), np.float32)

    def encode_passages(self, texts: object) -> Vector:
        raise NotImplementedError


def median(work: Callable[[str], object], texts: list[str]) -> float:
    taken = []
    for text in texts:
        began = time.perf_counter()
        work(text)
        taken.append(time.perf_counter() - began)
    return float(np.median(taken))


@pytest.mark.slow
def test_a_search_takes_no_longer_than_two_query_embeddings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).resolve().parents[2]))
    from bench.latency import AT, questions
    from bench.synthetic import fill

    try:
        model = E5Embedder.open()
    except BackendError as problem:
        pytest.skip(f"no model: {problem.message}")
    library = SqliteLibrary.open(tmp_path, create=True)
    fill(library, FRAGMENTS, model.model_id, model.dim)
    quick = AtOnce(model)

    def one(text: str) -> object:
        return search(text, Filter(AT), library, quick, SearchRules())

    for text in questions(FRAGMENTS, 20, salt=1):
        one(text)
        model.encode_query(text)
    searched, embedded = [], []
    for turn in range(5):
        searched.append(median(one, questions(FRAGMENTS, 10, salt=10 + turn)))
        embedded.append(median(model.encode_query, questions(FRAGMENTS, 10, salt=100 + turn)))
    library.close()
    assert np.median(searched) <= 2 * np.median(embedded)
