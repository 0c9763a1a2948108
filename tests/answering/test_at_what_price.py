"""Is «во сколько обойдётся» a question for a price, and «во сколько открывается» one for a time?"""

from __future__ import annotations

import datetime as dt

import pytest

from opora.answering.asked_value import asked_for
from opora.answering.normalise import normalise
from opora.answering.require import require
from opora.domain.question import Question


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Во сколько обойдётся мойка двигателя?", "amount"),
        ("Во сколько мне обойдется замена стекла?", "amount"),
        ("Во сколько встанет ремонт крыши?", "amount"),
        ("Во сколько открывается касса?", "date"),
        ("Во сколько выходит поезд?", "date"),
    ],
)
def test_at_what_price_is_no_time(question: str, kind: str) -> None:
    requirements, _ = require(normalise(Question(question, dt.date(2026, 11, 20))))
    assert [one.kind for one in requirements] == [kind]
    assert asked_for(question, requirements[0].kind).hour is (kind == "date")
