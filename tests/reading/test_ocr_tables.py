"""Are drawn tables on scans read cell by cell, with their lines and shades taken out first?"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, cast

import pytest

from opora.reading.ocr_engine import How, Reader, Seen
from opora.reading.ocr_image import Picture
from opora.reading.ocr_rules import OcrRules, find_engine
from opora.reading.ocr_ruling import without_rulings
from opora.reading.ocr_shading import unshaded
from opora.reading.ocr_signs import doubt_signs
from opora.reading.ocr_upright import made_upright
from opora.reading.ocr_wire import OcrWord
from opora.reading.read import Ocr, read

HEAD = ("Region", "Premium", "Deductible")
ROWS = (("Coast", "1,250", "$5,000"), ("Hills", "940", "$2,500"), ("Plain", "715", "$1,750"))
DPI = 150


def drawn(shade: int = 255, angle: float = 0.0, lines: bool = True) -> Any:
    """A table of three columns; ``shade``: what its head stands on."""
    from PIL import Image, ImageDraw, ImageFont

    image = Image.new("L", (1240, 700), 255)
    pen = ImageDraw.Draw(image)
    font = ImageFont.truetype("DejaVuSans.ttf", 24)
    left, top, wide, high = 120, 120, 300, 70
    pen.rectangle((left, top, left + 3 * wide, top + high), fill=shade)
    for number, row in enumerate((HEAD, *ROWS)):
        for column, text in enumerate(row):
            pen.text((left + 12 + column * wide, top + 18 + number * high), text, fill=15, font=font)
    if lines:
        for n in range(5):
            pen.line((left, top + n * high, left + 3 * wide, top + n * high), fill=10, width=2)
        for n in range(4):
            pen.line((left + n * wide, top, left + n * wide, top + 4 * high), fill=10, width=2)
    return image.rotate(angle, Image.Resampling.BICUBIC, fillcolor=255)


def test_each_line_of_a_drawn_grid_is_found_and_taken_out() -> None:
    ruled = without_rulings(Picture(drawn(), DPI))
    assert sorted(one.level for one in ruled.rulings) == [False] * 4 + [True] * 5
    upright = sorted(one.at for one in ruled.rulings if not one.level)
    assert [round(at) for at in upright] == pytest.approx([120, 420, 720, 1020], abs=2)
    assert without_rulings(ruled.picture).rulings == ()


def test_words_alone_are_no_lines() -> None:
    picture = Picture(drawn(lines=False), DPI)
    assert without_rulings(picture).picture is picture


def test_a_stroke_that_crosses_a_line_stays() -> None:
    from PIL import Image, ImageDraw

    image = Image.new("L", (900, 200), 255)
    pen = ImageDraw.Draw(image)
    pen.line((50, 100, 850, 100), fill=0, width=2)
    pen.line((400, 80, 400, 120), fill=0, width=4)
    cleared = without_rulings(Picture(image, DPI)).picture.image
    assert cleared.getpixel((400, 100)) < 80
    assert cleared.getpixel((600, 100)) > 200


def test_a_shaded_head_becomes_paper_and_a_white_page_stays_as_it_is() -> None:
    shaded = unshaded(Picture(drawn(shade=170), DPI)).image
    assert shaded.getpixel((400, 135)) > 240
    plain = Picture(drawn(), DPI)
    assert unshaded(plain) is plain


def words(*texts: str) -> list[OcrWord]:
    """One line for each text, its words beside each other."""
    found: list[OcrWord] = []
    for number, text in enumerate(texts):
        left = 50.0
        for part in text.split(" "):
            right = left + 6.0 * len(part)
            found.append(OcrWord(part, left, 20.0 * number, right, 20.0 * number + 9, 20.0 * number + 9, 10.0, 95.0))
            left = right + 4.0
    return found


def doubted(language: str, *texts: str) -> dict[str, str]:
    found = words(*texts)
    doubt_signs(found, language)
    return {word.text: word.other for word in found if word.other is not None}


def test_a_two_at_the_end_is_in_doubt_where_numbers_carry_a_sign_the_engine_does_not_know() -> None:
    assert doubted("ru", "804 Р", "36 Р", "572", "125") == {"572": "57 ₽"}
    assert doubted("ru", "572", "8962", "36", "252", "1 642") == {
        "572": "57 ₽",
        "8962": "896 ₽",
        "252": "25 ₽",
        "642": "64 ₽",
    }
    assert doubted("ru", "572", "125", "36", "904", "12") == {}


def test_a_comma_between_groups_is_in_doubt_where_other_numbers_have_full_stops_there() -> None:
    assert doubted("ro", "3,526 lei", "12.340 lei") == {"3,526": "3.526"}
    assert doubted("ro", "3,526 kg", "12,5 kg") == {}
    assert doubted("ro", "500,948,79 lei") == {"500,948,79": "500.948,79"}
    assert doubted("en", "3,526", "12,340") == {}


def test_a_number_after_a_letter_that_stands_alone_and_looks_like_a_digit_is_in_doubt() -> None:
    assert doubted("uk", "А 5%") == {"5%": "А5%"}
    assert doubted("uk", "клас А 5 осіб") == {}


class Blind:
    """An engine that reads a word over the edge of two cells on the page, and nothing in a cell by itself."""

    def words(self, picture: Picture, how: How) -> list[Seen]:
        whole = not how.one_block
        return [Seen("5,000", 380.0, 200.0, 440.0, 220.0, 220.0, 24.0, 90.0)] if whole else []


def test_a_word_is_kept_where_its_cell_by_itself_gives_nothing() -> None:
    upright = made_upright(Picture(drawn(), DPI))
    assert len(upright.cells) == 12
    found = upright.words(cast(Reader, Blind()), upright.picture, How("eng"))
    assert [one.text for one in found] == ["5,000"]


@pytest.mark.slow
@pytest.mark.skipif(find_engine(OcrRules()) is None, reason="Tesseract is not installed")
@pytest.mark.parametrize(("shade", "angle"), [(255, 0.0), (165, 0.0), (190, 1.3), (255, -1.7)])
def test_cells_of_a_scanned_table_stand_under_their_heads(tmp_path: Path, shade: int, angle: float) -> None:
    out = io.BytesIO()
    drawn(shade, angle).save(out, "PNG", dpi=(DPI, DPI))
    (tmp_path / "scan.png").write_bytes(out.getvalue())
    parsed = read(tmp_path / "scan.png", ocr=Ocr(OcrRules(workers=1, languages=("eng",))))
    rows = [
        {cell.header: parsed.text[cell.start : cell.end] for cell in block.cells}
        for block in parsed.blocks
        if block.kind == "table_row" and any(cell.header for cell in block.cells)
    ]
    assert rows == [dict(zip(HEAD, row, strict=True)) for row in ROWS]
