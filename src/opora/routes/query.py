"""What does a query look for? Its content words with all their readings, and the clause numbers it names."""

from __future__ import annotations

import re
from dataclasses import dataclass

from opora.language.lemmas import is_stopword, search_lemmas
from opora.language.words import fold, words
from opora.ports import LexicalQuery, Library

_CLAUSE = re.compile(r"(?<![\w.,])(\d{1,3}(?:\.\d{1,3}){1,5})\.?(?![\w,.]*\d)")
_NAMED_CLAUSE = re.compile(
    r"(?:§|\b(?:clause|section|article|sec|art|п|пункт\w*|ст|стать\w+|статт\w+|раздел\w*|розділ\w*|pct|punct\w*|clauz\w+"
    r"|articol\w*|secțiun\w+)\.?)\s*№?\s*(\d{1,3}(?:\.\d{1,3})*)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Sought:
    """The query for the index, and the clause numbers that were named."""

    lexical: LexicalQuery
    sections: frozenset[str]

    @property
    def expression(self) -> str:
        """As it is logged: readings of a word joined by ``|``."""
        return " ".join("|".join(group) for group in self.lexical.words)


def sought(query: str) -> Sought:
    """Content words once each, with their readings and marked stems; function words only when there is nothing else."""
    tokens = words(query)
    content = [token.text for token in tokens if not is_stopword(token.text)]
    groups = dict.fromkeys(search_lemmas(word) for word in content or [token.text for token in tokens])
    numbers = {*_CLAUSE.findall(query), *_NAMED_CLAUSE.findall(query)}
    return Sought(LexicalQuery(tuple(group for group in groups if group)), frozenset(numbers))


def forgiving(query: str, library: Library) -> Sought | None:
    """The query with each unknown word replaced by words of the library a slip away; None when there are none."""
    groups: list[tuple[str, ...]] = []
    for token in words(query):
        if is_stopword(token.text):
            continue
        near = library.similar_words(fold(token.text))
        if near:
            groups.append(tuple(near))
    return Sought(LexicalQuery(tuple(dict.fromkeys(groups))), frozenset()) if groups else None
