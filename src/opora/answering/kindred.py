"""Are two words of one family: "оплатить" and "оплачивает", "deliver" and "delivery"?"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from opora.language.lemmas import bare, is_known, lemmas_of
from opora.language.words import fold

_SHORTEST = 4  # letters a root must keep
_MARK = "~"

_ENDINGS: Final = {
    "cyrillic": """
    ьовувати овувати ійний ироваться ировать ование ованье ывание ивание увания ування ювання увати ювати ировка ывать ивать ововать
    овать евать еваться ение ание ання ення ення ить ать ять еть уть нуть ити ати яти іти ути нути ться тися иться аться
    ялка ость ість ный ний ной ской ский ський овой овый овий евой ельный альный ивный онный ённый енный анный янный
    енний аний ений льний ация яция ація иция ия ія ие ье ка ок ик щик чик ник ец ье ый ий ой ая яя ое ее ые ие ой а я о е ы и
    і у ю ь й
    """,
    "latin": """
    izations ization isations isation ations ation ments ment ances ance ences ence ities ity ness less able ible ings ing
    ers er or ors ers ions ion als al ly ies ied ed es s y e
    ează eaza eze ezi ez arilor area are ere ire iile iei ția tia ții tii ție tie țiune tiune ător atoare tor toare ului ul lor le ii ea a i u ă
    """,
}
_LONGEST_FIRST: Final = {
    script: sorted({bare(end) if script == "latin" else end for end in ends.split()}, key=len, reverse=True)
    for script, ends in _ENDINGS.items()
}
_ENDS: Final = {  # by script and last letter
    script: {last: [end for end in ends if end[-1] == last] for last in {end[-1] for end in ends}}
    for script, ends in _LONGEST_FIRST.items()
}
# Words of one meaning and different roots, where business texts say now one, now the other.
_FAMILIES: Final = """
annual yearly
refund reimbursement
buy purchase
start begin
end finish
send dispatch ship
forbid prohibit
store storage
photograph photo picture
allow permit
home remote
вернуть возврат возвратить
взять брать
купить приобрести
годовой ежегодный
платеж оплата уплатить
заболеть болезнь больничный нетрудоспособность
удаленный дистанционный
отослать отправить
поменять обменять
авто автомобиль
день дневной днем
ночь ночной ночью
утро утренний утром
вечер вечерний вечером
зима зимний зимой
лето летний летом
сеть сетевой
фотографировать фотосъемка снимок фото
день денний вдень удень
ніч нічний вночі уночі
дитина діти дітей дітям дитячий
платити сплачувати сплатити
пошкодити пошкоджений пошкодження
ранок ранковий вранці уранці
вечір вечірній ввечері увечері
зима зимовий взимку узимку
літо літній влітку улітку
осінь осінній восени
весна весняний навесні
фотографувати фотозйомка знімок фото
noapte nocturn
повернути повернення
придбати купити
річний щорічний
платіж оплата
віддалений дистанційний
anual an
cumpăra achiziționa
trimite expedia
restitui returna
returna retur returnare
fotografia fotografie poză
"""
_PARTICIPLE: Final = re.compile(r"(?P<root>\w{4,})(?:at|it|ut)[aeăi]?")  # Romanian; told by its letters
_IN_S: Final = re.compile(r"(?P<root>\w{4,})(?:nde|ne|de|te|ge)")  # "depune", whose participle is "depus"
# Consonants that change places inside one family: платить/плачу, грузить/гружу, спросить/спрашивать, пустить/пущу.
_ROMANIAN: Final = re.compile(r"[ăâîșț]", re.IGNORECASE)
_CLASS: Final = str.maketrans("чщцкжздгшсх", "тттт" + "зззз" + "ссс")
_LONG: Final = ("ment", "ments")
_SOFT: Final = ("вл", "бл", "мл", "пл", "фл")


@lru_cache(maxsize=131072)
def roots_of(word: str, language: str | None = None) -> frozenset[str]:
    """Marked roots of a word's readings; two words that share one belong together. Empty for short words and codes.

    >>> bool(roots_of("оплатить") & roots_of("оплачивает")), bool(roots_of("доставка") & roots_of("договор"))
    (True, False)
    """
    folded = fold(word)
    if _has_digit(folded):
        return frozenset()
    found: set[str] = set()
    for part in folded.split("-"):
        for lemma in lemmas_of(part, language):
            found.update(_MARK + root for root in _roots(lemma, language == "ro" or not part.isascii()))
            if family := _families().get(lemma):
                found.add(family)
    return frozenset(found)


def kindred(word: str, other: str, language: str | None = None) -> bool:
    """Whether two words share a root; ``language`` is that of ``other``."""
    beside = "ro" if language == "ro" or _are_romanian(word, other) else None  # "acoperite" beside "acoperă"
    roots = roots_of(word) | (roots_of(word, beside) if beside else frozenset())
    return bool(roots) and not roots.isdisjoint(roots_of(other, language or beside))


def _are_romanian(word: str, other: str) -> bool:
    """By their letters; without such letters when neither is an English word ("returnate", "returneze")."""
    if _ROMANIAN.search(word + other):
        return True
    return f"{word}{other}".isascii() and not (is_known(fold(word), "en") or is_known(fold(other), "en"))


@lru_cache(maxsize=131072)
def beginnings(word: str, language: str | None = None) -> frozenset[str]:
    """What every root of the word begins with: words without a beginning in common share no root, and this costs less."""
    folded = fold(word)
    if _has_digit(folded):
        return frozenset()
    found: set[str] = set()
    for part in folded.split("-"):
        for lemma in lemmas_of(part, language):
            start = lemma[:2] if "а" <= lemma[0] <= "ӿ" else bare(lemma)[:2]
            found.add(start.replace("а", "о"))  # see _roots: the two change places
            if family := _families().get(lemma):
                found.add(family)
    return frozenset(found)


def _has_digit(word: str) -> bool:
    return not word.isalpha() and any(letter.isdigit() for letter in word)


@lru_cache(maxsize=1)
def _families() -> dict[str, str]:
    rows = [row.split() for row in _FAMILIES.strip().splitlines()]
    return {fold(word): f"{_MARK}{_MARK}{row[0]}" for row in rows for word in row}


def _roots(lemma: str, romanian: bool) -> list[str]:
    """What is left of a dictionary form after no, one and two endings are taken off."""
    if lemma.startswith("^") or not lemma.replace("'", "").isalpha():
        return []
    cyrillic = "а" <= lemma[0] <= "ӿ"
    word = lemma if cyrillic else bare(lemma)
    for ending in ("ся", "сь") if cyrillic else ():
        word = word.removesuffix(ending)
    found = [word]
    for _ in range(2):
        word = _stripped(found[-1], "cyrillic" if cyrillic else "latin")
        if word == found[-1]:
            break
        if found[-1].endswith(("ивать", "ывать")) and "а" in word:
            head, _, tail = word.rpartition("а")
            found.append(f"{head}о{tail}")
        found.append(word)
    if romanian and not cyrillic:
        found.extend(form["root"] for form in (_PARTICIPLE.fullmatch(found[0]), _IN_S.fullmatch(found[0])) if form)
    roots = [_settled(root, cyrillic) for root in found]
    return [root for root in roots if len(root) >= (_SHORTEST if cyrillic else _SHORTEST - 1)]


def _stripped(word: str, script: str) -> str:
    for ending in _ENDS[script].get(word[-1:], ()):
        left = len(word) - len(ending)
        if word.endswith(ending) and (left >= _SHORTEST or (left == _SHORTEST - 1 and ending in _LONG)):
            return word[:left]
    return word


def _settled(root: str, cyrillic: bool) -> str:
    """One spelling for consonants that change places at the end of a root."""
    if not cyrillic:
        return root[:-1] if len(root) > _SHORTEST and root[-1] == root[-2] else root
    if root.endswith(_SOFT) and len(root) > _SHORTEST:
        root = root[:-1]
    return root[:-1] + root[-1:].translate(_CLASS)
