"""Do words in two alphabets sound alike: «Гарварде» and "Harvard", «университет» and "university"?"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import product
from typing import Final

from opora.language.lemmas import bare
from opora.language.words import fold

_CYRILLIC: Final = {
    **dict(zip("бвгґдзклмнпрстф", "bvggdsklmnprstf", strict=True)),
    **dict.fromkeys("жцчшщ", "s"),
}
# What a Latin spelling may stand for; the first that fits is taken. Nothing is said of vowels, "h" and "й": they come and go.
_LATIN: Final = (
    (re.compile(r"sch|sh|tch|dg(?=e)|dj|ts|tz|zh|z|s"), ("s",)),
    (re.compile(r"ch"), ("s", "k")),
    (re.compile(r"ck|c(?![eiy])|k|q"), ("k",)),
    (re.compile(r"c"), ("s",)),
    (re.compile(r"ph|f"), ("f",)),
    (re.compile(r"th|t"), ("t",)),
    (re.compile(r"g(?=[eiy])"), ("g", "s")),
    (re.compile(r"gh|h"), ("", "g")),
    (re.compile(r"j"), ("s", "")),
    (re.compile(r"w"), ("v", "")),
    (re.compile(r"x"), ("ks",)),
    (re.compile(r"[bdglmnprv]"), ("",)),  # itself
)
_MOST: Final = 12  # readings of one spelling
_SHORTEST, _LONG, _LONGER = 2, 3, 4  # consonants
_TWICE = re.compile(r"(.)\1+")
_EQUAL, _ENDED, _SLIP = 1.0, 0.8, 0.6


def same_word(one: str, other: str) -> float:
    """0..1: how surely two spellings, each in another alphabet, are one word; 0 within one alphabet.

    Names in both may differ by a slip; other words must be long, and the same up to an ending.

    >>> same_word("Гарварде", "Harvard"), same_word("университета", "university"), same_word("Тесла", "Edison")
    (1.0, 1.0, 0.0)
    """
    if is_cyrillic(one) == is_cyrillic(other):
        return 0.0
    names = one[:1].isupper() and other[:1].isupper()
    heard = (
        _alike(first, second)
        for first in _sounds(one)
        for second in _sounds(other)
        if names or min(len(first), len(second)) >= _LONGER
    )
    near = max(heard, default=0.0)
    return near if names or near > _SLIP else 0.0


def is_cyrillic(word: str) -> bool:
    return "Ѐ" <= word[:1] <= "ӿ"


@lru_cache(maxsize=16384)
def _sounds(word: str) -> frozenset[str]:
    """What consonants may be heard; nothing where there are too few to tell anything."""
    folded = fold(word)
    if is_cyrillic(folded):
        spelt = folded.replace("дж", "ж").replace("тс", "ц")
        heard = {"".join(_CYRILLIC.get(letter, "") for letter in spelt)}
    else:
        heard = _latin(bare(folded))
    found = (_TWICE.sub(r"\1", one) for one in heard)
    return frozenset(one for one in found if len(one) >= _SHORTEST)


def _latin(word: str) -> set[str]:
    parts: list[tuple[str, ...]] = []
    at = 0
    while at < len(word):
        fit = next(((match, heard) for rule, heard in _LATIN if (match := rule.match(word, at))), None)
        if fit:
            parts.append(fit[1] if fit[1] != ("",) else (fit[0].group(),))
        at = fit[0].end() if fit else at + 1
    return {"".join(one) for one, _ in zip(product(*parts), range(_MOST), strict=False)}


def _alike(one: str, other: str) -> float:
    """1 for the same, less with an ending more ("Вашингтоном") and with a consonant that differs."""
    if one == other:
        return _EQUAL
    short, long = sorted((one, other), key=len)
    if len(short) >= _LONG and long.startswith(short) and len(long) - len(short) <= len(short) - _SHORTEST:
        return _ENDED
    if len(short) < _LONGER or len(long) - len(short) > 1:
        return 0.0
    at = next(n for n in range(len(long)) if one[n : n + 1] != other[n : n + 1])
    rest = (one[at + 1 :], other[at + 1 :])
    return _SLIP if rest[0] == rest[1] or long[at + 1 :] == short[at:] else 0.0
