"""How fast does a folder of PDFs become searchable, beside LangChain's recursive splitter over pypdf with the same embedder?"""

from __future__ import annotations

import json
import logging
import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from bench.data import data_folder
from bench.figures import ROOT, commit, options, table, write_section

PAGE = ROOT / "docs" / "bench.md"
OPORA = str(Path(sys.executable).with_name("opora"))
CHUNK, OVERLAP = 500, 50


@dataclass(frozen=True, slots=True)
class Pace:
    """What one run did in how many seconds of wall time, the program's start and the model's loading included."""

    pages: int
    fragments: int
    chars: int
    seconds: float


def corpus(data: Path | None, max_pages: int) -> list[Path]:
    """PDFs with a text layer that pypdf opens too, in order of name, until ``max_pages`` are reached; the sample form if there is no data."""
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    folders = [data / name for name in ("pdfplumber", "docling", "pypdf_samples")] if data else [ROOT / "samples"]
    chosen, pages = [], 0
    for path in sorted(found for folder in folders for found in folder.rglob("*.pdf")):
        try:
            texts = [page.extract_text() for page in PdfReader(path).pages]
        except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, OSError):
            continue
        if not texts or min(len(text) for text in texts) < 200 or pages + len(texts) > max_pages:
            continue
        chosen.append(path)
        pages += len(texts)
    return chosen


def contend(files: list[Path]) -> Pace:
    """pypdf, RecursiveCharacterTextSplitter and the same embedder, one process, nothing stored."""
    start = time.perf_counter()
    from langchain_text_splitters import RecursiveCharacterTextSplitter
    from pypdf import PdfReader

    from opora.inference.embed import E5Embedder

    embedder = E5Embedder.open()
    splitter = RecursiveCharacterTextSplitter(chunk_size=CHUNK, chunk_overlap=OVERLAP)
    pages, pieces = 0, []
    for path in files:
        texts = [page.extract_text() for page in PdfReader(path).pages]
        pages += len(texts)
        pieces += splitter.split_text("\n".join(texts))
    embedder.encode_passages(pieces)
    return Pace(pages, len(pieces), sum(map(len, pieces)), time.perf_counter() - start)


def opora(files: list[Path]) -> Pace:
    """`opora add` on the folder: guarded readers, fragments, vectors, facts of the page, one durable transaction a file."""
    with tempfile.TemporaryDirectory(prefix="opora-bench-") as folder:
        library, incoming = Path(folder) / "library", Path(folder) / "incoming"
        incoming.mkdir()
        for number, path in enumerate(files):
            shutil.copy(path, incoming / f"{number:03}-{path.name}")
        environment = {**os.environ, "OPORA_LIBRARY": str(library)}
        subprocess.run([OPORA, "init", str(library)], check=True, capture_output=True)
        start = time.perf_counter()
        done = subprocess.run([OPORA, "add", str(incoming), "--json"], env=environment, capture_output=True, text=True)
        seconds = time.perf_counter() - start
        items = json.loads(done.stdout)["items"]
        pages, chars = 0, 0
        for item in items:
            if item["state"] != "ready":
                print(f"bench: {item['source_id']} is not ready: {item['error']}")
                continue
            listed = subprocess.run(
                [OPORA, "fragments", item["version_id"], "--json"],
                env=environment,
                capture_output=True,
                text=True,
                check=True,
            )
            fragments = json.loads(listed.stdout)
            fragments = fragments.get("items", fragments) if isinstance(fragments, dict) else fragments
            chars += sum(len(fragment["text"]) for fragment in fragments)
        from pypdf import PdfReader

        pages = sum(len(PdfReader(path).pages) for path in files)
        return Pace(pages, sum(item["fragments"] for item in items), chars, seconds)


def main() -> None:
    taken = options(__doc__, PAGE)
    taken.add_argument("--pages", type=int, default=60, help="at most so many pages")
    taken.add_argument("--contender", nargs="*", help="internal: run the other side on these files")
    chosen = taken.parse_args()
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    if chosen.contender is not None:
        pace = contend([Path(name) for name in chosen.contender])
        print(json.dumps([pace.pages, pace.fragments, pace.chars, pace.seconds]))
        return
    files = corpus(data_folder(), chosen.pages)
    other = [sys.executable, "-m", "bench.ingest", "--contender", *map(str, files)]
    subprocess.run([*other[:4], *map(str, files[:1])], check=True, capture_output=True, cwd=ROOT)
    ran = subprocess.run(other, check=True, capture_output=True, text=True, cwd=ROOT)
    beside, ours = Pace(*json.loads(ran.stdout.splitlines()[-1])), opora(files)
    rows = [_row("opora add", ours), _row("pypdf + LangChain recursive + same embedder", beside)]
    rows.append(
        [
            "ratio, opora / other",
            "",
            *(f"{_per_second(ours, what) / _per_second(beside, what):.2f}" for what in ("pages", "fragments", "chars")),
        ]
    )
    text = table(("road", "pages, fragments, characters", "pages/s", "fragments/s", "characters/s"), rows)
    print(text)
    head = f"`python -m bench.ingest --pages {chosen.pages}`, commit {commit()}, n = {len(files)} files, one run after the other.\n"
    head += f"The other road: pieces of {CHUNK} characters with {OVERLAP} overlap, nothing stored. Start and model loading are in both times.\n"
    head += "Absolute times are this machine's under its load; the ratio is the figure.\n\n"
    if not chosen.no_page:
        write_section(PAGE, "Ingest", head + text)


def _per_second(pace: Pace, what: str) -> float:
    return float(getattr(pace, what)) / pace.seconds


def _row(name: str, pace: Pace) -> list[str]:
    amount = f"{pace.pages}, {pace.fragments}, {pace.chars}"
    return [name, amount, *(f"{_per_second(pace, what):.1f}" for what in ("pages", "fragments", "chars"))]


if __name__ == "__main__":
    main()
