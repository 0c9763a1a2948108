"""Several texts in force speak of things of one name: each answer is told, and none is held against another."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest

from opora.ask import AskRules, ask
from opora.domain.question import Question
from opora.domain.reply import Reply
from opora.ingest import AddRules, add
from opora.ingest_manifest import Entry
from opora.store.sqlite import SqliteLibrary

AT = dt.date(2026, 10, 23)
TEXTS = {
    "cook-north": "Martin Hale (rower) was born on 9 February 1936 in Leeds. He rowed for York.",
    "cook-south": "Martin Hale (painter) was born on 3 May 1951 in Dover. He paints harbours.",
    "cook-west": "Martin Hale (judge) was born on 17 August 1940 in Bath. He sits in Bristol.",
    "hall-north": "Linden Hall in Derby is a concert hall designed by Ann Meyer.",
    "hall-south": "Linden Hall in Truro is a market hall designed by Otto Brandt.",
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteLibrary]:
    folder: Path = tmp_path_factory.mktemp("names")
    found = SqliteLibrary.open(folder / "library", create=True)
    add([Entry(name, name, text=text) for name, text in TEXTS.items()], found, AddRules())
    yield found
    found.close()


def asked(library: SqliteLibrary, text: str) -> Reply:
    reply, _ = ask(Question(text, AT), library, None, AskRules())
    return reply


def test_each_bearer_of_a_name_is_told_with_its_own_date(library: SqliteLibrary) -> None:
    reply = asked(library, "When was Martin Hale born?")
    assert all(day in reply.text for day in ("9 February 1936", "3 May 1951", "17 August 1940"))


def test_each_bearer_of_a_name_is_told_where_words_answer(library: SqliteLibrary) -> None:
    reply = asked(library, "Who designed Linden Hall?")
    assert "Ann Meyer" in reply.text
    assert "Otto Brandt" in reply.text


def test_a_name_that_only_one_bears_has_one_answer(library: SqliteLibrary) -> None:
    reply = asked(library, "Who designed Linden Hall in Truro?")
    assert "Otto Brandt" in reply.claims[0].text
