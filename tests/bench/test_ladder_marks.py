"""Are the figures of the ladder those of the text that was delivered?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from bench.ladder_cuts import Asked, Piece, Set, Text, Way
from bench.ladder_marks import marked, prepared
from opora.domain.place import Span
from opora.ports import Vector
from opora.reading.assemble import Draft, Reading, assemble


class Words:
    """A text is near a question when they share their first letter; a character is a token."""

    model_id, dim, max_tokens = "words:1", 26, 512

    def count_tokens(self, text: str) -> int:
        return len(text)

    def encode_query(self, text: str) -> Vector:
        return self.encode_passages([text])[0]

    def encode_passages(self, texts: Sequence[str]) -> Vector:
        rows = np.zeros((len(texts), self.dim), np.float32)
        for row, text in zip(rows, texts, strict=True):
            row[ord(text[0].lower()) - ord("a")] = 1.0
        return rows


PARSED = assemble(Reading((Draft("paragraph", "aaaaaaaaaa"), Draft("paragraph", "bbbbbbbbbb")), "text/plain", "test"))
PLACES = ((Span(0, 10), Span(0, 10)), (Span(12, 22), Span(12, 22)))
FOUND = Set("made", {"t": Text("t", PARSED, PARSED.text, PLACES)}, (Asked("t", "bee", (1,)), Asked("t", "ant", (0,))))


def cut(text: Text) -> list[Piece]:
    return [Piece(span, span.of(text.parsed.text), span) for span, _ in text.places]


@pytest.mark.parametrize(
    ("limit", "recall", "precision", "iou"),
    [
        (("tokens", 10), 1.0, 1.0, 1.0),
        (("tokens", 5), 0.5, 1.0, 0.5),
        (("pieces", 2), 1.0, 0.5, 0.5),
        (("tokens", 15), 1.0, 2 / 3, 2 / 3),
    ],
)
def test_a_budget_is_filled_exactly(limit: tuple[str, int], recall: float, precision: float, iou: float) -> None:
    way, words = Way("made", cut), Words()
    marks = marked(way, FOUND, prepared(way, FOUND, words), words, limit)
    assert marks.recall.mean() == pytest.approx(recall)
    assert marks.precision.mean() == pytest.approx(precision)
    assert marks.iou.mean() == pytest.approx(iou)
    assert marks.tokens.tolist() == [min(limit[1] if limit[0] == "tokens" else 20, 20)] * 2
