"""Is a digit that was not read, or read as something else, seen in the ink and in the signs around it?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFilter
from scanned_pages import drawn, image_file, needs_ocr_engine

from opora.domain.doubt import UNREAD
from opora.errors import EmptySourceError
from opora.reading.ocr_image import Picture, bleached
from opora.reading.ocr_ink import Ink
from opora.reading.ocr_numbers import Second, compared
from opora.reading.ocr_page import has_lost_marks, is_garbage
from opora.reading.ocr_rules import OcrRules
from opora.reading.ocr_wire import OcrWord
from opora.reading.ocr_worn import with_worn
from opora.reading.read import Ocr, read

ENGLISH = Ocr(OcrRules(languages=("eng",), workers=1))
LINES = (
    "Terms of the policy",
    "The windstorm deductible is 3,860.00 per claim.",
    "The flood deductible is 1,250.00 per claim.",
)


def words_of(text: str, top: float = 50.0) -> list[OcrWord]:
    """Words of one line as blocks stand on ``page_of``: each sign six points wide, the font size ten."""
    out, left = [], 30.0
    for part in text.split(" "):
        right = left + 6.0 * len(part)
        out.append(OcrWord(part, left, top - 7, right, top, top, 10.0, 95.0))
        left = right + 4.0
    return out


def page_of(words: list[OcrWord], dpi: float = 150.0) -> Picture:
    """A page with two strokes for each sign of the words."""
    image = Image.new("L", (round(400 * dpi / 72), round(100 * dpi / 72)), 250)
    pen, by = ImageDraw.Draw(image), dpi / 72
    for word in words:
        for n in range(len(word.text)):
            for x in (word.left + 6 * n + 1, word.left + 6 * n + 4):
                pen.line([(x * by, word.top * by), (x * by, word.base * by)], fill=20, width=2)
    return Picture(image, dpi)


def read_as(printed: str, read_words: list[OcrWord]) -> list[OcrWord]:
    return with_worn(read_words, Ink(page_of(words_of(printed))), lambda _box: ["8 935,60", "8 935,60"])


def doubted(words: list[OcrWord]) -> list[str]:
    return [word.text for word in words if word.other is not None]


def test_a_digit_before_a_number_that_no_word_covers_puts_it_in_doubt() -> None:
    printed = "the fee is 8 935,60 each year"
    whole = words_of(printed)
    assert doubted(read_as(printed, whole)) == []
    lost = [word for word in words_of(printed) if word.text != "8"]
    found = read_as(printed, lost)
    assert doubted(found) == ["935,60"] and found[3].other == "8 935,60"


def test_a_value_that_was_not_read_stands_as_one_sign_in_doubt() -> None:
    printed = "the fee is 3,860.00 per claim"
    found = read_as(printed, [word for word in words_of(printed) if word.text != "3,860.00"])
    assert [word.text for word in found] == ["the", "fee", "is", UNREAD, "per", "claim"]
    assert doubted(found) == [UNREAD]


def test_a_drawn_line_is_no_value() -> None:
    words = words_of("the fee is due on time")
    picture = page_of(words)
    pen = ImageDraw.Draw(picture.image)
    pen.line([(520, 0), (520, 208)], fill=0, width=3)
    pen.line([(400, 105), (800, 105)], fill=0, width=2)
    assert with_worn(words, Ink(picture), lambda _box: []) == words


def test_a_number_printed_much_paler_or_softer_than_the_page_is_in_doubt() -> None:
    words = words_of("the fee of the year is 415 per claim")
    clean = page_of(words)
    at = tuple(round(edge * 150 / 72) for edge in (words[6].left - 1, 40, words[6].right + 1, 54))
    soft, pale = clean.image.copy(), clean.image.copy()
    soft.paste(soft.crop(at).filter(ImageFilter.GaussianBlur(2.5)), at[:2])
    pale.paste(
        pale.crop(at).point([250 - (250 - shade) // 3 if shade < 250 else shade for shade in range(256)]), at[:2]
    )
    for image, expected in ((clean.image, []), (soft, ["415"]), (pale, ["415"])):
        again = words_of("the fee of the year is 415 per claim")
        assert doubted(with_worn(again, Ink(Picture(image, 150)), lambda _box: [])) == expected


@pytest.mark.parametrize(("letter", "digit"), [("З", "3"), ("l", "1"), ("б", "6"), ("В", "8"), ("1O", "10")])
def test_a_letter_where_a_group_would_stand_is_in_doubt_and_becomes_the_digit_of_the_others(
    letter: str, digit: str
) -> None:
    text = f"fee - {letter} 791,78 each"
    others = [f"{digit} 791,78"] * 2
    found = compared(words_of(text), Second(words_of(text), lambda _box: others, "uk"))
    assert doubted(found)[-1] == "791,78" and len(doubted(found)) == 2
    if letter.isalpha():
        assert [word.text for word in found][2] == digit


def test_a_low_letter_before_a_number_is_a_word() -> None:
    words = words_of("ціна з 791 грн")
    words[1].top = words[1].base - 5.0
    assert doubted(compared(words, Second(words_of("ціна з 791 грн"), lambda _box: ["791", "791"], "uk"))) == []


@pytest.mark.parametrize("text", ["fee is 042 руб.", "fee is $§69 each", "fee is 64 46 lei", "fee is $3,801, 82 each"])
def test_numbers_that_lost_a_digit_or_hold_a_sign_that_none_has_are_in_doubt(text: str) -> None:
    assert doubted(with_worn(words_of(text), Ink(page_of(words_of(text))), lambda _box: []))


def test_marks_that_count_on_are_trusted_and_others_are_not() -> None:
    words = [word for n in range(3) for word in words_of(f"{n + 1}. item", 30.0 + 20 * n)]
    words[2].other = "Z."
    assert doubted(with_worn(words, Ink(page_of(words)), lambda _box: [])) == []
    words[4].text, words[2].other = "7.", "Z."
    assert doubted(with_worn(words, Ink(page_of(words)), lambda _box: [])) == ["2."]


def test_grainy_paper_with_little_ink_becomes_one_shade_and_its_ink_stays() -> None:
    shades = np.random.default_rng(1).normal(245, 12, (600, 600))
    shades[300:304, 100:200] = 20
    page = Picture(Image.fromarray(shades.clip(0, 255).astype(np.uint8)), 150)
    left = np.asarray(bleached(page).image)
    assert len(np.unique(left[:250])) < 5 + len(np.unique(np.asarray(page.image)[:250])) // 2
    assert (left[300:304, 100:200] < 60).all()
    blank = Picture(Image.new("L", (60, 60), 255), 150)
    assert bleached(blank) is blank


def test_lines_that_begin_with_a_stop_have_lost_their_numbers() -> None:
    lost = [word for n in range(3) for word in words_of(". The fee is paid", 30.0 + 20 * n)]
    assert has_lost_marks(lost)
    assert not has_lost_marks(words_of("1. The fee is paid . Then"))


def test_words_without_confidence_that_no_dictionary_knows_are_garbage() -> None:
    bad = words_of("Lee aS ae xqzt vrwk")
    for word in bad:
        word.confidence = 25.0
    assert is_garbage(bad, "en")
    for word in bad:
        word.confidence = 60.0
    assert is_garbage(bad, "en") and not is_garbage(words_of("Lee aS ae xqzt"), "en")
    fair = words_of("The premium covers water damage")
    for word in fair:
        word.confidence = 60.0
    assert not is_garbage(fair, "en")


def noisy(picture: Any, seed: int) -> Any:
    page = Image.new("L", (1240, 1754), 248)
    page.paste(picture.point([min(shade + 20, 248) for shade in range(256)]))
    shades = np.asarray(page, np.float32) + np.random.default_rng(seed).normal(0, 14, (1754, 1240))
    return Image.fromarray(shades.clip(0, 255).astype(np.uint8))


@pytest.mark.slow
@needs_ocr_engine
def test_two_lines_on_a_grainy_page_are_read(tmp_path: Path) -> None:
    picture = drawn(("Annex B", "Insurance of a parcel costs 7.15 EUR."), angle=0.6)
    assert "costs 7.15 EUR" in read(image_file(tmp_path / "short.png", noisy(picture, 4)), ocr=ENGLISH).text


@pytest.mark.slow
@needs_ocr_engine
def test_an_amount_nobody_can_read_is_an_item_of_its_line(tmp_path: Path) -> None:
    picture = drawn(LINES)
    at = (410, 150, 580, 200)
    picture.paste(picture.crop(at).filter(ImageFilter.GaussianBlur(9)), at)
    parsed = read(image_file(tmp_path / "worn.png", picture), ocr=ENGLISH)
    doubts = [parsed.text[doubt.start : doubt.end] for block in parsed.blocks for doubt in block.doubts]
    line = next(one for one in parsed.text.splitlines() if "windstorm" in one)
    assert doubts and any(one in line for one in doubts)


@pytest.mark.slow
@needs_ocr_engine
def test_a_picture_without_words_is_not_ready_as_text(tmp_path: Path) -> None:
    shades = np.random.default_rng(7).integers(0, 2, (120, 160)).repeat(9, 0).repeat(9, 1) * 255
    with pytest.raises(EmptySourceError, match=r"poor OCR|found no words"):
        read(image_file(tmp_path / "grain.png", Image.fromarray(shades.astype(np.uint8))), ocr=ENGLISH)
