"""Does a close reading change the order alone, and does a passage stand for its fragments only when enough of them hit?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from opora.domain.result import Hit
from opora.domain.source import Filter
from opora.fragmenting.rules import FragmentRules
from opora.inference.interaction import Interaction
from opora.ingest import AddRules, add
from opora.ingest_manifest import Entry
from opora.ports import Vector
from opora.routes.documents import SearchRules, search
from opora.routes.merge import merged
from opora.routes.rerank import WordOverlap, reranker_of
from opora.store.sqlite import SqliteLibrary

AT = Filter(dt.date(2026, 10, 1))
OPEN = SearchRules(threshold=0.0, limit=10, per_source=10)
WARRANTY = "The warranty lasts two years for the pump. "
TEXT = (
    "# Warranty\n\n"
    + WARRANTY
    + "It covers the motor and the seals of the pump.\n\nA claim under the warranty is made in writing to the seller of the pump."
    + "\n\n# Parking\n\nCars are parked behind the house.\n\nBicycles stand in the yard, and the pump for tyres hangs there."
)


class Flat:
    """Everything means the same; ``closely`` is what a close reading of a text gives."""

    model_id, dim, max_tokens = "flat", 4, 512

    def __init__(self, closely: dict[str, float]) -> None:
        self.closely = closely
        self.read: list[list[str]] = []

    def count_tokens(self, text: str) -> int:
        return len(text.split())

    def encode_query(self, text: str) -> Vector:
        return np.full(4, 0.5, np.float32)

    def encode_passages(self, texts: Sequence[str]) -> Vector:
        return np.full((len(texts), 4), 0.5, np.float32)

    def interactions(self, query: str, texts: Sequence[str]) -> list[float]:
        self.read.append(list(texts))
        return [next((score for word, score in self.closely.items() if word in text), 0.0) for text in texts]


@pytest.fixture
def library(tmp_path: Path):
    opened = SqliteLibrary.open(tmp_path / "library", create=True)
    rules = AddRules(lambda: Flat({}), fragments=FragmentRules("parent_child", 14))
    file = tmp_path / "guide.md"
    file.write_text(TEXT, "utf-8")
    add([Entry("guide", file.name, path=file)], opened, rules)
    yield opened
    opened.close()


def found(library: SqliteLibrary, query: str, rules: SearchRules = OPEN, embedder: object = None) -> list[Hit]:
    return search(query, AT, library, embedder, rules)[0]  # type: ignore[arg-type]


def test_the_order_is_that_of_both_scores_and_the_log_names_who_read(library: SqliteLibrary) -> None:
    plain = found(library, "pump", embedder=Flat({}))
    model = Flat({"Bicycles": 1.0})
    hits, log = search("pump", AT, library, model, replace(OPEN, rerank="late-interaction"))
    assert hits[0].fragment.text.startswith("Bicycles") and not plain[0].fragment.text.startswith("Bicycles")
    assert {one.fragment.fragment_id for one in hits} == {one.fragment.fragment_id for one in plain}
    assert hits[0].scores.rerank == 1.0 and hits[0].scores.fused >= hits[1].scores.fused
    assert log.parameters["rerank"] == "late-interaction:flat"
    assert all("rerank" in one for one in log.candidates if one["passes"])


def test_what_was_not_read_closely_stays_behind_what_was(library: SqliteLibrary) -> None:
    plain = found(library, "pump", embedder=Flat({}))
    hits = found(library, "pump", replace(OPEN, rerank="late-interaction", rerank_depth=2), Flat({}))
    assert {one.fragment.fragment_id for one in hits[:2]} == {one.fragment.fragment_id for one in plain[:2]}
    assert [one.scores.rerank is None for one in hits] == [False, False] + [True] * (len(hits) - 2)


def test_nothing_is_read_closely_unless_it_is_asked_for(library: SqliteLibrary) -> None:
    model = Flat({"Bicycles": 1.0})
    hits, log = search("pump", AT, library, model, OPEN)
    assert model.read == [] and "rerank" not in log.parameters
    assert all(one.scores.rerank is None for one in hits)


def test_without_vectors_of_tokens_the_order_stays_and_a_warning_says_so(library: SqliteLibrary) -> None:
    hits, log = search("pump", AT, library, None, replace(OPEN, rerank="late-interaction"))
    assert [h.fragment.fragment_id for h in hits] == [h.fragment.fragment_id for h in found(library, "pump")]
    assert any(text.startswith("not reranked") for text in log.warnings)
    assert reranker_of("off", None) is None


def test_words_that_stand_together_weigh_more_than_words_apart() -> None:
    together = "The deposit is returned in ten days. Keys are handed over."
    apart = "The deposit is small. Rooms are bright. Keys are many. Days are long. Guests returned happy."
    one, other = WordOverlap().scores("deposit returned days", [together, apart])
    assert pytest.approx(one) == 1.0 and 0.0 < other < one
    assert WordOverlap().scores("deposit", []) == [] and WordOverlap().scores("", ["text"]) == [0.0]


class Letters:
    """The vector of a token is its letter's."""

    def token_vectors(self, text: str, prefix: str = "") -> tuple[object, Vector]:
        rows = np.full((len(text), 26), 0.3, np.float32)
        for row, letter in zip(rows, text, strict=True):
            row[ord(letter) - ord("a")] += 1.0
        return None, rows


def test_a_text_that_answers_every_token_of_the_query_comes_first() -> None:
    scores = Interaction(Letters()).scores("abc", ["xyzabc", "xyzwab", "uvwxyz", ""])
    assert scores[0] > scores[1] > scores[2] >= 0.0 and scores[3] == 0.0
    assert all(0.0 <= score <= 1.0 for score in scores)
    assert Interaction(Letters()).scores("abc", []) == []


def test_a_passage_stands_for_its_fragments_when_enough_of_them_hit(library: SqliteLibrary) -> None:
    hits = found(library, "warranty of the pump")
    own = [one for one in hits if one.headings == ("Warranty",)]
    assert len(own) >= 2
    shown = merged(hits, library, 5, 5)
    whole = next(one for one in shown if one.merged)
    piece = whole.hit.fragment
    assert piece.text == library.text(piece.version_id)[piece.start : piece.end]
    assert piece.text.startswith("Warranty")
    assert WARRANTY.strip() in piece.text and "Bicycles" not in piece.text
    assert set(whole.merged) == {one.fragment.fragment_id for one in own}
    assert whole.hit.scores == own[0].scores and "fragments of this passage hit" in whole.reason
    assert [one.hit.scores.fused for one in shown] == sorted((one.hit.scores.fused for one in shown), reverse=True)


def test_one_hit_or_too_few_words_merge_nothing(library: SqliteLibrary) -> None:
    hits = found(library, "warranty of the pump")
    alone = [next(one for one in hits if one.headings == ("Warranty",))]
    assert [one.hit for one in merged(alone, library, 5, 5)] == alone
    short = [replace(one, fragment=replace(one.fragment, end=one.fragment.start + 3)) for one in hits]
    assert all(not one.merged for one in merged(short, library, 5, 5))
    assert merged([], library, 5, 5) == []


def test_merging_keeps_to_the_limit_and_spreads_over_sources(library: SqliteLibrary) -> None:
    add([Entry("other", "other.md", text="The pump of the neighbour.")], library, AddRules(lambda: None))
    hits = found(library, "pump")
    shown = merged(hits, library, 2, 1)
    assert len(shown) == 2 and {one.hit.source_id for one in shown} == {"guide", "other"}
