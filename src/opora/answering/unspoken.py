"""Would the statement answer the question as well if the question did not name a thing that nothing there speaks of?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from opora.answering.asked_value import names_a_value
from opora.answering.finding import Draft
from opora.answering.heads import exists, is_asked_about
from opora.answering.lexed import Lexeme
from opora.answering.limiting import MAY
from opora.answering.openings import QUESTION_WORD
from opora.answering.weights import Wanted, is_deed
from opora.domain.question import Message, Requirement, Word
from opora.errors import BackendError
from opora.ports import Embedder

_SHORT: Final = 4  # content words: in a longer question no single one decides
_SURE: Final = 0.9  # from this chance on the answer stands
_HELD: Final = 0.5
_NEARER: Final = 0.005  # of the cosine: what narrows a thing and is not there keeps the question farther away than this
_NO_LOSS: Final = 0.003  # of the cosine: a word whose meaning is there in other words costs more when it is left out
_WHAT_HAPPENS: Final = re.compile(
    r"\b(?:what (?:happens|will happen|would happen|if)\b|что (?:будет|бывает|случится|произойд[её]т|грозит)|що (?:буде|буває|станеться|трапиться|загрожує)"
    r"|ce (?:se întâmplă|se întîmplă|se va întâmpla|pățesc))",
    re.IGNORECASE,
)
# "What did Lady Gaga sing", "what did you cancel in May": after who does it, and before nothing that it is done to.
_DOES = re.compile(
    r"\b(?:did|does|do)\s+(?:(?:[\w'’-]+\s+)*?[A-Z][\w'’-]*|i|you|we|they|he|she|it)\s+(?P<deed>[a-z]+)"
    r"(?=\W*$|\s+(?:in|at|on|by|for|from|with|to|after|before|during|as)\b)"
)


def unspoken(
    message: Message, requirement: Requirement, want: Wanted, best: Draft, chance: float, embedder: Embedder | None
) -> str | None:
    """The word of a short question that the statement is no farther from without, or None.

    "Call recordings" beside "chat transcripts are kept": left out, the question comes nearer, so they are not what is
    spoken of. "Shipping" beside "delivery costs" is: without it the question goes away. None without a model.
    """
    if embedder is None or chance >= _SURE or len(want.words) > _SHORT:
        return None
    if want.named and all(best.beside[n] >= _HELD for n in want.named):
        return None  # the very thing that is named: what it is called in general ("artist", "sport") may go unsaid
    missing = [
        word
        for word, held in zip(want.words, best.beside, strict=True)
        if held < _HELD and word.text[0].isalpha() and not (is_asked_about(word) or exists(word))
        if not names_a_value(word.text)
    ]
    if not missing:
        return None
    try:
        return _no_loss(message, requirement, missing, best, embedder)
    except BackendError:
        return None


def done_otherwise(
    message: Message, requirement: Requirement, words: Sequence[Word], best: Draft, embedder: Embedder | None
) -> bool:
    """Whether the words that stand nowhere only say what is done, and the statement says it in another word.

    "What did she sing" beside "she performed the anthem": what is asked for is not what is done, and without "sing" the
    question goes away from the statement. Never of "whether", and never without a model.
    """
    if embedder is None or not words or not QUESTION_WORD.search(requirement.text):
        return False
    if _WHAT_HAPPENS.search(requirement.text) and MAY.search(best.text):
        return False  # what one may do is not what comes of doing something else
    does = _DOES.search(requirement.text)
    if not all(is_deed(word) or (does is not None and word.text == does["deed"]) for word in words):
        return False
    try:
        return _no_loss(message, requirement, words, best, embedder) is None
    except BackendError:
        return False


def keeps_away(asked: str, words: Sequence[Lexeme], best: Draft, embedder: Embedder) -> bool:
    """Whether the question comes nearer to the statement when one of these words, which nothing there says, is left out.

    "Express delivery" beside "delivery takes 5 days" does: without "express" the two say the same. "A global empire"
    beside "a worldwide empire" does not.
    """
    try:
        told = embedder.encode_passages([best.text])[0]
        nearest = float(embedder.encode_query(asked) @ told) + _NEARER
        rests = (f"{asked[: word.start]} {asked[word.start + len(word.text) :]}" for word in words)
        return any(float(embedder.encode_query(" ".join(rest.split())) @ told) > nearest for rest in rests)
    except BackendError:
        return True


def _no_loss(
    message: Message, requirement: Requirement, words: Sequence[Word], best: Draft, embedder: Embedder
) -> str | None:
    """The first of the words without which the question is no farther from the statement."""
    text = message.text
    told = embedder.encode_passages([best.text])[0]
    whole = float(embedder.encode_query(requirement.text) @ told)
    for word in words:
        rest = " ".join(f"{text[: word.span.start]} {text[word.span.end :]}".split())
        if float(embedder.encode_query(rest) @ told) > whole - _NO_LOSS:
            return word.text
    return None
