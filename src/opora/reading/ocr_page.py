"""How is one page read twice, its numbers twice more, and what stands on it?"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from pathlib import Path

from opora.language.identify import identify
from opora.language.lemmas import is_known
from opora.reading.ocr_engine import How, Reader
from opora.reading.ocr_image import (
    Picture,
    bleached,
    enlarged,
    is_grainy,
    page_picture,
    smoothed,
    softened,
    straightened,
    turned,
    without_specks,
)
from opora.reading.ocr_ink import Ink
from opora.reading.ocr_numbers import Second, compared, with_group_spaces, with_whole_cents
from opora.reading.ocr_rules import LANGUAGES, POOR
from opora.reading.ocr_shading import unshaded
from opora.reading.ocr_signs import doubt_signs
from opora.reading.ocr_upright import Upright, made_upright
from opora.reading.ocr_wire import OcrPage, OcrWord
from opora.reading.ocr_worn import with_worn

_POOR = 75.0  # mean confidence below which the page may lie on its side or be in another language
_CLEAR, _COARSE_DPI = 92.0, 130.0  # below this mean confidence, or resolution, all readings of a number must agree
_GARBAGE, _HOPELESS = 65.0, 45.0  # mean confidence: below, a page may be garbage; is garbage
_WORDLIKE, _KNOWN = 4, 0.3  # letters of a word that tells; the share of such that a dictionary knows, at least
_STOPS = ".,;:!?()[]«»„“”\"'"
_LOST_MARKS, _LOST = frozenset(".,‚„)"), 2
_DUST = 20.0  # confidence of signs: printed ones have 80 and more
_FINE_DPI = 250.0  # from here on strokes are thick enough to be smoothed for the second reading
_LIKE_BULLETS = frozenset("¢©®¤°»*")
_ENOUGH = 12  # words that tell a language
_BAND = 0.3  # of the page's height, where its language is told
_COMMA_BELOW = str.maketrans("şţŞŢ", "șțȘȚ")  # Romanian has no cedillas; the engine writes either
_HELPERS = {"uk": ("rus",)}
"""Data that knows signs which a language's own does not: the Ukrainian one reads ``%`` as 96 and ``№`` as letters."""
_LOOKS = ((48, 1.0), (80, 1.6))
"""How high a place with a number is made, in dots, and how much it is blurred before, in dots of 50 of its height: of grain
every reading of the sharp picture makes the same wrong digits.
"""
_GROUP = 0.17  # of the letter height


@dataclass(frozen=True, slots=True)
class Task:
    """Which page, and in which languages (the engine's names; empty: to be told from the page, ``hint`` first)."""

    path: Path
    media_type: str
    number: int
    languages: tuple[str, ...] = ()
    hint: str = ""
    known: frozenset[str] = frozenset()


def read_page(task: Task, reader: Reader) -> OcrPage:
    """Read in the page's languages, and again with other preprocessing and languages; ReadingError when it cannot be drawn."""
    whole = page_picture(task.path, task.media_type, task.number)
    clean = bleached(unshaded(without_specks(whole)))
    upright = made_upright(clean)
    page, first, how = _first(task, reader, upright)
    if page.turn:
        upright = made_upright(turned(clean, page.turn))
        page, first, how = _first(task, reader, upright, page.turn)
    languages = how.languages
    blunt = smoothed(upright.picture) if upright.picture.dpi >= _FINE_DPI else upright.picture
    second = upright.words(
        reader, straightened(blunt, upright.askew), replace(how, languages=_other(languages), local=True)
    )
    big = straightened(enlarged(upright.picture), upright.askew)

    def again(box: tuple[float, float, float, float]) -> list[str]:
        line = How(_third(languages, task.known), one_line=True)
        cuts = [reader.words(_cut(big, box, look), line) for look in _LOOKS]
        return [" ".join(one.text for one in seen) for seen in cuts]

    first = with_whole_cents(without_dust(first))
    with_group_spaces(first)
    poor = _mean(first) < _CLEAR or whole.dpi < _COARSE_DPI
    page.words = with_worn(compared(first, Second(second, again, _spoken(languages), poor)), Ink(big), again)
    doubt_signs(page.words, _spoken(languages))
    _with_bullets(page.words)
    if _spoken(languages) == "ro":
        for word in page.words:
            word.text = word.text.translate(_COMMA_BELOW)
    page.languages, page.rules = languages, list(upright.rules)
    page.confidence = _mean(page.words)
    if is_garbage(page.words, _spoken(languages)):
        page.problem = f"{POOR}: what it reads there makes no words (confidence {page.confidence:.0f} of 100)"
        page.words, page.rules = [], []
    return page


def is_garbage(words: list[OcrWord], spoken: str) -> bool:
    """Whether it is what engines make of pictures, grain or handwriting: read without confidence, and hardly a word of it known."""
    sure = _mean(words)
    if not words or sure >= _GARBAGE:
        return False
    told = [word.text.strip(_STOPS).lower() for word in words]
    told = [one for one in told if len(one) >= _WORDLIKE and one.isalpha()]
    known = sum(is_known(one, spoken) for one in told)
    return sure < _HOPELESS or known < _KNOWN * len(told) or not told


def without_dust(words: list[OcrWord]) -> list[OcrWord]:
    """The words, without signs that the engine itself hardly believes: what specks in a heap are taken for."""
    return [word for word in words if word.confidence >= _DUST or any(map(str.isalnum, word.text))]


def _with_bullets(words: list[OcrWord]) -> None:
    """What engines make of a round mark at the start of a line."""
    before: OcrWord | None = None
    for word, after in itertools.pairwise(words):
        starts = before is None or abs(before.base - word.base) > 0.5 * word.size or before.left > word.left
        if starts and word.text in _LIKE_BULLETS and abs(after.base - word.base) < 0.5 * word.size:
            word.text = "•"
        before = word


def _first(task: Task, reader: Reader, upright: Upright, turn: int = 0) -> tuple[OcrPage, list[OcrWord], How]:
    """The page's frame, the words of the first reading, and how it was made."""
    picture = upright.picture
    width, height = picture.points
    page = OcrPage(task.number, width, height, turn, upright.angle)
    big = straightened(enlarged(picture), upright.askew)
    big = softened(big) if picture.dpi >= _FINE_DPI and is_grainy(picture) else big
    languages = "+".join(task.languages) or _sets(task.hint or _told(reader, big, task.known), task.known)
    words = upright.words(reader, big, How(languages))
    if not task.languages and words:
        if _mean(words) < _POOR:
            page.turn = 0 if turn else reader.quarter(big)
            if page.turn:
                return page, words, How(languages)
            spoken = _told(reader, big, task.known)
        else:
            spoken = identify(" ".join(word.text for word in words)) if len(words) >= _ENOUGH else ""
        better = _sets(spoken, task.known) if spoken else languages
        if better != languages:
            other = upright.words(reader, big, How(better))
            if _mean(other) > _mean(words):
                words, languages = other, better
    if _mean(words) < _POOR or has_lost_marks(words):
        how = How(languages, one_column=True)
        other = upright.words(reader, big, how)
        if _mean(other) >= _mean(words):
            return page, other, how
    return page, words, How(languages)


def has_lost_marks(words: list[OcrWord]) -> bool:
    """Whether lines begin with a stop: the numbers before them were taken for a column of their own."""
    found = 0
    for before, word, after in zip([None, *words], words, words[1:], strict=False):
        starts = before is None or abs(before.base - word.base) > 0.5 * word.size or before.left > word.left
        found += starts and word.text[0] in _LOST_MARKS and abs(after.base - word.base) < 0.5 * word.size
    return found >= _LOST


def _told(reader: Reader, picture: Picture, known: frozenset[str]) -> str:
    """The language of the band with the most ink, read with all languages at once."""
    import numpy as np

    ink = 255.0 - np.asarray(picture.image.resize((8, 60)), np.float32).mean(axis=1)
    high = max(1, int(60 * _BAND))
    sums = np.convolve(ink, np.ones(high), "valid")
    top = int(np.argmax(sums)) * picture.image.height // 60
    band = picture.image.crop((0, top, picture.image.width, top + int(picture.image.height * _BAND)))
    every = "+".join(name for name in LANGUAGES.values() if name in known)
    return identify(" ".join(one.text for one in reader.words(Picture(band, picture.dpi), How(every))))


def _sets(spoken: str, known: frozenset[str]) -> str:
    """What reads a language best: with English beside it, for names; whatever there is when its data is missing."""
    wanted = [LANGUAGES.get(spoken, "eng"), *_HELPERS.get(spoken, ()), "eng"]
    found = [name for name in dict.fromkeys(wanted) if name in known]
    return "+".join(found or sorted(known & set(LANGUAGES.values()))[:1])


def _other(languages: str) -> str:
    """The languages of the second reading: one of the first alone."""
    first, *others = languages.split("+")
    helpers = _HELPERS.get(_spoken(languages), ())
    return next((name for name in helpers if name in others), first)


def _third(languages: str, known: frozenset[str]) -> str:
    """Digits look the same in all languages: of another network than the two readings before."""
    return "eng" if "eng" in known and _other(languages) != "eng" else _other(languages)


def _spoken(languages: str) -> str:
    first = languages.split("+")[0]
    return next((name for name, data in LANGUAGES.items() if data == first), "en")


def _mean(words: list[OcrWord]) -> float:
    """Confidence, each word as much as it has characters; 0 for none."""
    total = sum(len(word.text) for word in words)
    return round(sum(word.confidence * len(word.text) for word in words) / total, 1) if total else 0.0


def _cut(picture: Picture, box: tuple[float, float, float, float], look: tuple[int, float]) -> Picture:
    """One place with paper around it, as high and as blurred as ``look`` says."""
    from PIL import Image, ImageFilter, ImageOps

    by = picture.dpi / 72
    left, top, right, bottom = box
    around = 0.35 * (bottom - top)
    area = ((left - around) * by, (top - around) * by, (right + around) * by, (bottom + around) * by)
    cut = picture.image.crop(tuple(round(edge) for edge in area))
    high, blur = look
    times = high / max(1, cut.height)
    cut = cut.filter(ImageFilter.GaussianBlur(blur * cut.height / 50))
    cut = cut.resize((max(1, round(cut.width * times)), high), Image.Resampling.BICUBIC)
    return Picture(ImageOps.expand(ImageOps.autocontrast(cut), 12, 255), picture.dpi * times)
