"""What does a later part of a message leave out because an earlier part has said it?"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from opora.answering.enumerate_items import subject_of, subjects
from opora.answering.openings import AND_LEAD, QUESTION_WORD, STARTS_YES_NO, WHAT_ABOUT
from opora.domain.place import Span
from opora.domain.question import Message, Word

_SHORT = 3  # content words of a question that only names another thing ("and express delivery?")
_PRONOUN = re.compile(
    r"\b(?:it|they|them|its|their|he|she|him|his|her|hers|there|он|она|оно|они|его|её|ее|их|ей|ему|им|неё|нее|ней|нём|нем|него|них|это|этого|этому|этим|этом|там|туда"
    r"|він|вона|воно|вони|його|її|їх|їй|йому|їм|нього|неї|них|це|цього|цьому|цим"
    r"|el|ea|ele|ei|acesta|aceasta|acestea|asta|lui|lor|îl|acolo)\b",
    re.IGNORECASE,
)
_THIS = re.compile(
    r"\b(?:this|that|these|those|such|этот|эта|эти|этой|этого|эту|этом|этих|этим|такой|такая|такие|цей|ця|ці|цієї|цього|цю|цьому|цих|таких|такий"
    r"|acest|această|acești|aceste|acestui|acestei|acestor)\s+(?P<noun>\w+)|\bthe (?:\w+ )?ones?\b",
    re.IGNORECASE,
)
# A noun that only stands for what was named before.
_STANDS_FOR = re.compile(
    r"(?:item|product|service|plan|document|thing|case|offer|card|goods|one|товар|услуг|продукт|документ|случа|тариф|предложени|карт|вещ"
    r"|послуг|випад|пропозиці|картк|річ|produs|serviciu|caz|ofert|card|bunul)\w*",
    re.IGNORECASE,
)
ENGLISH_IT = re.compile(r"\b(?:it|It|they|They|them)\b")
_ENGLISH_THAT = re.compile(
    r"\b(?:it|they) (?:possible|necessary|allowed|true|called (?:when|if))\b|\bis it (?:possible|necessary|allowed|true)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Part:
    """A question being cut out. ``frame``: the spans that make its words, in order (its own among them). ``subject``: what
    it borrows from an earlier part; ``told``: shared conditions and statements; both are named in brackets. ``lead``: what
    stands before it and says nothing. ``like``: the question whose kind it repeats. ``elliptic``: it only names a thing.
    """

    span: Span
    frame: tuple[Span, ...] = ()
    subject: Span | None = None
    told: tuple[Span, ...] = ()
    lead: Span | None = None
    like: Span | None = None
    elliptic: bool = False

    @property
    def spans(self) -> tuple[Span, ...]:
        some = (self.span, *self.frame, self.subject, *self.told, self.lead)
        return tuple(sorted({span for span in some if span is not None}))


def with_subjects(message: Message, parts: list[Part]) -> list[Part]:
    """A later part that says "it", or names no subject, is about what an earlier one is about."""
    done: list[Part] = []
    for part in parts:
        lone = part.frame in ((), (part.span,)) and part.subject is None
        if done and lone:
            first = next((p for p in reversed(done) if subjects(message, p.span)), done[0])
            if part.elliptic and not _asks(message, part):  # "How much is delivery? And express?"
                part = replace(part, subject=done[0].span, like=done[0].span)
            elif (not subjects(message, part.span) and not part.told) or _points_back(message, part, done):
                part = replace(part, subject=first.subject or subject_of(message, first.span))
        done.append(part)
    return done


def is_elliptic(message: Message, text: str, span: Span, lead: Span | None) -> bool:
    """ "And express?", "what about express?": a thing is named and nothing is asked about it."""
    if WHAT_ABOUT.match(text):
        return True
    told = [w for w in message.words if w.is_content and span.covers(w.span)]
    joined = lead is not None and bool(AND_LEAD.search(lead.of(message.text)))
    return len(told) <= _SHORT and (joined or "?" in text)


def about_it(text: str, subject: str | None) -> str | None:
    """English does not decline: the text with what "it" stands for in its place; None when there is no such "it"."""
    if subject and ENGLISH_IT.search(text) and not _ENGLISH_THAT.search(text):
        return ENGLISH_IT.sub(subject.replace("\\", "\\\\"), text, count=1)
    return None


def _asks(message: Message, part: Part) -> bool:
    text = part.span.of(message.text)
    return bool((QUESTION_WORD.search(text) and not WHAT_ABOUT.match(text)) or STARTS_YES_NO.search(text))


def _points_back(message: Message, part: Part, done: list[Part]) -> bool:
    """A pronoun before which the part itself names nothing, or "this plan" where a plan was spoken of."""
    text = part.span.of(message.text)
    own = subjects(message, part.span)
    if any(subjects(message, told) for told in part.told):
        return False
    pronoun = next((m for m in _PRONOUN.finditer(text) if m[0] != "IT"), None)
    named_before = pronoun and any(word.span.end <= part.span.start + pronoun.start() for word in own)
    if pronoun and not named_before and not _ENGLISH_THAT.search(text):
        return True
    this = _THIS.search(text)
    if not this:
        return False
    if not this["noun"] or _STANDS_FOR.fullmatch(this["noun"]):
        return True
    noun = next((w for w in own if w.span.start == part.span.start + this.start("noun")), None)
    return noun is not None and any(_names(message, p, noun) for p in done)


def _names(message: Message, part: Part, noun: Word) -> bool:
    return any(not set(noun.lemmas).isdisjoint(word.lemmas) for word in subjects(message, part.span))
