"""What does the person want to know? Every content word is owned by a requirement or named as dropped."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from opora.answering.asked_day import asked_day
from opora.answering.borrow import Part, about_it, asks_by_itself, is_elliptic, with_subjects
from opora.answering.clauses import Sentence, asks, led, listed, pieces, sentences_of_message
from opora.answering.courtesy import is_courtesy, please, without_courtesy
from opora.answering.cues import BARE_HEAD, POLITE, kind_of
from opora.answering.enumerate_items import framed, subject_of, subjects
from opora.answering.openings import (
    ABOUT,
    ANNOUNCES,
    CONDITION,
    IF_SO,
    QUESTION_WORD,
    REQUEST,
    STARTS_ASKING,
    STARTS_YES_NO,
    WANTS_TO_KNOW,
)
from opora.domain.place import Span
from opora.domain.question import MOST_PARTS, Message, Requirement, Word
from opora.language.words import fold, words

_ROMANIAN_TOO = re.compile(r"\b(?:care|cat|cit|cum|ce|include|includ|merge|pot|e|o)\b", re.IGNORECASE)

_JOINING = re.compile(r"\bas well as\b|\bprecum (?:și|si)\b|\bplus\b", re.IGNORECASE)  # "and" in other words


def require(message: Message) -> tuple[tuple[Requirement, ...], tuple[str, ...]]:
    """Requirements in the order asked, and the segments that ask nothing, verbatim."""
    parts, shared, dropped = parts_of(message)
    own = _in_own_language(message)
    parts, again, beyond = _within(message, parts)
    dropped += beyond
    parts = [replace(part, told=(*part.told, *shared)) for part in with_subjects(own, parts, shared)]
    requirements = _once([_requirement(message, own, part) for part in parts])
    return requirements, (*dropped, *_unowned(message, requirements, dropped, again))


def require_as(message: Message, spans: Sequence[Span]) -> tuple[tuple[Requirement, ...], tuple[str, ...]]:
    """As ``require``, where somebody else says which pieces of the message are its questions."""
    _, shared, dropped = parts_of(message)
    beside = tuple(one for one in shared if not any(one.overlaps(span) for span in spans))
    own = _in_own_language(message)
    parts = with_subjects(own, [Part(span, (span,)) for span in spans], beside)
    asked = (_requirement(message, own, replace(part, told=(*part.told, *beside))) for part in parts)
    requirements = _once(list(asked))
    return requirements, (*dropped, *_unowned(message, requirements, dropped, ()))


def unaccounted(message: Message, requirements: tuple[Requirement, ...], dropped: Sequence[str]) -> list[Word]:
    """Content words of the message that stand neither in the text of a requirement nor in a dropped segment."""
    named = {fold(word.text) for text in (*(r.text for r in requirements), *dropped) for word in words(text)}
    joints = [Span(*joint.span()) for joint in _JOINING.finditer(message.text)]
    left = [word for word in message.words if word.is_content and fold(word.text) not in named]
    return [word for word in left if not any(joint.covers(word.span) for joint in joints)]


def parts_of(message: Message) -> tuple[list[Part], tuple[Span, ...], list[str]]:
    """The questions as they stand, before any borrows from another; statements beside them; what says nothing."""
    text = message.text
    message = _in_own_language(message)
    telling: list[Sentence] = []
    dropped: list[Span] = []
    for sentence in sentences_of_message(message.text):
        if _says(message, sentence.span):
            telling.extend(_without_courtesy(message, sentence, dropped))
        elif _content(message, sentence.span):
            dropped.append(sentence.span)
    asked = [one for one in telling if asks(one.span.of(message.text), False)]
    if asked:
        asked = [one for one in telling if one in asked or listed(message.text, one)]
    asked = asked or [one for one in telling if asks(one.span.of(message.text), True)] or telling
    shared = tuple(one.span for one in telling if one not in asked)
    stated = any(subjects(message, span) for span in shared)
    return (
        [part for one in asked for part in _parts(message, one, stated)],
        shared,
        [_said(span, text) for span in dropped],
    )


def _within(message: Message, parts: list[Part]) -> tuple[list[Part], list[Span], list[str]]:
    """The first parts, later ones that say the same again, and the message from the first that says something else."""
    kept, later = parts[:MOST_PARTS], parts[MOST_PARTS:]
    said = {_folded(message, part) for part in kept}
    new = [part for part in later if _folded(message, part) not in said]
    beyond = [Span(new[0].span.start, new[-1].span.end)] if new else []
    again = [span for part in later for span in part.spans if part not in new]
    return kept, again, [_said(span, message.text) for span in beyond]


def _folded(message: Message, part: Part) -> str:
    return fold(_bare(" ".join(span.of(message.text) for span in part.frame or (part.span,))))


def _once(asked: list[Requirement]) -> tuple[Requirement, ...]:
    """What is asked again in the same words is one requirement; numbered in the order asked."""
    found: dict[tuple[str, object], Requirement] = {}
    for one in asked:
        key = (fold(one.text), one.at)
        spans = tuple(sorted({*found[key].spans, *one.spans})) if key in found else one.spans
        found[key] = replace(found.get(key, one), spans=spans)
    return tuple(replace(one, requirement_id=f"R{number}") for number, one in enumerate(found.values(), 1))


def _in_own_language(message: Message) -> Message:
    """English words that ask in Romanian ("dental care") are spelt so that they ask nothing; places stay as they are."""
    if message.language != "en":
        return message
    text = _ROMANIAN_TOO.sub(lambda m: f"q{m[0][1:]}", message.text)
    spelt = (replace(w, text=w.span.of(text)) if w.text != w.span.of(text) else w for w in message.words)
    return replace(message, text=text, words=tuple(spelt))


def _said(span: Span, text: str) -> str:
    return span.of(text).strip(" \n,;")


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
    return bool(_telling(message, span)) and not is_courtesy(text) and ("?" in text or not ANNOUNCES.match(text))


def _without_courtesy(message: Message, sentence: Sentence, dropped: list[Span]) -> list[Sentence]:
    """Greetings before and thanks after what a sentence says are dropped, with their words named when they carry content."""
    span = sentence.span
    said = without_courtesy(span.of(message.text)).moved(span.start)
    if said == span or not _telling(message, said):
        return [sentence]
    around = (Span(span.start, said.start), Span(said.end, span.end))
    dropped += [one for one in around if _content(message, one)]
    found = [one for one in led(message.text, said.start, said.end) if _says(message, one.span)]
    if sentence.lead and found:
        found[0] = Sentence(found[0].span, Span(sentence.lead.start, found[0].span.start))
    return found or [sentence]


def _without_wish(message: Message, sentence: Sentence) -> Sentence:
    """ "I would like to know how …": the wish belongs to the question, and is not looked for."""
    span = sentence.span
    wish = WANTS_TO_KNOW.match(span.of(message.text))
    if not wish:
        return sentence
    begin = span.start + wish.end()
    begin += please(message.text[begin : span.end])
    return Sentence(Span(begin, span.end), Span((sentence.lead or span).start, begin))


def _parts(message: Message, sentence: Sentence, stated: bool) -> list[Part]:
    """The questions of one sentence. ``stated``: a statement beside it names what it is about."""
    whole = sentence
    sentence = _without_wish(message, sentence)
    span, text = sentence.span, sentence.span.of(message.text)
    topic = _topic(message, span)
    condition = topic or _condition(message, span)
    cuts = pieces(text, len(condition or ()), sentence != whole)
    cut = [_trim(message.text, span.start + s, span.start + e) for s, e in cuts]
    cut = [_without_wish(message, Sentence(piece)).span for piece in cut if len(piece)] or [span]
    found: list[Part] = []
    named = [bool(subjects(message, piece)) for piece in cut]
    first = named.index(True) if True in named else len(cut)
    for number, piece in enumerate(cut):
        following = next((one for one, does in zip(cut[number + 1 :], named[number + 1 :], strict=True) if does), None)
        bare = not named[number] or bool(BARE_HEAD.search(_bare(piece.of(message.text))))
        lacks = following and bare and number <= first and not topic
        lead = _if_so(message, cut[number - 1].end, piece.start) if number else sentence.lead
        if following and lacks and not asks_by_itself(message, piece, following, stated):
            # "when and where is X", "how many A and how much B does X allow"
            found.append(Part(piece, (piece,), subject_of(message, following), lead=lead))
        else:
            found.extend(Part(one.own, one.frame, lead=lead) for one in framed(message, piece))
    if len(found) == 1 and is_elliptic(message, text, span, sentence.lead):
        found = [replace(found[0], elliptic=True)]
    return [replace(part, told=(condition,)) for part in found] if condition else found


def _if_so(message: Message, start: int, end: int) -> Span | None:
    between = Span(start, max(start, end))
    return between if IF_SO.search(between.of(message.text)) else None


def _condition(message: Message, span: Span) -> Span | None:
    """ "If I return the goods late, …": what stands before the comma holds for every question after it."""
    match = CONDITION.match(span.of(message.text))
    if not match:
        return None
    condition = Span(span.start, span.start + match.end("condition"))
    return condition if _telling(message, condition) and _telling(message, Span(condition.end, span.end)) else None


def _topic(message: Message, span: Span) -> Span | None:
    """ "Delivery to Minsk: how much is it, how long does it take?": what stands before the colon is asked about."""
    match = ABOUT.match(span.of(message.text))
    if not match or QUESTION_WORD.search(match["topic"]) or REQUEST.match(match["topic"]):
        return None
    topic = Span(span.start + match.start("topic"), span.start + match.end("topic"))
    asked = Span(span.start + match.end(), span.end)
    begins = any(pattern.match(asked.of(message.text)) for pattern in (STARTS_ASKING, STARTS_YES_NO))
    return topic if begins and subjects(message, topic) else None


def _requirement(message: Message, own: Message, part: Part) -> Requirement:
    """``own``: the message in which English words ask nothing in Romanian."""
    said = [_bare(span.of(message.text)) for span in part.frame or (part.span,)]
    if part.helper:
        said[0] = f"{said[0].rpartition(' ')[0]} {part.helper}".strip()
    text = " ".join(said).strip()
    text = text[please(text) :]
    subject = _bare(part.subject.of(message.text)) if part.subject else None
    put = about_it(text, subject) if message.language == "en" and part.named else None
    told = [_bare(span.of(message.text)) for span in part.told]
    told = told if put or not subject else [subject, *told]
    kind = kind_of(" ".join(_bare(span.of(own.text)) for span in part.frame or (part.span,)))
    if kind == "fact" and part.like:
        kind = kind_of(part.like.of(own.text))
    brackets = "; ".join(dict.fromkeys(one for one in told if one))
    text = f"{put or text} ({brackets})" if brackets else put or text
    subject_words = " ".join(word.text for span in part.spans for word in _telling(message, span))
    borrowed = tuple(span for span in (part.subject, *part.told) if span is not None)
    day = asked_day(message, part.span, part.spans)
    return Requirement("", text, kind, subject_words, part.spans, day, borrowed)


def _bare(text: str) -> str:
    return text.strip(" ,.?!;:—–-\n")


def _unowned(
    message: Message, requirements: tuple[Requirement, ...], dropped: Sequence[str], again: Sequence[Span]
) -> tuple[str, ...]:
    """What is left, verbatim, words that follow one another as one segment; after this nothing is unaccounted for."""
    spans = [*again, *(span for requirement in requirements for span in requirement.spans)]
    spans += [Span(*joint.span()) for joint in _JOINING.finditer(message.text)]
    missing = [w for w in message.words if w.is_content and not any(span.covers(w.span) for span in spans)]
    missing = [word for word in missing if not any(word.text in segment for segment in dropped)]
    left = [*unaccounted(message, requirements, dropped), *missing]
    places = [number for number, word in enumerate(message.words) if word in left]
    runs: list[list[int]] = []
    for place in places:
        if runs and not any(word.is_content for word in message.words[runs[-1][-1] + 1 : place]):
            runs[-1].append(place)
        else:
            runs.append([place])
    return tuple(
        message.text[message.words[run[0]].span.start : message.words[run[-1]].span.end].strip() for run in runs
    )
