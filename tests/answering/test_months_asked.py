"""Which day is meant by a month or a season that the question names without a day, or without a year?"""

from __future__ import annotations

import datetime as dt

import pytest

from opora.answering.normalise import normalise
from opora.answering.require import require
from opora.domain.question import Question

AT = dt.date(2026, 11, 15)
ASKED = {
    "How much was a locker in August 2026?": "2026-08-31",
    "How much was a locker before August 2026?": "2026-07-31",
    "Сколько стоил шкафчик до августа 2026 года?": "2026-07-31",
    "How much was a locker in August?": "2026-08-31",
    "What did a locker cost back in December?": "2025-12-31",
    "Сколько стоил шкафчик в августе?": "2026-08-31",
    "Скільки коштувала шафка в серпні?": "2026-08-31",
    "Cât a costat dulapul în august?": "2026-08-31",
    "How much was a locker last summer?": "2026-08-31",
    "Сколько стоил шкафчик весной?": "2026-05-31",
    "How much will a locker be in March?": "2027-03-01",
    "How much is a locker in November 2026?": "2026-11-15",
}
TODAY = [
    "Are you open in August?",
    "Сколько стоит аренда в августе?",
    "What may it cost in total?",
    "Cât costă în mai multe rate?",
]


@pytest.mark.parametrize(("question", "day"), ASKED.items())
def test_a_month_gone_is_its_last_day_and_one_to_come_its_first(question: str, day: str) -> None:
    requirements, _ = require(normalise(Question(question, AT)))
    assert [str(one.at) for one in requirements] == [day]


@pytest.mark.parametrize("question", TODAY)
def test_a_month_of_no_certain_year_is_no_day(question: str) -> None:
    requirements, _ = require(normalise(Question(question, AT)))
    assert [one.at for one in requirements] == [None] * len(requirements)
