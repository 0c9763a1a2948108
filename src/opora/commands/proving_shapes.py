"""What shape have the outputs of ``replay``, ``verify`` and ``export``? The types that ``shapes`` puts beside the others."""

from __future__ import annotations

from typing import Any, Literal

from typing_extensions import TypedDict


class Stage(TypedDict):
    name: str
    same: bool
    differs: list[str]


class Change(TypedDict):
    """``was`` and ``now`` are of any JSON type; ``null`` where there is nothing."""

    what: str
    was: Any
    now: Any


class Changed(TypedDict):
    documents: list[Change]
    retrieval: list[Change]
    answer: list[Change]


class Assistants(TypedDict):
    was: str
    now: str


class Replay(TypedDict):
    trace_id: str
    replay_id: str
    kind: Literal["recorded", "assistant", "answer", "today"]
    question: str
    at: str
    assistant: Assistants
    recorded: dict[str, Any]
    replayed: dict[str, Any]
    first_difference: str | None
    stages: list[Stage]
    changed: Changed
    read_from_library: list[str]
    notes: list[str]
    warnings: list[str]
