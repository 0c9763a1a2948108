"""Which numbers stand beside ink or signs that no reading made sense of, and where is a value that was not read at all?"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from opora.domain.doubt import UNREAD
from opora.reading.ocr_ink import Ink, Place, Print
from opora.reading.ocr_numbers import Again, Run, beside, is_digit_like, runs
from opora.reading.ocr_wire import OcrWord

_DARK, _SHARP = 0.68, 0.75  # of the page's usual print: below, a number is worn
_BLURRED = 0.6  # of the page's usual sharpness: below, a word that is no number may be one
_BESIDE = 0.75  # of the font size: ink nearer to a number may be of it
_WIDE, _GAP = 0.5, 0.85  # of the font size: unread ink as wide as this is a value, or in a gap as wide as this
_BULLET = 0.9  # of the font size: what is narrower and begins a line is a mark or a box to tick
_TOUCH, _LEFT_OUT = 0.15, 0.12  # of the font size: as near as this it is of the word; by how much widths vary
_TELLING, _USUAL = 3, 0.5  # numbers and digits that tell how wide a digit is, and how wide it mostly is
_COLUMN, _ROOM = 2.5, 0.25  # of the font size: a gap as wide parts columns; what a gap with a lost digit has more
_UNSURE, _SURE = 75.0, 90.0  # confidence
_DASHES = frozenset("-–—−")
_PLAIN = frozenset("-–—−•.,:;…№§%()[]«»„“”\"'’!?$€£₽₴¥#°©®™·✓")
_CLOSING = frozenset(")]")
_LOW = frozenset("-–—−.,:;'’\"°·")
_QUOTES = frozenset("\"'’‘”")
_SAME = 3.0  # of the font size: unread ink nearer than this is one value
_LIKE_BULLETS = frozenset("°©®™")
_EDGES = "()[]«»„“”\"'‘’‚"
_NUMBER = re.compile(
    r"(?:[$€£₽₴¥№#§+−–—<>≤≥±~≈-]|[A-Z]{1,3}[$-]|US\$)?(?:[\w.,/:–—−+%°′″-]*\d[\w.,/:–—−+%°′″№-]*)[$€£₽₴¥;!?*]?(?:[¹²³]|\))?"
)
_LOST = re.compile(r"\D?0\d\d(?:[.,]\d{1,2})?[.,;:)]?(?: .*)?")
_GROUPS_OUT = re.compile(r"\D?\d{1,3} \d{1,2}(?:,\d\d?)?[.,;:)]?|\D?\d{1,3}(?: \d{3})* \d{1,2} \d.*|.*\d[.,] \d{1,2}")
_MARK = re.compile(r"\d{1,2}[.)]")
_SIGNED, _OTHER_UNIT = re.compile(r"[$€£]\s?\d"), re.compile(r"%|руб|грн|₽|₴|lei\b|mdl|ron\b", re.I)
_UNIT = re.compile(r"%|[$€£₽₴]|руб|грн|lei\b|leu\b|usd\b|eur\b|mdl\b|ron\b", re.I)


@dataclass(frozen=True, slots=True)
class _Page:
    words: list[OcrWord]
    prints: dict[int, Print | None]
    again: Again
    ink: Ink
    digit: float


def with_worn(words: Sequence[OcrWord], ink: Ink, again: Again) -> list[OcrWord]:
    """The words, those of worn numbers in doubt, with ``UNREAD`` where a line has ink that no word covers."""
    found = runs(words)
    prints = dict(zip(map(id, words), ink.prints(words), strict=True))
    page = _Page(list(words), prints, again, ink, _digit(word for run in found for word in run.words))
    places = ink.unread(page.words)
    for run in found:
        places = _held(run, places, page)
    _trust_marks(page)
    _blurred(page, {id(word) for run in found for word in run.words})
    return _with_unread(page, places)


def _held(run: Run, places: list[Place], page: _Page) -> list[Place]:
    """Put the run in doubt when it must be; the places that are not of it."""
    places = [place for place in places if not _is_rest(run, place, page)]
    near = [place for place in places if _is_near(run, place)]
    joined = _joined(run, page)
    if not (
        near
        or _has_room(run, page)
        or len(joined) > len(run.words)
        or _is_worn(run, page)
        or _is_odd(run, joined, page)
    ):
        return places
    known = [word.other for word in joined if word.other is not None]
    other = next(filter(None, known), None) or _read_again(joined, near, page)
    for word in joined:
        word.other = other
    return [place for place in places if place not in near]


def _is_near(run: Run, place: Place) -> bool:
    last = run.words[-1]
    left, _, right, _ = run.box
    level = abs(last.base - place.base) < 0.4 * last.size
    return level and place.left - right < _BESIDE * last.size and left - place.right < _BESIDE * last.size


def _is_rest(run: Run, place: Place, page: _Page) -> bool:
    """Whether it is what the box of a word of the run left out of a digit: both are no wider than what the word says."""
    for word in run.words:
        room = (_cells(word.text) * page.digit + _LEFT_OUT) * word.size
        touches = place.left - word.right < _TOUCH * word.size and word.left - place.right < _TOUCH * word.size
        if abs(word.base - place.base) < 0.4 * word.size and touches:
            edges = min(word.left, place.left), max(word.right, place.right)
            first, last = page.ink.edges(*edges, word.base, word.size)
            return last - first <= room
    return False


def _has_room(run: Run, page: _Page) -> bool:
    """Whether a digit has room before the run, more than there is between the other words of its line."""
    line = [w for w in page.words if abs(w.base - run.words[0].base) < 0.4 * w.size]
    gaps = [(two.left - one.right, two) for one, two in itertools.pairwise(sorted(line, key=lambda w: w.left))]
    own = next((gap for gap, word in gaps if word is run.words[0]), 0.0)
    others = sorted(gap for gap, word in gaps if word is not run.words[0])
    size = run.words[0].size
    if len(others) < _TELLING or others[-1] > _COLUMN * size or own > _COLUMN * size:
        return False
    return own > max(others) + _ROOM * size and own > 2 * others[len(others) // 2]


def _digit(words: Iterable[OcrWord]) -> float:
    """How wide a digit is on this page, as a part of the font size."""
    known = [w for w in words if sum(map(str.isdigit, w.text)) >= _TELLING]
    widths = sorted((w.right - w.left) / (_cells(w.text) * max(w.size, 0.1)) for w in known)
    return widths[len(widths) // 2] if len(widths) >= _TELLING else _USUAL


def _cells(text: str) -> float:
    """Digits; other signs are half as wide."""
    return sum(1.0 if char.isdigit() else 0.5 for char in text)


def _read_again(words: Sequence[OcrWord], near: Sequence[Place], page: _Page) -> str:
    """What the numbers and the ink beside them give together when they are read once more."""
    edges = [*((w.left, w.top, w.right, w.bottom) for w in words), *((p.left, p.top, p.right, p.bottom) for p in near)]
    lefts, tops, rights, bottoms = zip(*edges, strict=True)
    told = page.again((min(lefts), min(tops), max(rights), max(bottoms)))
    text = " ".join(word.text for word in words)
    return next((one for one in told if any(map(str.isdigit, one)) and one != text), "")


def _joined(run: Run, page: _Page) -> list[OcrWord]:
    """The run's words with those beside it that may be a digit nobody could read."""
    out = list(run.words)
    at = next(n for n, word in enumerate(page.words) if word is out[0])
    before = page.words[at - 1] if at else None
    end = at + len(out)
    after = page.words[end] if end < len(page.words) else None
    if before is not None and beside(before, out[0]) and (_may_be_digit(before, page) or before.text in _CLOSING):
        out.insert(0, before)
    if after is not None and beside(out[-1], after) and (_may_be_digit(after, page) or after.text in _QUOTES):
        out.append(after)
    return out


def _may_be_digit(word: OcrWord, page: _Page) -> bool:
    """A sign that no text has there, a dash as high as a digit, or one or two letters that are printed badly."""
    if len(word.text) > 2 or any(map(str.isdigit, word.text)):
        return False
    signs = not any(map(str.isalpha, word.text))
    high = 0.4 * word.size < word.bottom - word.top < word.size
    if signs:
        dots = high and (word.text in _DASHES or (word.confidence < _SURE and set(word.text) <= _LOW))
        return dots or not set(word.text) <= _PLAIN - _LIKE_BULLETS
    print_ = page.prints.get(id(word))
    return word.confidence < _UNSURE - 15 or (print_ is not None and _poor(print_) and word.confidence < 92)


def _poor(one: Print) -> bool:
    return one.dark < _DARK or one.sharp < _SHARP


def _is_worn(run: Run, page: _Page) -> bool:
    prints = [page.prints.get(id(word)) for word in run.words]
    return any(one is not None and _poor(one) for one in prints)


def _is_odd(run: Run, joined: Sequence[OcrWord], page: _Page) -> bool:
    """Signs that no number has, a group that lost its first digit or its last ones, a sign and a name of two currencies."""
    at = next(n for n, word in enumerate(page.words) if word is joined[-1])
    after = page.words[at + 1].text if at + 1 < len(page.words) else ""
    text = run.text
    if any(not _NUMBER.fullmatch(word.text.strip(_EDGES).replace(" ", "")) for word in run.words):
        return True
    first = page.words.index(run.words[0])
    before = page.words[first - 1] if first else None
    if text[0] in _DASHES and before is not None and before.text in _DASHES and beside(before, run.words[0]):
        return True
    if _LOST.fullmatch(text) or (_SIGNED.match(text) and _OTHER_UNIT.match(after)):
        return True
    return bool((_UNIT.match(after) or _SIGNED.match(text)) and _GROUPS_OUT.fullmatch(text))


def _trust_marks(page: _Page) -> None:
    """Numbers that begin lines and count on, one by one, are what they were read as."""
    starts = [
        word
        for before, word in zip([None, *page.words], page.words, strict=False)
        if (before is None or abs(before.base - word.base) > 0.5 * word.size) and _MARK.fullmatch(word.text)
    ]
    counts = [int(word.text[:-1]) for word in starts]
    for at, word in enumerate(starts):
        near = [counts[other] - counts[at] - other + at for other in (at - 1, at + 1) if 0 <= other < len(counts)]
        if len(counts) >= _TELLING and not any(near):
            word.other = None


def _blurred(page: _Page, numbers: set[int]) -> None:
    """Words that are no numbers and much worse printed than the page are in doubt: an amount may have been read as one."""
    for word in page.words:
        print_ = page.prints.get(id(word))
        if id(word) in numbers or word.other is not None or is_digit_like(word):
            continue
        blurred = print_ is not None and (print_.sharp < _BLURRED or print_.dark < _BLURRED)
        if not any(map(str.isalnum, word.text)):
            junk = not set(word.text) <= _PLAIN and (blurred or word.confidence < _UNSURE or word.text == "@")
            if junk and word.bottom - word.top > 0.3 * word.size:
                word.text, word.other = UNREAD, word.text
        elif blurred and word.confidence < _UNSURE:
            word.other = ""


def _with_unread(page: _Page, places: Sequence[Place]) -> list[OcrWord]:
    out = page.words
    for place in places:
        line = [w for w in out if abs(w.base - place.base) < 0.4 * place.size]
        before = max((w for w in line if w.left < place.left), key=lambda w: w.left, default=None)
        after = min((w for w in line if w.left >= place.left), key=lambda w: w.left, default=None)
        wide = place.right - place.left
        if before is None and wide < _BULLET * place.size:
            continue
        gap = after.left - before.right if before is not None and after is not None else 0.0
        if wide < _WIDE * place.size and gap < _GAP * place.size:
            continue
        told = next((one for one in page.again((place.left, place.top, place.right, place.bottom)) if one), "")
        word = OcrWord(UNREAD, place.left, place.top, place.right, place.bottom, place.base, place.size, 0.0, told)
        at = next((n for n, one in enumerate(out) if one is before), -1) + 1
        out = [*out[:at], word, *out[at:]]
    return _one_a_place(out)


def _one_a_place(words: Sequence[OcrWord]) -> list[OcrWord]:
    """The words with ``UNREAD`` once where it stands several times in a row."""
    out: list[OcrWord] = []
    for word in words:
        before = out[-1] if out else None
        if before is not None and word.text == before.text == UNREAD and _is_same_line(before, word):
            top, bottom = min(before.top, word.top), max(before.bottom, word.bottom)
            out[-1] = replace(before, top=top, right=word.right, bottom=bottom, other=before.other or word.other)
            continue
        out.append(word)
    return out


def _is_same_line(one: OcrWord, other: OcrWord) -> bool:
    return abs(one.base - other.base) <= 0.4 * one.size and -one.size < other.left - one.right < _SAME * one.size
