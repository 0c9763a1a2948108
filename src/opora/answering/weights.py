"""How much does each word of the question tell, and which of them does a text hold?"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from operator import mul

from opora.answering.asked_day import spans_of_time
from opora.answering.cues import ASKS_FOR_VALUE
from opora.answering.extremes import extreme_asked
from opora.answering.heads import asks_of_nothing, is_asked_about, is_question_word, is_verb
from opora.answering.quoted import speaker_named
from opora.answering.sides import side_of
from opora.domain.place import Span
from opora.domain.question import Message, Requirement, Word
from opora.language.lemmas import is_known, is_stopword
from opora.language.units import UNITS
from opora.language.words import WORD, fold
from opora.ports import Library

_GENERAL = 40  # fragments: below this the library's own frequencies say little

_HELD = 0.5  # strength from which a word is held
_SHORT_WORD = 4  # letters
_BORROWED = 0.5  # share of its weight that a word keeps which another part of the message has said
_KIND_WORD = 0.2  # share of its weight that a word such as "price" keeps: the value found tells more


@dataclass(frozen=True, slots=True)
class Wanted:
    """The content words of one requirement with their weights.

    ``named`` are names, numbers and codes; ``things`` all that say neither what is asked
    ("term", "price") nor what is done.
    """

    words: tuple[Word, ...]
    weights: tuple[float, ...]
    named: frozenset[int]
    pairs: frozenset[tuple[str, str]] = frozenset()
    things: frozenset[int] = frozenset()
    total: float = field(init=False, default=0.0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "total", sum(self.weights))  # asked for some hundred times a question

    def lost(self, held: Sequence[float], other: Sequence[float], of: frozenset[int] | None = None) -> float:
        """Weighed share (0..1) of the things asked about, or those ``of`` them, that the first holds and the other does not."""
        things = self.things if of is None else of
        total = sum(self.weights[n] for n in things)
        gone = sum(self.weights[n] for n in things if held[n] >= _HELD > other[n])
        return gone / total if total else 0.0

    def share(self, strengths: Sequence[float]) -> float:
        """Weighed share (0..1) of the wanted words that is held; ``strengths`` has one figure a word."""
        return sum(map(mul, self.weights, strengths)) / self.total if self.total else 0.0


def wanted(message: Message, requirement: Requirement, library: Library) -> Wanted:
    """Words of the requirement's spans, each weighed by its rarity in the library and in general."""
    found = [w for w in message.words if w.is_content and any(s.covers(w.span) for s in requirement.spans)]
    dates = spans_of_time(message) if requirement.at else []
    found = [w for w in found if not any(d.overlaps(w.span) for d in dates)]
    if (speaker := speaker_named(message.text)) is not None:
        found = [w for w in found if not speaker.covers(w.span)] or found
    found = list({fold(word.text): word for word in found if not is_question_word(word)}.values())
    frequency = library.document_frequency(sorted({lemma for word in found for lemma in word.lemmas}))
    found = [_forgiven(word, frequency, message.language, library) for word in found]
    count = library.fragment_count()
    lent = [any(span.covers(word.span) for span in requirement.borrowed) for word in found]
    says_more = any(not (b or is_asked_about(w) or asks_of_nothing(w)) for w, b in zip(found, lent, strict=True))
    weights = tuple(
        _weight(word, frequency, count) * (_BORROWED if borrowed and says_more else 1.0)
        for word, borrowed in zip(found, lent, strict=True)
    )
    starts = {s.start for s in requirement.spans} | {w.span.start for w in message.words[:1]}
    named = frozenset(i for i, w in enumerate(found) if _is_name(w, starts))
    things = frozenset(
        i for i, w in enumerate(found) if not (is_asked_about(w) or asks_of_nothing(w) or is_deed(w) or _side(w))
    )
    things = things or frozenset(range(len(found)))
    return Wanted(tuple(found), weights, named, _pairs(WORD.findall(requirement.text)), things)


def _forgiven(word: Word, frequency: dict[str, int], language: str, library: Library) -> Word:
    """A word that neither the library nor a dictionary knows is read as the library's word a slip of the pen away."""
    folded = fold(word.text)
    if len(folded) < 5 or any(frequency.get(lemma) for lemma in word.lemmas) or not folded.isalpha():
        return word
    if is_known(folded, language):
        return word
    near = library.similar_words(folded, 1)
    return replace(word, lemmas=tuple(dict.fromkeys([*word.lemmas, *near]))) if near else word


def _weight(word: Word, frequency: dict[str, int], count: int) -> float:
    whole = [lemma for lemma in word.lemmas if not lemma.startswith("^")] or list(word.lemmas)
    df = max((frequency.get(lemma, 0) for lemma in whole), default=0)
    top = math.log(1 + count / 0.5)
    rarity = math.log(1 + count / (df + 0.5)) / top if count else 1.0
    general = min(1.0, 0.4 + len(word.text) / 14)
    told = (count * rarity + _GENERAL * general) / (count + _GENERAL)
    of_kind = not ASKS_FOR_VALUE.isdisjoint(word.lemmas) or extreme_asked(word.text)  # "maximum" may be said "at most"
    return told * _KIND_WORD if of_kind else told


def is_deed(word: Word) -> bool:
    """Whether it says what is done with a thing: another text may call the deed otherwise ("reimbursed", "pay back")."""
    return is_verb(word) or (word.text.isascii() and word.text.endswith("ed") and len(word.text) > _SHORT_WORD)


def _side(word: Word) -> bool:
    """Whether it only says yes or no of a thing ("needed", "possible"), or what it is measured in ("kilograms")."""
    return side_of(fold(word.text)) is not None or fold(word.text) in UNITS


def _is_name(word: Word, starts: set[int]) -> bool:
    text = word.text
    if any(c.isdigit() for c in text):
        return True
    return text[0].isupper() and word.span.start not in starts


def side_by_side(want: Wanted, words_: Sequence[str]) -> float:
    """Share (0..1) of the question's neighbouring words that stand side by side in the text too ("check out")."""
    if not want.pairs:
        return 0.0
    told = [part for word in words_ for part in _parts(word)]
    firsts = {first for first, _ in want.pairs}
    near = [n for n, part in enumerate(told[:-1]) if part[0] in firsts]  # few words begin a pair that is asked for
    found = {(told[n][0], told[n + 1][0]) for n in near if not (told[n][1] and told[n + 1][1])}
    return len(want.pairs & found) / len(want.pairs)


def _pairs(words_: Sequence[str]) -> frozenset[tuple[str, str]]:
    """Neighbours of which one carries content; hyphens part words, and a word counts by its first letters."""
    told = [part for word in words_ for part in _parts(word)]
    return frozenset((a[0], b[0]) for a, b in itertools.pairwise(told) if not (a[1] and b[1]))


@lru_cache(maxsize=65536)
def _parts(word: str) -> tuple[tuple[str, bool], ...]:
    """The first letters of a word, or of each of its parts, and whether it is a function word."""
    return tuple((part[:6], is_stopword(part)) for part in fold(word).split("-") if part)


@lru_cache(maxsize=1024)
def scope_of(text: str, values: tuple[Span, ...]) -> frozenset[str]:
    """Capitalised words inside a sentence, single letters and codes: what a rule is limited to."""
    found: set[str] = set()
    for number, match in enumerate(WORD.finditer(text)):
        word = match.group()
        telling = number and (word[0].isupper() or (not word.isalpha() and any(c.isdigit() for c in word)))
        if telling and not any(span.overlaps(Span(match.start(), match.end())) for span in values):
            found.add(fold(word))
    return frozenset(found)
