"""Is every sentence of a page with columns, notes and tables read whole, and every row of its tables as it was drawn?"""

from __future__ import annotations

from pathlib import Path

import pytest
from mixed_pages import draw, faults
from pdf_drawings import canvas, write
from reportlab.lib.utils import simpleSplit
from reportlab.pdfgen.canvas import Canvas

from opora.reading.assemble import assemble
from opora.reading.pdf import read_pdf
from opora.reading.pdf_prose import ends_sentence


def wrong(folder: Path, seeds: range) -> list[tuple[object, ...]]:
    out: list[tuple[object, ...]] = []
    for seed in seeds:
        try:
            page = draw(folder / "page.pdf", seed)
        except OSError as error:
            pytest.skip(str(error))
        found = faults(page, assemble(read_pdf(page.path)))
        tabled = [] if page.layout == "names and texts" else found.tabled
        if found.cut or found.rows or tabled:
            out.append((seed, page.layout, found.cut, tabled, found.rows))
    return out


def test_no_sentence_is_cut_or_woven_and_no_table_is_lost(tmp_path: Path) -> None:
    assert wrong(tmp_path, range(1000, 1020)) == []


@pytest.mark.slow
def test_no_sentence_is_cut_on_hundreds_of_pages(tmp_path: Path) -> None:
    assert wrong(tmp_path, range(2000, 2400)) == []


LEFT = ["A bouquet of tulips costs £21 and is wrapped in paper.", "A wreath costs £37.50 with delivery."]
RIGHT = ["Returns within 2 days.", "Cash only under £5.", "Closed on Mondays."]


def column(page: Canvas, x: float, y: float, width: float, texts: list[str], leading: float) -> None:
    for text in texts:
        for line in simpleSplit(text, "Helvetica", 10, width):
            write(page, x, y, line)
            y -= leading


@pytest.mark.parametrize("leadings", [(13, 13), (12, 15), (13.1, 11.7)])
@pytest.mark.parametrize("heads", [(), ("Prices", "Terms")])
@pytest.mark.parametrize(("left", "right"), [(1, 3), (2, 3), (1, 1), (2, 1)])
def test_two_short_columns_are_read_one_after_the_other(
    tmp_path: Path, leadings: tuple[float, float], heads: tuple[str, ...], left: int, right: int
) -> None:
    page = canvas(tmp_path / "short.pdf")
    for x, head in zip((55, 260), heads, strict=False):
        write(page, x, 700, head, 10, "Helvetica-Bold")
    column(page, 55, 686, 180, LEFT[:left], leadings[0])
    column(page, 260, 686, 120, RIGHT[:right], leadings[1])
    page.save()
    parsed = assemble(read_pdf(tmp_path / "short.pdf"))
    assert not any(block.kind == "table" for block in parsed.blocks)
    lines = parsed.text.splitlines()
    for sentence in [*LEFT[:left], *RIGHT[:right]]:
        assert any(sentence in line for line in lines)
    if heads:
        assert [line for line in lines if line in heads] == list(heads)


def test_columns_whose_sentence_ends_in_a_unit_written_whole_are_no_table(tmp_path: Path) -> None:
    try:
        page = draw(tmp_path / "page.pdf", 2287)
    except OSError as error:
        pytest.skip(str(error))
    parsed = assemble(read_pdf(page.path))
    assert not faults(page, parsed).found
    assert not any(block.kind == "table_row" for block in parsed.blocks)


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("Выезд мастера стоит 62 рубля в час.", True),
        ("Гарантия на работы — один год.", True),
        ("Звоніть у будь-який час.", True),
        ("Срок, час.", False),
        ("2 час.", False),
        ("Ед. изм. час.", False),
        ("руб. / час.", False),
        ("Прокат човна, ціна за год.", False),
        ("24 год.", False),
        ("Доставка, 40 шт.", False),
    ],
)
def test_a_unit_written_whole_ends_a_sentence_and_a_short_one_does_not(text: str, ends: bool) -> None:
    assert ends_sentence(text) is ends


def test_names_beside_texts_make_rows_whose_texts_are_whole(tmp_path: Path) -> None:
    page = canvas(tmp_path / "named.pdf")
    y = 700.0
    for name, text in (("Water\ndamage", LEFT[0]), ("Theft", " ".join(RIGHT)), ("Glass", LEFT[1])):
        for at, line in enumerate(name.split("\n")):
            write(page, 55, y - 12 * at, line)
        column(page, 160, y, 150, [text], 12)
        y -= 46
    page.save()
    lines = assemble(read_pdf(tmp_path / "named.pdf")).text.splitlines()
    assert lines == [f"Water damage\t{LEFT[0]}", f"Theft\t{' '.join(RIGHT)}", f"Glass\t{LEFT[1]}"]


def test_rows_of_words_alone_stay_a_table(tmp_path: Path) -> None:
    page = canvas(tmp_path / "words.pdf")
    rows = [("Colour", "red"), ("Material", "steel"), ("Handle", "dark oak"), ("Lid", "none")]
    for at, row in enumerate(rows):
        for x, cell in zip((55, 200), row, strict=True):
            write(page, x, 700 - 16 * at, cell)
    page.save()
    assert assemble(read_pdf(tmp_path / "words.pdf")).text.splitlines() == ["\t".join(row) for row in rows]


@pytest.mark.parametrize("start", ["— 30 days for all goods.", "7.25 euros for all goods."])
def test_a_full_line_goes_on_with_a_dash_or_a_number(tmp_path: Path, start: str) -> None:
    page = canvas(tmp_path / "mark.pdf")
    lines = ("We return what was paid, and the guarantee is", start, "Cards are taken.")
    for at, line in enumerate(lines):
        write(page, 55, 700 - 13 * at, line)
    page.save()
    assert f"{lines[0]} {lines[1]}" in assemble(read_pdf(tmp_path / "mark.pdf")).text
