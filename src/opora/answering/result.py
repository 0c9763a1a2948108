"""What did one search give, in the shape that every route's result has?"""

from __future__ import annotations

from collections.abc import Sequence

from opora.answering.finding import Finding
from opora.domain.question import ExecutionFragment
from opora.domain.reply import Reply
from opora.domain.result import Confidence, Evidence, Hit, ResultStatus, ResultType, RouteResult
from opora.domain.source import Registered

_STATUS: dict[str, ResultStatus] = {
    "answer": "ok",
    "undefined": "ok",
    "conflict": "partial",
    "choose": "partial",
    "weak": "partial",
    "mismatch": "partial",
    "error": "error",
    "unverified": "partial",
    "unconfirmed": "error",
}
_RISKS = {
    "conflict": "sources in force disagree",
    "choose": "the question fits several places equally",
    "weak": "the nearest place does not settle the question",
    "mismatch": "the nearest place speaks of something else",
    "unconfirmed": "what the shop says could not be confirmed",
    "unverified": "a number in the place that answers was not read surely",
}


def route_result(fragment: ExecutionFragment, findings: Sequence[Finding], hits: Sequence[Hit]) -> RouteResult:
    """One execution fragment's findings and hits as the unified result; nothing in it was not found."""
    outcomes = [finding.outcome for finding in findings]
    drafts = [draft for finding in findings for draft in finding.drafts]
    statuses: list[ResultStatus] = [_STATUS.get(outcome, "empty") for outcome in outcomes]
    ranked: tuple[ResultStatus, ...] = ("error", "ok", "partial")
    status: ResultStatus = next((s for s in ranked if s in statuses), "empty")
    settled = [f"settled by {finding.settled_by}" for finding in findings if finding.settled_by]
    chances = [dict(finding.signals).get("chance", 0.0) for finding in findings]
    kind: ResultType = "list" if len(drafts) > 1 else "object" if drafts else "summary"
    return RouteResult(
        fragment_id=fragment.fragment_id,
        requirement_ids=fragment.requirement_ids,
        route=fragment.route,
        status=status,
        result_type=kind,
        items=tuple(hits),
        summary=f"{len(hits)} fragments of {len({hit.source_id for hit in hits})} sources",
        evidence=(*(draft.evidence for draft in drafts), *_support(findings)),
        why_included=_why(hits[0]) if hits else "",
        selection_reason="; ".join([*dict.fromkeys(outcomes), *settled]),
        risk_factors=tuple(dict.fromkeys(_RISKS[outcome] for outcome in outcomes if outcome in _RISKS)),
        business_interpretation=drafts[0].text if drafts else "",
        confidence=_confidence(max(chances, default=0.0)) if status == "ok" else "low",
        limitations=("words only: no vectors",) if hits and all(h.scores.dense is None for h in hits) else (),
        errors=tuple(finding.note for finding in findings if finding.outcome == "error"),
    )


def live_result(fragment: ExecutionFragment, findings: Sequence[Finding]) -> RouteResult:
    """What the shops gave for one execution fragment, and why what they did not give is missing."""
    drafts = [draft for finding in findings for draft in finding.drafts]
    missing = tuple(finding.note for finding in findings if finding.outcome == "unconfirmed")
    read = dict.fromkeys(f"{one.evidence.url} at {one.evidence.read_at}" for one in drafts)
    return RouteResult(
        fragment_id=f"{fragment.fragment_id}-live",
        requirement_ids=tuple(finding.requirement.requirement_id for finding in findings),
        route="live",
        status="error" if missing else "ok" if len(drafts) == 1 else "partial",
        result_type="object" if len(drafts) == 1 else "list",
        summary=f"{len(drafts)} offers read at the moment of the question",
        evidence=tuple(draft.evidence for draft in drafts),
        why_included=f"read from {'; '.join(read)}" if read else "",
        selection_reason="; ".join(dict.fromkeys(finding.outcome for finding in findings)),
        risk_factors=tuple(_RISKS[f.outcome] for f in findings if f.outcome in _RISKS),
        business_interpretation=drafts[0].text if drafts else "",
        confidence="high" if drafts and not missing else "low",
        errors=missing,
    )


def canonical_result(
    fragment: ExecutionFragment, findings: Sequence[Finding], facts: Sequence[Registered]
) -> RouteResult:
    """What the registered facts gave for one execution fragment; ids of facts stand in the reasons."""
    said = [draft for finding in findings for draft in finding.drafts if draft.fact_ids]
    against = [finding.registered.fact_id for finding in findings if finding.registered]
    named = list(dict.fromkeys(name for draft in said for name in draft.fact_ids))
    status: ResultStatus = "partial" if against else "ok" if said else "empty"
    return RouteResult(
        fragment_id=f"{fragment.fragment_id}-canonical",
        requirement_ids=fragment.requirement_ids,
        route="canonical",
        status=status,
        result_type="object" if len(named) == 1 else "list",
        summary=f"{len(facts)} registered facts of {len({one.fact.source_id for one in facts})} sources",
        evidence=tuple(draft.evidence for draft in said),
        why_included=f"stated at the place: {', '.join(named)}" if named else "",
        selection_reason="; ".join(finding.outcome for finding in findings),
        risk_factors=tuple(f"{name}: no text bears it out" for name in against),
        business_interpretation=said[0].text if said else "",
        confidence="high" if said else "low",
        limitations=tuple(sorted({one.fact.fact_id for one in facts if not one.places and not one.elsewhere})),
    )


def _support(findings: Sequence[Finding]) -> list[Evidence]:
    """What bears on an answer that stands, after the places that it quotes."""
    return [one for finding in findings if finding.outcome == "answer" and finding.drafts for one in finding.support]


def _why(hit: Hit) -> str:
    figures = {"words": hit.scores.lexical, "meaning": hit.scores.dense, "fused": hit.scores.fused}
    return ", ".join(f"{name} {figure:.3f}" for name, figure in figures.items() if figure is not None)


def _confidence(chance: float) -> Confidence:
    return "high" if chance >= 0.85 else "medium" if chance >= 0.6 else "low"


def log_fields(reply: Reply, results: Sequence[RouteResult]) -> dict[str, object]:
    """What a log of questions is searched by: requirements, coverage, grounding, kind of reply and reasons, as plain JSON."""
    coverage = reply.coverage
    subjects = [check.ok for check in reply.grounding.checks if check.name == "subject"]
    mismatch = reply.type == "route_mismatch_blocked" or bool(coverage.out_of_scope_requirements)
    open_ = set(coverage.clarification_needed_for)
    return {
        "requirements_extracted": [requirement.text for requirement, _ in reply.requirements],
        "requirements_total": coverage.requirements_total,
        "requirements_covered": coverage.requirements_covered,
        "requirements_uncovered": list(coverage.requirements_uncovered),
        "coverage_status": _coverage_status(reply),
        "answer_grounding_status": reply.grounding.status,
        "reply_semantic_type": reply.type,
        "why_included_summary": "; ".join(dict.fromkeys(one.why_included for one in results if one.why_included)),
        "selection_reason_summary": "; ".join(dict.fromkeys(r.selection_reason for r in results if r.selection_reason)),
        "route_subject_match": False if mismatch else all(subjects) if subjects else None,
        "clarification_target": [r.text for r, _ in reply.requirements if r.requirement_id in open_],
        "dropped_intent_segments": list(coverage.dropped_intent_segments),
    }


def _coverage_status(reply: Reply) -> str:
    if reply.action == "clarify":
        return "clarification"
    coverage = reply.coverage
    if coverage.requirements_total and coverage.requirements_covered == coverage.requirements_total:
        return "full"
    return "partial" if coverage.requirements_covered else "none"
