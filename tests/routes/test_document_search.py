"""Does the document route find, boost, spread and cap as its rules say, and say so in its log?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from opora.canonical import digest
from opora.domain.document import Block, Parsed
from opora.domain.source import Filter, Fragment, Passage, Source, Version
from opora.errors import BackendError
from opora.language.lemmas import index_lemmas
from opora.ports import IndexedFragment, LexicalQuery, Publication, Vector
from opora.routes.alike import Duplicates
from opora.routes.choose import repeats_of
from opora.routes.documents import SearchRules, search
from opora.routes.fusion import dense_part, lexical_part
from opora.routes.query import sought
from opora.store.sqlite import SqliteLibrary

ALLOWED = Filter(dt.date(2026, 10, 1))
OPEN = SearchRules(threshold=0.0, limit=10, per_source=10)
THEMES = ("ship", "refund", "tax", "pet")


class ThemeEmbedder:
    """One axis a theme, so that a test can say which texts mean the same without sharing a word."""

    model_id, dim, max_tokens = "themes", len(THEMES) + 1, 512

    def count_tokens(self, text: str) -> int:
        return len(text.split())

    def encode_query(self, text: str) -> Vector:
        numbers = np.array([*(float(theme in text.casefold()) for theme in THEMES), 0.1], np.float32)
        return np.asarray(numbers / np.linalg.norm(numbers), np.float32)

    def encode_passages(self, texts: Sequence[str]) -> Vector:
        return np.stack([self.encode_query(text) for text in texts])


class DeadEmbedder(ThemeEmbedder):
    def encode_query(self, text: str) -> Vector:
        raise BackendError("the model is gone")


def add(library: SqliteLibrary, source_id: str, texts: Sequence[str], sections: Sequence[str | None] = ()) -> None:
    version_id, whole = f"{source_id}@1", "\n".join(texts)
    blocks, fragments, at = [], [], 0
    for number, text in enumerate(texts):
        section = sections[number] if sections else None
        blocks.append(Block(f"para{number}", "paragraph", at, at + len(text), section=section))
        fragment = Fragment(
            f"{version_id}#{number}", version_id, f"{version_id}#P", at, at + len(text), f"para{number}", text
        )
        lemmas = tuple(index_lemmas(text))
        fragments.append(IndexedFragment(fragment, lemmas, (), digest(text), ThemeEmbedder().encode_query(text)))
        at += len(text) + 1
    passage = Passage(f"{version_id}#P", version_id, 0, len(whole), "para0")
    version = Version(version_id, source_id, "1", digest(whole), digest(whole))
    parsed = Parsed(whole, tuple(blocks), "text/plain", "test")
    library.publish(
        Publication(Source(source_id), version, parsed, (passage,), tuple(fragments), (), ThemeEmbedder.model_id)
    )


@pytest.fixture
def library(tmp_path: Path):
    opened = SqliteLibrary.open(tmp_path, create=True)
    yield opened
    assert opened.problems() == []
    opened.close()


def ids(library: SqliteLibrary, query: str, rules: SearchRules = OPEN, embedder: object = None) -> list[str]:
    hits, _ = search(query, ALLOWED, library, embedder, rules)  # type: ignore[arg-type]
    return [hit.fragment.fragment_id for hit in hits]


def test_a_clause_named_exactly_comes_first_and_passes_any_threshold(library: SqliteLibrary) -> None:
    texts = ["Returns are free of charge within clause limits.", "Nothing is said here.", "Returns, returns, returns."]
    add(library, "terms", texts, ["4.1", "4.2", "4.3"])
    plain = ids(library, "returns")
    assert plain[0] == "terms@1#2"
    hits, _ = search("returns in clause 4.1", ALLOWED, library, None, replace(OPEN, threshold=0.9))
    assert [hit.fragment.fragment_id for hit in hits] == ["terms@1#0"]
    unboosted, _ = search("returns in clause 4.1", ALLOWED, library, None, replace(OPEN, section_boost=0.0))
    first = next(hit for hit in unboosted if hit.fragment.fragment_id == "terms@1#0")
    assert hits[0].scores.fused == pytest.approx(min(first.scores.fused + 0.2, 1.0))


def test_one_source_does_not_fill_the_list_while_others_have_something(library: SqliteLibrary) -> None:
    add(library, "loud", [f"Deposit deposit deposit rule number {n}." for n in range(6)])
    add(library, "quiet", ["A deposit is mentioned once among many other words of no use to anybody at all."])
    capped = ids(library, "deposit", replace(OPEN, limit=3, per_source=2))
    assert len(capped) == 3 and "quiet@1#0" in capped
    assert sum(name.startswith("loud") for name in capped) == 2
    alone = ids(library, "number deposit rule", replace(OPEN, limit=4, per_source=2))
    assert len(alone) == 4  # free places are filled up when no other source has more


def test_the_same_text_is_not_shown_twice(library: SqliteLibrary) -> None:
    add(library, "a", ["The premium is paid monthly."])
    add(library, "b", ["The premium is  paid MONTHLY."])
    assert len(ids(library, "premium")) == 1


NEAR = "The premium for the parcel is paid monthly by the owner of {} house at the counter of the post{}"


@pytest.mark.parametrize(("how", "shown"), [("exact", 4), ("same", 3), ("near", 2)])
def test_texts_that_are_nearly_the_same_are_shown_once_and_named(
    library: SqliteLibrary, how: Duplicates, shown: int
) -> None:
    for name, words in (("a", ("the", ".")), ("b", ("the", "!")), ("c", ("that", ".")), ("d", ("the", " 12."))):
        add(library, name, [NEAR.format(*words)])
    hits, log = search("premium", ALLOWED, library, None, replace(OPEN, duplicates=how))
    assert len(hits) == shown
    assert "d@1#0" in {one.fragment.fragment_id for one in hits}
    repeats = repeats_of(log.dropped)
    assert {late for group in repeats.values() for late in group} | {one.fragment.fragment_id for one in hits} == {
        f"{name}@1#0" for name in "abcd"
    }
    assert set(repeats) <= {one.fragment.fragment_id for one in hits}


def test_of_two_that_say_the_same_the_one_of_higher_authority_is_shown(library: SqliteLibrary) -> None:
    for name, rank in (("a", None), ("b", 2), ("c", 1)):
        add(library, name, ["The premium is paid monthly" + (".", "!")[name == "b"]])
        library.save_source(replace(library.source(name), authority=rank))  # type: ignore[type-var, arg-type]
    hits, log = search("premium", ALLOWED, library, None, OPEN)
    assert [one.source_id for one in hits] == ["b"]
    assert {late for group in repeats_of(log.dropped).values() for late in group} == {"a@1#0", "c@1#0"}


def test_a_clause_that_runs_on_brings_its_continuation(library: SqliteLibrary) -> None:
    add(library, "terms", ["The warranty covers:", "broken screens and batteries.", "Parking costs 5 euros."])
    rules = replace(OPEN, neighbours=True)
    hits, _ = search("warranty", ALLOWED, library, None, rules)
    assert [hit.fragment.fragment_id for hit in hits] == ["terms@1#0", "terms@1#1"]
    assert hits[1].neighbour_of == "terms@1#0"
    assert ids(library, "parking", rules) == ["terms@1#2"]
    assert ids(library, "warranty") == ["terms@1#0"]


def test_meaning_alone_finds_what_shares_no_word(library: SqliteLibrary) -> None:
    add(library, "a", ["Parcels are shipped daily.", "Dogs and other pets are welcome."])
    semantic = ids(library, "shipping?", replace(OPEN, mode="semantic", threshold=0.5), ThemeEmbedder())
    assert semantic == ["a@1#0"]
    assert ids(library, "zzz pet", replace(OPEN, mode="hybrid", threshold=0.35), ThemeEmbedder()) == ["a@1#1"]


def test_hybrid_puts_first_what_both_channels_found(library: SqliteLibrary) -> None:
    add(library, "a", ["The refund of a ticket.", "The ticket office.", "Refunds in general."])
    hits, log = search("refund for a ticket?", ALLOWED, library, ThemeEmbedder(), OPEN)
    assert hits[0].fragment.fragment_id == "a@1#0" and log.mode == "hybrid"
    best = hits[0].scores
    assert best.lexical is not None and best.dense is not None
    most = library.bm25_most(sought("refund for a ticket?").lexical)
    assert best.fused == pytest.approx(0.7 * dense_part(best.dense) + 0.3 * lexical_part(best.lexical, most), abs=1e-5)
    shown = {c["fragment_id"]: c for c in log.candidates}
    assert set(shown) == {"a@1#0", "a@1#1", "a@1#2"} and shown["a@1#0"]["fused"] == best.fused


def test_a_dead_model_is_a_warning_and_words_go_on(library: SqliteLibrary) -> None:
    add(library, "a", ["The refund of a ticket."])
    hits, log = search("refund", ALLOWED, library, DeadEmbedder(), OPEN)
    assert len(hits) == 1 and log.mode == "lexical-only"
    assert log.warnings == ("embedding failed: the model is gone", "lexical-only")


def test_a_phrase_must_stand_side_by_side(library: SqliteLibrary) -> None:
    add(library, "a", ["The annual fee is due.", "A fee that is annual.", "Annual leave."])
    phrase = LexicalQuery((), phrases=((("annual",), ("fee",)),))
    assert [found.fragment_id for found in library.lexical(phrase, ALLOWED, 10)] == ["a@1#0"]


def test_a_prefix_narrows_to_words_that_begin_so(library: SqliteLibrary) -> None:
    add(library, "a", ["Delivery of furniture.", "Delivery of food."])
    found = library.lexical(LexicalQuery((("delivery",),), prefixes=("furn",)), ALLOWED, 10)
    assert [one.fragment_id for one in found] == ["a@1#0"]
    assert [one.fragment_id for one in library.lexical(LexicalQuery((), prefixes=("foo",)), ALLOWED, 10)] == ["a@1#1"]


def test_a_stem_finds_a_form_that_no_dictionary_joins_but_weighs_less(library: SqliteLibrary) -> None:
    add(library, "a", ["Microservicing is billed.", "Microservices are billed."])
    query = sought("microservices").lexical
    scores = {one.fragment_id: one.score for one in library.lexical(query, ALLOWED, 10)}
    assert set(scores) == {"a@1#0", "a@1#1"}
    assert scores["a@1#0"] < scores["a@1#1"]


def test_bm25_of_named_fragments_is_what_lexical_says(library: SqliteLibrary) -> None:
    add(library, "a", ["Delivery of furniture.", "Delivery, delivery and food.", "Nothing."])
    query = sought("delivery of food").lexical
    found = {one.fragment_id: one.score for one in library.lexical(query, ALLOWED, 10)}
    named = library.bm25(query, ["a@1#2", "a@1#0", "a@1#1", "unknown"])
    assert named == {**found, "a@1#2": 0.0}


def test_a_rare_word_weighs_more_than_common_ones(library: SqliteLibrary) -> None:
    add(library, "a", [*(f"The price of item {n} is fixed." for n in range(30)), "The surcharge is fixed."])
    assert ids(library, "price surcharge fixed")[0] == "a@1#30"


def test_a_title_finds_the_text_that_is_about_it_as_a_whole_and_a_question_the_best_sentence(
    library: SqliteLibrary,
) -> None:
    add(library, "about-refunds", ["refund", "refund tax", "refund pet"])
    add(library, "about-ships", ["ship", "a refund", "ship tax", "ship pet"])
    embedder = ThemeEmbedder()
    vector = embedder.encode_query("refund")
    cosines = library.passage_cosines(["about-refunds@1#P", "about-ships@1#P"], vector, "themes")
    assert cosines["about-refunds@1#P"] > cosines["about-ships@1#P"]
    assert library.passage_cosines(["about-refunds@1#P"], vector, "another-model") == {}
    semantic = replace(OPEN, mode="semantic")

    def best(query: str) -> dict[str, float]:
        hits = search(query, ALLOWED, library, embedder, semantic)[0]
        return {hit.source_id: hit.scores.fused for hit in reversed(hits)}

    title, question = best("refund"), best("where refund?")
    assert title["about-refunds"] > title["about-ships"] + 0.1
    assert question["about-refunds"] == question["about-ships"]
