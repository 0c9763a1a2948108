"""Is every amount of a narrow table whole in its cell, or in doubt, and none joined with its neighbour?"""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from over_pages import letters
from reportlab.lib import colors
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Paragraph, SimpleDocTemplate, Table

from opora.domain.document import Parsed
from opora.reading.assemble import assemble
from opora.reading.pdf import read_pdf

NAMES = {
    "en": (["Glass", "Timber", "Grain", "Wine"], ["Goods", "Road", "Rail", "Air"]),
    "ru": (["Котлы", "Насосы", "Зерно", "Вино"], ["Товар", "Месяц", "Сезон", "Год"]),
    "uk": (["Котли", "Насоси", "Зерно", "Вино"], ["Товар", "Місяць", "Сезон", "Рік"]),
    "ro": (["Tractor", "Plug", "Grâu", "Vin"], ["Marfă", "Nord", "Centru", "Sud"]),
}
FORMS = {
    "en": ["${:,}", "€{:,}", "£{:,}.50", "USD {:,}", "CHF {:,}"],
    "ru": ["{:,} руб.", "{:,},75 руб.", "{:,} ₽"],
    "uk": ["{:,} грн", "{:,},20 грн"],
    "ro": ["{:,} lei", "{:,},10 lei", "€{:,}"],
}
GROUPED = {"en": ",", "ru": " ", "uk": " ", "ro": "."}


def amount(rng: random.Random, language: str, form: str) -> str:
    number = rng.choice([rng.randint(2, 99), rng.randint(100, 9_999), rng.randint(10_000, 2_999_999)])
    return re.sub(r"(?<=\d),(?=\d{3})", GROUPED[language], form.format(number))


def drawn(path: Path, seed: int) -> list[list[str]]:
    """A page or two with a table; the rows as they were meant."""
    rng = random.Random(seed)
    language = rng.choice([*NAMES])
    names, heads = NAMES[language]
    forms = [rng.choice(FORMS[language]) for _ in heads[1:]]
    wide = rng.random() < 0.25
    rows = [[name, *(amount(rng, language, form) for form in forms)] for name in rng.sample(names, 3)]
    if rng.random() < 0.2:
        rows = [[f"{name} {n}", *(amount(rng, language, form) for form in forms)] for n in range(12) for name in names]
    look = rng.choice(["ruled", "zebra"] if len(rows) > 3 else ["ruled", "unruled", "zebra"])
    size, font = rng.choice([8, 9, 10]), letters()
    plain = ParagraphStyle("cell", fontName=font, fontSize=size, leading=1.22 * size, alignment=rng.choice([0, 1, 2]))
    name = ParagraphStyle("name", parent=plain, alignment=0)
    style = [("VALIGN", (0, 0), (-1, -1), rng.choice(["TOP", "MIDDLE", "BOTTOM"]))]
    style += [("GRID", (0, 0), (-1, -1), 0.5, colors.black)] if look == "ruled" else []
    style += [("ROWBACKGROUNDS", (0, 1), (-1, -1), [colors.whitesmoke, colors.white])] if look == "zebra" else []

    def cell(text: str) -> str:
        places = [n for n in range(1, len(text)) if " " not in text[n - 1 : n + 1]]
        if not wide or rng.random() < 0.5 or not places:
            return text
        at = rng.choice(places)
        return f"{text[:at]}<br/>{text[at:]}"

    grid = [[Paragraph(head, plain) for head in heads]]
    grid += [[Paragraph(row[0], name), *(Paragraph(cell(one), plain) for one in row[1:])] for row in rows]
    width = 90 if wide else rng.choice([44, 50, 56, 62])
    table = Table(grid, colWidths=[90, *[width] * 3], hAlign="LEFT", style=style, repeatRows=1)
    text = ParagraphStyle("text", fontName=font, fontSize=10, leading=13, spaceAfter=8)
    SimpleDocTemplate(str(path), invariant=1).build(
        [Paragraph("The amounts depend on what is kept and on where.", text), table]
    )
    return rows


def read(parsed: Parsed) -> dict[str, list[tuple[str, bool]]]:
    """By the name of the row: its amounts without their spaces, and whether each is in doubt."""
    out: dict[str, list[tuple[str, bool]]] = {}
    for block in parsed.blocks:
        told = [
            (parsed.text[c.start : c.end], any(d.start < c.end and d.end > c.start for d in block.doubts))
            for c in block.cells
        ]
        if told:
            out[told[0][0]] = [(re.sub(r"\s", "", text), doubt) for text, doubt in told[1:]]
    return out


def check(path: Path, seeds: range) -> None:
    try:
        letters()
    except OSError as error:
        pytest.skip(str(error))
    for seed in seeds:
        rows = drawn(path, seed)
        parsed = assemble(read_pdf(path))
        found = read(parsed)
        for row in rows:
            assert row[0] in found, (seed, row, parsed.text)
            amounts = [text for text, _ in found[row[0]]]
            assert amounts == [re.sub(r"\s", "", one) for one in row[1:]], (seed, row, parsed.text)
            for one, (_, doubt) in zip(row[1:], found[row[0]], strict=True):
                assert doubt or one in parsed.text.replace("\xa0", " "), (seed, one, parsed.text)


def too_narrow(path: Path, style: list[tuple[object, ...]], rows: list[list[str]], right: bool) -> Parsed:
    """A table without rules whose cells of up to four lines stand in the middle of their rows."""
    try:
        plain = ParagraphStyle("cell", fontName=letters(), fontSize=9, leading=11, alignment=2 if right else 0)
    except OSError as error:
        pytest.skip(str(error))
    name = ParagraphStyle("name", parent=plain, alignment=0)
    grid = [[Paragraph(one, plain if n else name) for n, one in enumerate(row)] for row in rows]
    widths = [100, *[30] * (len(rows[0]) - 1)]
    style = [("VALIGN", (0, 0), (-1, -1), "MIDDLE"), *style]
    SimpleDocTemplate(str(path), invariant=1).build([Table(grid, colWidths=widths, hAlign="LEFT", style=style)])
    return assemble(read_pdf(path))


def test_no_number_is_sure_where_rows_were_not_told_rightly(tmp_path: Path) -> None:
    rows = [
        ["Товар", "Сезон", "Квартал", "Месяц", "Год"],
        ["Котлы", "89 руб.", "91 180,99 руб.", "89 ₽", "2 918 772 ₽"],
        ["Насосы", "93 руб.", "3 740,84 руб.", "250 ₽", "3 946 ₽"],
    ]
    zebra = [("ROWBACKGROUNDS", (0, 1), (-1, -1), [colors.whitesmoke, colors.white])]
    for style, right in (([], False), (zebra, True)):
        parsed = too_narrow(tmp_path / "torn.pdf", style, rows, right)
        sure = [
            parsed.text[block.start : block.end]
            for block in parsed.blocks
            if block.kind != "table" and not block.doubts and re.search(r"\d", parsed.text[block.start : block.end])
        ]
        assert not sure, parsed.text


def test_no_amount_of_a_narrow_table_is_torn_or_joined(tmp_path: Path) -> None:
    check(tmp_path / "narrow.pdf", range(20))


@pytest.mark.slow
def test_no_amount_of_many_narrow_tables_is_torn_or_joined(tmp_path: Path) -> None:
    check(tmp_path / "narrow.pdf", range(20, 160))
