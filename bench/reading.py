"""How much of a PDF's text is read, and in which order, beside pypdf and pdfplumber?

Truth is the Markdown that stands beside each PDF. Recall is the share of its words that were read, each as often as it
stands there; order is the length of the longest common subsequence of words as a share of the truth.
"""

from __future__ import annotations

import importlib.util
import logging
import re
import unicodedata
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path

from bench.data import data_folder
from bench.figures import ROOT, commit, no_data, options, table, write_section

PAGE = ROOT / "docs" / "bench.md"
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
    from opora.reading.read import read

    return read(path).text


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


def main() -> None:
    chosen = options(__doc__, PAGE).parse_args()
    data = data_folder()
    if data is None:
        no_data("bench.reading")
    logging.disable(logging.CRITICAL)
    sides, rows = readers(), []
    for truth_file in sorted((data / "docling" / "pdf" / "groundtruth").glob("*.md")):
        path = data / "docling" / "pdf" / "sources" / f"{truth_file.stem}.pdf"
        truth = words(truth_file.read_text("utf-8"))
        read = {name: words(side(path)) for name, side in sides.items()}
        shares = [f"{recall(truth, found):.3f} / {in_order(truth, found):.3f}" for found in read.values()]
        rows.append([path.name, str(len(truth)), *shares])
    text = table(("file", "true words", *(f"{name}: recall / order" for name in sides)), rows)
    print(text)
    head = f"`python -m bench.reading`, commit {commit()}, n = {len(rows)} files with Markdown beside them.\n\n"
    if not chosen.no_page:
        write_section(PAGE, "Text of PDFs", f"{head}{text}")


if __name__ == "__main__":
    main()
