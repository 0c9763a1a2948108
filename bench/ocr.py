"""How well are scanned pages read, are their amounts exact, and is an amount that was read wrongly marked?

``python -m bench.ocr`` draws forty pages (``bench/ocr_pages.py``) and forty worn ones, adds noise, reads them through the
road of a document and writes the section "OCR" of docs/bench.md. Character error is the edit distance over the length of
the true text, white space as one space; an amount is right when it stands there sign for sign.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path
from statistics import mean, median

import numpy as np

from bench.figures import ROOT, commit, options, table, wilson, write_section
from bench.ocr_pages import FACES, LANGUAGES, PAGES, Page, page, runs
from opora.domain.document import Parsed
from opora.reading.ocr_rules import OcrRules, find_engine
from opora.reading.read import Ocr, read

PAGE = ROOT / "docs" / "bench.md"
CER, EXACT, MARKED = 0.015, 0.98, 0.95
NAMES = {"ru": "Russian", "uk": "Ukrainian", "ro": "Romanian", "en": "English"}


@dataclass(slots=True)
class Figures:
    """Of one page or many. ``wrong``: amounts that were read wrongly or not at all; ``caught``: those marked in doubt."""

    errors: list[float] = field(default_factory=list)
    amounts: int = 0
    exact: int = 0
    wrong: int = 0
    caught: int = 0
    cried: int = 0
    seconds: list[float] = field(default_factory=list)

    def add(self, other: Figures) -> None:
        self.errors += other.errors
        self.seconds += other.seconds
        for name in ("amounts", "exact", "wrong", "caught", "cried"):
            setattr(self, name, getattr(self, name) + getattr(other, name))


def distance(truth: str, read_text: str) -> int:
    """Insertions, deletions and replacements that turn one text into the other."""
    other = np.array([ord(char) for char in read_text], np.int32)
    places = np.arange(len(other) + 1)
    row = places.copy()
    for number, char in enumerate(truth, start=1):
        least = np.minimum(row[:-1] + (other != ord(char)), row[1:] + 1)
        row = np.minimum.accumulate(np.concatenate(([number], least)) - places) + places
    return int(row[-1])


def judged(drawn: Page, parsed: Parsed, seconds: float) -> Figures:
    """The figures of one page."""
    flat = lambda text: " ".join(text.split())  # noqa: E731
    truth, found = flat(" ".join(drawn.lines)), flat(parsed.text)
    figures = Figures([distance(truth, found) / len(truth)], len(drawn.amounts), seconds=[seconds])
    doubtful = _doubtful(parsed)
    read_amounts = [run for run, _ in doubtful]
    matcher = SequenceMatcher(None, list(drawn.amounts), read_amounts, autojunk=False)
    for kind, low, high, first, last in matcher.get_opcodes():
        if kind == "equal":
            figures.exact += high - low
            figures.cried += sum(doubt for _, doubt in doubtful[first:last])
            continue
        marks = [doubt for _, doubt in doubtful[first:last]]
        figures.wrong += high - low
        figures.caught += min(high - low, sum(marks)) if not all(marks) or not marks else high - low
    return figures


def _doubtful(parsed: Parsed) -> list[tuple[str, bool]]:
    """Runs of digits of the text in order, and whether a mark of doubt stands on any part of one."""
    found: list[tuple[str, bool]] = []
    for block in parsed.blocks:
        if block.kind == "table":
            continue
        at = block.start
        for part in parsed.text[block.start : block.end].split("\t"):
            spread = part.replace("\n", " ")
            start = 0
            for run in runs(spread):
                start = spread.index(run, start)
                low, high = at + start, at + start + len(run)
                found.append((run, any(d.start < high and d.end > low for d in block.doubts)))
                start += len(run)
            at += len(part) + 1
    return found


def measure(worn: bool, count: int, every: int, faces: Sequence[str] = FACES) -> dict[str, Figures]:
    """By language."""
    found = {language: Figures() for language in LANGUAGES}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(0, count, every):
            drawn = page(number, worn=worn, faces=faces)
            file = Path(folder) / "page.img"
            file.write_bytes(drawn.image)
            started = time.perf_counter()
            parsed = read(file, ocr=Ocr(OcrRules(workers=1)))
            figures = judged(drawn, parsed, time.perf_counter() - started)
            found[drawn.language].add(figures)
            print(
                f"{drawn.name} {drawn.spoilt}: character error {figures.errors[0]:.2%}, "
                f"amounts {figures.exact}/{figures.amounts}, marked {figures.caught}/{figures.wrong}, "
                f"marked in vain {figures.cried}",
                flush=True,
            )
    return found


def total(by_language: dict[str, Figures]) -> Figures:
    whole = Figures()
    for figures in by_language.values():
        whole.add(figures)
    return whole


def _row(name: str, figures: Figures) -> list[str]:
    low, high = wilson(figures.exact, figures.amounts)
    caught = f"{figures.caught} of {figures.wrong}" if figures.wrong else "–"
    return [
        name,
        f"{mean(figures.errors):.2%}",
        f"{median(figures.errors):.2%}",
        f"{figures.exact} of {figures.amounts} ({low:.3f}–{high:.3f})",
        caught,
        f"{figures.cried} of {figures.exact}",
        f"{median(figures.seconds):.1f}",
    ]


def section(clean: dict[str, Figures], worn: dict[str, Figures], command: str, drawn_with: str = "DejaVu faces") -> str:
    head = (
        "pages",
        "character error, mean",
        "median",
        "amounts exact (95 %)",
        "wrong ones marked",
        "right ones marked",
        "s a page",
    )
    rows = [_row(NAMES[name], figures) for name, figures in clean.items()]
    rows.append(_row("**all**", total(clean)))
    rows.append(_row("worn, all", total(worn)))
    n, m = len(total(clean).errors), len(total(worn).errors)
    return (
        f"{n} pages drawn with {drawn_with}: 150 and 300 dpi, turned by up to 2°, clean, grainy, specked, soft or copied; and {m} "
        "worn ones at 100 dpi with noise, blur and JPEG marks, which are there to have numbers that are read wrongly. "
        "Amounts are prices, rates, dates, contract and account numbers; a run of digits with its signs is exact when it "
        "stands there sign for sign. An amount is marked when two readings differ, or their confidence is low. "
        "Synthetic pages say nothing about handwriting, stamps over numbers or photographs.\n\n"
        + table(head, rows)
        + f"\n`{command}`, commit {commit()}; seconds are those of a shared machine of two processors.\n"
    )


def main(argv: Sequence[str] | None = None) -> int:
    parser = options(__doc__, PAGE)
    parser.add_argument("--every", type=int, default=1, help="every n-th page only; nothing is written then")
    parser.add_argument(
        "--faces", default="", help="other font files, as LiberationSans,LiberationMono; nothing is written"
    )
    arguments = parser.parse_args(argv)
    faces = tuple(filter(None, arguments.faces.split(","))) or FACES
    if find_engine(OcrRules()) is None:
        print("bench.ocr: Tesseract with its language data is not installed", file=sys.stderr)
        return 1
    clean = measure(False, PAGES, arguments.every, faces)
    worn = measure(True, PAGES, arguments.every, faces)
    body = section(
        clean,
        worn,
        " ".join(["python -m bench.ocr", *(f"--faces {arguments.faces}",) * bool(arguments.faces)]),
        arguments.faces or "DejaVu faces",
    )
    print(body)
    whole, all_wrong = total(clean), total(clean)
    all_wrong.add(total(worn))
    if arguments.every == 1 and faces == FACES and not arguments.no_page:
        write_section(PAGE, "OCR", body)
    good = mean(whole.errors) <= CER and whole.exact >= EXACT * whole.amounts
    return 0 if good and all_wrong.caught >= MARKED * all_wrong.wrong else 1


if __name__ == "__main__":
    sys.exit(main())
