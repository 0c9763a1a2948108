"""Where may a sentence end, by the marks and the short words around each stop? The rules and words are razdel's, in one pass."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

_ENDINGS = frozenset(".?!…")
_CLOSING = frozenset("»”’)]}")
_GENERIC = frozenset("\"„'")
_STOPS = _ENDINGS | _CLOSING | _GENERIC | {";"}
_DASHES = frozenset("‑–—−-")
_LIST_MARKS = frozenset("§абвгдеabcdef.)")
_SMILE = r"[=:;]-?[)(]{1,3}"
# A mark with white space behind it; what stands ten characters away is not seen.
_MARK = re.compile(r"[.?!…;:=\"„'»”’)\]}](?:(?<=[=:;])-?[)(]{1,3}|(?<![=:]))(?=\s{1,9}(\S))")
_SMILES = re.compile(rf"\s*{_SMILE}")
_TOKEN = re.compile(r"[^\W\d]+|\d+|[^\w\s]")
_LAST = re.compile(r"(?:[^\W\d]+|\d+|[^\w\s])\s*$")
_PAIR = re.compile(r"(\w)\s*\.\s*(\w)\s*$")
_WORD = re.compile(r"[^\W\d]+|\d+")
_ROMAN = re.compile(r"[IVXML]+$")
_SEEN = 10  # characters on either side
_LIST_MARK = 20  # characters, at most
_BRACKET = 300


@dataclass(frozen=True, slots=True)
class Short:
    """Words, and pairs of letters, that a full stop may follow without an end."""

    before_any: frozenset[str]
    before_small: frozenset[str]
    pairs_before_any: frozenset[tuple[str, ...]]
    pairs: frozenset[tuple[str, ...]]
    names: frozenset[str]


@cache
def short() -> Short:
    from razdel.segmenters import sokr

    return Short(*map(frozenset, (sokr.HEAD_SOKRS, sokr.SOKRS, sokr.HEAD_PAIR_SOKRS, sokr.PAIR_SOKRS, sokr.INITIALS)))


def proposed_ends(text: str) -> list[int]:
    """The ends of all sentences but the last, in order; white space follows each."""
    found: list[int] = []
    begin = 0
    for mark in _MARK.finditer(text):
        if _ends(text, mark, begin):
            begin = mark.end()
            found.append(begin)
    return found


def _ends(text: str, found: re.Match[str], begin: int) -> bool:
    """Whether the sentence that begins at ``begin`` ends with this mark."""
    start, stop, mark = found.start(), found.end(), found.group()
    before = text[max(0, start - _SEEN) : start]
    last = _LAST.search(before)
    token = _TOKEN.match(text, found.start(1), stop + _SEEN)
    if last is None or token is None:
        return False
    left, right = last.group().rstrip(), token.group()
    if _is_small(right) or (right not in _GENERIC and (right in _STOPS or _SMILES.match(text, stop, stop + _SEEN))):
        return False
    if mark == "." and _is_short(before, left, right):
        return False
    if mark in ".)" and start - begin <= _LIST_MARK and all(map(_lists, _TOKEN.findall(text[begin:start]))):
        return mark == ")" and left in _ENDINGS and _closes_earlier(text, begin)
    if mark in _CLOSING and left not in _ENDINGS:
        return False
    if mark in _GENERIC and (before[-1:].isspace() or left not in _ENDINGS):
        return False
    word = _WORD.search(text, stop, stop + _SEEN) if right in _DASHES else None
    return word is None or not _is_small(word.group())


def _closes_earlier(text: str, begin: int) -> bool:
    """Whether a bracket was opened before: what a short word was cut from is no list mark."""
    before = text[max(0, begin - _BRACKET) : begin]
    return before.rfind("(") > before.rfind(")")


def _is_small(token: str) -> bool:
    return token.isalpha() and token.islower()


def _is_short(before: str, left: str, right: str) -> bool:
    words = short()
    if len(left) == 1 and left.isupper():
        return True
    small = not right.isalpha() or right.islower()
    left = left.lower()
    pair = _PAIR.search(before)
    letters = tuple(letter.lower() for letter in pair.groups()) if pair else ()
    if letters in words.pairs_before_any or (letters in words.pairs and small):
        return True
    if letters not in words.pairs and (left in words.before_any or (small and left in words.before_small)):
        return True
    return (left, right.lower()) in words.pairs or left in words.names


def _lists(token: str) -> bool:
    return token.isdigit() or token.lower() in _LIST_MARKS or _ROMAN.match(token) is not None
