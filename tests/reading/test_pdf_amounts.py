"""Is an amount whole however a cell breaks it, in how many cells of the row, with rules and without?"""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from pdf_drawings import PROSE, canvas, ruled, unruled, write

from opora.reading.assemble import assemble
from opora.reading.pdf import read_pdf
from opora.reading.pdf_amounts import broken_at_space, broken_inside

BREAKS = [
    ("€ 36|750", "€ 36 750"),
    ("36|750 EUR", "36 750 EUR"),
    ("36 750|EUR", "36 750 EUR"),
    ("36 7|50 €", "36 750 €"),
    ("3|600|000 €", "3 600 000 €"),
    ("£2 |400 900", "£2 400 900"),
    ("5|125", "5 125"),
    ("$8,|250", "$8,250"),
    ("$8|,250", "$8,250"),
    ("$8,2|50", "$8,250"),
    ("6.|040 lei", "6.040 lei"),
    ("6|.040 lei", "6.040 lei"),
    ("CHF 4’|800", "CHF 4’800"),
    ("USD 3,100|.75", "USD 3,100.75"),
    ("2 300,|15 €", "2 300,15 €"),
    ("3,|25", "3,25"),
    ("2,|5 %", "2,5 %"),
    ("35|%", "35 %"),
    ("up to 2|%", "up to 2 %"),
    ("MDL|9,500", "MDL 9,500"),
    ("45|days", "45 days"),
]
OTHERS = (["600", "500", "400"], ["6 150 €", "15 800 €", "2 450 €"], ["$6,150", "$15,800", "$2,450"])


def page_with(path: Path, frame: str, label: str, cells: list[str], others: list[str], step: float) -> str:
    page = canvas(path)
    for at, line in enumerate(PROSE):
        write(page, 60, 780 - 13 * at, line)
    grid = [["Peril", "Coast", "Hills", "Plain"], ["Theft", *others], [label, *cells]]
    if frame == "ruled":
        ruled(page, 60, 700, [120, 90, 90, 90], [*grid, ["Glass", *others]])
    else:
        unruled(page, [60, 200, 300, 400], 700, [*grid, ["Glass", *others]], step)
    page.save()
    return assemble(read_pdf(path)).text


@pytest.mark.parametrize("label", ["Storm", "Storm and\nhigh water"])
@pytest.mark.parametrize(("frame", "step"), [("ruled", 0), ("unruled", 20), ("unruled", 13)])
def test_no_cell_holds_a_part_of_an_amount(tmp_path: Path, frame: str, step: float, label: str) -> None:
    for at, ((drawn, whole), times) in enumerate(itertools.product(BREAKS, (1, 3))):
        cells = [drawn.replace("|", "\n") if column < times else whole for column in range(3)]
        others = OTHERS[(times + at) % 3]
        text = page_with(tmp_path / "limits.pdf", frame, label, cells, others, step)
        rows = [line.split("\t") for line in text.splitlines() if line.startswith(("Storm", "Theft", "Glass"))]
        named = label.replace("\n", " ")
        assert rows == [["Theft", *others], [named, whole, whole, whole], ["Glass", *others]], drawn


@pytest.mark.parametrize("frame", ["ruled", "unruled"])
@pytest.mark.parametrize(
    ("drawn", "whole"),
    [
        ("$1,4\n80.50", "$1,480.50"),
        ("$96\n5.75", "$965.75"),
        ("3 1\n50,00 EUR", "3 150,00 EUR"),
        ("58 21\n0,00 EUR", "58 210,00 EUR"),
        ("4.3\n20,50 lei", "4.320,50 lei"),
        ("78\n0,00 lei", "780,00 lei"),
        ("$22,175.8\n0", "$22,175.80"),
        ("$22,17\n5.80", "$22,175.80"),
        ("12 600,5\n0 EUR", "12 600,50 EUR"),
        ("1.25\n0,00 lei", "1.250,00 lei"),
        ("0,1\n5 %", "0,15 %"),
    ],
)
def test_a_group_that_a_cell_breaks_before_decimals_is_whole(
    tmp_path: Path, frame: str, drawn: str, whole: str
) -> None:
    text = page_with(tmp_path / "fees.pdf", frame, "Storm", [drawn, "£5,900", whole], OTHERS[0], 20)
    assert f"Storm\t{whole}\t£5,900\t{whole}" in text


@pytest.mark.parametrize("frame", ["ruled", "unruled"])
@pytest.mark.parametrize("drawn", ["£4\n95", "4\n95 €", "125\n00 €", "3\n1,250.00", "12.5\n0", "$1,000\n50"])
def test_digits_that_belong_to_no_group_stay_in_their_cell(tmp_path: Path, frame: str, drawn: str) -> None:
    others = ["£600", "£500", "£400"]
    text = page_with(tmp_path / "limits.pdf", frame, "Storm", [drawn, *others[:2]], others, 20)
    assert f"Storm\t{drawn}\t£600\t£500".replace("\n", " ") in text.splitlines()


@pytest.mark.parametrize("frame", ["ruled", "unruled"])
@pytest.mark.parametrize(
    "rows",
    [
        [["Bolts", "12", "35"], ["Nuts", "500", "640"], ["Pins", "7", "120"]],
        [["Cash", "$ 36", "$ 48"], ["Stock", "600", "520"], ["Total", "$ 636", "$ 568"]],
        [["Depot", "120", "001"], ["Yard", "045", "002"], ["Gate", "7", "003"]],
        [["Sand", "6 150 €", "5 125"], ["Clay", "600", "500"], ["Lime", "12", "640 €"]],
    ],
)
def test_rows_of_whole_values_stay_rows(tmp_path: Path, frame: str, rows: list[list[str]]) -> None:
    page = canvas(tmp_path / "rows.pdf")
    grid = [["Item", "North", "South"], *rows]
    if frame == "ruled":
        ruled(page, 60, 700, [120, 90, 90], grid)
    else:
        unruled(page, [60, 200, 300], 700, grid, 13)
    page.save()
    assert assemble(read_pdf(tmp_path / "rows.pdf")).text.splitlines()[-4:] == ["\t".join(row) for row in grid]


def test_a_row_that_goes_on_over_the_page_keeps_its_amounts_whole(tmp_path: Path) -> None:
    page = canvas(tmp_path / "over.pdf")
    head, widths = ["Peril", "Coast", "Hills"], [120, 90, 90]
    ruled(page, 60, 120, widths, [head, ["Theft", "6 150 €", "15 800 €"], ["Storm", "36", "48"]])
    page.showPage()
    ruled(page, 60, 780, widths, [head, ["", "750 €", "200 €"], ["Glass", "900 €", "800 €"]])
    page.save()
    lines = assemble(read_pdf(tmp_path / "over.pdf")).text.splitlines()
    assert "Storm\t36 750 €\t48 200 €" in lines and "Glass\t900 €\t800 €" in lines


@pytest.mark.parametrize(
    ("before", "after", "whole"),
    [
        ("we charge 1,", "5 % a month", True),
        ("a fee of 12 5", "00 ₽ is due", False),
        ("it costs 12 5", "00 ₽ at least", False),
        ("items 1,", "5 and 7 apply", False),
        ("of points 2,", "15 were met", False),
    ],
)
def test_running_text_joins_decimals_only_where_a_unit_follows(before: str, after: str, whole: bool) -> None:
    left, right = before.split()[-2:], after.split()[:2]
    expected = whole or before.endswith("12 5")
    assert broken_inside(left, right, False) is expected


def test_two_groups_under_each_other_are_one_number_only_with_a_reason() -> None:
    assert not broken_at_space(["12"], ["500"], False)
    assert broken_at_space(["12"], ["500"], True)
    assert not broken_at_space(["€", "12"], ["500"], False)
    assert broken_at_space(["€", "12"], ["500"], True)
    assert broken_at_space(["12"], ["500", "lei"], False)
    assert not broken_at_space(["1200"], ["500", "lei"], True)
