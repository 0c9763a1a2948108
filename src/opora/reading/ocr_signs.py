"""Which numbers of a page may hold a sign that the engine does not know, or one that it took for another?

Looked at on the whole page: one "57 ₽" that is read "572" by every reading tells nothing, a column of them does.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from opora.reading.ocr_numbers import beside
from opora.reading.ocr_wire import OcrWord

_RUBLE = re.compile(r"[РPR®₽]\.?|°")
_NUMBER = re.compile(r"\d[\d.,  ]*[.,;]?")
_RUBLE_READ = "2"  # what every network makes of the sign that it was never shown
_TOLD, _MANY, _SHARE = 2, 4, 0.6  # lone letters behind numbers; numbers; of these that end in what the sign is read as
_ENDS = ".,;:)"
_COMMA_GROUP = re.compile(r"\d{1,3},\d{3}")
_DOT_GROUP = re.compile(r"(?<![\d.,])\d{1,3}(?:\.\d{3})+(?![\d.])")
_LIKE_DIGIT = frozenset("ЗОАAOбВBIl|")
_TWO_COMMAS = re.compile(r"\d,\d+,\d")


def doubt_signs(words: Sequence[OcrWord], language: str) -> None:
    """Put in doubt numbers that end in what a ruble sign is read as, whose first digit may be a letter that stands alone before
    them ("А 5%" for 4,5 %), and whose groups are parted by what is a decimal comma elsewhere.
    """
    _doubt_letters(words)
    if language in ("ru", "uk"):
        _doubt_rubles(words)
    if language != "en":
        _doubt_commas(words)


def _doubt_rubles(words: Sequence[OcrWord]) -> None:
    numbers = [word for word in words if _NUMBER.fullmatch(word.text)]
    ends = [word for word in numbers if word.text.rstrip(_ENDS).endswith(_RUBLE_READ)]
    told = sum(
        1
        for one, other in itertools.pairwise(words)
        if _NUMBER.fullmatch(one.text) and _RUBLE.fullmatch(other.text) and beside(one, other)
    )
    told += sum(1 for word in words if re.fullmatch(r"\d[\d.,]*[РPR®₽°]", word.text))
    many = len(numbers) >= _MANY and len(ends) >= _SHARE * len(numbers)
    if told < _TOLD and not many:
        return
    for word in ends:
        if word.other is None:
            word.other = f"{word.text.rstrip(_ENDS)[:-1].rstrip()} ₽".strip()


def _doubt_letters(words: Sequence[OcrWord]) -> None:
    before: OcrWord | None = None
    for one, other in itertools.pairwise(words):
        alone = before is None or not beside(before, one)
        if (
            alone
            and one.text in _LIKE_DIGIT
            and other.text[:1].isdigit()
            and beside(one, other)
            and other.other is None
        ):
            other.other = f"{one.text}{other.text}"
        before = one


def _doubt_commas(words: Sequence[OcrWord]) -> None:
    """``3,526`` where other numbers of the page are written ``12.340``; ``500,948,79``, which is no number."""
    grouped = any(_DOT_GROUP.search(word.text) for word in words)
    for word in words:
        text = word.text.strip(_ENDS)
        if word.other is None and (_TWO_COMMAS.search(text) or (grouped and _COMMA_GROUP.fullmatch(text))):
            word.other = text.replace(",", ".", 1)
