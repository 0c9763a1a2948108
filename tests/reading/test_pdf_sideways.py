"""Is text that runs up, down or upside down read as upright text is, with its tables, and do its boxes lie over it?"""

from __future__ import annotations

import ctypes
from pathlib import Path

import pypdfium2 as pdfium
import pypdfium2.raw as raw
import pytest
from pdf_drawings import PROSE, canvas, ruled, unruled, write
from pypdf import PdfWriter
from reportlab.pdfgen.canvas import Canvas

from opora.domain.document import Parsed
from opora.reading.assemble import assemble
from opora.reading.pdf import read_pdf

RULED = [["Peril", "Zone A", "Zone B"], ["Flood", "$5,000", "$12,\n500"], ["Wind", "$1,000", "$2,500"]]
OPEN = [["Boat", "Summer", "Winter"], ["Barge", "€1,150", "€720"], ["Ferry", "€2,980", "€1,640"], ["Tug", "€95", "€80"]]
TURNS = [(quarter, how) for quarter in (0, 1, 2, 3) for how in ("drawn", "page", "both")]


def written(page: Canvas) -> None:
    write(page, 60, 520, "Deductibles of the harbour", 16, "Helvetica-Bold")
    for at, line in enumerate(PROSE):
        write(page, 60, 490 - 13 * at, line)
    ruled(page, 60, 440, [90, 80, 80], RULED)
    write(page, 60, 330, "Premiums stand in the second table. Keys are handed out")
    write(page, 60, 317, "by the head porter on working days only, for $12 a month.")
    unruled(page, [60, 180, 280], 280, OPEN)


def turned(path: Path, quarter: int, how: str) -> Path:
    """The page, its text running so many quarter turns clockwise: as it is drawn, as the page is shown, or by both."""
    drawn = {"drawn": quarter, "page": 0, "both": quarter + 1}[how] % 4
    page = canvas(path)
    width, height = page._pagesize
    page.translate(*((0, 0), (0, height), (width, height), (width, 0))[drawn])
    page.rotate(-90 * drawn)
    written(page)
    page.save()
    writer = PdfWriter(clone_from=str(path))
    writer.pages[0].rotate(90 * ((quarter - drawn) % 4))
    writer.write(str(path))
    return path


def cells(parsed: Parsed) -> list[list[tuple[str, str, str]]]:
    return [
        [(parsed.text[cell.start : cell.end], cell.header, block.row_header) for cell in block.cells]
        for block in parsed.blocks
        if block.kind == "table_row"
    ]


def under(path: Path, parsed: Parsed) -> None:
    """Reads the page again inside each box, as PDFium turns points of the page as displayed into its own."""
    document = pdfium.PdfDocument(path)
    page = document[0]
    words = page.get_textpage()
    wide, high = (int(side * 100) for side in page.get_size())
    x, y = ctypes.c_double(), ctypes.c_double()
    for block in parsed.blocks:
        for piece in block.pieces:
            corners = []
            for across, down in ((piece.box.left, piece.box.top), (piece.box.right, piece.box.bottom)):
                place = 0, 0, wide, high, 0, int(across * 100), int(down * 100)
                raw.FPDF_DeviceToPage(page.raw, *place, ctypes.byref(x), ctypes.byref(y))
                corners.append((x.value, y.value))
            (ax, ay), (bx, by) = corners
            sides = min(ax, bx) - 0.5, min(ay, by) - 0.5, max(ax, bx) + 0.5, max(ay, by) + 0.5
            assert words.get_text_bounded(*sides).strip() == parsed.text[piece.start : piece.end]


@pytest.mark.parametrize(("quarter", "how"), TURNS)
def test_a_page_reads_the_same_in_all_directions(tmp_path: Path, quarter: int, how: str) -> None:
    upright = assemble(read_pdf(turned(tmp_path / "upright.pdf", 0, "drawn")))
    assert "Flood\t$5,000\t$12,500" in upright.text and "Tug\t€95\t€80" in upright.text
    path = turned(tmp_path / "turned.pdf", quarter, how)
    parsed = assemble(read_pdf(path))
    assert parsed.text == upright.text
    assert [block.path for block in parsed.blocks] == [block.path for block in upright.blocks]
    assert cells(parsed) == cells(upright)
    assert not parsed.warnings and not parsed.left_out
    size = pdfium.PdfDocument(path)[0].get_size()
    assert (parsed.pages[0].width, parsed.pages[0].height) == pytest.approx(size)
    under(path, parsed)


@pytest.mark.parametrize("quarter", [1, 2, 3])
@pytest.mark.parametrize("frame", ["ruled", "unruled", "note"])
def test_what_stands_sideways_on_an_upright_page_is_read_by_itself(tmp_path: Path, quarter: int, frame: str) -> None:
    path = tmp_path / "mixed.pdf"
    page = canvas(path)
    write(page, 60, 780, "Policy conditions", 16, "Helvetica-Bold")
    for at, line in enumerate(PROSE):
        write(page, 60, 750 - 13 * at, line)
    page.saveState()
    page.translate(300, 450)
    page.rotate(-90 * quarter)
    if frame == "ruled":
        ruled(page, -120, 60, [90, 80, 80], RULED)
    elif frame == "unruled":
        unruled(page, [-120, 0, 100], 60, OPEN)
    else:
        write(page, -120, 20, "Keys are handed out by the head porter", 12)
        write(page, -120, 5, "on working days only, for $12 a month.", 12)
    page.restoreState()
    write(page, 60, 100, "The tail of the page stands here and is upright.")
    page.save()
    parsed = assemble(read_pdf(path))
    grid = {"ruled": RULED, "unruled": OPEN, "note": []}[frame]
    assert [[text for text, _, _ in row] for row in cells(parsed)] == [
        [cell.replace("\n", "") for cell in row] for row in grid
    ]
    if frame == "note":
        assert "Keys are handed out by the head porter on working days only, for $12 a month." in parsed.text
    assert " ".join(PROSE) in parsed.text and "The tail of the page stands here" in parsed.text
    assert [block.kind for block in parsed.blocks if block.kind == "heading"] == ["heading"]
    under(path, parsed)


def test_heads_that_run_down_over_two_lines_are_read_in_their_own_order(tmp_path: Path) -> None:
    path = tmp_path / "heads.pdf"
    page = canvas(path)
    low = ruled(page, 60, 700, [140, 50, 50], [["Duty\n\n\n\n\n\n", "", ""]])
    for at, name in enumerate((("Head of", "the pier"), ("Night", "porter"))):
        page.saveState()
        page.translate(230 + 50 * at, 690)
        page.rotate(-90)
        for line, text in enumerate(name):
            write(page, 0, -12 * line, text, 9, "Helvetica-Bold")
        page.restoreState()
    ruled(page, 60, low, [140, 50, 50], [["Opens the gate", "X", ""], ["Locks the gate", "", "X"]], bold=False)
    page.save()
    parsed = assemble(read_pdf(path))
    heads = [[head for _, head, _ in row] for row in cells(parsed)[1:]]
    assert heads == [["Duty", "Head of the pier"], ["Duty", "Night porter"]]
    under(path, parsed)


def test_a_paragraph_goes_on_over_a_note_at_the_side_and_running_lines_of_lying_pages_are_left_out(
    tmp_path: Path,
) -> None:
    path = tmp_path / "pages.pdf"
    page = canvas(path)
    for number, lines in enumerate((PROSE[:2], PROSE[2:])):
        for at, line in enumerate(lines):
            write(page, 60, 750 - 13 * at if number else 110 - 13 * at, line)
        page.saveState()
        page.translate(30, 300)
        page.rotate(90)
        write(page, 0, 0, "Draft of the spring", 14)
        page.restoreState()
        page.showPage()
    page.save()
    parsed = assemble(read_pdf(path))
    assert " ".join(PROSE) in parsed.text
    page = canvas(path)
    for number in (1, 2, 3):
        page.translate(0, page._pagesize[1])
        page.rotate(-90)
        write(page, 60, 570, "Society of the north pier", 8)
        for at, line in enumerate(PROSE[number - 1 : number]):
            write(page, 60, 500 - 13 * at, line)
        write(page, 700, 30, f"page {number}", 8)
        page.showPage()
    page.save()
    parsed = assemble(read_pdf(path))
    assert "Society" not in parsed.text and "page 2" not in parsed.text
    assert [note.label for note in parsed.pages] == ["1", "2", "3"]
