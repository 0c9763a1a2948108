"""What does the person want to know? Every content word is owned by a requirement or named as dropped."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass, replace

from opora.answering.cues import (
    BARE_HEAD,
    COMMA_QUESTION,
    CONDITION,
    ENGLISH_IT,
    ENGLISH_THAT,
    LEADING_POLITE,
    POLITE,
    PRONOUN,
    QUESTION_WORD,
    SECOND_QUESTION,
    SECOND_YES_NO,
    STARTS_YES_NO,
    kind_of,
)
from opora.answering.enumerate_items import framed, subject_of, subjects
from opora.domain.place import Span
from opora.domain.question import Message, Requirement, Word
from opora.language.words import fold

_SENTENCE = re.compile(r"[^?!;\n]+?(?:[?!;\n]+|\.(?=\s+[^\W\d_]|\s*$)|$)", re.S)
_FURTHEST = 30 * 366  # days between the date of asking and a date named in the question


@dataclass(frozen=True, slots=True)
class _Part:
    """A question being cut out. ``frame``: the spans that make its words, in order (its own among them); ``about``: what
    it borrows and names in brackets: a subject, a shared condition. ``kind``: taken over from the question it repeats.
    """

    span: Span
    frame: tuple[Span, ...] = ()
    about: tuple[Span, ...] = ()
    like: Span | None = None

    @property
    def spans(self) -> tuple[Span, ...]:
        return tuple(sorted({self.span, *self.frame, *self.about}))


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
    parts = [replace(part, about=(*part.about, *shared)) for part in _with_subjects(message, parts)]
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
    condition = _condition(message, span)
    begin = condition.end - span.start if condition else 0
    cuts = [
        (m.start(), m.end()) for pattern in (SECOND_QUESTION, COMMA_QUESTION) for m in pattern.finditer(text, begin)
    ]
    if STARTS_YES_NO.search(text[begin:]) or QUESTION_WORD.search(text, begin):
        cuts += [(m.start(), m.end()) for m in SECOND_YES_NO.finditer(text, begin)]
    pieces: list[Span] = []
    start = begin
    for left, right in sorted(set(cuts)):
        if left >= start and (QUESTION_WORD.search(text[start:left]) or STARTS_YES_NO.search(text[start:left])):
            pieces.append(_trim(message.text, span.start + start, span.start + left))
            start = right
    pieces.append(_trim(message.text, span.start + start, span.end))
    found: list[_Part] = []
    for number, piece in enumerate(pieces):
        before = any(_named(message, p) for p in pieces[:number])
        following = next((p for p in pieces[number + 1 :] if _named(message, p)), None)
        bare = not _named(message, piece) or bool(BARE_HEAD.search(_bare(piece.of(message.text))))
        if following and bare and not before:  # "when and where is X", "how many A and how much B does X allow"
            found.append(_Part(piece, (piece,), (subject_of(message, following),)))
        else:
            found.extend(_Part(one.own, one.frame) for one in framed(message, piece))
    return [replace(part, about=(*part.about, condition)) for part in found] if condition else found


def _condition(message: Message, span: Span) -> Span | None:
    """ "If I return the goods late, …": what stands before the comma holds for every question after it."""
    match = CONDITION.match(span.of(message.text))
    if not match:
        return None
    condition = _trim(message.text, span.start, span.start + match.end("condition"))
    return condition if _telling(message, condition) and _telling(message, Span(condition.end, span.end)) else None


def _named(message: Message, span: Span) -> bool:
    return bool(subjects(message, span))


def _with_subjects(message: Message, parts: list[_Part]) -> list[_Part]:
    """A later part that says "it", or names no subject, is about what an earlier one is about."""
    done: list[_Part] = []
    for part in parts:
        text = part.span.of(message.text)
        lone = part.frame in ((), (part.span,)) and not part.about
        if done and lone and (not _named(message, part.span) or PRONOUN.search(text)):
            first = next((p for p in reversed(done) if _named(message, p.span)), done[0])
            part = _Part(part.span, part.frame, first.about or (subject_of(message, first.span),), part.like)
        elif done and lone and not QUESTION_WORD.search(text) and not STARTS_YES_NO.search(text):
            part = _Part(part.span, part.frame, (done[0].span,), done[0].span)  # "How much is delivery? And express?"
        done.append(part)
    return done


def _requirement(message: Message, part: _Part, number: int) -> Requirement:
    text = " ".join(_bare(span.of(message.text)) for span in part.frame or (part.span,))
    text = LEADING_POLITE.sub("", text) or text
    about = [_bare(span.of(message.text)) for span in part.about]
    text, about = _it(text, about) if message.language == "en" else (text, about)
    told = "; ".join(one for one in about if one)
    kind = kind_of(text)
    if kind == "fact" and part.like:
        kind = kind_of(part.like.of(message.text))
    text = f"{text} ({told})" if told else text
    subject = " ".join(word.text for span in part.spans for word in _telling(message, span))
    return Requirement(f"R{number}", text, kind, subject, part.spans, _date_named(message, part.spans))


def _bare(text: str) -> str:
    return text.strip(" ,.?!;:—–-\n")


def _it(text: str, about: list[str]) -> tuple[str, list[str]]:
    """English does not decline: what "it" stands for can stand there itself."""
    if about and ENGLISH_IT.search(text) and not ENGLISH_THAT.search(text):
        return ENGLISH_IT.sub(about[0].replace("\\", "\\\\"), text, count=1), about[1:]
    return text, about


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
