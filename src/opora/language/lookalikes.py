"""Which letters and digits look alike, so that an image of one may have been read as the other?"""

from __future__ import annotations

import re
from functools import cache

from opora.language.lemmas import is_known
from opora.language.words import WORD

# Cyrillic letters by what they are read as; lower-case letters of a sloped face are among them.
_CYRILLIC_OF = dict(zip("aceopxykmthbi60349nruw", "асеорхукмтнвiбозчдпгиш", strict=True)) | {"i": "і", "9": "д"}
_CYRILLIC_OF |= {latin.upper(): letter.upper() for latin, letter in _CYRILLIC_OF.items() if latin in "aceopxykmthbi"}
_LATIN_OF = {letter: latin for latin, letter in _CYRILLIC_OF.items() if latin.isalpha() and latin not in "nruw"}
_ONE_SHAPE = _CYRILLIC_OF | {"ё": "е", "é": "е", "l": "і", "1": "і", "|": "і", "ї": "і"}
_CYRILLIC_LETTER = re.compile(r"[\u0400-\u04ff]")
_LATIN_LETTER = re.compile(r"[A-Za-zÀ-ɏ]")
_DIGIT_AT_LETTER = re.compile(r"[^\W\d_]\d|\d[^\W\d_]")


def skeleton(text: str) -> str:
    """What is left when letters that look alike are one letter: ``py6.`` and ``руб.`` have the same."""
    return "".join(_ONE_SHAPE.get(char, char) for char in text.lower())


def in_script(text: str, script: str) -> bool:
    """Whether its letters are all of the script (``cyrillic`` or ``latin``), and no digit stands beside one of them."""
    wrong = _LATIN_LETTER if script == "cyrillic" else _CYRILLIC_LETTER
    return not wrong.search(text) and not _DIGIT_AT_LETTER.search(text)


@cache
def folded(word: str, script: str) -> str | None:
    """The word as it may have been meant when an image of it was read: all its letters in the script.

    ``None`` when it holds a letter that has no likeness there, is in the script as it stands, or has no letter.
    """
    if in_script(word, script) or not any(char.isalpha() for char in word):
        return None
    table = _CYRILLIC_OF if script == "cyrillic" else _LATIN_OF
    own = _CYRILLIC_LETTER if script == "cyrillic" else _LATIN_LETTER
    out = [char if own.match(char) or not char.isalnum() else table.get(char, "") for char in word]
    return "".join(out) if all(out) else None


def script_of(language: str | None) -> str:
    """The script that texts of the language are in."""
    return "cyrillic" if language in ("ru", "uk") else "latin"


def meant(text: str, language: str | None) -> list[str]:
    """Words that a text read from an image may mean beside those it has: for search only, never for quoting.

    ``py6.`` in a Russian text may be ``руб``. A word is added when its letters are of two scripts, or when a dictionary of
    the language knows what it may mean.
    """
    script, found = script_of(language), list[str]()
    for match in WORD.finditer(text):
        other = folded(match.group(), script)
        if other is not None and (_is_mixed(match.group()) or is_known(other.lower(), language or "en")):
            found.append(other)
    return found


def _is_mixed(word: str) -> bool:
    return bool(_CYRILLIC_LETTER.search(word) and _LATIN_LETTER.search(word))
