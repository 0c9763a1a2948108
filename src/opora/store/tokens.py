"""How do lemmas become index tokens, so that no text of a user is ever query syntax?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_GAPS = re.compile(r"[\s\x00-\x20\x7f-\xa0\ud800-\udfff]+")


def clean(lemma: str) -> str:
    """One token: no white space, no control characters."""
    return _GAPS.sub("_", lemma).strip("_")


def as_tokens(lemmas: Iterable[str]) -> str:
    """Lemmas in order, one space between, as the index and the fragment row hold them."""
    return " ".join(filter(None, map(clean, lemmas)))


def length_of(lemmas: Iterable[str]) -> int:
    """How many dictionary forms; stems (marked ``^``) only repeat them."""
    return sum(not lemma.startswith("^") for lemma in lemmas)


def quoted(lemma: str) -> str:
    """A lemma as an FTS5 string: always data, never syntax."""
    return '"' + clean(lemma).replace('"', '""') + '"'


def any_of(lemmas: Sequence[str]) -> str:
    """An expression that matches any of the lemmas; empty when there is none."""
    return " OR ".join(quoted(lemma) for lemma in lemmas if clean(lemma))
