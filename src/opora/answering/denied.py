"""Does one text allow what another one in force forbids?"""

from __future__ import annotations

from typing import Final

from opora.answering.antonyms import turned_word
from opora.answering.contrast import stands
from opora.answering.lexed import Lexed, lexed
from opora.answering.negation import is_negator, negation_mismatch

_OTHERS: Final = 1  # content words that only one of the two has, beside the word that is turned


def denies(one: str, other: str) -> bool:
    """Whether two statements of nearly the same words say yes and no: a negation more, or an opposite word.

    >>> denies("Dogs are allowed in the rooms.", "Dogs are not allowed in the rooms.")
    True
    >>> denies("Dogs are allowed in the rooms.", "Dogs are not allowed in the restaurant on Sundays.")
    False
    """
    first, second = lexed(one), lexed(other)
    turned = turned_word(first, second) is not None or _by_prefix(first, second) or _by_prefix(second, first)
    if not turned and negation_mismatch(first, second) is None:
        return False
    apart = _only_in(first, second) + _only_in(second, first) - (2 if turned_word(first, second) else 0)
    return apart <= _OTHERS


def _by_prefix(text: Lexed, other: Lexed) -> bool:
    """ "Refundable" beside "non-refundable"."""
    return any(word.content and f"non-{word.folded}" in other.folded for word in text.words)


def _only_in(text: Lexed, other: Lexed) -> int:
    words = text.words
    return sum(word.content and not is_negator(words, n) and not stands(word, other) for n, word in enumerate(words))
