"""What other sources say is shown with its scope; the time a question names chooses among dated statements."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from opora.answering.period import Period, fits, periods
from opora.ask import AskRules, ask
from opora.domain.question import Question
from opora.domain.reply import Reply
from opora.ingest import AddRules, add
from opora.ingest_manifest import Entry
from opora.store.sqlite import SqliteLibrary

AT = dt.date(2026, 10, 23)


def asked(folder: Path, texts: dict[str, str], question: str) -> Reply:
    library = SqliteLibrary.open(folder / "library", create=True)
    assert all(item.error is None for item in add([Entry(n, n, text=t) for n, t in texts.items()], library, AddRules()))
    reply, _ = ask(Question(question, AT), library, None, AskRules())
    library.close()
    return reply


SCOPED = {
    "north": "The Harbour House in Oslo was designed by the architect Signe Lund.",
    "south": "The Harbour House in Lisbon was designed by the architect Rui Costa.",
    "menu": "The canteen serves soup from Monday to Friday.",
}


def test_two_things_of_one_name_are_both_shown_with_their_places(tmp_path: Path) -> None:
    reply = asked(tmp_path, SCOPED, "Who is the architect of the Harbour House?")
    assert reply.action == "answer"
    assert "Oslo" in reply.text and "Lisbon" in reply.text
    assert "soup" not in reply.text
    assert reply.conflicts == ()


def test_a_place_in_the_question_leaves_the_other_one_out(tmp_path: Path) -> None:
    reply = asked(tmp_path, SCOPED, "Who is the architect of the Harbour House in Lisbon?")
    assert "Rui Costa" in reply.claims[0].text
    assert "Signe" not in reply.text


def test_the_same_answer_of_two_sources_is_said_once(tmp_path: Path) -> None:
    twice = {"one": SCOPED["north"], "two": SCOPED["north"].replace("was designed", "had been designed")}
    reply = asked(tmp_path, twice, "Who is the architect of the Harbour House?")
    assert len(reply.claims) == 1


UNION = {
    "union": "The union was headed by Bert Even from 1961 to 1963.\n\nThe union was headed by Egon Klepsch (1963–1969).\n\n"
    "The union was headed by Jürgen Echternach since 1969."
}


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Who headed the union from 1961 to 1963?", "Bert Even"),
        ("Who headed the union in 1965?", "Egon Klepsch"),
        ("Who headed the union in 1975?", "Jürgen Echternach"),
    ],
)
def test_the_year_in_the_question_chooses_among_dated_statements(tmp_path: Path, question: str, name: str) -> None:
    reply = asked(tmp_path, UNION, question)
    assert reply.claims and name in reply.claims[0].evidence.quote


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("from 1961 to 1963", [Period(1961, 1963)]),
        ("(1963–1969)", [Period(1963, 1969)]),
        ("с 2004 по 2008", [Period(2004, 2008)]),
        ("din 2004 până în 2008", [Period(2004, 2008)]),
        ("in 1959", [Period(1959, 1960, True)]),
        ("born 18 September 1976", []),
        ("only 1500 % and 2,000 items", []),
    ],
)
def test_times_are_read_from_years(text: str, told: list[Period]) -> None:
    assert list(periods(text)) == told


def test_a_statement_of_another_time_fits_worse_than_one_without_a_time() -> None:
    wanted = Period(1961, 1963)
    assert (
        fits(wanted, "He led it in 1961.") > fits(wanted, "He led it.") > fits(wanted, "He led it from 1970 to 1975.")
    )
