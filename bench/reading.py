"""How much of a PDF's text is read, in which order and how fast, beside pypdf and pdfplumber?

Truth is the text that stands beside each file. Recall is the share of its words that were read, each as often as it
stands there; order is the length of the longest common subsequence of words as a share of the truth.
"""

from __future__ import annotations

import argparse
import importlib.util
import logging
import re
import sys
import unicodedata
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path

from bench.data import data_folder
from bench.figures import ROOT, commit, table, write_section
from bench.pdf_pace import peak, seconds, whole_opora, whole_pdfplumber
from opora.errors import ReadingError

PAGE = ROOT / "docs" / "reading.md"
_NOT_TEXT = re.compile(r"<!--.*?-->|</?[a-z]+>|!\[.*?\]\(.*?\)", re.S)
_WORD = re.compile(r"[^\W_]+")


def words(text: str) -> list[str]:
    """Words folded for comparison: compatibility forms unified, marks of Markdown and page breaks left out."""
    folded = unicodedata.normalize("NFKC", _NOT_TEXT.sub(" ", text.replace("&amp;", "&").replace("\\_", "_")))
    return [word.casefold() for word in _WORD.findall(folded.replace("\u00ad", ""))]


def recall(truth: list[str], read: list[str]) -> float:
    """Share of the true words that were read, with multiplicity."""
    return sum((Counter(truth) & Counter(read)).values()) / max(1, len(truth))


def in_order(truth: list[str], read: list[str]) -> float:
    """Longest common subsequence over the true length (Hunt and Szymanski 1977: an increasing run through all matches)."""
    places: dict[str, list[int]] = defaultdict(list)
    for at, word in enumerate(read):
        places[word].append(at)
    ends: list[int] = []
    for word in truth:
        for at in reversed(places.get(word, ())):
            slot = bisect_left(ends, at)
            ends[slot : slot + 1] = [at]
    return len(ends) / max(1, len(truth))


def _opora(path: Path) -> str:
    from opora.reading.read import Ocr, read

    try:
        return read(path, ocr=Ocr()).text
    except ReadingError:
        return ""


def _pypdf(path: Path) -> str:
    from pypdf import PdfReader

    return "\n".join(page.extract_text() for page in PdfReader(path).pages)


def _pdfplumber(path: Path) -> str:
    import pdfplumber

    with pdfplumber.open(path) as document:
        return "\n".join(page.extract_text() for page in document.pages)


def readers() -> dict[str, Callable[[Path], str]]:
    found = {"opora": _opora, "pypdf": _pypdf}
    if importlib.util.find_spec("pdfplumber"):
        found["pdfplumber"] = _pdfplumber
    return found


def pairs(data: Path) -> list[tuple[Path, Path]]:
    """Every file with a given text beside it, and that text."""
    found = [
        (truth.parent.parent / "sources" / f"{truth.stem}.pdf", truth)
        for truth in sorted((data / "docling" / "pdf" / "groundtruth").glob("*.md"))
    ]
    ocr = data / "docling" / "ocr"
    given = ocr / "groundtruth" / "ocr_test.md"
    found += [(ocr / "sources" / f"{name}.pdf", given) for name in ("ocr_test", "ocr_test_rotated_90")]
    found += [(data / "ocrmypdf" / name, data / "ocrmypdf" / "linn.txt") for name in ("linn.pdf", "linn.png")]
    table = data / "unstructured" / "table-multi-row-column-cells.pdf"
    found.append((table, table.with_name(f"{table.stem}-actual.csv")))
    said = data / "pdfplumber" / "scotus-transcript-p1.pdf"
    return [*found, (said, said.with_suffix(".txt"))]


def shares(data: Path) -> str:
    """Recall and order of each reader on the files that have a text beside them."""
    sides, rows = readers(), []
    for path, truth_file in pairs(data):
        truth = words(truth_file.read_text("utf-8", "replace"))
        read = {
            name: words(side(path)) if name == "opora" or path.suffix == ".pdf" else [] for name, side in sides.items()
        }
        found = [
            f"{recall(truth, found):.3f} / {in_order(truth, found):.3f}" if found else "–" for found in read.values()
        ]
        rows.append([path.name, str(len(truth)), *found])
    return table(("file", "true words", *(f"{name}: recall / order" for name in sides)), rows)


def pace(data: Path) -> str:
    """Processor seconds of both readers on the same files, one after the other in one run."""
    rows, sums = [], [0, 0.0, 0.0]
    for path in sorted(data.glob("**/*.pdf")):
        try:
            pages = whole_opora(path)  # once unmeasured: what is loaded on first use is not the file's
        except ReadingError:
            continue
        mine, other = seconds(whole_opora, path), seconds(whole_pdfplumber, path)
        sums = [sums[0] + pages, sums[1] + mine, sums[2] + other]
        rows.append([path.name, *_paces(pages, mine, other)])
    rows.append([f"all {len(rows)}", *_paces(*sums)])
    return table(("file", "pages", "opora: pages a second", "pdfplumber text and tables", "times faster"), rows)


def _paces(pages: float, mine: float, other: float) -> list[str]:
    return [str(int(pages)), f"{pages / mine:.1f}", f"{pages / other:.1f}", f"{other / mine:.1f}"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--no-page", action="store_true", help="print only; leave docs/reading.md as it is")
    chosen = parser.parse_args()
    data = data_folder()
    if data is None:
        print("bench.reading: nothing is measured, there is no folder shared/data", file=sys.stderr)
        return 3
    logging.disable(logging.CRITICAL)
    text = shares(data)
    print(text)
    head = f"`python -m bench.reading`, commit {commit()}. Truth is the text beside the files: docling's Markdown, ocrmypdf's and pdfplumber's text, unstructured's CSV. Scans are read by OCR; – is no text at all.\n\n"
    if not chosen.no_page:
        write_section(PAGE, "Text of PDFs", f"{head}{text}")
    if importlib.util.find_spec("pdfplumber") is None:
        return 0
    text = pace(data)
    pages, megabytes = peak()
    text += f"\nA drawn PDF of {pages:,} pages takes {megabytes:.0f} MB at most, its process whole.\n"
    print(text)
    head = f"`python -m bench.reading`, commit {commit()}; processor time of the whole parse, on a machine that others used.\n\n"
    if not chosen.no_page:
        write_section(PAGE, "Pace of PDFs", f"{head}{text}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
