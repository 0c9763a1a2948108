"""Where does one sentence of a message end, and where in it does a second question begin?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from opora.answering.heads import is_action
from opora.answering.openings import (
    ALSO,
    BARE_TAIL,
    COMMA_LISTED,
    COMMA_QUESTION,
    COMMA_YES_NO,
    CONJUNCTION,
    DEPENDENT,
    FRONTED,
    LEAD,
    LIST_MARK,
    QUESTION_WORD,
    REQUEST,
    ROMANIAN_YES_NO,
    SE,
    SECOND_QUESTION,
    SECOND_REQUEST,
    SECOND_SE,
    SECOND_YES_NO,
    STARTS_ASKING,
    STARTS_YES_NO,
    STRONG,
    SUBORDINATE,
    TOPIC,
    WANT,
    WANTS_TO_KNOW,
    announced,
)
from opora.domain.place import Span
from opora.language.sentences import sentences
from opora.language.words import WORD

_LEAD_IN = 9  # words of a question before its question word
_WHOLE = 3  # words of a question that ends before "…, according to the plan, who …"
_COMMA = re.compile(r"\s*,\s+")
_STOP = re.compile(r"[^?!;\n]+(?:[?!;\n]+|$)")
_INLINE = re.compile(r"(?:(?<=[:;,.?])|(?<=\w))\s+(?=\(?[1-9][.)]\s+\w)")  # "1) the price 2) the term"
_CHAT_STOP = re.compile(r"(?<=[^\W\d_]{4}\.\s)[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Sentence:
    """``span``: what it says; ``lead``: the list mark, "also" or "I have a question:" before it, when there is one."""

    span: Span
    lead: Span | None = None


def sentences_of_message(text: str) -> Iterator[Sentence]:
    """Sentences in order; a question mark, a line end and a semicolon always end one, a period as a rule."""
    for chunk in _STOP.finditer(text):
        whole = chunk[0]
        if len(_INLINE.findall(whole)) > 1:
            whole = _INLINE.sub(lambda gap: "\n" + " " * (len(gap[0]) - 1), whole)
        opened = _CHAT_STOP.sub(lambda first: first[0].upper() if len(first[0].upper()) == 1 else first[0], whole)
        for part in sentences(opened):
            yield from led(text, chunk.start() + part.start, chunk.start() + part.end)


def led(text: str, start: int, end: int) -> Iterator[Sentence]:
    """What is said between two places, without the mark of a list, "also" or "I have a question:" before it."""
    head = announced(text[start:end])
    if head:
        yield Sentence(Span(start, start + head))
        start += head
    lead = LEAD.match(text[start:end])
    after = start + lead.end() if lead else start
    while after < end and not text[after].isalnum():
        after += 1
    if after < end:
        yield Sentence(Span(after, end), Span(start, after) if lead else None)
    elif start < end:
        yield Sentence(Span(start, end))


def asks(text: str, whole: bool) -> bool:
    """Whether a sentence asks. ``whole``: nothing else in the message asks, so a question word anywhere will do."""
    if "?" in text or REQUEST.match(text) or STARTS_ASKING.match(text) or STARTS_YES_NO.match(text):
        return True
    if WANTS_TO_KNOW.match(text) and not TOPIC.match(text):
        return True
    return bool(STRONG.search(text)) or (whole and bool(QUESTION_WORD.search(text) or WANT.search(text)))


def listed(text: str, one: Sentence) -> bool:
    """Whether it stands behind the mark of a list or "also": beside a question it asks too."""
    lead = one.lead.of(text) if one.lead else ""
    return bool(LIST_MARK.match(lead) or ALSO.search(lead))


def pieces(text: str, begin: int, wished: bool = False) -> list[tuple[int, int]]:
    """``text[begin:]`` as the questions that it asks side by side; offsets in ``text``. ``wished``: "I want to know" led up to it."""
    fronted = [
        m
        for m in FRONTED.finditer(text, begin)
        if len(WORD.findall(text, begin, m.start())) >= _WHOLE and not _parallel(text, begin, m)
    ]
    whole = {m.end(): m.start("comma") for m in fronted}  # "under the Team plan, how many": not cut at its own comma
    found: list[tuple[int, int]] = []
    start = begin
    for left, right in _cuts(text, begin, [m.span() for m in fronted], wished):
        tied = SUBORDINATE.search(text[:left]) or BARE_TAIL.match(text[right:]) or _depends(text, left)
        conditioned = (
            begin > 0 or wished
        ) and start == begin  # "if I return it, do you pay and who …": what follows is asked
        if left <= whole.get(start, 0) or left < start or tied:
            continue
        if _asked(text[start:left]) or conditioned:
            found.append((start, left))
            start = right
    found.append((start, len(text)))
    return [half for one in found for half in ([one] if one[0] in whole else _two_in_one(text, *one, begin))]


def _cuts(text: str, begin: int, fronted: list[tuple[int, int]], wished: bool) -> list[tuple[int, int]]:
    """Places where a second question may begin, in order: the joint before it and its first letter."""
    cuts = [
        *fronted,
        *(m.span() for pattern in (SECOND_QUESTION, SECOND_REQUEST) for m in pattern.finditer(text, begin)),
    ]
    if wished or _asked(text[begin:]):
        cuts += [m.span() for m in SECOND_YES_NO.finditer(text, begin)]
    cuts += [m.span() for m in SECOND_SE.finditer(text, begin) if not SE.search(text[begin : m.start()])]
    commas = [m.span() for m in COMMA_QUESTION.finditer(text, begin)]
    if cuts:  # "how much is it, when does it come and who pays": before the last joint a comma is one too
        last = max(cuts)[0]
        listed_too = [*COMMA_LISTED.finditer(text, begin), *COMMA_YES_NO.finditer(text, begin)]
        commas += [m.span() for m in listed_too if m.start() < last]
    return sorted({end: (start, end) for start, end in sorted([*cuts, *commas], reverse=True)}.values())


def _parallel(text: str, begin: int, joint: re.Match[str]) -> bool:
    """ "In euros and in dollars, how long …": the same preposition stands before the joint, and the phrase belongs there."""
    first = WORD.match(text, joint.end())
    asked = QUESTION_WORD.search(text, begin, joint.start())
    before = text[asked.end() if asked else begin : joint.start()]
    return bool(first and re.search(rf"\b{re.escape(first[0])}\b", before, re.IGNORECASE))


def _depends(text: str, left: int) -> bool:
    """ "Какая гипотеза гласит, что …": the clause after the comma is told, not asked."""
    clause = DEPENDENT.match(text, left)
    if not clause:
        return False
    before = WORD.findall(text, max(0, left - 40), left)
    return not clause["that"] or bool(before and is_action(before[-1]))


def _asked(text: str) -> bool:
    yes_no = STARTS_YES_NO.search(text) or ROMANIAN_YES_NO.search(text)
    return bool(QUESTION_WORD.search(text) or yes_no or REQUEST.match(text))


def _two_in_one(text: str, start: int, end: int, begin: int) -> list[tuple[int, int]]:
    """A piece that asks twice, with "and" in between: "what was in demand and of what form is the amount".

    A comma is as good where the sentence has been cut already (``start`` is behind ``begin``, or it goes on).
    """
    opening = STARTS_ASKING.match(text[start:end])
    first = [start + opening.end() - 1] if opening else []
    asked = first + [m.start() for m in STRONG.finditer(text, start, end) if not first or m.start() > first[0]]
    if len(asked) < 2:
        return [(start, end)]
    many = start > begin or bool(text[end:].strip(" ?!."))
    joints = [m.span() for m in CONJUNCTION.finditer(text, start, asked[-1]) if m.start() > asked[0]]
    if not joints and many:
        joints = [m.span() for m in _COMMA.finditer(text, start, asked[-1]) if m.start() > asked[0]]
    if not joints or len(text[joints[-1][1] : asked[-1]].split()) > _LEAD_IN or BARE_TAIL.match(text[joints[-1][1] :]):
        return [(start, end)]
    left, right = joints[-1]
    return [*_two_in_one(text, start, left, begin), (right, end)]
