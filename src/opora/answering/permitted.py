"""Does a claim allow what its quote forbids, or forbid what it allows? In Russian and Ukrainian one word says which.

English and Romanian deny with "not" and "nu", which negation.py sees.
"""

from __future__ import annotations

import re
from typing import Final

from opora.answering.lexed import Lexed
from opora.answering.negation import is_bare_negator
from opora.language.words import fold

_ALLOWS: Final = re.compile(
    r"(?:можн[оа]|разреш(?:ен[аоы]?|ается|аются)|позвол(?:ено|яется)|допуска(?:ется|ются)|дозволен[аоі]?|дозволя(?:ється|ються)|допуска(?:ється|ються))"
)
_FORBIDS: Final = re.compile(
    r"(?:нельзя|запрещ(?:ен[аоы]?|ается|аются)|воспреща(?:ется|ются)|недопустим[аоы]?|заборонен[аоі]?|заборонят(?:ься)|забороня(?:ється|ються)|неможна|неприпустим[аоі]?)"
)
_DENIES: Final = frozenset(fold(word) for word in ("не", "ні"))
_NEIGHBOURS: Final = 6  # words on each side that tell what is spoken of


def permission_turned(claim: Lexed, quote: Lexed) -> str | None:
    """The claim's word that allows what the quote forbids, or the other way round; None where either says both.

    >>> from opora.answering.lexed import lexed
    >>> permission_turned(lexed("Курить можно"), lexed("Курить нельзя"))
    "'можно' stands against 'нельзя' in the quote"
    """
    ours, theirs = _told(claim), _told(quote)
    if not theirs or len({sign for _, sign in ours}) != 1:
        return None
    asked = {lemma for word in claim.words if word.content and not _sign(word.folded) for lemma in word.lemmas}
    shared = [_shared(quote, place, asked) for place, _ in theirs]
    near = [told for told, count in zip(theirs, shared, strict=True) if count == max(shared) > 0]
    (place, sign), (other, _) = ours[0], near[0] if near else theirs[0]
    if not near or any(one == sign for _, one in near):
        return None
    return f"{claim.words[place].text!r} stands against {quote.words[other].text!r} in the quote"


def _told(text: Lexed) -> list[tuple[int, int]]:
    """(place, +1 where it is allowed and -1 where it is forbidden); "не разрешено" forbids."""
    found: list[tuple[int, int]] = []
    for index, word in enumerate(text.words):
        sign = _sign(word.folded)
        if sign:
            before = text.words[index - 1] if index else None
            denied = before is not None and before.clause == word.clause and before.folded in _DENIES
            found.append((index, -sign if denied else sign))
    return found


def _sign(folded: str) -> int:
    return 1 if _ALLOWS.fullmatch(folded) else -1 if _FORBIDS.fullmatch(folded) else 0


def _shared(quote: Lexed, place: int, asked: set[str]) -> int:
    near = quote.words[max(0, place - _NEIGHBOURS) : place + _NEIGHBOURS + 1]
    return sum(not (is_bare_negator(word) or word.lemmas.isdisjoint(asked)) for word in near)
