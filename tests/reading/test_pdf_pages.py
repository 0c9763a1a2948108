"""Does a PDF come out as blocks in reading order, each over the very words it quotes?"""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pdf_drawings import PROSE, canvas, ruled, write

from opora.domain.document import Parsed
from opora.domain.place import Box
from opora.errors import BrokenFileError, EncryptedError
from opora.language.values import find_values
from opora.reading.assemble import assemble
from opora.reading.pdf import read_pdf

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"
REAL = (
    "pypdf_samples/multicolumn.pdf",
    "haystack/sample_pdf_2.pdf",
    pytest.param("unstructured/multi-column-2p.pdf", marks=pytest.mark.slow),
    "docling/pdf/sources/2305.03393v1-pg9.pdf",
)


def parsed(path: Path) -> Parsed:
    return assemble(read_pdf(path))


def kinds(result: Parsed) -> list[tuple[str, str]]:
    return [(block.kind, result.text[block.start : block.end]) for block in result.blocks if block.kind != "table"]


def printed(page: pdfium.PdfPage, box: Box) -> str:
    """The text a reader finds in a box of the page as displayed (unrotated pages only)."""
    left, _, _, top = page.get_bbox()
    textpage = page.get_textpage()
    text = textpage.get_text_bounded(
        left + box.left - 0.5, top - box.bottom - 0.5, left + box.right + 0.5, top - box.top + 0.5
    )
    textpage.close()
    return str(text)


def bare(text: str) -> str:
    return re.sub(r"[\s\-\u2212\u00ad\ufffe\x02\u200b]", "", unicodedata.normalize("NFKC", text))


def unlike(path: Path) -> tuple[int, int]:
    """How many pieces do not find their words in their boxes, of how many."""
    result = parsed(path)
    document = pdfium.PdfDocument(path)
    pages = [document[index] for index in range(len(document))]
    wrong = total = 0
    for block in result.blocks:
        for piece in block.pieces:
            total += 1
            wrong += bare(result.text[piece.start : piece.end]) not in bare(
                printed(pages[piece.box.page - 1], piece.box)
            )
    return wrong, total


@pytest.mark.parametrize("name", REAL)
def test_the_boxes_lie_over_the_very_words(name: str) -> None:
    path = DATA / name
    if not path.exists():
        pytest.skip(f"{name} is not on this machine")
    wrong, total = unlike(path)
    assert total > 100
    assert wrong <= 0.005 * total


word = st.text(alphabet="abcdefghijklmnopqrstuvwxyz0123456789$,.%ABCXYZ", min_size=1, max_size=12)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines=st.lists(st.lists(word, min_size=1, max_size=7), min_size=1, max_size=12))
def test_any_words_are_found_again_in_their_boxes(tmp_path: Path, lines: list[list[str]]) -> None:
    path = tmp_path / "any.pdf"
    page = canvas(path)
    for at, words in enumerate(lines):
        write(page, 60, 700 - 14 * at, " ".join(words))
    page.save()
    assert unlike(path)[0] == 0


def test_every_character_of_the_text_but_white_space_has_a_box(tmp_path: Path) -> None:
    path = tmp_path / "text.pdf"
    page = canvas(path)
    for at, line in enumerate(PROSE):
        write(page, 60, 700 - 13 * at, line)
    ruled(page, 60, 600, [100, 60], [["Peril", "Sum"], ["Flood", "$5,\n000"], ["Wind", "$7"]])
    page.save()
    result = parsed(path)
    boxed = {at for block in result.blocks for piece in block.pieces for at in range(piece.start, piece.end)}
    assert {at for at, letter in enumerate(result.text) if not letter.isspace()} <= boxed


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_boxes_are_those_of_the_page_as_displayed(tmp_path: Path, turn: int) -> None:
    path = tmp_path / "turned.pdf"
    page = canvas(path)
    page.setPageRotation(turn)
    width, height = page._pagesize if turn % 180 == 0 else reversed(page._pagesize)
    page.translate(*{0: (0, 0), 90: (width, 0), 180: (width, height), 270: (0, height)}[turn])
    page.rotate(turn)
    write(page, 100, 400, "Deductible", 20)
    page.save()
    result = parsed(path)
    assert result.text == "Deductible"
    box = result.blocks[0].pieces[0].box
    document = pdfium.PdfDocument(path)
    image = document[0].render(scale=1).to_pil().convert("L")
    assert (result.pages[0].width, result.pages[0].height) == pytest.approx(document[0].get_size())
    ink = image.point(lambda value: 255 if value < 128 else 0).getbbox()
    assert (box.left, box.top, box.right, box.bottom) == pytest.approx(ink, abs=2)


def test_columns_are_read_one_after_the_other(tmp_path: Path) -> None:
    path = tmp_path / "columns.pdf"
    page = canvas(path)
    write(page, 60, 790, "Terms of the savings account", 18, "Helvetica-Bold")
    for at in range(8):
        write(page, 60, 740 - 13 * at, f"left line {at} goes on and on with words")
        write(page, 310, 740 - 13 * at, f"right line {at} goes on and on with words")
    write(page, 60, 600, "A heading across both columns of this page", 14, "Helvetica-Bold")
    for at in range(8):
        write(page, 60, 570 - 13 * at, f"lower left {at} goes on and on with words")
        write(page, 310, 570 - 13 * at, f"lower right {at} goes on and on with words")
    page.save()
    text = parsed(path).text
    order = [
        "Terms",
        "left line 0",
        "left line 7",
        "right line 0",
        "right line 7",
        "A heading",
        "lower left 7",
        "lower right 0",
    ]
    assert [text.index(part) for part in order] == sorted(text.index(part) for part in order)


def test_headings_carry_their_level_and_clause_number(tmp_path: Path) -> None:
    path = tmp_path / "clauses.pdf"
    page = canvas(path)
    write(page, 60, 790, "Loan agreement", 18, "Helvetica-Bold")
    write(page, 60, 760, "8. Early repayment", 13, "Helvetica-Bold")
    for at, line in enumerate(
        (
            "8.4 The borrower may repay the loan early at any time without a fee, and",
            "tells the bank in writing ten days before.",
        )
    ):
        write(page, 60, 735 - 13 * at, line)
    write(page, 60, 695, "Except for loans with a fixed rate, for which a fee of 1.5% is due.")
    write(page, 60, 670, "The bank asks for:")
    write(page, 75, 655, "a) the notice of the borrower;")
    write(page, 75, 640, "b) a copy of the passport.")
    page.save()
    result = parsed(path)
    found = [(block.kind, block.level, block.section) for block in result.blocks]
    assert found[:2] == [("heading", 1, None), ("heading", 2, "8")]
    clause, exception = result.blocks[2], result.blocks[3]
    assert clause.section == "8.4"
    assert result.text[clause.start : clause.end].endswith("ten days before.")
    assert [(link.kind, link.path) for link in exception.links] == [("exception_of", clause.path)]
    items = [block for block in result.blocks if block.kind == "list_item"]
    assert len(items) == 2
    assert items[0].parent == result.blocks[4].path


def test_running_headers_and_page_numbers_are_left_out_and_told(tmp_path: Path) -> None:
    path = tmp_path / "running.pdf"
    page = canvas(path)
    for number in range(1, 5):
        write(page, 60, 810, "Acme Bank — General terms", 8)
        for at in range(20):
            write(page, 60, 760 - 13 * at, f"Page {number} has this sentence number {at} in its body text, and so on.")
        write(page, 290, 30, str(number + 4), 8)
        page.showPage()
    page.save()
    reading = read_pdf(path)
    result = assemble(reading)
    assert "Acme Bank" not in result.text
    assert any("Acme Bank" in entry for entry in reading.left_out)
    assert [note.label for note in reading.pages] == ["5", "6", "7", "8"]
    assert all(not text.strip().isdigit() for _, text in kinds(result))


def test_a_paragraph_over_a_page_break_is_one(tmp_path: Path) -> None:
    path = tmp_path / "break.pdf"
    page = canvas(path)
    write(page, 60, 80, "The fee for a transfer that the client orders on paper in a branch is at most")
    page.showPage()
    write(page, 60, 780, "forty euros and is taken from the account of the client on the same day.")
    page.save()
    result = parsed(path)
    assert "at most forty euros" in result.text
    assert {piece.box.page for piece in result.blocks[0].pieces} == {1, 2}


BROKEN = [
    (["the deductible that applies to a flood is $5,", "000 for each loss and each location"], "$5,000 for"),
    (["the contract was signed by both parties on 12.03.", "2026 in the office of the bank"], "12.03.2026 in"),
    (["the policy-holder must tell the insurer about every altera-", "tion of the risk at once"], "alteration of"),
    (["it applies to a period that began in the years 2024-", "2025 and not to others"], "2024-2025 and"),
    (["these amounts are counted apart: $5,", "$700 and $90"], "$5, $700"),
    (["the rules of the articles 3, 4, 5,", "600 and 700 apply here"], "5, 600"),
]


@pytest.mark.parametrize(("lines", "whole"), BROKEN)
def test_a_token_broken_at_a_line_end_is_whole_again(tmp_path: Path, lines: list[str], whole: str) -> None:
    path = tmp_path / "token.pdf"
    page = canvas(path)
    for at, line in enumerate(lines):
        write(page, 60, 700 - 13 * at, line)
    page.save()
    assert whole in parsed(path).text


def test_glyph_runs_that_touch_are_one_token(tmp_path: Path) -> None:
    path = tmp_path / "runs.pdf"
    page = canvas(path)
    write(page, 60, 700, "$5")
    write(page, 60 + page.stringWidth("$5", "Helvetica", 10), 700, "00 is due, and raised cents:")
    write(page, 60, 660, "the price is $19")
    write(page, 60 + page.stringWidth("the price is $19", "Helvetica", 10), 664, "99", 6)
    page.save()
    text = parsed(path).text
    assert "$500 is due" in text
    assert "$19⁹⁹" in text


def test_a_group_that_touches_its_price_is_one_amount(tmp_path: Path) -> None:
    path = tmp_path / "groups.pdf"
    page = canvas(path)
    write(page, 60, 700, "$5")
    write(page, 60 + page.stringWidth("$5", "Helvetica", 10), 700, ",000 for each loss")
    page.save()
    assert parsed(path).text == "$5,000 for each loss"


@pytest.mark.parametrize("rise", [0, 3, 6])
@pytest.mark.parametrize("gap", [-0.5, 0, 1.5])
@pytest.mark.parametrize(("price", "sign"), [("$1299", ""), ("1299", " lei")])
def test_smaller_cents_never_make_a_price_greater(tmp_path: Path, rise: int, gap: float, price: str, sign: str) -> None:
    path = tmp_path / "cents.pdf"
    page = canvas(path)
    write(page, 60, 700, price, 12)
    x = 60 + page.stringWidth(price, "Helvetica", 12) + gap
    write(page, x, 700 + rise, "50", 7)
    write(page, x + page.stringWidth("50", "Helvetica", 7), 700, f"{sign} a month", 12)
    page.save()
    values = find_values(parsed(path).text)
    assert [float(value.number or 0) for value in values] == [1299.5]


def test_a_raised_note_mark_is_no_digit_of_an_amount(tmp_path: Path) -> None:
    path = tmp_path / "mark.pdf"
    page = canvas(path)
    write(page, 60, 700, "the limit is $8,935", 11)
    write(page, 60 + page.stringWidth("the limit is $8,935", "Helvetica", 11), 704, "3", 7)
    write(page, 60, 670, "water is H", 11)
    write(page, 60 + page.stringWidth("water is H", "Helvetica", 11), 668, "2", 7)
    write(page, 60 + page.stringWidth("water is H", "Helvetica", 11) + 4.2, 670, "O", 11)
    page.save()
    text = parsed(path).text
    assert "$8,935³" in text
    assert "H₂O" in text
    assert find_values(text)[0].number == 8935


def test_a_page_without_text_asks_for_ocr_by_number(tmp_path: Path) -> None:
    path = tmp_path / "scan.pdf"
    page = canvas(path)
    write(page, 60, 700, "Only the first page has text.")
    page.showPage()
    page.rect(50, 50, 300, 300, fill=1)
    page.showPage()
    page.save()
    reading = read_pdf(path)
    assert [note.needs_ocr for note in reading.pages] == [False, True]
    assert any("needs OCR" in warning and "page 2" in warning for warning in reading.warnings)


def test_a_locked_file_says_so(tmp_path: Path) -> None:
    path = tmp_path / "locked.pdf"
    page = canvas(path, encrypt="secret")
    write(page, 60, 700, "Hidden")
    page.save()
    with pytest.raises(EncryptedError):
        read_pdf(path)


@pytest.mark.parametrize("data", [b"", b"%PDF-1.7\n", b"hello", b"%PDF-1.4\n1 0 obj\n<<"])
def test_a_broken_file_says_so(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "broken.pdf"
    path.write_bytes(data)
    with pytest.raises(BrokenFileError):
        read_pdf(path)


def test_a_listing_keeps_its_lines_and_indents(tmp_path: Path) -> None:
    path = tmp_path / "listing.pdf"
    page = canvas(path)
    for at, line in enumerate(PROSE):
        write(page, 60, 740 - 13 * at, line)
    for at, (indent, line) in enumerate(
        [(0, "SELECT  name,"), (8, "price"), (0, "FROM    tariff"), (0, "WHERE   zone = 1")]
    ):
        write(page, 60 + 6 * indent, 670 - 13 * at, line, font="Courier")
    for at, line in enumerate(PROSE):
        write(page, 60, 590 - 13 * at, line)
    page.save()
    found = kinds(parsed(path))
    assert [kind for kind, _ in found] == ["paragraph", "code", "paragraph"]
    assert found[1][1] == "SELECT  name,\n        price\nFROM    tariff\nWHERE   zone = 1"


def test_a_document_in_one_fixed_width_font_is_prose(tmp_path: Path) -> None:
    path = tmp_path / "typed.pdf"
    page = canvas(path)
    for at, line in enumerate(PROSE):
        write(page, 60, 740 - 13 * at, line, font="Courier")
    page.save()
    assert [kind for kind, _ in kinds(parsed(path))] == ["paragraph"]


def test_a_sentence_about_a_table_is_no_caption(tmp_path: Path) -> None:
    path = tmp_path / "caption.pdf"
    page = canvas(path)
    write(page, 60, 740, "Table 3-1 summarizes the fees that the bank takes and the limits that apply.")
    write(page, 60, 700, "Table 3-1 Fees and limits")
    page.save()
    assert [kind for kind, _ in kinds(parsed(path))] == ["paragraph", "caption"]
