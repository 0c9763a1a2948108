"""Can a trace stand in for the library and the model it was answered with? Everything is read from its context."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from types import MappingProxyType
from typing import Any, cast

import numpy as np

from opora.canonical import digest, plain, revived
from opora.domain.document import Block
from opora.domain.doubt import UncertainNumber
from opora.domain.live import Listing
from opora.domain.place import piece_from
from opora.domain.proposal import Asked, Proposed
from opora.domain.source import Filter, Fragment, Passage, Registered, Source, Version
from opora.domain.trace import Trace
from opora.errors import BackendError, LibraryError, ModelAbsentError, ModelError
from opora.ports import Embedder, LanguageModel, LexicalQuery, Library, Scored, StoredFragment, Vector
from opora.recording import FORMAT, asked_digest
from opora.seal import is_erased


class UnrecordedError(LibraryError):
    """Something was asked that the recorded reply never read."""

    code = "not_recorded"


class RecordedCatalogues:
    """What the shops said then; they are not asked again."""

    def __init__(self, trace: Trace) -> None:
        rows: Any = trace.context.get("live") or ()
        self._rows = {row[0]: tuple(revived(Listing, one) for one in row[1]) for row in rows if not is_erased(rows)}

    def listed(self, query: str, at: dt.date, collections: Sequence[str]) -> tuple[Listing, ...]:
        return self._rows.get(query, ())


class RecordedEmbedder:
    """Gives each recorded question its own axis; ``failed`` are those the model could not encode then, with its words.

    A text that was embedded then, known by its digest, has its cosines on the axes. What was not asked or embedded then has
    no vector, and is an UnrecordedError.
    """

    max_tokens = 512

    def __init__(
        self,
        model_id: str,
        queries: Sequence[str],
        failed: dict[str, str],
        axes: int = 0,
        embedded: Mapping[str, Sequence[float]] = MappingProxyType({}),
        read_closely: Sequence[Any] = (),
        not_embedded: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._not_embedded = not_embedded
        self._embedded, self._read_closely = embedded, read_closely
        self.model_id, self.dim, self._queries = model_id, max(1, len(queries), axes), list(queries)
        self._failed = failed

    def count_tokens(self, text: str) -> int:
        return len(text.split())

    def encode_query(self, text: str) -> Vector:
        if text in self._failed:
            raise BackendError(self._failed[text])
        if text not in self._queries:
            raise UnrecordedError(f"the trace holds no vector of {text!r}", "replay it on today's library: --today")
        axis: Vector = np.eye(self.dim, dtype=np.float32)[self._queries.index(text)]
        return axis

    def encode_passages(self, texts: Sequence[str]) -> Vector:
        names = [digest(text) for text in texts]
        for name in names:
            if name in self._not_embedded:
                raise BackendError(self._not_embedded[name])
        if any(name not in self._embedded for name in names):
            raise UnrecordedError("the trace holds no vector of a text", "replay it on today's library: --today")
        return np.array([self._embedded[name] for name in names], np.float32).reshape(len(names), self.dim)

    def interactions(self, query: str, texts: Sequence[str]) -> list[float]:
        names = [digest(text) for text in texts]
        for asked, held, scores in self._read_closely:
            if asked == query and held == names:
                return list(scores)
        raise UnrecordedError("the trace holds no reranking of these texts", "replay it on today's library: --today")


class RecordedLibrary:
    """Answers what ``recording.READS`` names, as it was answered then. ``beside`` (optional) is a library that may fill in
    blocks of candidates that were not looked at, if its text is still the recorded one; ``filled`` tells which.
    ``partial`` are places around which only what happens to be recorded is known.
    """

    def __init__(self, trace: Trace, beside: Library | None = None) -> None:
        context = trace.context
        if not context or is_erased(context) or any(is_erased(part) for part in context.values()):
            reason = "was erased" if context else "was not recorded by the version of the program that answered"
            raise UnrecordedError(f"the context of {trace.trace_id} {reason}", "ask the question again")
        if context.get("format") != FORMAT:
            raise UnrecordedError(f"the context of {trace.trace_id} is of another format", "update the program")
        self._rows: dict[str, Any] = context
        self._beside, self.filled, self.partial = beside, list[str](), list[str]()
        self._sources = {row[0]: revived(Source, row[1]) for row in self._of("sources")}
        self._versions = {row[0]: revived(Version, row[1]) for row in self._of("versions")}
        self._passages = {row[0]: revived(Passage, row[1]) for row in self._of("passages")}
        self._blocks = {(row[0], row[1]["path"]): _block(row[1]) for row in self._of("blocks")}
        texts = _logged_texts(trace)
        self._fragments = {row[0]: self._fragment(row, texts) for row in self._of("fragments")}

    def one_state(self) -> AbstractContextManager[None]:
        """What was recorded does not change."""
        return nullcontext()

    def _of(self, kind: str) -> list[Any]:
        return list(self._rows.get(kind, ()))

    def _fragment(self, row: Any, texts: dict[str, str]) -> StoredFragment:
        name, version_id, passage_id, start, end, path, text, context, tokens, block, *more = row
        told = texts[name] if text is None else text
        version = self._versions[version_id]
        return StoredFragment(
            Fragment(name, version_id, passage_id, start, end, path, told, context, tokens, bool(more)),
            *(version, self._sources[version.source_id], self._passages[passage_id], _block(block)),
        )

    # searching

    def lexical(self, query: LexicalQuery, allowed: Filter, limit: int) -> list[Scored]:
        return self._scored("lexical", plain(query), allowed, limit)

    def dense(self, vector: Vector, model_id: str, allowed: Filter, limit: int) -> list[Scored]:
        return self._scored("dense", int(np.argmax(vector)), allowed, limit)

    def _scored(self, kind: str, key: object, allowed: Filter, limit: int) -> list[Scored]:
        at = allowed.at.isoformat()
        found: list[Any] = next((row[2] for row in self._of(kind) if row[0] == key and row[1] == at), [])
        kept = [Scored(name, score) for name, score in found if self._open(name, allowed)]
        return kept[:limit]

    def _open(self, name: str, allowed: Filter) -> bool:
        """Fragments that were not read back are let through, and are dropped with their reason when they are."""
        stored = self._fragments.get(name)
        return stored is None or _admitted(stored.version, stored.source, allowed)

    def passage_cosines(self, passage_ids: Sequence[str], vector: Vector, model_id: str) -> dict[str, float]:
        axis, wanted = int(np.argmax(vector)), set(passage_ids)
        return {row[1]: float(row[2]) for row in self._of("passage_cosines") if row[0] == axis and row[1] in wanted}

    def fragment_cosines(self, fragment_ids: Sequence[str], vector: Vector) -> dict[str, float]:
        axis, wanted = int(np.argmax(vector)), set(fragment_ids)
        return {row[1]: float(row[2]) for row in self._of("fragment_cosines") if row[0] == axis and row[1] in wanted}

    def bm25(self, query: LexicalQuery, fragment_ids: Sequence[str]) -> dict[str, float]:
        key, wanted = plain(query), set(fragment_ids)
        rows = [row[1] for row in self._of("bm25") if row[0] == key]
        return {name: score for row in rows for name, score in row if name in wanted}

    def bm25_most(self, query: LexicalQuery) -> float:
        key = plain(query)
        return float(next((row[1] for row in self._of("bm25_most") if row[0] == key), 0.0))

    def read_back(
        self,
        fragment_ids: Iterable[str],
        allowed: Filter,
        query_vector: Vector | None = None,
        model_id: str | None = None,
    ) -> tuple[list[StoredFragment], tuple[str, ...]]:
        axis = None if query_vector is None else int(np.argmax(query_vector))
        cosines = {row[1]: (row[2], row[3]) for row in self._of("cosines") if row[0] == axis}
        reasons = {row[0]: row[1] for row in self._of("dropped")}
        kept, dropped = list[StoredFragment](), list[str]()
        for name in fragment_ids:
            stored = self._fragments.get(name)
            if stored is None or not _admitted(stored.version, stored.source, allowed):
                dropped.append(f"{name}: {reasons.get(name, 'was not read by the recorded reply, or is filtered out')}")
                continue
            near, of_sentence = cosines.get(name, (None, None))
            kept.append(replace(stored, cosine=near, sentence_cosine=of_sentence))
        return kept, tuple(dropped)

    def any_in_force(self, allowed: Filter) -> bool:
        if any(_admitted(one.version, one.source, allowed) for one in self._fragments.values()):
            return True
        key = plain(allowed)
        return any(row[1] for row in self._of("any_in_force") if row[0] == key)

    def registered(self, version_ids: Sequence[str]) -> list[Registered]:
        rows = self._of("registered")
        return [revived(Registered, row[1]) for name in version_ids for row in rows if row[0] == name]

    # reading

    def neighbours(self, fragment_id: str) -> tuple[str | None, str | None]:
        return next(((row[1], row[2]) for row in self._of("neighbours") if row[0] == fragment_id), (None, None))

    def similar_words(self, word: str, limit: int = 3) -> list[str]:
        return next((list(row[2]) for row in self._of("similar_words") if row[0] == word and row[1] == limit), [])

    def document_frequency(self, lemmas: Sequence[str]) -> dict[str, int]:
        known = {row[0]: int(row[1]) for row in self._of("frequency")}
        return {lemma: known.get(lemma, 0) for lemma in lemmas}

    def fragment_count(self) -> int:
        return int(self._rows.get("fragment_count", 0))

    def known_sentence_vectors(self, model_id: str, embed_digests: Sequence[str]) -> dict[str, Vector]:
        """Cosines stand on the axes of the recorded questions."""
        known = {row[0]: np.array(row[1], np.float32).T for row in self._of("sentences")}
        return {name: known[name] for name in embed_digests if name in known}

    def statement_vector(self, model_id: str, fragment_id: str, sentence: int) -> Vector | None:
        """The axis of the statement, if it was compared with others."""
        axis = next((row[2] for row in self._of("statements") if row[:2] == [fragment_id, sentence]), None)
        return None if axis is None else np.eye(int(self._rows.get("axes", 0)), dtype=np.float32)[axis]

    def version(self, version_id: str) -> Version | None:
        return cast("Version | None", self._versions.get(version_id))

    def passage(self, passage_id: str) -> Passage | None:
        return cast("Passage | None", self._passages.get(passage_id))

    def doubts(self, version_id: str) -> list[UncertainNumber]:
        """As they stood when the reply was made: what a person confirmed later does not change it."""
        found: list[Any] = next((row[1] for row in self._of("doubts") if row[0] == version_id), [])
        return [revived(UncertainNumber, one) for one in found]

    def kept_digest(self, version_id: str) -> str:
        recorded = next((str(row[1]) for row in self._of("digests") if row[0] == version_id), None)
        version = self._versions.get(version_id)
        return recorded if recorded is not None else version.text_digest if version else ""

    def quote(self, version_id: str, start: int, end: int) -> str:
        """From a recorded quote or fragment that holds the place."""
        held = [(row[1], row[2], row[3]) for row in self._of("quotes") if row[0] == version_id]
        pieces = (one.fragment for one in self._fragments.values() if one.fragment.version_id == version_id)
        held += [(piece.start, piece.end, piece.text) for piece in pieces]
        for first, last, text in held:
            if first <= start and end <= last:
                return str(text[start - first : end - first])
        library = self._filling(version_id, f"{version_id}[{start}:{end}]")
        return library.quote(version_id, start, end)

    def blocks_between(self, version_id: str, start: int, end: int) -> list[Block]:
        """Recorded ones; for a candidate that was not looked at, its only block if it has one, else from ``beside``."""
        key = [version_id, start, end]
        for row in self._of("between"):
            if row[:3] == key:
                return [self._blocks[version_id, path] for path in row[3]]
        own = [one for one in self._fragments.values() if self._place(one) == key]
        for block in (one.block for one in own):
            if block.kind not in ("heading", "table") and block.start <= start and end <= block.end:
                return [block]
        what = f"{version_id}[{start}:{end}]"
        if own or self._fits_beside(version_id):
            return self._filling(version_id, what).blocks_between(version_id, start, end)
        self.partial.append(what)
        return self._overlapping(version_id, start, end)

    def _place(self, one: StoredFragment) -> list[object]:
        return [one.fragment.version_id, one.fragment.start, one.fragment.end]

    def _overlapping(self, version_id: str, start: int, end: int) -> list[Block]:
        known = {path: block for (of, path), block in self._blocks.items() if of == version_id}
        for one in self._fragments.values():
            if one.fragment.version_id == version_id:
                known.setdefault(one.block.path, one.block)
        return sorted((b for b in known.values() if b.start < end and b.end > start), key=lambda b: (b.start, -b.end))

    def _fits_beside(self, version_id: str) -> bool:
        version = self._versions.get(version_id)
        return (
            self._beside is not None
            and version is not None
            and self._beside.kept_digest(version_id) == version.text_digest
        )

    def _filling(self, version_id: str, what: str) -> Library:
        if self._beside is None or not self._fits_beside(version_id):
            raise UnrecordedError(
                f"the trace does not hold {what}, and no library with the same text is at hand",
                "replay with settings that choose fewer fragments, or on today's library: --today",
            )
        self.filled.append(what)
        return self._beside


def recorded(trace: Trace, beside: Library | None = None) -> tuple[Library, Embedder | None, RecordedLibrary]:
    """The library and the model as the road of a question takes them, and the first once more as what it is."""
    library = RecordedLibrary(trace, beside)
    model_id: Any = trace.context.get("model_id")
    queries: Any = trace.context.get("queries", ())
    failed: Any = trace.context.get("failed", ())
    axes: Any = trace.context.get("axes", 0)
    rows: Any = trace.context.get("embedded", ())
    closely: Any = trace.context.get("interactions", ())
    lost: Any = trace.context.get("not_embedded", ())
    told = (queries, dict(failed), axes, dict(rows), closely, dict(lost))
    embedder = RecordedEmbedder(model_id, *told) if model_id else None
    return cast(Library, library), embedder, library


class RecordedModel:
    """Proposes again what was proposed then, or fails as it failed. What it was not asked is absent."""

    def __init__(self, told: Mapping[str, Any], rows: Sequence[Any]) -> None:
        self.model_id, self.is_remote = str(told["model_id"]), bool(told["is_remote"])
        self._rows = {str(row[0]): row[2] for row in rows}

    def propose(self, asked: Asked) -> Proposed:
        found = self._rows.get(asked_digest(asked))
        if found is None:
            raise ModelAbsentError("the recorded reply did not ask the model this")
        if "error" in found:
            code, message, spent = found["error"]
            problem = _MODEL_ERRORS.get(code, ModelError)(message)
            problem.spent = tuple(spent)
            raise problem
        proposed: Proposed = revived(Proposed, found["told"])
        return proposed


_MODEL_ERRORS = {kind.code: kind for kind in ModelError.__subclasses__()}


def recorded_model(trace: Trace) -> LanguageModel | None:
    """The language model of a reply that had one."""
    told: Any = trace.context.get("language_model")
    rows: Any = trace.context.get("proposals", ())
    return RecordedModel(told, rows) if told else None


def _logged_texts(trace: Trace) -> dict[str, str]:
    searches: Any = trace.log.get("searches", ())
    if is_erased(searches):
        raise UnrecordedError(f"the searches of {trace.trace_id} were erased", "ask the question again")
    return {one["fragment_id"]: one["text"] for search in searches for one in search["candidates"]}


def _block(data: dict[str, Any]) -> Block:
    pieces = tuple(map(piece_from, data.get("pieces", ())))
    block: Block = revived(Block, {**data, "pieces": ()})
    return replace(block, pieces=pieces)


def _admitted(version: Version, source: Source, allowed: Filter) -> bool:
    """What the store's own filter would let through."""
    place = version.jurisdiction or source.jurisdiction
    return (
        version.status == "current"
        and source.enabled
        and version.validity.includes(allowed.at)
        and (not allowed.collections or source.collection in allowed.collections)
        and (not allowed.purposes or source.purpose in allowed.purposes)
        and (not allowed.source_ids or source.source_id in allowed.source_ids)
        and (not allowed.languages or version.language in allowed.languages)
        and (allowed.jurisdiction is None or place is None or place == allowed.jurisdiction)
    )
