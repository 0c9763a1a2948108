"""A registered fact answers with its id, only from a place that says it; where no text says it, it is a conflict."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from opora.ask import AskRules, ask
from opora.domain.question import Question
from opora.domain.reply import Reply
from opora.domain.source import Fact
from opora.domain.trace import Trace
from opora.ingest import AddRules, add
from opora.ingest_manifest import Entry, Given
from opora.store.sqlite import SqliteLibrary

AT = dt.date(2026, 10, 23)
OLD = "The Basic plan costs 10 EUR per month. Support answers within 2 working days."
NEW = "The Basic plan costs 12 EUR per month. Support answers within 1 working day."
FACTS = (
    Fact("F-basic-old", "plans", "Basic plan price", "10", "amount", "EUR", quote="costs 10 EUR per month"),
    Fact("F-basic", "plans", "Basic plan price", "12", "amount", "EUR", quote="costs 12 EUR per month"),
    Fact("F-support", "plans", "support response", "1 working day"),
    Fact("F-deposit", "rent", "deposit", "300", "amount", "EUR"),
    Fact("F-code", "rent", "leaving guests alarm switch", "4711", quote="Press 4711 and the star"),
    Fact("F-off", "hidden", "parking fee", "5", "amount", "EUR", quote="Parking fee: 5 EUR"),
)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[SqliteLibrary]:
    found = SqliteLibrary.open(tmp_path / "library", create=True)
    entries = [
        Entry("plans", "plans", text=OLD, given=Given(label="v1", valid_from=dt.date(2026, 1, 1))),
        Entry("plans", "plans", text=NEW, given=Given(label="v2", valid_from=dt.date(2026, 10, 1))),
        Entry("rent", "rent", text="The deposit is 250 EUR.\n\nGuests of the house: Press 4711 and the star."),
        Entry("hidden", "hidden", text="Parking fee: 5 EUR a day."),
    ]
    for entry in entries:
        assert all(item.error is None for item in add([entry], found, AddRules()))
    found.save_facts(FACTS)
    yield found
    found.close()


def asked(library: SqliteLibrary, text: str, at: dt.date = AT) -> tuple[Reply, Trace]:
    reply, trace = ask(Question(text, at), library, None, AskRules())
    for claim in reply.claims:
        evidence = claim.evidence
        assert library.text(evidence.version_id)[evidence.start : evidence.end] == evidence.quote
    return reply, trace


def test_a_claim_names_the_fact_it_states(library: SqliteLibrary) -> None:
    reply, trace = asked(library, "How much does the Basic plan cost?")
    assert [claim.fact_ids for claim in reply.claims] == [("F-basic",)]
    results = trace.log["results"]
    assert isinstance(results, list)
    assert {(one["route"], one["status"]) for one in results} == {("documents", "ok"), ("canonical", "ok")}


def test_on_a_day_before_the_new_price_the_old_fact_is_the_one(library: SqliteLibrary) -> None:
    reply, _ = asked(library, "How much does the Basic plan cost?", dt.date(2026, 3, 1))
    assert [claim.fact_ids for claim in reply.claims] == [("F-basic-old",)]
    assert "10 EUR" in reply.text


def test_a_fact_without_a_quote_is_found_by_its_value(library: SqliteLibrary) -> None:
    reply, _ = asked(library, "How fast does support answer?")
    assert reply.claims
    assert reply.claims[0].fact_ids == ("F-support",)


def test_a_fact_answers_what_the_words_of_the_text_do_not(library: SqliteLibrary) -> None:
    reply, _ = asked(library, "What is the alarm switch for leaving guests?")
    assert reply.action == "answer"
    assert reply.claims[0].fact_ids == ("F-code",)
    assert reply.claims[0].evidence.quote == "Press 4711 and the star"


def test_a_fact_that_the_text_contradicts_is_a_conflict(library: SqliteLibrary) -> None:
    reply, _ = asked(library, "How much is the deposit?")
    assert reply.type == "clarification_required"
    assert "250 EUR" in reply.text
    assert "300 EUR" in reply.text
    assert [value.claim_id for value in reply.conflicts[0].values] == ["C1", "F-deposit"]


def test_a_fact_of_a_source_that_is_off_never_answers(library: SqliteLibrary) -> None:
    assert asked(library, "What is the parking fee?")[0].claims[0].fact_ids == ("F-off",)
    source = library.source("hidden")
    assert source is not None
    library.save_source(replace(source, enabled=False))
    assert not asked(library, "What is the parking fee?")[0].claims
