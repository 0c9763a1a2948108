""" "And for a motorcycle?": which words of the question before does the newly named thing take the place of?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from opora.answering.cues import ASKS_FOR_VALUE, AUXILIARY
from opora.answering.heads import is_asked_about, is_head, is_time, is_verb
from opora.answering.openings import QUESTION_WORD
from opora.domain.place import Span
from opora.domain.question import Message, Word
from opora.language.units import UNITS
from opora.language.words import fold

_I = re.IGNORECASE
_PREPOSITION = re.compile(
    r"(?:for|in|on|of|at|from|during|per|with|without|to|by|under|over"
    r"|для|в|во|на|с|со|из|от|до|у|по|за|при|без|через|к|ко|з|із|від|під|про|на|pentru|la|în|de|din|cu|pe|fără)",
    _I,
)
_FOR = re.compile(r"for\s+", _I)
_OTHER_PREPOSITION = re.compile(r"(?:in|on|of|at|from|during|per|with|without|to|by|under|over)\s", _I)
_ONE: Final = frozenset(("a", "an", "one", "another", "each"))
_OTHER_NUMBER: Final = {"does": "do", "is": "are", "was": "were", "do": "does", "are": "is", "were": "was"}
# "A ticket for a child": these are for somebody, so the one before stays. Beside what heads a phrase ("the fare").
_OFFERS: Final = """
ticket pass entry entrance admission subscription membership plan policy cover licence license visa permit appointment visit
consultation lesson course tour excursion rent rental hire transfer account place seat room
"""
_FOR_SOMEBODY: Final = frozenset(_OFFERS.split())
# "The adult fare": for a child it is another one.
_OF_WHOM: Final = (
    "adult child student senior pensioner family youth resident member infant junior teenager teacher guest"
)
_PERSONS: Final = frozenset(_OF_WHOM.split())
_ADJECTIVE = re.compile(r"\w+(?:[ыиоі]й|ая|яя|ое|ее|ые|ие|ого|его|ую|юю|ої|ою|ой|ей|ому|ему|ым|им|ом|ем|ых|их|ими|ыми)")
_NOMINATIVE = re.compile(r"\w+(?:[ыиоі]й|ая|яя|ое|ее|ые|ие)|\w+сь?к(?:ою|ой|ого|ому|ую|им|их|ими)")
_ADJECTIVE_LEMMA = ("ый", "ий", "ой", "ій")
_GENITIVE = re.compile(r"\w{2,}[аяиыіеїуюівй]")
_ENDING: Final = 2


@dataclass(frozen=True, slots=True)
class Swapped:
    """The spans of the new question in order; ``helper``: the auxiliary that agrees, for the last word of the first."""

    frame: tuple[Span, ...]
    helper: str = ""


@dataclass(frozen=True, slots=True)
class _Place:
    """What goes, from ``start`` to ``end``; how many letters of the new words fall away; the noun that stays."""

    start: int
    end: int
    falls: int = 0
    helper: str = ""
    noun: Span | None = None


def in_its_slot(message: Message, part: Span, source: Span) -> Swapped | None:
    """``source`` with what ``part`` names in the place of the thing of the same sort; None where no such place is seen."""
    own = [w for w in message.words if part.covers(w.span)]
    asked = [w for w in message.words if source.covers(w.span)]
    if not any(w.is_content for w in own) or any(is_time(w) for w in own):
        return None
    part = Span(own[0].span.start, own[-1].span.end)
    found = _english(message, part, source) if message.language == "en" else _declined(own, asked)
    if found is None:
        return None
    end = source.start + len(source.of(message.text).rstrip(" ?.!"))
    new = Span(part.start + found.falls, part.end)
    frame = (Span(source.start, found.start), *((found.noun,) if found.noun else ()), new, Span(found.end, end))
    return Swapped(tuple(span for span in frame if len(span)), found.helper)


def _declined(own: list[Word], asked: list[Word]) -> _Place | None:
    """ "А трёхместная?" for "двухместная комната"; "а для собаки?" for "стерилизация кошки"."""
    if not own[0].is_content:
        return _complement(own, asked) if _PREPOSITION.fullmatch(own[0].text) else None
    if not all(map(_is_adjective, own)):
        return None
    ending = fold(own[-1].text)[-_ENDING:]
    alike = [w for w in asked if w.is_content and _is_adjective(w) and fold(w.text)[-_ENDING:] == ending]
    alike = [w for w in alike if not is_asked_about(w) and w.span.end < asked[-1].span.end]
    return _Place(alike[0].span.start, alike[0].span.end) if alike else None


def _complement(own: list[Word], asked: list[Word]) -> _Place | None:
    """Where a phrase with a preposition belongs: behind the thing asked about, for what only tells it apart."""
    told = [w for w in asked if w.is_content and not QUESTION_WORD.fullmatch(w.text)]
    told = [w for w in told if not is_verb(w) and ASKS_FOR_VALUE.isdisjoint(w.lemmas)]
    if not told or fold(own[0].text) in {fold(w.text) for w in asked} or is_head(own[-1]):
        return None
    nouns = [w for w in told if not _is_adjective(w)]
    if not nouns:
        return None
    first = nouns[0]
    behind = [w for w in asked if w.span.start >= first.span.end]
    tells = behind[0] if behind else None
    if tells and tells.is_content and tells in nouns and _is_genitive(tells):
        return _Place(first.span.end, tells.span.end)
    named = tells if tells and tells.is_content and tells.text[0].isupper() else first
    return _Place(named.span.end, named.span.end)


def _is_genitive(word: Word) -> bool:
    """A noun in lower case that is declined ("кошки"); a name ("Базова") stays with its noun."""
    cyrillic = "а" <= fold(word.text)[:1] <= "ӿ"
    lower = word.text[0].islower() and fold(word.text) not in UNITS
    return cyrillic and lower and bool(_GENITIVE.fullmatch(fold(word.text))) and fold(word.text) not in word.lemmas


def _is_adjective(word: Word) -> bool:
    told = fold(word.text)
    if not "а" <= told[:1] <= "ӿ" or not _ADJECTIVE.fullmatch(told):
        return False
    return any(lemma.endswith(_ADJECTIVE_LEMMA) for lemma in word.lemmas) or bool(_NOMINATIVE.fullmatch(told))


def _english(message: Message, part: Span, source: Span) -> _Place | None:
    """Only of "what is X", "how much does X cost": elsewhere the place of the thing is not told by the words alone."""
    text, own = source.of(message.text), part.of(message.text)
    helper = AUXILIARY.search(text)
    for_it = _FOR.match(own)
    if not helper or not QUESTION_WORD.search(text[: helper.start()]) or (not for_it and _OTHER_PREPOSITION.match(own)):
        return None
    slot = _slot(message, helper[0].lower(), source.start + helper.end(), source)
    thing = next((w for w in reversed(slot) if w.is_content), None)
    if thing is None or thing.text.endswith("ed"):
        return None
    if for_it and _for_somebody(thing):
        return _behind(message, source, slot, thing)
    if is_head(thing):
        return None
    begins = for_it.end() if for_it else 0
    return _Place(slot[0].span.start, slot[-1].span.end, begins, _agreeing(helper[0].lower(), own[begins:]))


def _slot(message: Message, helper: str, start: int, source: Span) -> list[Word]:
    """Words behind the auxiliary: of "does" to the verb of value ("cost"), of "is" to the first preposition."""
    after = [w for w in message.words if w.span.start >= start and source.covers(w.span)]
    if helper in ("is", "are", "was", "were"):
        return after[: next((n for n, w in enumerate(after) if n and _PREPOSITION.fullmatch(w.text)), len(after))]
    return after[: next((n for n, w in enumerate(after) if n and not ASKS_FOR_VALUE.isdisjoint(w.lemmas)), 0)]


def _for_somebody(thing: Word) -> bool:
    return is_head(thing) or not _FOR_SOMEBODY.isdisjoint(thing.lemmas)


def _behind(message: Message, source: Span, slot: list[Word], thing: Word) -> _Place | None:
    """ "The adult fare" for a child, "the loan period of a DVD" for a magazine: what told it apart before goes."""
    told = [w for w in slot[: slot.index(thing)] if not _PERSONS.isdisjoint(w.lemmas)]
    after = [w for w in message.words if w.span.start >= thing.span.end and source.covers(w.span)]
    if after and fold(after[0].text) == "of":
        stop = next((n for n, w in enumerate(after) if n and _PREPOSITION.fullmatch(w.text)), len(after))
        keeps = _for_somebody(after[stop - 1])
        return _Place(after[stop - 1].span.end if keeps else after[0].span.start, after[stop - 1].span.end)
    if told:
        return _Place(told[0].span.start, thing.span.end, noun=thing.span)
    return _Place(thing.span.end, thing.span.end)


def _agreeing(helper: str, thing: str) -> str:
    """The auxiliary in the number of the thing, where it is another: "dogs" takes "do"."""
    words = thing.split()
    many = words[0].lower() not in _ONE and words[-1].endswith("s") and not words[-1].endswith("ss")
    single = helper in ("does", "is", "was")
    return _OTHER_NUMBER[helper] if helper in _OTHER_NUMBER and many == single else ""
