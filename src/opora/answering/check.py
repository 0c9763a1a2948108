"""Is this claim borne out by this evidence? The grounding check alone, on any text."""

from __future__ import annotations

from collections.abc import Mapping

from opora.answering.ground import coverage, ground, verdict
from opora.errors import UsageError


def check_claim(line: Mapping[str, object]) -> dict[str, object]:
    """Judge ``{"id", "claim", "evidence", "question"}``; "question" and "context" may be missing.

    Gives ``{"id", "verdict", "score", "checks"}``; ``score`` (0..1) is at least 0.5 only when supported.
    UsageError when "claim" or "evidence" is missing or not a text.
    """
    claim, evidence = _text(line, "claim"), _text(line, "evidence")
    question, context = _text(line, "question", ""), _text(line, "context", "")
    checks = ground(claim, evidence, question, context)
    found = verdict(checks)
    share = coverage(claim, f"{context}\n{evidence}")
    passed = sum(check.ok for check in checks) / len(checks)
    score = 0.5 + share / 2 if found == "supported" else share * passed / 2.01
    return {
        "id": line.get("id"),
        "verdict": found,
        "score": round(score, 4),
        "checks": [{"name": check.name, "ok": check.ok, "note": check.note} for check in checks],
    }


def _text(line: Mapping[str, object], field: str, default: str | None = None) -> str:
    value = line.get(field)
    if value is None:
        value = default
    if not isinstance(value, str):
        raise UsageError(f"a claim line needs {field!r} as a text", 'lines look like {"id", "claim", "evidence"}')
    return value
