"""Which words exclude each other in one place of a sentence: first and second, May and June, must and may, all and some?"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Final

from opora.answering.lexed import Lexed, Lexeme, lexed
from opora.language.dates import MONTHS
from opora.language.lemmas import lemmas_of
from opora.language.numbers import NUMBER_WORDS
from opora.language.units import CURRENCIES, DAY_BASES, SCALES, UNITS
from opora.language.words import fold

# One class a row, its members apart by slashes; words of one member mean the same here.
_CLASSES: Final = """
first 1st / second 2nd / third 3rd / fourth 4th / fifth 5th / sixth 6th / seventh 7th / eighth 8th / ninth 9th / tenth 10th
первый первая первого / второй вторая второго / третий третья третьего / четвертый четвертая четвертого / пятый / шестой / седьмой / восьмой / девятый / десятый
перший перша першого / другий друга другого / третій третя третього / четвертий четверта четвертого / п'ятий п'ята / шостий / сьомий / восьмий / дев'ятий / десятий
primul prima prim întâi întâia / doilea doua / treilea treia / patrulea patra / cincilea cincea / șaselea șasea / șaptelea șaptea / optulea opta / nouălea / zecelea zecea
monday / tuesday / wednesday / thursday / friday / saturday / sunday
понедельник / вторник / среда / четверг / пятница / суббота / воскресенье
понеділок щопонеділка / вівторок щовівторка / середа щосереди / четвер щочетверга / п'ятниця щоп'ятниці / субота щосуботи / неділя щонеділі
luni / marți / miercuri / joi / vineri / sâmbătă / duminică duminica
must shall required obliged / may can could might optional entitled / cannot
должен обязан / может вправе
повинен зобов'язаний мусить / може
trebuie obligat / poate pot
all every each / some several few / none / most / only / half
все всякий каждый / некоторый несколько / никакой / большинство / половина
всі кожен кожний / деякі декілька кілька / жоден / більшість / половина
toți toate fiecare / unii unele câteva câțiva / niciun nicio / majoritatea / jumătate
daily day / weekly week / monthly month / quarterly quarter / annual annually yearly year / hourly hour
ежедневный ежедневно / еженедельный еженедельно / ежемесячный ежемесячно / ежеквартальный ежеквартально / ежегодный ежегодно годовой
щоденний щодня / щотижневий щотижня / щомісячний щомісяця / щоквартальний щокварталу / щорічний щороку річний
zilnic / săptămânal / lunar / trimestrial / anual
morning / afternoon / evening / night
утро утром / вечер вечером / ночь ночью
north northern / south southern / east eastern / west western
север северный / юг южный / восток восточный / запад западный
північ північний / південь південний / схід східний / захід західний
nord nordic / sud sudic / est estic / vest vestic
red / blue / green / yellow / black / white
left / right
vat / income / excise / customs
ндс / ндфл / акциз / пошлина
пдв / пдфо / акциз / мито
tva / accize acciză / impozit
with / without
с со / без
з із зі / без
cu / fără
including / excluding
включая / исключая кроме
включаючи / виключаючи крім
inclusiv / exclusiv
before / after / during
до / после / во
до / після / під
înainte / după
buyer / seller
"""
_SKIPPED: Final = frozenset({"в", "с", "а", "m", "s", "t", "g", "an", "in", "i", "mo", "mi", "v", "ан"})


def exclude(one: Lexeme, other: Lexeme) -> bool:
    """Whether two words that stand in the same place say different things of one class."""
    first, second = _members(one.folded), _members(other.folded)
    if not first or not second:
        return False
    shared = {name for name, _ in first} & {name for name, _ in second}
    return any(
        {member for its, member in first if its == name}.isdisjoint(member for its, member in second if its == name)
        for name in shared
    )


@lru_cache(maxsize=8192)
def _members(folded: str) -> frozenset[tuple[str, str]]:
    table = _table()
    found = set(table.get(folded, ()))
    for lemma in lemmas_of(folded):
        found |= table.get(lemma, frozenset())
    return frozenset(found)


@lru_cache(maxsize=1)
def _table() -> dict[str, frozenset[tuple[str, str]]]:
    """Spelling or lemma → the (class, member) pairs it stands for."""
    found: dict[str, set[tuple[str, str]]] = {}
    for number, row in enumerate(_CLASSES.strip().splitlines()):
        for place, member in enumerate(row.split("/")):
            for word in member.split():
                for key in (fold(word), lemmas_of(word)[0]):
                    found.setdefault(key, set()).add((f"row {number}", str(place)))
    measured = {**UNITS, **{form: f"scale {power}" for form, power in SCALES.items()}, **CURRENCIES}
    rows: list[tuple[str, str, str]] = [("unit", form, what) for form, what in measured.items()]
    rows += [("month", form, str(what)) for form, what in MONTHS.items()]
    rows += [("number", form, str(what)) for form, what in NUMBER_WORDS.items()]
    rows += [("days", form, what) for form, what in DAY_BASES.items()]
    for name, form, what in rows:
        if form not in _SKIPPED and " " not in form:
            found.setdefault(fold(form), set()).add((name, what))
    return {key: frozenset(pairs) for key, pairs in found.items()}


def members_of(word: Lexeme | str) -> frozenset[tuple[str, str]]:
    """The (class, member) pairs that a word stands for."""
    return _members(word if isinstance(word, str) else word.folded)


def class_of(word: Lexeme) -> bool:
    """Whether a word is one of a class whose words exclude each other, numbers and units left out."""
    return any(name.startswith("row") for name, _ in _members(word.folded))


def compounded(first: Lexed, second: Lexed) -> str | None:
    """Of two words with a hyphen that share one part the second's: "part-time", "full-time"."""
    mine, theirs = (
        [word for word in text.words if word.text.count("-") == 1 and word.text.replace("-", "").isalpha()]
        for text in (first, second)
    )
    for word in theirs:
        parts = word.folded.split("-")
        others = [one.folded.split("-") for one in mine]
        if any((parts[0] == one[0]) != (parts[1] == one[1]) for one in others) and parts not in others:
            return word.text
    return None


@lru_cache(maxsize=1024)
def hyphened(text: Lexed) -> tuple[tuple[Lexeme, Lexeme], ...]:
    """The parts of words with a hyphen, either of which may narrow the other."""
    found = (lexed(word.text.replace("-", " ", 1)).words for word in text.words if "-" in word.text)
    both = [parts for parts in found if len(parts) == 2 and all(one.content for one in parts)]
    return tuple((parts[n], parts[1 - n]) for parts in both for n in (1, 0))


@lru_cache(maxsize=1024)
def labelled(text: Lexed) -> tuple[tuple[Lexeme, Lexeme], ...]:
    """A noun and the name right after it: "clienții VIP", «тариф Люкс»."""
    return tuple(
        (noun, name)
        for noun, name in pairwise(text.words)
        if noun.clause == name.clause
        and noun.content
        and name.text[0].isupper()
        and (noun.opens or not noun.text[0].isupper())
    )
