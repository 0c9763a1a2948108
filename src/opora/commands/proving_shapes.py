"""What shape have the outputs of ``replay``, ``verify`` and ``export``? The types that ``shapes`` puts beside the others."""

from __future__ import annotations

from typing import Any, Literal

from typing_extensions import TypedDict


class Finding(TypedDict):
    kind: Literal["changed", "missing", "added", "out_of_order", "truncated", "unreadable", "damaged", "erased"]
    where: str
    what: str
    expected: str
    found: str


class Verified(TypedDict):
    """``heads``: the newest digest of each chain, "" for none. ``signed_by``: the public key of a signed bundle."""

    of: Literal["library", "bundle"]
    findings: list[Finding]
    checked: dict[str, int]
    heads: dict[str, str]
    signed_by: str | None


class Exported(TypedDict):
    bundle: str
    files: list[str]
    traces: int
    searches: int
    heads: dict[str, str]
    signed_by: str | None


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
    kind: Literal["recorded", "assistant", "answer", "model", "today"]
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
