"""Is what narrows a question (at night, for children, in winter) said in a text of another language?"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from opora.answering.lexed import Lexed
from opora.language.lemmas import lemmas_of
from opora.language.words import fold

# One meaning a row, in all languages of the house.
_MEANINGS: Final = """
night nightly overnight nocturnal ночь ночной ночью ніч нічний вночі уночі noapte nocturn noaptea
morning утро утренний утром ранок ранковий вранці уранці dimineața dimineață
evening вечер вечерний вечером вечір вечірній ввечері увечері seara seară
summer лето летний летом літо літній влітку улітку vară vara
winter зима зимний зимой зимовий взимку узимку iarnă iarna
weekend saturday sunday выходной суббота воскресенье вихідний субота неділя weekend sâmbătă duminică
holiday праздник праздничный свято святковий sărbătoare sărbători
child children kid minor ребенок дети детский дитина діти дитячий copil copii
student pupil студент студенческий учащийся школьник студентський учень student elev
pensioner retiree senior пенсионер пенсионный пенсіонер пенсійний pensionar
urgent express emergency urgently срочный экспресс экстренный срочно терміновий експрес екстрений терміново urgent urgență expres
theft stolen steal burglary кража украсть угон крадіжка викрасти угін furt furat
fire пожар пожежа incendiu
flood наводнение затопление потоп повінь затоплення inundație inundații
hail град grindină
death смерть deces moarte
"""


@lru_cache(maxsize=1)
def _table() -> dict[str, int]:
    rows = enumerate(_MEANINGS.strip().splitlines())
    return {key: number for number, row in rows for word in row.split() for key in (fold(word), lemmas_of(word)[0])}


def unsaid_in_translation(question: Lexed, around: Lexed) -> bool:
    """Whether the question is narrowed by a word whose meaning no word of the text has, in whichever language."""
    return not _meanings(question) <= _meanings(around)


@lru_cache(maxsize=1024)
def _meanings(text: Lexed) -> frozenset[int]:
    table = _table()
    return frozenset(table[lemma] for word in text.words for lemma in word.lemmas if lemma in table)
