"""What does the person want to know? Every content word is owned by a requirement or named as dropped."""

from __future__ import annotations

from dataclasses import replace

from opora.answering.asked_day import asked_day
from opora.answering.borrow import Part, about_it, is_elliptic, with_subjects
from opora.answering.clauses import Sentence, asks, listed, pieces, sentences_of_message
from opora.answering.cues import BARE_HEAD, LEADING_POLITE, POLITE, kind_of
from opora.answering.enumerate_items import framed, subject_of, subjects
from opora.answering.openings import ANNOUNCES, CONDITION, WANTS_TO_KNOW
from opora.domain.place import Span
from opora.domain.question import Message, Requirement, Word
from opora.language.words import fold


def require(message: Message) -> tuple[tuple[Requirement, ...], tuple[str, ...]]:
    """Requirements in the order asked, and the segments that ask nothing, verbatim."""
    parts, shared, dropped = parts_of(message)
    parts = [replace(part, told=(*part.told, *shared)) for part in with_subjects(message, parts, shared)]
    requirements = tuple(_requirement(message, part, number) for number, part in enumerate(parts, 1))
    return requirements, (*dropped, *_unowned(message, requirements, dropped))


def parts_of(message: Message) -> tuple[list[Part], tuple[Span, ...], list[str]]:
    """The questions as they stand, before any borrows from another; statements beside them; what says nothing."""
    telling: list[Sentence] = []
    dropped: list[str] = []
    for sentence in sentences_of_message(message.text):
        if _says(message, sentence.span):
            telling.append(_after_greeting(message, sentence, dropped))
        elif _content(message, sentence.span):
            dropped.append(sentence.span.of(message.text).strip())
    asked = [one for one in telling if asks(one.span.of(message.text), False)]
    if asked:
        asked = [one for one in telling if one in asked or listed(message.text, one)]
    asked = asked or [one for one in telling if asks(one.span.of(message.text), True)] or telling
    shared = tuple(one.span for one in telling if one not in asked)
    return [part for one in asked for part in _parts(message, one)], shared, dropped


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


def _says(message: Message, span: Span) -> bool:
    text = span.of(message.text).rstrip()
    return bool(_telling(message, span)) and ("?" in text or not ANNOUNCES.match(text))


def _after_greeting(message: Message, sentence: Sentence, dropped: list[str]) -> Sentence:
    """Politeness before the first comma is dropped, with its words named when they carry content."""
    span = sentence.span
    head, comma, _ = span.of(message.text).partition(",")
    first = Span(span.start, span.start + len(head))
    inside = [word for word in message.words if first.covers(word.span)]
    if not comma or not inside or not all(fold(word.text) in POLITE for word in inside):
        return sentence
    if _content(message, first):
        dropped.append(head)
    return Sentence(_trim(message.text, first.end + 1, span.end), sentence.lead)


def _without_wish(message: Message, sentence: Sentence) -> Sentence:
    """ "I would like to know how …": the wish belongs to the question, and is not looked for."""
    span = sentence.span
    wish = WANTS_TO_KNOW.match(span.of(message.text))
    if not wish:
        return sentence
    begin = span.start + wish.end()
    return Sentence(Span(begin, span.end), Span((sentence.lead or span).start, begin))


def _parts(message: Message, sentence: Sentence) -> list[Part]:
    sentence = _without_wish(message, sentence)
    span, text = sentence.span, sentence.span.of(message.text)
    condition = _condition(message, span)
    cut = [_trim(message.text, span.start + s, span.start + e) for s, e in pieces(text, len(condition or ()))]
    cut = [piece for piece in cut if len(piece)] or [span]
    found: list[Part] = []
    named = [bool(subjects(message, piece)) for piece in cut]
    first = named.index(True) if True in named else len(cut)
    for number, piece in enumerate(cut):
        following = next((one for one, does in zip(cut[number + 1 :], named[number + 1 :], strict=True) if does), None)
        bare = not named[number] or bool(BARE_HEAD.search(_bare(piece.of(message.text))))
        if following and bare and number <= first:  # "when and where is X", "how many A and how much B does X allow"
            found.append(Part(piece, (piece,), subject_of(message, following)))
        else:
            found.extend(Part(one.own, one.frame) for one in framed(message, piece))
    if len(found) == 1 and is_elliptic(message, text, span, sentence.lead):
        found = [replace(found[0], elliptic=True)]
    found = [replace(part, lead=sentence.lead) for part in found]
    return [replace(part, told=(condition,)) for part in found] if condition else found


def _condition(message: Message, span: Span) -> Span | None:
    """ "If I return the goods late, …": what stands before the comma holds for every question after it."""
    match = CONDITION.match(span.of(message.text))
    if not match:
        return None
    condition = Span(span.start, span.start + match.end("condition"))
    return condition if _telling(message, condition) and _telling(message, Span(condition.end, span.end)) else None


def _requirement(message: Message, part: Part, number: int) -> Requirement:
    text = " ".join(_bare(span.of(message.text)) for span in part.frame or (part.span,)).strip()
    text = LEADING_POLITE.sub("", text) or text
    subject = _bare(part.subject.of(message.text)) if part.subject else None
    put = about_it(text, subject) if message.language == "en" and part.named else None
    told = [_bare(span.of(message.text)) for span in part.told]
    told = told if put or not subject else [subject, *told]
    kind = kind_of(text)
    if kind == "fact" and part.like:
        kind = kind_of(part.like.of(message.text))
    brackets = "; ".join(dict.fromkeys(one for one in told if one))
    text = f"{put or text} ({brackets})" if brackets else put or text
    words = " ".join(word.text for span in part.spans for word in _telling(message, span))
    return Requirement(f"R{number}", text, kind, words, part.spans, asked_day(message, part.span, part.spans))


def _bare(text: str) -> str:
    return text.strip(" ,.?!;:—–-\n")


def _unowned(message: Message, requirements: tuple[Requirement, ...], dropped: list[str]) -> tuple[str, ...]:
    spans = [span for requirement in requirements for span in requirement.spans]
    left = [w for w in message.words if w.is_content and not any(span.covers(w.span) for span in spans)]
    return tuple(word.text for word in left if not any(word.text in segment for segment in dropped))
