"""What shape have the outputs of ``eval``, ``gate`` and ``golden``? The types that ``shapes`` puts beside the others."""

from __future__ import annotations

from typing import Any, Literal

from typing_extensions import TypedDict


class Figure(TypedDict):
    """A value with its 95 % interval; ``hits`` for shares, ``null`` for means."""

    value: float | None
    n: int
    low: float | None
    high: float | None
    hits: int | None


class DatasetProblem(TypedDict):
    file: str
    line: int | None
    field: str
    message: str


class EvalCorpus(TypedDict):
    documents: int
    ready: int
    unchanged: int
    failed: int
    fragments: int


class Eval(TypedDict):
    dataset: str
    split: str
    at: str
    assistant: str
    mode: str
    model_id: str | None
    depth: int
    corpus: EvalCorpus
    queries: int
    judged: int
    unjudged: int
    measures: dict[str, Figure]
    took_ms: dict[str, float | None]
    problems: list[DatasetProblem]
    run: str | None
    qrels: str | None
    warnings: list[str]


class GateSide(TypedDict):
    name: str
    kind: Literal["assistant", "file"]
    digest: str | None
    settings: dict[str, Any] | None


class ComparedModel(TypedDict):
    """One row: shares with intervals, counts, and what it took. ``model`` "none": without any. ``fallbacks``: uses that were
    done without it, by code; ``cost``: by the prices of the settings."""

    model: str
    answer_correctness: Figure
    citation_accuracy: Figure
    refused: int
    invented: int
    phrased: int
    dropped: int
    fallbacks: dict[str, int]
    calls: int
    tokens_in: int
    tokens_out: int
    seconds: float
    cost: float


class Compared(TypedDict):
    questions: str
    cases: int
    same_fragments: bool
    models: list[ComparedModel]
    warnings: list[str]


class GateDifference(TypedDict):
    """Challenger minus champion; ``p`` is McNemar's, of so uneven a split of better and worse by chance."""

    value: float | None
    low: float | None
    high: float | None
    better: int
    worse: int
    p: float


class GateScore(TypedDict):
    champion: Figure
    challenger: Figure
    difference: GateDifference
    better_cases: list[str]
    worse_cases: list[str]


class GateReason(TypedDict):
    code: Literal[
        "worse_on_answers",
        "worse_on_citations",
        "better_on_neither",
        "new_invention",
        "not_judged",
        "nothing_to_compare",
        "other_fragments",
    ]
    message: str


class GoldenFile(TypedDict):
    file: str
    digest: str
    cases: int


class FileDigest(TypedDict):
    file: str
    digest: str


class GateContext(TypedDict):
    """Cases with the same fragments on both sides, with others, not recorded; ``frozen``: answered from the champion's."""

    same: int
    different: int
    unknown: int
    frozen: int


class GateRun(TypedDict):
    """A run as it is kept; ``digest`` is over everything else, ``previous`` the digest of the run before."""

    kind: Literal["gate"]
    date: str
    who: str
    passed: bool
    verdict: Literal["passed", "refused"]
    reasons: list[GateReason]
    golden: GoldenFile
    facts: FileDigest | None
    champion: GateSide
    challenger: GateSide
    cases: int
    scores: dict[str, GateScore]
    new_inventions: list[str]
    not_judged: list[str]
    context: GateContext
    previous: str
    digest: str


class InputError(TypedDict):
    file: str
    row: int
    field: str
    message: str
    case_id: str


class Gate(GateRun):
    history: str
    input_errors: list[InputError]
    warnings: list[str]


class Gates(TypedDict):
    """What ``opora gate --list`` prints."""

    history: str
    broken: str | None
    runs: list[GateRun]


class GoldenRow(TypedDict):
    """A row of a golden set, cell by cell."""

    id: str
    at: str
    question: str
    expected_action: str
    fact_ids: str
    source_ids: str
    expected_response: str
    collection: str


class FactRow(TypedDict):
    """A row of a register, cell by cell."""

    fact_id: str
    source_id: str
    field: str
    value: str
    type: str
    unit: str
    quote: str
    anchor: str


class GoldenAdd(TypedDict):
    """What ``opora golden add`` prints; ``facts`` are the rows that were new."""

    case: GoldenRow
    facts: list[FactRow]
    golden: str
    register: str | None


class NearCase(TypedDict):
    case_id: str
    question: str
    likeness: float


class Proposed(TypedDict):
    state: Literal["checked", "missing_fact", "open_conflict", "unstable"]
    why: str
    question: str
    at: str
    asked: int
    trace_ids: list[str]
    wording: Literal["new", "variant"]
    nearest: NearCase | None
    case: GoldenRow
    facts: list[FactRow]
    missing: list[str]
    conflicts: list[list[str]]
    context: list[dict[str, Any]]
    searches: list[dict[str, Any]]


class ForPerson(TypedDict):
    question: str
    at: str
    asked: int
    missing: list[str]
    conflicts: list[list[str]]
    why: str


class Together(TypedDict):
    question: str
    members: list[str]
    asked: int


class GoldenPropose(TypedDict):
    """What ``opora golden propose`` prints."""

    golden: str
    known: int
    asked: int
    wordings: int
    proposals: list[Proposed]
    missing_facts: list[ForPerson]
    open_conflicts: list[ForPerson]
    clusters: list[Together]
    written: dict[str, Any] | None
    warnings: list[str]
