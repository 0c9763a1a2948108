"""How do a BM25 and a cosine become one score? Absolute, so that scores of two questions compare (decision 0004)."""

from __future__ import annotations

COSINE_FLOOR, COSINE_SPAN = 0.70, 0.25
ACROSS = 0.06
PASSAGE_SHARE = 2 / 3
BM25_HALF = 8.0  # the BM25 that counts one half


def dense_part(cosine: float | None, sentence_cosine: float | None = None) -> float:
    """0..1: where the cosine stands in the range that the default model really uses.

    With sentence vectors: the mean of what the whole fragment and its best sentence say.
    """
    whole = 0.0 if cosine is None else min(max((cosine - COSINE_FLOOR) / COSINE_SPAN, 0.0), 1.0)
    return whole if sentence_cosine is None else (whole + dense_part(sentence_cosine)) / 2


def topic_part(dense: float, passage_cosine: float | None) -> float:
    """0..1: meaning for a query that names a topic; most of it is what the passage as a whole is about."""
    return dense if passage_cosine is None else (1 - PASSAGE_SHARE) * dense + PASSAGE_SHARE * dense_part(passage_cosine)


def dense_strength(cosine: float | None, sentence_cosine: float | None, across: bool) -> float:
    """0..1: whether meaning alone is enough to show a hit.

    ``across`` two languages no word can help and cosines are lower: on XQuAD, Russian to English, nineteen of twenty right ones
    lie over 0.768, so the scale starts 0.06 lower and the better of fragment and sentence counts.
    """
    if not across:
        return dense_part(cosine, sentence_cosine)
    return dense_part(max(cosine or 0.0, sentence_cosine or 0.0) + ACROSS)


def lexical_part(bm25: float | None, most: float) -> float:
    """0..1: the share of the best BM25 that any text could have for the question."""
    return 0.0 if not bm25 or not most else min(bm25 / most, 1.0)


def lexical_strength(bm25: float | None) -> float:
    """0..1, one half at BM25_HALF: whether words alone are enough to show a hit."""
    return 0.0 if not bm25 else bm25 / (bm25 + BM25_HALF)
