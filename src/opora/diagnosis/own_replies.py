"""What did Opora itself answer? A kept trace as an answer to be judged: its claims, and every fragment it had."""

from __future__ import annotations

from collections.abc import Container
from typing import Any, cast

from opora.domain.case import GivenAnswer, GivenClaim, Retrieved
from opora.domain.reply import Action
from opora.domain.trace import Trace


def answer_from(trace: Trace, question_id: str, registered: Container[str] | None = None) -> GivenAnswer:
    """The reply of a trace; ``retrieved`` holds what the search brought, whether it was used or not.

    ``registered``: the ids of the register that judges; a fact that only the library knows is then judged by its words.
    """
    reply: dict[str, Any] = trace.reply
    claims = tuple(_claim(claim, registered) for claim in reply.get("claims", ()))
    cited = tuple(dict.fromkeys(claim.source_id for claim in claims if claim.source_id))
    return GivenAnswer(
        question_id,
        cast(Action, reply.get("action", "abstain")),
        str(reply.get("text", "")),
        claims,
        cited,
        retrieved_in(trace),
        trace.trace_id,
    )


def retrieved_in(trace: Trace) -> tuple[Retrieved, ...] | None:
    """The fragments of the step "retrieve", best first, each once; ``None`` when the trace holds no such step."""
    steps = [step for step in trace.steps if step.name == "retrieve"]
    if not steps:
        return None
    found: dict[str, Retrieved] = {}
    searches: Any = steps[0].output
    for search in searches if isinstance(searches, list) else ():
        for hit in search.get("hits", ()):
            piece = hit["fragment"]
            found.setdefault(piece["fragment_id"], Retrieved(hit["source_id"], piece["text"], piece["version_id"]))
    return tuple(found.values())


def _claim(claim: dict[str, Any], registered: Container[str] | None) -> GivenClaim:
    cite = claim.get("citation", {})
    facts = [name for name in claim.get("fact_ids") or () if registered is None or name in registered]
    return GivenClaim(
        facts[0] if facts else None,
        None,
        cite.get("source_id"),
        cite.get("anchor"),
        cite.get("quote"),
        str(claim.get("text", "")),
        cite.get("version_id"),
    )
