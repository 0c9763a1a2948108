"""What shape have the replies of ``search`` and ``ask``? The types that ``shapes`` puts beside those of the other commands."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict


class Box(TypedDict):
    page: int
    left: float
    top: float
    right: float
    bottom: float


class HitScores(TypedDict):
    lexical: float | None
    dense: float | None
    rerank: float | None


class Hit(TypedDict):
    """``merged``: fragments in whose place their whole passage is shown, with the reason; empty when it is one fragment.

    ``same_as``: fragments that say the same and are not shown.
    """

    rank: int
    score: float
    scores: HitScores
    anchor: str
    source_id: str
    version_id: str
    label: str
    valid_from: str | None
    valid_until: str | None
    headings: list[str]
    section: str | None
    page: int | None
    text: str
    passage_id: str
    fragment_id: str
    start: int
    end: int
    title: str
    neighbour_of: str | None
    merged: list[str]
    merged_why: str | None
    same_as: list[str]


class Search(TypedDict):
    """``reranker``: name and model of what read the best hits closely; ``null`` when nothing did."""

    query: str
    at: str
    at_given: bool
    mode: str
    weights: dict[Literal["dense", "lexical"], float]
    reranker: str | None
    took_ms: float
    hits: list[Hit]
    warnings: list[str]


class Cell(TypedDict):
    row: int
    row_header: str
    column_header: str


class Citation(TypedDict):
    """``url``, ``read_at``: of what was read from a shop for this very question."""

    number: int
    anchor: str
    quote: str
    source_id: str
    version_id: str
    label: str
    valid_from: str | None
    valid_until: str | None
    page: int | None
    page_label: str | None
    section: str | None
    table: Cell | None
    start: int
    end: int
    boxes: list[Box]
    url: NotRequired[str]
    read_at: NotRequired[str]


class Check(TypedDict):
    name: str
    ok: bool
    note: str | None


class Claim(TypedDict):
    id: str
    requirement_ids: list[str]
    text: str
    fact_ids: list[str]
    citation: Citation
    confidence: Literal["high", "medium", "low"]
    checks: list[Check]


class Sections(TypedDict):
    conclusion: str | None
    basis: str | None
    signs: str | None
    meaning: str | None
    limitations: str | None
    next_step: str | None


class Requirement(TypedDict):
    id: str
    text: str
    kind: str
    subject: str
    status: str


class Coverage(TypedDict):
    requirements_total: int
    requirements_covered: int
    requirements_uncovered: list[str]
    requirements_partially_covered: list[str]
    clarification_needed_for: list[str]
    out_of_scope_requirements: list[str]
    dropped_intent_segments: list[str]


class ConflictValue(TypedDict):
    value: str
    claim_id: str


class Conflict(TypedDict):
    requirement_id: str
    values: list[ConflictValue]
    settled_by: str | None


class Grounding(TypedDict):
    status: str
    checks: list[Check]


class UnverifiedNumber(TypedDict):
    """``item_id`` is what a person confirms it by; ``other`` is what another reading made of it."""

    item_id: str
    text: str
    other: str
    confidence: float
    start: int
    end: int
    state: Literal["open", "confirmed", "rejected"]


class Unverified(TypedDict):
    """A place that answers and is not given as an answer: a number in it was not read surely by OCR."""

    requirement_id: str
    anchor: str
    quote: str
    source_id: str
    version_id: str
    label: str
    page: int | None
    page_label: str | None
    start: int
    end: int
    boxes: list[Box]
    numbers: list[UnverifiedNumber]


class Debug(TypedDict):
    """How a reply was made where a language model may help. ``search``: hybrid, semantic, lexical, lexical-only or none;
    ``reasons``: why a use of the model was done without."""

    search: str
    model: Literal["assisted", "model-free"]
    model_id: str | None
    reasons: list[str]


class Ask(TypedDict):
    trace_id: str
    question: str
    at: str
    at_given: bool
    language: Literal["ru", "uk", "ro", "en"]
    type: Literal[
        "factual",
        "factual_with_explanation",
        "partial_coverage",
        "clarification_required",
        "empty_but_valid",
        "no_grounded_answer",
        "route_mismatch_blocked",
        "backend_error",
    ]
    action: Literal["answer", "clarify", "abstain"]
    text: str
    sections: Sections
    claims: list[Claim]
    requirements: list[Requirement]
    coverage: Coverage
    conflicts: list[Conflict]
    grounding: Grounding
    gap_id: str | None
    understood: str | None
    unverified: list[Unverified]
    debug: NotRequired[Debug]
    took_ms: float
    warnings: NotRequired[list[str]]
