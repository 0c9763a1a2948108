"""Is what was typed into a form, or written over a page, read with what it belongs to?"""

from __future__ import annotations

from pathlib import Path

import pytest
from pdf_by_hand import Pen, shown
from pdf_drawings import PROSE, canvas, ruled, write
from reportlab.pdfgen.canvas import Canvas

from opora.domain.document import Block, Parsed
from opora.reading.assemble import assemble
from opora.reading.pdf import read_pdf
from opora.reading.report import report


def parsed(path: Path) -> Parsed:
    return assemble(read_pdf(path))


def texts(result: Parsed) -> list[str]:
    return [result.text[block.start : block.end] for block in result.blocks]


def block_of(result: Parsed, text: str) -> Block:
    return next(b for b in result.blocks if text in result.text[b.start : b.end] and b.kind != "table")


def typed(page: Canvas, name: str, value: str, place: tuple[float, float, float], **options: object) -> None:
    x, y, width = place
    page.acroForm.textfield(name=name, value=value, x=x, y=y, width=width, height=20, fontSize=10, **options)


def test_a_value_is_one_block_with_the_label_left_of_its_field(tmp_path: Path) -> None:
    path = tmp_path / "form.pdf"
    page = canvas(path)
    write(page, 60, 700, "Policy limit:")
    typed(page, "limit", "$ 1,250.00", (140, 694, 120))
    write(page, 300, 700, "Deductible:")
    typed(page, "ded", "$ 500", (370, 694, 120))
    page.save()
    result = parsed(path)
    assert texts(result) == ["Policy limit: $ 1,250.00", "Deductible: $ 500"]
    first = block_of(result, "1,250")
    amount = [piece.box for piece in first.pieces if result.text[piece.start : piece.end] == "1,250.00"]
    assert len(amount) == 1
    assert 140 < amount[0].left < amount[0].right < 260
    assert 842 - 694 - 20 < amount[0].top < amount[0].bottom < 842 - 694


def test_a_label_may_stand_over_its_field_and_a_hint_is_its_title(tmp_path: Path) -> None:
    path = tmp_path / "over.pdf"
    page = canvas(path)
    write(page, 60, 700, "Address of the property")
    typed(page, "a", "12 Long Street", (60, 676, 300), tooltip="Where the insured house stands")
    typed(page, "form.page1.loss_adjuster[0]", "P. Brown", (60, 500, 200))
    page.save()
    result = parsed(path)
    assert texts(result) == ["Address of the property 12 Long Street", "P. Brown"]
    assert result.blocks[0].headings == ("Where the insured house stands",)
    assert result.blocks[1].headings == ("loss adjuster",)


def test_a_field_inside_a_sentence_leaves_the_sentence_whole(tmp_path: Path) -> None:
    path = tmp_path / "sentence.pdf"
    page = canvas(path)
    write(page, 60, 700, "The deductible is")
    typed(page, "d", "2 %", (140, 694, 30))
    write(page, 172, 700, "of the loss, but no less than one hundred.")
    page.save()
    assert texts(parsed(path)) == ["The deductible is 2 % of the loss, but no less than one hundred."]


def test_values_in_a_drawn_table_are_its_cells(tmp_path: Path) -> None:
    path = tmp_path / "grid.pdf"
    page = canvas(path)
    ruled(page, 60, 700, [100, 100, 100], [["Peril", "Limit", "Deductible"], ["Flood", "", ""], ["Hail", "", ""]])
    for row, (limit, deductible) in enumerate((("7,000", "100"), ("9,500", "250"))):
        typed(page, f"l{row}", limit, (163, 661 - 20 * row, 80), borderStyle="underlined", borderWidth=0)
        typed(page, f"d{row}", deductible, (263, 661 - 20 * row, 80), borderStyle="underlined", borderWidth=0)
    page.save()
    result = parsed(path)
    rows = [block for block in result.blocks if block.kind == "table_row"]
    read = [[result.text[c.start : c.end] for c in row.cells] for row in rows]
    assert read == [["Peril", "Limit", "Deductible"], ["Flood", "7,000", "100"], ["Hail", "9,500", "250"]]


def test_boxes_to_tick_say_whether_they_are_ticked(tmp_path: Path) -> None:
    path = tmp_path / "ticks.pdf"
    page = canvas(path)
    for at, (label, on) in enumerate((("Flood is covered", True), ("Earthquake is covered", False))):
        page.acroForm.checkbox(name=f"c{at}", x=60, y=700 - 20 * at, size=12, checked=on)
        write(page, 80, 702 - 20 * at, label)
    page.save()
    result = parsed(path)
    assert texts(result) == ["☒ Flood is covered", "☐ Earthquake is covered"]
    assert {block.kind for block in result.blocks} == {"list_item"}


def test_the_page_image_shows_what_was_typed(tmp_path: Path) -> None:
    from PIL import Image

    from opora.page_image import draw_pdf_page

    path = tmp_path / "form.pdf"
    page = canvas(path)
    typed(page, "limit", "WWWWWWWW", (140, 694, 120), borderWidth=0)
    write(page, 60, 600, "Claim")
    page.save()
    box = block_of(parsed(path), "WWW").pieces[0].box
    draw_pdf_page(path, [box], tmp_path / "page.png")
    with Image.open(tmp_path / "page.png") as image:
        inside = image.crop((int(box.left * 2), int(box.top * 2), int(box.right * 2), int(box.bottom * 2)))
        dark = sum(inside.convert("L").histogram()[:100])
    assert dark > 0.1 * inside.width * inside.height


def note(pen: Pen, kind: str, rest: str, text: str = "", by: str = "M. Ivanova") -> int:
    look = f"/AP<</N {pen.look(shown([(4, 8, text)]), 200, 24)} 0 R>>" if text else ""
    return pen.add(f"<</Type/Annot/Subtype/{kind}/Rect[300 500 500 524]/T({by}){look}{rest}>>")


def test_text_written_over_the_page_is_a_note_of_its_own(tmp_path: Path) -> None:
    pen = Pen()
    free = note(pen, "FreeText", "/DA(/Helv 10 Tf)/Contents(Agreed on 5 May: 3 percent)", "Agreed on 5 May: 3 percent")
    pen.page(shown([(60, 700 - 13 * n, line) for n, line in enumerate(PROSE)]), f"/Annots[{free} 0 R]")
    result = parsed(pen.save(tmp_path / "free.pdf"))
    found = block_of(result, "Agreed on 5 May")
    assert (found.kind, found.headings, found.links) == ("note", ("written on the page by M. Ivanova",), ())
    assert found.pieces[0].box.left == pytest.approx(304, abs=2)
    assert result.text[result.blocks[0].start : result.blocks[0].end] == " ".join(PROSE)


def test_comments_are_told_and_are_no_text(tmp_path: Path) -> None:
    pen = Pen()
    notes = [
        note(pen, "Text", "/Contents(Is this still so?)"),
        note(pen, "StrikeOut", "/QuadPoints[60 710 200 710 60 700 200 700]", by="P. Brown"),
        note(pen, "FreeText", "/Contents(nothing draws me)"),
        note(pen, "Text", "/F 2/Contents(hidden)"),
    ]
    annots = " ".join(f"{number} 0 R" for number in notes)
    pen.page(shown([(60, 700, PROSE[0])]), f"/Annots[{annots}]")
    result = parsed(pen.save(tmp_path / "comments.pdf"))
    assert result.text == PROSE[0]
    told = report(result)
    assert told["left_out"] == [
        "comment by M. Ivanova on page 1: “Is this still so?”",
        "comment by M. Ivanova on page 1: “nothing draws me”",
    ]
    assert any("struck out there by P. Brown" in text for text in result.warnings)


def test_a_scanned_form_still_asks_for_ocr(tmp_path: Path) -> None:
    from PIL import Image
    from reportlab.lib.utils import ImageReader

    path = tmp_path / "scan.pdf"
    page = canvas(path)
    page.drawImage(ImageReader(Image.new("L", (60, 80), 200)), 0, 0, 595, 842)
    typed(page, "limit", "$ 1,250.00", (140, 694, 120))
    page.save()
    reading = read_pdf(path)
    assert reading.pages[0].needs_ocr
    assert "$ 1,250.00" in assemble(reading).text
