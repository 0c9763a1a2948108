"""Which sockets does the house have? Every Protocol, on one page."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from opora.domain.document import Block, Parsed
from opora.domain.doubt import UncertainNumber
from opora.domain.live import Listing
from opora.domain.proposal import Asked, Proposed
from opora.domain.result import SearchLog
from opora.domain.source import Fact, Filter, Fragment, Passage, Registered, Source, SourceState, Version
from opora.domain.trace import Trace

Vector = npt.NDArray[np.float32]


class Embedder(Protocol):
    """Text to unit vectors. ``model_id`` is stored with every vector; vectors of two ids never mix."""

    @property
    def model_id(self) -> str: ...
    @property
    def dim(self) -> int: ...
    @property
    def max_tokens(self) -> int: ...
    def count_tokens(self, text: str) -> int: ...
    def encode_query(self, text: str) -> Vector:
        """Shape (dim,), unit length."""
        ...

    def encode_passages(self, texts: Sequence[str]) -> Vector:
        """Shape (len(texts), dim), unit rows; the same text always gives the same row."""
        ...


class Line(Protocol):
    """A connection to a model behind an address."""

    def trouble(self) -> str | None:
        """Why a request would hardly be answered now, as far as that is known."""
        ...


@runtime_checkable
class Remote(Protocol):
    """An embedder behind an address."""

    @property
    def is_remote(self) -> bool:
        """Whether what it is given leaves this machine."""
        ...

    @property
    def wire(self) -> Line: ...


class Reranker(Protocol):
    """Reads a query and the texts that were found for it side by side. ``name`` is told with every search it took part in."""

    @property
    def name(self) -> str: ...
    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """0..1 for each text, comparable within one call: how well it fits the query beside the others."""
        ...


class LanguageModel(Protocol):
    """Proposes; checks dispose. One of them stands for one answer and holds what that answer may still spend."""

    @property
    def model_id(self) -> str:
        """Its name and the machine it runs on, never a key."""
        ...

    @property
    def is_remote(self) -> bool:
        """Whether what it is given leaves this machine."""
        ...

    def propose(self, asked: Asked) -> Proposed:
        """JSON of the shape that was asked for. ModelError when none can be had, or none may be asked for any more."""
        ...


class Catalogues(Protocol):
    """What shops say of their products at this moment."""

    def listed(self, query: str, at: dt.date, collections: Sequence[str]) -> tuple[Listing, ...]:
        """One reading of each catalogue of these collections (none named: of all), or why it could not be read.

        None when ``at`` is another day than today. Raises nothing for a shop that fails.
        """
        ...


@dataclass(frozen=True, slots=True)
class IndexedFragment:
    """A fragment with what the index needs of it.

    ``lemmas``: all readings of its own text; ``heading_lemmas``: those of its context. ``vector`` is ``None`` when
    no model is available; ``embed_digest`` is SHA-256 of exactly the text that was (or would be) embedded.
    ``sentence_vectors``: those of its sentences, shape (sentences, dim), unit rows; kept only beside a ``vector``.
    """

    fragment: Fragment
    lemmas: tuple[str, ...]
    heading_lemmas: tuple[str, ...]
    embed_digest: str
    vector: Vector | None
    sentence_vectors: Vector | None = None


@dataclass(frozen=True, slots=True)
class Publication:
    """All that becomes visible in one transaction. ``settled``: what persons have said of numbers at its places."""

    source: Source
    version: Version
    parsed: Parsed
    passages: tuple[Passage, ...]
    fragments: tuple[IndexedFragment, ...]
    facts: tuple[Fact, ...] = ()
    model_id: str = ""
    settled: tuple[UncertainNumber, ...] = ()


@dataclass(frozen=True, slots=True)
class Recut:
    """A version that is there, cut anew: its text, blocks, periods and anchors stay as they are."""

    version_id: str
    strategy: str
    passages: tuple[Passage, ...]
    fragments: tuple[IndexedFragment, ...]
    model_id: str = ""
    report: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scored:
    """A candidate: fragment id and its score on one channel (BM25 upwards from 0, or cosine)."""

    fragment_id: str
    score: float


@dataclass(frozen=True, slots=True)
class StoredFragment:
    """A fragment read back whole: with its version, source and first block, and cosines if asked.

    ``cosine`` is that of its vector, ``sentence_cosine`` the best of its sentences' vectors.
    """

    fragment: Fragment
    version: Version
    source: Source
    passage: Passage
    block: Block
    cosine: float | None = None
    sentence_cosine: float | None = None


@dataclass(frozen=True, slots=True)
class LexicalQuery:
    """Bag of words: one group of alternative readings per query word; ``phrases`` and ``prefixes`` narrow it.

    ``words``: each inner tuple holds all lemmas of one word (any of them matches). ``prefixes``: raw folded word
    starts. ``phrases``: sequences of word groups that must stand side by side.
    """

    words: tuple[tuple[str, ...], ...]
    prefixes: tuple[str, ...] = ()
    phrases: tuple[tuple[tuple[str, ...], ...], ...] = ()


class Library(Protocol):
    """The store. Every read applies the switch, the version pointer and the filter inside the store."""

    def one_state(self) -> AbstractContextManager[None]:
        """All that this thread reads inside is of one state of the library, whatever is written meanwhile."""
        ...

    # sources and versions
    def sources(self) -> list[Source]: ...
    def source(self, source_id: str) -> Source | None: ...
    def save_source(self, source: Source) -> None:
        """Insert or update settings of a source; never touches its versions."""
        ...

    def set_state(self, source_id: str, state: SourceState, error: str | None = None) -> None: ...
    def versions(self, source_id: str) -> list[Version]: ...
    def version(self, version_id: str) -> Version | None: ...
    def set_validity(self, version_id: str, start: dt.date | None, end: dt.date | None) -> None: ...
    def publish(self, publication: Publication) -> None:
        """One transaction: all of it is visible afterwards, or none of it.

        A version of the same id is replaced whole; the source's open earlier version is closed the day before the new one
        starts and archived when the periods would otherwise overlap.
        """
        ...

    def remove(self, source_id: str) -> dict[str, int]:
        """Delete a source with all it has; counts of what went."""
        ...

    # what a version holds
    def text(self, version_id: str) -> str: ...
    def quote(self, version_id: str, start: int, end: int) -> str:
        """``text(version_id)[start:end]``."""
        ...

    def kept_digest(self, version_id: str) -> str:
        """SHA-256 of the text as it stands in the store now, taken anew; of no text when there is no such version."""
        ...

    def blocks(self, version_id: str) -> list[Block]: ...
    def block(self, version_id: str, path: str) -> Block | None: ...
    def blocks_between(self, version_id: str, start: int, end: int) -> list[Block]:
        """Blocks that overlap text[start:end], in order; tables and rows both."""
        ...

    def doubts(self, version_id: str) -> list[UncertainNumber]:
        """Numbers that were not read surely, in order of place, with what a person has said of them."""
        ...

    def fragments(self, version_id: str) -> list[Fragment]: ...
    def passage(self, passage_id: str) -> Passage | None: ...
    def original(self, bytes_digest: str) -> Path | None: ...

    # searching
    def any_in_force(self, allowed: Filter) -> bool:
        """Whether anything at all could be found."""
        ...

    def lexical(self, query: LexicalQuery, allowed: Filter, limit: int) -> list[Scored]: ...
    def bm25(self, query: LexicalQuery, fragment_ids: Sequence[str]) -> dict[str, float]:
        """What ``lexical`` would score these fragments with, whether it found them or not; unknown ids are left out."""
        ...

    def bm25_most(self, query: LexicalQuery) -> float:
        """The best BM25 that any text could have for this query; 0 for a query without words."""
        ...

    def dense(self, vector: Vector, model_id: str, allowed: Filter, limit: int) -> list[Scored]: ...
    def passage_cosines(self, passage_ids: Sequence[str], vector: Vector, model_id: str) -> dict[str, float]:
        """Cosine with the mean of each passage's fragment vectors; passages without vectors of the model are left out."""
        ...

    def read_back(
        self,
        fragment_ids: Iterable[str],
        allowed: Filter,
        query_vector: Vector | None = None,
        model_id: str | None = None,
    ) -> tuple[list[StoredFragment], tuple[str, ...]]:
        """The fragments in the order asked, checked again (version, switch, hash, passage), and a named reason for each dropped."""
        ...

    def neighbours(self, fragment_id: str) -> tuple[str | None, str | None]:
        """Ids of the fragment before and after it in the same version and strategy."""
        ...

    def similar_words(self, word: str, limit: int = 3) -> list[str]:
        """Indexed words that are a slip of the pen away, nearest first."""
        ...

    def document_frequency(self, lemmas: Sequence[str]) -> dict[str, int]: ...
    def fragment_count(self) -> int: ...
    def average_length(self) -> float:
        """Mean lemmas in a fragment."""
        ...

    def known_vectors(self, model_id: str, embed_digests: Sequence[str]) -> dict[str, Vector]: ...
    def known_sentence_vectors(self, model_id: str, embed_digests: Sequence[str]) -> dict[str, Vector]:
        """Shape (sentences, dim) each; a digest without sentence vectors is left out."""
        ...

    def statement_vector(self, model_id: str, fragment_id: str, sentence: int) -> Vector | None:
        """The stored vector of one sentence of a fragment; the fragment's own when it is a single sentence."""
        ...

    def fragment_cosines(self, fragment_ids: Sequence[str], vector: Vector) -> dict[str, float]:
        """Cosine with each fragment's own vector; fragments without one are left out."""
        ...

    # facts, traces, log
    def save_facts(self, facts: Sequence[Fact]) -> None: ...
    def facts(self, source_id: str | None = None) -> list[Fact]: ...
    def registered(self, version_ids: Sequence[str]) -> list[Registered]:
        """The facts of the sources of these versions, each placed in the version's text; none of it is filtered."""
        ...

    def append_trace(self, trace: Trace) -> Trace:
        """Chain and keep it; returns it with ``previous`` and ``digest`` filled."""
        ...

    def trace(self, trace_id: str) -> Trace | None: ...
    def log_search(self, log: SearchLog) -> None: ...
    def close(self) -> None: ...
