"""What of a reply is written down, and in which JSON?"""

from __future__ import annotations

from opora.canonical import plain
from opora.domain.reply import Claim, Reply, Unverified
from opora.domain.trace import Trace


def reply_record(reply: Reply) -> dict[str, object]:
    """The reply as plain JSON, without what belongs to the asking (ids, date, duration)."""
    coverage = plain(reply.coverage)
    return {
        "language": reply.language,
        "type": reply.type,
        "action": reply.action,
        "text": reply.text,
        "sections": plain(reply.sections),
        "claims": [_claim(claim) for claim in reply.claims],
        "requirements": [
            {
                "id": r.requirement_id,
                "text": r.text,
                "kind": r.kind,
                "subject": r.subject,
                "status": status,
                "at": plain(r.at),
            }
            for r, status in reply.requirements
        ],
        "coverage": coverage,
        "conflicts": plain(reply.conflicts),
        "grounding": plain(reply.grounding),
        "gap_id": reply.gap_id,
        "understood": reply.understood,
        "unverified": [_unverified(one) for one in reply.unverified],
    }


def reply_json(reply: Reply, trace: Trace) -> dict[str, object]:
    """The shape of ``opora ask --json``."""
    head = {"trace_id": trace.trace_id, "question": trace.question, "at": trace.at}
    return {**head, **reply_record(reply), "took_ms": trace.log.get("took_ms", 0.0)}


def _unverified(one: Unverified) -> dict[str, object]:
    evidence = one.evidence
    names = ("anchor", "quote", "source_id", "version_id", "label", "page", "page_label", "start", "end")
    told = {name: getattr(evidence, name) for name in names}
    return {
        "requirement_id": one.requirement_id,
        **told,
        "boxes": plain(evidence.boxes),
        "numbers": [
            {name: getattr(n, name) for name in ("item_id", "text", "other", "confidence", "start", "end", "state")}
            for n in one.numbers
        ],
    }


def _claim(claim: Claim) -> dict[str, object]:
    evidence = claim.evidence
    return {
        "id": claim.claim_id,
        "requirement_ids": list(claim.requirement_ids),
        "text": claim.text,
        "fact_ids": list(claim.fact_ids),
        "value": claim.value,
        "citation": {
            "number": claim.number,
            "anchor": evidence.anchor,
            "quote": evidence.quote,
            "source_id": evidence.source_id,
            "version_id": evidence.version_id,
            "label": evidence.label,
            "valid_from": plain(evidence.validity.start),
            "valid_until": plain(evidence.validity.end),
            "page": evidence.page,
            "page_label": evidence.page_label,
            "section": evidence.section,
            "headings": list(evidence.headings),
            "passage_id": evidence.passage_id,
            "table": plain(evidence.table),
            "start": evidence.start,
            "end": evidence.end,
            "boxes": plain(evidence.boxes),
            **({"url": evidence.url, "read_at": evidence.read_at} if evidence.read_at else {}),
        },
        "confidence": claim.confidence,
        "checks": plain(claim.checks),
    }
