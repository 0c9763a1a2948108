"""Is an amount, or a word of a head, whole where a cell had no room for it, and in doubt where nobody can tell?"""

from __future__ import annotations

from pathlib import Path

import pytest
from pdf_drawings import canvas, ruled, write

from opora.domain.document import Parsed
from opora.reading.assemble import assemble
from opora.reading.pdf import read_pdf


def page_of(path: Path, grid: list[list[str]], width: float) -> Parsed:
    page = canvas(path)
    write(page, 60, 760, "Fees of the harbour", 16, "Helvetica-Bold")
    ruled(page, 60, 700, [100, *[width] * (len(grid[0]) - 1)], grid)
    page.save()
    return assemble(read_pdf(path))


def doubts(parsed: Parsed) -> list[tuple[str, str]]:
    return [(parsed.text[d.start : d.end], d.other) for block in parsed.blocks for d in block.doubts]


@pytest.mark.parametrize(
    ("drawn", "whole"),
    [("$1,\n022,\n175", "$1,022,175"), ("$9\n10", "$910"), ("CHF\n1’2\n50", "CHF 1’250")],
)
def test_an_amount_that_fills_each_line_of_a_narrow_cell_is_one(tmp_path: Path, drawn: str, whole: str) -> None:
    width = 20 if "," not in drawn and "C" not in drawn else 30
    parsed = page_of(tmp_path / "fees.pdf", [["Boat", "In"], ["Tug", drawn], ["Ferry", "$8"]], width)
    assert f"Tug\t{whole}" in parsed.text and not doubts(parsed)


@pytest.mark.parametrize(
    ("drawn", "other"),
    [("$1\n2,600", "$1 2,600"), ("9\n10 lei", "910"), ("9\n10", "910"), ("1\n2,5 %", "1 2,5"), ("12\n600", "12 / 600")],
)
def test_what_may_be_one_number_or_two_in_a_wide_cell_is_in_doubt(tmp_path: Path, drawn: str, other: str) -> None:
    parsed = page_of(tmp_path / "fees.pdf", [["Boat", "Fee"], ["Tug", drawn], ["Ferry", "on demand"]], 90)
    assert [one for _, one in doubts(parsed)] == [other]
    assert parsed.warnings == (
        "a number that goes on in the next line of its cell may be two numbers, and is not used, on page 1",
    )


@pytest.mark.parametrize("drawn", ["2019\n2020", "$5\n$700", "100 EUR\n200 EUR", "1 May\n2 June", "$1,\n400.00"])
def test_what_is_told_by_its_words_is_in_no_doubt(tmp_path: Path, drawn: str) -> None:
    parsed = page_of(tmp_path / "fees.pdf", [["Boat", "Fee"], ["Tug", drawn], ["Ferry", "$8"]], 90)
    assert not doubts(parsed) and not parsed.warnings


def test_the_other_values_of_a_column_tell_that_one_unit_is_one_amount(tmp_path: Path) -> None:
    grid = [["Boat", "Fee"], ["Tug", "$1\n2,600"], ["Ferry", "$8,100"], ["Barge", "$950"], ["Raft", "$75"]]
    parsed = page_of(tmp_path / "fees.pdf", grid, 90)
    assert "Tug\t$12,600" in parsed.text and not doubts(parsed)


def test_a_head_that_a_column_breaks_inside_a_word_is_one_word_and_no_row(tmp_path: Path) -> None:
    grid = [["Boat", "Standar\nd", "Air\nfreight"], ["Tug", "$5", "$6"], ["Ferry", "$8", "$9"]]
    parsed = page_of(tmp_path / "fees.pdf", grid, 48)
    assert parsed.text.splitlines()[2:] == ["Boat\tStandard\tAir freight", "Tug\t$5\t$6", "Ferry\t$8\t$9"]
    assert [block.row for block in parsed.blocks if block.row] == [1, 2, 3]


def test_a_row_torn_by_the_end_of_a_page_is_joined_and_in_doubt(tmp_path: Path) -> None:
    page = canvas(tmp_path / "over.pdf")
    ruled(page, 60, 120, [120, 90], [["Boat", "Fee"], ["Ferry", "$6,150"], ["Tug", "$9"]])
    page.showPage()
    ruled(page, 60, 780, [120, 90], [["", "10"], ["Barge", "$900"]], bold=False)
    page.save()
    parsed = assemble(read_pdf(tmp_path / "over.pdf"))
    assert "Tug\t$9 10\nBarge" in parsed.text
    assert doubts(parsed) == [("$9 10", "$910")]
