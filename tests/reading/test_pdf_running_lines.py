"""Is a line at the edge of a page left out only when it runs, and never because its numbers look alike?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from pdf_drawings import canvas, write

from opora.domain.document import Parsed
from opora.reading.assemble import assemble
from opora.reading.pdf import read_pdf

Placed = tuple[float, float, str, float]  # left, height over the foot of the page, text, size


def drawn(path: Path, pages: Sequence[int], edge: Callable[[int], Sequence[Placed]], pitch: float = 13) -> Parsed:
    """A file with 20 lines of body on each page and what ``edge`` puts around them."""
    page = canvas(path)
    for number in pages:
        for x, y, text, size in edge(number):
            write(page, x, y, text, size)
        for at in range(20):
            write(
                page, 60, 740 - pitch * at, f"The harbour keeps rope {number * 40 + at} in the store by the quay.", 10
            )
        page.showPage()
    page.save()
    return assemble(read_pdf(path))


def test_clauses_that_stand_first_and_differ_in_numbers_are_all_kept(tmp_path: Path) -> None:
    path = tmp_path / "clauses.pdf"
    page = canvas(path)
    for number in range(1, 7):
        for at in range(22):
            text = (
                f"Clause {number}.{at + 1}: the barge number {number * 31 + at} carries {number + 3} crates each day."
            )
            write(page, 60, 780 - 30 * at, text, 10)
        page.showPage()
    page.save()
    reading = read_pdf(path)
    text = assemble(reading).text
    assert [c for n in range(1, 7) for k in range(1, 23) if (c := f"Clause {n}.{k}:") not in text] == []
    assert reading.left_out == ()


@pytest.mark.parametrize("numbers", [(1, 2, 4), (1, 2, 3, 4, 5, 6)])
@pytest.mark.parametrize("line", ["Section {} of the mooring rules", "Section {}", "Rule {}. Mooring", "{}. Mooring"])
@pytest.mark.parametrize("size", [10, 16])
def test_a_title_that_is_numbered_like_the_pages_is_kept(
    tmp_path: Path, numbers: Sequence[int], line: str, size: float
) -> None:
    text = drawn(tmp_path / "sections.pdf", numbers, lambda n: [(60, 780, line.format(n), size)]).text
    assert [title for n in numbers if (title := line.format(n)) not in text] == []


@pytest.mark.parametrize(
    "edge",
    [
        lambda n: [(60, 800, "Harbour handbook", 8), (500, 800, str(n + 4), 8)],
        lambda n: [(60, 800, f"Harbour handbook | {n + 4}", 8)],
        lambda n: [(60, 800, f"Harbour handbook 2024, page {n + 4} of 90", 8)],
        lambda n: [(60, 800, "Harbour handbook", 8), (290, 30, f"- {n + 4} -", 8)],
        lambda n: [(60, 800, "Harbour handbook, version 2.1 of 03.02.2024", 10), (500, 800, str(n + 4), 10)],
    ],
)
def test_a_running_line_with_the_number_of_the_page_is_left_out(
    tmp_path: Path, edge: Callable[[int], Sequence[Placed]]
) -> None:
    result = drawn(tmp_path / "offset.pdf", range(1, 7), edge)
    assert "handbook" not in result.text
    assert [note.label for note in result.pages] == ["5", "6", "7", "8", "9", "10"]
    assert len(result.text.split("rope ")) == 121


def test_even_and_odd_pages_have_running_lines_of_their_own(tmp_path: Path) -> None:
    def edge(number: int) -> Sequence[Placed]:
        if number % 2:
            return [(60, 800, "Rope and anchors", 8), (500, 800, str(number), 8)]
        return [(60, 800, str(number), 8), (420, 800, "Harbour handbook", 8)]

    result = drawn(tmp_path / "facing.pdf", range(1, 9), edge)
    assert "anchors" not in result.text
    assert "handbook" not in result.text
    assert [note.label for note in result.pages] == [str(n) for n in range(1, 9)]


def test_roman_page_numbers_are_left_out(tmp_path: Path) -> None:
    roman = ("iii", "iv", "v", "vi", "vii")
    result = drawn(tmp_path / "roman.pdf", range(5), lambda n: [(290, 30, roman[n], 8)])
    assert [note.label for note in result.pages] == list(roman)
    assert "vii" not in result.text


def test_amounts_in_the_margin_that_do_not_go_with_the_pages_are_kept(tmp_path: Path) -> None:
    fees = {1: 40, 2: 45, 3: 41, 4: 90, 5: 12}
    text = drawn(tmp_path / "fees.pdf", range(1, 6), lambda n: [(60, 800, "Berth fee", 8), (500, 800, str(fees[n]), 8)])
    assert all(f"Berth fee {fee}" in text.text for fee in fees.values())


def test_a_last_line_that_points_to_a_page_is_kept(tmp_path: Path) -> None:
    page = canvas(tmp_path / "pointer.pdf")
    for at in range(34):
        write(page, 60, 780 - 22 * at, f"The harbour keeps rope {at} in the store by the quay.", 10)
    write(page, 60, 780 - 22 * 34, "for the depth of every berth see page 12.", 10)
    page.showPage()
    page.save()
    assert "see page 12." in assemble(read_pdf(tmp_path / "pointer.pdf")).text


def test_a_first_line_of_the_body_that_comes_again_on_a_few_pages_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "log.pdf"
    page = canvas(path)
    for number in range(1, 13):
        for at in range(22):
            quiet = at == 0 and number % 4 == 0
            write(page, 60, 780 - 30 * at, "No ship came in." if quiet else f"Ship {number * 22 + at} came in.", 10)
        page.showPage()
    page.save()
    assert assemble(read_pdf(path)).text.count("No ship came in.") == 3
