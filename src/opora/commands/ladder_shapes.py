"""What shape have the outputs of ``ladder``, ``promote`` and ``fragments --worst``?"""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from opora.commands.diagnosing_shapes import InputError
from opora.commands.measuring_shapes import Figure


class Rung(TypedDict):
    """One strategy. What an index cost is ``null`` for what serves already: nothing was made for it.

    ``seconds``: of this run; ``seconds_from_nothing``: with about what making the vectors that were known would take.
    ``took_ms``: of a question that was asked before, its vector known; the ways take turns. ``bytes``: of its whole trial database, texts and words included. ``model_calls``: texts embedded in this run.
    ``recall``, ``iou``: of the first ``k`` fragments, by the places of the facts; of sources where a case has no fact.
    """

    strategy: str
    serving: bool
    prototype: bool
    fragments: int
    vectors: int | None
    seconds: float | None
    seconds_from_nothing: float | None
    bytes: int | None
    model_calls: int | None
    reused_vectors: int | None
    unchanged: int
    recall: Figure
    iou: Figure
    answer_correctness: Figure
    citation_accuracy: Figure
    took_ms: float | None
    beats_on_answers: bool
    beats_on_citations: bool
    beats_baseline: bool


class Questions(TypedDict):
    """``cases``: how many were asked, of so many ``rows`` that are for the collection or cannot be read."""

    file: str
    digest: str
    cases: int
    rows: int


class Ladder(TypedDict):
    """``embed_ms``: of making the vector of a question, once for all strategies; no part of their ``took_ms``.

    ``input_errors``: of the questions that were not asked, and of the register. Where no question could be asked there are
    no ``strategies``, and nothing is kept: ``history`` is ``null``.
    """

    kind: Literal["ladder"]
    collection: str
    questions: Questions
    k: int
    assistant: str
    baseline: str
    embed_ms: float | None
    serving: list[str]
    state: str
    strategies: list[Rung]
    date: str
    who: str
    history: str | None
    input_errors: list[InputError]
    warnings: list[str]


class Promoted(TypedDict):
    """``measured``: a ladder of these very texts showed that it beats the baseline."""

    kind: Literal["promote"]
    collection: str
    strategy: str
    measured: bool
    versions: int
    fragments: int
    strategies: dict[str, int]
    embedded: int
    reused_vectors: int
    date: str
    who: str
    history: str
    warnings: list[str]


class Reindexed(TypedDict):
    """``left``: versions without vectors of the model; ``texts``, ``tokens``: what the model is or would be given for them."""

    model_id: str
    left: int
    done: int
    texts: int
    tokens: int
    embedded: int


class WorstReason(TypedDict):
    code: str
    message: str
    weight: float


class Worst(TypedDict):
    fragment_id: str
    version_id: str
    passage_id: str
    anchor: str
    start: int
    end: int
    path: str
    text: str
    context: str
    tokens: int
    uncertain: bool
    score: float
    reasons: list[WorstReason]
