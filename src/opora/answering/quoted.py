"""Does a statement speak of the very thing that the question gives a name in quotes, or of one with another name?"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from opora.answering.lexed import Lexed, lexed
from opora.language.lemmas import bare
from opora.language.words import fold

_QUOTED = re.compile(r"[«“„\"](?P<name>[^«»“”„\"\n]{2,60})[»”“\"]")
_LATIN: Final = dict(
    zip(
        "абвгґдеєжзиіїйклмнопрстуфхцчшщыэюя",
        "a b v g g d e e z z i i i i k l m n o p r s t u f h t c s s i e i i".split(),  # noqa: SIM905
        strict=True,
    )
)
_ONE_SOUND: Final = str.maketrans({"y": "i", "j": "i", "w": "v", "q": "k", "x": "k", "c": "k", "s": "z", "h": "g"})
_START: Final = 3  # letters that a name keeps in another script


@lru_cache(maxsize=1024)
def names_in_quotes(text: str) -> tuple[Lexed, ...]:
    """Names in quotation marks: they begin with a capital letter or a digit and are not whole sentences."""
    found = (match.group("name").strip() for match in _QUOTED.finditer(text))
    return tuple(lexed(name) for name in found if name[:1].isupper() or name[:1].isdigit())


def other_named(question: str, statement: str, around: str) -> str | None:
    """What stands against a name in quotes: another name in the statement, or that nothing in reach has that name.

    ``around`` holds the statement too, its headings and the fragment it stands in. In another script a name is known by
    its first sounds.
    """
    for name in names_in_quotes(question):
        if not name.words or _holds(lexed(statement), name):
            continue
        others = [other for other in names_in_quotes(statement) if not _holds(name, other)]
        if others:
            return f"«{_said(others[0])}» stands where the question has «{_said(name)}»"
        if not _holds(lexed(around), name):
            return f"nothing there is called «{_said(name)}»"
    return None


def _said(name: Lexed) -> str:
    return " ".join(word.text for word in name.words)


def _holds(text: Lexed, name: Lexed) -> bool:
    """Whether every word of the name stands in the text."""
    return all(text.holds(word) or _other_script(word.text) in _sounds(text) for word in name.words)


@lru_cache(maxsize=1024)
def _sounds(text: Lexed) -> frozenset[tuple[bool, str]]:
    return frozenset((_is_cyrillic(word.text), _start(word.text)) for word in text.words)


def _other_script(word: str) -> tuple[bool, str]:
    return not _is_cyrillic(word), _start(word)


def _is_cyrillic(word: str) -> bool:
    return "а" <= fold(word)[:1] <= "ӿ"


def _start(word: str) -> str:
    """The first sounds of a word in one spelling for both scripts."""
    folded = fold(word)
    told = "".join(_LATIN.get(letter, letter) for letter in folded) if _is_cyrillic(word) else bare(folded)
    return told[:_START].translate(_ONE_SOUND)
