"""Are parts of a joined question, and kinds of replies, counted as the page says?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.answers import Case
from bench.joined import accounted, cut, join
from bench.mtrag import label_of, macro_f1
from opora.ask import AskRules, ask
from opora.domain.question import Question
from opora.domain.reply import Reply
from opora.ingest import AddRules, add
from opora.ingest_manifest import Entry
from opora.store.sqlite import SqliteLibrary

AT = dt.date(2026, 1, 1)
FEE: Case = ("How much does express delivery cost?", "fees", ("9 EUR",))
BOSS: Case = ("Who approves the yearly budget of the museum?", "boss", ("the council",))


@pytest.fixture
def library(tmp_path: Path) -> Iterator[SqliteLibrary]:
    found = SqliteLibrary.open(tmp_path / "library", create=True)
    assert all(
        item.error is None
        for item in add([Entry("fees", "f", text="Express delivery costs 9 EUR.")], found, AddRules())
    )
    yield found
    found.close()


def asked(text: str, library: SqliteLibrary) -> Reply:
    return ask(Question(text, AT), library, None, AskRules())[0]


def test_a_part_is_right_named_or_wrong(library: SqliteLibrary) -> None:
    reply = asked(join((FEE, BOSS), "en", 0).text, library)
    assert accounted(FEE, reply) == "right"
    assert accounted(BOSS, reply) == "named"
    assert accounted((FEE[0], "fees", ("8 EUR",)), reply) == "wrong"


def test_a_part_whose_words_stand_nowhere_is_lost(library: SqliteLibrary) -> None:
    assert accounted(BOSS, asked(FEE[0], library)) == "lost"


@pytest.mark.parametrize("template", range(4))
def test_every_form_of_a_joined_message_is_cut_at_its_joints(template: int) -> None:
    assert cut(join((FEE, BOSS), "en", template)) == (2, 2, 0)


def test_a_reply_is_labelled_by_what_it_does(library: SqliteLibrary) -> None:
    assert label_of(asked(FEE[0], library)) == "ANSWERABLE"
    assert label_of(asked(f"{FEE[0]} {BOSS[0]}", library)) == "PARTIAL"
    assert label_of(asked("Who wrote the anthem of Peru?", library)) == "UNANSWERABLE"


def test_a_label_never_said_counts_as_nothing() -> None:
    pairs = [("ANSWERABLE", "ANSWERABLE"), ("PARTIAL", "ANSWERABLE")]
    assert macro_f1(pairs) == pytest.approx((2 / 3) / 4)
