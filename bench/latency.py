"""How long does one `ask` take at 10,000 and 100,000 fragments, beside embedding one query in the same run?"""

from __future__ import annotations

import datetime as dt
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bench.figures import ROOT, commit, options, table, write_section
from bench.synthetic import SUBJECTS, UNITS, VERBS, fill, keys, vocabulary
from opora.ask import AskRules, ask
from opora.domain.question import Question
from opora.inference.embed import E5Embedder
from opora.ports import Embedder, Library
from opora.store.sqlite import SqliteLibrary
from opora.wiring import settled

PAGE = ROOT / "docs" / "bench.md"
AT = dt.date(2026, 10, 23)
WARM = 100  # questions asked first and not counted: the common words are known then, the rare ones never
TIMES = 3.0  # of embedding one query an answer may take at most ...
TIGHT, MORE_MS = 2.0, 50.0  # ... and, as the later and harder promise, this many times and so many milliseconds
CLOCKS = {"wall": time.perf_counter, "processor": time.process_time}


def questions(fragments: int, count: int, salt: int) -> list[str]:
    """Different ones every time, so that no cache answers; each names words of the library and one rare key."""
    chance = np.random.default_rng(salt)
    known = keys(fragments)
    made = []
    for _ in range(count):
        subject, unit = chance.choice(SUBJECTS), chance.choice(UNITS)
        verb = str(chance.choice(VERBS)).rstrip("s")
        more = " in ".join(vocabulary().some(chance, 2))
        rare = known[int(chance.integers(len(known)))]
        made.append(f"How many {unit} does the {subject} of order group {rare} {verb} for {more}?")
    return made


@dataclass(frozen=True, slots=True)
class Beside:
    """Milliseconds of each answer and of each embedding, by clock; shape (questions,)."""

    asked: dict[str, np.ndarray]
    embedded: dict[str, np.ndarray]

    def ratio(self, clock: str) -> float:
        """p95 of the answers in p95 of the embeddings."""
        return float(np.percentile(self.asked[clock], 95) / np.percentile(self.embedded[clock], 95))

    def bound(self, clock: str) -> float:
        """Milliseconds that twice the median embedding and 50 ms make."""
        return TIGHT * float(np.median(self.embedded[clock])) + MORE_MS


def beside(library: Library, embedder: Embedder, fragments: int, count: int, salt: int) -> Beside:
    """One answer, then one embedding of another question, in turns: load on the machine meets both."""

    def one(text: str) -> object:
        return ask(Question(text, AT), library, embedder, AskRules())

    others = questions(fragments, count, salt=10_000 + salt)
    taken = [
        (_taken(one, text), _taken(embedder.encode_query, other))
        for text, other in zip(questions(fragments, count, salt), others, strict=True)
    ]
    return Beside(*({clock: np.array([pair[side][clock] for pair in taken]) for clock in CLOCKS} for side in (0, 1)))


def _taken(work: Callable[[str], object], text: str) -> dict[str, float]:
    """Milliseconds of one call by each clock; the processor's counts all threads."""
    began = {name: clock() for name, clock in CLOCKS.items()}
    work(text)
    return {name: (clock() - began[name]) * 1000 for name, clock in CLOCKS.items()}


def warmed(library: Library, embedder: Embedder, fragments: int) -> None:
    """Ask what is not counted, then do as ``opora ask --file`` and a program do."""
    for text in questions(fragments, WARM, salt=1):
        ask(Question(text, AT), library, embedder, AskRules())
    settled()


def measure(fragments: int, count: int, embedder: E5Embedder, kept: Path | None) -> list[list[str]]:
    """A row for each clock. ``kept``: a folder where the made-up libraries stay for the next time."""
    with tempfile.TemporaryDirectory(prefix="opora-bench-") as folder:
        place = (kept or Path(folder)) / str(fragments)
        made = (place / "opora.db").exists()
        library = SqliteLibrary.open(place, create=True)
        if not made:
            fill(library, fragments, embedder.model_id, embedder.dim)
        warmed(library, embedder, fragments)
        found = beside(library, embedder, fragments, count, salt=100)
        library.close()
    return [_row(fragments, found, clock) for clock in CLOCKS]


def _row(fragments: int, found: Beside, clock: str) -> list[str]:
    times = (found.asked[clock], found.embedded[clock])
    figures = [f"{np.percentile(one, share):.1f}" for one in times for share in (50, 95)]
    ratio, bound, slow = found.ratio(clock), found.bound(clock), float(np.percentile(times[0], 95))
    promises = [f"{ratio:.2f}", _yes(ratio <= TIMES), f"{bound:.1f}", _yes(slow <= bound)]
    return [f"{fragments:,}", clock, str(len(times[0])), *figures, *promises]


def _yes(kept: bool) -> str:
    return "yes" if kept else "no"


FIGURES = ("ask p50 ms", "ask p95 ms", "embed p50 ms", "embed p95 ms")
HEAD = ("fragments", "clock", "n", *FIGURES, "ratio of p95", "at most 3", "2 × embed p50 + 50 ms", "ask p95 within it")


def main() -> None:
    taken = options(__doc__, PAGE)
    taken.add_argument("--sizes", type=int, nargs="*", default=[10_000, 100_000])
    taken.add_argument("--questions", type=int, default=100)
    taken.add_argument("--kept", type=Path, help="keep the made-up libraries here, or take them from here")
    chosen = taken.parse_args()
    embedder = E5Embedder.open()
    rows = [row for size in chosen.sizes for row in measure(size, chosen.questions, embedder, chosen.kept)]
    text = table(HEAD, rows)
    print(text)
    note = (
        f"`python -m bench.latency`, commit {commit()}. Made-up library (`bench/synthetic.py`), questions all different, "
        f"after {WARM} that are not counted, each beside the embedding of another one. Making the trace is in the time "
        "of an answer. Absolute times are this machine's under its load; the ratio is the figure. The processor's time "
        "counts all threads and is less moved by what else runs.\n\n"
    )
    if not chosen.no_page:
        write_section(PAGE, "Latency of ask", note + text)


if __name__ == "__main__":
    main()
