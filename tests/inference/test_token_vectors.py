"""Are the vectors of tokens those that the embedder averages, each in its place?"""

from __future__ import annotations

import numpy as np
import pytest

from opora.domain.place import Span
from opora.fragmenting.late import late_vectors
from opora.inference.embed import E5Embedder

TEXT = "Договор  поставки № 5:\nцена — 5 000 руб. за  каждый день. The fee ﬁts."


@pytest.mark.slow
def test_every_token_stands_where_it_was_written() -> None:
    tokens = E5Embedder.open().token_vectors()
    places, vectors = tokens.token_vectors(TEXT)
    assert vectors.shape == (len(places), 384)
    assert np.array_equal(places, tokens.places(TEXT))
    assert "".join(TEXT[start:end] for start, end in places) == "".join(TEXT.split())


@pytest.mark.slow
def test_the_mean_of_all_tokens_is_nearly_the_vector_of_the_text() -> None:
    embedder = E5Embedder.open()
    _, vectors = embedder.token_vectors().token_vectors(TEXT)
    mean = vectors.mean(axis=0)
    assert float(mean / np.linalg.norm(mean) @ embedder.encode_passages([TEXT])[0]) > 0.98


@pytest.mark.slow
def test_a_late_vector_knows_what_stands_before_it() -> None:
    embedder = E5Embedder.open()
    asked = embedder.encode_query("pump P-200")
    near = []
    for about in ("The pump P-200 was built in 2019. ", "The library opens on Sundays at noon. "):
        said = "It is serviced every six months."
        spans = [Span(0, len(about) - 1), Span(len(about), len(about + said))]
        near.append(float(late_vectors(about + said, spans, embedder.token_vectors())[1] @ asked))
    assert near[0] > near[1]


@pytest.mark.slow
def test_a_close_reading_tells_what_answers_from_what_is_only_about_it() -> None:
    texts = ("Возврат денег занимает десять дней.", "The library opens at noon.", "Деньги бывают бумажные.")
    scores = E5Embedder.open().interactions("How many days does a refund take?", texts)
    assert scores[0] == max(scores) and all(0.0 <= score <= 1.0 for score in scores)
