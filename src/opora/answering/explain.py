"""What answers each requirement, what disagrees with it, and what is missing?"""

from __future__ import annotations

from dataclasses import replace

from opora.answering.answerable import decide, signals
from opora.answering.asked_value import asked_for
from opora.answering.conflicts import rivals, settled
from opora.answering.cues import EXCEPTION, UNDEFINED
from opora.answering.finding import Draft, Finding, Outcome
from opora.answering.lexed import lexed
from opora.answering.select import Bench, candidates
from opora.answering.weights import wanted
from opora.domain.question import Message, Requirement
from opora.domain.result import Hit
from opora.ports import Library

_ITEMS = 6


def explain(message: Message, requirement: Requirement, hits: list[Hit], library: Library) -> Finding:
    """The finding for one requirement from the hits of its own search."""
    want = wanted(message, requirement, library)
    if not want.words:
        return Finding(requirement, "choose", note="no_subject")
    if not hits:
        return Finding(requirement, "none")
    asked = asked_for(requirement.text, requirement.kind)
    drafts = candidates(Bench(requirement, want, asked, lexed(requirement.text), library), hits)
    if not drafts:
        return Finding(requirement, "none")
    found = signals(requirement, want, hits, drafts[0])
    decision, chance = decide(found, _group(message, hits, drafts[0]))
    figures = (*found.items(), ("chance", round(chance, 4)))
    if decision == "answer" and not (drafts[0].says or UNDEFINED.search(drafts[0].text)):
        decision = "weak"
    if decision != "answer":
        return Finding(requirement, decision, tuple(drafts[:1]) if decision == "weak" else (), signals=figures)
    outcome, chosen, rule = _judge(requirement, drafts, want)
    exceptions = _exceptions(chosen, drafts, hits) if outcome == "answer" else []
    return Finding(requirement, outcome, (*chosen, *exceptions), rule, figures)


def _group(message: Message, hits: list[Hit], best: Draft) -> str:
    language = next((h.language for h in hits if h.fragment.version_id == best.evidence.version_id), None)
    if all(hit.scores.dense is None for hit in hits):
        return "lexical"
    across = language in ("ru", "uk", "ro", "en") and language != message.language
    return "across" if across and best.coverage < 0.5 else "same"


def _judge(requirement: Requirement, drafts: list[Draft], want: object) -> tuple[Outcome, list[Draft], str | None]:
    from opora.answering.weights import Wanted

    assert isinstance(want, Wanted)
    best = drafts[0]
    tied = _tied_cells(drafts)
    if len(tied) > 1:
        asked_for_many = requirement.kind in ("list", "comparison")
        return ("answer" if asked_for_many else "choose"), tied[:_ITEMS], None
    others = rivals(drafts, want)
    if others:
        ranked = settled(best, others)
        if ranked:
            top, rest = ranked
            return "answer", [top, *(replace(d, role="other") for d in rest[:1])], "authority"
        return "conflict", [best, *others[:3]], None
    if UNDEFINED.search(best.text) and requirement.kind in ("amount", "date"):
        return "undefined", [best], None
    if requirement.kind in ("list", "procedure"):
        return "answer", _items(best, drafts), None
    return "answer", [best], None


def _tied_cells(drafts: list[Draft]) -> list[Draft]:
    """Cells of one table that the question fits equally well and that differ: it does not say which is meant."""
    best = drafts[0]
    if best.evidence.table is None:
        return []
    table = best.evidence.anchor.rsplit(":row", 1)[0]
    same = [
        d
        for d in drafts
        if d.evidence.table
        and d.evidence.anchor.rsplit(":row", 1)[0] == table
        and d.own == best.own
        and abs(d.score - best.score) < 0.05
    ]
    same = [d for d in same if (d.value is None) == (best.value is None)]
    return same if len({d.evidence.quote for d in same}) > 1 else []


def _items(best: Draft, drafts: list[Draft]) -> list[Draft]:
    """Items of the same list, in the order of the document, with the best one."""
    parent = best.evidence.anchor.split("#")[0].rpartition(":")
    if not parent[2].startswith(("item", "li")):
        return [best]
    near = [d for d in drafts if d.evidence.anchor.split("#")[0].rpartition(":")[0] == parent[0]]
    items = [d for d in near if d.evidence.anchor.split("#")[0].rpartition(":")[2].startswith(("item", "li"))]
    return sorted(items, key=lambda d: d.evidence.start)[:_ITEMS]


def _exceptions(chosen: list[Draft], drafts: list[Draft], hits: list[Hit]) -> list[Draft]:
    """The sentence after a chosen one that limits it: a rule is not shown without its exception."""
    found: list[Draft] = []
    for rule in chosen:
        if rule.role != "answer" or rule.evidence.table:
            continue
        after = [
            d
            for d in drafts
            if d.evidence.version_id == rule.evidence.version_id and 0 <= d.evidence.start - rule.evidence.end < 4
        ]
        if after and EXCEPTION.match(after[0].text) and after[0] not in chosen:
            found.append(replace(after[0], role="exception"))
    return found
