"""Do other alphabets, croppings, layers and page forms of a PDF come out as a person reads them?"""

from __future__ import annotations

from pathlib import Path

import pytest
from pdf_drawings import PROSE, canvas, ruled, unruled, write
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from opora.domain.document import Parsed
from opora.reading.assemble import assemble
from opora.reading.pdf import read_pdf

FOLDERS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path.home() / ".fonts", Path("/Library/Fonts"))


def parsed(path: Path) -> Parsed:
    return assemble(read_pdf(path))


def kinds(result: Parsed) -> list[tuple[str, str]]:
    return [(block.kind, result.text[block.start : block.end]) for block in result.blocks if block.kind != "table"]


def font() -> str:
    """The name of a registered font with Cyrillic and Romanian letters; skips where there is none."""
    if "Wide" not in pdfmetrics.getRegisteredFontNames():
        files = (found for folder in FOLDERS if folder.is_dir() for found in sorted(folder.rglob("DejaVuSans.ttf")))
        path = next(files, None)
        if path is None:
            pytest.skip("DejaVuSans.ttf is not on this machine")
        pdfmetrics.registerFont(TTFont("Wide", str(path)))
    return "Wide"


ALPHABETS = [
    ["Страховщик возмещает ущерб, если страхователь сооб-", "щил о нём в течение 30 дней. Лимит: 1 500 000 руб."],
    ["Страховик відшкодовує збитки, якщо страхувальник пові-", "домив про подію. Об’єкт: м’ята, ґанок, їжа, 250 грн."],
    [
        "Asigurătorul despăgubește paguba dacă asiguratul a înștiin-",
        "țat în scris. Suma: 1.299,50 lei, țara și orașul.",
    ],
]


@pytest.mark.parametrize("lines", ALPHABETS)
def test_cyrillic_and_romanian_are_read_letter_by_letter(tmp_path: Path, lines: list[str]) -> None:
    path = tmp_path / "letters.pdf"
    page = canvas(path)
    for at, line in enumerate(lines):
        write(page, 60, 700 - 14 * at, line, font=font())
    page.save()
    assert parsed(path).text == lines[0].removesuffix("-") + lines[1]


def test_boxes_count_from_the_corner_of_the_cropped_page(tmp_path: Path) -> None:
    path = tmp_path / "cropped.pdf"
    page = canvas(path, cropBox=(40, 100, 500, 760))
    write(page, 60, 700, "Deductible")
    write(page, 60, 40, "outside of the crop")
    page.save()
    reading = read_pdf(path)
    result = assemble(reading)
    assert result.text == "Deductible"
    box = result.blocks[0].pieces[0].box
    assert (box.left, box.bottom) == (pytest.approx(20, abs=2), pytest.approx(60, abs=3))
    assert (reading.pages[0].width, reading.pages[0].height) == (460, 660)


def test_letter_spaced_titles_are_words(tmp_path: Path) -> None:
    path = tmp_path / "spaced.pdf"
    page = canvas(path)
    text = page.beginText(60, 700)
    text.setFont("Helvetica", 12)
    text.setCharSpace(5)
    text.textOut("DEDUCTIBLES")
    page.drawText(text)
    page.save()
    assert parsed(path).text == "DEDUCTIBLES"


def test_a_footnote_keeps_its_mark_and_comes_after_the_text(tmp_path: Path) -> None:
    path = tmp_path / "footnote.pdf"
    page = canvas(path)
    for at, line in enumerate(PROSE):
        write(page, 60, 700 - 13 * at, line)
    write(page, 60 + page.stringWidth(PROSE[2], "Helvetica", 10), 678, "1", 6)
    write(page, 60, 103, "1", 5)
    write(page, 65, 100, "Counted in calendar days.", 8)
    page.save()
    found = kinds(parsed(path))
    assert [kind for kind, _ in found] == ["paragraph", "footnote"]
    assert found[0][1].endswith("names.¹")
    assert found[1][1] == "¹ Counted in calendar days."


def test_an_unruled_table_goes_on_over_the_page_break(tmp_path: Path) -> None:
    path = tmp_path / "rates.pdf"
    page = canvas(path)
    head = ["Plan", "Fee", "Limit"]
    unruled(page, [60, 200, 300], 700, [head, *[[f"Plan {n}", f"${n}.00", f"{n},000"] for n in range(1, 20)]])
    page.showPage()
    unruled(page, [60, 200, 300], 780, [head, *[[f"Plan {n}", f"${n}.00", f"{n},000"] for n in range(20, 30)]])
    page.save()
    result = parsed(path)
    assert sum(1 for block in result.blocks if block.kind == "table") == 1
    row = next(block for block in result.blocks if block.row_header == "Plan 25")
    assert [(cell.header, result.text[cell.start : cell.end]) for cell in row.cells[1:]] == [
        ("Fee", "$25.00"),
        ("Limit", "25,000"),
    ]


def test_a_cell_merged_downwards_labels_all_its_rows(tmp_path: Path) -> None:
    path = tmp_path / "merged.pdf"
    page = canvas(path)
    ruled(page, 60, 700, [90, 80, 80], [["Peril", "Zone", "Deductible"]])
    for x in (60, 150, 230, 310):
        page.line(x, 680, x, 640)
    for low, left in ((680, 60), (660, 150), (640, 60)):
        page.line(left, low, 310, low)
    for x, y, text in (
        (64, 656, "Flood"),
        (154, 667, "Zone A"),
        (234, 667, "$5,000"),
        (154, 647, "Zone B"),
        (234, 647, "$7,000"),
    ):
        write(page, x, y, text)
    page.save()
    rows = [block for block in parsed(path).blocks if block.kind == "table_row"]
    assert [row.row_header for row in rows[1:]] == ["Flood", "Flood"]


def test_a_table_across_two_columns_keeps_its_place(tmp_path: Path) -> None:
    path = tmp_path / "across.pdf"
    page = canvas(path)
    for at in range(8):
        write(page, 60, 760 - 13 * at, f"upper left {at} goes on and on with words")
        write(page, 310, 760 - 13 * at, f"upper right {at} goes on and on with words")
    ruled(page, 60, 640, [200, 120, 120], [["Plan", "Fee", "Limit"], ["Basic", "$11", "$12"]])
    for at in range(8):
        write(page, 60, 570 - 13 * at, f"lower left {at} goes on and on with words")
        write(page, 310, 570 - 13 * at, f"lower right {at} goes on and on with words")
    page.save()
    text = parsed(path).text
    order = [
        "upper left 7",
        "upper right 0",
        "upper right 7",
        "Plan",
        "$12",
        "lower left 0",
        "lower left 7",
        "lower right 0",
    ]
    assert [text.index(part) for part in order] == sorted(text.index(part) for part in order)


def test_headings_are_told_by_their_numbers_alone(tmp_path: Path) -> None:
    path = tmp_path / "numbers.pdf"
    page = canvas(path)
    y = 760
    for title in ("1 General rules", "1.1 Who is insured", "2 Payment of losses"):
        write(page, 60, y, title)
        for at, line in enumerate(PROSE):
            write(page, 60, y - 25 - 13 * at, line)
        y -= 90
    page.save()
    heads = [(b.section, b.level) for b in parsed(path).blocks if b.kind == "heading"]
    assert heads == [("1", 1), ("1.1", 2), ("2", 1)]


def test_printed_page_numbers_become_labels(tmp_path: Path) -> None:
    path = tmp_path / "labels.pdf"
    page = canvas(path)
    for number in range(1, 5):
        for at, line in enumerate(PROSE):
            write(page, 60, 740 - 13 * at, line)
        write(page, 270, 30, f"Page {number + 10} of 40", 8)
        page.showPage()
    page.save()
    result = parsed(path)
    assert [note.label for note in result.pages] == ["11", "12", "13", "14"]
    assert result.blocks[-1].page_label == "14"
    assert "Page 11" not in result.text


def test_an_invisible_text_layer_is_told(tmp_path: Path) -> None:
    path = tmp_path / "layer.pdf"
    page = canvas(path)
    for at in range(60):  # stands for the ink of a scan
        page.rect(60 + 3 * at, 698, 1.5, 8, stroke=0, fill=1)
    text = page.beginText(60, 700)
    text.setFont("Helvetica", 10)
    text.setTextRenderMode(3)
    text.textOut("Text that some OCR left under the picture")
    page.drawText(text)
    page.save()
    reading = read_pdf(path)
    assert "OCR left under" in assemble(reading).text
    assert any("invisible layer" in warning and "page 1" in warning for warning in reading.warnings)


def test_glyphs_without_letters_ask_for_ocr(tmp_path: Path) -> None:
    path = tmp_path / "glyphs.pdf"
    page = canvas(path)
    write(page, 60, 700, "Страховщик возмещает ущерб полностью", font=font())
    page.save()
    data = path.read_bytes()
    assert b"/ToUnicode" in data
    path.write_bytes(data.replace(b"/ToUnicode", b"/NoUnicode"))
    reading = read_pdf(path)
    assert reading.pages[0].needs_ocr
    assert any("needs OCR" in warning and "page 1" in warning for warning in reading.warnings)
