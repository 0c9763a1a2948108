"""Each part of a message is answered by what speaks of it, not by the words that it shares with another part."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import pytest
from texts import asked, library_of

from opora.answering.lexed import lexed
from opora.answering.normalise import normalise
from opora.answering.require import require
from opora.answering.subject import of_another_head
from opora.domain.question import Question
from opora.store.sqlite import SqliteLibrary

TEXTS = {
    "leave": "Unpaid leave lasts 30 days.\n\nThe application for annual leave is filed 14 days before.\n\n"
    "Annual leave lasts 24 days.",
    "tour": "Екскурсія англійською коштує 700 грн. Екскурсія триває 75 хвилин. Замовляти її треба за 3 дні.",
    "fire": "Справку о пожаре выдаёт пожарная служба, справку о заливе — управляющая компания.",
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteLibrary]:
    made = library_of(tmp_path_factory.mktemp("parts"), TEXTS)
    yield made
    made.close()


def test_what_tells_how_long_does_not_tell_who_approves(library: SqliteLibrary) -> None:
    reply = asked(library, "How long does unpaid leave last and who approves it?")
    assert [status for _, status in reply.requirements][1] != "covered"
    assert "who approves unpaid leave" in reply.text


def test_the_deed_of_a_part_weighs_more_than_what_it_borrows(library: SqliteLibrary) -> None:
    reply = asked(library, "Нас 12 осіб: скільки коштує екскурсія англійською і за скільки днів її замовляти?")
    assert "75" not in reply.text
    assert "замовляти" in reply.text


def test_an_application_for_leave_is_no_leave(library: SqliteLibrary) -> None:
    assert asked(library, "How many days does annual leave last?").text.startswith("Annual leave lasts 24 days.")
    question = lexed("How many days of leave do I have?")
    assert of_another_head(question, lexed("The application for leave is filed 14 days before."))
    assert of_another_head(question, lexed("Employees with a child have 3 days of leave more."))
    assert not of_another_head(question, lexed("The number of days of leave is 24."))


def test_a_verb_left_out_before_a_dash_is_put_back() -> None:
    message = normalise(Question("Кто выдаёт справку о пожаре и кто — о заливе?", dt.date(2026, 11, 20)))
    assert [one.text for one in require(message)[0]] == ["Кто выдаёт справку о пожаре", "Кто выдаёт справку о заливе"]


@pytest.mark.parametrize(
    "message", ["Who pays the fee?", "Кому подавати скаргу на рішення комісії?", "Кто платит комиссию?"]
)
def test_who_is_no_amount(message: str) -> None:
    assert require(normalise(Question(message, dt.date(2026, 11, 20))))[0][0].kind == "fact"
