"""How does a model phrase what is proved already? It is given the quotes; of what it says only what passes every check stays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from opora.answering.finding import Draft, Finding
from opora.answering.ground import ground
from opora.domain.proposal import Told
from opora.domain.question import Message
from opora.domain.reply import Check
from opora.proposing.aid import Aid, fell_back, shortened
from opora.proposing.same_words import fault_of, lost, place_in
from opora.proposing.shapes import Phrased, PhrasedClaim

_GROUNDED: Final = frozenset(("values", "negation", "names", "words", "antonyms"))
_LISTED: Final = frozenset(("list", "procedure"))  # a statement there is one item, and stays one
_OUTCOMES: Final = frozenset(("answer",))
_LONGEST: Final = 2000  # characters of a quote that is given away


def phrase(
    message: Message, findings: tuple[Finding, ...], aid: Aid, collections: Mapping[str, str]
) -> tuple[Finding, ...]:
    """Findings whose answering statements are put as the model put them, where that holds.

    ``collections``: of each source that was found; of one that is not known nothing leaves.
    """
    if not aid.rules.phrase:
        return findings
    given, closed = _packages(findings, aid, collections)
    if not given:
        if closed:
            aid.without("phrase", "the collection is closed to models on other machines")
        return findings
    chosen: dict[str, tuple[Draft, ...]] = {}

    def usable(found: Phrased, told: Told) -> Told:
        dropped: list[str] = []
        for name, (finding, draft) in given.items():
            own = [claim for claim in found.claims if claim.evidence == name]
            if made := _phrased(finding, draft, own, dropped):
                chosen[name] = made
        dropped += [f"no such evidence: {c.evidence!r}" for c in found.claims if c.evidence not in given]
        told = replace(told, accepted=len(chosen), dropped=shortened(dropped))
        return told if chosen else fell_back(told, dropped, "nothing that was proposed passed the checks")

    aid.propose("phrase", _told(message, given), Phrased, usable)
    return tuple(_with(finding, given, chosen) for finding in findings) if chosen else findings


def _packages(
    findings: tuple[Finding, ...], aid: Aid, collections: Mapping[str, str]
) -> tuple[dict[str, tuple[Finding, Draft]], bool]:
    """The statements that may be phrased, each under the name it is given away by; whether any may not leave."""
    found: dict[str, tuple[Finding, Draft]] = {}
    closed = False
    for finding, draft in _answering(findings):
        collection = collections.get(draft.evidence.source_id)
        if aid.may_hold(aid.rules.closed if collection is None else [collection]):
            found[f"E{len(found) + 1}"] = (finding, draft)
        else:
            closed = True
    return found, closed


def _answering(findings: tuple[Finding, ...]) -> Iterator[tuple[Finding, Draft]]:
    for finding in findings:
        told = finding.outcome in _OUTCOMES and not finding.live  # what a shop says is said as it says it
        for draft in finding.drafts if told else ():
            if draft.role == "answer" and not draft.evidence.uncertain and len(draft.evidence.quote) <= _LONGEST:
                yield finding, draft


def _told(message: Message, given: Mapping[str, tuple[Finding, Draft]]) -> dict[str, object]:
    """All that the model gets: the question, ids, quotes and what they stand under."""
    return {
        "question": message.text,
        "evidence": [
            {
                "id": name,
                "asked": finding.requirement.text,
                "quote": draft.evidence.quote,
                "statement": draft.text,
                "under": draft.context,
            }
            for name, (finding, draft) in given.items()
        ],
    }


def _phrased(
    finding: Finding, draft: Draft, proposed: list[PhrasedClaim], dropped: list[str]
) -> tuple[Draft, ...] | None:
    """The statement in the model's phrasing: all of it, or none."""
    made: list[Draft] = []
    said: list[range] = []
    for claim in proposed:
        place, checks, why = _judged(draft, claim)
        if why is not None:
            dropped.append(f"{claim.evidence}: {why}")
        elif place not in said:
            said.append(place)
            made.append(replace(draft, text=" ".join(claim.text.split()), checks=checks))
    if not made:
        return None
    if missing := lost(draft.text, said):
        dropped.append(f"{proposed[0].evidence}: it leaves out {', '.join(missing[:5])}")
        return None
    if len(made) > 1 and finding.requirement.kind in _LISTED:
        dropped.append(f"{proposed[0].evidence}: one item stays one")
        return None
    return tuple(_owning(draft, one) for one in made)


def _judged(draft: Draft, claim: PhrasedClaim) -> tuple[range, tuple[Check, ...], str | None]:
    """Where the claim stands in the statement, and its checks; why it may not be said, otherwise."""
    evidence = draft.evidence
    none: Any = (range(0), ())
    if claim.quote not in evidence.quote:
        return *none, "the quote does not stand in the evidence"
    if why := fault_of(claim.text):
        return *none, why
    in_cell = draft.text[: draft.text.find(evidence.quote)] if evidence.table and evidence.quote in draft.text else ""
    place, why = place_in(claim.text, draft.text, f"{draft.context}\n{in_cell}")
    if why is not None:
        return *none, why
    grounded = (*ground(claim.text, evidence.quote, context=draft.context),)
    kept = tuple(check for check in draft.checks if check.name not in _GROUNDED)
    checks = (*grounded, Check("phrasing", True), *kept)
    named = ground(claim.text, claim.quote, context=draft.context) if claim.quote != evidence.quote else ()
    failed = next((check for check in (*checks, *named) if not check.ok), None)
    return place, checks, f"check {failed.name!r} failed: {failed.note}" if failed else None


def _owning(whole: Draft, part: Draft) -> Draft:
    """A part has the value and the facts of the statement only if it says the value."""
    value = whole.value
    if value is None or value.text in part.text:
        return part
    return replace(part, value=None, fact_ids=())


def _with(
    finding: Finding, given: Mapping[str, tuple[Finding, Draft]], chosen: Mapping[str, tuple[Draft, ...]]
) -> Finding:
    names = {id(draft): name for name, (_, draft) in given.items()}
    drafts: list[Draft] = []
    for draft in finding.drafts:
        drafts.extend(chosen.get(names.get(id(draft), ""), (draft,)))
    return replace(finding, drafts=tuple(drafts))
