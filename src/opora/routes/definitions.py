"""Does the query ask what a thing is, and does a text say so: "X is …", "X — это …"?"""

from __future__ import annotations

import re
from functools import lru_cache

from opora.language.lemmas import is_stopword, search_lemmas
from opora.language.words import fold, words

_ASKED = re.compile(
    r"^\W*(?:what(?:'s| is| are| does)|define|что (?:такое|значит|означает)|що (?:таке|означає)|ce (?:este|e|sunt|înseamnă))\s+"
    r"(?:an?\s+|the\s+)?(?P<thing>[^?!.]+?)(?:\s+means?)?\s*[?!.]*\s*$",
    re.IGNORECASE,
)
_SAYS = re.compile(
    r"^\W{0,3}(?:\([^)]*\)\s*)?(?:[—–-]|(?:[—–-]\s*)?(?:это|це|є)\b|(?:is|are|means)\s+(?:an?|the|any|one|what)\b|refers? to\b"
    r"|означа(?:ет|ют|є|ють)\b|называ(?:ет|ют)ся\b|înseamnă\b|(?:este|e|sunt)\s+(?:un|o|acel|acea|cel|cea|\w+(?:ul|ea|ele|ii|ia))\b)",
    re.IGNORECASE,
)
_BEGINS = re.compile(r"(?:^|[.!?…]\s+|\n)\s*(?:(?:an?|the)\s+)?", re.IGNORECASE)
_LONGEST = 3


def defined_thing(query: str) -> tuple[frozenset[str], ...]:
    """Readings of each word of the thing that is asked about; empty when the query asks for no definition."""
    asked = _ASKED.match(query)
    if not asked:
        return ()
    content = [token.text for token in words(asked["thing"]) if not is_stopword(token.text)]
    return tuple(_head(word) for word in content) if 0 < len(content) <= _LONGEST else ()


def _head(word: str) -> frozenset[str]:
    """Readings of a word; of a compound with a hyphen those of its last part, for that is what it is."""
    return frozenset(search_lemmas(word.rsplit("-", 1)[-1])) | {fold(word)}


def defines(text: str, thing: tuple[frozenset[str], ...]) -> bool:
    """Whether a sentence of the text begins with the thing and says what it is."""
    return any(_defines(text[start.end() : start.end() + 160], thing) for start in _BEGINS.finditer(text))


def _defines(sentence: str, thing: tuple[frozenset[str], ...]) -> bool:
    named = [token for token in words(sentence) if not is_stopword(token.text)][: len(thing)]
    if len(named) < len(thing) or not all(
        _readings(token.text) & group for token, group in zip(named, thing, strict=True)
    ):
        return False
    return bool(_SAYS.match(sentence[named[-1].span.end :]))


@lru_cache(maxsize=8192)
def _readings(word: str) -> frozenset[str]:
    return frozenset(search_lemmas(word))
