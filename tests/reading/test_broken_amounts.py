"""Is an amount that a cell broke inside a group of digits one amount, and is what only looks like one left alone?"""

from __future__ import annotations

from pathlib import Path

import pytest
from pdf_drawings import PROSE, canvas, ruled, unruled, write

from opora.fragmenting.fragment import fragment
from opora.fragmenting.rules import FragmentRules
from opora.reading.assemble import assemble
from opora.reading.pdf import read_pdf

BROKEN = [
    ("$5,0\n00", "$5,000"),
    ("$12,50\n0", "$12,500"),
    ("$1,250,0\n00", "$1,250,000"),
    ("€7,4\n50", "€7,450"),
]
SPACED = [("45\n000 ₽", "45 000 ₽"), ("1 250\n000 €", "1 250 000 €"), ("7\n300 EUR", "7 300 EUR")]
APART = ["1,5\n20", "3.5\n12", "$5,0\n000"]


@pytest.mark.parametrize("frame", ["ruled", "unruled"])
@pytest.mark.parametrize(("drawn", "whole"), BROKEN)
def test_an_amount_broken_inside_a_group_is_one_amount(tmp_path: Path, drawn: str, whole: str, frame: str) -> None:
    text = _text(tmp_path / "policy.pdf", drawn, frame)
    assert whole in text.split()
    parsed = assemble(read_pdf(tmp_path / "policy.pdf"))
    _, fragments = fragment(parsed, "policy@1", "Policy", FragmentRules(size=12), lambda part: len(part.split()))
    assert sum(whole in piece.text for piece in fragments) == sum("Theft" in piece.text for piece in fragments) == 1


@pytest.mark.parametrize("drawn", APART)
def test_two_numbers_under_each_other_stay_two(tmp_path: Path, drawn: str) -> None:
    text = _text(tmp_path / "policy.pdf", drawn, "ruled")
    assert drawn.replace("\n", "") not in text
    assert set(drawn.split()) <= set(text.split())


@pytest.mark.parametrize("frame", ["ruled", "unruled"])
@pytest.mark.parametrize(("drawn", "whole"), SPACED)
def test_two_amounts_of_one_row_broken_at_the_space_are_whole(
    tmp_path: Path, drawn: str, whole: str, frame: str
) -> None:
    path = tmp_path / "policy.pdf"
    page = canvas(path)
    write(page, 60, 780, "Limits", 16, "Helvetica-Bold")
    grid = [
        ["Peril", "House", "Garage", "Yard"],
        ["Theft", drawn, "12 500 €", drawn],
        ["Hail", "400 €", "7 700 €", drawn],
    ]
    if frame == "ruled":
        ruled(page, 60, 690, [120, 60, 60, 60], [[cell.replace("₽", "€") for cell in row] for row in grid])
    else:
        unruled(page, [60, 200, 300, 400], 680, [[cell.replace("₽", "€") for cell in row] for row in grid])
    page.save()
    text = assemble(read_pdf(path)).text
    assert text.count(whole.replace("₽", "€")) == 3
    rows = [line for line in text.splitlines() if line.startswith(("Theft", "Hail"))]
    assert [row.count("\t") for row in rows] == [3, 3]


def test_amounts_in_running_text_broken_after_a_separator_are_whole(tmp_path: Path) -> None:
    path = tmp_path / "policy.pdf"
    page = canvas(path)
    broken = (
        "For any one theft we pay GBP 80,0",
        "00 in total, for salvage up to AUD 64,",
        "300 per event, for glass CHF 9'",
        "600 a year.",
    )
    for at, line in enumerate(broken):
        write(page, 60, 700 - 13 * at, line)
    page.save()
    text = assemble(read_pdf(path)).text
    assert "GBP 80,000 in total" in text and "AUD 64,300 per event" in text and "CHF 9'600 a year" in text


def test_an_amount_in_running_text_broken_twice_is_whole_and_the_next_sentence_is_left(tmp_path: Path) -> None:
    path = tmp_path / "policy.pdf"
    page = canvas(path)
    broken = ("The limit is EUR 1.", "350.", "000 for all, salvage is paid up to GBP", "146,", "500 an event.")
    apart = ("The toll was $5,200.", "300 cars came. There are 12.", "350.", "400 more came.")
    for at, line in enumerate((*broken, *apart)):
        write(page, 60, 700 - 13 * at, line)
    page.save()
    text = assemble(read_pdf(path)).text
    assert "EUR 1.350.000 for all" in text and "GBP 146,500 an event" in text
    assert "$5,200. 300 cars" in text and "12. 350. 400 more" in text


@pytest.mark.parametrize(
    ("drawn", "whole"),
    [
        ("pay up to £|38,|250 for one event.", "£38,250 for"),
        ("pay up to 64,|300|EUR for one event.", "64,300 EUR for"),
        ("pay up to 64.|000|lei for one event.", "64.000 lei for"),
        ("pay up to USD 27|,|400 for one event.", "USD 27,400 for"),
        ("pay up to CHF|9'|600 for one event.", "CHF 9'600 for"),
        ("take away 12,|5|% of the limit.", "12,5 % of"),
        ("leave out the points 12,|146,|500 and 600 here.", "12, 146, 500 and"),
        ("pay for boats of the class|14,|500 of which sank.", "class 14, 500 of"),
    ],
)
def test_a_piece_of_an_amount_alone_on_its_line_is_joined_by_what_is_around_it(
    tmp_path: Path, drawn: str, whole: str
) -> None:
    page = canvas(tmp_path / "policy.pdf")
    lines = f"The policy covers the hull, the mast and the rudder of every boat.|For the salvage of one boat we {drawn}"
    for at, line in enumerate(lines.split("|")):
        write(page, 60, 700 - 13 * at, line)
    page.save()
    assert whole in assemble(read_pdf(tmp_path / "policy.pdf")).text


def _text(path: Path, drawn: str, frame: str) -> str:
    page = canvas(path)
    write(page, 60, 780, "Limits", 16, "Helvetica-Bold")
    for at, line in enumerate(PROSE):
        write(page, 60, 750 - 13 * at, line)
    grid = [["Peril", "House", "Garage"], ["Theft", drawn, "$9,100"], ["Hail", "$2,300", "$7,700"]]
    if frame == "ruled":
        ruled(page, 60, 690, [120, 50, 50], grid)
    else:
        unruled(page, [60, 200, 300], 680, grid)
    page.save()
    return assemble(read_pdf(path)).text
