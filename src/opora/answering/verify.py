"""Does every drafted statement hold: against its quote, and its quote against the store?"""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from opora.answering.asked_value import names_a_value
from opora.answering.contrast import stands
from opora.answering.cues import ASKS_FOR_VALUE
from opora.answering.finding import Draft, Finding
from opora.answering.ground import ground
from opora.answering.lexed import Lexed, Lexeme, begins, lexed
from opora.answering.openings import QUESTION_WORD
from opora.answering.roles import unbracketed
from opora.answering.sections import place_of
from opora.answering.sides import takes_side
from opora.answering.subject import is_attribute, subject_missing
from opora.answering.uncertain import fails_only_this, is_unread, unverified, with_check
from opora.domain.doubt import UncertainNumber
from opora.domain.question import Message, Requirement
from opora.domain.reply import Check
from opora.domain.result import Evidence
from opora.ports import Library


def verify(message: Message, findings: tuple[Finding, ...], library: Library) -> tuple[Finding, ...]:
    """Findings with checked drafts only; a finding whose statements all fall becomes weak, or a mismatch of subject.

    One whose statement falls for nothing but a number that was not read surely becomes unverified.
    """
    findings = _each_by_its_own_words(findings)
    numbers: dict[str, list[UncertainNumber]] = {}
    for finding in findings:
        for draft in finding.drafts if not finding.live else ():
            name = draft.evidence.version_id
            if name not in numbers:
                numbers[name] = library.doubts(name)
    return tuple(f if f.live else _verified(message, f, library, numbers) for f in findings)


def _each_by_its_own_words(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """A statement that answers one part answers no other by the words that both share alone.

    "How long is the leave, and who approves it" beside "leave lasts 30 days": nothing there speaks of approving.
    """
    answered = [f for f in findings if f.outcome == "answer" and f.drafts and not f.live]
    if len(answered) < 2:
        return findings
    lost = {
        id(one)
        for one in answered
        for other in answered
        if one is not other and _same_place(one.drafts[0], other.drafts[0]) and _says_only_of(other, one)
    }
    return tuple(replace(f, outcome="weak", drafts=f.drafts[:1]) if id(f) in lost else f for f in findings)


def _same_place(one: Draft, other: Draft) -> bool:
    first, second = one.evidence, other.evidence
    return first.version_id == second.version_id and first.start < second.end and second.start < first.end


def _says_only_of(other: Finding, one: Finding) -> bool:
    """Whether the statement holds words that only the other part has, and none of those that only this part has."""
    own, its = _own_words(one.requirement, other.requirement), _own_words(other.requirement, one.requirement)
    rows, headings = (
        " ".join(cell for d in one.drafts for cell in d.row),
        " ".join(one.drafts[0].evidence.headings[-1:]),
    )
    told = lexed("\n".join([*(draft.text for draft in one.drafts), rows, headings]))
    said = any(stands(word, told) for word in its)
    return bool(own) and said and not any(stands(word, told) or begins(word.text, told.folded) for word in own)


def _own_words(requirement: Requirement, other: Requirement) -> list[Lexeme]:
    """What it names or says is done, and the other part does not; no word that only says which value is wanted."""
    shared = lexed(other.text)
    return [
        word
        for word in lexed(unbracketed(requirement.text)).words
        if word.content
        and not stands(word, shared)
        and not (is_attribute(word) or names_a_value(word.text) or takes_side(word))
        and ASKS_FOR_VALUE.isdisjoint(word.lemmas)
        and not QUESTION_WORD.fullmatch(word.text)
    ]


def _verified(
    message: Message, finding: Finding, library: Library, numbers: dict[str, list[UncertainNumber]]
) -> Finding:
    if finding.outcome == "weak" and finding.drafts:
        lost = [draft for draft in finding.drafts if is_unread(draft, numbers[draft.evidence.version_id])]
        if lost and lost[0] is finding.drafts[0]:
            told, note = unverified(finding, lost, numbers), place_of(lost[0].evidence)
            return replace(finding, outcome="unverified", drafts=(), unverified=told, note=note)
        return replace(finding, drafts=(), note=place_of(finding.drafts[0].evidence))
    if finding.outcome in ("none", "error", "nothing_in_force", "weak") or not finding.drafts:
        return replace(finding, drafts=())
    at = finding.requirement.at or message.question.at
    subject = lexed(finding.requirement.text)
    checked = [_on_subject(_checked(draft, at, library), subject) for draft in finding.drafts]
    checked = [with_check(draft, numbers[draft.evidence.version_id]) for draft in checked]
    kept = tuple(draft for draft in checked if all(check.ok for check in draft.checks))
    held = [draft for draft in checked if fails_only_this(draft)]
    finding = replace(finding, unverified=unverified(finding, held, numbers))
    answering = [draft for draft in kept if draft.role == "answer"]
    if not answering and any(draft.role == "answer" for draft in held):
        return replace(finding, outcome="unverified", drafts=(), note=place_of(held[0].evidence))
    if finding.outcome == "conflict" and held and len(answering) == 1 and finding.registered is None:
        return replace(finding, outcome="answer", drafts=kept)  # what disagrees with it is named, not shown
    if not any(draft.role == "answer" for draft in kept):
        failed = {check.name for draft in checked for check in draft.checks if not check.ok}
        outcome = "mismatch" if failed == {"subject"} else "weak"
        note = place_of(finding.drafts[0].evidence)
        return replace(finding, outcome=outcome, drafts=(), note=note)  # type: ignore[arg-type]
    if finding.outcome == "conflict" and len(kept) < 2 and finding.registered is None:
        return replace(finding, outcome="weak", drafts=())
    return replace(finding, drafts=kept)


def _on_subject(draft: Draft, subject: Lexed) -> Draft:
    """The passage a quote stands in may name the subject for it ("It opened in 1890")."""
    note = draft.against
    if note is None and not draft.by_meaning:
        note = subject_missing(subject, lexed(f"{draft.context}\n{draft.around}\n{draft.text}"))
    return replace(draft, checks=(*draft.checks, Check("subject", note is None, note)))


def _stands(evidence: Evidence, library: Library) -> bool:
    return library.quote(evidence.version_id, evidence.start, evidence.end) == evidence.quote


def _checked(draft: Draft, at: dt.date, library: Library) -> Draft:
    evidence = draft.evidence
    version = library.version(evidence.version_id)
    kept = library.kept_digest(evidence.version_id)
    place = version is not None and _stands(evidence, library)
    in_force = version is not None and version.validity.includes(at) and version.status != "draft"
    same = version is not None and version.text_digest == kept
    checks = (
        *ground(draft.text, evidence.quote, context=draft.context),
        Check("place", place, None if place else "the quote does not stand at its place"),
        Check("version", in_force, None if in_force else f"not in force on {at.isoformat()}"),
        Check("digest", same, None if same else "the stored text is not the one that was published"),
    )
    return replace(draft, checks=checks, evidence=replace(evidence, text_digest=kept))
