"""Which questions does a model find in a message? Only pieces of the message itself count, and what they cover is computed here."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from opora.answering.clauses import asks
from opora.answering.openings import STARTS_ASKING
from opora.answering.require import require, require_as
from opora.domain.place import Span
from opora.domain.proposal import Told
from opora.domain.question import Message, Requirement
from opora.language.words import fold
from opora.proposing.aid import Aid, fell_back
from opora.proposing.shapes import Questions

_JOINS: Final = frozenset(("and", "also", "plus", "и", "а", "также", "і", "й", "та", "також", "și", "iar", "plus"))
_FEWEST: Final = 8  # words; a shorter message is one question
Required = tuple[tuple[Requirement, ...], tuple[str, ...]]


def split(message: Message, aid: Aid, collections: tuple[str, ...]) -> Required:
    """Requirements and what asks nothing, as ``require`` gives them; the model's only when it finds more and loses nothing."""
    own = require(message)
    if not aid.rules.split or len(message.words) < _FEWEST:
        return own
    if not aid.may_be_asked(collections):
        aid.without("split", "the collection is closed to models on other machines")
        return own
    chosen = own

    def usable(found: Questions, told: Told) -> Told:
        nonlocal chosen
        spans, faults = _spans(message, found.questions)
        if faults:
            return fell_back(told, faults, "what was proposed does not stand in the message")
        if len(spans) <= len(own[0]):
            return fell_back(told, [], "no more questions were found than without the model")
        asked = require_as(message, spans)
        new = set(asked[1]) - set(own[1])
        if new or len(asked[0]) <= len(own[0]):
            return fell_back(told, sorted(new), "the proposal leaves out something that is asked")
        chosen = asked
        return replace(told, accepted=len(spans))

    aid.propose("split", {"message": message.text}, Questions, usable)
    return chosen


def _spans(message: Message, texts: list[str]) -> tuple[list[Span], list[str]]:
    """Places of the texts, one after another, each of whole words and asking something; what is wrong with the others."""
    found: list[Span] = []
    faults: list[str] = []
    end = 0
    for text in texts:
        start = message.text.find(text, end)
        if start < 0:
            faults.append("not in the message, or not in its order")
            continue
        span = Span(start, start + len(text))
        if not _whole(message.text, span):
            faults.append("it cuts a word")
        elif not any(word.is_content for word in message.words if span.covers(word.span)):
            faults.append("it asks nothing")
        elif "?" in text.rstrip("?!. ") or "\n" in text.strip():
            faults.append("it holds several questions")
        elif not asks(text.rstrip("?!. "), False):
            faults.append("it does not ask by itself")
        elif found and not _joint(message.text[found[-1].end - 1 : span.start], text):
            faults.append("it cuts where nothing ends")
        found.append(span)
        end = span.end
    return found, faults


def _joint(before: str, text: str) -> bool:
    """Whether a question ends there: a mark (that of the piece before included), a word that joins, or one that asks."""
    if STARTS_ASKING.match(text):
        return True
    said = re.match(r"\w+", text)
    joins = {fold(word) for word in re.findall(r"\w+", before[1:])} | ({fold(said.group())} if said else set())
    return any(char in ".,;:?!/–—\n" for char in before) or not joins.isdisjoint(_JOINS)


def _whole(text: str, span: Span) -> bool:
    def inside(at: int) -> bool:
        return 0 < at < len(text) and text[at - 1].isalnum() and text[at].isalnum()

    return not inside(span.start) and not inside(span.end)
