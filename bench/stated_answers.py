"""In a library of several documents, how often is something stated that does not answer the question?

``python -m bench.stated_answers``: the documents and questions of ``bench/stated``; each question is judged beforehand: what an
answer must hold, or that the documents do not say it. Counts right answers, wrong statements, and known facts refused.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.figures import ROOT, commit, table, wilson, write_section
from opora.ask import AskRules, ask
from opora.domain.question import Question
from opora.domain.reply import Reply
from opora.ingest import AddRules, add
from opora.ingest_collect import collect
from opora.ingest_collect import identify as named
from opora.language.identify import identify
from opora.ports import Embedder, Library
from opora.store.sqlite import SqliteLibrary

PAGE = ROOT / "docs" / "quality.md"
FOLDER = Path(__file__).parent / "stated"
AT = dt.date(2026, 10, 1)


@dataclass(frozen=True, slots=True)
class Judged:
    """A question; ``known``: whether the documents say it at all; ``holds``: what its answer must hold."""

    question: str
    known: bool
    holds: tuple[str, ...] = ()


def load(folder: Path = FOLDER) -> list[Judged]:
    lines = (folder / "questions.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines if line.strip()]
    return [Judged(row["question"], row["known"], tuple(row.get("holds", ()))) for row in rows]


def shelf(embedder: Embedder | None, folder: Path, documents: Path = FOLDER / "documents") -> SqliteLibrary:
    known = (folder / "library").exists()
    library = SqliteLibrary.open(folder / "library", create=not known)
    if known:
        return library
    entries = named(collect(documents)[0], {})
    add(entries, library, AddRules(lambda: embedder) if embedder else AddRules())
    return library


def outcome(one: Judged, reply: Reply) -> str:
    """right, wrong, or refused; something shown openly as near or narrower is not stated."""
    stated = any(status in ("covered", "conflict") for _, status in reply.requirements) and reply.action != "abstain"
    said = "\n".join([reply.text, *(claim.evidence.quote for claim in reply.claims)])
    if not stated:
        return "refused" if one.known else "right"
    if one.known:
        return "right" if all(part in said for part in one.holds) else "wrong"
    return "wrong"


HEAD = ("questions", "n", "right", "wrong stated", "refused though known")


def row_of(name: str, found: Sequence[str]) -> list[str]:
    return [name, str(len(found)), *(share(found.count(what), len(found)) for what in ("right", "wrong", "refused"))]


def share(hits: int, n: int) -> str:
    low, high = wilson(hits, n)
    return f"{hits} = {hits / n:.3f} ({max(low, 0.0):.3f}–{high:.3f})" if n else "—"


def ask_all(asked: Sequence[Judged], library: Library, embedder: Embedder | None) -> list[tuple[Judged, Reply, str]]:
    told = []
    for one in asked:
        reply, _ = ask(Question(one.question, AT), library, embedder, AskRules())
        told.append((one, reply, outcome(one, reply)))
    return told


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--words", action="store_true", help="by words alone, without the model")
    options.add_argument("--show", action="store_true", help="print what was not right")
    options.add_argument("--folder", type=Path, help="keep the library here")
    options.add_argument("--no-page", action="store_true", help="print only; leave docs/quality.md as it is")
    chosen = options.parse_args()
    embedder: Embedder | None = None
    if not chosen.words:
        from opora.inference.embed import E5Embedder

        embedder = E5Embedder.open()
    with tempfile.TemporaryDirectory(prefix="opora-bench-") as name:
        library = shelf(embedder, chosen.folder or Path(name))
        told = ask_all(load(), library, embedder)
        library.close()
    if chosen.show:
        for one, reply, what in told:
            if what != "right":
                print(f"{what}: {one.question} {one.holds}\n    {reply.type}: {reply.text[:300]!r}")
    rows = [row_of("known", [what for one, _, what in told if one.known])]
    rows.append(row_of("not in the documents", [what for one, _, what in told if not one.known]))
    rows += [
        row_of(tongue, [what for one, _, what in told if identify(one.question) == tongue])
        for tongue in ("en", "ru", "uk", "ro")
    ]
    rows.append(row_of("all", [what for _, _, what in told]))
    text = table(HEAD, rows)
    print(text)
    if not chosen.no_page and embedder is not None:
        body = f"`python -m bench.stated_answers`, commit {commit()}. Fourteen documents in four languages, "
        body += "each question judged beforehand. Interval: Wilson, 95 %.\n\n"
        write_section(PAGE, "Statements that answer", body + text)


if __name__ == "__main__":
    main()
