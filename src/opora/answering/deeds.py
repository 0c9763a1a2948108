"""Which words of a text say what is done, by where they stand: after "may" and "must", after the Romanian "poate", "se", "nu"?

English and Romanian verbs look like nouns; Cyrillic ones are known by their forms (heads.py).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from opora.answering.lexed import Lexed

_MODALS: Final = frozenset(
    (
        *("must", "may", "can", "cannot", "could", "will", "would", "shall", "should", "might"),
        *("poate", "puteți", "putem", "trebuie", "se", "să", "nu"),
    )
)
_BETWEEN: Final = frozenset(("not", "only", "also", "se", "să", "nu", "mai", "fi"))
_POT: Final = "pot"  # a verb in Romanian, a vessel in English
_ROMANIAN: Final = frozenset("ăâîșțşţ")


@lru_cache(maxsize=1024)
def deeds_of(text: Lexed) -> frozenset[int]:
    """Where the words start that stand right after a modal, and so are verbs.

    >>> from opora.answering.lexed import lexed
    >>> deeds_of(lexed("A donor may give blood."))
    frozenset({12})
    """
    words = text.words
    modals = _MODALS | {_POT} if any(not _ROMANIAN.isdisjoint(word.text) for word in words) else _MODALS
    found = set()
    for n, word in enumerate(words):
        if word.folded in modals:
            after = next((one for one in words[n + 1 : n + 4] if one.folded not in _BETWEEN), None)
            if after and after.content and after.clause == word.clause:
                found.add(after.start)
    return frozenset(found)
