"""What happened, and can it be shown again? The record of one reply, hash-chained to the one before it."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Step:
    """One stage: its name (normalise, require, plan, retrieve, explain, ground, compose), input and output as plain JSON."""

    name: str
    input: object
    output: object
    took_ms: float = 0.0


@dataclass(frozen=True, slots=True)
class Trace:
    """``context`` is all that was read for the reply; it is enough to answer again without library or model.

    ``seals`` has the SHA-256 of each part by its name, ``digest`` is that of the seals, and ``previous`` is the digest of
    the trace before. A part that was erased is ``{"erased": its SHA-256}``.
    """

    trace_id: str
    question: str
    at: str
    assistant: str
    channel: str
    steps: tuple[Step, ...]
    reply: dict[str, object]
    log: dict[str, object]
    previous: str = ""
    digest: str = ""
    context: dict[str, object] = field(default_factory=dict)
    seals: dict[str, str] = field(default_factory=dict)
