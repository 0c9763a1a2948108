"""Do contextual and late vectors, or a closer look at the best hits, find the right source first more often? With the sign."""

from __future__ import annotations

import datetime as dt
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from bench.answerable_cases import Kept
from bench.data import Task, tasks
from bench.figures import commit, table, wilson
from bench.ladder_marks import Floats, Part, difference
from opora.canonical import digest
from opora.domain.place import Span
from opora.domain.source import Filter
from opora.fragmenting.late import late_vectors
from opora.fragmenting.router import Way
from opora.fragmenting.rules import FragmentRules, Strategy
from opora.ingest import AddRules, add
from opora.ingest_manifest import Entry
from opora.ladder import Recutting, recuts
from opora.routes.documents import SearchRules, search
from opora.routes.rerank import Reranking
from opora.store.sqlite import SqliteLibrary

PLAIN: Strategy = "parent_child"
OTHERS: tuple[Strategy, ...] = ("contextual", "late")
AT = dt.date(2026, 1, 1)
SETS = (
    "gnome ru, section headings kept",
    "gimp ro, title nowhere",
    "xquad en→en",
    "xquad ro→ro",
    "gnome uk, section headings kept",
    "xquad ru→ru",
    "xquad ru→en",
    "bitcoin faq ru",
    "bitcoin faq uk",
    "bitcoin faq ro",
    "bitcoin faq en",
)
RERANKED = 200
"""Questions of one set at most that are asked with a reranker, drawn with a fixed seed: each takes a fifth of a second."""
CLOSELY: tuple[Reranking, ...] = ("late-interaction", "word-overlap")
NAMES = {
    "late-interaction": "parent_child, rerank late-interaction",
    "word-overlap": "parent_child, rerank word-overlap",
}


class KeptTokens(Kept):
    """Keeps late vectors too; those of single tokens are made anew."""

    def late(self, text: str, spans: Sequence[Span]) -> Any:
        keys = [self._key("late", f"{digest(text)} {span.start}-{span.end}") for span in spans]
        if not all(key in self._known for key in keys):
            self._known |= dict(zip(keys, late_vectors(text, spans, self.token_vectors()), strict=True))
        return np.array([self._known[key] for key in keys])

    def interactions(self, query: str, texts: Sequence[str]) -> list[float]:
        found: list[float] = self._inner.interactions(query, texts)  # type: ignore[attr-defined]
        return found

    def token_vectors(self) -> Any:
        return self._inner.token_vectors()  # type: ignore[attr-defined]


def variants(data: Path, embedder: Any, most: int) -> Part:
    """What other vectors, and a closer look at the best ten, gain and take. Nothing is a goal, the sign is what was asked for."""
    rows: list[list[str]] = []
    sums: dict[str, list[tuple[Floats, Floats]]] = {}
    known = dict(tasks(data))
    for name in SETS[:most]:
        found = _ways_of(known[name](), embedder)
        embedder.keep()
        for way, (right, plain, took) in found.items():
            sums.setdefault(way, []).append((right, plain))
            rows.append([name, *_row(way, right, plain), f"{took:.0f}"])
        print(name, *(" ".join(row[1:]) for row in rows[-len(found) :]), sep="\n  ", flush=True)
    for way, parts in sums.items():
        right, plain = (np.concatenate(column) for column in zip(*parts, strict=True))
        rows.append(["all questions", *_row(way, right, plain), ""])
    part = f" --most {most}" if most < len(SETS) else ""
    body = f"`python -m bench.ladder --only variants{part}`, commit {commit()}. Hit@1 of the whole search (words and meaning) on sets of"
    body += f" docs/quality.md: all their questions, of the rerankers {RERANKED} a set at most, drawn with a fixed seed. The difference to"
    body += " parent_child on the same questions is question by question, with its 95 % interval. `rerank` reads the best ten"
    body += " that pass once more beside the question; 0.4 of the score is the reranker's."
    body += " That share and the scale were chosen on parts of these sets. Milliseconds: processor time of a search (median); vectors of"
    body += " questions and token vectors of fragments met before are remembered.\n\n"
    head = ["set", "way", "n", "hit@1", "against parent_child", "ms"]
    return Part("Contextual, late and reranked", body + table(head, rows))


def _ways_of(task: Task, embedder: Any) -> dict[str, tuple[Floats, Floats, float]]:
    """For each way: which questions found their source first, which did so by ``parent_child``, and milliseconds."""
    every = range(len(task.questions))
    some = sorted(np.random.default_rng(7).choice(len(every), min(RERANKED, len(every)), replace=False))
    with shelved(task, PLAIN, embedder) as library:
        plain, took = firsts(task, every, library, embedder, SearchRules(limit=1))
        found: dict[str, tuple[Floats, Floats, float]] = {PLAIN: (plain, plain, took)}
        for way in CLOSELY:
            right, took = firsts(task, some, library, embedder, SearchRules(limit=1, rerank=way))
            found[NAMES[way]] = (right, plain[some], took)
        for other in OTHERS:
            rules = FragmentRules(other)
            how = Recutting(lambda parsed, r=rules: Way("text", r, "bench"), embedder)  # type: ignore[misc]
            library.recut("default", other, recuts(library, "default", how, library)[0])
            right, took = firsts(task, every, library, embedder, SearchRules(limit=1))
            found[other] = (right, plain, took)
    return found


def _row(way: str, right: Floats, plain: Floats) -> list[str]:
    return [way, str(len(right)), _share(right), "" if way == PLAIN else difference(right, plain)]


@contextmanager
def shelved(task: Task, strategy: Strategy, embedder: Any) -> Iterator[SqliteLibrary]:
    with tempfile.TemporaryDirectory(prefix="opora-bench-") as folder:
        entries = []
        for document in task.documents:
            file = Path(folder) / (document.source_id + document.suffix)
            file.write_text(document.text, "utf-8")
            entries.append(Entry(document.source_id, file.name, path=file))
        library = SqliteLibrary.open(Path(folder) / "library", create=True)
        added = add(entries, library, AddRules(lambda: embedder, fragments=FragmentRules(strategy)))
        assert all(item.error is None for item in added), [item.error for item in added if item.error]
        yield library
        library.close()


def firsts(
    task: Task, chosen: Sequence[int], library: SqliteLibrary, embedder: Any, rules: SearchRules
) -> tuple[Floats, float]:
    """1.0 for each chosen question whose right source is first, else 0.0; and the median milliseconds of processor time."""
    found: list[float] = []
    took: list[float] = []
    for number in chosen:
        question, right = task.questions[number]
        began = time.process_time()
        first, _ = search(question, Filter(AT), library, embedder, rules)
        took.append((time.process_time() - began) * 1000)
        found.append(float(bool(first) and first[0].source_id == right))
    return np.array(found), float(np.median(took))


def _share(found: Any) -> str:
    low, high = wilson(int(found.sum()), len(found))
    return f"{found.mean():.3f} ({low:.3f}–{high:.3f})"
