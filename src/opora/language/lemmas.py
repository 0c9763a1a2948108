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
_STEM = 5  # letters


def lemmas_of(word: str, language: str | None = None) -> tuple[str, ...]:
    """All dictionary forms of one token, folded, best first, without repeats; never empty for a word.

    ``language`` narrows to one language of the word's script; ``None`` takes all plausible ones, so a query
    without a language still meets an index made with one. Hyphenated words give the whole and the parts,
    Romanian words also the form without diacritics, numbers their value without grouping.
    """
    return _lemmas(fold(word), language if language in _LANGUAGES else None)


def search_lemmas(word: str, language: str | None = None) -> tuple[str, ...]:
    """``lemmas_of`` and the word's stems, marked ``^``: for search only, where forms must meet that no dictionary knows.

    A stem also joins unrelated words, so it may rank but never decide what a sentence is about.
    """
    return _searched(fold(word), language if language in _LANGUAGES else None)


def index_lemmas(text: str, language: str | None = None) -> list[str]:
    """``search_lemmas`` of every word of a text, in order: what the lexical index holds."""
    known = language if language in _LANGUAGES else None
    found: list[str] = []
    for match in WORD.finditer(text):
        found.extend(_searched(fold(match.group()), known))
    return found


def is_stopword(word: str) -> bool:
    """Whether a word is a function word of any of the four languages (alone it does not tell what is asked)."""
    return fold(word) in STOPWORDS


@lru_cache(maxsize=65536)
def is_known(word: str, language: str) -> bool:
    """Whether the language's dictionary has this form."""
    if language == "ru":
        return bool(_morphology().word_is_known(word))
    return bool(_known()(word, language))


@lru_cache(maxsize=4096)
def russian_marks(word: str) -> list[frozenset[str]]:
    """Of each reading that the Russian dictionary has of this form, best first, its marks ("Surn", "NOUN", …)."""
    return [frozenset(one.tag.grammemes) for one in _morphology().parse(word)] if is_known(word, "ru") else []


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


@lru_cache(maxsize=262144)
def _searched(word: str, language: str | None) -> tuple[str, ...]:
    stems = [stem_of(part) for part in word.split("-")]
    return _unique([*_lemmas(word, language), *(stem for stem in stems if stem)])


def _readings(word: str, language: str | None) -> list[str]:
    if not word.isalpha() and any(letter.isdigit() for letter in word):
        return [word]
    spoken = _plausible(word, language)
    if not spoken:
        return [word]
    found: list[str] = []
    for name in spoken:
        found.extend(_russian(word) if name == "ru" else [_looked_up(word, name)])
    if "ro" in spoken:
        found.extend([bare(lemma) for lemma in found])
    return found


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


@lru_cache(maxsize=262144)
def _looked_up(word: str, language: str) -> str:
    bare_word = word.removesuffix("'s") if language == "en" else word
    return fold(_dictionary()(bare_word, language))


def bare(word: str) -> str:
    """A word without diacritics: what people type for Romanian.

    >>> bare("ședință")
    'sedinta'
    """
    if word.isascii():
        return word
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))


def stem_of(word: str) -> str:
    """The first letters of a folded word, marked ``^``; empty for short words and for anything with a digit.

    BM25 hit@1 without and with it: Ukrainian FAQ .57 → .65, XQuAD ru .907 → .910, ro .918 → .935, en .928 → .930.
    """
    plain = bare(word) if "a" <= word[:1] <= "z" or set(word) & _ONLY_ROMANIAN else word
    return f"^{plain[:_STEM]}" if len(plain) > _STEM and plain.replace("'", "").isalpha() else ""


def _unique(found: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(found))


@cache
def _morphology() -> Any:
    from pymorphy3 import MorphAnalyzer

    return MorphAnalyzer(lang="ru")


@cache
def _dictionary() -> Callable[[str, str], str]:
    from simplemma.strategies import DefaultStrategy

    from opora.language.forms import Cached

    dictionaries = Cached()
    strategy = DefaultStrategy(dictionary_factory=dictionaries)
    rules = _rules()

    def look_up(word: str, language: str) -> str:
        """As ``simplemma.lemmatize`` for a folded word, in less than half the time: what that checks and keeps, is so already.

        Of a word of letters alone its steps for contractions, hyphens and prefixes have nothing to say in these two languages.
        """
        if language in rules and word.isalpha():
            forms = dictionaries.get_dictionary(language)
            known = forms.get(word) or forms.get(word.capitalize()) or rules[language](word)
            return word if known is None else str(known)
        found = strategy.get_lemma(word, language)
        return word if found is None else str(found)

    return look_up


def _rules() -> dict[str, Callable[[str], str | None]]:
    """By language, what makes of a word that the dictionary lacks its lemma by its ending."""
    from simplemma.strategies.defaultrules import RULE_FUNCTIONS
    from simplemma.strategies.defaultrules.ro import DEFAULT_RULES

    english, romanian = RULE_FUNCTIONS["en"], RULE_FUNCTIONS["ro"]
    endings = [end for rule in DEFAULT_RULES for end in rule.pattern.removeprefix("(?:").removesuffix(")$").split("|")]
    if not all(end.isalpha() for end in endings):
        return {"en": english, "ro": romanian}
    by_last = {last: tuple(end for end in endings if end[-1] == last) for last in {end[-1] for end in endings}}

    def by_ending(word: str) -> str | None:
        """One look tells that none of the thirty rules fits, which is so for nearly every word."""
        return romanian(word) if word.endswith(by_last.get(word[-1], "\n")) else None

    return {"en": english, "ro": by_ending}


@cache
def _known() -> Callable[[str, str], bool]:
    from simplemma.strategies import DictionaryLookupStrategy
    from simplemma.utils import normalize_token

    from opora.language.forms import Cached

    lookup = DictionaryLookupStrategy(Cached())

    def known(word: str, language: str) -> bool:
        """As ``simplemma.is_known``."""
        return lookup.get_lemma(normalize_token(word), language) is not None

    return known
