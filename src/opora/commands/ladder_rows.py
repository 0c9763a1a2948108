"""How good are the answers of one library, cut one way, to the questions of a golden set, and how soon do they come?"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from opora.commands.gate_sides import Desk, judged

if TYPE_CHECKING:
    from opora.diagnosis.golden import Golden
    from opora.diagnosis.place_scores import PlaceScore
    from opora.domain.case import Case, InputError
    from opora.domain.source import Fact
    from opora.settings import Settings
    from opora.store.sqlite import SqliteLibrary
    from opora.wiring import Model


_TIMED = 30  # questions at most that are asked again for their time
_SAMPLE = 12  # texts that tell how long the model takes for a token


@dataclasses.dataclass(frozen=True, slots=True)
class Warm:
    """What loading would otherwise charge to whoever is measured first. ``embed_ms``: of a question's vector (median).

    ``token_s``: seconds of the model for a token of text; both ``None`` without a model.
    """

    embed_ms: float | None
    token_s: float | None


@dataclasses.dataclass(frozen=True, slots=True)
class Measured:
    """What every strategy is asked alike."""

    place: Path
    settings: Settings
    model: Model
    golden: Path
    read: Golden
    cases: tuple[Case, ...]
    collection: str
    said: dict[str, Any]


def runnable(asked: Measured, serving: SqliteLibrary) -> tuple[Measured, list[InputError]]:
    """With the questions alone that can be asked of the collection, and what is wrong with the rest and with the files."""
    from opora.diagnosis.golden_set import spoil

    whole = _desk(asked, serving).golden_set(asked.golden, dataclasses.replace(asked.read, cases=asked.cases), ())
    whole = spoil(whole, _elsewhere(asked, whole.cases, serving))
    return dataclasses.replace(asked, cases=whole.cases), sorted(whole.input_errors, key=lambda one: not one.case_row)


def _elsewhere(asked: Measured, cases: Sequence[Case], serving: SqliteLibrary) -> list[InputError]:
    """Questions whose facts or sources stand in other collections: a trial holds but one."""
    from opora.domain.case import InputError

    others = {one.source_id: one.collection for one in serving.sources() if one.collection != asked.collection}
    of_facts = {} if asked.said["facts"] else {one.fact_id: one.source_id for one in serving.facts()}
    found: list[InputError] = []
    for case in cases:
        named = [("fact_ids", one, of_facts.get(one, "")) for one in case.fact_ids]
        named += [("source_ids", one, one) for one in case.source_ids]
        for field, name, source in named:
            if source in others:
                told = f"{name!r} stands in collection {others[source]!r}, not in {asked.collection!r}"
                found.append(InputError(asked.golden.name, case.row, field, told, case.case_id, case.row))
    return found


def warmed(asked: Measured, serving: SqliteLibrary) -> Warm:
    """Load the model and the dictionaries, look up every word of the collection, and make the vectors of all questions."""
    from opora.ladder import versions_of
    from opora.language.lemmas import index_lemmas

    pieces: list[str] = []
    for _, version in versions_of(serving, asked.collection):
        index_lemmas(serving.text(version.version_id), version.language)
        pieces += [one.text for one in serving.fragments(version.version_id)[: _SAMPLE - len(pieces)]]
    embedder = asked.model()
    if embedder is None:
        return Warm(None, None)
    embedder.encode_passages(["warm"])
    tokens = sum(embedder.count_tokens(piece) for piece in pieces)
    began = time.perf_counter()
    embedder.encode_passages(pieces)
    token_s = (time.perf_counter() - began) / max(tokens, 1)
    took: list[float] = []
    for case in asked.cases:
        began = time.perf_counter()
        embedder.encode_query(case.question)
        took.append((time.perf_counter() - began) * 1000)
    return Warm(round(median(took), 1) if took else None, token_s)


def timed(asked: Measured, stores: Sequence[SqliteLibrary]) -> list[float | None]:
    """Milliseconds of a question for each library (median). All were asked before; question by question they take turns."""
    took: list[list[float]] = [[] for _ in stores]
    for number, case in enumerate(asked.cases[:_TIMED]):
        one = dataclasses.replace(case, collection=asked.collection)
        for turn in range(len(stores)):
            at = (number + turn) % len(stores)
            side = _desk(asked, stores[at]).side(asked.said["assistant"], (one,), None)
            took[at] += [sum(step.took_ms for step in trace.steps) for trace in side.traces.values()]
    return [round(median(own), 1) if own else None for own in took]


def _desk(asked: Measured, store: SqliteLibrary) -> Desk:
    desk = Desk(asked.place, store, asked.settings, {"facts": asked.said["facts"], "documents": None, "context": "own"})
    desk.model = asked.model
    return desk


def measured(asked: Measured, store: SqliteLibrary) -> dict[str, Any]:
    """Scores of answers and citations, and recall and IoU of the first ``k`` fragments."""
    from opora.diagnosis.gate import run_of
    from opora.diagnosis.scores import figures, figures_json

    desk = _desk(asked, store)
    cases = tuple(dataclasses.replace(case, collection=asked.collection) for case in asked.cases)
    side = desk.side(asked.said["assistant"], cases, None)
    whole = desk.golden_set(asked.golden, dataclasses.replace(asked.read, cases=cases), side.answers)
    found, verdicts = judged(whole, side)
    scores = figures_json(figures(run_of(found.cases, verdicts, side.answers).marks))
    return {
        "answer_correctness": scores["answer_correctness"],
        "citation_accuracy": scores["citation_accuracy"],
    } | _places(asked, store, found.cases, whole.facts)


def _places(asked: Measured, store: SqliteLibrary, cases: Sequence[Case], facts: Sequence[Fact]) -> dict[str, Any]:
    from opora.diagnosis.intervals import mean
    from opora.diagnosis.scores import figures_json

    found = [score for case in cases if (score := _found(asked, store, case, facts)) is not None]
    overlaps = [score.iou for score in found if score.iou is not None]
    return figures_json({"recall": mean([score.recall for score in found]), "iou": mean(overlaps)})


def _found(asked: Measured, store: SqliteLibrary, case: Case, facts: Sequence[Fact]) -> PlaceScore | None:
    """``None`` for a case that expects neither a fact nor a source."""
    from opora.diagnosis.place_scores import of_places, of_sources
    from opora.domain.source import Filter
    from opora.routes.documents import search
    from opora.wiring import search_rules

    places = [at for fact in facts if fact.fact_id in case.fact_ids and (at := _stands(fact, store, case))]
    if not places and not case.source_ids:
        return None
    rules = search_rules(asked.settings.assistant(asked.said["assistant"]), None, asked.said["k"])
    embedder = None if rules.mode == "lexical" else asked.model()
    hits, _ = search(case.question, Filter(case.at, (asked.collection,)), store, embedder, rules)
    if not places:
        return of_sources(case.source_ids, [hit.source_id for hit in hits])
    return of_places(places, [(hit.fragment.version_id, hit.fragment.span) for hit in hits])


def _stands(fact: Fact, store: SqliteLibrary, case: Case) -> list[Any]:
    """Where a fact stands in the version in force on the day of the question."""
    from opora.domain.registered import path_of, places_of

    found: list[Any] = []
    for version in store.versions(fact.source_id):
        if version.status == "current" and version.validity.includes(case.at):
            path = path_of(fact.anchor, version.version_id)
            block = store.block(version.version_id, path) if path else None
            text = store.text(version.version_id)
            spans = places_of(fact, text, version.version_id, block.span if block else None)
            found.extend((version.version_id, span) for span in spans)
    return found
