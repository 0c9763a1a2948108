"""What is the person told, in their language, and with which claims?"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from opora.answering.asked_day import time_not_read
from opora.answering.clauses import asks
from opora.answering.courtesy import is_courtesy
from opora.answering.finding import Draft, Finding
from opora.answering.phrases import say
from opora.answering.sections import (
    STATUS,
    ask_owner,
    confirmed,
    day_in,
    items_of,
    kept_back,
    other_day,
    place_with_page,
    read_at,
    sections,
)
from opora.domain.question import Message, RequirementStatus
from opora.domain.reply import Claim, Conflict, ConflictValue, Coverage, Grounding, Reply, ReplyType
from opora.domain.result import Confidence

_SHOWN = 200  # characters of what was not looked at
_LEADS = re.compile(r": \[\d+\]$")
_MARKED = re.compile(r"\s*(?:\(?\w{1,3}[.)]|[•*–—-])\s")


@dataclass(frozen=True, slots=True)
class _Said:
    """A claim and the draft it was made from."""

    claim: Claim
    draft: Draft


def compose(message: Message, findings: tuple[Finding, ...], dropped: tuple[str, ...], language: str) -> Reply:
    """One of the eight replies. Every claim in it passed its checks; every gap is named."""
    findings = _said_once(findings)
    said = _claims(findings)
    lines = [_lines(finding, said[finding.requirement.requirement_id], language, message) for finding in findings]
    claims = tuple(s.claim for group in said.values() for s in group)
    kind = _type(findings)
    answer = "\n".join(line for group in lines for line in group) or say(language, "none_all")
    answer = "\n".join([answer, *_not_looked_at(dropped, language)])
    read_as = [say(language, "understood", text=message.understood)] if message.understood else []
    text = "\n".join([*read_as, answer])
    checks = tuple(check for claim in claims for check in claim.checks)
    return Reply(
        type=kind,
        text=text,
        sections=sections(message, findings, claims, language),
        claims=claims,
        requirements=tuple((f.requirement, STATUS[f.outcome]) for f in findings),
        coverage=_coverage(findings, dropped),
        conflicts=_conflicts(findings, said),
        grounding=Grounding("passed" if claims else "empty", checks),
        language=language,
        understood=message.understood,
        unverified=tuple(one for finding in findings for one in finding.unverified),
    )


def _not_looked_at(dropped: tuple[str, ...], language: str) -> list[str]:
    """What asks and was left out: questions beyond the number that one message may hold."""
    asked = [segment for segment in dropped if asks(segment, False) and not is_courtesy(segment)]
    shown = (one if len(one) <= _SHOWN else f"{one[:_SHOWN].rstrip()}…" for one in asked)
    return [say(language, "not_looked_at", text=" ".join(one.split())) for one in shown]


def _said_once(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """What stands beside one answer is left out where it is itself the answer, or a part of it, to another question."""
    answers = [(f, _place(d)) for f in findings for d in f.drafts if f.outcome == "answer" and d.role == "answer"]

    def told(finding: Finding, draft: Draft) -> bool:
        version, start, end = _place(draft)
        return draft.role in ("exception", "note") and any(
            other is not finding and place[0] == version and place[1] <= start and end <= place[2]
            for other, place in answers
        )

    return tuple(replace(f, drafts=tuple(d for d in f.drafts if not told(f, d))) for f in findings)


def _claims(findings: tuple[Finding, ...]) -> dict[str, list[_Said]]:
    made: dict[str, list[_Said]] = {}
    owners: dict[tuple[str, int, int], list[str]] = {}
    for finding in findings:
        for draft in finding.drafts:
            owners.setdefault(_place(draft), []).append(finding.requirement.requirement_id)
    number = 0
    for finding in findings:
        group: list[_Said] = []
        for draft in finding.drafts:
            if owners[_place(draft)][0] != finding.requirement.requirement_id:
                continue  # the same place bears out an earlier requirement: one claim for both
            number += 1
            key = tuple(dict.fromkeys(owners[_place(draft)]))
            claim = Claim(
                claim_id=f"C{number}",
                requirement_ids=key,
                text=draft.text,
                evidence=draft.evidence,
                number=number,
                checks=draft.checks,
                confidence=_confidence(finding),
                fact_ids=draft.fact_ids,
                value=draft.value.text if draft.value else None,
            )
            group.append(_Said(claim, draft))
        made[finding.requirement.requirement_id] = group
    return made


def _place(draft: Draft) -> tuple[str, int, int]:
    return draft.evidence.version_id, draft.evidence.start, draft.evidence.end


def _confidence(finding: Finding) -> Confidence:
    chance = dict(finding.signals).get("chance", 0.0)
    if finding.outcome in ("conflict", "choose"):
        return "medium"
    return "high" if chance >= 0.85 else "medium" if chance >= 0.6 else "low"


def _notes(said: list[_Said], language: str) -> list[str]:
    """What stands beside the answer; of a text that may be of the same thing and say otherwise, that it is to be compared."""
    notes = [one for one in said if one.draft.role == "note"]
    ranks = [s.claim.evidence.authority or 0 for s in said if s.draft.role == "answer"]

    def opened(one: _Said) -> str:
        if not one.draft.by_meaning:
            return "beside"
        return "perhaps_above" if ranks and (one.claim.evidence.authority or 0) > max(ranks) else "perhaps"

    return [f"{say(language, opened(one))} {_marked(one.claim)}" for one in notes]


def _lines(finding: Finding, said: list[_Said], language: str, message: Message) -> list[str]:
    asked = finding.requirement.text
    at = finding.requirement.at or message.question.at
    claims = [_marked(s.claim) for s in said if s.draft.role == "answer"]
    if finding.outcome == "answer" and finding.drafts and not said:
        return []  # the same place has answered an earlier question
    if finding.outcome == "answer":
        limits = [f"{say(language, 'exception')} {_marked(s.claim)}" for s in said if s.draft.role == "exception"]
        limits += _notes(said, language)
        others = [f"{say(language, 'settled')} {_marked(s.claim)}" for s in said if s.draft.role == "other"]
        unsure = [say(language, "unsure")] if any(s.claim.confidence == "low" for s in said) else []
        known = [*dict.fromkeys(line for s in said for line in confirmed(s.claim, language))]
        limits += kept_back(finding, language)
        return [
            *other_day(finding, message, language),
            *_listed(finding, claims),
            *unsure,
            *known,
            *limits,
            *others,
            *dict.fromkeys(read_at(s.claim.evidence, language) for s in said if finding.live),
            *_time_not_read(finding, message, language),
        ]
    if finding.outcome == "conflict":
        ask = ask_owner([s.claim.evidence for s in said], language)
        fact = finding.registered
        told = [say(language, "registered", value=f"{fact.value} {fact.unit or ''}".strip())] if fact else []
        notes = _notes(said, language)
        return [say(language, "conflict_fact" if fact else "conflict"), *claims, *told, *notes, ask]
    if finding.outcome == "unverified":
        items = ", ".join(dict.fromkeys(items_of(one) for one in finding.unverified))
        places = "; ".join(dict.fromkeys(place_with_page(one.evidence, language) for one in finding.unverified))
        return [say(language, "unverified_at", text=asked, place=places, item=items)]
    if finding.outcome == "unconfirmed":
        return [say(language, "unconfirmed_at", text=asked, why=say(language, f"why_{finding.note}"))]
    if finding.outcome == "undefined":
        return [say(language, "undefined"), *claims]
    if finding.outcome == "choose":
        asked_back = "unnamed" if len(claims) == 1 else "choose"
        return [say(language, asked_back), *claims] if claims else [say(language, "no_subject")]
    if finding.outcome == "nothing_in_force":
        return [say(language, "nothing_in_force", date=day_in(at, language))]
    if finding.outcome in ("mismatch", "error"):
        return [say(language, finding.outcome, text=asked)]
    if finding.outcome == "weak" and finding.note:
        return [say(language, "weak_at", text=asked, place=finding.note)]
    return [say(language, "weak" if finding.outcome == "weak" else "none", text=asked)]


def _marked(claim: Claim) -> str:
    return f"{' '.join(claim.text.split())} [{claim.number}]"


def _listed(finding: Finding, claims: list[str]) -> list[str]:
    """Several items are a list, several steps are numbered; one statement stands as it is."""
    kind = finding.requirement.kind
    if len(claims) < 2 or (kind not in ("list", "procedure") and not _LEADS.search(claims[0])):
        return claims
    leads = [line for line in claims[:1] if _LEADS.search(line)]
    items = claims[len(leads) :]
    marked = any(_MARKED.match(line) for line in items)
    if marked:  # the document's own numbers
        return claims
    return [*leads, *(f"{n}. {line}" if kind == "procedure" else f"• {line}" for n, line in enumerate(items, 1))]


def _time_not_read(finding: Finding, message: Message, language: str) -> list[str]:
    """That a time was named of which no day is known; not where the statement has the same words."""
    named = None if finding.requirement.at else time_not_read(finding.requirement.text, message.question.at)
    if named is None or (named and any(named.casefold() in draft.text.casefold() for draft in finding.drafts)):
        return []
    key = "time_not_read" if named else "time_open"
    return [say(language, key, text=named, date=day_in(message.question.at, language))]


def _type(findings: tuple[Finding, ...]) -> ReplyType:
    outcomes = [finding.outcome for finding in findings]
    if "answer" in outcomes:
        if not all(outcome == "answer" for outcome in outcomes):
            return "partial_coverage"
        explained = any(draft.role != "answer" for finding in findings for draft in finding.drafts)
        return "factual_with_explanation" if explained else "factual"
    if "conflict" in outcomes or "choose" in outcomes:
        return "clarification_required"
    if "error" in outcomes or "unconfirmed" in outcomes:
        return "backend_error"
    if "undefined" in outcomes or (outcomes and all(outcome == "nothing_in_force" for outcome in outcomes)):
        return "empty_but_valid"
    if outcomes and all(outcome == "mismatch" for outcome in outcomes):
        return "route_mismatch_blocked"
    return "no_grounded_answer" if outcomes else "clarification_required"


def _coverage(findings: tuple[Finding, ...], dropped: tuple[str, ...]) -> Coverage:
    def ids(*statuses: RequirementStatus) -> tuple[str, ...]:
        return tuple(f.requirement.requirement_id for f in findings if STATUS[f.outcome] in statuses)

    return Coverage(
        requirements_total=len(findings),
        requirements_covered=len(ids("covered")),
        requirements_uncovered=ids("uncovered", "unconfirmed"),
        requirements_partially_covered=ids("partial"),
        clarification_needed_for=ids("conflict", "needs_clarification"),
        out_of_scope_requirements=ids("out_of_scope"),
        dropped_intent_segments=dropped,
    )


def _conflicts(findings: tuple[Finding, ...], said: dict[str, list[_Said]]) -> tuple[Conflict, ...]:
    found: list[Conflict] = []
    for finding in findings:
        if finding.outcome != "conflict" and not finding.settled_by:
            continue
        key = finding.requirement.requirement_id
        values = [
            ConflictValue(s.claim.value or s.claim.text, s.claim.claim_id)
            for s in said[key]
            if s.draft.role in ("answer", "other")
        ]
        if finding.registered:
            values.append(ConflictValue(finding.registered.value, finding.registered.fact_id))
        found.append(Conflict(key, tuple(values), finding.settled_by))
    return tuple(found)
