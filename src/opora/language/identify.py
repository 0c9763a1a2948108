"""Which of the four languages is this? Letters first, then words; a model only when neither tells."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from opora.domain.question import Language
from opora.language.lemmas import is_known
from opora.language.words import WORD, fold

if TYPE_CHECKING:
    from collections.abc import Callable

_ENOUGH = 4000  # characters
_WORDS_LOOKED_UP = 40
_UKRAINIAN = re.compile("[іїєґ]")
_RUSSIAN = re.compile("[ыэъ]|ё")
_ROMANIAN = re.compile("[ăâîșțşţ]")
_CYRILLIC = re.compile("[а-яёіїєґ]")
_LATIN = re.compile("[a-zăâîșțşţ]")
_RUSSIAN_WORDS = """
и что как где когда какой какая какие какое сколько кто чем почему для или если нужно можно не вы мы он она они это
этот при без под от до после есть нет был была были будет может только также который какую куда сколько стоит
работаете вернуть товар сроки дней сайт деньги цена заказ заказа
"""
_UKRAINIAN_WORDS = """
та що як де коли якщо скільки хто чому для або треба можна не ви ми вона вони це цей при без від до після немає був
була були буде може лише також який яка яке чи чого потрібно термін строк вартість повернення товару днів замовлення
кошти ваш ваша
"""
_ROMANIAN_WORDS = """
este sunt care cum unde cand când cine pentru din prin sau daca dacă nu nou si și la cu ce cat cât cati câți cate
câte se fi sa să un o al ale ei lui mai poate pot trebuie fara fără dupa după despre de pe in în termen zile retur
livrare plata pret preț contract comanda comandă politica care catre către acest aceasta
"""
_ENGLISH_WORDS = """
the of and to in is are was were be what which how when where who why for with from or if not can may must shall do
does did i we you they he she it this that these those there any all after before without a an by on at as long much
many price delivery return policy order refund days
"""
_TELLING: dict[Language, frozenset[str]] = {
    "ru": frozenset(_RUSSIAN_WORDS.split()),
    "uk": frozenset(_UKRAINIAN_WORDS.split()),
    "ro": frozenset(_ROMANIAN_WORDS.split()),
    "en": frozenset(_ENGLISH_WORDS.split()),
}


def identify(text: str) -> Language:
    """The language of a text or a query of a word or two; ties go to Russian (Cyrillic) and English (Latin)."""
    sample = text[:_ENOUGH]
    return _identify(sample)


@lru_cache(maxsize=4096)
def _identify(sample: str) -> Language:
    low = sample.lower()
    cyrillic, latin = len(_CYRILLIC.findall(low)), len(_LATIN.findall(low))
    if cyrillic >= max(1, latin * 0.5):  # brand names in a Russian text do not make it English
        return _cyrillic(low)
    return _latin(low) if latin else "en"


def _cyrillic(low: str) -> Language:
    ukrainian, russian = len(_UKRAINIAN.findall(low)), len(_RUSSIAN.findall(low))
    if ukrainian != russian:
        return "uk" if ukrainian > russian else "ru"
    return _by_words(low, "ru", "uk") or _by_model(low, "ru", "uk")


def _latin(low: str) -> Language:
    marks, counted = len(_ROMANIAN.findall(low)), _votes(low)
    if marks and marks * 3 + counted["ro"] > counted["en"]:
        return "ro"
    return _by_words(low, "en", "ro") or _by_model(low, "en", "ro")


def _votes(low: str) -> dict[Language, int]:
    found = [fold(m.group()) for m in WORD.finditer(low)]
    return {language: sum(word in telling for word in found) for language, telling in _TELLING.items()}


def _by_words(low: str, first: Language, second: Language) -> Language | None:
    counted = _votes(low)
    ahead = counted[first] - counted[second]
    if ahead == 0:
        ahead = _known_ahead(low, first, second)
    if ahead == 0:
        return None
    return first if ahead > 0 else second


def _known_ahead(low: str, first: Language, second: Language) -> int:
    """How many more words the first language's dictionary has than the second's; a few words tell enough."""
    found = [fold(match.group()) for match, _ in zip(WORD.finditer(low), range(_WORDS_LOOKED_UP), strict=False)]
    return sum(is_known(word, first) - is_known(word, second) for word in found if word.isalpha())


def _by_model(low: str, first: Language, second: Language) -> Language:
    ranked = _model()(low)
    best = next((name for name, _ in ranked if name in (first, second)), first)
    return second if best == second else first


@cache
def _model() -> Callable[[str], list[tuple[str, Any]]]:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE)
    identifier.set_languages(["ru", "uk", "ro", "en"])
    rank: Callable[[str], list[tuple[str, Any]]] = identifier.rank
    return rank
