"""Does an answer stay beside three query embeddings? Processor time against processor time: a busy machine does not decide."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from opora.answering.kindred import beginnings, roots_of
from opora.errors import BackendError
from opora.inference.embed import E5Embedder
from opora.store.sqlite import SqliteLibrary

FRAGMENTS = 10_000
ATTEMPTS = 6
WORDS = "оплатить выпаривать спаривать годовой ежегодный ședință Spălătorie deliveries refund e-mail м'ята HO-3".split()  # noqa: SIM905


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("language", [None, "ru", "uk", "ro", "en"])
def test_every_root_of_a_word_starts_with_one_of_its_beginnings(word: str, language: str | None) -> None:
    known = beginnings(word, language)
    for root in roots_of(word, language):
        assert root in known or root[1:3].replace("а", "о") in known


@pytest.mark.slow
def test_nineteen_of_twenty_answers_take_at_most_three_query_embeddings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).resolve().parents[2]))
    from bench.latency import TIMES, beside, warmed
    from bench.synthetic import fill

    try:
        model = E5Embedder.open()
    except BackendError as problem:
        pytest.skip(f"no model: {problem.message}")
    library = SqliteLibrary.open(tmp_path, create=True)
    fill(library, FRAGMENTS, model.model_id, model.dim)
    often = gc.get_threshold()
    ratios: list[float] = []
    try:
        warmed(library, model, FRAGMENTS)
        for attempt in range(ATTEMPTS):  # what else runs on the machine may spoil one
            ratios.append(beside(library, model, FRAGMENTS, 60, salt=10 + attempt).ratio("processor"))
            if ratios[-1] <= TIMES:
                break
    finally:
        gc.unfreeze()
        gc.set_threshold(*often)
        library.close()
    assert min(ratios) <= TIMES, f"p95 of an answer in p95 of an embedding: {ratios}"


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
