"""Which cells of real tables are read right, beside what other parsers make of the same files?

Truth is in ``bench/truth``: one file a table, written by hand from the page as it is shown, a merged
cell where it begins. A cell is right when its text, the first text of its row and its place among the used columns agree.
"""

from __future__ import annotations

import argparse
import logging
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from bench.data import data_folder
from bench.figures import ROOT, commit, table, write_section

PAGE = ROOT / "docs" / "reading.md"
TRUTH = Path(__file__).parent / "truth"
_MOST = 0.6
_BULLETS = re.compile(r"[•►▪◦]\s*")
Rows = list[list[str]]
Cell = tuple[str, int, str]


@dataclass(frozen=True, slots=True)
class Truth:
    """A table as it is shown. ``some``: the file has more rows; only those that are meant to be among these are judged."""

    name: str
    file: str
    rows: Rows
    some: bool


def truths() -> list[Truth]:
    out: list[Truth] = []
    for path in sorted(TRUTH.glob("*.txt")):
        head, _, body = path.read_text("utf-8").partition("\n\n")
        said = dict(line.split(": ", 1) for line in head.split("\n"))
        rows = [
            [cell.strip().replace("¦", "|") for cell in line.split("|")] for line in body.split("\n") if line.strip()
        ]
        out.append(Truth(path.stem, said["file"], rows, said["rows"] == "some"))
    return out


def folded(text: str) -> str:
    """Without case, compatibility forms, bullets and the breaks of lines."""
    return " ".join(_BULLETS.sub("", unicodedata.normalize("NFKC", text).casefold()).split())


def cells_of(rows: Rows) -> list[Cell]:
    """(first text of the row, place of the column among the used ones, text) of every cell with a text."""
    plain = [[folded(cell) for cell in row] for row in rows]
    used = sorted({at for row in plain for at, cell in enumerate(row) if cell})
    place = {at: number for number, at in enumerate(used)}
    return [(next(one for one in row if one), place[at], cell) for row in plain for at, cell in enumerate(row) if cell]


def _judged(row: list[str], truth: Truth) -> bool:
    """Whether the row is meant to be one of the truth: it begins so, and has most of its texts."""
    texts = [one for one in map(folded, row) if one]
    for wanted in truth.rows if truth.some else ():
        true = [one for one in map(folded, wanted) if one]
        if texts[:1] == true[:1] and len(set(texts) & set(true)) > _MOST * len(set(true)):
            return True
    return not truth.some


def score(truth: Truth, tables: list[Rows]) -> float:
    """F1 of the table of the file that fits best."""
    wanted = Counter(cells_of(truth.rows))
    best = 0.0
    for rows in tables:
        read = Counter(cells_of([row for row in rows if _judged(row, truth)]))
        both = sum((wanted & read).values())
        best = max(best, 2 * both / (sum(wanted.values()) + sum(read.values())))
    return best


def opora_tables(path: Path) -> list[Rows]:
    from opora.reading.read import read

    parsed = read(path)
    found: dict[str, Rows] = {}
    for block in parsed.blocks:
        if block.kind == "table_row":
            row = [""] * max((cell.column for cell in block.cells), default=0)
            for cell in block.cells:
                row[cell.column - 1] = parsed.text[cell.start : cell.end]
            found.setdefault(str(block.parent), []).append(row)
    return list(found.values())


def _pdfplumber(path: Path) -> Iterator[Rows]:
    import pdfplumber

    with pdfplumber.open(path) as document:
        for page in document.pages:
            for rows in page.extract_tables():
                yield [[cell or "" for cell in row] for row in rows]


def _python_docx(path: Path) -> Iterator[Rows]:
    import docx

    for one in docx.Document(str(path)).tables:
        seen: set[object] = set()
        rows: Rows = []
        for row in one.rows:
            rows.append(["" if cell._tc in seen else cell.text for cell in row.cells])
            seen.update(cell._tc for cell in row.cells)
        yield [_once(row) for row in rows]


def _once(row: list[str]) -> list[str]:
    """It gives a cell that is merged across as often as it is wide."""
    return [cell if not at or cell != row[at - 1] else "" for at, cell in enumerate(row)]


def _calamine(path: Path) -> Iterator[Rows]:
    from python_calamine import CalamineWorkbook

    book = CalamineWorkbook.from_path(str(path))
    for name in book.sheet_names:
        yield [[_number(cell) for cell in row] for row in book.get_sheet_by_name(name).to_python()]


def _number(cell: object) -> str:
    return str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell)


def _lxml(path: Path) -> Iterator[Rows]:
    from lxml import html

    for one in html.fromstring(path.read_bytes()).iter("table"):
        yield [[str(cell.text_content()) for cell in row.iter("td", "th")] for row in one.iter("tr")]


def _slides(path: Path) -> Iterator[Rows]:
    import zipfile

    from lxml import etree

    a = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
    with zipfile.ZipFile(path) as package:
        for name in sorted(package.namelist()):
            if name.startswith("ppt/slides/slide"):
                for one in etree.fromstring(package.read(name)).iter(f"{a}tbl"):
                    yield [["".join(cell.itertext()) for cell in row.iter(f"{a}tc")] for row in one.iter(f"{a}tr")]


BESIDE: dict[str, tuple[str, Callable[[Path], Iterator[Rows]]]] = {
    ".pdf": ("pdfplumber", _pdfplumber),
    ".docx": ("python-docx", _python_docx),
    ".xlsx": ("calamine, sheet whole", _calamine),
    ".html": ("lxml", _lxml),
    ".pptx": ("lxml", _slides),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--no-page", action="store_true", help="print only; leave docs/reading.md as it is")
    chosen = parser.parse_args()
    data = data_folder()
    if data is None:
        print("bench.real_tables: nothing is measured, there is no folder shared/data", file=sys.stderr)
        return 3
    logging.disable(logging.CRITICAL)
    rows, sums = [], [0.0, 0.0]
    for truth in truths():
        path = data / truth.file
        name, other = BESIDE[path.suffix]
        mine, theirs = score(truth, opora_tables(path)), score(truth, list(other(path)))
        sums = [sums[0] + mine, sums[1] + theirs]
        cells = len(cells_of(truth.rows))
        rows.append([truth.name, path.name, str(cells), f"{mine:.3f}", f"{theirs:.3f} ({name})"])
    rows.append([f"mean of {len(rows)}", "", "", f"{sums[0] / len(rows):.3f}", f"{sums[1] / len(rows):.3f}"])
    text = table(("table", "file", "cells", "opora: cell F1", "beside"), rows)
    print(text)
    head = (
        f"`python -m bench.real_tables`, commit {commit()}. Truth is in `bench/truth`: written by hand from the page as it is "
        "shown; no second person has checked it. A cell is right when its text, its row and its column are.\n\n"
    )
    if not chosen.no_page:
        write_section(PAGE, "Cells of real tables", head + text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
