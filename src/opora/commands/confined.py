"""What does someone learn of words that stand only in documents they may not see? Nothing: such words are unknown to them.

The store leaves hidden fragments out before it ranks. But the weight of a word, and the spelling of one, are known of the
whole library; without this, a score would tell whether a hidden document names a thing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from opora.ports import LexicalQuery, Scored

if TYPE_CHECKING:
    from opora.domain.source import Filter
    from opora.ports import Library

_NO_WORD: Final = "\ue000"
_MORE: Final = 8


class Confined:
    """A library in which words outside ``allowed`` do not exist. Not a library of its own: it lives for one question."""

    def __init__(self, store: Library, allowed: Filter) -> None:
        self._store, self._allowed = store, allowed
        self._known: dict[str, bool] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def lexical(self, query: LexicalQuery, allowed: Filter, limit: int) -> list[Scored]:
        return self._store.lexical(self._plain(query), allowed, limit)

    def bm25(self, query: LexicalQuery, fragment_ids: Sequence[str]) -> dict[str, float]:
        return self._store.bm25(self._plain(query), fragment_ids)

    def bm25_most(self, query: LexicalQuery) -> float:
        return self._store.bm25_most(self._plain(query))

    def document_frequency(self, lemmas: Sequence[str]) -> dict[str, int]:
        found = self._store.document_frequency(lemmas)
        return {lemma: count if count and self._knows(lemma) else 0 for lemma, count in found.items()}

    def similar_words(self, word: str, limit: int = 3) -> list[str]:
        near = self._store.similar_words(word, limit * _MORE)
        return [one for one in near if self._knows(one)][:limit]

    def _plain(self, query: LexicalQuery) -> LexicalQuery:
        """The query as it would be if nobody had ever written the hidden words."""
        words = tuple(self._group(group) for group in query.words)
        return replace(query, words=words, phrases=tuple(tuple(map(self._group, one)) for one in query.phrases))

    def _group(self, group: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(lemma for lemma in group if self._knows(lemma)) or (_NO_WORD,)

    def _knows(self, lemma: str) -> bool:
        found = self._known.get(lemma)
        if found is None:
            found = bool(self._store.lexical(LexicalQuery(((lemma,),)), self._allowed, 1))
            self._known[lemma] = found
        return found
