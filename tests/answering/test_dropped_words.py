"""Are the words of a message that ask nothing named, and no others?"""

from __future__ import annotations

import datetime as dt

import pytest

from opora.answering.normalise import normalise
from opora.answering.require import require
from opora.domain.question import Question

AT = dt.date(2026, 10, 23)


@pytest.mark.parametrize(
    ("text", "dropped"),
    [
        ("Good morning, how much is delivery?", ("Good morning",)),
        ("Доброго дня, скільки коштує доставка?", ("Доброго дня",)),
        ("How much is delivery?", ()),
        ("Hello! How much is the delivery?", ()),
    ],
)
def test_a_greeting_that_carries_words_is_named_as_dropped(text: str, dropped: tuple[str, ...]) -> None:
    requirements, named = require(normalise(Question(text, AT)))
    assert len(requirements) == 1
    assert named == dropped
