"""Do tables of a PDF stay tables, with every cell under its header and beside its label?"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pdf_drawings import PROSE, canvas, ruled, unruled, write

from opora.domain.document import Block, Parsed
from opora.reading.assemble import CellDraft, Draft, Reading, assemble
from opora.reading.pdf import read_pdf

Place = tuple[str, str, str]


def parsed(path: Path) -> Parsed:
    return assemble(read_pdf(path))


def cells(result: Parsed) -> set[Place]:
    """(row label, header, text) of every body cell."""
    rows = [block for block in result.blocks if block.kind == "table_row"]
    return {
        (row.row_header, cell.header, result.text[cell.start : cell.end])
        for row in rows
        for cell in row.cells
        if not cell.is_header
    }


def tables(result: Parsed) -> list[Block]:
    return [block for block in result.blocks if block.kind == "table"]


def test_an_amount_broken_in_a_ruled_cell_is_one_amount(tmp_path: Path) -> None:
    path = tmp_path / "policy.pdf"
    page = canvas(path)
    write(page, 60, 780, "Deductibles", 16, "Helvetica-Bold")
    for at, line in enumerate(PROSE):
        write(page, 60, 750 - 13 * at, line)
    grid = [["Peril", "Zone A", "Zone B"], ["Flood", "$5,\n000", "$10,\n000"], ["Wind", "$2,\n500", "$7,500"]]
    ruled(page, 60, 690, [120, 50, 50], grid)
    page.save()
    found = cells(parsed(path))
    assert ("Flood", "Zone A", "$5,000") in found
    assert ("Flood", "Zone B", "$10,000") in found
    assert ("Wind", "Zone A", "$2,500") in found
    assert ("Wind", "Zone B", "$7,500") in found


def test_both_halves_of_a_broken_amount_keep_their_boxes(tmp_path: Path) -> None:
    path = tmp_path / "policy.pdf"
    page = canvas(path)
    ruled(page, 60, 690, [120, 50, 50], [["Peril", "Zone A", "Zone B"], ["Flood", "$5,\n000", "$9"]])
    page.save()
    result = parsed(path)
    row = next(block for block in result.blocks if block.row_header == "Flood")
    at = result.text.index("$5,000")
    halves = [piece for piece in row.pieces if at <= piece.start < at + 6]
    assert [result.text[piece.start : piece.end] for piece in halves] == ["$5,", "000"]
    assert halves[0].box.bottom < halves[1].box.top


def test_an_amount_broken_in_an_unruled_cell_is_one_amount(tmp_path: Path) -> None:
    path = tmp_path / "policy.pdf"
    page = canvas(path)
    grid = [["Peril", "Zone A", "Zone B"], ["Flood", "$5,\n000", "$10,\n000"], ["Wind", "$2,500", "$7,\n500"]]
    for at, line in enumerate(PROSE):
        write(page, 60, 750 - 13 * at, line)
    unruled(page, [60, 200, 300], 690, grid)
    page.save()
    found = cells(parsed(path))
    assert ("Flood", "Zone A", "$5,000") in found
    assert ("Flood", "Zone B", "$10,000") in found
    assert ("Wind", "Zone B", "$7,500") in found


@pytest.mark.parametrize("step", [14, 18, 26])
def test_an_unruled_header_over_two_lines_is_one_header(tmp_path: Path, step: int) -> None:
    path = tmp_path / "policy.pdf"
    page = canvas(path)
    grid = [["", "Zone\nA", "Zone\nB"], ["Flood", "$5,000", "$10,000"], ["Wind", "$2,500", "$7,500"]]
    unruled(page, [60, 200, 300], 690, grid, step)
    page.save()
    found = cells(parsed(path))
    assert ("Flood", "Zone A", "$5,000") in found
    assert ("Wind", "Zone B", "$7,500") in found


def test_zones_as_rows_work_as_well(tmp_path: Path) -> None:
    path = tmp_path / "policy.pdf"
    page = canvas(path)
    ruled(
        page,
        60,
        690,
        [100, 60, 60],
        [["Zone", "Flood", "Wind"], ["Zone A", "$5,\n000", "$2,500"], ["Zone B", "$10,\n000", "$7,500"]],
        bold=False,
    )
    page.save()
    assert ("Zone A", "Flood", "$5,000") in cells(parsed(path))


def test_a_spanning_header_stands_over_all_its_columns(tmp_path: Path) -> None:
    path = tmp_path / "policy.pdf"
    page = canvas(path)
    write(page, 240, 705, "Deductible", font="Helvetica-Bold")
    unruled(
        page,
        [60, 200, 300],
        690,
        [["Peril", "Zone A", "Zone B"], ["Flood", "$5,000", "$10,000"], ["Wind", "$2,500", "$7,500"]],
    )
    page.save()
    assert ("Flood", "Deductible / Zone A", "$5,000") in cells(parsed(path))


def test_a_ruled_spanning_header_stands_over_all_its_columns(tmp_path: Path) -> None:
    path = tmp_path / "policy.pdf"
    page = canvas(path)
    page.rect(60, 670, 120, 20)
    page.rect(180, 670, 120, 20)
    write(page, 184, 676, "Deductible", font="Helvetica-Bold")
    ruled(page, 60, 670, [120, 60, 60], [["Peril", "Zone A", "Zone B"], ["Flood", "$5,\n000", "$10,000"]])
    page.save()
    assert ("Flood", "Deductible / Zone A", "$5,000") in cells(parsed(path))


def test_a_table_over_a_page_break_is_one_table(tmp_path: Path) -> None:
    path = tmp_path / "rates.pdf"
    page = canvas(path)
    head = ["Plan", "Fee", "Limit"]
    for at, line in enumerate(PROSE):
        write(page, 60, 780 - 13 * at, line)
    ruled(page, 60, 700, [120, 90, 90], [head, *[[f"Plan {n}", f"${n}00.00", f"{n},000"] for n in range(1, 20)]])
    page.showPage()
    ruled(page, 60, 780, [120, 90, 90], [head, *[[f"Plan {n}", f"${n}00.00", f"{n},000"] for n in range(20, 30)]])
    page.save()
    reading = read_pdf(path)
    result = assemble(reading)
    assert len(tables(result)) == 1
    assert result.text.count("Limit") == 1
    assert ("Plan 25", "Fee", "$2500.00") in cells(result)
    assert any("Plan | Fee | Limit" in entry for entry in reading.left_out)


def test_the_note_under_a_table_belongs_to_it(tmp_path: Path) -> None:
    path = tmp_path / "rates.pdf"
    page = canvas(path)
    write(page, 60, 710, "Table 1. Rates by plan")
    low = ruled(page, 60, 700, [120, 90], [["Plan", "Rate"], ["Basic", "4.5%"], ["Gold", "6.0%*"]])
    write(page, 60, low - 14, "* With a balance above $10,000 only.", 8)
    page.save()
    result = parsed(path)
    table = tables(result)[0]
    note = next(block for block in result.blocks if block.kind == "note")
    assert [(link.kind, link.path) for link in note.links] == [("note_of", table.path)]
    caption = next(block for block in result.blocks if block.kind == "caption")
    assert [(link.kind, link.path) for link in table.links] == [("title_of", caption.path)]


def test_text_in_a_table_stands_in_no_paragraph(tmp_path: Path) -> None:
    path = tmp_path / "rates.pdf"
    page = canvas(path)
    for at, line in enumerate(PROSE):
        write(page, 60, 780 - 13 * at, line)
    unruled(page, [60, 200, 300], 690, [["Plan", "Fee", "Limit"], ["Basic", "$11", "$12"], ["Gold", "$13", "$14"]])
    page.save()
    result = parsed(path)
    assert result.text.count("$13") == 1
    assert len(tables(result)) == 1


def test_rows_after_one_that_holds_many_printed_rows_stand_once(tmp_path: Path) -> None:
    path = tmp_path / "stacked.pdf"
    page = canvas(path)
    grid = [["State", "Permits", "Sales"], ["Ohio\nIowa\nUtah", "11\n12\n13", "21\n22\n23"]]
    ruled(page, 60, 690, [120, 60, 60], [*grid, ["Maine", "14", "24"], ["Texas", "15", "25"], ["Total", "65", "115"]])
    page.save()
    result = parsed(path)
    rows = [block for block in result.blocks if block.kind == "table_row"]
    assert [row.row_header for row in rows] == ["", "Ohio", "Iowa", "Utah", "Maine", "Texas", "Total"]
    assert all([cell.column for cell in row.cells] == [1, 2, 3] for row in rows)
    assert ("Maine", "Sales", "24") in cells(result)


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(1, 4), st.sampled_from(["", "7", "ab c", " x "])), min_size=1, max_size=9))
def test_no_row_gives_one_address_twice(drawn: list[tuple[int, str]]) -> None:
    row = tuple(CellDraft(text, column) for column, text in drawn)
    result = assemble(Reading((Draft("table", rows=(row,)), Draft("paragraph", "after")), "application/pdf", "pdf"))
    for block in result.blocks:
        columns = [cell.column for cell in block.cells]
        assert columns == sorted(set(columns))
    letters = sorted("".join(text for _, text in drawn).replace(" ", "") + "after")
    assert sorted(result.text.replace("\t", "").replace(" ", "").replace("\n", "")) == letters


def test_values_under_each_other_in_a_cell_are_not_glued(tmp_path: Path) -> None:
    path = tmp_path / "stacked.pdf"
    page = canvas(path)
    ruled(
        page,
        60,
        690,
        [90, 60, 60],
        [["Run", "Score", "Time"], ["first\nsecond", "0.92\n0.903", "1.22\n2"], ["a", "1", "2"]],
    )
    page.save()
    text = parsed(path).text
    assert "0.920.903" not in text
    assert "1.222" not in text
    assert ("", "Score", "0.92") in cells(parsed(path)) or ("first", "Score", "0.92") in cells(parsed(path))


def test_two_narrow_columns_of_prose_are_no_table(tmp_path: Path) -> None:
    path = tmp_path / "prose.pdf"
    page = canvas(path)
    lines = [
        "the insurer pays for loss",
        "that begins while policy",
        "is in force, reported to",
        "it in writing within ten",
    ]
    for at in range(16):
        write(page, 60, 740 - 13 * at, lines[at % 4])
        write(page, 220, 740 - 13 * at, lines[(at + 1) % 4])
    page.save()
    assert not tables(parsed(path))


def test_an_open_frame_under_ruled_heads_has_their_columns(tmp_path: Path) -> None:
    path = tmp_path / "frame.pdf"
    page = canvas(path)
    ruled(page, 60, 700, [120, 90, 90], [["Service", "Price", "Term"]])
    page.rect(60, 580, 300, 100)
    rows = [["Repair", "$120.00", "3 days"], ["Cleaning", "$80.00", "1 day"], ["Delivery", "$15.50", "2 days"]]
    for at, row in enumerate(rows):
        for x, cell in zip((64, 184, 274), row, strict=True):
            write(page, x, 660 - 20 * at, cell)
    page.save()
    found = cells(parsed(path))
    assert ("Cleaning", "Price", "$80.00") in found
    assert ("Delivery", "Term", "2 days") in found


def test_a_text_that_runs_over_the_edge_of_its_head_stays_in_its_column(tmp_path: Path) -> None:
    path = tmp_path / "frame.pdf"
    page = canvas(path)
    ruled(page, 60, 700, [80, 150, 120], [["Number", "Description", "Amount"]])
    page.rect(60, 560, 350, 120)
    told = (
        ("A001", "Repair of the roof of a building by the river bank", "920.68"),
        ("A002", "Cleaning", "907.96"),
        ("A003", "Delivery of two pallets of bricks to the gate", "1,112.00"),
    )
    for at, (number, text, amount) in enumerate(told):
        write(page, 64, 660 - 32 * at, number)
        write(page, 144, 660 - 32 * at, text)
        write(page, 144, 648 - 32 * at, "paid by bank transfer")
        page.drawRightString(405, 660 - 32 * at, amount)
    page.save()
    found = cells(parsed(path))
    for number, text, amount in told:
        assert (number, "Description", f"{text} paid by bank transfer") in found
        assert (number, "Amount", amount) in found


def test_a_frame_with_a_sentence_stays_whole(tmp_path: Path) -> None:
    path = tmp_path / "frame.pdf"
    page = canvas(path)
    ruled(page, 60, 700, [200, 150, 150], [["Service", "Price", "Term"], ["Repair", "$120.00", "3 days"]])
    page.rect(60, 590, 500, 70)
    for at, line in enumerate(PROSE):
        write(page, 66, 640 - 13 * at, line)
    page.save()
    assert " ".join(PROSE) in parsed(path).text
