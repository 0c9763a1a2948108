"""What shape have the outputs of ``eval``, ``gate`` and ``golden``? The types that ``shapes`` puts beside the others."""

from __future__ import annotations

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
