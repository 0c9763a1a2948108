"""Is this claim borne out by this evidence? The grounding check alone, on any text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from opora.answering.bearing import Bearing, bearing, speaks_up
from opora.answering.ground import coverage, follows, ground, verdict
from opora.domain.reply import Check
from opora.errors import UsageError
from opora.ports import Embedder


def check_claim(line: Mapping[str, object], embedder: Embedder | None = None) -> dict[str, object]:
    """Judge ``{"id", "claim", "evidence", "question"}``; "question" and "context" may be missing.

    Gives ``{"id", "verdict", "score", "checks"}``; ``score`` (0..1) is at least 0.5 only when supported. A claim that
    follows a sentence of the evidence is judged by the checks; one in other words also by ``bearing``, with the
    embedder's cosine where there is one. A failed check of values or names is never outweighed.
    UsageError when "claim" or "evidence" is missing or not a text.
    """
    claim, evidence = _text(line, "claim"), _text(line, "evidence")
    question, context = _text(line, "question", ""), _text(line, "context", "")
    checks = ground(claim, evidence, question, context)
    whole = f"{context}\n{evidence}" if context else evidence
    if not follows(claim, evidence) or speaks_up(claim, whole):
        borne = bearing(claim, whole, embedder)
        checks = _weighed(checks, borne)
        chance = borne.chance
    else:
        chance = 0.5 + coverage(claim, whole) / 2
    found = verdict(checks)
    passed = sum(check.ok for check in checks) / len(checks)
    score = max(0.5, chance) if found == "supported" else min(chance, 0.98) * passed / 2
    return {
        "id": line.get("id"),
        "verdict": found,
        "score": round(score, 4),
        "checks": [{"name": check.name, "ok": check.ok, "note": check.note} for check in checks],
    }


def _weighed(checks: Sequence[Check], borne: Bearing) -> tuple[Check, ...]:
    """The check of words gives way to the regression, which says what it rests on."""
    note = f"borne out with a chance of {borne.chance:.2f}, {borne.limit:.2f} is needed"
    if borne.cosine is not None:
        note += f"; cosine {borne.cosine:.2f}"
    kept = [check for check in checks if check.name != "words"]
    return (*kept, Check("words", borne.enough, note))


def _text(line: Mapping[str, object], field: str, default: str | None = None) -> str:
    value = line.get(field)
    if value is None:
        value = default
    if not isinstance(value, str):
        raise UsageError(f"a claim line needs {field!r} as a text", 'lines look like {"id", "claim", "evidence"}')
    return value
