"""What is a later question asked of that names nothing: the thing named before, what is done with it, or all that was asked?"""

from __future__ import annotations

import re
from typing import Final

from opora.answering.heads import asks_of_nothing, is_asked_about, is_question_word
from opora.domain.place import Span
from opora.domain.question import Message
from opora.language.words import fold

_HOW: Final = frozenset(
    ("often", "frequently", "long", "soon", "часто", "скоро", "быстро", "швидко", "долго", "довго", "des")
)
_WHO_DOES = re.compile(
    r"^\W*(?:who|кто|хто|cine)\s+(?!(?:is|are|was|were|has|este|sunt|e|se)\b)(?P<verb>\w+)", re.IGNORECASE
)
_TAKES = re.compile(
    r"\b(?:how (?:long|much time) (?:does|will|would) (?:it|this|that) take"
    r"|(?:сколько|как долго|как много времени)\b.*\b(?:займ[её]т|занимает|длится|уйд[её]т|уходит)"
    r"|(?:скільки|як довго)\b.*\b(?:триває|триватиме|займе|займає|забирає|забере)"
    r"|(?:cât|cat) (?:timp )?(?:durează|dureaza|va dura|ia\b|necesită))",
    re.IGNORECASE,
)


def deed_that_takes(before: str, question: str) -> int | None:
    """Where the deed begins in the question before, when it is the deed that takes long and not what it is done to.

    >>> deed_that_takes("Who repairs the bike", "how long does it take")
    4
    """
    does = _WHO_DOES.match(before) if _TAKES.search(question) else None
    return does.start("verb") if does else None


def only_asks(message: Message, span: Span) -> bool:
    """Whether it is a question word alone, or with an adverb: "where", "and how often"."""
    said = [word for word in message.words if word.is_content and span.covers(word.span)]
    return all(is_question_word(word) or fold(word.text) in _HOW for word in said)


def all_asked(message: Message, span: Span) -> Span | None:
    """From the first word that says what is asked of, a deed or a thing, to the last: "raise the price of the contract"."""
    said = [word for word in message.words if word.is_content and span.covers(word.span)]
    empty = [is_question_word(word) or asks_of_nothing(word) or is_asked_about(word) for word in said]
    return Span(said[empty.index(False)].span.start, said[-1].span.end) if False in empty else None
