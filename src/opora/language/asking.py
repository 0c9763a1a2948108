"""Does a query ask, or does it only name a topic, as a title does?"""

from __future__ import annotations

from typing import Final

from opora.language.words import fold, words

_RUSSIAN: Final = (
    "что чего чему чем чём кто кого кому кем ком где куда откуда когда почему зачем отчего как какой какая какое какие какого"
    " какую каким каких каков какова каково каковы какому каком какими сколько скольких скольким чей чья чье чьи чьего чьей чьих"
    " насколько ли можно нужно"
)
_UKRAINIAN: Final = (
    "що чого чому чим хто кого кому ким де куди звідки коли навіщо як який яка яке які якого яку яким яких якому якими якій"
    " скільки скількох чий чия чиє чиї чийого чиєї наскільки чи можна потрібно"
)
_ROMANIAN: Final = "ce cine cui unde când cand cum care cărui carui cărei carei căror caror cât cat câtă câte cate câți cati câtor oare"
_ENGLISH: Final = "what who whom whose where when why how which is are was were do does did can could may must should will would has have"
_ASK: Final = frozenset(fold(word) for some in (_RUSSIAN, _UKRAINIAN, _ROMANIAN, _ENGLISH) for word in some.split())
# What asks in the middle of a sentence too ("Prior to 2015, who …"); words that also join clauses are left out.
_OF_ITS_OWN: Final = (
    "who whom whose why what кто кого кому кем сколько скольких почему зачем какова каковы каков хто скільки скількох навіщо"
    " cine cui cărui cărei câți câte"
)
_ANYWHERE: Final = frozenset(fold(word) for word in _OF_ITS_OWN.split())
_LEADING: Final = 3
_NAME: Final = 6  # words: a longer query is hardly a title


def asks(query: str) -> bool:
    """A question mark, or a word that asks: among the first three, or anywhere in what is too long for a title."""
    if "?" in query:
        return True
    told = [fold(token.text) for token in words(query)]
    return not _ASK.isdisjoint(told[:_LEADING]) or (len(told) >= _NAME and not _ANYWHERE.isdisjoint(told))


def as_asked(query: str) -> str:
    """The query as it is embedded: what asks ends with a question mark, whether or not it was typed.

    >>> as_asked("who pays the fee"), as_asked("Fees"), as_asked("Who pays?")
    ('who pays the fee?', 'Fees', 'Who pays?')
    """
    return f"{query.rstrip()}?" if "?" not in query and asks(query) else query
