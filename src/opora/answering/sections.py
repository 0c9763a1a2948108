"""Which of the six parts of a reply are worth saying, and what stands in them?"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence

from opora.answering.finding import Finding
from opora.answering.phrases import say
from opora.answering.uncertain import CHECK
from opora.domain.question import Message, RequirementStatus
from opora.domain.reply import Claim, Sections, Unverified
from opora.domain.result import Evidence
from opora.language.identify import identify

STATUS: dict[str, RequirementStatus] = {
    "answer": "covered",
    "weak": "partial",
    "none": "uncovered",
    "conflict": "conflict",
    "choose": "needs_clarification",
    "nothing_in_force": "uncovered",
    "undefined": "covered",
    "mismatch": "out_of_scope",
    "error": "uncovered",
    "unverified": "uncovered",
    "unconfirmed": "unconfirmed",
}
_LINE = 200  # characters of a quote that the section of signs shows
_MADE_UP = re.compile(r"d-[0-9a-f]{8}")  # the label of a version that nobody named
_WORDS = 4  # a shorter quote (a cell, a number) is in no language


def sections(message: Message, findings: tuple[Finding, ...], claims: tuple[Claim, ...], language: str) -> Sections:
    """Each part is short, or absent where it would say nothing."""
    basis = "; ".join(dict.fromkeys(_basis(claim, language) for claim in claims))
    signs = "; ".join(f"«{_shortened(_sign(claim))}» [{claim.number}]" for claim in claims)
    return Sections(
        conclusion=_conclusion(message, findings, claims, language),
        basis=basis or None,
        signs=signs or None,
        meaning=_meaning(findings, language),
        limitations=" ".join(_limitations(message, findings, claims, language)) or None,
        next_step=_next_step(findings, language),
    )


def _sign(claim: Claim) -> str:
    """The quote; a cell speaks with what stands left of it and above it."""
    return claim.text if claim.evidence.table else claim.evidence.quote


def _conclusion(message: Message, findings: tuple[Finding, ...], claims: tuple[Claim, ...], language: str) -> str:
    """The answers in one line, each with its day and its exceptions; else what stands in their way."""
    told: dict[str, None] = {}
    for finding in findings:
        if finding.outcome == "answer":
            told |= dict.fromkeys(_concluded(message, finding, claims, language))
    if told:
        return " ".join(told)
    key = next(
        (
            f.outcome
            for f in findings
            if f.outcome in ("conflict", "choose", "undefined", "error", "unconfirmed", "unverified")
        ),
        "none_all",
    )
    if key == "choose" and len(claims) < 2:
        key = "unnamed" if claims else "no_subject"
    return say(language, key)


def _concluded(message: Message, finding: Finding, claims: tuple[Claim, ...], language: str) -> list[str]:
    own = [claim for claim in claims if finding.requirement.requirement_id in claim.requirement_ids]
    roles = {(d.evidence.version_id, d.evidence.start, d.evidence.end): d.role for d in finding.drafts}
    told = other_day(finding, message, language) if own else []
    first = own[:1]
    leads = bool(first) and first[0].text.rstrip().endswith(":")  # what leads to a list brings its items
    for claim in own:
        evidence = claim.evidence
        role = roles.get((evidence.version_id, evidence.start, evidence.end), "answer")
        line = f"{' '.join(claim.text.split())} [{claim.number}]"
        if role == "exception":
            told.append(f"{say(language, 'exception')} {line}")
        elif role == "answer" and (leads or claim in first):
            told.append(line)
    return told


def other_day(finding: Finding, message: Message, language: str) -> list[str]:
    """That the answer holds for another day than the one of asking."""
    at = finding.requirement.at
    if not at or at == message.question.at:
        return []
    return [say(language, "historical" if at < message.question.at else "ahead", date=day_in(at, language))]


def _limitations(
    message: Message, findings: tuple[Finding, ...], claims: tuple[Claim, ...], language: str
) -> list[str]:
    """What was looked through, which part is not covered and why, and what to bear in mind with the rest."""
    missing = [f for f in findings if STATUS[f.outcome] in ("uncovered", "unconfirmed", "partial", "out_of_scope")]
    limits: list[str] = []
    searched = max((f.searched for f in findings), default=0)
    if missing and searched:
        day = day_in(missing[0].requirement.at or message.question.at, language)
        limits.append(say(language, "searched", count=str(searched), date=day))
    limits += [say(language, f"missing_{f.outcome}", text=f.requirement.text) for f in missing]
    limits += [say(language, "settled") for f in findings if f.settled_by]
    limits += dict.fromkeys(line for finding in findings for line in kept_back(finding, language))
    limits += dict.fromkeys(line for claim in claims for line in confirmed(claim, language))
    limits += [say(language, "unsure")] if any(claim.confidence == "low" for claim in claims) else []
    quoted = {identify(c.evidence.quote) for c in claims if len(c.evidence.quote.split()) >= _WORDS} - {language}
    limits += [say(language, "quoted_in", tongue=say(language, f"in_{one}")) for one in sorted(quoted)]
    return limits


def _meaning(findings: tuple[Finding, ...], language: str) -> str | None:
    """What the claims come to, where they do not simply state it."""
    outcomes = {finding.outcome for finding in findings}
    roles = {draft.role for finding in findings if finding.outcome == "answer" for draft in finding.drafts}
    told = [key for key in ("conflict", "choose", "undefined") if key in outcomes]
    told = [key for key in told if key != "choose" or any(f.drafts for f in findings if f.outcome == "choose")]
    keys = [f"means_{key}" for key in told] + (["means_limited"] if "exception" in roles else [])
    return " ".join(say(language, key) for key in keys) or None


def _next_step(findings: tuple[Finding, ...], language: str) -> str | None:
    steps: list[str] = []
    for finding in findings:
        if finding.outcome == "conflict":
            steps.append(ask_owner([draft.evidence for draft in finding.drafts], language))
        elif finding.outcome == "choose":
            steps += [say(language, "next_choose")] if finding.drafts else []
        elif finding.outcome in ("error", "unverified", "unconfirmed"):
            steps.append(say(language, f"next_{finding.outcome}"))
        elif STATUS[finding.outcome] in ("uncovered", "partial", "out_of_scope"):
            steps.append(say(language, "next_missing"))
    return " ".join(dict.fromkeys(steps)) or None


def ask_owner(evidence: Sequence[Evidence], language: str) -> str:
    owners = sorted({one.owner for one in evidence if one.owner})
    return say(language, "ask_owner", owner=", ".join(owners)) if owners else say(language, "ask_any_owner")


def kept_back(finding: Finding, language: str) -> list[str]:
    """What belongs to an answer and is not said, because a number in it was not read surely."""
    if finding.outcome == "unverified":
        return []
    return [
        say(language, "kept_back", place=place_with_page(one.evidence, language), item=items_of(one))
        for one in finding.unverified
    ]


def place_with_page(evidence: Evidence, language: str) -> str:
    page = evidence.page_label or evidence.page
    return ", ".join((place_of(evidence), *([say(language, "on_page", page=str(page))] if page else [])))


def items_of(one: Unverified) -> str:
    return ", ".join(number.item_id for number in one.numbers)


def confirmed(claim: Claim, language: str) -> list[str]:
    """That a number of the claim was not read surely, and who confirmed it when."""
    notes = (check.note for check in claim.checks if check.name == CHECK and check.note)
    return [say(language, "confirmed", told=note.partition(" confirmed by ")[2]) for note in notes]


def day_in(day: dt.date, language: str) -> str:
    return day.isoformat() if language == "en" else day.strftime("%d.%m.%Y")


def read_at(evidence: Evidence, language: str) -> str:
    """From which address and when something was read for this very question."""
    time = (evidence.read_at or "")[:19].replace("T", " ")
    return say(language, "read_at", name=evidence.title, time=time, url=evidence.url or "")


def place_of(evidence: Evidence) -> str:
    """Where something stands, for a reader: the document, and the heading or clause in it."""
    name = evidence.title or evidence.source_id
    heading = next((one for one in reversed(evidence.headings) if one and one != name), evidence.section or "")
    return " · ".join(_shortened(part) for part in (name, heading) if part)


def _shortened(quote: str) -> str:
    """One line, at most about two hundred characters, ending at a word."""
    line = " ".join(quote.split())
    return line if len(line) <= _LINE else f"{line[:_LINE].rsplit(' ', 1)[0]} …"


def _basis(claim: Claim, language: str) -> str:
    """The document by its title (else by its name), its edition, the clause, and from when to when it is in force."""
    evidence = claim.evidence
    if evidence.read_at:
        return read_at(evidence, language)
    validity, name = evidence.validity, evidence.title or evidence.source_id
    edition = (
        "" if evidence.label in (name, evidence.source_id) or _MADE_UP.fullmatch(evidence.label) else evidence.label
    )
    parts = [name, edition, evidence.section or ""]
    filled = {"label": " · ".join(part for part in parts if part)}
    if validity.start:
        filled["start"] = day_in(validity.start, language)
    if validity.end:
        filled["end"] = day_in(validity.end, language)
    key = {(True, True): "valid", (True, False): "valid_from", (False, True): "valid_until"}
    return say(language, key.get((bool(validity.start), bool(validity.end)), "basis"), **filled)
