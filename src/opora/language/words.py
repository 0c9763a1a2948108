"""Where are the words of a text, and when are two spellings one word?"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from opora.domain.place import Span

_APOSTROPHES = "'’‘ʼ`´ʹ′"
_DROPPED = "\u00ad\u200b\u200c\u200d\u2060\ufeff\u0301"  # soft hyphen, zero-width marks, stress accent
_SHORT = 4000  # characters
_GROUP_GAP = " \u00a0\u2009\u202f"
_LETTERS = str.maketrans(
    {
        **dict.fromkeys(_APOSTROPHES, "'"),
        **dict.fromkeys(_DROPPED),
        **dict.fromkeys("‐‑‒–", "-"),
        "ё": "е",
        "ş": "ș",
        "ţ": "ț",
    }
)
_RUN = rf"(?:[^\W_]++(?:(?<!\d)[\u0300-\u036f{_DROPPED}]++)?+)++"  # marks follow a letter, never a digit; run by run, not sign by sign
WORD = re.compile(
    rf"(?<!\d)\d{{1,3}}(?:(?:[{_GROUP_GAP}]\d{{3}})+|(?:\.\d{{3}})+|(?:,\d{{3}})+|(?:['’]\d{{3}})+)(?:[.,]\d+)?(?!\d)(?![.,]\d)"
    rf"|\d+(?:[.,/]\d+)*"
    rf"|{_RUN}(?:[{_APOSTROPHES}‐‑-]{_RUN})*"
)
_GROUPED = re.compile(
    rf"(\d{{1,3}}(?:(?:[{_GROUP_GAP}]\d{{3}})+|(?:\.\d{{3}})+|(?:,\d{{3}})+|(?:['’]\d{{3}})+))(?:[.,](\d+))?"
)


@dataclass(frozen=True, slots=True)
class Token:
    """A word or number as written, and its place. Hyphenated words are one token."""

    text: str
    span: Span


def words(text: str) -> list[Token]:
    """Words and numbers in order; ``text[span] == token.text``.

    >>> [t.text for t in words("м'ята – 5 000 грн., e-mail")]
    ["м'ята", '5 000', 'грн', 'e-mail']
    """
    return list(_kept(text)) if len(text) < _SHORT else _words(text)


@lru_cache(maxsize=1024)
def _kept(text: str) -> tuple[Token, ...]:
    """Sentences of an answer are looked at by many stages; whole documents only once."""
    return tuple(_words(text))


def _words(text: str) -> list[Token]:
    return [Token(m.group(), Span(m.start(), m.end())) for m in WORD.finditer(text)]


@lru_cache(maxsize=131072)
def fold(word: str) -> str:
    """The spelling that is compared: NFKC, casefold, ё→е, ş/ţ→ș/ț, one apostrophe, no soft hyphens.

    >>> fold("Ещё"), fold("ŞEDINŢĂ"), fold("М’ята")
    ('еще', 'ședință', "м'ята")
    """
    if word.isascii():
        return word.lower().replace("`", "'")
    folded = unicodedata.normalize("NFKC", word.translate(_LETTERS)).casefold()
    return unicodedata.normalize("NFC", folded.translate(_LETTERS))


@lru_cache(maxsize=16384)
def number_readings(token: str) -> tuple[str, ...]:
    """A number without grouping, and without decimals that are all zero; a clause number stays as printed.

    >>> number_readings("5 000"), number_readings("5.000,00"), number_readings("4.10"), number_readings("0,5")
    (('5000',), ('5000',), ('4.10',), ('0.5',))
    """
    grouped = _GROUPED.fullmatch(token)
    if grouped:
        whole, decimals = re.sub(r"\D", "", grouped[1]), (grouped[2] or "").rstrip("0")
        return (f"{whole}.{decimals}" if decimals else whole,)
    plain = token.replace(",", ".") if token.count(",") == 1 and "." not in token else token
    if re.fullmatch(r"\d+\.0+", plain) and (len(plain.split(".")[0]) > 2 or "," in token):
        return (plain.split(".")[0], plain)
    return (plain,)
