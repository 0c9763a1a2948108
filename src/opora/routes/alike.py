"""Do two texts say the same, so that one of them is enough? Never when a number, date, name, negation or unit differs."""

from __future__ import annotations

import re
from collections import Counter
from difflib import SequenceMatcher
from functools import cache, cached_property
from typing import Literal

from opora.language.lemmas import is_stopword
from opora.language.numbers import NUMBER_WORDS
from opora.language.qualifiers import AFTER, BEFORE, BEFORE_DATE
from opora.language.units import plain
from opora.language.values import find_values

Duplicates = Literal["exact", "same", "near"]
"""``exact``: the same letters in the same order. ``same``: the same words, numbers and signs; full stops, commas, quotation
marks and capitals do not count. ``near``: nine words of ten, the rest words of form alone ("the", "же"): any other may be
the seller for the buyer, or legal for illegal."""

_ALIKE = 0.9  # share of the words of the longer text
_FEWEST = 10  # words under which one that differs is too much
_TOKEN = re.compile(
    r"\d+(?:[.,:/\u00a0'’ -]\d+)*|[^\W\d_]+(?:['’ʼ-][^\W\d_]+)*|[%‰№§$€£₴₽¥°+±×=<>≤≥≈~?²³]|[−-](?=\d)|[^\s\w.,;:!…«»„“”\"'’‘()\[\]{}–—‑/|*•·-]"
)
_TURNING = """
не ни нет нельзя без кроме исключая никогда никто ничто ні немає нема жоден крім окрім ніколи nu nici fără fara niciun nicio
niciodată nimeni nimic exceptând excepția not no nor never none neither without except excluding unless cannot nobody nothing
hardly only лишь только лише тільки doar numai may must shall should can might обязан обязана обязаны вправе может могут должен
должна должны можно нужно зобов'язаний має мають може можуть повинен повинні poate pot trebuie before after до после перед після
înainte după from to by until since от с по к від із з de la până if если якщо dacă more less most least all any some each every
все всі всього любой будь-який toate orice oricare или либо або чи sau or and и і й та și first last
"""
_DENYING = "не ні без бес un non in im ir dis ne anti анти"


class Said:
    """A text as it is compared; what takes long is done only when it is wanted."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def exactly(self) -> tuple[str, ...]:
        return tuple(self.text.casefold().split())

    @cached_property
    def written(self) -> list[str]:
        """Words, numbers and signs in order, as they stand there."""
        return _TOKEN.findall(self.text)

    @cached_property
    def words(self) -> tuple[str, ...]:
        return tuple(plain(word) for word in self.written)

    @cached_property
    def count(self) -> Counter[str]:
        return Counter(self.words)

    @cached_property
    def values(self) -> list[str]:
        return [" ".join(value.text.casefold().split()) for value in find_values(self.text)]


def say_the_same(one: Said, other: Said, how: Duplicates) -> bool:
    """Whether the second is enough for both."""
    if one.exactly == other.exactly:
        return True
    if how == "exact":
        return False
    if one.words == other.words and one.words:
        return True
    return how == "near" and _nearly(one, other)


def _nearly(one: Said, other: Said) -> bool:
    longer, shorter = max(len(one.words), len(other.words)), min(len(one.words), len(other.words))
    if shorter < max(_FEWEST, _ALIKE * longer) or (one.count & other.count).total() < _ALIKE * longer:
        return False
    if one.values != other.values:
        return False
    matcher = SequenceMatcher(None, one.words, other.words, autojunk=False)
    changed = [code for code in matcher.get_opcodes() if code[0] != "equal"]
    same = longer - sum(max(a2 - a1, b2 - b1) for _, a1, a2, b1, b2 in changed)
    if same < _ALIKE * longer:
        return False
    parts = (part for _, a1, a2, b1, b2 in changed for part in (one.written[a1:a2], other.written[b1:b2]))
    return not any(_may_turn(word) for part in parts for word in part)


def _may_turn(word: str) -> bool:
    """Anything but a word of form that neither denies nor says how far something goes."""
    folded = plain(word)
    return not is_stopword(word) or folded.endswith("n't") or folded in _words() or folded.startswith(_beginnings())


@cache
def _beginnings() -> tuple[str, ...]:
    return tuple(map(plain, _DENYING.split()))


@cache
def _words() -> frozenset[str]:
    tables = (NUMBER_WORDS, BEFORE, BEFORE_DATE, AFTER)
    return frozenset(
        plain(word) for form in (_TURNING, *(form for one in tables for form in one)) for word in form.split()
    )
