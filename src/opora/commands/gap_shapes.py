"""What shape have the outputs of ``opora gaps``? The types that ``shapes`` puts beside those of the other commands."""

from __future__ import annotations

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict


class Near(TypedDict):
    anchor: str
    score: float
    text: str
    title: str


class Proposed(TypedDict):
    gap_id: str
    part: str
    likeness: float
    why: Literal["word forms", "meaning"]


class Moved(TypedDict):
    at: str
    who: str
    move: Literal["approve", "ignore", "link", "reopen", "withdraw"]
    note: str


class Approved(TypedDict):
    text: str
    author: str
    at: str
    source_id: str
    version_id: str
    collection: str
    question: str
    valid_from: str | None
    valid_until: str | None
    mends: str
    aliases: list[str]
    confirmed: list[str]


class GapItem(TypedDict):
    """``first``: the gap whose duplicate it is, else ""; ``asked_in_all``: with its duplicates."""

    gap_id: str
    state: Literal["pending", "approved", "ignored", "duplicate"]
    part: str
    question: str
    at: str
    language: str
    channel: str
    channels: list[str]
    assistant: str
    trace_id: str
    asked: int
    asked_in_all: int
    first_asked: str
    last_asked: str
    age_days: int
    owner: str
    collections: list[str]
    nearest: list[Near]
    first: str
    duplicates: list[str]
    proposed: list[Proposed]
    wordings: list[str]
    answer: Approved | None
    history: list[Moved]


class Flagged(TypedDict):
    kind: str
    text: str


class Preview(TypedDict):
    """``text``: as it will be cited; ``personal``: what may tell of a person."""

    text: str
    label: str
    personal: list[Flagged]
    wordings: list[str]


class Gaps(TypedDict):
    """``changed``: whether this call did it; the same once more does nothing. ``told``: how many were told of."""

    items: list[GapItem]
    changed: NotRequired[bool]
    preview: NotRequired[Preview]
    alias: NotRequired[dict[str, Any]]
    told: NotRequired[int]
    digest: NotRequired[str]
    erased: NotRequired[list[str]]
    left: NotRequired[list[str]]
