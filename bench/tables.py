"""Which cells of drawn tables are read right, and is an amount ever split or joined, beside pdfplumber?"""

from __future__ import annotations

import argparse
import importlib.util
import logging
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from bench.figures import ROOT, commit, table, wilson, write_section
from bench.table_pages import KINDS, Drawing, draw_all

PAGE = ROOT / "docs" / "reading.md"
Cell = tuple[str, int, str]


def opora_cells(path: Path) -> list[list[tuple[int, str]]]:
    """Rows of (column from 1, text)."""
    from opora.reading.assemble import assemble
    from opora.reading.pdf import read_pdf

    parsed = assemble(read_pdf(path))
    rows = [block for block in parsed.blocks if block.kind == "table_row"]
    return [[(cell.column, parsed.text[cell.start : cell.end]) for cell in row.cells] for row in rows]


def pdfplumber_cells(path: Path) -> list[list[tuple[int, str]]]:
    import pdfplumber

    with pdfplumber.open(path) as document:
        rows = [row for page in document.pages for found in page.extract_tables() for row in found]
    return [[(at, " ".join(text.split())) for at, text in enumerate(row, start=1) if text] for row in rows]


def readers() -> dict[str, Callable[[Path], list[list[tuple[int, str]]]]]:
    found = {"opora": opora_cells}
    if importlib.util.find_spec("pdfplumber"):
        found["pdfplumber"] = pdfplumber_cells
    return found


def body(rows: list[list[tuple[int, str]]], drawing: Drawing) -> list[Cell]:
    """(name of the row, column, text) of every cell; rows of header texts alone are no body, however often they come."""
    out: list[Cell] = []
    for row in rows:
        if row and not all(text in drawing.head for _, text in row):
            label = row[0][1] if row[0][0] == 1 else ""
            out.extend((label, column, text) for column, text in row)
    return out


def scores(drawing: Drawing, read: list[Cell]) -> tuple[int, int, int, int]:
    """Cells right, cells drawn, cells read, amounts that stand whole in their own cell."""
    right = Counter(drawing.cells) & Counter(read)
    amounts = sum(count for (_, column, _), count in right.items() if column > 1)
    return sum(right.values()), len(drawing.cells), len(read), amounts


def measure(drawings: list[Drawing]) -> dict[str, dict[str, tuple[int, ...]]]:
    """For each reader and kind the four sums of ``scores`` and the number of amounts drawn."""
    out: dict[str, dict[str, tuple[int, ...]]] = {}
    for name, side in readers().items():
        sums: dict[str, tuple[int, ...]] = dict.fromkeys(KINDS, (0, 0, 0, 0, 0))
        for drawing in drawings:
            kind = drawing.path.stem.rsplit("-", 1)[0]
            found = (*scores(drawing, body(side(drawing.path), drawing)), len(drawing.amounts))
            sums[kind] = tuple(a + b for a, b in zip(sums[kind], found, strict=True))
        out[name] = {**sums, "all": tuple(map(sum, zip(*sums.values(), strict=True)))}
    return out


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--no-page", action="store_true", help="print only; leave docs/reading.md as it is")
    chosen = parser.parse_args()
    logging.disable(logging.CRITICAL)
    try:
        with tempfile.TemporaryDirectory() as folder:
            drawings = draw_all(Path(folder))
            found = measure(drawings)
    except OSError as error:
        print(f"bench: {error}; nothing is measured", file=sys.stderr)
        return 1
    rows = [
        [kind, str(found["opora"][kind][1]), *(_shown(sums[kind]) for sums in found.values())]
        for kind in (*KINDS, "all")
    ]
    text = table(("tables", "cells", *(f"{name}: cell F1; amounts whole" for name in found)), rows)
    print(text)
    note = "A third of the amounts is broken over two lines. An amount not whole is split, joined to another, or elsewhere."
    head = f"`python -m bench.tables`, commit {commit()}: {len(drawings)} drawn files, four ways of writing amounts. {note}\n\n"
    if not chosen.no_page:
        write_section(PAGE, "Cells of drawn tables", f"{head}{text}")
    return 0


def _shown(sums: tuple[int, ...]) -> str:
    right, drawn, read, whole, amounts = sums
    low, high = wilson(whole, amounts)
    return f"{2 * right / max(1, drawn + read):.3f}; {whole} of {amounts} ({low:.3f}–{high:.3f})"


if __name__ == "__main__":
    sys.exit(main())
