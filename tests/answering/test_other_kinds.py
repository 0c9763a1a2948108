"""Is what a text says of zone B, form 3 or plan C seen as speaking of another thing than zone A, form 2 or plan D?"""

from __future__ import annotations

import pytest

from opora.answering.contrast import contrast
from opora.answering.lexed import lexed

NOTHING = lexed("")


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("What is the deductible in zone A?", "In zone B the deductible is $9,000."),
        ("Какой тариф в зоне А?", "В зоне Б тариф составляет 300 рублей."),
        ("Яка плата у зоні 2?", "Плата у зоні 3 — 40 гривень."),
        ("Care este taxa pentru zona A?", "Pentru zona C taxa este 90 de lei."),
        ("Who signs form K2?", "Form K3 is signed by the owner."),
    ],
)
def test_another_label_after_the_same_word_is_another_thing(question: str, statement: str) -> None:
    assert contrast(lexed(question), lexed(statement), NOTHING)


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("What is the deductible in zone A?", "In zone A the deductible is $5,000."),
        ("What is the deductible in zone A?", "In zones A and B the deductible is $5,000."),
        ("What is the deductible in zone A?", "The deductible is $5,000."),
        ("Какой тариф в зоне А?", "В зоне А тариф составляет 300 рублей."),
    ],
)
def test_the_same_label_or_none_is_the_same_thing(question: str, statement: str) -> None:
    assert contrast(lexed(question), lexed(statement), NOTHING) is None
