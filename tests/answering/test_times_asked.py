"""The time in a question decides among dated statements, however few of its words they hold."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from opora.answering.period import Period, fits, periods
from opora.ask import AskRules, ask
from opora.domain.question import Question
from opora.ingest import AddRules, add
from opora.ingest_manifest import Entry
from opora.store.sqlite import SqliteLibrary

CAREER = """Marta Vale (born 4 May 1980) is a Maltese goalkeeper who played for several teams.

She began at Hibernia, where she stayed from 2001 to 2004. Between the summers of 2004 and 2006 she kept goal for Jena.
She spent the 2007–08 season on loan at Bray, and the years 2009 to 2012 at Ferenc."""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("the 2007–08 season", [(2007.0, 2009.0)]),
        ("in 2007/08", [(2007.0, 2009.0)]),
        ("Between the summers of 2004 and 2006", [(2004.0, 2006.0)]),
        ("William Keith (November 18, 1838 – April 13, 1911) was a painter", []),
        ("Hildegard Muller (1998–2002)", [(1998.0, 2002.0)]),
    ],
)
def test_a_time_is_read_as_it_is_meant(text: str, told: list[tuple[float, float]]) -> None:
    assert [(one.start, max(one.end - 1, one.start) if one.point else one.end) for one in periods(text)] == told


def test_a_statement_of_another_time_fits_worse_than_one_without() -> None:
    asked = Period(2004.0, 2006.0)
    assert fits(asked, "from 1990 to 1995") < fits(asked, "always") < fits(asked, "from 2004 to 2006")


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What team had Marta Vale on it from 2004 to 2006?", "Jena"),
        ("What team did Marta Vale play for from 2007 to 2008?", "Bray"),
        ("What team did Marta Vale play for from 2001 to 2003?", "Hibernia"),
    ],
)
def test_the_statement_of_the_time_asked_about_goes_first(tmp_path: Path, question: str, told: str) -> None:
    library = SqliteLibrary.open(tmp_path / "library", create=True)
    add([Entry("career", "career", text=CAREER)], library, AddRules())
    reply, _ = ask(Question(question, dt.date(2026, 10, 1)), library, None, AskRules(answer_threshold=0.0))
    library.close()
    assert told in reply.claims[0].evidence.quote


def test_who_somebody_is_tells_nothing_of_a_time_that_is_over(tmp_path: Path) -> None:
    library = SqliteLibrary.open(tmp_path / "library", create=True)
    text = "Marta Vale is a Maltese goalkeeper who played for several teams."
    add([Entry("career", "career", text=text)], library, AddRules())
    at, rules = dt.date(2026, 10, 1), AskRules(answer_threshold=0.0)
    past, _ = ask(Question("Which teams did Marta Vale play for from 2004 to 2006?", at), library, None, rules)
    now, _ = ask(Question("Which teams did Marta Vale play for?", at), library, None, rules)
    library.close()
    assert past.action == "abstain"
    assert now.action == "answer"
