"""What must be said with a statement so that it is understood: its "yes" or "no", what "it" stands for, its list?"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from opora.answering.asked_value import asked_for, value_for
from opora.answering.awaited import awaited
from opora.answering.extremes import extreme_asked
from opora.answering.finding import NEAR, Draft
from opora.answering.heads import is_asked_about
from opora.answering.lexed import begins, lexed
from opora.answering.limiting import UNLESS
from opora.answering.linked import block_path, blocks_around, part_stated, stated_by
from opora.answering.meaning import sentences_of
from opora.answering.negation import is_bare_negator, is_negator
from opora.answering.weights import Wanted
from opora.domain.document import Block
from opora.domain.place import Span, line_boxes
from opora.domain.question import Requirement, Word
from opora.language.values import find_values
from opora.language.words import fold
from opora.ports import Library

_SAYS_YES = re.compile(
    r"\W*(?:yes|no|yep|nope|sure|of course|да|нет|конечно|разумеется|так|ні|звичайно|авжеж|da|nu|sigur|desigur|bineînțeles)(?=\s*[,.:;!—–-])",
    re.IGNORECASE,
)
_POINTS_BACK = re.compile(
    r"\W*(?:(?:it|he|she|they|this|these|those|otherwise)\b|(?:after|before|until|from|by|in) (?:that|this|such|these|those)\b"
    r"|(?:он[аои]?|его|её|ее|их|ему|ей|им|это|эти|этот|эта|иначе)\b|(?:после|до|для|при|с|по|в) (?:этого|этой|этому|этом|этих|таком|такой|таких)\b"
    r"|(?:він|вона|воно|вони|його|її|їх|йому|їй|їм|це|ці|цей|ця|інакше)\b|(?:після|до|для|при|з|по|у|в) (?:цього|цієї|цьому|цих|такому|таких)\b"
    r"|(?:acesta|aceasta|aceștia|acestea|altfel)\b|(?:după|până|în|din|pentru) (?:aceasta|acest|această|aceste|acești|acel|acea)\b)",
    re.IGNORECASE,
)
_AT = re.compile(r"\b(?:at|in|on|to|в|во|на|по|у|за|la|în|din|pe)\s+(?!\d|(?:time|days?|weekdays)\b)", re.IGNORECASE)
_VALUES: Final = ("amount", "date")
_NAMED: Final = ("moment", "number", "person", "place", "name")
_TOLD_WHOLE: Final = ("procedure", "reason")
_LISTS: Final = ("list", "procedure")
_LONGEST: Final = 600  # characters that a quote may grow to
_MOST_ITEMS: Final = 12
_HELD: Final = 0.5
_LOOKED_ON: Final = 3  # of the best statements


def whole(chosen: list[Draft], requirement: Requirement, want: Wanted, library: Library) -> list[Draft]:
    """The chosen statements with what they cannot be understood without, in the order of the document.

    A quote grows within its block: to the left to what it points back to, to the right to a sentence that speaks of what
    the question names and it does not. A line that leads to a list brings the list, an item its lead-in, and a clause the
    next one that denies it of what the question names.
    """
    if not chosen or chosen[0].evidence.table:
        return chosen
    first, rest = chosen[0], chosen[1:]
    evidence = first.evidence
    place = Span(evidence.start, evidence.end)
    blocks = blocks_around(evidence.version_id, evidence.passage_id, place, library)
    own = next((block for block in blocks if block.path == block_path(first)), None)
    if own is None:
        return chosen
    told = _with_list(first, own, blocks, requirement, library)
    if len(told) == 1:
        missing = _unsaid(first, want)
        told = [_of_its_question(first, own, requirement, want, library)]
        if told == [first]:
            told = [_opened(_continued(first, own, missing, library), own, requirement, want, library)]
        if told == [first]:
            told = [_with_what_is_awaited(first, own, requirement, library)]
        told += _denied_after(told[0], own, blocks, missing, library)
    said = {(one.evidence.version_id, one.evidence.start) for one in told}
    spans = [(one.evidence.version_id, Span(one.evidence.start, one.evidence.end)) for one in told]
    rest = [
        one for one in rest if (one.evidence.version_id, one.evidence.start) not in said and not _inside(one, spans)
    ]
    return [*told, *rest]


def completed(drafts: list[Draft], requirement: Requirement, library: Library) -> Draft | None:
    """One of the best statements with the next sentence of its block, where that one gives the value that is asked for."""
    if extreme_asked(requirement.text):
        return None  # another value beside it is neither the most nor the least
    asked = asked_for(requirement.text, requirement.kind)
    for draft in drafts[:_LOOKED_ON]:
        evidence = draft.evidence
        if draft.score < NEAR * drafts[0].score or draft.says or draft.against or evidence.table:
            continue
        place = Span(evidence.start, evidence.end)
        blocks = blocks_around(evidence.version_id, evidence.passage_id, place, library)
        own = next((block for block in blocks if block.path == block_path(draft)), None)
        after = library.quote(evidence.version_id, evidence.end, min(own.end, evidence.end + _LONGEST)) if own else ""
        following = next(iter(sentences_of(after)), None) if after.strip() else None
        if own is None or following is None:
            continue
        text = following.of(after)
        value = value_for(asked, text, find_values(text))
        if value is not None and value.kind in asked.kinds[:1]:
            told = _quoted_from(draft, own, evidence.start, evidence.end + following.end, library)
            moved = value.span.moved(evidence.end - evidence.start + following.start)
            return replace(told, value=replace(value, span=moved), says=True)
    return None


def _inside(draft: Draft, spans: list[tuple[str, Span]]) -> bool:
    place = Span(draft.evidence.start, draft.evidence.end)
    return any(version == draft.evidence.version_id and span.covers(place) for version, span in spans)


def _with_list(
    draft: Draft, own: Block, blocks: list[Block], requirement: Requirement, library: Library
) -> list[Draft]:
    wants_all = requirement.kind in _LISTS
    leads = own.kind == "paragraph" and (draft.text.rstrip().endswith(":") or (wants_all and _is_last(draft, own)))
    lead = own if leads else next((block for block in blocks if block.path == own.parent), None)
    if lead is None or lead.kind != "paragraph" or (lead is not own and own.kind != "list_item"):
        return [draft]
    items = [block for block in blocks if block.parent == lead.path and block.kind == "list_item"]
    if not items:
        return [draft]
    leading = draft if lead is own else _last_sentence(draft, lead, library)
    if not wants_all and lead is not own:
        return [leading, draft] if leading.text.rstrip().endswith(":") else [draft]
    told = [draft if block.path == own.path else stated_by(draft, block, library) for block in items[:_MOST_ITEMS]]
    return [leading, *told] if leading.text.rstrip().endswith(":") or lead is own else told


def _is_last(draft: Draft, own: Block) -> bool:
    return draft.evidence.end >= own.end - 1


def _last_sentence(draft: Draft, lead: Block, library: Library) -> Draft:
    """The sentence of the lead-in that goes before the items."""
    whole_lead = stated_by(draft, lead, library)
    last = sentences_of(whole_lead.text)[-1]
    return _quoted_from(whole_lead, lead, lead.start + last.start, lead.start + last.end, library)


def _of_its_question(draft: Draft, own: Block, requirement: Requirement, want: Wanted, library: Library) -> Draft:
    """From the first word on when the block stands right under the very question that is asked: all of it answers.

    A value is told by its own sentence.
    """
    heading = own.headings[-1].rstrip() if own.headings else ""
    size = own.end - own.start
    if requirement.kind in _VALUES or not heading.endswith("?") or size > _LONGEST or own.kind != "paragraph":
        return draft
    if not want.words or any(not _speaks_of(heading, [word]) for word in want.words if not is_asked_about(word)):
        return draft
    # "Can I eat here? Drinks are allowed. Food is not.": where no word of it is said again, no sentence answers alone
    unsaid = requirement.kind == "yes_no" and all(draft.own[n] < _HELD for n in want.things)
    end = own.end if unsaid or requirement.kind in _TOLD_WHOLE else draft.evidence.end
    end = own.start + len(library.quote(draft.evidence.version_id, own.start, end).rstrip())
    return _quoted_from(draft, own, own.start, end, library)


def _opened(draft: Draft, own: Block, requirement: Requirement, want: Wanted, library: Library) -> Draft:
    """From the block's "Yes, …" on when it is asked whether; else from the sentence before when it points back there."""
    evidence = draft.evidence
    start = max(own.start, evidence.start - _LONGEST)
    before = library.quote(evidence.version_id, start, evidence.start)
    if not before.strip():
        return draft
    if requirement.kind == "yes_no" and start == own.start and _SAYS_YES.match(before) and not _no(draft, own, want):
        return _quoted_from(draft, own, own.start, evidence.end, library)
    sought = awaited(requirement.text)
    if sought.sort == "place" and not (sought.given_by(draft.text) or _AT.search(draft.text)):
        previous = sentences_of(before)[-1]
        if _AT.search(previous.of(before)):  # "Found things are kept at 12 Mill Lane. They are given out from 8 to 16."
            return _quoted_from(draft, own, start + previous.start, evidence.end, library)
    if _POINTS_BACK.match(draft.text):
        last = sentences_of(before)[-1:]
        if last:
            return _quoted_from(draft, own, start + last[0].start, evidence.end, library)
    return draft


def _no(draft: Draft, own: Block, want: Wanted) -> bool:
    """Whether it denies what the heading answers with yes, for a thing that is asked about and only it names."""
    heading = own.headings[-1] if own.headings else ""
    words = lexed(draft.text).words
    denies = heading.rstrip().endswith("?") and any(is_negator(words, n) for n in range(len(words)))
    named = [want.words[n] for n in want.things if draft.own[n] >= _HELD]
    above = lexed(heading).folded
    return denies and any(not (_speaks_of(heading, [word]) or begins(word.text, above)) for word in named)


def _with_what_is_awaited(draft: Draft, own: Block, requirement: Requirement, library: Library) -> Draft:
    """With the sentence after it, else the one before, that names the person, place, day or number which it does not."""
    sought, evidence = awaited(requirement.text), draft.evidence
    if sought.sort not in _NAMED or own.kind != "paragraph" or sought.given_by(draft.text):
        return draft
    after = library.quote(evidence.version_id, evidence.end, min(own.end, evidence.end + _LONGEST))
    following = next(iter(sentences_of(after)), None) if after.strip() else None
    if following is not None and sought.given_by(following.of(after)):
        return _quoted_from(draft, own, evidence.start, evidence.end + following.end, library)
    start = max(own.start, evidence.start - _LONGEST)
    before = library.quote(evidence.version_id, start, evidence.start)
    last = sentences_of(before)[-1:] if before.strip() else ()
    if last and sought.given_by(last[0].of(before)):
        return _quoted_from(draft, own, start + last[0].start, evidence.end, library)
    return draft


def _unsaid(draft: Draft, want: Wanted) -> list[Word]:
    """Words of the question, other than what is asked about a thing, that the statement's own words do not hold."""
    return [
        word
        for word, held in zip(want.words, draft.own, strict=True)
        if held < _HELD and word.text[0].isalpha() and not is_asked_about(word)
    ]


def _speaks_of(text: str, missing: list[Word]) -> bool:
    told = lexed(text)
    return any(fold(word.text) in told.folded or not told.lemmas.isdisjoint(word.lemmas) for word in missing)


def _continued(draft: Draft, own: Block, missing: list[Word], library: Library) -> Draft:
    """With the next sentence of its block when that one speaks of what the statement leaves out."""
    evidence = draft.evidence
    after = library.quote(evidence.version_id, evidence.end, min(own.end, evidence.end + _LONGEST)) if missing else ""
    following = next(iter(sentences_of(after)), None) if after.strip() else None
    if following is None or not _POINTS_BACK.match(following.of(after)) or not _speaks_of(following.of(after), missing):
        return draft
    return _quoted_from(draft, own, evidence.start, evidence.end + following.end, library)


def _denied_after(draft: Draft, own: Block, blocks: list[Block], missing: list[Word], library: Library) -> list[Draft]:
    """The sentence of the next block under the same heading that denies something of what the statement leaves out.

    "Unless …" denies nothing: what stands after it is the case in which the sentence itself does not hold.
    """
    place = next((n for n, block in enumerate(blocks) if block.path == own.path), len(blocks))
    following = next(iter(blocks[place + 1 :]), None)
    if not missing or following is None or following.kind != "paragraph" or following.headings != own.headings:
        return []
    text = library.quote(draft.evidence.version_id, following.start, following.end)
    for sentence in sentences_of(text) if len(text) <= _LONGEST else ():
        unless = UNLESS.search(sentence.of(text))
        told = sentence.of(text)[: unless.start() if unless else None]
        if any(is_bare_negator(word) for word in lexed(told).words) and _speaks_of(told, missing):
            return [part_stated(draft, following, sentence.moved(following.start), library)]
    return []


def _quoted_from(draft: Draft, own: Block, start: int, end: int, library: Library) -> Draft:
    evidence = draft.evidence
    quote = library.quote(evidence.version_id, start, end)
    told = replace(
        evidence,
        evidence_id=f"{evidence.evidence_id.rpartition('#')[0] or evidence.evidence_id}#{start}-{end}",
        anchor=f"{evidence.version_id}:{own.path}#{start - own.start}-{end - own.start}",
        quote=quote,
        start=start,
        end=end,
        boxes=line_boxes(own.pieces, Span(start, end)),
    )
    moved = draft.value and replace(draft.value, span=draft.value.span.moved(evidence.start - start))
    return replace(draft, text=quote, evidence=told, value=moved)
