"""Is the evidence about what the question is about?"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from opora.answering.kindred import kindred
from opora.answering.lexed import Lexed, Lexeme
from opora.answering.limiting import PERSONS
from opora.language.lemmas import lemmas_of
from opora.language.words import fold

_CYRILLIC = re.compile(r"[\u0400-\u04ff]")

_KINDRED: Final = 5
_COMPLEMENT: Final = 3  # words after a head: "for the annual leave"
_JOINS: Final = frozenset(("of", "for", "on", "about", "о", "об", "на", "про", "щодо", "de", "pentru", "la", "privind"))
_WITH: Final = frozenset(
    ("with", "without", "under", "over", "с", "со", "без", "до", "з", "із", "від", "cu", "fără", "sub", "peste")
)
_MODEL = re.compile(r"(?P<letters>[^\W\d_]{1,12})-?\d{1,4}")

# What is asked *about* a subject (its amount, its term, its order) is not the subject.
_ATTRIBUTES: Final = """
amount rate sum price cost fee term period date deadline number size limit value percentage percent level procedure
rule way kind type list name nationality documents long much many often apply use need get make happen find mean define
may might must shall should soon quickly early late definition difference exist year month day time maximum minimum current total possible main section clause set charge
сумма ставка размер цена стоимость плата срок период дата номер лимит значение процент уровень порядок правило способ
вид тип список название называться национальность документ получить сделать нужно нужный надо необходимо использовать применять применяться определять составлять
означать разница год месяц день время максимальный минимальный текущий общий возможный раздел пункт действовать число
установить предусмотреть указать мочь можно рассчитать рассчитывать начислять начисляться
сума ставка розмір ціна вартість плата строк термін період дата номер ліміт значення відсоток рівень порядок правило
спосіб вид тип перелік назва називатися національність документ отримати зробити потрібно потрібний треба слід необхідно використовувати застосовувати становити
могти можна означати різниця рік місяць день час максимальний мінімальний поточний загальний можливий розділ пункт діяти
sumă rată mărime preț cost tarif termen perioadă dată număr limită valoare procent nivel ordine procedură regulă mod
tip listă nume numi naționalitate document obține face trebuie necesar folosi aplica putea însemna diferență an lună zi timp maxim minim curent total
posibil secțiune clauză
"""


@lru_cache(maxsize=1)
def attributes() -> frozenset[str]:
    """Lemmas of words that say what is asked about a thing."""
    return frozenset(lemma for word in _ATTRIBUTES.split() for lemma in (fold(word), lemmas_of(word)[0]))


def subject_missing(question: Lexed, evidence: Lexed) -> str | None:
    """None if a word of the question's subject stands in the evidence or what it stands under.

    Words are compared within one script only: a Russian question may be answered from an English text, and then
    this check has nothing to compare. When abbreviations and codes ("НДС", "HO-3")
    of the question are all missing, half of its other words must stand.
    """
    subject = [word for word in question.words if _is_subject(word)]
    if not subject or not _same_script(subject, evidence):
        return None
    if other := _other_model(subject, evidence):
        return other
    codes = [word for word in subject if _is_code(word)]
    standing = sum(_stands(word, evidence) for word in subject)
    if codes and not any(evidence.holds(word) for word in codes) and standing * 2 < len(subject):
        return f"{codes[0].text!r} of the question is not in the evidence"
    if standing:
        return None
    return f"the evidence does not speak of {', '.join(word.text for word in subject[:5])}"


def _other_model(subject: list[Lexeme], evidence: Lexed) -> str | None:
    """ "R5" where the evidence has "R2" and no "R5": the same letters with another number name another thing."""
    for word in subject:
        code = _MODEL.fullmatch(word.folded)
        if not code or word.folded in evidence.folded:
            continue
        others = (_MODEL.fullmatch(other) for other in evidence.folded)
        other = next((o[0] for o in others if o and o["letters"] == code["letters"]), None)
        if other:
            return f"{other!r} stands where the question has {word.text!r}"
    return None


def of_another_head(question: Lexed, statement: Lexed) -> bool:
    """Whether the statement opens with a thing that the question does not name, and what is asked only tells it apart.

    "The application for leave is filed 14 days before" says nothing of how long the leave is; "the price of the
    leave" does. So does what opens with people whom the question does not name say it of them alone.
    """
    words = [word for word in statement.words if word.text[0].isalpha()]
    first = next((n for n, word in enumerate(words) if word.content), None)
    if first is None or first > 1 or _stands(words[first], question) or is_attribute(words[first]):
        return False
    head = words[first]
    after = [word for word in words[first + 1 : first + 1 + _COMPLEMENT] if word.clause == head.clause]
    if not after or after[0].content:
        return False
    if after[0].folded in _WITH and not head.lemmas.isdisjoint(PERSONS):  # "employees with a child have 3 days more"
        return not any(word.content and question.holds(word) for word in after[1:])
    return after[0].folded in _JOINS and any(word.content and question.holds(word) for word in after[1:])


def is_attribute(word: Lexeme) -> bool:
    """Whether a word only names what is asked about a thing ("price", "term"), not the thing."""
    return not word.lemmas.isdisjoint(attributes())


def _is_subject(word: Lexeme) -> bool:
    return word.content and word.lemmas.isdisjoint(attributes())


def _stands(word: Lexeme, evidence: Lexed) -> bool:
    """By a lemma, or by a kindred word ("страхование" / "страховой") with the same beginning."""
    if evidence.holds(word):
        return True
    start = word.folded[:_KINDRED]
    if len(start) == _KINDRED and any(other.startswith(start) for other in evidence.folded):
        return True
    return any(kindred(word.text, other.text) for other in evidence.words if other.content)


def _is_code(word: Lexeme) -> bool:
    letters = [letter for letter in word.text if letter.isalpha()]
    return len(letters) >= 2 and all(letter.isupper() for letter in letters) and len(word.text) <= 8


def _same_script(subject: list[Lexeme], evidence: Lexed) -> bool:
    asked = sum(bool(_CYRILLIC.match(word.text)) for word in subject) * 2 >= len(subject)
    told = [word for word in evidence.words if word.content]
    said = sum(bool(_CYRILLIC.match(word.text)) for word in told) * 2 >= len(told) if told else asked
    return asked == said
