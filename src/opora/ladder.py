"""How is a library cut anew, beside what serves or in its place, without reading a file again?"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from opora.canonical import canonical_json, digest
from opora.domain.document import PageNote, Parsed
from opora.domain.source import Source, Version
from opora.fragmenting.fragment import fragment
from opora.fragmenting.material import BorderChooser, Help
from opora.fragmenting.model_borders import Cost as Calls
from opora.fragmenting.model_borders import cost_of
from opora.fragmenting.router import Way
from opora.fragmenting.units import units_of
from opora.ingest_vectors import Cut, Indexed, KnownVectors, help_of, indexed, wordings_of
from opora.language.sentences import sentences
from opora.ports import Embedder, Library, Publication, Recut, Vector

BASELINE = "recursive"
"""500 tokens with 50 repeated: what every other strategy is compared with."""


@dataclass(frozen=True, slots=True)
class Recutting:
    """How to cut: ``way`` decides for each document; ``road`` is the digest of the rules that ``opora add`` would go by.

    ``chooser``: a model that names borders; it is called no more than ``agreed`` times for a document.
    """

    way: Callable[[Parsed], Way]
    embedder: Embedder | None
    road: str = ""
    tell: Callable[[str], None] = lambda _: None
    chooser: BorderChooser | None = None
    agreed: int = 0

    @property
    def help(self) -> tuple[Callable[[str], int], Help]:
        """How tokens are counted, and what a strategy may ask for."""
        count, helped = help_of(self.embedder)
        return count, replace(helped, chooser=self.chooser, agreed=self.agreed)


@dataclass(slots=True)
class Cost:
    """What an index took: of this run alone. ``embedded``: texts given to the model; ``reused``: vectors that were known.

    ``made_seconds``: of this run and of those before it that made what is unchanged; ``spared_tokens``: about as many were
    not given to the model, then and now, because their vectors were known.
    """

    versions: int = 0
    fragments: int = 0
    vectors: int = 0
    embedded: int = 0
    reused: int = 0
    seconds: float = 0.0
    unchanged: int = 0
    made_seconds: float = 0.0
    spared_tokens: int = 0
    strategies: dict[str, int] = field(default_factory=dict)


class Chained:
    """Vectors of several libraries, the first that has one counts."""

    def __init__(self, libraries: Sequence[KnownVectors]) -> None:
        self._libraries = libraries

    def known_vectors(self, model_id: str, embed_digests: Sequence[str]) -> dict[str, Vector]:
        found: dict[str, Vector] = {}
        for library in self._libraries:
            found = library.known_vectors(model_id, [one for one in embed_digests if one not in found]) | found
        return found

    def known_sentence_vectors(self, model_id: str, embed_digests: Sequence[str]) -> dict[str, Vector]:
        found: dict[str, Vector] = {}
        for library in self._libraries:
            found = library.known_sentence_vectors(model_id, [one for one in embed_digests if one not in found]) | found
        return found


class Waiting(Chained):
    """Vectors that wait to be used come first, and new ones go there."""

    def __init__(self, staged: Any, serving: KnownVectors) -> None:
        super().__init__((staged, serving))
        self._staged = staged

    def keep_vectors(self, model_id: str, whole: Mapping[str, Vector], parts: Mapping[str, Vector]) -> None:
        self._staged.keep_vectors(model_id, whole, parts)


def versions_of(library: Library, collection: str) -> Iterator[tuple[Source, Version]]:
    """Everything of a collection that is not a draft, oldest period of each source first."""
    for source in library.sources():
        if source.collection == collection:
            for version in library.versions(source.source_id):
                if version.status != "draft":
                    yield source, version


def state_of(library: Library, collection: str) -> str:
    """A digest of the texts of a collection: a measurement holds for these and no others."""
    held = sorted((version.version_id, version.text_digest) for _, version in versions_of(library, collection))
    return digest(canonical_json(held))


def recuts(library: Library, collection: str, how: Recutting, known: KnownVectors) -> tuple[list[Recut], Cost]:
    """All versions of a collection cut anew; nothing is written."""
    cost = Cost()
    found = [recut_of(library, version, how, known, cost) for _, version in versions_of(library, collection)]
    return found, cost


def recut_of(library: Library, version: Version, how: Recutting, known: KnownVectors, cost: Cost) -> Recut:
    """One version cut anew and counted in ``cost``; nothing is written."""
    how.tell(version.version_id)
    cut, made, way, passages = _cut(library, version, how, known)
    _count(cost, made, way)
    model = how.embedder.model_id if how.embedder is not None else ""
    return Recut(version.version_id, way.rules.strategy, passages, made.fragments, model, _report(cut, how, way))


def stale(library: Library, collection: str, model_id: str) -> list[Version]:
    """Versions whose vectors are of another model, or that have none."""
    return [v for _, v in versions_of(library, collection) if v.report.get("model_id") != model_id]


def to_embed(library: Library, version: Version, how: Recutting, known: KnownVectors) -> tuple[int, int]:
    """Texts and tokens that the model would be given for a version, without giving it any: what is known costs nothing.

    A fragment counts once, and once more in the sentences it is made of.
    """
    assert how.embedder is not None
    parsed = parsed_of(library, version)
    count, helped = how.help
    _, fragments = fragment(parsed, version.version_id, version.title, how.way(parsed).rules, count, helped)
    fragments = tuple(Cut(parsed, version, fragments, wordings_of(library, version.source_id)).worded().fragments)
    digests = {digest(piece.embedded): piece for piece in fragments}
    there = known.known_vectors(how.embedder.model_id, list(digests))
    texts = tokens = 0
    for name, piece in digests.items():
        if name not in there:
            spoken = len(sentences(piece.text))
            texts += 1 + (spoken if spoken > 1 else 0)
            tokens += count(piece.embedded) + (piece.tokens if spoken > 1 else 0)
    return texts, tokens


def calls_of(library: Library, collection: str, how: Recutting) -> Calls:
    """What letting a model choose the borders of a collection would take; no model is asked."""
    count, _ = how.help
    calls = tokens_in = tokens_out = 0
    for _, version in versions_of(library, collection):
        parsed = parsed_of(library, version)
        cost = cost_of(units_of(parsed, how.way(parsed).rules, count))
        calls, tokens_in, tokens_out = calls + cost.calls, tokens_in + cost.tokens_in, tokens_out + cost.tokens_out
    return Calls(calls, tokens_in, tokens_out)


def fill(trial: Any, serving: Library, collection: str, how: Recutting, known: KnownVectors) -> Cost:
    """Make a trial library hold what serves, cut another way. What is there and still the same stays; nothing else does.

    ``trial`` is a library of its own that may be written; ``serving`` is only read.
    """
    cost = Cost()
    wanted = list(versions_of(serving, collection))
    for source in trial.sources():
        if source.source_id not in {one.source_id for one, _ in wanted}:
            trial.remove(source.source_id)
    for source, version in wanted:
        began = time.perf_counter()
        mark = _mark(source, version, how, wordings_of(serving, source.source_id))
        there = trial.version(version.version_id)
        if there is not None and there.report.get("trial") == mark:
            cost.unchanged += 1
            cost.fragments += _whole(there.report.get("fragments"))
            cost.vectors += _whole(there.report.get("vectors"))
            cost.made_seconds += _whole(there.report.get("trial_ms")) / 1000
            cost.spared_tokens += _whole(there.report.get("trial_spared"))
            continue
        how.tell(version.version_id)
        cut, made, way, passages = _cut(serving, version, how, known)
        _count(cost, made, way)
        spared = _spared(made)
        took = round((time.perf_counter() - began) * 1000)
        report = _report(cut, how, way) | {"trial": mark, "vectors": _vectors(made)}
        report |= {"trial_ms": took, "trial_spared": spared}
        trial.publish(
            Publication(
                source=source,
                version=replace(version, strategy=way.rules.strategy, report={**version.report, **report}),
                parsed=cut.parsed,
                passages=passages,
                fragments=made.fragments,
                model_id=how.embedder.model_id if how.embedder is not None else "",
                settled=tuple(one for one in serving.doubts(version.version_id) if one.state != "open"),
            )
        )
        seconds = time.perf_counter() - began
        cost.seconds, cost.made_seconds = cost.seconds + seconds, cost.made_seconds + seconds
        cost.spared_tokens += spared
    there_now = {one.source_id for one, _ in wanted}
    trial.save_facts([fact for fact in serving.facts() if fact.source_id in there_now])
    return cost


def _mark(source: Source, version: Version, how: Recutting, wordings: Sequence[tuple[str, str]]) -> str:
    """Changes when anything does that a trial takes over."""
    bare = replace(version, report={})
    model = how.embedder.model_id if how.embedder is not None else ""
    also = [wordings] if wordings else []
    return digest(canonical_json([replace(source, state="ready", error=None), bare, how.road, model, *also]))


def _cut(
    library: Library, version: Version, how: Recutting, known: KnownVectors
) -> tuple[Cut, Indexed, Way, tuple[Any, ...]]:
    parsed = parsed_of(library, version)
    way = how.way(parsed)
    count, helped = how.help
    passages, fragments = fragment(parsed, version.version_id, version.title, way.rules, count, helped)
    wordings = wordings_of(library, version.source_id)
    cut = Cut(parsed, replace(version, strategy=way.rules.strategy), fragments, wordings)
    return cut, indexed(cut, known, how.embedder, how.tell), way, passages


def parsed_of(library: Library, version: Version) -> Parsed:
    """A version as it was read, out of the store."""
    pages: Any = version.report.get("pages")
    notes = tuple(_page(page) for page in pages) if isinstance(pages, list) else ()
    return Parsed(
        text=library.text(version.version_id),
        blocks=tuple(library.blocks(version.version_id)),
        media_type=version.media_type,
        reader=version.reader,
        title=version.title,
        pages=notes,
    )


def _page(page: Mapping[str, Any]) -> PageNote:
    return PageNote(page.get("number", 0), page.get("label"), confidence=page.get("ocr_confidence"))


def _report(cut: Cut, how: Recutting, way: Way) -> dict[str, object]:
    model = how.embedder.model_id if how.embedder is not None else ""
    return {"fragments": len(cut.fragments), "road": how.road, "model_id": model, "fragmenting": way.told}


def _count(cost: Cost, made: Indexed, way: Way) -> None:
    cost.versions += 1
    cost.fragments += len(made.fragments)
    cost.vectors += _vectors(made)
    cost.embedded += made.embedded
    cost.reused += made.reused
    cost.strategies[way.rules.chosen] = cost.strategies.get(way.rules.chosen, 0) + 1


def _spared(made: Indexed) -> int:
    """Tokens of the texts whose vectors were known; a fragment of several sentences is read once more in its sentences."""
    tokens = sum((1 + (one.sentence_vectors is not None)) * one.fragment.tokens for one in made.fragments)
    return round(tokens * made.reused / max(made.reused + made.embedded, 1))


def _vectors(made: Indexed) -> int:
    return sum(_of(one.vector) + _of(one.sentence_vectors) for one in made.fragments)


def _of(vectors: Vector | None) -> int:
    return 0 if vectors is None else 1 if vectors.ndim == 1 else len(vectors)


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0
