"""Is an amount whole that a cell breaks which stands in the middle or at the bottom of its row, with no rule around it?"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from pdf_drawings import PROSE, canvas, write

from opora.reading.assemble import assemble
from opora.reading.pdf import read_pdf

SPLITS = {
    "$5,000": "$5,\n000",
    "$12,750": "$12,7\n50",
    "3 400 EUR": "3\n400 EUR",
    "18 250 EUR": "18\n250\nEUR",
    "2.500 lei": "2.\n500 lei",
    "9,75 %": "9,\n75 %",
}
NAMES = {"Fire": "Fire", "Storm surge": "Storm\nsurge", "Hail": "Hail", "Theft of wheels": "Theft of\nwheels"}


def drawn(path: Path, seed: int, stands: str) -> list[list[str]]:
    """A page with a table without rules; the rows as they were meant."""
    rng = random.Random(seed)
    meant = [["Peril", "Zone A", "Zone B"]]
    meant += [[name, rng.choice([*SPLITS]), rng.choice([*SPLITS])] for name in rng.sample([*NAMES], 3)]
    size, rows = rng.choice((9.0, 10.0, 11.0)), [[cell.split("\n") for cell in meant[0]]]
    for name, *amounts in meant[1:]:
        cells = [NAMES[name] if rng.random() < 0.5 else name]
        cells += [SPLITS[one] if rng.random() < 0.5 else one for one in amounts]
        rows.append([cell.split("\n") for cell in cells])
    leading, padding = size * 1.2, rng.choice((4.0, 6.0, 10.0))
    page = canvas(path)
    write(page, 60, 740, PROSE[0])
    top = 710.0
    for row in rows:
        height = max(len(cell) for cell in row) * leading
        for x, cell in zip((60, 180, 260), row, strict=True):
            spare = height - len(cell) * leading
            low = top - (spare if stands == "bottom" else spare / 2)
            for number, text in enumerate(cell):
                write(page, x, low - leading * (number + 1), text, size)
        top -= height + padding
    write(page, 60, top - 30, PROSE[1])
    page.save()
    return meant


@pytest.mark.parametrize("stands", ["middle", "bottom"])
def test_an_amount_broken_in_a_staggered_row_is_whole_in_its_cell(tmp_path: Path, stands: str) -> None:
    for seed in range(30):
        meant = drawn(tmp_path / "rows.pdf", seed, stands)
        parsed = assemble(read_pdf(tmp_path / "rows.pdf"))
        table = next((parsed.text[b.start : b.end] for b in parsed.blocks if b.kind == "table"), "")
        assert [line.split("\t") for line in table.splitlines()] == meant, (seed, parsed.text)


def test_rows_of_their_own_are_not_made_one(tmp_path: Path) -> None:
    page = canvas(tmp_path / "rows.pdf")
    for number, (name, price) in enumerate([("Rope", ""), ("Short rope", "60 EUR"), ("Long rope", "70 EUR")]):
        write(page, 60, 700 - 14 * number, name)
        write(page, 220, 700 - 14 * number, price or "Price")
    write(page, 220, 640, "450 EUR")
    write(page, 60, 626, "Net")
    write(page, 220, 626, "90 EUR")
    page.save()
    text = assemble(read_pdf(tmp_path / "rows.pdf")).text
    assert "450 EUR 90 EUR" not in text and "60 EUR 70 EUR" not in text
