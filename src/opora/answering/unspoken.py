"""Would the statement answer the question as well if the question did not name a thing that nothing there speaks of?"""

from __future__ import annotations

from typing import Final

from opora.answering.asked_value import names_a_value
from opora.answering.finding import Draft
from opora.answering.heads import is_asked_about
from opora.answering.weights import Wanted
from opora.domain.question import Message, Requirement
from opora.errors import BackendError
from opora.ports import Embedder

_SHORT: Final = 4  # content words: in a longer question no single one decides
_SURE: Final = 0.9  # from this chance on the answer stands
_HELD: Final = 0.5
_NO_LOSS: Final = 0.003  # of the cosine: a word whose meaning is there in other words costs more when it is left out


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
        if held < _HELD and word.text[0].isalpha() and not is_asked_about(word) and not names_a_value(word.text)
    ]
    if not missing:
        return None
    text = message.text
    try:
        told = embedder.encode_passages([best.text])[0]
        whole = float(embedder.encode_query(requirement.text) @ told)
        for word in missing:
            rest = " ".join(f"{text[: word.span.start]} {text[word.span.end :]}".split())
            if float(embedder.encode_query(rest) @ told) > whole - _NO_LOSS:
                return word.text
    except BackendError:
        return None
    return None
