"""Was a word of the quote turned into its opposite?"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from opora.answering.lexed import Lexed
from opora.language.lemmas import lemmas_of
from opora.language.words import fold

_PAIRS: Final = """
increase rise grow raise higher / decrease fall reduce decline lower
before prior earlier / after following later
maximum most highest / minimum least lowest
buyer purchaser / seller vendor
lender / borrower
landlord lessor / tenant lessee
employer / employee
creditor / debtor
licensor / licensee
include including / exclude excluding
allow permit permitted / forbid prohibit prohibited
accept approve / reject refuse deny
start begin commence / end finish terminate expire
first / last
income revenue gain profit / loss expense
debit / credit
import / export
above over / below under
open / close closed
internal / external
always / never
mandatory required compulsory / optional voluntary
valid / invalid
enable enabled / disable disabled
male / female
north northern / south southern
east eastern / west western
win / lose
free / paid payable chargeable
бесплатный бесплатно / платный платно
безкоштовний безкоштовно безплатний / платний платно
gratuit / contracost
receive / send
all every / none
buy purchase / sell
long longer / short shorter
large larger big / small smaller
old older / new newer young
fixed / variable floating
public / private
gross / net
domestic / foreign
left / right
увеличение увеличить увеличиться вырасти рост повысить повышение / уменьшение уменьшить уменьшиться снизиться снижение сократить падение
до раньше ранее прежде / после позже позднее
максимум максимальный наибольший / минимум минимальный наименьший
покупатель / продавец
заказчик / исполнитель подрядчик
арендодатель / арендатор
займодавец кредитор / заемщик должник
работодатель / работник
включать включить включая включен / исключать исключить исключая исключен
разрешать разрешить разрешено разрешен / запрещать запретить запрещено запрещен
принять одобрить / отклонить отказать
начало начать начаться / окончание конец закончить завершить завершиться
первый / последний
доход прибыль / расход убыток
дебет / кредит
приход поступление / расход выбытие
импорт / экспорт
выше / ниже
внутренний / внешний
всегда / никогда
обязательный обязан обязательно / необязательный добровольный
север северный / юг южный
восток восточный / запад западный
победить выиграть / проиграть
купить покупать / продать продавать
большой больше / маленький меньше
старый / новый
левый / правый
збільшення збільшити зростання підвищення підвищити / зменшення зменшити зниження знизити скорочення
раніше / пізніше після
максимум максимальний найбільший / мінімум мінімальний найменший
покупець / продавець
замовник / виконавець підрядник
орендодавець / орендар
позикодавець кредитор / позичальник боржник
роботодавець / працівник
включати включити включаючи / виключати виключити виключаючи
дозволяти дозволити дозволено / забороняти заборонити заборонено
прийняти схвалити / відхилити відмовити
початок почати / закінчення кінець закінчити завершити
перший / останній
дохід прибуток / витрата збиток
дебет / кредит
вище / нижче
внутрішній / зовнішній
завжди / ніколи
обов'язковий / необов'язковий добровільний
північ північний / південь південний
схід східний / захід західний
купити купувати / продати продавати
crește creștere majora majorare mări / scădea scădere reduce reducere micșora diminua
înainte anterior / după ulterior
maxim maximum / minim minimum
cumpărător / vânzător
beneficiar / prestator executant
locator / locatar
creditor împrumutător / debitor împrumutat
angajator / angajat salariat
include inclus inclusiv / exclude exclus
permite permis / interzice interzis
accepta aproba / respinge refuza
început începe / sfârșit termina înceta expira
primul prim / ultimul ultim
venit profit / cheltuială pierdere
debit / credit
intern / extern
întotdeauna mereu / niciodată
obligatoriu / opțional facultativ voluntar
nord nordic / sud sudic
est estic / vest vestic
cumpăra / vinde
mare / mic
vechi / nou
"""

# Words whose opposite answers the same question.
_DEEDS: Final = """
include including exclude excluding allow permit permitted forbid prohibit prohibited accept approve reject refuse deny
start begin commence end finish terminate expire always never win lose receive send all every none buy purchase sell
long longer short shorter enable enabled disable disabled open close closed before after above over below under most least
old older new newer mandatory required compulsory optional voluntary large larger big small smaller valid invalid
включать включить включая включен исключать исключить исключая исключен разрешать разрешить разрешено разрешен запрещать
запретить запрещено запрещен принять одобрить отклонить отказать начало начать начаться окончание конец закончить завершить
завершиться всегда никогда обязательный обязан обязательно необязательный добровольный победить выиграть проиграть купить
покупать продать продавать большой больше маленький меньше до раньше ранее прежде после позже позднее выше ниже старый новый
включати включити включаючи виключати виключити виключаючи дозволяти дозволити дозволено забороняти заборонити заборонено
прийняти схвалити відхилити відмовити початок почати закінчення кінець закінчити завершити завжди ніколи обов'язковий
необов'язковий добровільний купити купувати продати продавати раніше пізніше після вище нижче
include inclus inclusiv exclude exclus permite permis interzice interzis accepta aproba respinge refuza început începe
sfârșit termina înceta expira întotdeauna mereu niciodată obligatoriu opțional facultativ voluntar cumpăra vinde mare mic
vechi nou înainte anterior după ulterior
"""


@lru_cache(maxsize=1)
def _opposites() -> dict[str, frozenset[str]]:
    """Lemma → lemmas of its opposites."""
    found: dict[str, set[str]] = {}
    for row in _PAIRS.strip().splitlines():
        sides = [_lemmas(side.split()) for side in row.split("/")]
        for one, other in (sides, sides[::-1]):
            for lemma in one - other:
                found.setdefault(lemma, set()).update(other - one)
    return {lemma: frozenset(others) for lemma, others in found.items()}


def _lemmas(words: list[str]) -> set[str]:
    found: set[str] = set()
    for word in words:
        found.add(fold(word))
        found.add(lemmas_of(word)[0])
    return found


def turned_word(claim: Lexed, quote: Lexed, measured: frozenset[int] = frozenset()) -> str | None:
    """A word of the claim that is not in the quote while its opposite is, or None.

    ``measured`` holds where words inside values begin; those are compared as values.
    """
    opposites = _opposites()
    for word in claim.words:
        if word.start in measured or quote.holds(word):
            continue
        for lemma in word.lemmas:
            other = opposites.get(lemma, frozenset()) & quote.lemmas
            if other:
                return f"{word.text!r} stands against {sorted(other)[0]!r} in the quote"
    return None


def opposed_word(question: Lexed, statement: Lexed) -> str | None:
    """A word of the question that the statement does not hold in any wording while it holds its opposite, or None.

    Deeds and prepositions are left out: what is sold can be bought, and "may I" is answered with "it is forbidden".
    """
    opposites = _opposites()
    for word in question.words:
        if not word.content or statement.holds(word) or not word.lemmas.isdisjoint(_of_both_sides()):
            continue
        other = frozenset().union(*(opposites.get(lemma, frozenset()) for lemma in word.lemmas)) & statement.lemmas
        same = frozenset().union(*(opposites.get(lemma, frozenset()) for lemma in other))
        if other and same.isdisjoint(statement.lemmas):
            return f"{sorted(other)[0]!r} stands where the question has {word.text!r}"
    return None


@lru_cache(maxsize=1)
def _of_both_sides() -> frozenset[str]:
    return frozenset(_lemmas(_DEEDS.split()))
