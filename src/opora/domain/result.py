"""What was found, and why? Candidates with all their scores, evidence, and the unified result of a route."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from opora.domain.place import Box, Validity
from opora.domain.source import Fragment

Confidence = Literal["high", "medium", "low"]
ResultStatus = Literal["ok", "empty", "partial", "error"]
ResultType = Literal["list", "summary", "object", "chain", "ranking"]


@dataclass(frozen=True, slots=True)
class Scores:
    """``lexical`` is BM25 (0 up), ``dense`` a cosine (-1..1), ``fused`` 0..1; ``None``: the channel did not run."""

    fused: float
    lexical: float | None = None
    dense: float | None = None
    rerank: float | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """A fragment that was found, read back from the store and checked, with what a reader needs to judge it."""

    fragment: Fragment
    scores: Scores
    source_id: str
    label: str
    validity: Validity
    headings: tuple[str, ...] = ()
    section: str | None = None
    page: int | None = None
    page_label: str | None = None
    authority: int | None = None
    collection: str = "default"
    owner: str | None = None
    language: str | None = None
    title: str = ""
    neighbour_of: str | None = None


@dataclass(frozen=True, slots=True)
class SearchLog:
    """Everything one query did: expression, parameters, all candidates with all scores, and what was dropped why."""

    query: str
    at: str
    mode: str
    expression: str
    parameters: dict[str, object]
    candidates: tuple[dict[str, object], ...]
    dropped: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    took_ms: float = 0.0


@dataclass(frozen=True, slots=True)
class TablePlace:
    """Which cell: its row number in the table (from 1), what stands left of it, and what stands above it."""

    row: int
    row_header: str
    column_header: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """A verbatim quote at its place. ``version_text[start:end] == quote``; ``text_digest`` is the whole version's.

    ``url``, ``read_at`` (ISO 8601): of what was read from an address for this very question; the version is that reading.
    """

    evidence_id: str
    requirement_ids: tuple[str, ...]
    anchor: str
    quote: str
    start: int
    end: int
    source_id: str
    version_id: str
    label: str
    validity: Validity
    text_digest: str
    headings: tuple[str, ...] = ()
    section: str | None = None
    page: int | None = None
    page_label: str | None = None
    table: TablePlace | None = None
    boxes: tuple[Box, ...] = ()
    passage_id: str = ""
    neighbours: tuple[str, ...] = ()
    authority: int | None = None
    owner: str | None = None
    score: float = 0.0
    uncertain: bool = False
    title: str = ""
    url: str | None = None
    read_at: str | None = None


@dataclass(frozen=True, slots=True)
class RouteResult:
    """The unified result of any route (X1)."""

    fragment_id: str
    requirement_ids: tuple[str, ...]
    route: str
    status: ResultStatus
    result_type: ResultType
    items: tuple[Hit, ...] = ()
    summary: str = ""
    evidence: tuple[Evidence, ...] = ()
    why_included: str = ""
    selection_reason: str = ""
    risk_factors: tuple[str, ...] = ()
    business_interpretation: str = ""
    confidence: Confidence = "low"
    limitations: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()
