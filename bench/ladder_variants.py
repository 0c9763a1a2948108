"""Do contextual and late vectors find the right source first more often than plain ones? With the sign as it is."""

from __future__ import annotations

import datetime as dt
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bench.answerable_cases import Kept
from bench.data import Task, tasks
from bench.figures import commit, table, wilson
from bench.ladder_marks import Part, difference
from opora.canonical import digest
from opora.domain.place import Span
from opora.domain.source import Filter
from opora.fragmenting.late import late_vectors
from opora.fragmenting.rules import FragmentRules, Strategy
from opora.ingest import AddRules, add
from opora.ingest_manifest import Entry
from opora.routes.documents import SearchRules, search
from opora.store.sqlite import SqliteLibrary

PLAIN: Strategy = "parent_child"
OTHERS: tuple[Strategy, ...] = ("contextual", "late")
AT = dt.date(2026, 1, 1)
SETS = (
    "gnome ru, section headings kept",
    "xquad ru→ru",
    "gimp ro, title nowhere",
    "xquad en→en",
    "xquad ro→ro",
    "gnome uk, section headings kept",
)


class KeptTokens(Kept):
    """Keeps late vectors too; those of single tokens are made anew."""

    def late(self, text: str, spans: Sequence[Span]) -> Any:
        keys = [self._key("late", f"{digest(text)} {span.start}-{span.end}") for span in spans]
        if not all(key in self._known for key in keys):
            self._known |= dict(zip(keys, late_vectors(text, spans, self.token_vectors()), strict=True))
        return np.array([self._known[key] for key in keys])

    def token_vectors(self) -> Any:
        return self._inner.token_vectors()  # type: ignore[attr-defined]


def variants(data: Path, embedder: Any, most: int) -> Part:
    """Nothing here is a goal, the sign is what was asked for."""
    rows: list[list[str]] = []
    known = dict(tasks(data))
    for name in SETS[:most]:
        task = known[name]()
        plain = hits(task, PLAIN, embedder)
        rows.append([name, str(len(plain)), PLAIN, _share(plain), ""])
        for other in OTHERS:
            found = hits(task, other, embedder)
            rows.append([name, str(len(found)), other, _share(found), difference(found, plain)])
        embedder.keep()
        print(" | ".join(f"{row[2]} {row[3]}" for row in rows[-3:]), name, flush=True)
    whole = f" --most {most}" if most < len(SETS) else ""
    body = f"`python -m bench.ladder --only variants{whole}`, commit {commit()}. Hit@1 of the whole search (words and meaning, default"
    body += (
        " settings) on the sets of docs/quality.md; the difference is question by question, with its 95 % interval.\n\n"
    )
    return Part("Contextual and late", body + table(["set", "n", "strategy", "hit@1", "against parent_child"], rows))


def hits(task: Task, strategy: Strategy, embedder: Any) -> Any:
    """1.0 for each question whose right source is first, else 0.0."""
    with tempfile.TemporaryDirectory(prefix="opora-bench-") as folder:
        entries = []
        for document in task.documents:
            file = Path(folder) / (document.source_id + document.suffix)
            file.write_text(document.text, "utf-8")
            entries.append(Entry(document.source_id, file.name, path=file))
        library = SqliteLibrary.open(Path(folder) / "library", create=True)
        added = add(entries, library, AddRules(lambda: embedder, fragments=FragmentRules(strategy)))
        assert all(item.error is None for item in added), [item.error for item in added if item.error]
        found = []
        for question, right in task.questions:
            first, _ = search(question, Filter(AT), library, embedder, SearchRules(limit=1))
            found.append(float(bool(first) and first[0].source_id == right))
        library.close()
    return np.array(found)


def _share(found: Any) -> str:
    low, high = wilson(int(found.sum()), len(found))
    return f"{found.mean():.3f} ({low:.3f}–{high:.3f})"
