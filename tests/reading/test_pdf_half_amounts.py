"""Does every piece of an amount that a cell breaks, once or thrice, at a mark or inside a group, stay in its cell?"""

from __future__ import annotations

import random
import re
from itertools import pairwise
from pathlib import Path

import pytest
from pdf_drawings import canvas, ruled, unruled, write

from opora.domain.document import Parsed
from opora.fragmenting.fragment import fragment
from opora.fragmenting.rules import FragmentRules
from opora.reading.assemble import assemble
from opora.reading.pdf import read_pdf

AMOUNTS = (
    "18 400 €",
    "1.249,99 €",
    "US$ 24,500",
    "12 250,50 EUR",
    "£4,950",
    "£395",
    "150 EUR",
    "1 000 000 €",
    "0,35 %",
)
OTHERS = ("900 €", "1 100", "£700", "33 300 EUR", "9,700")
LABELS = ("Storm damage", "Flood", "Theft")


def bare(text: str) -> str:
    return re.sub(r"\s", "", text)


def broken(rng: random.Random, amount: str, count: int, where: str) -> str:
    """The amount with line breaks inside its groups of digits, at its marks, or at both."""
    inside = [n for n in range(1, len(amount)) if amount[n - 1].isdigit() and amount[n].isdigit()]
    marks = [
        n for n in range(1, len(amount)) if n not in inside and not (amount[n - 1].isalpha() and amount[n].isalpha())
    ]
    places = {"inside": inside, "marks": marks, "both": inside + marks}[where]
    ends = [0, *sorted(rng.sample(places, min(count, len(places)))), len(amount)]
    parts = [amount[a:b].strip() for a, b in pairwise(ends)]
    return "\n".join(part for part in parts if part)


def drawn(path: Path, seed: int, frame: str) -> tuple[list[list[str]], Parsed]:
    """The rows as they were meant, and the page as it was read."""
    rng = random.Random(seed)
    count, where = rng.choice((1, 2, 3)), rng.choice(("inside", "marks", "both"))
    grid, meant = [["Peril", "Attic", "Cellar", "Porch"]], []
    for label, odds in zip(LABELS, (0.6, 0.4, 0.3), strict=True):
        amounts = [(rng.choice(AMOUNTS), True) if rng.random() < odds else (rng.choice(OTHERS), False) for _ in "123"]
        grid.append([label, *(broken(rng, one, count, where) if cut else one for one, cut in amounts)])
        meant.append([label, *(bare(one) for one, _ in amounts)])
    page = canvas(path)
    write(page, 60, 760, "Terms of keeping goods", 16, "Helvetica-Bold")
    write(page, 60, 730, "The deductibles by kind of damage and by room stand below.")
    if frame == "ruled":
        low = ruled(page, 60, 710, [120, 100, 100, 100], grid)
    else:
        stand = {"unruled": 0.0, "unruled, middle": 0.5, "unruled, foot": 1.0}[frame]
        low = unruled(page, [60, 180, 280, 380], 700, grid, rng.choice((18, 20, 26)), stand)
    if rng.random() < 0.5:
        write(page, 60, low - 12, "A deductible is taken once for every case.")
    page.save()
    return meant, assemble(read_pdf(path))


@pytest.mark.parametrize("frame", ["ruled", "unruled", "unruled, middle", "unruled, foot"])
def test_no_piece_of_an_amount_leaves_its_cell(tmp_path: Path, frame: str) -> None:
    for seed in range(40):
        meant, parsed = drawn(tmp_path / "half.pdf", seed, frame)
        rows = [line.split("\t") for line in parsed.text.splitlines()]
        read = [[row[0], *map(bare, row[1:])] for row in rows if row[0] in LABELS]
        assert read == meant, seed
        assert not any(re.search(r"\d", parsed.text[b.start : b.end]) for b in parsed.blocks if b.kind == "heading")
        _, pieces = fragment(parsed, "p@1", "P", FragmentRules(size=12), lambda part: len(part.split()))
        for row in meant:
            for piece in pieces:
                assert row[0] not in piece.text or all(amount in bare(piece.text) for amount in row[1:]), seed


def test_a_name_of_several_lines_at_the_middle_of_its_row_stays_with_its_values(tmp_path: Path) -> None:
    grid = [
        ["Peril", "Attic", "Cellar"],
        ["Flood and\nstorm surge", "$5,000", "$10,\n000"],
        ["Wind\ndriven\nrain", "$1,000", "$2,500"],
        ["Theft", "$750", "$1,250"],
    ]
    page = canvas(tmp_path / "names.pdf")
    write(page, 60, 760, "Deductibles of the farm", 16, "Helvetica-Bold")
    unruled(page, [60, 180, 280], 700, grid, 20, 0.5)
    page.save()
    parsed = assemble(read_pdf(tmp_path / "names.pdf"))
    cells = [parsed.text[cell.start : cell.end] for block in parsed.blocks for cell in block.cells]
    assert cells == [re.sub("\n", " ", cell).replace(", ", ",") for row in grid for cell in row]


def test_a_name_over_a_row_that_stands_at_its_top_is_no_line_of_it(tmp_path: Path) -> None:
    grid = [["Assets", "2024", "2025"], ["Cash", "1,300", "1,450"], ["Debts", "", ""], ["Loans", "700", "650"]]
    page = canvas(tmp_path / "accounts.pdf")
    write(page, 60, 760, "Accounts of the farm", 16, "Helvetica-Bold")
    unruled(page, [60, 180, 280], 700, grid, 13)
    page.save()
    text = assemble(read_pdf(tmp_path / "accounts.pdf")).text
    assert "Loans\t700\t650" in text
    assert "Debts Loans" not in text
