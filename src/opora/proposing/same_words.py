"""Does a phrasing say what the statement says: its words and numbers as they stand, in their order, none lost, none new?

Only small words that tell nothing (articles, "is", "and", "that") may come and go, and words of what the statement stands
under may open or close it. So no number is altered, no condition lost and nobody takes another's place.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from opora.answering.lexed import lexed
from opora.language.words import fold

_GAP = "\u00a0\u2007\u2009\u202f"
_TOKEN: Final = re.compile(
    rf"[-−–]?\d+(?:[.,:/'’ {_GAP}–-]\d+)*"  # a number as it is written, with its sign and its marks
    r"|[^\W\d_][\w'’ʼ-]*"
    r"|[^\w\s.,;:!()\[\]«»\"“”„‘’'—–-]"  # every other sign: %, $, <, ?, /
)
_FREE: Final = frozenset(
    (
        *("a", "an", "the", "is", "are", "and", "that", "which", "it", "its", "this", "these", "there", "also"),
        *("и", "а", "же", "это", "эта", "этот", "эти", "что", "который", "которая", "которое", "которые", "также"),
        *("і", "й", "та", "це", "цей", "ця", "ці", "що", "який", "яка", "яке", "які", "також", "є"),
        *("și", "un", "este", "sunt", "că", "care", "acest", "această"),
    )
)
_MARKER: Final = re.compile(r"\[\d{1,3}\]")
_MOST_EXTRA: Final = 12  # words that may open or close a phrasing


def tokens(text: str) -> tuple[str, ...]:
    """What counts of a text, folded: words, numbers as they are written, and signs."""
    found = []
    for match in _TOKEN.finditer(text):
        said = match.group()
        if any(char.isdigit() for char in said):
            found.append(re.sub(rf"[{_GAP}]", " ", said))
        elif (word := fold(said)) not in _FREE:
            found.append(word)
    return tuple(found)


def fault_of(phrasing: str) -> str | None:
    """What no phrasing may be, whatever it says."""
    if any(unicodedata.category(char) in ("Cc", "Cf", "Co", "Cs", "Zl", "Zp") for char in phrasing):
        return "it has characters that nobody sees"
    if _MARKER.search(phrasing):
        return "it makes up a mark of citation"
    return None


def place_in(phrasing: str, statement: str, lent: str) -> tuple[range, str | None]:
    """Which of the statement's tokens the phrasing says; why it is none of them, otherwise.

    ``lent``: what the statement stands under; its words, but no number of it, may stand around.
    """
    said, whole = tokens(phrasing), tokens(statement)
    if not said or not whole:
        return range(0), "it says nothing"
    around = lexed(lent)
    best = range(0)
    why = "it is not what the quote says, word by word"
    for first in range(min(len(said), _MOST_EXTRA + 1)):
        if first and not _lent(said[first - 1], around.folded, around.lemmas):
            break
        for last in range(len(said), first, -1):
            if len(said) - last > _MOST_EXTRA:
                break
            if last < len(said) and not _lent(said[last], around.folded, around.lemmas):
                break
            at = _found(said[first:last], whole)
            if at is not None and last - first > len(best):
                best = range(at, at + last - first)
    return best, None if best else why


def lost(statement: str, said: Sequence[range]) -> list[str]:
    """Tokens of the statement that no phrasing says."""
    whole = tokens(statement)
    told = {number for one in said for number in one}
    return [token for number, token in enumerate(whole) if number not in told]


def _found(part: Sequence[str], whole: Sequence[str]) -> int | None:
    size = len(part)
    return next((at for at in range(len(whole) - size + 1) if tuple(whole[at : at + size]) == tuple(part)), None)


def _lent(token: str, folded: frozenset[str], lemmas: frozenset[str]) -> bool:
    if any(char.isdigit() for char in token) or not token[0].isalpha():
        return False
    return token in folded or any(not lemmas.isdisjoint(word.lemmas) for word in lexed(token).words if word.content)
