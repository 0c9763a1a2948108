"""Which dictionary words can this form be? All readings, so that forms of one word meet."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from opora.language.stopwords import STOPWORDS
from opora.language.words import WORD, fold, number_readings

if TYPE_CHECKING:
    from collections.abc import Callable

_LANGUAGES = ("ru", "uk", "ro", "en")
_ONLY_UKRAINIAN = frozenset("іїєґ'")
_ONLY_RUSSIAN = frozenset("ыэъ")
_ONLY_ROMANIAN = frozenset("ăâîșț")


def lemmas_of(word: str, language: str | None = None) -> tuple[str, ...]:
    """All dictionary forms of one token, folded, best first, without repeats; never empty for a word.

    ``language`` narrows to one language of the word's script; ``None`` takes all plausible ones, so a query
    without a language still meets an index made with one. Hyphenated words give the whole and the parts,
    Romanian words also the form without diacritics, numbers their value without grouping. A token that begins
    with ``^`` is a stem: it lets forms meet that no dictionary knows.
    """
    return _lemmas(fold(word), language if language in _LANGUAGES else None)


def index_lemmas(text: str, language: str | None = None) -> list[str]:
    """Lemmas of every word of a text, in order: what the lexical index holds."""
    known = language if language in _LANGUAGES else None
    found: list[str] = []
    for match in WORD.finditer(text):
        found.extend(_lemmas(fold(match.group()), known))
    return found


def is_stopword(word: str) -> bool:
    """Whether a word is a function word of any of the four languages (alone it does not tell what is asked)."""
    return fold(word) in STOPWORDS


@lru_cache(maxsize=65536)
def is_known(word: str, language: str) -> bool:
    """Whether the language's dictionary has this form."""
    if language == "ru":
        return bool(_morphology().word_is_known(word))
    from simplemma import is_known as has

    return bool(has(word, lang=language))


@lru_cache(maxsize=262144)
def _lemmas(word: str, language: str | None) -> tuple[str, ...]:
    if not word:
        return ()
    if word[0].isdigit() and not any(letter.isalpha() for letter in word):
        return number_readings(word) if "-" not in word else _unique([word, *word.split("-")])
    found: list[str] = []
    if "-" in word:
        found.append(word)
        if any(letter.isdigit() for letter in word):
            found.append(word.replace("-", ""))
        for part in word.split("-"):
            found.extend(_lemmas(part, language))
    else:
        found.extend(_readings(word, language))
    return _unique(found)


def _readings(word: str, language: str | None) -> list[str]:
    if any(letter.isdigit() for letter in word):
        return [word]
    spoken = _plausible(word, language)
    if not spoken:
        return [word]
    found: list[str] = []
    for name in spoken:
        found.extend(_russian(word) if name == "ru" else _looked_up(word, name))
    if "ro" in spoken:
        found.extend([bare(lemma) for lemma in found])
    stem = stem_of(word, spoken[0])
    return [*found, stem] if stem else found


def _plausible(word: str, language: str | None) -> tuple[str, ...]:
    """Languages a word can belong to by its letters, narrowed by what the text is said to be in."""
    letters = set(word)
    if "а" <= word[0] <= "ӿ":
        if letters & _ONLY_UKRAINIAN:
            return ("uk",)
        if letters & _ONLY_RUSSIAN:
            return ("ru",)
        return (language,) if language in ("ru", "uk") else ("ru", "uk")
    if not ("a" <= word[0] <= "z" or letters & _ONLY_ROMANIAN):
        return ()
    if letters & _ONLY_ROMANIAN:
        return ("ro",)
    return (language,) if language in ("ro", "en") else ("en", "ro")


def _russian(word: str) -> list[str]:
    return [fold(normal) for normal in _morphology().normal_forms(word)] or [word]


def _looked_up(word: str, language: str) -> list[str]:
    bare_word = word.removesuffix("'s") if language == "en" else word
    return [fold(_dictionary()(bare_word, language))]


def bare(word: str) -> str:
    """A word without diacritics: what people type for Romanian.

    >>> bare("ședință")
    'sedinta'
    """
    if word.isascii():
        return word
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))


def stem_of(word: str, language: str) -> str:
    """A truncated form, marked ``^``; empty for short words."""
    plain = bare(word) if language in ("ro", "en") else word
    return f"^{plain[:5]}" if len(plain) >= 6 else ""


def _unique(found: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(found))


@cache
def _morphology() -> Any:
    from pymorphy3 import MorphAnalyzer

    return MorphAnalyzer(lang="ru")


@cache
def _dictionary() -> Callable[[str, str], str]:
    from simplemma import lemmatize

    def look_up(word: str, language: str) -> str:
        return str(lemmatize(word, lang=language))

    return look_up
