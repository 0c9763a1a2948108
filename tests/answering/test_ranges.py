"""Which rows of a table hold for the measure that a question names?"""

from __future__ import annotations

import pytest

from opora.answering.extremes import extreme_asked, says_extreme
from opora.answering.quoted import other_named
from opora.answering.ranges import fits


@pytest.mark.parametrize(
    ("question", "row", "held"),
    [
        ("a boat of 10 m", "8 to 12 m", True),
        ("a boat of 14 m", "8 to 12 m", False),
        ("доставка до 100 км", "до 50 км", False),
        ("доставка до 40 км", "до 50 км", True),
        ("посылка 7 кг", "от 5 до 10 кг", True),
        ("colet de 30 kg", "peste 20 kg", True),
        ("colet de 30 kg", "până la 20 kg", False),
        ("a stay of 3 nights", "8 to 12 m", None),  # nothing to compare
        ("a film of 500 mm", "film 500 mm", None),  # no range
        ("10 kg or 14 kg", "8-12 kg", True),
    ],
)
def test_a_measure_lies_in_a_range_or_not(question: str, row: str, held: bool | None) -> None:
    assert fits(question, row) is held


def test_names_are_compared_only_when_they_are_given_in_quotes() -> None:
    assert other_named("Ставка вклада «Весна»?", "Ставка вклада «Осень» — 9 %.", "Ставка вклада «Осень» — 9 %.")
    assert other_named("Ставка вклада «Весна»?", "Ставка — 9 %.", "Вклад «Весна». Ставка — 9 %.") is None
    assert other_named("Ставка вклада?", "Ставка вклада «Осень» — 9 %.", "") is None
    assert other_named('What is the rate of "Vesna"?', "Ставка вклада «Весна» — 9 %.", "Вклад «Весна»") is None
    assert other_named("Яка ставка «Весна»?", "Taxa se plătește în două rate.", "Taxa se plătește în două rate.")


def test_the_most_is_told_in_many_words() -> None:
    assert extreme_asked("Which is the maximum speed?") == "most"
    assert extreme_asked("Какая минимальная сумма?") == "least"
    assert extreme_asked("minimum and maximum age") is None
    assert says_extreme("most", "The load must not exceed 5 t.")
    assert says_extreme("least", "Суму від 500 грн")
    assert not says_extreme("least", "The load is 5 t.")
