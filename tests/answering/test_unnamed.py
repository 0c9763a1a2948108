"""Who points at something without ever naming it is asked back, and still shown the nearest place."""

from __future__ import annotations

import datetime as dt

import pytest

from opora.answering.follow_up import read
from opora.answering.require import require
from opora.answering.unnamed import points_at_unnamed
from opora.domain.question import Question


def points(text: str, *history: str) -> bool:
    message = read(Question(text, dt.date(2026, 10, 23), history=history))
    return points_at_unnamed(message, require(message)[0][-1])


@pytest.mark.parametrize(
    "text",
    [
        "Who is the translator of this hymn?",
        "Сколько стоит этот тариф?",
        "Хто автор цієї книги?",
        "Cine este autorul acestei cărți?",
    ],
)
def test_this_without_a_name_points_at_nothing(text: str) -> None:
    assert points(text)


@pytest.mark.parametrize(
    "text",
    [
        "Who is the translator of the hymn?",
        "What does this agreement say about fines?",
        "How much is delivery this week?",
        "When did Luther write this hymn?",
        "Tell me about the hymn. Who is the translator of this hymn?",
    ],
)
def test_what_is_named_or_at_hand_is_not_asked_back(text: str) -> None:
    assert not points(text)


def test_an_earlier_question_may_have_named_it() -> None:
    assert not points("Who is the translator of this hymn?", "Which hymn was sung first?")
