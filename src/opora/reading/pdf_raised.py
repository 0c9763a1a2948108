"""What do small digits above or below the line become? Raised digits as characters: "$19" with a raised 99 is no 1999."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from opora.reading.inline import raised

if TYPE_CHECKING:
    from opora.reading.pdf_word import Word

_SMALL = 0.82  # of the size beside it
_UP, _DOWN = 0.12, 0.03  # of the size: how far a baseline must be off
_MARK = re.compile(r"\d{1,3}")
_PRICED = re.compile(r"[$€£₽₴]\s?\d[\d., ]*$")


def stands_off(first: tuple[float, float], second: tuple[float, float]) -> bool:
    """Do two (size, baseline) differ as a raised, lowered or small mark differs from its word?"""
    big, small = max(first[0], second[0]), min(first[0], second[0])
    return small <= _SMALL * big or abs(first[1] - second[1]) > 0.15 * big


def beside(first: Word, second: Word) -> tuple[Word, Word]:
    """Two words that touch, as they are written in one: marks of digits off the line become raised or lowered characters."""
    if not stands_off((first.size, first.base), (second.size, second.base)):
        return first, second
    if first.size < _SMALL * second.size:
        return (_off(first, second) if _MARK.fullmatch(first.text) else first), second
    if re.search(r"\d[.,]$", first.text):  # the point is drawn: $19. and a raised 99
        return first, second
    return first, _off(second, first)


def _off(small: Word, big: Word) -> Word:
    """Raised or lowered by where it stands; small digits right after digits are kept apart from them whatever their line."""
    rise = big.base - small.base
    if rise < -_DOWN * big.size:
        return replace(small, text=raised(small.text, False))
    if rise > _UP * big.size or big.text[-1:].isdigit():
        return replace(small, text=raised(small.text, True))
    return small


def settle(words: Sequence[Word], merge: Callable[[Word, Word], Word]) -> list[Word]:
    """Marks drawn elsewhere in the stream, or beyond a gap, find the word they stand at; cents join their price."""
    biggest = max((word.size for word in words), default=0.0)
    hosts: dict[float, list[Word]] = {}
    gone: set[int] = set()
    out = list(words)
    for at, word in enumerate(words):
        if word.size > _SMALL * biggest or not word.upright or not _MARK.fullmatch(word.text):
            continue
        if word.size not in hosts:
            hosts[word.size] = [other for other in words if word.size <= _SMALL * other.size and other.upright]
        host = next((other for other in hosts[word.size] if _stands_at(word, other)), None)
        if host is None:
            continue
        mark = _off(word, host)
        home = next(n for n, other in enumerate(words) if other is host)
        price = len(word.text) == 2 and _PRICED.search(host.text) is not None
        if word.box.left >= host.box.right - 0.3 * host.size and (price or not word.spaced):
            out[home] = merge(out[home], mark)
            gone.add(at)
        else:
            out[at] = mark
    return [word for at, word in enumerate(out) if at not in gone]


def _stands_at(mark: Word, host: Word) -> bool:
    """Close to the right or left end of a bigger word, with its baseline off by less than the word is high."""
    size = host.size
    if not _UP * size < host.base - mark.base < 0.8 * size:
        return False
    after, before = mark.box.left - host.box.right, host.box.left - mark.box.right
    return -0.3 * size < after < 0.3 * size or -0.1 * size < before < 1.2 * size
