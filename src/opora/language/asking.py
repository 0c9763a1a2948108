"""Does a query ask, or does it only name a topic, as a title does?"""

from __future__ import annotations

from opora.language.words import fold, words

_RUSSIAN = "что чего чему чем кто кого кому кем где куда откуда когда почему зачем как какой какая какое какие какого какую каким каких каков сколько чей чья чье чьи насколько ли можно нужно"
_UKRAINIAN = "що чого чому чим хто кого кому ким де куди звідки коли навіщо як який яка яке які якого яку яким яких скільки чий чия чиє чиї наскільки чи можна потрібно"
_ROMANIAN = "ce cine cui unde când cand cum care cât cat câtă câte cate câți cati oare"
_ENGLISH = "what who whom whose where when why how which is are was were do does did can could may must should will would has have"
_ASK = frozenset(fold(word) for words_ in (_RUSSIAN, _UKRAINIAN, _ROMANIAN, _ENGLISH) for word in words_.split())
_LEADING = 3


def asks(query: str) -> bool:
    """A question mark, or a word that asks among the first three; a bare title has neither."""
    if "?" in query:
        return True
    return any(fold(token.text) in _ASK for token in words(query)[:_LEADING])
