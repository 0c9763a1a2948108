"""How well does the search find what people judged relevant? A dataset ingested as sources, searched, and measured."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from opora.canonical import digest
from opora.diagnosis.dataset import Dataset, Document, Problem
from opora.domain.anchor import slug
from opora.domain.source import Filter
from opora.errors import UsageError
from opora.ingest import AddRules, Item, Shelf, add
from opora.ingest_manifest import Entry, FieldError, Given, as_source_id
from opora.ports import Embedder, Library
from opora.routes.documents import SearchRules, search

STEP = 1e-6
"""By how much a score falls at least from one rank to the next, so that sorting by score keeps the ranks."""

Ranked = tuple[tuple[str, float], ...]
"""Document ids with their scores, best first, each document once; scores fall strictly."""


@dataclass(frozen=True, slots=True)
class Searched:
    """What the judged queries found: query → ranking, milliseconds of each search, and what was warned."""

    runs: dict[str, Ranked]
    took_ms: tuple[float, ...]
    mode: str
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EvalRules:
    """``depth``: documents a query; ``search``: the assistant's own rules, of which depth and limit are widened."""

    at: dt.date
    depth: int = 100
    search: SearchRules = field(default_factory=SearchRules)

    @property
    def widened(self) -> SearchRules:
        """One hit a document before any second one, and enough candidates to fill the ranking."""
        wide = max(self.search.depth, 2 * self.depth)
        return replace(self.search, limit=self.depth, per_source=1, depth=wide, read=wide, neighbours=False)


def collection_of(dataset: Dataset) -> str:
    return f"eval-{slug(dataset.name)}"


def source_names(documents: Mapping[str, Document]) -> dict[str, str]:
    """Document id → source id: the same where it can be one, else its slug and eight digits of its digest."""
    named: dict[str, str] = {}
    for name in documents:
        try:
            named[name] = as_source_id(name)
        except FieldError:
            named[name] = f"{slug(name)[:120]}-{digest(name)[:8]}"
    return named


def ingest(dataset: Dataset, names: Mapping[str, str], library: Shelf, rules: AddRules) -> list[Item]:
    """Add every document; one that cannot be read becomes a problem of the dataset.

    UsageError when the library has a source of the same id that is not of this dataset.
    """
    collection = collection_of(dataset)
    taken = {source.source_id for source in library.sources() if source.collection != collection}
    both = sorted(taken.intersection(names.values()))
    if both:
        raise UsageError(f"the library has a source {both[0]!r} of its own", "choose another folder for the evaluation")
    entries = [
        Entry(names[one.doc_id], one.doc_id, text=_whole(one), given=Given(collection=collection))
        for one in dataset.documents.values()
    ]
    items = add(entries, library, rules)
    for one, item in zip(dataset.documents.values(), items, strict=True):
        if item.error is not None:
            dataset.problems.append(Problem("corpus.jsonl", one.line, "text", f"{item.error['message']}"))
    return items


def _whole(document: Document) -> str:
    return "\n\n".join(part.strip() for part in (document.title, document.text) if part.strip())


def search_all(
    dataset: Dataset, names: Mapping[str, str], library: Library, embedder: Embedder | None, rules: EvalRules
) -> Searched:
    """Search every judged query (there is one at least) among the documents of the dataset alone."""
    documents = {source: name for name, source in names.items()}
    allowed = Filter(at=rules.at, collections=(collection_of(dataset),))
    runs: dict[str, Ranked] = {}
    took: list[float] = []
    modes: dict[str, None] = {}
    warnings: dict[str, None] = {}
    for query in [next(iter(dataset.judged)), *dataset.judged]:  # the first one twice: loading is not searching
        hits, log = search(dataset.queries[query], allowed, library, embedder, rules.widened)
        found = [(documents[hit.source_id], hit.scores.fused) for hit in hits if hit.source_id in documents]
        runs[query] = strictly_falling(found)[: rules.depth]
        took.append(log.took_ms)
        modes[log.mode] = None
        warnings |= dict.fromkeys(log.warnings)
    mode = "lexical" if rules.search.mode == "lexical" else "+".join(modes)
    return Searched(runs, tuple(took[1:]), mode, tuple(warnings))


def strictly_falling(found: Sequence[tuple[str, float]]) -> Ranked:
    """Each document once, at its best rank; equal scores are parted so that whoever sorts by score gets these ranks."""
    kept: dict[str, float] = {}
    last = float("inf")
    for name, score in found:
        if name not in kept:
            last = round(min(score, last - STEP), 6)
            kept[name] = last
    return tuple(kept.items())
