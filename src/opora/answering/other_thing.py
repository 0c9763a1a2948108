"""Does a statement speak of another thing than the one asked about, or another document of another than the answer?"""

from __future__ import annotations

import re
from typing import Final

from opora.answering.asked_value import asked_for, names_a_value
from opora.answering.contrast import stands
from opora.answering.cues import ASKS_FOR_VALUE
from opora.answering.denied import denies, wholly_against
from opora.answering.finding import Draft
from opora.answering.heads import asks_of_nothing, is_asked_about
from opora.answering.lexed import Lexed, Lexeme, begins, lexed
from opora.answering.limiting import FREE, RELEASED
from opora.answering.meaning import sentences_of
from opora.answering.measured import another_measure
from opora.answering.sides import takes_side
from opora.answering.subject import is_attribute
from opora.answering.weights import Wanted
from opora.domain.place import Span
from opora.domain.question import Requirement, Word
from opora.domain.result import TablePlace
from opora.errors import BackendError
from opora.language.values import find_values
from opora.language.words import fold
from opora.ports import Embedder

_HELD: Final = 0.5
_WHOLE: Final = 0.8  # a heading that only has a word of the family ("park" for "parking") names no thing
_ALIKE: Final = 0.845  # cosine of the two things less what the question gains by the exchange; docs/decisions/0008
_VALUES: Final = ("amount", "rate", "term", "date", "count")
_ADVERB: Final = 8  # letters
_LONGEST: Final = 4  # words of a thing
_FEW, _HALF = 3, 0.5
_PREFIX: Final = 2  # letters
_FARTHER: Final = 0.045  # cosine: other words for the same thing are nearer
_SOUGHT: Final = re.compile(
    r"\b(?:(?:have|has|is there|are there)\s+(?:an?\s+|any\s+)?|(?:есть ли|имеется ли|чи є|є)\s+(?:[ув]\s+\w+\s+)?|(?:are|există)\s+(?:un\s+|o\s+)?)"
    r"(?P<y>(?!the\b|у\b|в\b)[\w'’-]{3,})",
    re.IGNORECASE,
)
_MONEY: Final = ("amount", "rate")


def other_thing(requirement: Requirement, want: Wanted, best: Draft, embedder: Embedder | None) -> str | None:
    """The thing of the statement that stands where the question has another one, or None.

    "How much is a pedicure?" beside "A manicure costs 20 euros", "a cat's vaccination" beside "cleaning a cat's teeth":
    a word of the thing asked about is said nowhere, and the statement has another one of its own. Two names of one thing
    are near each other, and the question comes hardly nearer when the one is put for the other in the statement
    ("shipping", "delivery"); of two things it does. None when the statement has nothing of its own.
    """
    things = [want.words[n] for n in sorted(want.things)]
    if best.evidence.table is not None:
        return _other_column(requirement.text, best.evidence.table)
    if requirement.kind not in ("amount", "date") or not things:
        return None
    if (sibling := _of_a_sibling(requirement, want, best)) is not None:
        return sibling
    missing = _missing(want, best)
    if not _makes_another(requirement, want, missing):
        return None
    asked = " ".join(word.text for word in missing)
    nothing = len(missing) == len(things) and _nowhere(things, want, best)
    if embedder is None:
        return asked if nothing else None
    found = _things_of(best.text) if nothing else _things_before(best.text, requirement.text)
    if not found or len(missing) > _LONGEST:
        return None
    try:
        return None if _alike(requirement.text, asked, best.text, found, embedder) else found[0].of(best.text)
    except BackendError:
        return None


def half_unsaid(requirement: Requirement, want: Wanted, best: Draft) -> bool:
    """Whether "does X do Y" meets a statement with whose headings and neighbours at least half the question goes unsaid.

    "Is the fee returned on leaving the room" beside "the room is left within 3 days".
    """
    if requirement.kind != "yes_no" or best.evidence.table is not None or not want.words:
        return False
    if FREE.search(best.text) or RELEASED.search(best.text):
        return False  # "do children pay": "children come in free"
    around = lexed(f"{best.context}\n{best.around}\n{best.text}").folded
    unsaid = [
        n
        for n, word in enumerate(want.words)
        if best.beside[n] < _HELD and word.text[0].isalpha() and not begins(word.text, around)
    ]
    return len(unsaid) > 1 and sum(want.weights[n] for n in unsaid) >= _HALF * sum(want.weights)


def without_prefix(want: Wanted, best: Draft) -> str | None:
    """A compound of the question ("e-readers") of which only the second part ("readers") is said anywhere, or None."""
    folded = lexed(f"{best.context}\n{best.around}\n{best.text}").folded
    spoken = {word.replace("-", "").rstrip("s") for word in folded}
    for n, word in enumerate(want.words):
        first, hyphen, rest = word.text.partition("-")
        if not (hyphen and rest.isalpha() and len(rest) > _PREFIX >= len(first)) or not first.isalpha():
            continue
        if best.beside[n] >= _HELD and fold(first + rest).rstrip("s") not in spoken:
            return word.text
    return None


def of_nothing_asked(want: Wanted, best: Draft, embedder: Embedder | None) -> bool:
    """Whether a statement, with what stands around it, has no word of the question and names no thing near to one of it.

    Then it is no similar place at all: "hiring a hive costs 800" beside "how much is a ferry ticket".
    """
    told = [n for n, word in enumerate(want.words) if not (is_asked_about(word) or asks_of_nothing(word))]
    around = lexed(f"{best.context}\n{best.around}\n{best.text}").folded
    if not told or any(best.beside[n] >= _HELD or begins(want.words[n].text, around) for n in told):
        return False
    places = "\n".join([*best.evidence.headings, best.text])
    names = [run.of(places) for run in _things_of(places)]
    asked = [want.words[n].text for n in sorted(want.things)] or [want.words[n].text for n in told]
    if embedder is None or not names:
        return True
    try:
        vectors = embedder.encode_passages(names)
        return all(float((vectors @ embedder.encode_query(one)).max()) < _ALIKE for one in (*asked, " ".join(asked)))
    except BackendError:
        return False


def thing_sought_is_nowhere(requirement: Requirement, best: Draft, embedder: Embedder | None) -> bool:
    """Whether "has X a Y" meets a statement of another language in which, its heading included, no thing is near to Y."""
    sought = _SOUGHT.search(requirement.text)
    if embedder is None or sought is None or requirement.kind != "yes_no":
        return False
    told = "\n".join([*best.evidence.headings[-1:], best.text])
    names = [run.of(told) for run in _things_of(told)]
    try:
        thing = embedder.encode_query(sought["y"])
        return all(float(thing @ vector) < _ALIKE for vector in embedder.encode_passages(names)) if names else True
    except BackendError:
        return False


def _other_column(question: str, table: TablePlace) -> str | None:
    """The head of the cell's column when it is for another number than the one asked about: "ten visits" for five."""
    return table.column_header if another_measure(question, table.column_header, None, "amount") else None


def _things_before(text: str, question: str) -> list[Span]:
    """Things of the statement that the question does not have, up to its first value: what the value is told of."""
    first = min((value.span.start for value in find_values(text) if value.kind in _VALUES), default=len(text))
    return [run for run in _things_of(text, lexed(question)) if run.start < first]


def _of_a_sibling(requirement: Requirement, want: Wanted, best: Draft) -> str | None:
    """The word of the thing asked about that only another statement around has, which gives a value of its own.

    "A dog's vaccination costs 30 EUR. Cleaning a cat's teeth costs 60 EUR.": neither gives the price of a cat's vaccination.
    """
    if best.value is None or not any(best.matched[n] >= _HELD for n in want.things):
        return None
    if not _things_before(best.text, requirement.text):
        return None
    unsaid = (n for n in sorted(want.things) if best.matched[n] < _HELD <= best.beside[n])
    absent = [want.words[n] for n in unsaid if not _told_by_surname(n, want, best)]
    for span in sentences_of(best.around) if _makes_another(requirement, want, absent) else ():
        other = span.of(best.around)
        if other.strip() == best.text.strip() or all(one.kind != best.value.kind for one in find_values(other)):
            continue
        spoken = lexed(other)
        for word in absent:
            if not spoken.lemmas.isdisjoint(word.lemmas):
                return word.text
    return None


def _told_by_surname(number: int, want: Wanted, best: Draft) -> bool:
    """Whether the next word of the question is a name that the statement has, and both stand side by side around it."""
    first = want.words[number]
    rest = [n for n in want.named if want.words[n].span.start == first.span.end + 1 and best.matched[n] >= _HELD]
    return number in want.named and any(f"{first.text} {want.words[n].text}" in best.around for n in rest)


def _makes_another(requirement: Requirement, want: Wanted, missing: list[Word]) -> bool:
    """Whether a thing without these words may be another one: of two or three words each tells it, of many half of them.

    What costs money is another thing by any word.
    """
    told = [want.weights[n] for n in want.things if want.words[n] in missing]
    if not told or len(want.things) <= _FEW or asked_for(requirement.text, requirement.kind).kinds == _MONEY:
        return bool(told)
    return sum(told) >= _HALF * sum(want.weights[n] for n in want.things)


def _missing(want: Wanted, best: Draft) -> list[Word]:
    """Words of the thing asked about that are said nowhere; around a statement of no word of it nothing counts but headings."""
    told = any(best.own[n] >= _HELD for n in want.things)
    held = best.beside if told else best.matched
    least = _HELD if told else _WHOLE
    around = lexed(f"{best.context}\n{best.around}\n{best.text}" if told else f"{best.context}\n{best.text}").folded
    words = ((n, want.words[n]) for n in sorted(want.things))
    return [w for n, w in words if held[n] < least and w.text[0].isalpha() and not begins(w.text, around)]


def _nowhere(things: list[Word], want: Wanted, best: Draft) -> bool:
    around = lexed(f"{best.context}\n{best.around}\n{best.text}").folded
    told = (n for n, word in enumerate(want.words) if not (is_asked_about(word) or asks_of_nothing(word)))
    held = (best.beside[n] >= _HELD for n in told)
    return not any(held) and all(word.text[0].isalpha() and not begins(word.text, around) for word in things)


def _things_of(text: str, asked: Lexed | None = None) -> list[Span]:
    """Runs of words that name something: no value, nothing that only says what is told of it, nothing that is asked."""
    values = [value.span for value in find_values(text)]
    runs: list[Span] = []
    last: Lexeme | None = None  # of the run that is still open
    for word in lexed(text).words:
        span = Span(word.start, word.start + len(word.text))
        valued = any(value.overlaps(span) for value in values)
        if not valued and not word.content:
            continue
        if valued or not _names(word) or (asked is not None and stands(word, asked)):
            last = None
            continue
        if last is not None and last.clause == word.clause:
            runs[-1] = Span(runs[-1].start, span.end)
        else:
            runs.append(span)
        last = word
    return runs


def _names(word: Lexeme) -> bool:
    if len(word.folded) >= _ADVERB and word.folded.endswith("но") and "а" <= word.folded[0] <= "ӿ":
        return False  # "одновременно", "письменно"
    return not (is_attribute(word) or takes_side(word) or names_a_value(word.text)) and ASKS_FOR_VALUE.isdisjoint(
        word.lemmas
    )


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


def of_something_else(draft: Draft, best: Draft, want: Wanted) -> bool:
    """Whether another document's words hold none of the things asked about, which the answer holds, and are farther off."""
    if draft.evidence.version_id == best.evidence.version_id or not want.things:
        return False
    if draft.cosine is None or best.cosine is None or best.cosine - draft.cosine < _FARTHER:
        return False
    things = [n for n in want.things if not names_a_value(want.words[n].text)] or [*want.things]
    return any(best.beside[n] >= _HELD for n in things) and all(draft.beside[n] < _HELD for n in things)


def no_rival(draft: Draft, best: Draft, want: Wanted, question: str) -> bool:
    """Whether what disagrees with the answer speaks of something else. The plain opposite of the answer never does.

    "Smoking is forbidden" beside "smoking is allowed on the balcony" names no place, and it is the other side.
    """
    if denies(best.text, draft.text) or wholly_against(best.text, draft.text, question):
        return False
    return of_something_else(draft, best, want)
