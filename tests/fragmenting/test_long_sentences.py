"""Is a sentence that is too long to stay whole still never cut inside a value?"""

from __future__ import annotations

from itertools import pairwise

import pytest

from opora.domain.place import Span
from opora.fragmenting.cut import cut_long
from opora.fragmenting.fragment import fragment
from opora.fragmenting.rules import PROTOTYPES, FragmentRules, Strategy
from opora.fragmenting.strategies import STRATEGIES
from opora.reading.assemble import Draft, Reading, assemble

VALUES = ["5 000 руб.", "14 календарных дней", "15 марта 2026 года", "12 500 lei", "1 250 000 грн", "$ 700"]


def letters(text: str) -> int:
    return len(text)


class Counted:
    """Counts letters, and how many it was given in all."""

    def __init__(self) -> None:
        self.seen = 0

    def __call__(self, text: str) -> int:
        self.seen += len(text)
        return len(text)


@pytest.mark.parametrize("value", VALUES)
def test_no_gap_inside_a_value_becomes_a_border(value: str) -> None:
    """The only gaps stand inside values: the nearest to the middle is one that may not be taken."""
    text = f"{'слово' * 3} {value} {'слово' * 3}"
    at = text.index(value)
    for limit in range(len(value), len(text)):
        parts = cut_long(text, Span(0, len(text)), limit, letters)
        borders = {edge for part in parts for edge in (part.start, part.end)} - {0, len(text)}
        assert not [border for border in borders if at < border < at + len(value)]
        assert "".join(part.of(text) for part in parts).replace(" ", "") == text.replace(" ", "")
        assert all(one.end < other.start for one, other in pairwise(parts))


@pytest.mark.parametrize("strategy", [name for name in STRATEGIES if name not in (*PROTOTYPES, "model_borders")])
def test_every_value_of_an_endless_sentence_stands_whole_in_a_fragment(strategy: Strategy) -> None:
    said = [f"{1000 + n} рублей" for n in range(400)]
    text = "Плата " + " и ".join(f"{2 + n % 7} 000 руб. либо {value}" for n, value in enumerate(said))
    parsed = assemble(Reading((Draft("paragraph", text),), "text/plain", "test"))
    _, found = fragment(parsed, "fees@1", "Плата", FragmentRules(strategy), lambda part: len(part) // 4 + 1)
    assert len(found) > 3
    for piece in found:
        assert not piece.text.startswith(("000", "руб", "рублей"))
        assert not piece.text.endswith(tuple(f" {n}" for n in range(10)))
    assert all(any(value in piece.text for piece in found) for value in said)


@pytest.mark.timeout(30)
@pytest.mark.parametrize("text", ["слово " * 100_000, "x" * 600_000], ids=["words", "one word"])
def test_a_line_without_end_is_not_counted_over_and_over(text: str) -> None:
    """Counting tokens is the dear part; a part that must be too long is halved without it."""
    count = Counted()
    text = text.strip()
    parts = cut_long(text, Span(0, len(text)), 100, count)
    assert "".join(part.of(text) for part in parts).replace(" ", "") == text.replace(" ", "")
    assert count.seen < 12 * len(text)
    if " " in text:
        assert max(len(part) for part in parts) <= 100
