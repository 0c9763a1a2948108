"""Is a number whole that the border of a page or of a column breaks?"""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from over_pages import AMOUNTS, OPENS, Case, any_case, draw, letters
from pdf_drawings import PROSE, canvas, unruled, write

from opora.domain.document import Parsed
from opora.language.sentences import sentences
from opora.reading.assemble import assemble
from opora.reading.pdf import read_pdf

LOOKED_AT = [
    Case(language, amount, columns=columns, short=short)
    for language in sorted(AMOUNTS)
    for amount, columns, short in itertools.product(AMOUNTS[language][:3], (False, True), (False, True))
]


@pytest.fixture(autouse=True)
def _font() -> None:
    try:
        letters()
    except OSError as error:
        pytest.skip(str(error))


@pytest.mark.parametrize("case", LOOKED_AT, ids=lambda case: f"{case.language}-{case.amount[2]}")
def test_an_amount_over_a_border_is_one_amount_in_one_paragraph(tmp_path: Path, case: Case) -> None:
    assert _broken(tmp_path / "ferry.pdf", case) == ""


@pytest.mark.parametrize("amount", AMOUNTS["ro"][-2:], ids=lambda amount: amount[2])
@pytest.mark.parametrize("columns", [False, True], ids=["pages", "columns"])
def test_a_number_without_a_unit_that_may_go_on_over_a_border_is_never_told_by_half(
    tmp_path: Path, amount: tuple[str, str, str], columns: bool
) -> None:
    assert _broken(tmp_path / "ferry.pdf", Case("ro", amount, columns=columns)) == ""


@pytest.mark.slow
def test_a_hundred_random_amounts_over_borders_are_whole(tmp_path: Path) -> None:
    cases = [any_case(seed) for seed in range(100)]
    faults = [(case, fault) for case in cases if (fault := _broken(tmp_path / "ferry.pdf", case))]
    assert faults == []


def test_the_words_of_an_amount_over_two_pages_have_their_boxes_on_both(tmp_path: Path) -> None:
    draw(tmp_path / "ferry.pdf", Case("ro", AMOUNTS["ro"][0]))
    document = _read(tmp_path / "ferry.pdf")
    at = document.text.index("48.467")
    block = next(block for block in document.blocks if block.start <= at < block.end)
    assert document.text[block.start : block.end].count("48.467 de lei") == 1
    pages = {
        document.text[piece.start : piece.end]: piece.box.page for piece in block.pieces if at <= piece.start < at + 10
    }
    assert pages == {"48.": 1, "467": 2, "de": 2}


@pytest.mark.parametrize(
    ("end", "start"),
    [
        ("The mate signs the list of the cars, as is said in clause 48.", "467 cars were counted in the year before."),
        ("The lorry of the yard and the trailer were both sold in 2019.", "300 cars were counted in the year before."),
        ("The lamps of the pier are lit when the bell has rung twice.", "215 cars were counted in the year before."),
        ("214 Pier lamp with a bracket, grey 70", "215 Pier lamp without a bracket 80"),
        ("214. The number of cars on board is at most 70", "215. The number of cars on the pier is free"),
        ("Rope for the old pier . . . . . . . . . . . . . 70", "215 cars were counted in the year before."),
        ("Section 70", "215 cars were counted in the year before."),
    ],
)
def test_what_ends_at_a_border_is_not_joined(tmp_path: Path, end: str, start: str) -> None:
    page = canvas(tmp_path / "ferry.pdf")
    for at, line in enumerate(PROSE):
        write(page, 60, 300 - 13 * at, line)
    write(page, 60, 230, end)
    page.showPage()
    write(page, 60, 780, start)
    for at, line in enumerate(PROSE):
        write(page, 60, 740 - 13 * at, line)
    page.save()
    document = _read(tmp_path / "ferry.pdf")
    blocks = [document.text[block.start : block.end] for block in document.blocks]
    assert not any(end[-8:] in text and start[:8] in text for text in blocks), blocks


def test_rows_of_a_table_at_the_end_of_a_page_stay_rows(tmp_path: Path) -> None:
    page = canvas(tmp_path / "ferry.pdf")
    for at, line in enumerate(PROSE):
        write(page, 60, 300 - 13 * at, line)
    unruled(page, [60, 260], 250, [["Rope", "Price"], ["Short rope", "60"], ["Long rope", "70"]])
    page.showPage()
    write(page, 60, 780, "215 cars were counted on the old pier in the year before.")
    page.save()
    text = _read(tmp_path / "ferry.pdf").text
    assert "70 215" not in text and "Long rope\t70" in text


def _read(path: Path) -> Parsed:
    return assemble(read_pdf(path))


def _broken(path: Path, case: Case) -> str:
    """What is wrong with the amount as it is read; nothing where it is whole."""
    draw(path, case)
    document = _read(path)
    whole = case.amount[2]
    blocks = [document.text[block.start : block.end] for block in document.blocks]
    told = [text[one.start : one.end] for text in blocks for one in sentences(text)]
    inside = [text for text in told if whole in text]
    if len(inside) != 1 or OPENS[case.language] not in inside[0]:
        return f"{whole} is in {inside}; {[text[-40:] for text in blocks]}"
    return ""


@pytest.mark.parametrize(("size", "leading"), [(7.0, 13.0), (9.0, 16.0), (10.0, 18.0), (10.0, 13.0)])
def test_columns_whose_lines_stand_far_apart_are_read_one_after_another(
    tmp_path: Path, size: float, leading: float
) -> None:
    case = Case("en", AMOUNTS["en"][0], columns=True, size=size, leading=leading)
    assert _broken(tmp_path / "ferry.pdf", case) == ""
