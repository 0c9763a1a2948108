"""What does the person want to know? Every content word is owned by a requirement or named as dropped."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass

from opora.answering.cues import (
    COMMA_QUESTION,
    ENUMERATION,
    ITEM_BREAK,
    POLITE,
    PRONOUN,
    QUESTION_WORD,
    SECOND_QUESTION,
    SECOND_YES_NO,
    STARTS_YES_NO,
    kind_of,
)
from opora.domain.place import Span
from opora.domain.question import Message, Requirement, Word
from opora.language.words import fold

_SENTENCE = re.compile(r"[^?!;\n]+?(?:[?!;\n]+|\.(?=\s+[^\W\d_]|\s*$)|$)", re.S)
_FURTHEST = 30 * 366  # days between the date of asking and a date named in the question


@dataclass(frozen=True, slots=True)
class _Part:
    """A question being cut out: its own span, and spans it borrows (subject of the first half, a shared condition)."""

    span: Span
    borrowed: tuple[Span, ...] = ()


def require(message: Message) -> tuple[tuple[Requirement, ...], tuple[str, ...]]:
    """Requirements in the order asked, and the segments that ask nothing, verbatim."""
    asked: list[Span] = []
    said: list[Span] = []
    dropped: list[str] = []
    for match in _SENTENCE.finditer(message.text):
        span = _trim(message.text, match.start(), match.end())
        if not _telling(message, span):
            if _content(message, span):
                dropped.append(span.of(message.text))
        elif _asks(span.of(message.text)):
            asked.append(span)
        else:
            said.append(span)
    if not asked:
        asked, said = said, []
    parts = [part for span in asked for part in _parts(message, _after_greeting(message, span, dropped))]
    shared = tuple(said)
    parts = [_Part(part.span, (*part.borrowed, *shared)) for part in _with_subjects(message, parts)]
    requirements = tuple(_requirement(message, part, number) for number, part in enumerate(parts, 1))
    return requirements, (*dropped, *_unowned(message, requirements, dropped))


def _asks(text: str) -> bool:
    return "?" in text or bool(QUESTION_WORD.search(text) or STARTS_YES_NO.search(text))


def _trim(text: str, start: int, end: int) -> Span:
    while start < end and not text[start].isalnum():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Span(start, end)


def _content(message: Message, span: Span) -> list[Word]:
    return [word for word in message.words if word.is_content and span.covers(word.span)]


def _telling(message: Message, span: Span) -> list[Word]:
    return [word for word in _content(message, span) if fold(word.text) not in POLITE]


def _after_greeting(message: Message, span: Span, dropped: list[str]) -> Span:
    """Politeness before the first comma is dropped, with its words named when they carry content."""
    head, comma, _ = span.of(message.text).partition(",")
    first = Span(span.start, span.start + len(head))
    inside = [word for word in message.words if first.covers(word.span)]
    if not comma or not inside or not all(fold(word.text) in POLITE for word in inside):
        return span
    if _content(message, first):
        dropped.append(head)
    return _trim(message.text, first.end + 1, span.end)


def _parts(message: Message, span: Span) -> list[_Part]:
    text = span.of(message.text)
    cuts = [(m.start(), m.end()) for m in SECOND_QUESTION.finditer(text)]
    cuts += [(m.start(), m.end()) for m in COMMA_QUESTION.finditer(text)]
    if STARTS_YES_NO.search(text) or QUESTION_WORD.search(text):
        cuts += [(m.start(), m.end()) for m in SECOND_YES_NO.finditer(text)]
    pieces: list[Span] = []
    start = 0
    for left, right in sorted(set(cuts)):
        if left >= start and (QUESTION_WORD.search(text[start:left]) or STARTS_YES_NO.search(text[start:left])):
            pieces.append(_trim(message.text, span.start + start, span.start + left))
            start = right
    pieces.append(_trim(message.text, span.start + start, span.end))
    found: list[_Part] = []
    for number, piece in enumerate(pieces):
        if _telling(message, piece) or number == len(pieces) - 1:
            found.extend(_enumerated(message, piece))
        else:  # "when and where is X": the bare question word borrows what follows
            found.append(_Part(piece, (pieces[-1],)))
    return found


def _enumerated(message: Message, span: Span) -> list[_Part]:
    """``the fee for A, B and C``: one requirement for each item, all with the head."""
    text = span.of(message.text)
    match = ENUMERATION.search(text)
    if not match or kind_of(text) not in ("amount", "date"):
        return [_Part(span)]
    first = _words_kept(message, span, match)
    items = [first, *_items(text, match, first[1])]
    head = Span(span.start, span.start + first[0])
    spans = [_trim(message.text, span.start + a, span.start + b) for a, b in items]
    spans = [
        Span(s.start, max(s.start, s.end - 1)) if message.text[s.end - 1] == "?" else s
        for s in spans
        if s.end > s.start
    ]
    if len(spans) < 2 or not all(_telling(message, item) for item in spans) or not _telling(message, head):
        return [_Part(span)]
    return [_Part(item, (head,)) for item in spans]


def _words_kept(message: Message, span: Span, match: re.Match[str]) -> tuple[int, int]:
    """The first item is the last word before the first break: its longer reading would eat the head."""
    text = span.of(message.text)
    stop = ITEM_BREAK.search(text, match.start("items"))
    end = stop.start() if stop else match.end("first")
    begin = text.rfind(" ", 0, end) + 1
    return begin, end


def _items(text: str, match: re.Match[str], start: int) -> list[tuple[int, int]]:
    breaks = list(ITEM_BREAK.finditer(text, start, match.end("items")))
    ends = [m.start() for m in breaks[1:]] + [match.end("items")]
    return [(m.end(), end) for m, end in zip(breaks, ends, strict=True)]


def _with_subjects(message: Message, parts: list[_Part]) -> list[_Part]:
    """A later part that says "it", or hardly anything, borrows the first part's words."""
    done: list[_Part] = []
    for part in parts:
        text = part.span.of(message.text)
        thin = len(_telling(message, part.span)) < 2
        if done and not part.borrowed and (thin or PRONOUN.search(text)):
            first = next((p for p in reversed(done) if len(_telling(message, p.span)) > 1), done[0])
            part = _Part(part.span, (*first.borrowed, first.span))
        done.append(part)
    return done


def _requirement(message: Message, part: _Part, number: int) -> Requirement:
    own = part.span.of(message.text).strip(" ,.?!;")
    borrowed = [span.of(message.text).strip(" ,.?!;") for span in part.borrowed]
    text = (
        " ".join([*borrowed, own])
        if part.borrowed and part.borrowed[0].start < part.span.start
        else " ".join([own, *borrowed])
    )
    kind = kind_of(own)
    if kind == "fact" and part.borrowed:
        kind = kind_of(text)
    spans = tuple(sorted({part.span, *part.borrowed}))
    subject = " ".join(word.text for span in spans for word in _telling(message, span))
    return Requirement(f"R{number}", text, kind, subject, spans, _date_named(message, spans))


def _date_named(message: Message, spans: tuple[Span, ...]) -> dt.date | None:
    """A calendar day named in the question is the day asked about, unless it lies a lifetime away."""
    days = [value.date for value in message.values if value.date and len(value.text) > 7]
    own = [v.date for v in message.values if v.date and len(v.text) > 7 and any(s.overlaps(v.span) for s in spans)]
    day = next(iter(own or days), None)
    return day if day and abs((day - message.question.at).days) <= _FURTHEST else None


def _unowned(message: Message, requirements: tuple[Requirement, ...], dropped: list[str]) -> tuple[str, ...]:
    spans = [span for requirement in requirements for span in requirement.spans]
    left = [w for w in message.words if w.is_content and not any(span.covers(w.span) for span in spans)]
    return tuple(word.text for word in left if not any(word.text in segment for segment in dropped))
