"""How much of office files, web pages, messages and subtitles is read, in which order, and how many of their table cells?

Truth is the Markdown beside each file of the docling test set. It is that tool's own output, not a person's: it repeats a
merged cell in every place and writes formulas as LaTeX, so 1.0 cannot be reached everywhere.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter, defaultdict
from collections.abc import Callable
from email import policy
from email.parser import BytesParser
from itertools import groupby
from pathlib import Path

from bench.data import data_folder
from bench.figures import ROOT, commit, no_data, options, table, write_section
from bench.reading import in_order, recall, words
from opora.domain.document import Parsed

PAGE = ROOT / "docs" / "reading.md"
_LINK = re.compile(r"\]\([^)]*\)")
_ADDRESS = re.compile(r"https?://\S+")  # of links, which stand in the text part alone
_RULE = re.compile(r"\|[\s:|-]+\|?")


def true_cells(markdown: str) -> Counter[str]:
    """Cells of all tables by their words; equal cells side by side are one, as they were before they were merged."""
    found: Counter[str] = Counter()
    for line in markdown.split("\n"):
        if line.startswith("|") and not _RULE.fullmatch(line.strip()):
            cells = [" ".join(words(cell)) for cell in line.strip().strip("|").split("|")]
            found.update(cell for cell, _ in groupby(cells) if cell)
    return found


def read_cells(parsed: Parsed) -> Counter[str]:
    cells = (cell for block in parsed.blocks for cell in block.cells)
    texts = (" ".join(words(parsed.text[cell.start : cell.end])) for cell in cells)
    return Counter(text for text in texts if text)


def f1(truth: Counter[str], read: Counter[str]) -> float:
    both = sum((truth & read).values())
    return 2 * both / max(1, sum(truth.values()) + sum(read.values()))


def _plain_docx(path: Path) -> str:
    import docx

    try:
        document = docx.Document(str(path))
    except KeyError:  # it cannot open the strict dialect
        return ""
    cells = (cell.text for one in document.tables for row in one.rows for cell in row.cells)
    return "\n".join([*(paragraph.text for paragraph in document.paragraphs), *cells])


def _plain_html(path: Path) -> str:
    from lxml import html

    return str(html.fromstring(path.read_bytes()).text_content())


def _plain_csv(path: Path) -> str:
    return "\n".join(" ".join(row) for row in csv.reader(io.StringIO(path.read_text("utf-8"))))


def message_truth(path: Path) -> str:
    """Subject and text part of a message as Python's email package gives them, without the addresses of links; empty where
    it has no text part that can be read."""
    message = BytesParser(policy=policy.default).parsebytes(path.read_bytes())
    body = message.get_body(("plain",))
    try:
        text = str(body.get_content()) if body is not None else ""
    except (LookupError, UnicodeError, KeyError):  # an encoding that nobody knows
        return ""
    readable = text.strip() and "\0" not in text  # a message in UTF-16 comes out of that package as single letters
    return _ADDRESS.sub(" ", f"{message['subject'] or ''}\n{text}") if readable else ""


def messages(data: Path) -> list[tuple[Path, str]]:
    """The messages of the shared data that have a text part, with it."""
    return [(path, truth) for path in sorted(data.rglob("*.eml")) if (truth := message_truth(path))]


PLAIN: dict[str, tuple[str, Callable[[Path], str]]] = {
    ".docx": ("python-docx", _plain_docx),
    ".html": ("lxml text", _plain_html),
    ".csv": ("csv module", _plain_csv),
}


def main() -> None:
    from opora.errors import ReadingError
    from opora.reading.read import read

    chosen = options(__doc__, PAGE).parse_args()
    data = data_folder()
    if data is None:
        no_data("bench.formats")
    sums: dict[str, list[tuple[int, float, float, float, float]]] = defaultdict(list)
    refused: Counter[str] = Counter()
    tables: dict[str, list[float]] = defaultdict(list)
    for path, given in [*_given(data), *messages(data)]:
        markdown = _LINK.sub("]", given)
        truth = words(markdown)
        try:
            parsed = read(path)
        except ReadingError:
            refused[path.suffix] += 1
            continue
        found = words(parsed.text)
        other = words(PLAIN[path.suffix][1](path)) if path.suffix in PLAIN else []
        sums[path.suffix].append(
            (len(truth), recall(truth, found), in_order(truth, found), recall(truth, other), in_order(truth, other))
        )
        if path.suffix != ".eml" and true_cells(markdown):
            tables[path.suffix].append(f1(true_cells(markdown), read_cells(parsed)))
    rows = [_row(suffix, sums[suffix], tables[suffix], refused[suffix]) for suffix in sorted({*sums, *refused})]
    text = table(
        ("type", "files", "refused", "true words", "recall / order", "cells F1 (files)", "beside: recall / order"), rows
    )
    print(text)
    head = (
        f"`python -m bench.formats`, commit {commit()}. Truth is docling's Markdown beside the files of its test set (its output, "
        "not a person's: merged cells are repeated there, formulas are LaTeX, charts stand as tables); of messages it is the subject and the text part as Python's email package gives them, addresses of links aside. Means weighted by words. Where workbooks, ODT and slides stay low the truth says things twice: merged "
        "cells, the cells a chart draws, tables in cells; of the workbooks' values none is missing, but the truth writes numbers without their formats, of their charts the titles are.\n\n"
    )
    if not chosen.no_page:
        write_section(PAGE, "How much is read", head + text)


def _given(data: Path) -> list[tuple[Path, str]]:
    """Files with a text beside them, PDFs aside, and that text."""
    texts = [
        (one.parent.parent / "sources" / one.stem, one) for one in sorted((data / "docling").rglob("groundtruth/*.md"))
    ]
    return [(path, text.read_text("utf-8")) for path, text in texts if path.suffix != ".pdf" and path.exists()]


def _row(
    suffix: str, found: list[tuple[int, float, float, float, float]], cells: list[float], refused: int
) -> list[str]:
    total = sum(one[0] for one in found)

    def mean(at: int) -> str:
        return f"{sum(one[0] * one[at] for one in found) / total:.3f}" if total else "–"

    beside = f"{PLAIN[suffix][0]}: {mean(3)} / {mean(4)}" if suffix in PLAIN else "–"
    share = f"{sum(cells) / len(cells):.3f} ({len(cells)})" if cells else "–"
    return [suffix, str(len(found)), str(refused), str(total), f"{mean(1)} / {mean(2)}", share, beside]


if __name__ == "__main__":
    main()
