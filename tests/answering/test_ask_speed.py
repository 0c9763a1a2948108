"""Does an answer stay beside three query embeddings? Processor time against processor time: a busy machine does not decide."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from opora.answering.kindred import beginnings, roots_of
from opora.ask import AskRules, ask
from opora.domain.question import Question
from opora.errors import BackendError
from opora.inference.embed import E5Embedder
from opora.store.sqlite import SqliteLibrary

FRAGMENTS = 10_000
WORDS = "оплатить выпаривать спаривать годовой ежегодный ședință Spălătorie deliveries refund e-mail м'ята HO-3".split()  # noqa: SIM905


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("language", [None, "ru", "uk", "ro", "en"])
def test_every_root_of_a_word_starts_with_one_of_its_beginnings(word: str, language: str | None) -> None:
    known = beginnings(word, language)
    for root in roots_of(word, language):
        assert root in known or root[1:3].replace("а", "о") in known


def seconds(work: Callable[[str], object], texts: list[str]) -> list[float]:
    """Processor seconds of each call, all threads together."""
    taken = []
    for text in texts:
        began = time.process_time()
        work(text)
        taken.append(time.process_time() - began)
    return taken


@pytest.mark.slow
def test_half_of_the_answers_take_at_most_three_query_embeddings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).resolve().parents[2]))
    from bench.latency import AT, questions
    from bench.synthetic import fill

    try:
        model = E5Embedder.open()
    except BackendError as problem:
        pytest.skip(f"no model: {problem.message}")
    library = SqliteLibrary.open(tmp_path, create=True)
    fill(library, FRAGMENTS, model.model_id, model.dim)

    def one(text: str) -> object:
        return ask(Question(text, AT), library, model, AskRules())

    for text in questions(FRAGMENTS, 100, salt=1):
        one(text)
    asked, embedded = [], []
    for turn in range(6):
        asked += seconds(one, questions(FRAGMENTS, 10, salt=10 + turn))
        embedded += seconds(model.encode_query, questions(FRAGMENTS, 10, salt=100 + turn))
    library.close()
    assert np.median(asked) <= 3 * np.median(embedded)


def test_sentence_vectors_are_looked_up_by_their_digest_and_not_read_all(tmp_path: Path) -> None:
    import apsw

    library = SqliteLibrary.open(tmp_path, create=True)
    seen: list[str] = []
    with library._read() as connection:
        connection.trace_v2(apsw.SQLITE_TRACE_STMT, lambda found: seen.append(str(found["sql"])))
    library.known_sentence_vectors("m", ["a", "b"])
    library.known_vectors("m", ["a", "b"])
    with library._read() as connection:
        connection.trace_v2(0, None)
        plans = [
            str(row)
            for text in seen
            if "_vector y" in text or "vector x" in text
            for row in connection.execute("explain query plan " + text, (None, None))
        ]
    library.close()
    assert sum("embed_digest=?" in plan for plan in plans) == 2
