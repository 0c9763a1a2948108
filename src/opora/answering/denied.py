"""Does one text allow what another one in force forbids?"""

from __future__ import annotations

import re
from itertools import islice
from typing import Final

from opora.answering.antonyms import turned_word
from opora.answering.asked_value import names_a_value
from opora.answering.contrast import RELATING, stands
from opora.answering.deeds import deeds_of, done_to_it
from opora.answering.exclusive import class_of
from opora.answering.heads import is_action
from opora.answering.lexed import Lexed, lexed
from opora.answering.negation import is_negator, negation_mismatch
from opora.answering.sides import WITHOUT, agreed, opposed, takes_side
from opora.answering.subject import is_attribute
from opora.language.units import CURRENCIES, UNITS
from opora.language.values import find_values

_FORBIDS: Final = re.compile(r"(?:запре[щт]|заборон|interzi|forbid|forbad|prohibit|недопуст|неприпуст)\w*")
_DEEDS: Final = ("ed", "ён", "ен", "ено", "ена", "ется", "ються", "ється", "isă", "is", "ible", "possible")
_PREFIXES: Final = ("non-", "не", "un", "in", "im", "ir", "ne")
_DOING: Final = ("take", "taking", "make", "making", "do", "doing")  # "taking pictures"
_LEAST: Final = 1 / 3  # share of the words of the longer statement
_TURNED: Final = 2  # the word that is turned, of either statement
_OTHERS: Final = 1  # content words that only one of the two has, beside the word that is turned


def denies(one: str, other: str) -> bool:
    """Whether two statements of nearly the same words say yes and no: a negation more, or an opposite word.

    >>> denies("Dogs are allowed in the rooms.", "Dogs are not allowed in the rooms.")
    True
    >>> denies("Dogs are allowed in the rooms.", "Dogs are not allowed in the restaurant on Sundays.")
    False
    """
    first, second = lexed(one), lexed(other)
    apart = _only_in(first, second) + _only_in(second, first)
    if apart > _OTHERS + _TURNED or measured_apart(one, other) or agreed(first, second):
        return False
    turned = turned_word(first, second) is not None
    # "Without a mask it is forbidden" says what "in a mask it is allowed" does: what is turned twice is not turned.
    even = (_negators(first, second) - _negators(second, first)) % 2 == 0
    if turned != even:
        return False
    if (
        not turned
        and negation_mismatch(first, second) is None
        and not (_prefixed(first, second) or _prefixed(second, first))
    ):
        return False
    return apart - (_TURNED if turned else 0) <= _OTHERS


def _negators(text: Lexed, other: Lexed) -> int:
    return sum(is_negator(text.words, n) for n in range(len(text.words))) + _prefixed(text, other)


def _prefixed(text: Lexed, other: Lexed) -> int:
    """How many words are those of the other text with a prefix that denies them: "non-refundable", «невозможен»."""
    return sum(
        any(
            lemma.startswith(prefix) and lemma[len(prefix) :] in other.lemmas
            for prefix in _PREFIXES
            for lemma in word.lemmas
        )
        for word in text.words
        if word.content
    )


def opposite(one: str, other: str) -> bool:
    """Whether of two statements about the same things, in words of their own, one says yes and the other no.

    Not when each names a thing or a measure that the other does not: then each holds for its own case.

    >>> opposite("Guests may bring a dog.", "Nobody may bring a dog.")
    True
    >>> opposite("Filming is allowed in the yard.", "Filming is prohibited in the laboratory.")
    False
    """
    first, second = lexed(one), lexed(other)
    if _says_no(first, second) == _says_no(second, first) or measured_apart(one, other):
        return False
    if agreed(first, second):
        return False  # "free", "nothing is paid"
    if any(word.folded in WITHOUT for word in (*first.words, *second.words)):
        return False  # "without a card it costs more" denies nothing; sides.py tells what it says
    sizes = sorted(sum(word.content for word in text.words) for text in (first, second))
    if sizes[0] < _LEAST * sizes[1]:
        return False  # a title beside a whole sentence says neither yes nor no
    return not (own_things(first, second) and own_things(second, first))


def wholly_against(one: str, other: str, question: str) -> bool:
    """Whether the other says yes or no against the first, of nothing but what the question or the first one names.

    >>> wholly_against("Guests may sing in the yard.", "Singing is forbidden.", "May guests sing in the yard?")
    True
    """
    first, second = lexed(one), lexed(other)
    if not opposed(first, second):
        return False
    told = [word for word in second.words if word.content and not (takes_side(word) or word.folded in _DOING)]
    return bool(told) and all(stands(word, first) or stands(word, lexed(question)) for word in told)


def measured_apart(one: str, other: str) -> bool:
    """Whether both hold measures and these differ ("over 6", "under 6"): each speaks of its own case."""
    first, second = ({(value.text, value.qualifier) for value in find_values(text)} for text in (one, other))
    return bool(first and second) and first != second


def _says_no(text: Lexed, other: Lexed) -> bool:
    return (_negators(text, other) + sum(bool(_FORBIDS.match(word.folded)) for word in text.words)) % 2 == 1


def own_things(text: Lexed, other: Lexed, strict: bool = False) -> list[str]:
    """Things that only the first names: no deeds, no words that take a side, nothing inside a value.

    ``strict``: deeds too, which another text may well call otherwise.
    """
    words, done = text.words, deeds_of(text) | done_to_it(text)
    return [
        word.text
        for n, word in enumerate(words)
        if word.content
        and not (
            is_negator(words, n)
            or word.folded in RELATING
            or is_attribute(word)
            or names_a_value(word.text)
            or class_of(word)
        )
        and (
            strict
            or not (is_action(word.text) or takes_side(word) or word.start in done or word.folded.endswith(_DEEDS))
        )
        and word.folded not in UNITS
        and word.folded not in CURRENCIES
        and not stands(word, other)
    ]


def _only_in(text: Lexed, other: Lexed) -> int:
    """How many words only the first has; counting stops where they are too many anyway."""
    words = text.words
    only = (n for n, word in enumerate(words) if word.content and not is_negator(words, n) and not stands(word, other))
    return sum(1 for _ in islice(only, _OTHERS + _TURNED + 1))
