"""On which side of a question does a statement stand: allowed or forbidden, needed or not, free or paid for, given or not?"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import Final

from opora.answering.lexed import Lexed, Lexeme
from opora.answering.negation import REACH, is_negator
from opora.language.words import fold

# Each pair of rows: what says yes and what says no of one matter, as beginnings of words ("*") or whole words.
_ROWS: Final = """
allow: allow* permit* may can possible welcome admitted accepted entitled dreptul разреш* можно допуска* вправе возможн* можете могут может дозвол* можна можуть може можете можлив* допущен* пуска* permis* permit* poate pot puteți posibil* acceptat*
-allow: forbid* forbidden prohibit* ban banned refuse* запре* нельзя воспрещ* недопуст* невозможн* заборон* неможлив* неприпуст* interzi* imposibil*
need: must required requires require compulsory mandatory obligatory necessary need needs needed обязательн* обязан* нужен нужна нужно нужны необходим* требу* должен должна должны предъяв* надо обов'язков* потріб* необхідн* треба повин* мусить мусять зобов'яз* вимага* пред'яв* obligator* necesar* nevoie trebuie obligat*
-need: optional optionally voluntary необязательн* добровольн* желанию необов'язков* добровільн* бажанням opțional* facultativ* voluntar*
free: free gratis complimentary included includes бесплатн* даром включен* включён* входит входят безкоштовн* безплатн* вільний вільна включено gratuit* inclus* include
-free: fee fees charge charges charged payable paid pay pays paying extra платн* плата платы плату взима* оплачива* платят платит доплат* отдельн* платно сплач* стягу* окремо квитками платять сплатити taxă taxa percepe plătesc plătește plătesc plătit contracost
give: provide* supplied supply supplies receive receives given gives offer offers issued available выда* предоставл* получа* дают обеспечива* нада* отриму* видають видає забезпечу* primesc primește primește oferă acordă eliberează asigură
-give: own themselves yourself сами самостоятельно собственн* свои свою власн* самостійно самі proprii propriu propria singuri
keep: keep keeps carried сохраня* переносит* переносят* оставля* зберіга* залиша* переноси* păstrează păstrați reportează
-keep: expire expires lapse lapses handed forfeited lost сгора* сдают сдать сдаёт сдавать аннулир* згора* здають здати анулю* predau predă expiră pierd
back: refund* returned refundable returnable возвраща* возврату возвратн* поверта* поверненню поворотн* returnează restituie rambursa* returnab* rambursab*
-back: non-refundable nonrefundable unrefundable невозвратн* безвозвратн* неповоротн* безповоротн* nereturnab* nerambursab*
open: open opens opened works работа* открыт* открыва* відкрит* відчин* працю* deschis* deschide
-open: closed closes shut закрыт* закрыва* зачин* закрит* închis* închide
"""
WITHOUT: Final = frozenset(fold(word) for word in ("without", "без", "fără", "fara"))
# "Costs nothing", "без оплаты": it is free; "no need": it is not needed.
FREE_OF: Final = re.compile(
    r"(?:charge|cost|fee|payment|commission|оплат|плат|доплат|комисс|коміс|сплат|tax|cost|plat|comision)\w*"
)
_NOTHING: Final = frozenset(fold(word) for word in ("nothing", "ничего", "нічого", "nimic", "zero"))
# "Only by appointment", «только по записи»: it is needed; "has to" too.
_ONLY: Final = ("only", "только", "исключительно", "лише", "тільки", "виключно", "numai", "doar", "exclusiv")
_BY: Final = ("by", "with", "on", "upon", "по", "с", "со", "при", "за", "з", "із", "cu", "pe", "prin")
_NEEDED: Final = frozenset((fold(one), fold(other)) for one in _ONLY for other in _BY)
_HAS: Final = ("has", "have", "had")
_COSTS: Final = re.compile(r"(?:costs?|for|pays?|paid|стоит|стоят|кошту\w+|costă)")

_NEAR_PRICE: Final = 3  # words from "costs" to the number


@lru_cache(maxsize=1)
def _table() -> tuple[dict[str, tuple[str, int]], dict[str, list[tuple[str, str, int]]]]:
    """Whole words, and beginnings by their first two letters: the matter and +1 or -1."""
    whole: dict[str, tuple[str, int]] = {}
    starts: dict[str, list[tuple[str, str, int]]] = {}
    for row in _ROWS.strip().splitlines():
        name, _, words = row.partition(":")
        matter, sign = name.removeprefix("-"), -1 if name.startswith("-") else 1
        for word in words.split():
            key = fold(word.removesuffix("*"))
            if word.endswith("*"):
                starts.setdefault(key[:2], []).append((key, matter, sign))
            else:
                whole[key] = (matter, sign)
    return whole, starts


def side_of(word: str) -> tuple[str, int] | None:
    """The matter that a folded word is about, and whether it says yes or no."""
    whole, starts = _table()
    if word in whole:
        return whole[word]
    fit = [one for one in starts.get(word[:2], ()) if word.startswith(one[0])]
    longest = max(fit, key=lambda one: len(one[0]), default=None)
    return longest[1:] if longest else None


def takes_side(word: Lexeme) -> bool:
    """Whether a word says yes or no of one of the matters, and names no thing."""
    return side_of(word.folded) is not None


@lru_cache(maxsize=1024)
def sides_of(text: Lexed) -> dict[str, int]:
    """+1 or -1 by matter; what is said both ways is left out.

    "Without a pass" says that no pass is needed, and "without a pass it is forbidden" that one is; what else the sentence
    says then holds for that case alone.
    """
    found: dict[str, set[int]] = {}
    words = text.words
    for index, word in enumerate(words):
        side = side_of(word.folded)
        if side is None or _after_without(words, index):
            continue
        found.setdefault(side[0], set()).add(side[1] * _turn(words, index))
    for before, word in pairwise(words):
        if (before.folded, word.folded) in _NEEDED or (before.folded in _HAS and word.folded == "to"):
            found.setdefault("need", set()).add(_turn(words, words.index(before)))
    told = {matter: next(iter(signs)) for matter, signs in found.items() if len(signs) == 1}
    if _free_of(words):
        return {**told, "free": 1}
    if any(word.folded in WITHOUT for word in words):
        denied = told.get("allow") == -1 or (told.get("allow") is None and _denies(words))
        return {"need": 1 if denied else -1}
    return told


def _turn(words: tuple[Lexeme, ...], index: int) -> int:
    """-1 where an odd number of negators reaches the word: before it in its clause, few words off."""
    turned, reached = 1, 0
    for place in range(index - 1, -1, -1):
        if words[place].clause != words[index].clause or reached > REACH:
            break
        if is_negator(words, place) and words[place].folded not in WITHOUT:
            turned = -turned
        reached += words[place].content
    after = index + 1
    if turned == 1 and after < len(words) and words[after].folded in ("not", "never") and after + 1 <= len(words):
        return -1  # "may not", "can never"
    return turned


def _denies(words: tuple[Lexeme, ...]) -> bool:
    return sum(is_negator(words, n) and words[n].folded not in WITHOUT for n in range(len(words))) % 2 == 1


def _after_without(words: tuple[Lexeme, ...], index: int) -> bool:
    return any(words[place].folded in WITHOUT for place in range(max(0, index - 2), index))


def _free_of(words: tuple[Lexeme, ...]) -> bool:
    for before, word in pairwise(words):
        if before.folded in WITHOUT and FREE_OF.fullmatch(word.folded):
            return True
        if before.folded == "no" and FREE_OF.fullmatch(word.folded):
            return True
        if _COSTS.fullmatch(before.folded) and word.folded in _NOTHING:
            return True
    return False


def free_and_priced(one: Lexed, other: Lexed) -> bool:
    """Whether one says that it is free and the other what it costs: "parking is free", "parking costs 10 lei"."""
    return any(
        sides_of(first).get("free") == 1 and "free" not in sides_of(second) and _priced(second)
        for first, second in ((one, other), (other, one))
    )


def _priced(text: Lexed) -> bool:
    """Whether "costs" or the like stands right before a number other than nought."""
    words = text.words
    return any(
        _COSTS.fullmatch(word.folded)
        and any(one.text[0].isdigit() and one.text.strip("0") for one in words[n + 1 : n + 1 + _NEAR_PRICE])
        for n, word in enumerate(words)
    )


def agreed(one: Lexed, other: Lexed) -> bool:
    """Whether the two stand on the same side of a matter, and on opposite sides of none."""
    first, second = sides_of(one), sides_of(other)
    return any(second.get(matter) == sign for matter, sign in first.items()) and not opposed(one, other)


def opposed(one: Lexed, other: Lexed) -> bool:
    """Whether the two stand on opposite sides of one matter."""
    first, second = sides_of(one), sides_of(other)
    return any(second.get(matter) == -sign for matter, sign in first.items())
