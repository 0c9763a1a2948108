"""How long does it take from the id of a failing case to the broken link, each time as a process of its own?"""

from __future__ import annotations

import csv
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import numpy as np

from bench.figures import ROOT, commit, options, table, write_section
from bench.latency import questions
from bench.synthetic import fill
from opora.inference.embed import E5Embedder
from opora.store.sqlite import SqliteLibrary

PAGE = ROOT / "docs" / "bench.md"
OPORA = str(Path(sys.executable).with_name("opora"))
AT = "2026-10-23"
ASKED = Path("diagnosis") / "asked.json"  # which trace answered which case last
AT_MOST_S = 2.0
HEAD = ("fragments", "command", "clock", "n", "min s", "median s", "max s", "median under 2 s")
COLUMNS = ("id", "at", "question", "expected_action", "fact_ids", "source_ids", "expected_response")


@dataclass(frozen=True, slots=True)
class Run:
    """Seconds of one process from its start to its end; ``processor`` counts all threads, user and system."""

    wall: float
    processor: float


def run(words: list[str], code: int, says: str = "") -> Run:
    """One process. RuntimeError when it does not end or say what it must: then the time would be that of something else."""
    was, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(words, capture_output=True, text=True)
    wall, now = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != code or says not in done.stdout:
        raise RuntimeError(f"{' '.join(words)} ended with {done.returncode}: {done.stdout[:400]} {done.stderr[:400]}")
    return Run(wall, now.ru_utime - was.ru_utime + now.ru_stime - was.ru_stime)


def golden_set(path: Path, fragments: int, count: int) -> None:
    """Cases that fail: each expects a source that its question does not name."""
    rows = [
        (f"Q{number}", AT, text, "answer", "", "syn00000", "0 days")
        for number, text in enumerate(questions(fragments, count, salt=int(np.random.default_rng().integers(1 << 30))))
    ]
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([COLUMNS, *rows])


@contextmanager
def made(fragments: int, kept: Path | None) -> Iterator[Path]:
    """The folder of a made-up library, without notes of what was asked. ``kept``: where such libraries stay."""
    with tempfile.TemporaryDirectory(prefix="opora-bench-") as folder:
        place = (kept or Path(folder)) / str(fragments)
        there = (place / "opora.db").exists()
        library = SqliteLibrary.open(place, create=True)
        if not there:
            embedder = E5Embedder.open()
            fill(library, fragments, embedder.model_id, embedder.dim)
        library.close()
        (place / ASKED).unlink(missing_ok=True)
        yield place


def measure(fragments: int, count: int, kept: Path | None) -> list[list[str]]:
    """Two rows a command, wall and processor. The commands take turns, so that load on the machine meets them alike."""
    with made(fragments, kept) as library, tempfile.TemporaryDirectory(prefix="opora-golden-") as folder:
        golden = Path(folder) / "golden.csv"
        golden_set(golden, fragments, count + 1)
        rounds = [_round(library, golden, number) for number in range(count + 1)]
    times = {name: [one[name] for one in rounds[1:]] for name in rounds[0]}  # the first reads the files from the disk
    return [row for name, runs in times.items() for row in _rows(fragments, name, runs)]


def _round(library: Path, golden: Path, number: int) -> dict[str, Run]:
    of_library = [OPORA, "--library", str(library)]
    case = [*of_library, "diagnose", str(golden), "--case", f"Q{number}"]
    other = questions(1000, 1, salt=1000 + number)[0]
    return {
        "diagnose --case ID, never asked before": run(case, 1, "broken at:"),
        "diagnose --case ID, its reply on record": run(case, 1, "broken at:"),
        "beside: python -c pass": run([sys.executable, "-c", "pass"], 0),
        "beside: opora --version": run([OPORA, "--version"], 0),
        "beside: opora versions SOURCE": run([*of_library, "versions", "syn00001"], 0, "syn00001@v1"),
        "beside: opora ask, no diagnosis": run([*of_library, "ask", other, "--at", AT], 0),
    }


def _rows(fragments: int, name: str, runs: list[Run]) -> list[list[str]]:
    found = []
    for clock in ("wall", "processor"):
        times = [getattr(one, clock) for one in runs]
        middle = median(times)
        kept = "" if name.startswith("beside") else "yes" if middle < AT_MOST_S else "no"
        figures = [f"{value:.2f}" for value in (min(times), middle, max(times))]
        found.append([f"{fragments:,}", f"`{name}`" if not name.startswith("beside") else name, clock, str(len(times))])
        found[-1] += [*figures, kept]
    return found


def main() -> None:
    taken = options(__doc__, PAGE)
    taken.add_argument("--sizes", type=int, nargs="*", default=[10_000, 100_000])
    taken.add_argument("--times", type=int, default=7)
    taken.add_argument("--kept", type=Path, help="keep the made-up libraries here, or take them from here")
    chosen = taken.parse_args()
    rows = [row for size in chosen.sizes for row in measure(size, chosen.times, chosen.kept)]
    text = table(HEAD, rows)
    print(text)
    note = (
        f"`python -m bench.case_link`, commit {commit()}. Made-up library (`bench/synthetic.py`). Each run is a process: "
        "the start of the interpreter, the program and the model are in it. A case that was never asked before is asked "
        "first, with the model; the next time its reply is on record. The commands take turns; one round that is not "
        "counted goes before. Every case fails, and every run had to name the link. The target is two seconds with the "
        f"reply on record. Absolute times are this machine's under its load (on average {os.getloadavg()[2]:.0f} processes "
        f"wanted its {os.cpu_count()} cores in the last quarter of an hour); the processor's time counts all threads.\n\n"
    )
    if not chosen.no_page:
        write_section(PAGE, "From a failing case to its link", note + text)


if __name__ == "__main__":
    main()
