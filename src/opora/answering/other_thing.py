"""Does a statement that gives the value asked for give it for another thing than the one asked about?"""

from __future__ import annotations

from typing import Final

from opora.answering.asked_value import names_a_value
from opora.answering.cues import ASKS_FOR_VALUE
from opora.answering.finding import Draft
from opora.answering.heads import asks_of_nothing, is_asked_about
from opora.answering.lexed import Lexeme, begins, lexed
from opora.answering.subject import is_attribute
from opora.answering.weights import Wanted
from opora.domain.place import Span
from opora.domain.question import Requirement, Word
from opora.errors import BackendError
from opora.language.values import find_values
from opora.ports import Embedder

_HELD: Final = 0.5
_ALIKE: Final = 0.83  # cosine of the two things less what the question gains by the exchange; docs/decisions/0008
_LONGEST: Final = 4  # words of a thing


def other_thing(requirement: Requirement, want: Wanted, best: Draft, embedder: Embedder | None) -> str | None:
    """The thing of the statement that stands where the question has another one, or None.

    "How much is a pedicure?" beside "A manicure costs 20 euros": no word of the thing asked about stands in or around the
    statement. Two names of one thing are near each other, and the question comes hardly nearer when the one is put for
    the other in the statement ("shipping", "delivery"); of two things it does. None when a word of the thing stands there.
    """
    things = [want.words[n] for n in sorted(want.things)]
    if (
        requirement.kind not in ("amount", "date")
        or not things
        or best.evidence.table
        or not _nowhere(things, want, best)
    ):
        return None
    asked = " ".join(word.text for word in things)
    if embedder is None:
        return asked
    found = _things_of(best.text)
    if not found or len(things) > _LONGEST:
        return None
    try:
        return None if _alike(requirement.text, asked, best.text, found, embedder) else found[0].of(best.text)
    except BackendError:
        return None


def _nowhere(things: list[Word], want: Wanted, best: Draft) -> bool:
    around = lexed(f"{best.context}\n{best.around}\n{best.text}").folded
    told = (n for n, word in enumerate(want.words) if not (is_asked_about(word) or asks_of_nothing(word)))
    held = (best.beside[n] >= _HELD for n in told)
    return not any(held) and all(word.text[0].isalpha() and not begins(word.text, around) for word in things)


def _things_of(text: str) -> list[Span]:
    """Runs of words that name something: no value, and nothing that only says what is told of it."""
    values = [value.span for value in find_values(text)]
    runs: list[Span] = []
    last: Lexeme | None = None  # of the run that is still open
    for word in lexed(text).words:
        span = Span(word.start, word.start + len(word.text))
        valued = any(value.overlaps(span) for value in values)
        if not valued and not word.content:
            continue
        if valued or not _names(word):
            last = None
            continue
        if last is not None and last.clause == word.clause:
            runs[-1] = Span(runs[-1].start, span.end)
        else:
            runs.append(span)
        last = word
    return runs


def _names(word: Lexeme) -> bool:
    return not (is_attribute(word) or names_a_value(word.text)) and ASKS_FOR_VALUE.isdisjoint(word.lemmas)


def _alike(question: str, asked: str, told: str, runs: list[Span], embedder: Embedder) -> bool:
    """Whether any thing of the statement is the one asked about under another name."""
    names = [run.of(told) for run in runs]
    put = [f"{told[: run.start]}{asked}{told[run.end :]}" for run in runs]
    vectors = embedder.encode_passages([told, *names, *put])
    whole, thing = embedder.encode_query(question), embedder.encode_query(asked)
    there = float(whole @ vectors[0])
    for number in range(len(runs)):
        gain = float(whole @ vectors[1 + len(runs) + number]) - there
        if float(thing @ vectors[1 + number]) - gain >= _ALIKE:
            return True
    return False
