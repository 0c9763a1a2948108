"""How long does one `ask` take at 10,000 and 100,000 fragments, beside embedding one query in the same run?"""

from __future__ import annotations

import argparse
import datetime as dt
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from bench.figures import ROOT, commit, table, write_section
from bench.synthetic import SUBJECTS, UNITS, VERBS, fill, keys, vocabulary
from opora.ask import AskRules, ask
from opora.domain.question import Question
from opora.inference.embed import E5Embedder
from opora.store.sqlite import SqliteLibrary

PAGE = ROOT / "docs" / "bench.md"
AT = dt.date(2026, 10, 23)
WARM = 100  # questions asked first and not counted: the common words are known then, the rare ones never


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


def seconds(work: Callable[[str], object], texts: list[str]) -> np.ndarray:
    """Wall time of each call."""
    taken = []
    for text in texts:
        start = time.perf_counter()
        work(text)
        taken.append(time.perf_counter() - start)
    return np.array(taken)


def measure(fragments: int, count: int, embedder: E5Embedder) -> list[str]:
    """One row: p50 and p95 of ask and of embedding, taken in turns of ten so that load on the machine meets both."""
    with tempfile.TemporaryDirectory(prefix="opora-bench-") as folder:
        library = SqliteLibrary.open(Path(folder), create=True)
        fill(library, fragments, embedder.model_id, embedder.dim)
        rules = AskRules()

        def one(text: str) -> object:
            return ask(Question(text, AT), library, embedder, rules)

        seconds(one, questions(fragments, WARM, salt=1))
        asked, embedded = [], []
        for turn in range(max(1, count // 10)):
            asked.append(seconds(one, questions(fragments, 10, salt=100 + turn)))
            others = questions(fragments, 10, salt=10_000 + turn)
            embedded.append(seconds(embedder.encode_query, others))
        library.close()
    a, e = np.concatenate(asked) * 1000, np.concatenate(embedded) * 1000
    ratio = np.percentile(a, 95) / np.percentile(e, 95)
    figures = [f"{np.percentile(times, share):.1f}" for times in (a, e) for share in (50, 95)]
    return [f"{fragments:,}", str(len(a)), *figures, f"{ratio:.2f}", "yes" if ratio <= 3 else "no"]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--sizes", type=int, nargs="*", default=[10_000, 100_000])
    options.add_argument("--questions", type=int, default=100)
    chosen = options.parse_args()
    embedder = E5Embedder.open()
    rows = [measure(size, chosen.questions, embedder) for size in chosen.sizes]
    head = ("fragments", "n", "ask p50 ms", "ask p95 ms", "embed p50 ms", "embed p95 ms", "ratio of p95", "at most 3")
    text = table(head, rows)
    print(text)
    note = f"`python -m bench.latency`, commit {commit()}. Made-up library (`bench/synthetic.py`), questions all different, "
    note += f"after {WARM} that are not counted, in turns of ten with embedding alone. Absolute times are this machine's under its load; the ratio is the figure.\n\n"
    write_section(PAGE, "Latency of ask", note + text)


if __name__ == "__main__":
    main()
