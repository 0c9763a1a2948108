"""Does one question ask the same of several things, or several things of one?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from opora.answering.cues import ASKS_FOR_VALUE, AUXILIARY, POLITE, kind_of
from opora.answering.openings import QUESTION_WORD
from opora.answering.subject import attributes
from opora.domain.place import Span
from opora.domain.question import Message, Word
from opora.language.words import fold

_BREAK = re.compile(
    r"\s*(?:,\s*(?:(?:and|or|и|или|та|і|й|або|și|si|sau)\s+)?(?:also |a также |а також )?|\s(?:and|or|и|или|та|і|й|або|și|si|sau)\s)\s*"
    r"(?:(?:the|an?|for|в|на|за|для|у|по|la|pentru|în)\s)?\s*",
    re.IGNORECASE,
)
_JOINS = re.compile(r"\b(?:and|or|и|или|та|і|й|або|și|si|sau)\b", re.IGNORECASE)
_RANGE = re.compile(r"\b(?:between|from|между|від|між|între|intre|dintre|de la)\b[^,]{1,40}$", re.IGNORECASE)
_LONGEST: Final = 4  # words in one item of an enumeration
_ROMANIAN_VERB = re.compile(r"\w{2,}(?:ește|este|ează|eaza|esc|uie|unge|inge|ajung|dureaz[ăa]|cost[ăa]|ține)")
_ADJECTIVE = re.compile(r"\w+(?:[ыиоі]й|ая|яя|ое|ее|ые|ие|ого|ую|юю|ої|ly|al|ic|ive|ard|ress|ous|ble)")
_VERB: Final = ("ть", "ти", "ться", "тися", "чь")


@dataclass(frozen=True, slots=True)
class Framed:
    """One thing asked: its own words, and all spans (its own among them) that make the question, in order."""

    own: Span
    frame: tuple[Span, ...]


def framed(message: Message, span: Span) -> list[Framed]:
    """``price and term of X`` and ``price of A, B and C`` as one question each; anything else as it is."""
    words = [word for word in message.words if span.covers(word.span)]
    if kind_of(span.of(message.text)) not in ("amount", "date", "fact", "comparison"):
        return [Framed(span, (span,))]
    return _of_attributes(message, span, words) or _of_items(message, span, words) or [Framed(span, (span,))]


def subjects(message: Message, span: Span) -> list[Word]:
    """Words of the span that name a thing: neither what is asked about it, nor a question word, nor (Cyrillic) a verb."""
    return [w for w in message.words if span.covers(w.span) and w.is_content and not _attribute(w) and not _verb(w)]


def subject_of(message: Message, span: Span) -> Span:
    """From the first to the last word that names a thing; in English what follows the auxiliary, without "cost", "take"."""
    told = subjects(message, span)
    helper = AUXILIARY.search(span.of(message.text)) if message.language == "en" else None
    if helper:
        inside = [w for w in message.words if w.is_content and span.covers(w.span)]
        after = [w for w in inside if w.span.start >= span.start + helper.end()]
        told = [w for w in after if ASKS_FOR_VALUE.isdisjoint(w.lemmas)] or told
    return Span(told[0].span.start, told[-1].span.end) if told else span


def _attribute(word: Word) -> bool:
    if len(word.text) == 1 or any(letter.isdigit() for letter in word.text):
        return False  # a label or a code
    known = not attributes().isdisjoint(word.lemmas) or not ASKS_FOR_VALUE.isdisjoint(word.lemmas)
    return known or fold(word.text) in POLITE or bool(QUESTION_WORD.fullmatch(re.split("['’]", word.text)[0]))


def _verb(word: Word) -> bool:
    folded = fold(word.text)
    if "а" <= folded[:1] <= "ӿ":
        return bool(word.lemmas) and word.lemmas[0].endswith(_VERB)
    return bool(_ROMANIAN_VERB.fullmatch(folded))


def _of_attributes(message: Message, span: Span, words: list[Word]) -> list[Framed]:
    """ "Какой тариф и срок у выпуска карты": the question word, one attribute, and the rest."""
    told = [word for word in words if word.is_content]
    for number, (first, second) in enumerate(pairwise(told)):
        between = message.text[first.span.end : second.span.start]
        own = second.span
        if not _attribute(second) and number + 2 < len(told) and _attribute(told[number + 2]):
            own = Span(second.span.start, told[number + 2].span.end)  # "price and delivery time of X"
        elif not _attribute(second):
            continue
        if not (_attribute(first) and _BREAK.fullmatch(between)) or between.strip() == "," or _verb(second):
            continue
        head, rest = Span(span.start, first.span.start), Span(own.end, span.end)
        if subjects(message, rest) and not subjects(message, head) and not _verb(first):
            return [Framed(first.span, (head, first.span, rest)), Framed(own, (head, own, rest))]
        if subjects(message, head) and not subjects(message, rest):  # "доставка сколько стоит и сроки"
            before = Span(span.start, first.span.end)
            return [Framed(before, (before,)), Framed(own, (own,))]
    return []


def _of_items(message: Message, span: Span, words: list[Word]) -> list[Framed]:
    """ "Price of A, B and C": each with the words before the first and after the last."""
    text = span.of(message.text)
    end = span.start + len(text.rstrip(" ?.!"))
    breaks = [m for m in _BREAK.finditer(text) if span.start + m.end() < end]
    if not any(_JOINS.search(m[0]) for m in breaks) or _RANGE.search(text[: breaks[0].start()]):
        return []  # "goods, sent by post" lists nothing, and "between 2000 and 2005" is one thing
    if QUESTION_WORD.search(text, breaks[0].end()) or kind_of(text) not in ("amount", "date"):
        return []
    ends = [span.start + m.start() for m in breaks[1:]] + [end]
    others = [
        [w for w in words if span.start + m.end() <= w.span.start and w.span.end <= e]
        for m, e in zip(breaks, ends, strict=True)
    ]
    before = [word for word in words if word.span.end <= span.start + breaks[0].start()]
    inner = _taken_off(before)
    if not all(others) or max(map(len, others)) > _LONGEST or not before:
        return []
    after = _taken_off(others[-1])
    if not all(others):
        return []
    run = _run(before, others)
    items = [run, *others]
    if len(before) == len(run) or not all(subjects(message, _span(item)) for item in items):
        return []
    shared = _shared_noun(items)
    head = Span(span.start, run[0].span.start)
    return [
        Framed(
            _span(item),
            (
                head,
                _span(item),
                *((shared,) if shared and len(item) == 1 else ()),
                *((_span(inner),) if inner else ()),
                *((_span(after),) if after else ()),
            ),
        )
        for item in items
    ]


def _span(words: list[Word]) -> Span:
    return Span(words[0].span.start, words[-1].span.end)


def _taken_off(words: list[Word]) -> list[Word]:
    """Takes words that name no thing ("cost", "take") off the end and gives them."""
    tail: list[Word] = []
    while words and words[-1].is_content and _attribute(words[-1]):
        tail.insert(0, words.pop())
    return tail


def _run(before: list[Word], others: list[list[Word]]) -> list[Word]:
    """The first item: content words before the first break, and prepositions that the other items have too."""
    inside = {fold(word.text) for other in others for word in other if not word.is_content}
    longest = max(map(len, others))
    run = [before[-1]]
    for word in reversed(before[:-1]):
        lent = len(run) < longest and fold(word.text) in inside
        if not lent and (not word.is_content or _attribute(word) or _verb(word)):
            break
        run.insert(0, word)
    while len(run) > 1 and not run[0].is_content:
        run.pop(0)
    return run


def _shared_noun(items: list[list[Word]]) -> Span | None:
    """ "Monthly and annual memberships": the noun that only the last item says."""
    last = items[-1]
    if len(last) < 2 or any(len(item) != 1 for item in items[:-1]):
        return None
    adjectives = [item[0] for item in items]
    return _span(last[1:]) if all(_ADJECTIVE.fullmatch(fold(word.text)) for word in adjectives) else None
