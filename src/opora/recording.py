"""What did a reply read? Everything a road asked of the library and the model, kept so that it can be asked again.

Reading costs nothing but a reference; ``context`` writes it down, after the reply is made. Vectors are not kept: what a
reply used of them are cosines, so a question's vector becomes the axis of that question and the rest follows exactly. So
does the stored vector of a statement that others were compared with.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from operator import attrgetter
from typing import Any, Final, cast

import numpy as np

from opora.canonical import canonical_json, digest, plain
from opora.domain.document import Block
from opora.domain.live import Listing
from opora.domain.place import bare_piece
from opora.domain.proposal import Asked
from opora.domain.source import Filter, Fragment, Version
from opora.domain.trace import Trace
from opora.errors import BackendError
from opora.ports import Catalogues, Embedder, LanguageModel, LexicalQuery, Library, StoredFragment, Vector

FORMAT: Final = 1
READS: Final = frozenset(
    (
        *(
            "lexical",
            "dense",
            "passage_cosines",
            "bm25",
            "bm25_most",
            "read_back",
            "neighbours",
            "similar_words",
            "document_frequency",
        ),
        *(
            "fragment_count",
            "known_sentence_vectors",
            "statement_vector",
            "fragment_cosines",
            "blocks_between",
            "quote",
            "kept_digest",
            "passage",
            "version",
        ),
        *("any_in_force", "registered", "doubts"),
    )
)
"""What the road of a question may ask of a library. A trace cannot answer anything else."""

_BLOCK_FIELDS = tuple((f.name, f.default) for f in dataclasses.fields(Block) if f.name != "pieces")
_VERSION_FIELDS = tuple(f.name for f in dataclasses.fields(Version) if f.name != "report")
_read_block = attrgetter(*(name for name, _ in _BLOCK_FIELDS))


class _Watched:
    """Passes every call on; arguments and results of those that are read are kept in order."""

    def __init__(self, real: object, kept: list[tuple[str, tuple[Any, ...], Any]], names: frozenset[str]) -> None:
        self._real, self._kept, self._names = real, kept, names

    def __getattr__(self, name: str) -> Any:
        real = getattr(self._real, name)
        if name not in self._names:
            return real

        kept = self._kept  # not "self": a circle would keep all that was read until it is collected

        def call(*args: Any, **named: Any) -> Any:
            try:
                result = real(*args, **named)
            except BackendError as problem:
                kept.append((name, args, problem))
                raise
            given = tuple(inspect.signature(real).bind(*args, **named).arguments.values()) if named else args
            kept.append((name, given, result))
            return result

        setattr(self, name, call)
        return call


class Recording:
    """The library and the models of one reply, watched."""

    def __init__(
        self,
        library: Library,
        embedder: Embedder | None,
        model: LanguageModel | None = None,
        catalogues: Catalogues | None = None,
    ) -> None:
        self.catalogues = catalogues
        self._proposed: list[tuple[str, tuple[Any, ...], Any]] = []
        self.model = cast(LanguageModel, _Watched(model, self._proposed, frozenset(("propose",)))) if model else None
        self._calls: list[tuple[str, tuple[Any, ...], Any]] = []
        self._encoded: list[tuple[str, tuple[Any, ...], Any]] = []
        self.library = cast(Library, _Watched(library, self._calls, READS))
        self.embedder = (
            cast(
                Embedder,
                _Watched(embedder, self._encoded, frozenset(("encode_query", "encode_passages", "interactions"))),
            )
            if embedder
            else None
        )

    def has_read(self, name: str, *args: object) -> bool:
        return any(call[0] == name and call[1] == args for call in self._calls)

    def fragments(self) -> dict[str, Fragment]:
        """Everything that was read back, by id."""
        found = (one for name, _, got in self._calls if name == "read_back" for one in _stored_of(got))
        return {one.fragment.fragment_id: one.fragment for one in found}

    def context(self, texts_elsewhere: frozenset[str] = frozenset()) -> dict[str, object]:
        """All that was read as plain JSON. Fragments in ``texts_elsewhere`` are written without their text."""
        asked = [(args[0], told) for name, args, told in self._encoded if name == "encode_query"]
        queries = {text: vector for text, vector in asked if not isinstance(vector, BackendError)}
        failed = [[text, told.message] for text, told in asked if isinstance(told, BackendError)]
        calls = [call for call in self._calls if not isinstance(call[2], BackendError)]
        told = [found for name, _, found in calls if name == "statement_vector" and found is not None]
        written = _Written(queries, told, texts_elsewhere, _read_whole(calls))
        for name, args, result in calls:
            getattr(written, name)(*args, found=result)
        for name, args, result in self._encoded:
            if name == "encode_passages" and not isinstance(result, BackendError):
                written.embedded(args[0], found=result)
            elif name == "encode_passages":
                written.not_embedded(args[0], result.message)
            elif name == "interactions":
                written.interactions(args[0], args[1], found=result)
        model_id = self.embedder.model_id if self.embedder else None
        told_context = {"format": FORMAT, "program": _program(), "model_id": model_id, "failed": failed}
        return {**told_context, **written.plain(), **self._proposals()}

    def _proposals(self) -> dict[str, object]:
        """What the language model said, by the digest of what it was asked; nothing at all where there is none."""
        if self.model is None:
            return {}
        rows = [[asked_digest(args[0]), args[0].use, _told_by_model(told)] for _, args, told in self._proposed]
        remote = self.model.is_remote
        return {"language_model": {"model_id": self.model.model_id, "is_remote": remote}, "proposals": rows}


def with_readings(trace: Trace, read: Sequence[tuple[str, tuple[Listing, ...]]]) -> Trace:
    """The trace with what the shops said for it, so that it can be answered again without them."""
    rows = [[query, [plain(one) for one in listings]] for query, listings in read]
    return dataclasses.replace(trace, context={**trace.context, "live": rows})


def asked_digest(asked: Asked) -> str:
    """What makes two requests the same: the prompt as it is, and the data."""
    return digest(canonical_json([asked.use, asked.prompt_digest, asked.given]))


def _told_by_model(told: Any) -> dict[str, object]:
    if isinstance(told, BackendError):
        return {"error": [told.code, told.message, plain(getattr(told, "spent", ()))]}
    found: Any = plain(told)
    return {"told": found}


class _Written:
    """The calls of one reply, sorted by what was asked; a method for each name in ``READS``."""

    def __init__(
        self, queries: dict[str, Vector], told: list[Vector], elsewhere: frozenset[str], whole: set[tuple[str, str]]
    ) -> None:
        self._queries, self._elsewhere, self._whole = list(queries), elsewhere, whole
        self._axes = [*queries.values()]
        for vector in told:
            if self._axis(vector) is None:
                self._axes.append(vector)
        self._lists: dict[str, dict[object, list[object]]] = {}
        self._count = 0

    def plain(self) -> dict[str, object]:
        """Lists of rows; each row begins with what it is known by."""
        found: dict[str, object] = {name: list(rows.values()) for name, rows in self._lists.items()}
        return {**found, "fragment_count": self._count, "queries": self._queries, "axes": len(self._axes)}

    def _has(self, kind: str, key: object) -> bool:
        return key in self._lists.get(kind, ())

    def _add(self, kind: str, key: object, row: Sequence[object]) -> None:
        self._lists.setdefault(kind, {}).setdefault(key, list(row))

    def _axis(self, vector: Vector | None) -> int | None:
        if vector is None:
            return None
        known = enumerate(self._axes)
        return next((n for n, one in known if one is vector or np.array_equal(one, vector)), None)

    def lexical(self, query: LexicalQuery, allowed: Filter, _limit: int, found: Any) -> None:
        scores = [[one.fragment_id, one.score] for one in found]
        self._add("lexical", (query, allowed.at), (plain(query), plain(allowed.at), scores))

    def dense(self, vector: Vector, _model_id: str, allowed: Filter, _limit: int, found: Any) -> None:
        axis, scores = self._axis(vector), [[one.fragment_id, one.score] for one in found]
        self._add("dense", (axis, allowed.at), (axis, plain(allowed.at), scores))

    def passage_cosines(self, _ids: object, vector: Vector, _model_id: str, found: Any) -> None:
        axis = self._axis(vector)
        for name, cosine in found.items():
            self._add("passage_cosines", (axis, name), (axis, name, cosine))

    def fragment_cosines(self, _ids: object, vector: Vector, found: dict[str, float]) -> None:
        axis = self._axis(vector)
        for name, cosine in found.items():
            self._add("fragment_cosines", (axis, name), (axis, name, cosine))

    def bm25(self, query: LexicalQuery, ids: Sequence[str], found: Any) -> None:
        self._add("bm25", (query, tuple(ids)), (plain(query), [list(pair) for pair in found.items()]))

    def bm25_most(self, query: LexicalQuery, found: float) -> None:
        self._add("bm25_most", query, (plain(query), found))

    def read_back(self, _ids: object, _allowed: object, vector: Vector | None = None, *_: object, found: Any) -> None:
        axis = self._axis(vector)
        for stored in found[0]:
            self._stored(stored)
            name = stored.fragment.fragment_id
            if axis is not None and stored.cosine is not None:
                self._add("cosines", (axis, name), (axis, name, stored.cosine, stored.sentence_cosine))
        for told in found[1]:
            self._add("dropped", told, told.split(": ", 1))

    def _stored(self, stored: StoredFragment) -> None:
        piece, held, source = stored.fragment, stored.passage, stored.source
        if self._has("fragments", piece.fragment_id):
            return
        text = None if piece.fragment_id in self._elsewhere else piece.text
        place = (piece.start, piece.end, piece.path)
        block = written_block(stored.block, with_boxes=False)
        name = (piece.fragment_id, piece.version_id, piece.passage_id)
        told = (*name, *place, text, piece.context, piece.tokens, block)
        self._add("fragments", piece.fragment_id, (*told, True) if piece.uncertain else told)
        if not self._has("sources", source.source_id):
            self._add("sources", source.source_id, (source.source_id, plain(source)))
        self.version(stored.version.version_id, found=stored.version)
        self.passage(held.passage_id, found=held)

    def neighbours(self, fragment_id: str, found: Any) -> None:
        self._add("neighbours", fragment_id, (fragment_id, *found))

    def similar_words(self, word: str, limit: int = 3, *, found: Any) -> None:
        self._add("similar_words", (word, limit), (word, limit, found))

    def document_frequency(self, _lemmas: object, found: Any) -> None:
        for lemma, count in found.items():
            self._add("frequency", lemma, (lemma, count))

    def fragment_count(self, found: int) -> None:
        self._count = found

    def known_sentence_vectors(self, _model_id: str, _digests: object, found: Any) -> None:
        for name, rows in found.items():
            self._add("sentences", name, (name, [(rows @ vector).tolist() for vector in self._axes]))

    def embedded(self, texts: Sequence[str], found: Any) -> None:
        """Texts that were embedded for the reply, by their digests: a trace may have to lose the text of a source."""
        for text, row in zip(texts, found, strict=True):
            name = digest(text)
            self._add("embedded", name, (name, [float(row @ vector) for vector in self._axes]))

    def not_embedded(self, texts: Sequence[str], why: str) -> None:
        """Texts that the model could not embed then."""
        for text in texts:
            self._add("not_embedded", digest(text), (digest(text), why))

    def interactions(self, query: str, texts: Sequence[str], found: Any) -> None:
        """Scores of these very texts together, which are known by their digests."""
        names = [digest(text) for text in texts]
        self._add("interactions", (query, *names), (query, names, found))

    def statement_vector(self, _model_id: str, fragment_id: str, sentence: int, found: Vector | None) -> None:
        self._add("statements", (fragment_id, sentence), (fragment_id, sentence, self._axis(found)))

    def blocks_between(self, version_id: str, start: int, end: int, found: Any) -> None:
        self._add("between", (version_id, start, end), (version_id, start, end, [block.path for block in found]))
        for block in found:
            if not self._has("blocks", (version_id, block.path)):
                boxes = (version_id, block.path) in self._whole or bool(block.links)
                self._add("blocks", (version_id, block.path), (version_id, written_block(block, boxes)))

    def quote(self, version_id: str, start: int, end: int, found: str) -> None:
        self._add("quotes", (version_id, start, end), (version_id, start, end, found))

    def kept_digest(self, version_id: str, found: str) -> None:
        self._add("digests", version_id, (version_id, found))

    def passage(self, passage_id: str, found: Any) -> None:
        if not self._has("passages", passage_id):
            self._add("passages", passage_id, (passage_id, plain(found)))

    def version(self, version_id: str, found: Version | None) -> None:
        if not self._has("versions", version_id):
            told = {name: plain(getattr(found, name)) for name in _VERSION_FIELDS} | {"report": {}} if found else None
            self._add("versions", version_id, (version_id, told))

    def registered(self, _version_ids: object, found: Any) -> None:
        for one in found:
            self._add("registered", (one.fact.fact_id, one.version_id), (one.version_id, plain(one)))

    def doubts(self, version_id: str, found: Any) -> None:
        if found:
            self._add("doubts", version_id, (version_id, plain(found)))

    def any_in_force(self, allowed: object, found: bool) -> None:
        self._add("any_in_force", allowed, (plain(allowed), found))


def written_block(block: Block, with_boxes: bool) -> dict[str, object]:
    """The block without what is as usual; the pieces (word boxes) as bare numbers."""
    told: dict[str, object] = {}
    for (name, usual), value in zip(_BLOCK_FIELDS, _read_block(block), strict=True):
        if value is not usual and value != usual:
            told[name] = plain(value)
    if with_boxes and block.kind != "table" and block.pieces:
        told["pieces"] = [list(bare_piece(piece)) for piece in block.pieces]
    return told


def _stored_of(got: Any) -> list[StoredFragment]:
    return [] if isinstance(got, BackendError) else list(got[0])


def _read_whole(calls: list[tuple[str, tuple[Any, ...], Any]]) -> set[tuple[str, str]]:
    """Blocks of fragments that statements are chosen from, by version and path: only their words need boxes."""
    read = {
        (one.fragment.version_id, one.fragment.start, one.fragment.end)
        for name, _, result in calls
        if name == "read_back"
        for one in result[0]
    }
    return {
        (args[0], block.path)
        for name, args, found in calls
        if name == "blocks_between" and args in read
        for block in found
    }


@cache
def _program() -> str:
    try:
        return version("opora")
    except PackageNotFoundError:
        return ""
