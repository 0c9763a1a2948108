"""What happened, and can it be shown again? The record of one reply, hash-chained to the one before it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Step:
    """One stage: its name (normalise, require, plan, retrieve, explain, ground, compose), input and output as plain JSON."""

    name: str
    input: object
    output: object
    took_ms: float = 0.0


@dataclass(frozen=True, slots=True)
class Trace:
    """``digest`` is SHA-256 over the canonical JSON of everything else, ``previous`` the digest of the trace before."""

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
