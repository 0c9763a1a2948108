"""Is each column read by itself, whatever its length, its leading and what stands over it?"""

from __future__ import annotations

from pathlib import Path

import pytest
from pdf_drawings import canvas, ruled, write
from reportlab.pdfgen.canvas import Canvas

from opora.reading.assemble import assemble
from opora.reading.pdf import read_pdf

LEFT = [
    "Storage of one set of tyres costs 3",
    "600 euros a season and each day after",
    "the agreed one adds 45 euros to what",
    "is due when the wheels are fetched by",
    "the owner or by somebody with a letter",
    "signed in the presence of the manager",
    "who keeps a copy of it for two years",
    "and shows it to the owner on request.",
]
RIGHT = [
    "Cards are taken from 100 euros up and",
    "nothing can be paid in parts whatever",
    "the sum may be in the end of the work.",
]
THIRD = [
    "A guarantee of 14 days holds for all",
    "works on wheels but not for punctures",
    "that stem from nails on a public road.",
]


def column(page: Canvas, x: float, y: float, lines: list[str], leading: float) -> None:
    for at, line in enumerate(lines):
        write(page, x, y - leading * at, line)


def text_of(page: Canvas, path: Path) -> str:
    page.save()
    return assemble(read_pdf(path)).text


def whole(lines: list[str]) -> str:
    return " ".join(lines)


@pytest.mark.parametrize("leading", [11.5, 13, 14.5])
@pytest.mark.parametrize("drop", [0, 3, 6.5])
@pytest.mark.parametrize("times", [1, 3])
def test_a_shorter_column_on_other_baselines_is_read_by_itself(
    tmp_path: Path, leading: float, drop: float, times: int
) -> None:
    page = canvas(tmp_path / "columns.pdf")
    write(page, 60, 780, "Wheels and prices", 16, "Helvetica-Bold")
    column(page, 60, 740, LEFT * times, 13)
    column(page, 310, 740 - drop, RIGHT, leading)
    text = text_of(page, tmp_path / "columns.pdf")
    assert whole(RIGHT) in text
    assert whole(LEFT) in text


def test_headings_over_both_columns_head_their_own(tmp_path: Path) -> None:
    page = canvas(tmp_path / "columns.pdf")
    write(page, 60, 760, "Storage", 13, "Helvetica-Bold")
    write(page, 310, 758, "Payment", 13, "Helvetica-Bold")
    column(page, 60, 740, LEFT, 13)
    column(page, 310, 736, RIGHT, 14)
    text = text_of(page, tmp_path / "columns.pdf")
    assert [line for line in text.splitlines() if line] == ["Storage", whole(LEFT), "Payment", whole(RIGHT)]


def test_three_columns_of_three_lengths_are_three(tmp_path: Path) -> None:
    page = canvas(tmp_path / "columns.pdf")
    column(page, 30, 740, LEFT, 13)
    column(page, 215, 737, RIGHT, 14)
    column(page, 400, 733, THIRD, 12)
    text = text_of(page, tmp_path / "columns.pdf")
    assert [text.index(whole(part)) for part in (LEFT, RIGHT, THIRD)] == sorted(
        text.index(whole(part)) for part in (LEFT, RIGHT, THIRD)
    )


def test_full_width_text_over_and_under_unequal_columns_stays_around_them(tmp_path: Path) -> None:
    page = canvas(tmp_path / "columns.pdf")
    wide = "All prices hold from the first of March until the last day of November of the same year for cars."
    write(page, 60, 770, wide)
    column(page, 60, 740, LEFT, 13)
    column(page, 310, 735, RIGHT, 13)
    write(page, 60, 620, wide.replace("prices", "terms"))
    text = text_of(page, tmp_path / "columns.pdf")
    places = [text.index(part) for part in (wide, whole(LEFT), whole(RIGHT), wide.replace("prices", "terms"))]
    assert places == sorted(places)


@pytest.mark.parametrize(("notes", "body"), [(60, 160), (470, 60)])
def test_notes_at_the_side_stand_in_no_sentence_of_the_text(tmp_path: Path, notes: float, body: float) -> None:
    page = canvas(tmp_path / "notes.pdf")
    lines = [f"{line} and so it is every time again" for line in LEFT]
    column(page, body, 740, lines, 13)
    for at, line in enumerate(["Fees for late", "owners differ", "by season"]):
        write(page, notes, 722.5 - 9.5 * at, line, 8)
    text = text_of(page, tmp_path / "notes.pdf")
    assert whole(lines) in text
    assert "Fees for late owners differ by season" in text


def test_a_table_in_one_column_leaves_the_other_whole(tmp_path: Path) -> None:
    page = canvas(tmp_path / "columns.pdf")
    column(page, 60, 740, LEFT, 13)
    low = ruled(page, 60, 620, [80, 60, 60], [["Wheel", "Summer", "Winter"], ["R15", "$1,200", "$1,400"]])
    column(page, 60, low - 20, RIGHT, 13)
    column(page, 310, 736, [*THIRD, *LEFT], 14)
    text = text_of(page, tmp_path / "columns.pdf")
    assert "R15\t$1,200\t$1,400" in text
    assert whole(LEFT) in text and whole(RIGHT) in text and whole(THIRD) in text
    assert text.index("R15") < text.index(whole(THIRD))


def test_names_and_what_they_mean_on_one_line_stay_together(tmp_path: Path) -> None:
    page = canvas(tmp_path / "terms.pdf")
    for at, (name, line) in enumerate(zip(["Owner", "Season", "Letter"], LEFT, strict=False)):
        write(page, 60, 740 - 30 * at, name)
        write(page, 160, 740 - 30 * at, f"{line} as it was agreed")
    text = text_of(page, tmp_path / "terms.pdf")
    assert text.index("Owner") < text.index(LEFT[0]) < text.index("Season") < text.index(LEFT[1])
