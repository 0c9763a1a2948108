"""What do registered facts add: ids to what is said, an answer where the search gave none, or a disagreement?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from opora.answering.asked_value import asked_for, value_for
from opora.answering.finding import Draft, Finding
from opora.answering.lexed import Lexed, lexed
from opora.domain.document import Block
from opora.domain.place import Span, line_boxes
from opora.domain.result import Evidence, Hit
from opora.domain.source import Fact, Registered
from opora.domain.value import Value
from opora.language.agreement import agree
from opora.language.sentences import sentences
from opora.language.values import find_values
from opora.ports import Library

_FIELD_BREAK = re.compile(r"[\W_]+|(?<=[a-zа-я])(?=[A-ZА-Я])")
_NEARLY = 0.6  # share of the field's words that the question or the statement must hold for the two to disagree
_SHORT = 4  # words: a shorter quote is cited with the sentence it stands in


def with_facts(finding: Finding, facts: Sequence[Registered], hits: Sequence[Hit], library: Library) -> Finding:
    """The finding with the ids of the facts it states; a fact that is proved answers where nothing else did.

    A fact that no version of its source bears out, and that says another value than the answer, makes a conflict.
    """
    if not facts:
        return finding
    named = tuple(replace(draft, fact_ids=_stated(draft, facts, finding)) for draft in finding.drafts)
    finding = replace(finding, drafts=named)
    if finding.outcome == "answer":
        against = next((one.fact for one in facts if _disagrees(one, finding)), None)
        return replace(finding, outcome="conflict", drafts=named[:1], registered=against) if against else finding
    if finding.outcome in ("none", "weak", "mismatch"):
        drafts = [draft for one in facts if (draft := _answer(one, finding, hits, library))]
        values = {draft.evidence.quote for draft in drafts}
        if drafts and len(values) == 1:
            return replace(finding, outcome="answer", drafts=tuple(drafts[:1]), note="")
    return finding


def _stated(draft: Draft, facts: Sequence[Registered], finding: Finding) -> tuple[str, ...]:
    evidence = draft.evidence
    span = Span(evidence.start, evidence.end)
    return tuple(
        one.fact.fact_id
        for one in facts
        if one.version_id == evidence.version_id
        and any(span.overlaps(place) for place in one.places)
        and _says(evidence.quote, one.fact)
        and (one.fact.quote or len(one.places) == 1 or _share(one.fact, _words(finding, draft)) >= _NEARLY)
    )


def _words(finding: Finding, draft: Draft | None = None) -> Lexed:
    said = f"\n{draft.context}\n{draft.text}" if draft else ""
    return lexed(finding.requirement.text + said)


def _share(fact: Fact, words: Lexed) -> float:
    """Share of the content words of the fact's field; 0 for a field without any."""
    field = [word for word in lexed(" ".join(_FIELD_BREAK.split(fact.field))).words if word.content]
    return sum(words.holds(word) for word in field) / len(field) if field else 0.0


def _says(quote: str, fact: Fact) -> bool:
    """Whether the quote states the fact's value, as it is written or as a value of the same amount and unit."""
    if " ".join(fact.value.split()).casefold() in " ".join(quote.split()).casefold():
        return True
    value = _value(fact)
    return value is not None and any(agree(value, other) for other in find_values(quote))


def _value(fact: Fact) -> Value | None:
    return next(iter(find_values(f"{fact.value} {fact.unit or ''}".strip())), None)


def _disagrees(one: Registered, finding: Finding) -> bool:
    """The source never says what is registered, and the answer states another value of the same kind for it."""
    best, value = finding.drafts[0], _value(one.fact)
    if best.evidence.source_id != one.fact.source_id or best.fact_ids or one.elsewhere or _borne_out(one):
        return False
    if value is None or best.value is None or value.kind != best.value.kind or _says(best.evidence.quote, one.fact):
        return False
    return _share(one.fact, _words(finding, best)) >= _NEARLY


def _borne_out(one: Registered) -> bool:
    return bool(one.places) and (not one.fact.quote or _says(one.fact.quote, one.fact))


def _answer(one: Registered, finding: Finding, hits: Sequence[Hit], library: Library) -> Draft | None:
    """The fact as a statement: only when the question names its whole field, and one place bears it out."""
    requirement = finding.requirement
    if not _borne_out(one) or len(one.places) != 1 or _share(one.fact, _words(finding)) < 1:
        return None
    hit = next(hit for hit in hits if hit.fragment.version_id == one.version_id)
    place = one.places[0]
    block = next((b for b in library.blocks_between(one.version_id, place.start, place.end) if b.kind != "table"), None)
    if block is None:
        return None
    span = _whole(block, place, library.quote(one.version_id, block.start, block.end))
    quote = library.quote(one.version_id, span.start, span.end)
    asked = asked_for(requirement.text, requirement.kind)
    value = value_for(asked, quote, tuple(find_values(quote)))
    context = " ".join((*block.headings, *hit.headings, hit.title, one.fact.field.replace("_", " ")))
    evidence = _evidence(hit, block, span, quote, requirement.requirement_id)
    return Draft(quote, evidence, 1.0, 1.0, (), (), value=value, context=context, fact_ids=(one.fact.fact_id,))


def _whole(block: Block, place: Span, text: str) -> Span:
    """The place, or for a few words the sentence of the block they stand in."""
    inside = Span(max(place.start, block.start), min(place.end, block.end))
    if len(text[inside.start - block.start : inside.end - block.start].split()) >= _SHORT:
        return inside
    around = [one.moved(block.start) for one in sentences(text)]
    return next((one for one in around if one.covers(inside)), block.span)


def _evidence(hit: Hit, block: Block, span: Span, quote: str, requirement_id: str) -> Evidence:
    version_id = hit.fragment.version_id
    return Evidence(
        evidence_id=f"{version_id}#{span.start}-{span.end}",
        requirement_ids=(requirement_id,),
        anchor=f"{version_id}:{block.path}#{span.start - block.start}-{span.end - block.start}",
        quote=quote,
        start=span.start,
        end=span.end,
        source_id=hit.source_id,
        version_id=version_id,
        label=hit.label,
        validity=hit.validity,
        text_digest="",
        headings=block.headings or hit.headings,
        section=block.section or hit.section,
        page=block.page or hit.page,
        page_label=block.page_label or hit.page_label,
        boxes=line_boxes(block.pieces, span),
        passage_id=hit.fragment.passage_id,
        authority=hit.authority,
        owner=hit.owner,
        score=1.0,
        title=hit.title,
    )
