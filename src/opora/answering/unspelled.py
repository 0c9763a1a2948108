"""Does a statement give a measure without a number: a week, twice, at double rate, at once?"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from opora.answering.lexed import lexed
from opora.language.units import UNITS
from opora.language.words import fold

_OF_TIME: Final = frozenset(("minute", "hour", "day", "week", "month", "year"))
_AT_ONCE: Final = frozenset(
    fold(word)
    for word in (
        *("immediately", "instantly", "немедленно", "незамедлительно", "сразу", "негайно", "одразу", "відразу"),
        *("imediat", "îndată"),
    )
)
_TIMES: Final = frozenset(
    fold(word)
    for word in (
        *("once", "twice", "thrice", "double", "triple", "half"),
        *("однажды", "дважды", "трижды", "вдвое", "втрое", "двойной", "двойном", "двойную", "половину", "половина"),
        *("двічі", "тричі", "вдвічі", "втричі", "подвійний", "подвійному", "подвійну", "половину", "половина"),
        *("dublu", "dublă", "triplu", "triplă", "jumătate"),
    )
)


def unspelled(text: str, kinds: Collection[str]) -> bool:
    """Whether a word alone gives a measure of one of the kinds ("term", "count", "rate", "amount").

    >>> unspelled("The drill must come back within a week.", ["term"])
    True
    >>> unspelled("The drill must come back clean.", ["term"])
    False
    """
    words = lexed(text).folded
    if "term" in kinds and any(UNITS.get(word) in _OF_TIME or word in _AT_ONCE for word in words):
        return True
    return bool({"count", "rate", "amount"} & {*kinds}) and not _TIMES.isdisjoint(words)
