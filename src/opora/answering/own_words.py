"""Does a statement speak of what its part of the message names itself, or only of what the part borrows and of its neighbours?"""

from __future__ import annotations

import re
from typing import Final

from opora.answering.asked_value import names_a_value
from opora.answering.closely import SHORT
from opora.answering.contrast import stands
from opora.answering.deeds import topic_of
from opora.answering.finding import Draft
from opora.answering.heads import asks_of_nothing, exists, is_asked_about
from opora.answering.holding import Holding, Strengths, strongest
from opora.answering.kindred import kindred
from opora.answering.lexed import begins, lexed
from opora.answering.limiting import PERSONS
from opora.answering.linked import blocks_around
from opora.answering.translated import unsaid_in_translation
from opora.answering.unspoken import done_otherwise
from opora.answering.weights import Wanted
from opora.domain.place import Span
from opora.domain.question import Message, Requirement
from opora.language.numbers import NUMBER_WORDS
from opora.language.words import fold
from opora.ports import Embedder, Library

_HELD: Final = 0.5
_SAME_THING: Final = 0.88  # cosine from which a sentence mostly says the same thing in other words
_VERY_WORD: Final = 0.9  # strength of a word in another form of it
_FAR_OFF: Final = 0.85  # cosine below which another word for the thing is hardly meant
_FEW: Final = 4  # content words: in a longer question a name may be told by the rest
_OR: Final = re.compile(r"\b(?:or|или|або|чи|sau)\b", re.IGNORECASE)
Weighed = tuple[Wanted, Draft, str]


def leaves_unsaid(
    message: Message, requirement: Requirement, weighed: Weighed, library: Library, embedder: Embedder | None
) -> bool:
    """Whether the statement, its headings and its own paragraph lack what the part names, and it is not near in meaning.

    In "are cats allowed" no word can be spared, and neither in "may I swim or fish"; of an amount or a date a name cannot,
    and what a later part adds to a subject that it borrows. In a text of another language what narrows the question must
    be said. Another paragraph may name the thing by the very word; a word of its family there is another thing.
    """
    want, best, group = weighed
    if group == "across":
        return unsaid_in_translation(lexed(requirement.text), lexed(f"{best.context}\n{best.around}\n{best.text}"))
    if _of_other_people(requirement, best):
        return True
    if (best.cosine or 0.0) >= _SAME_THING:
        return False
    above = Holding(want.words).of(best.context, message.language)
    alone = requirement.kind == "yes_no" and len(want.words) == 1 and above[0] < _HELD
    if (alone or _holds_no_thing(message, want, best, library)) and _of_another_topic(requirement, best):
        return True
    missing = _unsaid(message, requirement, want, best, library)
    if not missing:
        return False
    if _names_alone(want, best, missing, requirement) or _adds_nothing(requirement, want, missing):
        return True
    told = sum(word.text[0].isalpha() for word in want.words)  # "zone 2" is one name
    either = requirement.kind == "yes_no" and bool(_OR.search(requirement.text))
    if requirement.kind in ("amount", "date") or (told > SHORT and not either):
        return False
    return not done_otherwise(message, requirement, [want.words[n] for n in missing], best, embedder)


def _unsaid(message: Message, requirement: Requirement, want: Wanted, best: Draft, library: Library) -> list[int]:
    """Places of the question's words that say something of their own, and that stand nowhere near the statement."""
    near = f"{best.context}\n{paragraph_of(best, library)}\n{best.text}"
    elsewhere = tuple(held if held >= _VERY_WORD else 0.0 for held in best.beside)
    held: Strengths = strongest(best.matched, Holding(want.words).of(near, message.language), elsewhere)
    folded = lexed(near).folded
    return [
        n
        for n, word in enumerate(want.words)
        if held[n] < _HELD and word.text[0].isalpha() and not begins(word.text, folded)
        if not (is_asked_about(word) or exists(word))
        if fold(word.text) not in NUMBER_WORDS or not any(span.covers(word.span) for span in requirement.borrowed)
    ]


def _holds_no_thing(message: Message, want: Wanted, best: Draft, library: Library) -> bool:
    """Whether the statement, its headings and its paragraph have none of the things asked about."""
    if best.evidence.table is not None:
        return False
    near = strongest(best.matched, Holding(want.words).of(paragraph_of(best, library), message.language))
    told = [n for n in want.things if not (is_asked_about(want.words[n]) or asks_of_nothing(want.words[n]))]
    return bool(told) and all(near[n] < _HELD for n in told)


def _of_another_topic(requirement: Requirement, best: Draft) -> bool:
    """ "May I be expelled?" beside "the deposit is not returned to expelled students": it only describes somebody there."""
    asked, topic = lexed(requirement.text), topic_of(lexed(best.text))
    words = [word for word in asked.words if word.content]
    return bool(topic) and not any(
        kindred(one.text, word.text) or stands(one, asked) for one in topic for word in words
    )


def _of_other_people(requirement: Requirement, best: Draft) -> bool:
    """ "Whitening for a child" beside the column for adults."""
    if best.evidence.table is None:
        return False
    asked = [word for word in lexed(requirement.text).words if not word.lemmas.isdisjoint(PERSONS)]
    column = [w for w in lexed(best.evidence.table.column_header).words if not w.lemmas.isdisjoint(PERSONS)]
    same = any(not a.lemmas.isdisjoint(b.lemmas) or kindred(a.text, b.text) for a in asked for b in column)
    return bool(asked) and bool(column) and not same


def paragraph_of(best: Draft, library: Library) -> str:
    """The text of the block that the statement stands in; of a cell all that was found with it."""
    evidence = best.evidence
    if evidence.table is not None:
        return best.around
    place = Span(evidence.start, evidence.end)
    blocks = blocks_around(evidence.version_id, evidence.passage_id, place, library)
    own = next((block for block in blocks if block.start <= place.start < block.end), None)
    return library.quote(evidence.version_id, own.start, own.end) if own else best.text


def _names_alone(want: Wanted, best: Draft, missing: list[int], requirement: Requirement) -> bool:
    """Whether a short question for a value names something by a name that is not there: no other word stands for a name."""
    if requirement.kind not in ("amount", "date") or len(want.words) > _FEW:
        return False
    if any(n in want.named and want.words[n].text[1:].islower() for n in missing):
        return True
    if best.evidence.table is not None:
        return False
    return (best.cosine or 1.0) < _FAR_OFF and any(
        n in want.things and not names_a_value(want.words[n].text) for n in missing
    )


def _adds_nothing(requirement: Requirement, want: Wanted, missing: list[int]) -> bool:
    """Whether a part that borrows its subject has words of its own, and none of them is there."""
    if not requirement.borrowed:
        return False
    own = [
        n
        for n, word in enumerate(want.words)
        if not any(span.covers(word.span) for span in requirement.borrowed)
        if not (asks_of_nothing(word) or is_asked_about(word) or exists(word))
    ]
    return bool(own) and all(n in missing for n in own)
