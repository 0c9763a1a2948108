"""Does one question ask the same of several things, or several things of one?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from opora.answering.asked_months import of_days
from opora.answering.cues import ASKS_FOR_VALUE, AUXILIARY, kind_of
from opora.answering.heads import asks_of_nothing, is_asked_about, is_head, is_verb
from opora.answering.openings import QUESTION_WORD, REQUEST
from opora.answering.paired import of_things, of_two_deeds
from opora.domain.place import Span
from opora.domain.question import Message, Word
from opora.language.units import UNITS
from opora.language.words import fold

_BEFORE = r"(?:for|of|per|to|in|on|at|with|from|в|во|на|за|для|у|по|до|с|из|під|про|з|la|pentru|în|pe|din|cu)"  # may stand before each
_AND = r"(?:and|or|и|или|та|і|й|або|și|si|sau)"
_ALSO = r"(?:also|as well as|(?:а |и |і |й |та )?(?:также|також|ещё|еще|ще)|de asemenea|precum (?:și|si)|plus)"
_BREAK = re.compile(
    rf"\s*(?:,\s*(?:{_AND}\s+)?(?:{_ALSO}\s)?|\s{_AND}\s(?:{_ALSO}\s)?|\s(?:as well as|а так(?:же|ож)|precum (?:și|si))\s)\s*"
    rf"(?:(?:the|an?)\s|(?P<before>{_BEFORE})\s)?\s*",
    re.IGNORECASE,
)
_JOINS = re.compile(rf"\b(?:{_AND}|{_ALSO})\b", re.IGNORECASE)
_APART = re.compile(rf"\b{_ALSO}\b", re.IGNORECASE)  # what follows it is another thing
_ARTICLE = re.compile(r"\b(?:the|an?|al|a|cel|cea|cei|cele)\s+$", re.IGNORECASE)
_OR = re.compile(r"\b(?:or|или|або|sau)\b", re.IGNORECASE)
_OR_MORE = (
    re.compile(r"\d\W*$", re.IGNORECASE),
    re.compile(
        r"(?:\d|more|less|fewer|over|under|above|below|больше|более|меньше|менее|свыше|більше|менше|mai mult|mai puțin|peste|sub)\b",
        re.IGNORECASE,
    ),
)
# Of several things together one figure is asked.
_AGGREGATE = re.compile(
    r"\b(?:average|mean|sum of|combined|percentage change|ratio|respectively|средн\w+|суммарн\w+|вместе|середн\w+|сумарн\w+|разом|medi[ea]|împreună)\b",
    re.IGNORECASE,
)
_RANGE = re.compile(r"\b(?:between|from|между|від|між|între|intre|dintre|de la)\b[^,]{1,40}$", re.IGNORECASE)
_LONGEST: Final = 4  # content words in one item of an enumeration
_LONGEST_PHRASE: Final = 7  # content words in "the amount of the bid bond for works abroad"
_DESCRIBED: Final = 1  # words before a head that describe it ("opening hours")
_CLITICS: Final = frozenset(("se", "să", "îl", "îi", "mă", "vă", "își"))
_COUNTS: Final = frozenset({"many", "much", "long", "often"})
_ADJECTIVE = re.compile(r"\w+(?:[ыиоі]й|ая|яя|ое|ее|ые|ие|ого|ую|юю|ої|ly|al|ic|ive|ard|ress|ous|ble)")


@dataclass(frozen=True, slots=True)
class Framed:
    """One thing asked: its own words, and all spans (its own among them) that make the question, in order."""

    own: Span
    frame: tuple[Span, ...]


def framed(message: Message, span: Span) -> list[Framed]:
    """``price and term of X`` and ``price of A, B and C`` as one question each; anything else as it is."""
    words = [word for word in message.words if span.covers(word.span)]
    two = of_two_deeds(message, span) or of_things(message, span) or of_days(message, span)
    if two:
        return [Framed(*one) for one in two]
    phrases = [one for phrase in _of_phrases(message, span, words) for one in _items_within(message, phrase)]
    if kind_of(span.of(message.text)) not in ("amount", "date", "fact", "comparison", "list"):
        return phrases or [Framed(span, (span,))]
    if len(phrases) > 2:
        return phrases
    return _of_attributes(message, span, words) or phrases or _of_items(message, span, words) or [Framed(span, (span,))]


def _items_within(message: Message, phrase: Framed) -> list[Framed]:
    """ "Price of A and B, and also the hours": the first phrase asks of two things itself."""
    own = phrase.own
    if phrase.frame[-1] != own:
        return [phrase]
    words = [word for word in message.words if own.covers(word.span)]
    items = _of_items(message, own, words)
    return [Framed(one.own, (*phrase.frame[:-1], *one.frame)) for one in items] or [phrase]


def subjects(message: Message, span: Span) -> list[Word]:
    """Words of the span that name a thing: neither what is asked about it, nor a question word, nor (Cyrillic) a verb."""
    done = _after_clitics(message) if message.language == "ro" else frozenset()
    told = [w for w in message.words if span.covers(w.span) and w.is_content and w.span.start not in done]
    return [w for w in told if not (is_asked_about(w) or asks_of_nothing(w) or is_verb(w))]


def _after_clitics(message: Message) -> frozenset[int]:
    """Where the words start that a clitic makes verbs: "unde se depune", "cine îl semnează"."""
    return frozenset(b.span.start for a, b in pairwise(message.words) if fold(a.text) in _CLITICS)


def subject_of(message: Message, span: Span) -> Span:
    """From the first to the last word that names a thing; in English what follows the auxiliary, without "cost", "take"."""
    told = subjects(message, span)
    helper = AUXILIARY.search(span.of(message.text)) if message.language == "en" else None
    if helper:
        inside = [w for w in message.words if w.is_content and span.covers(w.span)]
        after = [w for w in inside if w.span.start >= span.start + helper.end()]
        told = [w for w in after if ASKS_FOR_VALUE.isdisjoint(w.lemmas)] or told
    return Span(told[0].span.start, told[-1].span.end) if told else span


def _of_phrases(message: Message, span: Span, words: list[Word]) -> list[Framed]:
    """ "The price of A and the term of B", "price, term and warranty of A": what has no complement takes another's."""
    borders, items, bound = _segments(message, span, words)
    if not items:
        return []
    wish = REQUEST.match(span.of(message.text))
    if wish:  # "explain the notice period"
        items[0] = [word for word in items[0] if word.span.start >= span.start + wish.end()]
    start = next((n for n, word in enumerate(items[0]) if is_head(word) and fold(word.text) not in _COUNTS), None)
    if start is None:
        return []
    before = [word for word in items[0][:start] if not is_verb(word) and not is_asked_about(word)]
    if len(before) > _DESCRIBED or (before and before[-1] is not items[0][start - 1]):
        return []
    items[0] = items[0][start - len(before) :]
    phrases = _headed(items, borders, bound)
    if len(phrases) < 2 or max(_length(one.words) for one in phrases) > _LONGEST_PHRASE:
        return []
    if len(phrases) == 2 and len(phrases[0].words) == 1 and len(phrases[1].words) > 1:
        return []  # "price and term of X" is cut at the attribute itself
    head = Span(span.start, phrases[0].words[0].span.start)
    rests = [one.rest for one in phrases]
    owns = [Span(one.words[0].span.start, one.end) for one in phrases]
    return [Framed(own, (head, own, *_lent(message, phrases, rests, n))) for n, own in enumerate(owns)]


@dataclass(frozen=True, slots=True)
class _Phrase:
    """ "The opening hours of the office": its content words, and how many of them stand before its head."""

    words: list[Word]
    described: int
    end: int

    @property
    def rest(self) -> Span | None:
        after = self.words[self.described + 1 :]
        return Span(self.words[self.described].span.end, self.end) if any(map(_names, after)) else None


def _names(word: Word) -> bool:
    return not is_asked_about(word)


def _segments(message: Message, span: Span, words: list[Word]) -> tuple[list[int], list[list[Word]], list[bool]]:
    """Where each segment between the joints ends, its content words, and whether a preposition opens it.

    None where a question or a range goes on.
    """
    text = span.of(message.text)
    breaks = [m for m in _breaks(text) if text[m.end() :].strip(" ?.!")]
    if not breaks or QUESTION_WORD.search(text, breaks[0].end()):
        return [], [], []
    joined = any(_JOINS.search(m[0]) for m in breaks)
    if _AGGREGATE.search(text) or (joined and _only_or(breaks)):
        return [], [], []
    borders = [0, *(m.end() for m in breaks)], [*(m.start() for m in breaks), len(text.rstrip(" ?.!;:"))]
    found = [
        [w for w in words if w.is_content and span.start + low <= w.span.start and w.span.end <= span.start + high]
        for low, high in zip(*borders, strict=True)
    ]
    bound = [False, *(bool(m["before"]) for m in breaks)]
    if (
        message.language == "en"
    ):  # "changes in acquisition and integration costs": the second describes, and opens nothing
        told = [bool(re.search(r"\b(?:the|an?)\s*$", m[0], re.IGNORECASE)) for m in breaks]
        loose = [
            not a and bool(b) and not is_head(b[0]) and is_head(b[-1]) for a, b in zip(told, found[1:], strict=True)
        ]
        complement = bool(found[0]) and not is_head(found[0][-1])
        bound = [False, *(one or (complement and two) for one, two in zip(bound[1:], loose, strict=True))]
    return [span.start + high for high in borders[1]], found if all(found) else [], bound


def _breaks(text: str) -> list[re.Match[str]]:
    """Joints, but not the one in "3 or more" or in "between 2018 and 2019"."""
    number, more = _OR_MORE
    return [
        m
        for m in _BREAK.finditer(text)
        if not (_OR.search(m[0]) and number.search(text[: m.start()]) and more.match(text, m.end()))
        and not _RANGE.search(text[: m.start()])
    ]


def _headed(items: list[list[Word]], ends: list[int], bound: list[bool]) -> list[_Phrase]:
    """Each item with its head; one without a head goes on with the one before ("the price of bread and butter")."""
    phrases: list[_Phrase] = []
    for item, end, complement in zip(items, ends, bound, strict=True):
        place = next((n for n, word in enumerate(item) if is_head(word) and not is_verb(word)), None)
        described = item[:place] if place is not None else item
        if complement or place is None or place > _DESCRIBED or any(is_verb(word) for word in described):
            if not phrases:
                return []
            phrases[-1] = _Phrase([*phrases[-1].words, *item], phrases[-1].described, end)
        else:
            phrases.append(_Phrase(item, place, end))
    return phrases


def _lent(message: Message, phrases: list[_Phrase], rests: list[Span | None], number: int) -> tuple[Span, ...]:
    """The complement of another phrase, unless the phrase has its own or is described by a word of it ("bid deadline")."""
    if rests[number] is not None:
        return ()
    lender = next((n for n in range(number - 1, -1, -1) if rests[n]), None)
    if lender is not None and phrases[number].described and _stands_apart(message, phrases, rests[lender], number):
        return ()
    lender = next((n for n in range(number + 1, len(rests)) if rests[n]), None) if lender is None else lender
    if lender is None:
        return ()
    own = {lemma for word in phrases[number].words[: phrases[number].described] for lemma in word.lemmas}
    said = {lemma for word in phrases[lender].words[phrases[lender].described + 1 :] for lemma in word.lemmas}
    lent = rests[lender]
    return (lent,) if lent and own.isdisjoint(said) else ()


def _stands_apart(message: Message, phrases: list[_Phrase], lent: Span | None, number: int) -> bool:
    """ "…, and also the opening hours", "the fares for a bicycle and a car, the luggage limit": it tells of another thing."""
    joint = message.text[phrases[number - 1].end : phrases[number].words[0].span.start]
    return bool(_APART.search(joint) or (lent and _JOINS.search(lent.of(message.text))))


def _of_attributes(message: Message, span: Span, words: list[Word]) -> list[Framed]:
    """ "Какой тариф и срок у выпуска карты": the question word, one attribute, and the rest."""
    told = [word for word in words if word.is_content]
    for number, (first, second) in enumerate(pairwise(told)):
        between = message.text[first.span.end : second.span.start]
        own = second.span
        if not is_asked_about(second) and number + 2 < len(told) and is_asked_about(told[number + 2]):
            own = Span(second.span.start, told[number + 2].span.end)  # "price and delivery time of X"
        elif not is_asked_about(second):
            continue
        joint = _BREAK.fullmatch(between)
        if not (is_asked_about(first) and joint) or between.strip() == "," or _OR.search(between) or is_verb(second):
            continue
        head, rest = Span(span.start, first.span.start), Span(own.end, span.end)
        if subjects(message, rest) and not subjects(message, head) and not is_verb(first):
            return [Framed(first.span, (head, first.span, rest)), Framed(own, (head, own, rest))]
        if subjects(message, head) and not subjects(message, rest):  # "доставка сколько стоит и сроки"
            before = Span(span.start, first.span.end)
            return [Framed(before, (before,)), Framed(own, (own,))]
    return []


def _of_items(message: Message, span: Span, words: list[Word]) -> list[Framed]:
    """ "Price of A, B and C": each with the words before the first and after the last."""
    text = span.of(message.text)
    end = span.start + len(text.rstrip(" ?.!"))
    breaks = [m for m in _breaks(text) if span.start + m.end() < end]
    if not any(_JOINS.search(m[0]) for m in breaks) or _AGGREGATE.search(text):
        return []  # "goods, sent by post" lists nothing
    if QUESTION_WORD.search(text, breaks[0].end()) or not (
        kind_of(text) in ("amount", "date") or _side_by_side(text, breaks)
    ):
        return []
    ends = [span.start + m.start() for m in breaks[1:]] + [end]
    others = [
        [w for w in words if span.start + m.end() <= w.span.start and w.span.end <= e]
        for m, e in zip(breaks, ends, strict=True)
    ]
    before = [word for word in words if word.span.end <= span.start + breaks[0].start()]
    inner = _taken_off(before)
    if not all(others) or max(map(_length, others)) > _LONGEST or not before:
        return []
    after = _taken_off(others[-1])
    if not all(others) or (_only_or(breaks) and (after or not _for_value(before))):
        return []  # "the gold or platinum card fee", "how many couples or partnerships" ask one thing
    run = _run(before, others)
    bare = not re.search(rf"\b(?:the|an?|{_BEFORE})\s*$", breaks[-1][0], re.IGNORECASE)
    if message.language == "en" and bare and len(run) == 1 < len(others[-1]) and not _shared_noun([run, *others]):
        return []  # "research and development expenses" are not two things
    items = [run, *others]
    if len(before) == len(run) or not all(subjects(message, _span(item)) for item in items):
        return []
    shared = _shared_noun(items)
    head = _before_first(message, Span(span.start, run[0].span.start), bool(breaks[0]["before"]))
    starts = [head.end, *(span.start + _with_its_article(m) for m in breaks)]
    owns = [Span(start, item[-1].span.end) for start, item in zip(starts, items, strict=True)]
    return [
        Framed(
            own,
            (
                head,
                own,
                *((shared,) if shared and len(item) == 1 else ()),
                *((_span(inner),) if inner else ()),
                *((_span(after),) if after else ()),
            ),
        )
        for own, item in zip(owns, items, strict=True)
    ]


def _before_first(message: Message, head: Span, prepositions: bool) -> Span:
    """What stands before every item: without the article of the first, and without its preposition where each has one."""
    text = head.of(message.text)
    article = _ARTICLE.search(text)
    text = text[: article.start()] if article else text
    own = re.search(rf"\b{_BEFORE}\s+$", text, re.IGNORECASE) if prepositions else None
    return Span(head.start, head.start + (own.start() if own else len(text)))


def _with_its_article(joint: re.Match[str]) -> int:
    """Where what follows the joint begins: at its article or preposition."""
    bare = re.search(rf"\b(?:the|an?|{_BEFORE})\s+$", joint[0], re.IGNORECASE)
    return joint.start() + bare.start() if bare else joint.end()


def _length(words: list[Word]) -> int:
    """How many words say something; a measure ("up to 15 kg") only tells a thing apart."""
    return sum(w.is_content and not w.text[0].isdigit() and fold(w.text) not in UNITS for w in words)


def _side_by_side(text: str, breaks: list[re.Match[str]]) -> bool:
    """ "For teeth and for medicine": the same preposition stands before each."""
    first = {fold(m["before"]) for m in breaks if m["before"]}
    return (
        len(first) == 1
        and all(m["before"] for m in breaks)
        and next(iter(first)) in fold(text[: breaks[0].start()]).split()
    )


def _only_or(breaks: list[re.Match[str]]) -> bool:
    return all(_OR.search(m[0]) for m in breaks if _JOINS.search(m[0]))


def _for_value(before: list[Word]) -> bool:
    """Whether a price or a term is asked ("how much does A or B cost"), not a count."""
    return any(not ASKS_FOR_VALUE.isdisjoint(w.lemmas) and fold(w.text) not in _COUNTS for w in before)


def _span(words: list[Word]) -> Span:
    return Span(words[0].span.start, words[-1].span.end)


def _taken_off(words: list[Word]) -> list[Word]:
    """Takes words that name no thing ("cost", "take", "in 2026") off the end and gives them."""
    tail: list[Word] = []
    while words:
        word = words[-1]
        names_none = word.is_content and (is_asked_about(word) or (bool(tail) and word.text.isdigit()))
        if not names_none and not (not word.is_content and tail and tail[0].text.isdigit()):
            break
        tail.insert(0, words.pop())
    return tail


def _run(before: list[Word], others: list[list[Word]]) -> list[Word]:
    """The first item: content words before the first break, and prepositions that the other items have too."""
    inside = {fold(word.text) for other in others for word in other if not word.is_content}
    longest = max(map(len, others))
    run = [before[-1]]
    for word in reversed(before[:-1]):
        lent = len(run) < longest and fold(word.text) in inside
        if not lent and (not word.is_content or is_asked_about(word) or is_verb(word)):
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
