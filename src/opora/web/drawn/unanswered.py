"""What was asked of late and not answered? Requirements without an answer in the kept traces, alike ones together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from opora.domain.trace import Trace

LOOKED_AT = 400
_OPEN = ("uncovered", "partial", "unconfirmed", "conflict", "needs_clarification")


@dataclass(frozen=True, slots=True)
class Gap:
    """``count`` times asked; ``trace_id``, ``at`` and ``question`` are those of the last time."""

    text: str
    status: str
    count: int
    question: str
    at: str
    trace_id: str
    channel: str


def gaps(traces: Iterable[Trace]) -> list[Gap]:
    """From traces newest first, in that order; replays are not questions of anybody."""
    found: dict[str, Gap] = {}
    for trace in traces:
        requirements: Any = trace.reply.get("requirements")
        if trace.context.get("of") or not isinstance(requirements, list):
            continue
        for one in requirements:
            if one.get("status") not in _OPEN:
                continue
            key = " ".join(str(one["text"]).casefold().split()).rstrip("?.! ")
            last = found.get(key)
            found[key] = (
                Gap(one["text"], one["status"], 1, trace.question, trace.at, trace.trace_id, trace.channel)
                if last is None
                else Gap(last.text, last.status, last.count + 1, last.question, last.at, last.trace_id, last.channel)
            )
    return list(found.values())
