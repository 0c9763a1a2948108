"""Who speaks of "the actor" or "the plan", of which there are several, is asked which one; who names it is answered."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest

from opora.answering.follow_up import read
from opora.answering.require import require
from opora.answering.which_one import is_one_of_several
from opora.ask import AskRules, ask
from opora.domain.question import Question
from opora.domain.reply import Reply
from opora.ingest import AddRules, add
from opora.ingest_manifest import Entry
from opora.store.sqlite import SqliteLibrary

AT = dt.date(2026, 10, 23)


def several(text: str, *history: str) -> bool:
    message = read(Question(text, AT, history=history))
    return is_one_of_several(message, require(message)[0][0], ())


@pytest.mark.parametrize(
    "text",
    [
        "What awards has the actor received for his performances?",
        "When was the famous basketball player born?",
        "How long is the movie?",
        "What is the population of the country?",
    ],
)
def test_a_thing_of_a_kind_that_nothing_names_is_one_of_several(text: str) -> None:
    assert several(text)


@pytest.mark.parametrize(
    "text",
    [
        "What awards has the actor who played Hamlet received?",
        "What is the largest city?",
        "Which actor received the most awards?",
        "How long is the movie Alien?",
        "What is the population of the city of the fair?",
        "How much is the deposit?",
        "Does the company pay for travel?",
    ],
)
def test_what_is_named_or_told_apart_is_not(text: str) -> None:
    assert not several(text)


def test_an_earlier_question_may_have_spoken_of_it() -> None:
    assert not several("How long is the movie?", "Which movie won?")


@pytest.fixture
def library(tmp_path: Path) -> Iterator[SqliteLibrary]:
    found = SqliteLibrary.open(tmp_path / "library", create=True)
    yield found
    found.close()


def reply_to(question: str, library: SqliteLibrary, **texts: str) -> Reply:
    added = add([Entry(name, name, text=text) for name, text in texts.items()], library, AddRules())
    assert all(item.error is None for item in added)
    return ask(Question(question, AT), library, None, AskRules())[0]


def test_of_two_named_plans_the_person_is_asked_which(library: SqliteLibrary) -> None:
    reply = reply_to(
        "How much does the plan cost?",
        library,
        basic="In the tariff book, the Basic plan costs 5 EUR a month.",
        pro="In the tariff book, the Premium plan costs 9 EUR a month.",
    )
    assert reply.action == "clarify"


def test_the_one_company_of_all_documents_needs_no_name(library: SqliteLibrary) -> None:
    reply = reply_to(
        "Does the company pay for travel?",
        library,
        travel="At Alder the company pays for travel by train.",
        meals="At Alder the company does not pay for meals.",
    )
    assert reply.action == "answer"
    assert "by train" in reply.text


def test_who_asks_of_a_thing_that_no_document_speaks_of_is_shown_nothing_else(library: SqliteLibrary) -> None:
    reply = reply_to(
        "How much is a ticket to the island?", library, a="A hive costs 800 EUR.", b="A kiln costs 70 EUR."
    )
    assert reply.action == "abstain"
    assert reply.claims == () and "hive" not in reply.text
