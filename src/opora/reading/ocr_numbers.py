"""Which numbers of a reading may be trusted? Only those that the others give digit for digit."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from opora.language.lookalikes import in_script, script_of, skeleton
from opora.reading.ocr_wire import OcrWord

LEAST_CONFIDENCE, SURE = 40.0, 80.0
"""Of a word with digits, in either reading of the page: at least, and where not all other readings agree. Wrong words
mostly have more than the least, so this alone tells little.
"""
_DIGIT = re.compile(r"\d")
_NOT_OF_NUMBER = re.compile(r"[^\d.,/:%-]")
_DASHES = str.maketrans("‐‑‒–—−", "------")
_GROUP = re.compile(r"(?<![\d.,])\d+")
_UNGROUPED = re.compile(r"(\d{1,3})(\d{3}(?:,\d+)?[.,;:]?)")
_BROKEN = re.compile(
    r"\b\d{1,2}\.\d{1,2} (?:\d{4}|\d \d{3})\b|\b\d{1,2} \d{1,2}\.\d{4}\b|\b\d{1,3}(?:\.\d{3})+\.\d{1,2}\b"
    r"|\b\d{1,3}(?:\.\d{3})+ \d{3}\b|\d,\d{3}\.\d{3},\d|\d\.\d{3},\d{3}\.\d"
)
_DECIMAL = re.compile(r"\d([.,])\d{1,2}$")
_UNIT = re.compile(r"(?:%|[$€£₽₴]|руб|грн|lei\b|leu\b|usd|eur|mdl|ron|тыс|тис|млн|mii\b)", re.I)
_GROUPED = re.compile(r"\D*\d{1,3}(?: \d{3})+(?:[.,]\d+)?\D*")
_PERCENT = re.compile(r"(?<=\d)96(?=[.,;:)]*$)")  # "0,4%" as some typefaces are read, by every reading alike
_GAPPED = re.compile(r"\d[.,] \d")
_SETS = re.compile(r"\d,\d{3}, \d{3}(?!\d)")
_WHOLE, _CENTS = re.compile(r"\D?\d+(?:\.\d{3})*,"), re.compile(r"(?:\d\d|\d{1,2}%)[.,;:)]?")
_THOUSANDS, _REST = re.compile(r"\D?\d{1,3}(?:,\d{3})*,"), re.compile(r"\d{3}(?:,\d{3})*(?:\.\d{1,2})?[.,;:)]?")
_PARTS = (_WHOLE, _CENTS), (_THOUSANDS, _REST)
_NO_SPACE = 0.65  # of the usual gap between words
_HELD = 0.5
_LIKE_DIGITS = frozenset("ЗзОобБВЧчІlISBOoZ|!")
_DIGIT_HIGH, _MOST_LIKE = 0.6, 2  # of the font size; letters
_THREE = re.compile(r"\d{3}(?!\d)")
_TELLING = 3  # numbers of two or three digits that tell how wide a digit is
_BEARING, _SPACE = 0.15, 0.35  # of a digit's width: what a word lacks at its edges, and how much wider is a space

Again = Callable[[tuple[float, float, float, float]], Sequence[str]]
"""Reads one place (left, top, right, bottom in points) some more times, each time as another picture."""


@dataclass(frozen=True, slots=True)
class Run:
    """Words of one line that stand side by side and hold digits: one number, or a few."""

    words: tuple[OcrWord, ...]

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)

    @property
    def box(self) -> tuple[float, float, float, float]:
        return (
            min(word.left for word in self.words),
            min(word.top for word in self.words),
            max(word.right for word in self.words),
            max(word.bottom for word in self.words),
        )


@dataclass(frozen=True, slots=True)
class Second:
    """What the first reading is held against. ``poor``: the page is hard to read, so that all must agree."""

    words: list[OcrWord]
    again: Again
    language: str
    poor: bool = False


def compared(first: list[OcrWord], second: Second) -> list[OcrWord]:
    """The first reading, with words of the second where those are plainly better, and doubts on its numbers.

    Where two readings disagree on a number, the others choose; it stays in doubt.
    """
    script = script_of(second.language)
    words = [_better(word, _at(_box(word), second.words), script) for word in first]
    found = runs(words)
    for run in found:
        _judge(run, second)
    for run in _of_another_sign(found, words, second):
        for word in run.words:
            word.other = word.other if word.other is not None else run.text
    for word in words:
        if not _DIGIT.search(word.text) and len(word.text) > 1:
            told = "".join(one.text for one in _at(_box(word), second.words))
            if sum(map(str.isdigit, told)) > 0.5 * len(told):
                word.other = told
    return words


def _box(word: OcrWord) -> tuple[float, float, float, float]:
    return (word.left, word.top, word.right, word.bottom)


def _of_another_sign(found: Sequence[Run], words: Sequence[OcrWord], second: Second) -> list[Run]:
    """Amounts whose decimal sign is not the one of most amounts on the page: a comma looks like a full stop. On a page that
    is hard to read, not the one of its language.
    """
    after = {id(one): other.text for one, other in itertools.pairwise(words)}
    signs: dict[str, list[Run]] = {",": [], ".": []}
    for run in found:
        sign = _DECIMAL.search(run.text.rstrip(".,;:)"))
        if sign and (len(run.words) > 1 or _UNIT.match(after.get(id(run.words[-1]), ""))):
            signs[sign[1]].append(run)
    if second.poor:
        return signs["," if second.language == "en" else "."]
    return min(signs.values(), key=len)


def runs(words: Sequence[OcrWord]) -> list[Run]:
    """Neighbours on a line with digits in them, in the order of the words; a letter that stands where a digit may too."""
    found: list[list[OcrWord]] = []
    before: OcrWord | None = None
    for number, word in enumerate(words):
        after = words[number + 1] if number + 1 < len(words) else None
        if not (
            _DIGIT.search(word.text)
            or (after and _THREE.match(after.text) and beside(word, after) and is_digit_like(word))
        ):
            before = None
            continue
        if before is not None and beside(before, word):
            found[-1].append(word)
        else:
            found.append([word])
        before = word
    return [Run(tuple(run)) for run in found]


def is_digit_like(word: OcrWord) -> bool:
    """Whether it is a letter or two as high as digits that look like some: ``З`` for 3, ``lO`` for 10."""
    high = word.base - word.top >= _DIGIT_HIGH * word.size
    return high and len(word.text) <= _MOST_LIKE and set(word.text) <= _LIKE_DIGITS


def number_key(text: str) -> str:
    """Digits and the signs between them; spaces and what stands around do not count."""
    return _NOT_OF_NUMBER.sub("", text.translate(_DASHES)).strip(".,/:-")


def beside(one: OcrWord, other: OcrWord) -> bool:
    """Whether the other stands next to it on its line."""
    return abs(one.base - other.base) <= 0.4 * one.size and -one.size < other.left - one.right < 1.2 * one.size


def _at(box: tuple[float, float, float, float], words: Sequence[OcrWord]) -> list[OcrWord]:
    """Words of which at least half stands in the place, left to right."""
    left, top, right, bottom = box
    found: list[OcrWord] = []
    for word in words:
        high = min(bottom, word.bottom) - max(top, word.top)
        wide = min(right, word.right) - max(left, word.left)
        lower, narrower = min(bottom - top, word.bottom - word.top), min(right - left, word.right - word.left)
        if high >= _HELD * lower and wide >= _HELD * (word.right - word.left) and wide > 0 and narrower > 0:
            found.append(word)
    return sorted(found, key=lambda word: word.left)


def _better(word: OcrWord, other: Sequence[OcrWord], script: str) -> OcrWord:
    """The second reading where both show the same shapes and only it is in the letters of the page."""
    if len(other) != 1 or other[0].text == word.text or skeleton(other[0].text) != skeleton(word.text):
        return word
    if in_script(other[0].text, script) and not in_script(word.text, script):
        word.text = other[0].text
    return word


def _judge(run: Run, second: Second) -> None:
    """Mark the run's words in doubt, or not; where others bear it out, the second reading takes the first one's place."""
    other = _at(run.box, second.words)
    told, key = " ".join(word.text for word in other), number_key(run.text)
    more = second.again(run.box)
    bears = [number_key(one) == key for one in more]
    sure = min(word.confidence for word in (*run.words, *other))
    held = all(bears) or (any(bears) and sure >= SURE and not second.poor)
    agree = number_key(told) == key
    if agree and more and held and sure >= LEAST_CONFIDENCE and not _is_strange(run, [told, *more], second.poor):
        return
    if not told or (agree and not all(bears)):
        told = next((one for one, same in zip(more, bears, strict=True) if not same), "")
    elif not agree and number_key(told) in map(number_key, more) and not any(bears) and len(other) == len(run.words):
        for word, better in zip(run.words, other, strict=True):
            word.text, better.text = better.text, word.text
        told = " ".join(word.text for word in other)
        if not _DIGIT.search(run.text):  # most say that it is no number
            return
    if number_key(told) == key:
        told = _PERCENT.sub("%", told)
    told = _with_digits(run, [told, *more]) or told
    for word in run.words:
        word.other = told


def _with_digits(run: Run, readings: Sequence[str]) -> str:
    """Put the digit that at least two other readings have in place of the letter that begins the run; what stood there before."""
    first, key, before = run.words[0], number_key(run.text), run.text
    if _DIGIT.search(first.text):
        return ""
    size = len(first.text)
    heads = [told[:size] for one in readings if (told := number_key(one))[size:] == key and told[:size].isdigit()]
    head = max(heads, key=heads.count, default="")
    if heads.count(head) < 2:
        return ""
    first.text = head
    return before


def _is_strange(run: Run, readings: Sequence[str], poor: bool) -> bool:
    """Whether it is no number as numbers are, or one that another reading (``readings``) has without a gap behind its sign; groups
    of thousands with a gap between them."""
    gapped = _GAPPED.search(run.text) and not all(_GAPPED.search(one) for one in readings)
    return bool(gapped or _SETS.search(run.text)) or _odd(run) or (poor and _loose(run))


def _odd(run: Run) -> bool:
    """Letters inside a number, one of which may be a digit; groups of digits of which one has too many or too few; a date
    that lost a full stop; a full stop between groups and before the cents; groups parted by both signs; digits that look like a sign of percent."""
    if (
        _PERCENT.search(run.text)
        or any(not _DIGIT.search(word.text) for word in run.words)
        or any(re.search(r"\d[^\W\d_]+\d", word.text) for word in run.words)
        or _BROKEN.search(run.text)
    ):
        return True
    groups = [len(group) for group in _GROUP.findall(run.text)]
    return len(groups) > 1 and groups[-1] == 3 and (groups[0] > 3 or any(group != 3 for group in groups[1:]))


def _loose(run: Run) -> bool:
    """Numbers side by side that are not groups of one: a sign between them may have been lost."""
    return len(run.words) > 1 and not _GROUPED.fullmatch(run.text)


def with_group_spaces(words: Sequence[OcrWord]) -> None:
    """Put the space back into numbers that are wider than their digits: ``1676,37`` that stands there as ``1 676,37``.

    Engines lose the thin space between groups after a 1. How wide a digit is, is told by the page's other numbers.
    """
    widths = sorted(_digit_width(word) for word in words if re.fullmatch(r"\d{2,3}", word.text))
    if len(widths) < _TELLING:
        return
    width = widths[len(widths) // 2]
    for word in words:
        found = _UNGROUPED.fullmatch(word.text)
        if not found:
            continue
        digits = sum(map(str.isdigit, word.text))
        printed = (digits - _BEARING + 0.5 * (len(word.text.rstrip(".,;:")) - digits)) * width * word.size
        if word.right - word.left > printed + _SPACE * width * word.size:
            word.text = f"{found[1]} {found[2]}"


def with_whole_cents(words: Sequence[OcrWord]) -> list[OcrWord]:
    """The words with ``428, 18`` made ``428,18`` and ``107, 232`` made ``107,232`` where hardly any room is after the comma: letters that are all equally wide
    leave some there, which engines take for a space. What a space is, is told by the other gaps between the page's words.
    """
    gaps = sorted(gap for one, other in itertools.pairwise(words) if (gap := _gap(one, other)) is not None)
    if len(gaps) < _TELLING:
        return list(words)
    usual = gaps[len(gaps) // 2]
    out: list[OcrWord] = []
    for word in words:
        before = out[-1] if out else None
        if before is not None and any(a.fullmatch(before.text) and b.fullmatch(word.text) for a, b in _PARTS):
            gap = _gap(before, word)
            if gap is not None and gap < _NO_SPACE * usual:
                out[-1] = _joined(before, word)
                continue
        out.append(word)
    return out


def _gap(one: OcrWord, other: OcrWord) -> float | None:
    """Points between two words that stand beside each other on a line."""
    between = other.left - one.right
    return between if abs(one.base - other.base) <= 0.4 * one.size and -one.size < between < 2 * one.size else None


def _joined(one: OcrWord, other: OcrWord) -> OcrWord:
    return replace(
        one,
        text=one.text + other.text,
        top=min(one.top, other.top),
        right=other.right,
        bottom=max(one.bottom, other.bottom),
        confidence=min(one.confidence, other.confidence),
    )


def _digit_width(word: OcrWord) -> float:
    return (word.right - word.left) / (len(word.text) - _BEARING) / max(word.size, 0.1)
