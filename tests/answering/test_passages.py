"""Do the figures of the found passages follow what stands in them?"""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from opora.answering.asked_value import asked_for
from opora.answering.awaited import awaited
from opora.answering.closely import Bench
from opora.answering.cues import kind_of
from opora.answering.explain import weigh
from opora.answering.lexed import lexed
from opora.answering.normalise import normalise
from opora.answering.passages import Given, passage
from opora.answering.support import support
from opora.answering.weights import wanted
from opora.domain.place import Span
from opora.domain.question import Question, Requirement
from opora.domain.source import Filter
from opora.ingest import AddRules, add
from opora.ingest_manifest import Entry
from opora.routes.documents import SearchRules, search
from opora.store.sqlite import SqliteLibrary

AT = dt.date(2026, 1, 1)
BRIDGE = (
    "The old bridge crosses the river Prut. It was drawn by Anna Rusu and opened in 1932. Trucks pay a toll of 5 EUR. "
    "Cyclists cross it free. The bridge is closed at night."
)
FERRY = "The ferry leaves at noon. The ferry carries ten cars. Tickets are sold on board."


@pytest.fixture
def library(tmp_path: Path) -> SqliteLibrary:
    store = SqliteLibrary.open(tmp_path / "library", create=True)
    add([Entry("bridge", "bridge", text=BRIDGE), Entry("ferry", "ferry", text=FERRY)], store, AddRules(lambda: None))
    return store


def asked(text: str) -> tuple[object, Requirement]:
    message = normalise(Question(text, AT))
    return message, Requirement(
        "R1", message.text.rstrip("?"), kind_of(message.text), "", (Span(0, len(message.text)),)
    )


def weighed(library: SqliteLibrary, text: str):  # type: ignore[no-untyped-def]
    message, requirement = asked(text)
    hits, _ = search(text, Filter(AT), library, None, SearchRules())
    return weigh(message, requirement, hits, library, None), hits  # type: ignore[arg-type]


def test_a_passage_that_gives_what_is_awaited_tells_more_than_one_that_does_not(library: SqliteLibrary) -> None:
    message, requirement = asked("Who drew the bridge?")
    hits, _ = search("Who drew the bridge?", Filter(AT), library, None, SearchRules())
    want = wanted(message, requirement, library)  # type: ignore[arg-type]
    bench = Bench(requirement, want, asked_for(requirement.text, requirement.kind), lexed(requirement.text), library)
    told = passage(bench, hits[0])
    person, reason = Given(awaited("Who drew the bridge")), Given(awaited("Why was the bridge drawn"))
    assert told.joint(want.share, person) > told.joint(want.share, reason)
    assert 0 < told.coverage <= 1


def test_each_sentence_is_looked_at_once() -> None:
    given = Given(awaited("When was it opened"))
    assert given("It was opened in 1932.") and given("It was opened in 1932.")
    assert given.sort == "moment"
    assert len(given._known) == 1


def test_what_others_hold_too_tells_less(library: SqliteLibrary) -> None:
    one, _ = weighed(library, "Where is the ferry ticket sold?")
    assert one.figures["more_words"] >= 0
    assert one.figures["joint_rare"] == one.figures["joint_rare"]  # a number, whatever the library


def test_support_stands_in_the_text_in_its_order_and_is_at_most_half(library: SqliteLibrary) -> None:
    found, hits = weighed(library, "When was the bridge opened?")
    best = found.drafts[0]
    beside = support(found.bench, hits, best)
    assert 0 < len(beside) <= 2
    assert [one.start for one in beside] == sorted(one.start for one in beside)
    for one in beside:
        assert library.quote(one.version_id, one.start, one.end) == one.quote
        assert one.quote != best.evidence.quote
        assert one.text_digest


def test_support_of_another_place_is_none(library: SqliteLibrary) -> None:
    found, hits = weighed(library, "When was the bridge opened?")
    others = [hit for hit in hits if hit.source_id != "bridge"]
    assert support(found.bench, others, found.drafts[0]) == ()
