"""What a short question leaves out is taken from what was asked before, and the person is told how it was read."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest

from opora.answering.follow_up import read
from opora.ask import AskRules, ask
from opora.domain.question import Question
from opora.ingest import AddRules, add
from opora.ingest_manifest import Entry
from opora.reply_record import reply_record
from opora.store.sqlite import SqliteLibrary

AT = dt.date(2026, 10, 23)


def understood(text: str, *history: str) -> str | None:
    return read(Question(text, AT, history=history)).understood


FLOOD = "What is the deductible for flood in zone A?"
SHORT = [
    ((FLOOD,), "And in zone B?", "What is the deductible for flood in zone B?"),
    ((FLOOD, "And in zone B?"), "And for fire?", "What is the deductible for fire in zone B?"),
    (("Сколько стоит доставка в Москву?",), "А в Казань?", "Сколько стоит доставка в Казань?"),
    (("Сколько стоит доставка?",), "А срок?", "срок (доставка)?"),
    (("Скільки коштує підписка Базова?",), "А Преміум?", "Скільки коштує Преміум?"),
    (("Cât costă livrarea?",), "Și când ajunge?", "când ajunge (livrarea)?"),
    (
        ("What does a car up to 5 m cost in the low season?",),
        "And for a motorcycle?",
        "What does a motorcycle cost in the low season?",
    ),
    (("How much does a motorcycle cost in May?",), "What about a bicycle?", "How much does a bicycle cost in May?"),
    (("How much does a pet cabin cost?",), "And for dogs?", "How much do dogs cost?"),
    (
        ("What is the adult fare in the high season?",),
        "And for a child?",
        "What is the fare for a child in the high season?",
    ),
    (("What is the loan period of a DVD?",), "And for a magazine?", "What is the loan period for a magazine?"),
    (("How much is a ticket on Sunday?",), "And for children?", "How much is a ticket for children on Sunday?"),
    (("Сколько стоит стрижка кошки?",), "А для собаки до 15 кг?", "Сколько стоит стрижка для собаки до 15 кг?"),
    (("Сколько стоит приём?",), "А для собаки?", "Сколько стоит приём для собаки?"),
    (
        ("Сколько стоит двухместная комната для студентов?",),
        "А трёхместная?",
        "Сколько стоит трёхместная комната для студентов?",
    ),
    (("Скільки коштує екскурсія українською мовою?",), "А англійською?", "Скільки коштує екскурсія англійською мовою?"),
    (("Tell me about the Basic plan",), "How much does it cost?", "How much does Basic plan cost?"),
    (("How long is the warranty on the kettle?",), "Why?", "Why (How long is the warranty on the kettle)?"),
]


@pytest.mark.parametrize(("history", "text", "whole"), SHORT)
def test_a_short_question_is_read_after_the_one_before(history: tuple[str, ...], text: str, whole: str) -> None:
    assert understood(text, *history) == whole


@pytest.mark.parametrize("text", ["What are your opening hours?", "Thanks!", "Who is the CEO of the company?"])
def test_a_whole_question_takes_nothing_from_the_one_before(text: str) -> None:
    assert understood(text, FLOOD) is None


def test_without_a_conversation_nothing_is_filled_in() -> None:
    assert understood("And in zone B?") is None


def test_the_language_is_that_of_the_persons_own_words() -> None:
    assert read(Question("А в зоне B?", AT, history=(FLOOD,))).language == "ru"


@pytest.fixture
def library(tmp_path: Path) -> Iterator[SqliteLibrary]:
    found = SqliteLibrary.open(tmp_path / "library", create=True)
    text = "The flood deductible in zone A is 500 EUR.\n\nThe flood deductible in zone B is 900 EUR."
    assert all(item.error is None for item in add([Entry("form", "form", text=text)], found, AddRules()))
    yield found
    found.close()


def test_the_reply_and_the_trace_say_how_the_question_was_read(library: SqliteLibrary) -> None:
    reply, trace = ask(Question("And in zone B?", AT, history=(FLOOD,)), library, None, AskRules())
    assert reply.text.startswith("Understood as: What is the deductible for flood in zone B?\n")
    assert "900 EUR" in reply.sections.conclusion
    assert reply_record(reply)["understood"] == "What is the deductible for flood in zone B?"
    assert trace.question == "And in zone B?"
    assert trace.context["question"] == {"at_given": True, "language": None, "history": [FLOOD]}
