"""What words does a text hold, with all their lemmas, ready to be compared?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from opora.language.lemmas import is_stopword, lemmas_of
from opora.language.words import WORD, fold

_CLAUSE_END = re.compile(r"[.,;:!?()\[\]«»\"“”—|\n\t]")
_SEVERAL = re.compile(r"[A-Z]{2,}s")  # "DVDs": no dictionary has it
_SENTENCE_END = re.compile(r"[.!?:;|\n\t•]")


class Lexeme(NamedTuple):
    """A word of a text. ``clause`` counts the punctuation before it; ``opens`` says it begins a sentence or cell."""

    text: str
    folded: str
    lemmas: frozenset[str]
    content: bool
    clause: int
    opens: bool
    start: int


@dataclass(frozen=True, slots=True, eq=False)
class Lexed:
    """The words of a text in order, and the union of their lemmas. Compared by identity: ``lexed`` keeps them."""

    words: tuple[Lexeme, ...]
    lemmas: frozenset[str]
    folded: frozenset[str]

    def holds(self, word: Lexeme) -> bool:
        return word.folded in self.folded or not word.lemmas.isdisjoint(self.lemmas)


@lru_cache(maxsize=1024)
def lexed(text: str) -> Lexed:
    found: list[Lexeme] = []
    clause = end = 0
    for match in WORD.finditer(text):
        start = match.start()
        gap = text[end:start]
        plainly = gap == " "
        opens = not found or (not plainly and bool(_SENTENCE_END.search(gap)))
        if gap and not plainly and _CLAUSE_END.search(gap):
            clause += 1
        word = match.group()
        folded, lemmas, content = _looked_up(word)
        found.append(Lexeme(word, folded, lemmas, content, clause, opens, start))
        end = match.end()
    return part_of(tuple(found))


def begins(word: str, spoken: frozenset[str]) -> bool:
    """Whether any of these words begins like it: forms that no dictionary knows."""
    start = fold(word)[: max(3, min(5, len(word) - 1))]
    return any(other.startswith(start) for other in spoken)


def part_of(kept: tuple[Lexeme, ...]) -> Lexed:
    """Some words of a text, as a text of its own."""
    union = frozenset().union(*(word.lemmas for word in kept)) if kept else frozenset()
    return Lexed(kept, union, frozenset(word.folded for word in kept))


@lru_cache(maxsize=65536)
def _looked_up(text: str) -> tuple[str, frozenset[str], bool]:
    """A word's folded spelling, its lemmas with that spelling, and whether it tells anything."""
    folded = fold(text)
    is_number = not any(letter.isalpha() for letter in folded)
    content = not is_number and len(folded) > 1 and not is_stopword(folded)
    one = {folded[:-1]} if _SEVERAL.fullmatch(text) else set()
    return folded, frozenset(lemmas_of(folded)) | {folded, *one}, content
