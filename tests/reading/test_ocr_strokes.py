"""Do thin strokes, signs that a language's data does not know, and letters of one width survive the reading of a scan?"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from PIL import Image, ImageDraw

from opora.reading.ocr_image import Picture, smoothed, without_specks
from opora.reading.ocr_numbers import Second, compared, with_whole_cents
from opora.reading.ocr_page import _other, _sets, _third, without_dust
from opora.reading.ocr_sheet import fill
from opora.reading.ocr_wire import OcrPage, OcrWord
from opora.reading.pdf_layout import Sheet
from opora.reading.pdf_tables import is_value

EVERY = frozenset(("rus", "ukr", "ron", "eng"))


def seven(wide: int) -> Image.Image:
    """The two strokes of a digit seven."""
    picture = Image.new("L", (60, 40), 255)
    pen = ImageDraw.Draw(picture)
    pen.line([(10, 8), (40, 8), (20, 34)], fill=0, width=wide)
    return picture


def ink(picture: Image.Image) -> int:
    return sum(picture.histogram()[:128])


def spaced(text: str, cell: float, size: float = 10.0) -> list[OcrWord]:
    """Words of a typewriter's line: ink leaves a tenth of each cell free, and half of a full stop's."""
    words, at = [], 50.0
    for part in text.split(" "):
        ink = cell * len(part) - (0.5 if part[-1] in ".,;" else 0.2) * cell
        words.append(OcrWord(part, at, 100.0, at + ink, 109.0, 108.0, size, 95.0))
        at += cell * (len(part) + 1)
    return words


def test_specks_go_and_a_stroke_of_one_dot_loses_its_ends_at_most() -> None:
    clean = seven(1)
    specked, dice = clean.copy(), random.Random(3)
    far = [
        (x, y) for x in range(60) for y in range(40) if clean.crop((x - 3, y - 3, x + 4, y + 4)).getextrema()[0] == 255
    ]
    for place in dice.sample(far, 12):
        specked.putpixel(place, 0)
    left = without_specks(Picture(specked, 150)).image
    assert left.tobytes() == without_specks(Picture(clean, 150)).image.tobytes(), "no speck is left"
    assert ink(left) >= ink(clean) - 2, "at most its two ends"
    assert ink(smoothed(Picture(clean, 150)).image) < 0.5 * ink(clean), "the filter that was used before eats it"


def test_two_specks_side_by_side_go_too() -> None:
    paper = Image.new("L", (20, 20), 250)
    for place in ((9, 9), (10, 9)):
        paper.putpixel(place, 0)
    assert without_specks(Picture(paper, 150)).image.getextrema() == (250, 250)


def test_ukrainian_is_read_with_data_that_knows_the_sign_of_percent() -> None:
    assert _sets("uk", EVERY) == "ukr+rus+eng"
    assert _sets("uk", EVERY - {"rus"}) == "ukr+eng"
    assert _sets("ru", EVERY) == "rus+eng"


def test_the_second_and_third_reading_come_from_other_networks_where_there_are_some() -> None:
    assert (_other("ukr+rus+eng"), _third("ukr+rus+eng", EVERY)) == ("rus", "eng")
    assert (_other("ron+eng"), _third("ron+eng", EVERY)) == ("ron", "eng")
    assert _third("rus", frozenset(("rus",))) == "rus"


def test_cents_that_a_typewriter_sets_apart_belong_to_their_amount() -> None:
    words = spaced("остаток на счёте равен 1 428, руб.", 6.0)
    comma = words[-2]
    cents = replace(comma, text="18", left=comma.right + 3.2, right=comma.right + 14.0)
    read = [word.text for word in with_whole_cents([*words[:-1], cents])]
    assert read == ["остаток", "на", "счёте", "равен", "1", "428,18"]


@pytest.mark.parametrize("read", ["5,543.155,97", "5.543,155.97"])
def test_groups_parted_by_both_signs_are_in_doubt_even_when_both_readings_have_them(read: str) -> None:
    word = spaced(read, 6.0)
    (found,) = compared(word, Second(spaced(read, 6.0), lambda _box: [read, read], "ro"))
    assert found.other == read


def test_a_heap_of_specks_is_no_word_and_a_printed_sign_is_one() -> None:
    words = [
        replace(word, confidence=sure)
        for word, sure in zip(spaced("№ — °— 5", 6.0), (92.7, 91.4, 2.1, 3.0), strict=True)
    ]
    assert [word.text for word in without_dust(words)] == ["№", "—", "5"]


def test_thousands_that_a_typewriter_sets_apart_belong_to_their_amount() -> None:
    words = spaced("the balance of the account equals 107,118, USD", 6.0)
    comma = words[-2]
    rest = replace(comma, text="232.40", left=comma.right + 3.2, right=comma.right + 38.0)
    assert [word.text for word in with_whole_cents([*words[:-1], rest])][-1] == "107,118,232.40"


@pytest.mark.parametrize("text", ["см. пункты 428, 18 и 15 этого договора", "see rows 428, 180 and 15 of this list"])
def test_a_list_of_numbers_stays_apart(text: str) -> None:
    words = spaced(text, 6.0)
    assert [word.text for word in with_whole_cents(words)] == [word.text for word in words]


def test_gaps_after_full_stops_of_a_typewriter_part_no_columns() -> None:
    page = OcrPage(
        1,
        595,
        842,
        words=spaced("Плата равна нулю, если остаток больше. Далее действует ставка договора банка с клиентом.", 6.2),
    )
    sheet = Sheet(1)
    fill(sheet, page)
    gaps = [after.box.left - word.box.right for word, after in zip(sheet.words, sheet.words[1:], strict=False)]
    assert max(gaps) < 0.85 * 10.0
    assert max(b.left - a.right for a, b in zip(page.words, page.words[1:], strict=False)) > 0.85 * 10.0


@pytest.mark.parametrize("text", ["9 788 120,06 рублей", "12 500 гривень", "1,250.00 dollars", "15 руб."])
def test_an_amount_with_its_currency_in_full_is_a_value(text: str) -> None:
    assert is_value(text)
