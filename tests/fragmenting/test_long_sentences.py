"""Is a sentence that is too long to stay whole still never cut inside a value?"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from opora.domain.document import BlockKind
from opora.domain.place import Span
from opora.fragmenting.cut import cut_long
from opora.fragmenting.fragment import fragment
from opora.fragmenting.material import Help
from opora.fragmenting.rules import PROTOTYPES, FragmentRules, Strategy
from opora.fragmenting.strategies import STRATEGIES
from opora.reading.assemble import Draft, Reading, assemble

VALUES = [
    "5 000 руб.",
    "14 календарных дней",
    "15 марта 2026 года",
    "12 500 lei",
    "1 250 000 грн",
    "$ 700",
    "120 кв. м",
    "п. 4.2.1",
    "45 m²",
    "ст. 15",
    "+373 22 123 456",
    "8 (800) 555-35-35",
    "No. 17",
    "1 июля 2026 г.",
    "з 1 липня 2026 р.",
    "July 1, 2026",
    "art. 5 alin. (2)",
    "art. 5 alin. (2) lit. a)",
    "ч. 2 ст. 15",
    "пп. 3, 4 и 5",
    "додаток № 2",
    "anexa nr. 3",
    "Nr. 17/2026",
    "№ 12-34/5",
    "Section 5(a)",
    "10 000 (десять тысяч) рублей",
    "двадцать пять рублей",
    "не более 5 %",
    "30 zile lucrătoare",
    "three working days",
    "două zile",
    "15 percent",
    "5 °C",
    "1,5 м × 2 м",
    "20 km/h",
    "120 sq. m",
    "от 10 до 15 дней",
    "10:00 – 18:00",
    "MD24 AG00 0225 1000",
    "ул. Ленина, д. 5",
    "pp. 17–19",
    "И. П. Иванов",
    "not paid",
    "не возвращается",
]
WORDS = [
    "слово",
    "сказано",
    "ради",
    "договора",
    "между",
    "людьми",
    "unde",
    "scrie",
    "despre",
    "plata",
    "under",
    "these",
    "terms",
    "that",
    "people",
    "keep",
]


class EveryOther:
    """Stands for a model that opens a topic at every other piece."""

    name = "every other"

    def choose(self, numbered: Sequence[str]) -> list[int]:
        return list(range(0, len(numbered), 2))


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


def endless(seed: int) -> tuple[str, list[tuple[int, int]]]:
    """One sentence without a stop of its own, and where its values stand."""
    chance = Random(seed)
    text, places = "Плата", []
    for _ in range(chance.randint(120, 200)):
        text += " " + " ".join(chance.choices(WORDS, k=chance.randint(1, 5))) + " "
        value = chance.choice(VALUES)
        places.append((len(text), len(text) + len(value)))
        text += value
    return text + " конец", places


@pytest.mark.parametrize("limit", [60, 480])
@pytest.mark.parametrize("strategy", [name for name in STRATEGIES if name not in PROTOTYPES])
@settings(max_examples=2, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(said=st.integers(0, 10**9).map(endless), kind=st.sampled_from(("paragraph", "list_item", "turn")))
def test_no_strategy_cuts_a_sentence_inside_a_value(
    strategy: Strategy, limit: int, said: tuple[str, list[tuple[int, int]]], kind: str
) -> None:
    text, places = said
    draft = Draft(cast(BlockKind, kind), text, speaker="Анна" if kind == "turn" else None)
    parsed = assemble(Reading((draft,), "text/plain", "test"))
    rules = FragmentRules(strategy, min(limit, 120), limit=limit)
    help = Help(chooser=EveryOther(), agreed=10_000)
    _, found = fragment(parsed, "fees@1", "Плата", rules, lambda part: len(part) // 4 + 1, help)
    assert parsed.text == text
    assert len(found) > 1
    edges = {edge for piece in found for edge in (piece.start, piece.end)}
    cut = {text[start:end] for start, end in places if any(start < edge < end for edge in edges)}
    assert not cut


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
