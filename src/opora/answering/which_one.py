"""Does the question speak of one thing of a kind ("the actor", "the plan") without saying which of several it means?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from opora.answering.lexed import lexed
from opora.domain.question import Message, Requirement
from opora.domain.result import Hit
from opora.language.lemmas import lemmas_of
from opora.language.words import fold, words

# Kinds whose members have names of their own. English alone: the other three languages have no article before the noun,
# and their "this X" is told by answering/unnamed.py.
_WORLD: Final = """
actor actress author writer singer artist musician player athlete coach president king queen emperor leader scientist
inventor founder character hero protagonist detective politician poet painter movie film series sitcom episode book
song album game novel poem team country nation state city town village county region province river island mountain
lake stadium airport building animal pet breed species plant tree language religion war battle storm hurricane earthquake
festival election scandal tournament league planet star chain clinic case partner
"""
# Kinds of which a house mostly has one: "the company" is the house itself unless its documents name several.
_HOUSE: Final = """
company firm organization organisation agency club university college school hospital bank store shop restaurant hotel
museum library park product device drug medicine program programme project mission plan loan fund app conference
"""
_FIGURE = re.compile(r"\d")
_SOURCES: Final = 3  # sources whose best fragment is looked at for names


def _definite(kinds: str, described: str) -> re.Pattern[str]:
    nouns = "|".join(sorted(kinds.split(), key=len, reverse=True))
    # "The largest city", "the first season" say which one.
    return re.compile(
        rf"\b(?:[Tt]he|[Tt]his|[Tt]hat|[Tt]hese|[Tt]hose)\s+{described}(?P<noun>{nouns})(?P<many>s)?\b(?!-)"
        r"(?!\s+(?:of|that|which|who|whose|where|called|named|about|for|with|[A-Z]))"
    )


_WORLDLY = _definite(
    _WORLD,
    r"(?:(?!\w+est\b|(?:most|least|first|second|third|last|next|only|same|other|current|own)\b)[a-z][\w-]*\s+){0,2}?",
)
_HOUSED = _definite(_HOUSE, "")


def is_one_of_several(message: Message, requirement: Requirement, hits: Sequence[Hit], answered: bool = False) -> bool:
    """Whether a thing of a kind is spoken of that nothing names: not the message, no earlier question, no complement.

    Where an answer was found, or of what a house has one of, the fragments found must name different things too.
    """
    text = requirement.text
    if message.language != "en" or len(requirement.spans) > 1 or _names(text) or _FIGURE.search(text):
        return False
    worldly = [m for m in _WORLDLY.finditer(text) if not _spoken_of(message, requirement, m["noun"])]
    if worldly and not answered:
        return True
    housed = [m for m in _HOUSED.finditer(text) if not _spoken_of(message, requirement, m["noun"])]
    return bool(worldly or housed) and _name_different_things(hits)


def _spoken_of(message: Message, requirement: Requirement, noun: str) -> bool:
    """Whether the message, before the question, or an earlier question holds the noun."""
    place = requirement.spans[0].start if requirement.spans else 0
    before = [message.text[:place], *message.question.history]
    wanted = {fold(noun), *lemmas_of(noun, "en")}
    return any(wanted & {fold(word.text), *lemmas_of(word.text, "en")} for told in before for word in words(told))


def _names(text: str) -> set[str]:
    """Capitalised words inside sentences."""
    return {
        w.folded for w in lexed(text).words if w.text[0].isupper() and len(w.text) > 1 and not w.opens and w.content
    }


def _name_different_things(hits: Sequence[Hit]) -> bool:
    """Whether the best fragments of the first sources name things, and no name is in all of them; "EUR" names nothing."""
    best: dict[str, set[str]] = {}
    for hit in hits:
        capitals = {fold(word.text) for word in words(hit.fragment.text) if word.text.isupper()}
        best.setdefault(hit.source_id, _names(hit.fragment.text) - capitals)
    told = [named for named in list(best.values())[:_SOURCES] if named]
    return len(told) > 1 and not set.intersection(*told)
