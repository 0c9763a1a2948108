"""Do the letters before a full stop end a sentence, or does a surname follow them?"""

from __future__ import annotations

import re
from functools import lru_cache

from opora.language.lemmas import is_known, russian_marks
from opora.language.stops import LOWER, UPPER

WINDOW = 48  # characters before the full stop: a surname with its initials, or what a letter names
_LETTER = rf"(?<![{UPPER}{LOWER}\d'’])[{UPPER}]\."
_INITIALS = rf"(?P<initials>{_LETTER}(?:[ \u00a0-]?[{UPPER}]\.){{0,3}})"
_NAMED = re.compile(
    rf"(?P<lead>^|\S+[ \u00a0])(?P<name>[{UPPER}][{LOWER}'’]+(?:-[{UPPER}][{LOWER}]+)?)[ \u00a0]{_INITIALS}$"
)
_WHAT_LETTERS_NAME = re.compile(
    r"(?<!\w)(?:coverages?|schedules?|forms?|class|series|parts?|exhibits?|annex(?:es)?|appendix|sections?|category|types?|"
    r"grades?|groups?|tiers?|zones?|plans?|options?|items?|columns?|tables?|tranche|rounds?|levels?|blocks?|buildings?|lots?|"
    r"units?|gates?|terminals?|vitamin|hepatitis|кат|категори[яиюей]+|класс[ауе]?|групп[аыуе]|тип[ауе]?|приложени[еюия]+|"
    r"вариант[ауе]?|зон[аыуе]|литер[аыуе]?|корпус[ауе]?|блок[ауе]?|форм[аыуе]|сери[яиюей]+|разряд[ауе]?|витамин[ау]?|"
    r"гепатит[ау]?|парти[яиюей]+|парті[яїюєй]+|граф[аыуе]|клас[ауі]?|груп[аиуі]|категорі[яїюєй]+|додат(?:ок|ка|ку)|варіант[ауі]?|форм[аиуі]|"
    r"anexa|clasa|grupa|categoria|tipul?|varianta|blocul|scara|seria|zona|etapa|formularul|vitamina|hepatita)"
    rf"[ \u00a0][{UPPER}]\.$",
    re.IGNORECASE,
)
# A word that is joined to a letter or a number by a hyphen is a name, and that letter no initial: Form 10-K.
_HYPHENED = re.compile(rf"[{UPPER}{LOWER}\d]-[{UPPER}]\.$")
_DEGREE = re.compile(r",\s(?:M\.D|Ph\.\s?D|D\.C|C\.P\.A|LL\.\s?[MB]|N\.A|Esq|Jr|Sr|R\.N)\.$")
_FIRM = re.compile(rf"[{UPPER}][\w.»”\"]*\s(?:S\.\s?A|S\.\s?R\.\s?L|S\.\s?p\.\s?A|N\.\s?V|B\.\s?V|L\.L\.[CP])\.$")
_SURNAME = re.compile(
    r"(?:escu|eanu|oiu|enko|enco|ович|енко|енк[аоуи]|енком|чук[ауи]?|чуком|юк[ауи]?|юком|ськ(?:ий|ого|ому|им|а|ої|у|ою)|"
    r"цьк(?:ий|ого|ому|им|а|ої|у|ою)|[оеє]в(?:а|у|им|ым|ой|ою)?|[иії]н(?:а|у|им|ым|ой|ою))$"
)
OPENING = re.compile(
    r"(?:How|What|When|Where|Why|Who|The|This|That|These|It|He|She|We|They|You|I|In|On|At|If|But|And|For|No|Our|Your|Its|All|"
    r"Any|Each|Such|His|Her|Their|After|Before|Upon|Please|Не|Он|Она|Они|Оно|Это|Этот|Эта|Эти|Тот|Та|Если|При|После|Для|Все|"
    r"Мы|Вы|Но|Иначе|Также|Так|Тогда|Когда|Как|Что|Кто|Нет|Его|Её|Ее|Их|На|По|До|От|За|Из|Однако|Далее|Далі|Він|Вона|Вони|Воно|"
    r"Це|Цей|Ця|Ці|Якщо|Після|Під|Усі|Всі|Ми|Ви|Але|Інакше|Також|Тоді|Коли|Хто|Його|Її|Їх|Від|Та|El|Ea|Ei|Ele|Acest|Această|"
    r"Dacă|După|Pentru|Noi|Dar|Apoi|Nu|Când|Cine|Ce|Se|În|La|De|Cu|Un|O)(?![\w.'’-])"
)
_ABSTRACT = re.compile(r"(?:ння|ття|ість|ость|ение|ание|ация|яция|ація|ування)$")
_INITIAL_NEXT = re.compile(rf"[{UPPER}]\.")
# Romanian given names: the letter behind one goes before a surname.
_GIVEN = frozenset(
    [
        "Adrian",
        "Alexandru",
        "Alina",
        "Ana",
        "Andrei",
        "Andreea",
        "Anton",
        "Bogdan",
        "Carmen",
        "Cătălin",
        "Constantin",
        "Corina",
        "Corneliu",
        "Cosmin",
        "Cristian",
        "Cristina",
        "Dan",
        "Daniel",
        "Daniela",
        "Diana",
        "Dumitru",
        "Elena",
        "Emil",
        "Eugen",
        "Felicia",
        "Florin",
        "Gabriel",
        "Gabriela",
        "George",
        "Gheorghe",
        "Horia",
        "Iacob",
        "Ileana",
        "Ioan",
        "Ioana",
        "Ion",
        "Ionel",
        "Irina",
        "Iulia",
        "Iulian",
        "Laura",
        "Liviu",
        "Lucian",
        "Marcel",
        "Maria",
        "Marian",
        "Mariana",
        "Marius",
        "Mihaela",
        "Mihai",
        "Mircea",
        "Monica",
        "Nicolae",
        "Octavian",
        "Ovidiu",
        "Paul",
        "Pavel",
        "Petre",
        "Petru",
        "Radu",
        "Raluca",
        "Răzvan",
        "Roxana",
        "Sergiu",
        "Silviu",
        "Simona",
        "Sorin",
        "Stela",
        "Ștefan",
        "Teodor",
        "Traian",
        "Tudor",
        "Valentin",
        "Valeriu",
        "Vasile",
        "Vera",
        "Victor",
        "Victoria",
        "Viorel",
        "Vlad",
    ]
)
_WORD = re.compile(rf"[«„“\"]?(?P<word>[{UPPER}][{LOWER}'’]+)(?![\w.])")


def letters_end(left: str, right: str) -> bool:
    """Whether the full stop at the end of ``left``, behind single letters, ends the sentence before ``right``.

    It does behind a letter that names a part ("Coverage A."), behind initials that follow their surname
    ("Петровым А.С."), and before a word that opens sentences and is no one's name.
    """
    if _INITIAL_NEXT.match(right):
        return False
    part = _WHAT_LETTERS_NAME.search(left)
    if part or _HYPHENED.search(left):
        return _ordinary(right) if part and not part.group().isascii() else not _opens_surname(right)
    if OPENING.match(right):
        return True
    named = _NAMED.search(left)
    if named is None:  # behind a comma they may belong to the next name of a list
        return bool(_DEGREE.search(left) or _FIRM.search(left)) and _ordinary(right)
    name, mid = named["name"], bool(named["lead"].strip(' \u00a0.»"'))
    if "а" <= name[-1].lower() <= "ӿ":
        return _is_surname(name) or (mid and not _is_given(name) and _ordinary(right))
    if name in _GIVEN or ((found := _WORD.match(right)) and found["word"] in _GIVEN):
        return False
    return (mid or bool(_SURNAME.search(name))) and _ordinary(right) and not _english(right)


def _opens_surname(right: str) -> bool:
    found = _WORD.match(right)
    return found is not None and not _ordinary(right) and _is_surname(found["word"])


def _ordinary(right: str) -> bool:
    """Whether the next word is one of the dictionary and no name."""
    if OPENING.match(right):
        return True
    found = _WORD.match(right)
    return found is not None and _is_ordinary(found["word"].lower())


def _english(right: str) -> bool:
    found = _WORD.match(right)
    return found is not None and not OPENING.match(right) and is_known(found["word"].lower(), "en")


@lru_cache(maxsize=4096)
def _is_ordinary(word: str) -> bool:
    if not "а" <= word[0] <= "ӿ":
        return is_known(word, "ro") or is_known(word, "en")
    if _ABSTRACT.search(word):
        return True
    marks = russian_marks(word)
    if marks:
        return not any({"Surn", "Name", "Patr"} & one for one in marks[:1]) and not _only_names(marks)
    return is_known(word, "uk") and not _SURNAME.search(word)


def _only_names(marks: list[frozenset[str]]) -> bool:
    return all({"Surn", "Name", "Patr", "Geox", "Orgn"} & one for one in marks)


@lru_cache(maxsize=4096)
def _is_surname(word: str) -> bool:
    marks = russian_marks(word.lower())
    if marks:
        return any("Surn" in one for one in marks) and not any({"Name", "Geox"} & one for one in marks[:1])
    return bool(_SURNAME.search(word.lower())) and not is_known(word.lower(), "uk")


def _is_given(word: str) -> bool:
    return any({"Name", "Patr"} & one for one in russian_marks(word.lower()))
