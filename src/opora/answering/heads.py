"""Which words only say what is asked about a thing, so that several of them in a row are several questions?"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from opora.answering.cues import ASKS_FOR_VALUE, POLITE
from opora.answering.normalise import BOTH_WAYS
from opora.answering.openings import QUESTION_WORD
from opora.answering.subject import attributes
from opora.domain.question import Word
from opora.language.lemmas import lemmas_of
from opora.language.words import fold

_VERB = re.compile(r"\w*(?:[аяеиоуы]ть(?:ся)?|[аяеиіоуй]ти(?:ся|сь)?|[сз]ти(?:сь|ся)?|[дй]ти(?:сь)?|мочь|беречь)")
_NO_VERBS: Final = frozenset({"сеть", "память", "печать", "кровать"})
_ROMANIAN_VERB = re.compile(r"\w{2,}(?:ește|este|ează|eaza|esc|uie|unge|inge|ajung|dureaz[ăa]|cost[ăa]|ține)")
# Beside the attributes of answering/subject.py: these may be a subject elsewhere, but head a phrase in an enumeration.
_HEADS: Final = """
address phone email contact hours schedule condition warranty guarantee discount commission penalty exclusion requirement
advantage disadvantage owner author exception refund delivery deposit charge co-payment copay copayment excess deductible
surcharge ground reason form duty liability compensation interest benefit weight height width length colour color speed
age fare capacity fine allowance coverage purpose consequence step currency
адрес телефон почта контакт график режим условие гарантия скидка комиссия пеня штраф исключение требование владелец автор
преимущество недостаток доставка возврат основание процедура форма причина последствие обязанность ответственность
компенсация сбор взнос обеспечение франшиза вес высота ширина длина цвет скорость цель шаг валюта неустойка возраст
надбавка доплата реквизиты льгота
адреса телефон пошта контакт графік режим умова гарантія знижка комісія пеня штраф виняток вимога власник автор перевага
недолік доставка повернення підстава процедура форма причина наслідок обов'язок відповідальність компенсація
збір внесок забезпечення франшиза вага висота ширина довжина колір швидкість мета крок валюта неустойка вік надбавка доплата
реквізити пільга
adresă telefon contact program orar condiție garanție reducere comision penalitate excepție cerință proprietar autor avantaj
livrare retur valoare motiv temei formă cauză consecință obligație răspundere compensație taxă contribuție
franșiză greutate înălțime lățime lungime culoare viteză scop pas monedă amendă vârstă
"""
# A day is no thing that "it" could stand for.
_TIMES: Final = """
now today currently yesterday tomorrow last next ago сейчас теперь сегодня вчера завтра прошлый следующий назад зараз тепер
сьогодні вчора завтра минулий наступний тому acum azi astăzi ieri mâine trecut viitor
"""
# Words that stand before a thing and name none.
_RELATIONS: Final = """
within per via till upon towards concerning regarding must still also ever exactly approximately
около свыше более менее примерно именно течение протяжении
близько понад більше менше приблизно саме протягом упродовж впродовж
circa peste aproximativ exact până pana decurs decursul
"""
# A question of these alone asks for the price, the time or the reason of nothing.
_OF_NOTHING: Final = """
much many long often cost take last get need have pay charge стоить занимать длиться получить нужно надо долго часто дорого
обойтись обойтися обійтися коштувати тривати потрібно треба слід довго часто дорого trebuie costa cost dura scump
"""


# Whatever is told of a thing tells that there is one.
_EXISTS: Final = "exist exists existed существовать иметься насчитываться існувати налічуватися exista există existau"


@lru_cache(maxsize=1)
def _of_nothing() -> frozenset[str]:
    return _lemmas(_OF_NOTHING) | _existing()


@lru_cache(maxsize=1)
def _existing() -> frozenset[str]:
    return _lemmas(_EXISTS)


@lru_cache(maxsize=1)
def _heads() -> frozenset[str]:
    return attributes() | _lemmas(_HEADS)


@lru_cache(maxsize=1)
def _times() -> frozenset[str]:
    return _lemmas(_TIMES)


def _lemmas(words: str) -> frozenset[str]:
    return frozenset(lemma for word in words.split() for lemma in (fold(word), lemmas_of(word)[0]))


@lru_cache(maxsize=1)
def _relations() -> frozenset[str]:
    return frozenset(fold(word) for word in _RELATIONS.split())


def is_head(word: Word) -> bool:
    """Whether it may head "price, term and warranty of X"."""
    if fold(word.text) in _relations() or is_time(word) or _is_english_data(word) or word.text == "May":
        return False
    return not _heads().isdisjoint(word.lemmas) or is_asked_about(word)


def is_asked_about(word: Word) -> bool:
    """Whether it names what is asked about a thing (or a day, or nothing), and no thing; a label or a code is one."""
    if len(word.text) == 1 or (not word.text.isalpha() and any(letter.isdigit() for letter in word.text)):
        return False
    known = any(not some.isdisjoint(word.lemmas) for some in (attributes(), ASKS_FOR_VALUE, _times()))
    known = known and not _is_english_data(word)
    known = known or fold(word.text) in POLITE or fold(word.text) in _relations()
    return known or is_question_word(word)


def is_question_word(word: Word) -> bool:
    """By its spelling; an English "cat" or "care" carries content and asks nothing."""
    named = word.is_content and fold(word.text) in BOTH_WAYS
    return not named and bool(QUESTION_WORD.fullmatch(re.split("['’]", word.text)[0]))


def _is_english_data(word: Word) -> bool:
    """ "My data" is a thing; the Romanian "data" is a day."""
    return fold(word.text) == "data" and "dată" not in word.lemmas


def asks_of_nothing(word: Word) -> bool:
    """Whether it asks for a value and says not even which: "cost", "долго"."""
    return not _of_nothing().isdisjoint(word.lemmas) or is_time(word)


def exists(word: Word) -> bool:
    """Whether it only says that there is such a thing."""
    return not _existing().isdisjoint(word.lemmas)


def is_time(word: Word) -> bool:
    """Whether it only says when: "now", "следующий"."""
    return not _times().isdisjoint(word.lemmas)


def is_action(text: str) -> bool:
    """Whether a Cyrillic word is a verb by its lemma: "гласит"."""
    lemma = lemmas_of(text)[0]
    return "а" <= lemma[:1] <= "ӿ" and lemma not in _NO_VERBS and bool(_VERB.fullmatch(lemma))


def is_verb(word: Word) -> bool:
    """By its lemma in Cyrillic, by its ending in Romanian; English tells by the place alone."""
    folded = fold(word.text)
    if "а" <= folded[:1] <= "ӿ":
        return bool(word.lemmas) and word.lemmas[0] not in _NO_VERBS and bool(_VERB.fullmatch(word.lemmas[0]))
    return bool(_ROMANIAN_VERB.fullmatch(folded))
