"""Which fragments answer a query? Words and vectors, filtered in the store, fused by a visible rule, and logged."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Literal

from opora.domain.result import Hit, Scores, SearchLog
from opora.domain.source import Filter
from opora.errors import BackendError
from opora.language.asking import asks
from opora.language.identify import identify
from opora.ports import Embedder, Library, Reranker, Scored, StoredFragment, Vector
from opora.routes.alike import Duplicates
from opora.routes.choose import choose, continuations
from opora.routes.definitions import defined_thing, defines
from opora.routes.fusion import dense_part, dense_strength, lexical_part, lexical_strength, topic_part
from opora.routes.query import Sought, forgiving, sought
from opora.routes.rerank import SHARE, Reranking, reranker_of

Mode = Literal["hybrid", "semantic", "lexical"]
LEXICAL_ONLY = "lexical-only"


@dataclass(frozen=True, slots=True)
class SearchRules:
    """``threshold``: what the fused score, or one channel alone, must reach. ``per_source``: hits of one source while
    other sources have some. ``depth``: candidates of each channel, of which the most promising ``read`` are read back and
    rated. ``section_boost`` is added for a clause named exactly. ``rerank``: the best ``rerank_depth`` that pass are read
    closely and change places among themselves. ``duplicates``: how much alike two texts are of which one is shown.
    """

    mode: Mode = "hybrid"
    dense_weight: float = 0.7
    lexical_weight: float = 0.3
    threshold: float = 0.35
    limit: int = 5
    per_source: int = 3
    depth: int = 40
    read: int = 40
    neighbours: bool = False
    section_boost: float = 0.2
    rerank: Reranking = "off"
    rerank_depth: int = 10
    duplicates: Duplicates = "same"


@dataclass(frozen=True, slots=True)
class Rated:
    """A candidate with all its scores."""

    stored: StoredFragment
    scores: Scores
    passes: bool
    passage_cosine: float | None = None


def search(
    query: str, allowed: Filter, library: Library, embedder: Embedder | None, rules: SearchRules
) -> tuple[list[Hit], SearchLog]:
    """Hits best first, and everything the search did. Without a model it goes on by words and warns ``lexical-only``."""
    began = time.perf_counter()
    warnings: list[str] = []
    vector = _vector(query, embedder, rules, warnings)
    wanted = sought(query)
    lexical = _by_words(wanted, allowed, library, rules) if rules.mode != "semantic" or vector is None else []
    near: list[Scored] = []
    if vector is not None and embedder is not None:
        near = library.dense(vector, embedder.model_id, allowed, rules.depth)
    elif not lexical:
        slip = forgiving(query, library)
        if slip is not None:
            lexical = _by_words(slip, allowed, library, rules)
        if slip is not None and lexical:
            wanted = slip
            warnings.append("no word is known as written; similar words were searched")
    model_id = embedder.model_id if embedder is not None and vector is not None else None
    most = library.bm25_most(wanted.lexical)
    stored, dropped = library.read_back(_promising((lexical, near), most, rules), allowed, vector, model_id)
    topics: dict[str, float] = {}
    if vector is not None and model_id is not None and not asks(query):
        topics = library.passage_cosines([one.passage.passage_id for one in stored], vector, model_id)
    rated = _rate(
        stored, Measure(wanted, rules, most, vector is not None, identify(query), topics, defined_thing(query)), library
    )
    reranker = None if wanted.sections else reranker_of(rules.rerank, embedder if vector is not None else None)
    if reranker is not None:
        rated = _read_closely(query, rated, reranker, rules.rerank_depth)
    elif rules.rerank != "off" and not wanted.sections:
        warnings.append(f"not reranked: {rules.rerank} needs a model that gives vectors of tokens")
    passing = [(r.stored, r.scores) for r in rated if r.passes]
    hits, repeats = choose(passing, rules.limit, rules.per_source, rules.duplicates)
    if rules.neighbours:
        hits = continuations(hits, library, allowed)
    log = SearchLog(
        query=query,
        at=allowed.at.isoformat(),
        mode=rules.mode if vector is not None else LEXICAL_ONLY,
        expression=wanted.expression,
        parameters=_parameters(allowed, rules) | ({"rerank": reranker.name} if reranker is not None else {}),
        candidates=tuple(_candidate(r) for r in rated),
        dropped=(*dropped, *repeats),
        warnings=tuple(warnings),
        took_ms=round((time.perf_counter() - began) * 1000, 3),
    )
    return hits, log


def _vector(query: str, embedder: Embedder | None, rules: SearchRules, warnings: list[str]) -> Vector | None:
    if rules.mode == "lexical":
        return None
    if embedder is not None:
        try:
            return embedder.encode_query(query)
        except BackendError as problem:
            warnings.append(f"embedding failed: {problem.message}")
    warnings.append(LEXICAL_ONLY)
    return None


def _by_words(wanted: Sought, allowed: Filter, library: Library, rules: SearchRules) -> list[Scored]:
    return library.lexical(wanted.lexical, allowed, rules.depth) if wanted.lexical.words else []


def _promising(channels: tuple[list[Scored], list[Scored]], most: float, rules: SearchRules) -> list[str]:
    """Ids by the best fused score that is still possible: what a channel did not return is at most its last."""
    lexical, near = channels
    bm25 = {found.fragment_id: lexical_part(found.score, most) for found in lexical}
    cosine = {found.fragment_id: dense_part(found.score) for found in near}
    most_bm25 = min(bm25.values()) if len(bm25) >= rules.depth else 0.0
    most_cosine = min(cosine.values()) if len(cosine) >= rules.depth else 0.0
    hoped = {
        name: rules.dense_weight * cosine.get(name, most_cosine) + rules.lexical_weight * bm25.get(name, most_bm25)
        for name in [*bm25, *cosine]
    }
    return sorted(hoped, key=lambda name: (-hoped[name], name))[: rules.read]


@dataclass(frozen=True, slots=True)
class Measure:
    """What every candidate of one query is measured by.

    ``most`` is the best BM25 the query allows, ``language`` the query's. ``topics`` holds the cosines of whole passages when the
    query names a topic instead of asking.
    """

    wanted: Sought
    rules: SearchRules
    most: float
    with_dense: bool
    language: str
    topics: dict[str, float]
    thing: tuple[frozenset[str], ...]

    @property
    def weights(self) -> tuple[float, float]:
        """Of dense and lexical."""
        mode = self.rules.mode if self.with_dense else "lexical"
        fixed = {"semantic": (1.0, 0.0), "lexical": (0.0, 1.0)}
        return fixed.get(mode, (self.rules.dense_weight, self.rules.lexical_weight))


def _rate(stored: list[StoredFragment], measure: Measure, library: Library) -> list[Rated]:
    bm25 = library.bm25(measure.wanted.lexical, [one.fragment.fragment_id for one in stored])
    rated = [_rated(one, bm25.get(one.fragment.fragment_id, 0.0), measure) for one in stored]
    return sorted(rated, key=lambda r: (-r.scores.fused, r.stored.fragment.fragment_id))


def _rated(fragment: StoredFragment, bm25: float, measure: Measure) -> Rated:
    rules, (for_dense, for_lexical) = measure.rules, measure.weights
    dense, lexical = dense_part(fragment.cosine, fragment.sentence_cosine), lexical_part(bm25, measure.most)
    if measure.thing and lexical and defines(fragment.fragment.text, measure.thing):
        lexical = (1.0 + lexical) / 2
    of_passage = measure.topics.get(fragment.passage.passage_id)
    dense = topic_part(dense, of_passage)
    fused = (for_dense * dense + for_lexical * lexical) / ((for_dense + for_lexical) or 1.0)
    named = fragment.block.section is not None and fragment.block.section.rstrip(".") in measure.wanted.sections
    if named:
        fused = min(fused + rules.section_boost, 1.0)
    across = fragment.version.language not in (None, measure.language)
    meaning = dense_strength(fragment.cosine, fragment.sentence_cosine, across)
    alone = max(meaning if for_dense else 0.0, lexical_strength(bm25) if for_lexical else 0.0)
    scores = Scores(round(fused, 6), round(bm25, 6), None if fragment.cosine is None else round(fragment.cosine, 6))
    return Rated(fragment, scores, named or max(fused, alone) >= rules.threshold, of_passage)


def _read_closely(query: str, rated: list[Rated], reranker: Reranker, depth: int) -> list[Rated]:
    """The best that pass in the order of both scores; nothing behind them comes before them."""
    read = [one for one in rated if one.passes][:depth]
    told = dict(
        zip((id(one) for one in read), reranker.scores(query, [r.stored.fragment.text for r in read]), strict=True)
    )
    found = [replace(one, scores=_blended(one.scores, told.get(id(one)))) for one in rated]
    return sorted(found, key=lambda r: (-r.scores.fused, r.stored.fragment.fragment_id))


def _blended(scores: Scores, told: float | None) -> Scores:
    fused = (1 - SHARE) * scores.fused + SHARE * (told or 0.0)
    return replace(scores, fused=round(fused, 6), rerank=None if told is None else round(told, 6))


def _candidate(rated: Rated) -> dict[str, object]:
    return {
        "fragment_id": rated.stored.fragment.fragment_id,
        "text": rated.stored.fragment.text,
        "fused": rated.scores.fused,
        "lexical": rated.scores.lexical,
        "dense": rated.scores.dense,
        "passage": rated.passage_cosine,
        "passes": rated.passes,
        **({} if rated.scores.rerank is None else {"rerank": rated.scores.rerank}),
    }


def _parameters(allowed: Filter, rules: SearchRules) -> dict[str, object]:
    return {
        "weights": {"dense": rules.dense_weight, "lexical": rules.lexical_weight},
        "threshold": rules.threshold,
        "limit": rules.limit,
        "per_source": rules.per_source,
        "depth": rules.depth,
        "collections": list(allowed.collections),
        "jurisdiction": allowed.jurisdiction,
        "purposes": list(allowed.purposes),
        "languages": list(allowed.languages),
        "source_ids": list(allowed.source_ids),
    }
