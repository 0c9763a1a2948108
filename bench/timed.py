"""Does the date in the question decide among dated statements?

``python -m bench.timed``: TimeQA DEV (human), each article a source of its own; right among answered, beside quoting the
sentence and the passage that search puts first.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.conflicts import says, share
from bench.data import data_folder
from bench.figures import ROOT, commit, no_data, table, write_section
from opora.ask import AskRules, ask
from opora.domain.question import Question
from opora.domain.source import Filter
from opora.ingest import AddRules, add
from opora.ingest_manifest import Entry
from opora.language.sentences import sentences
from opora.language.words import fold, words
from opora.ports import Embedder, Library
from opora.routes.documents import SearchRules, search
from opora.store.sqlite import SqliteLibrary

PAGE = ROOT / "docs" / "quality.md"
AT = dt.date(2026, 1, 1)


@dataclass(frozen=True, slots=True)
class Timed:
    """A question, its article's source id, and the right answers; ``others`` are those of the article's other times."""

    question: str
    source_id: str
    right: tuple[str, ...]
    others: tuple[str, ...]


def load(data: Path) -> tuple[dict[str, str], list[Timed]]:
    articles = json.loads((data / "timeqa" / "human_annotated_test.json").read_text("utf-8"))
    texts: dict[str, str] = {}
    asked: list[Timed] = []
    for number, article in enumerate(articles):
        name = f"t{number:03}"
        texts[name] = "\n\n".join(article["paras"])
        told = [(q[0], tuple(a["answer"] for a in q[1] if a["answer"])) for q in article["questions"]]
        for question, right in told:
            others = {answer for _, some in told for answer in some} - set(right)
            if right:
                asked.append(Timed(question, name, right, tuple(others)))
    return texts, asked


def shelf(texts: dict[str, str], embedder: Embedder | None, folder: Path) -> SqliteLibrary:
    known = (folder / "library").exists()
    library = SqliteLibrary.open(folder / "library", create=not known)
    if not known:
        entries = [Entry(name, name, text=text) for name, text in texts.items()]
        add(entries, library, AddRules(lambda: embedder) if embedder else AddRules())
    return library


def holds(text: str, one: Timed) -> bool:
    return any(says(text, answer) for answer in one.right)


def rivals_too(text: str, one: Timed) -> bool:
    """Whether it also says the answer of another time."""
    return any(says(text, answer) for answer in one.others if not any(says(right, answer) for right in one.right))


@dataclass(frozen=True, slots=True)
class Said:
    """What was said first to one question; ``None`` when nothing was."""

    one: Timed
    text: str | None


def ours(one: Timed, library: Library, embedder: Embedder | None) -> Said:
    reply, _ = ask(Question(one.question, AT), library, embedder, AskRules(source_ids=(one.source_id,)))
    return Said(one, reply.claims[0].evidence.quote if reply.action == "answer" and reply.claims else None)


def passage(one: Timed, library: Library, embedder: Embedder | None) -> Said:
    hits, _ = search(
        one.question, Filter(AT, source_ids=(one.source_id,)), library, embedder, SearchRules(threshold=0.0)
    )
    return Said(one, hits[0].fragment.text if hits else None)


def sentence(said: Said) -> Said:
    """The sentence of the passage that shares the most words with the question."""
    if not said.text:
        return said
    asked = {fold(word.text) for word in words(said.one.question)}
    parts = [span.of(said.text) for span in sentences(said.text)] or [said.text]
    return Said(said.one, max(parts, key=lambda part: len(asked & {fold(w.text) for w in words(part)})))


HEAD = ("quoted", "n", "answered", "right among answered", "right and no other time's answer")


def row_of(name: str, found: Sequence[Said]) -> list[str]:
    told = [one for one in found if one.text]
    right = [one for one in told if holds(one.text or "", one.one)]
    alone = [one for one in right if not rivals_too(one.text or "", one.one)]
    return [
        name,
        str(len(found)),
        share(len(told), len(found)),
        share(len(right), len(told)),
        share(len(alone), len(told)),
    ]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--every", type=int, default=1)
    options.add_argument("--words", action="store_true", help="by words alone, without the model")
    options.add_argument("--folder", type=Path, help="keep the library here")
    options.add_argument("--show", action="store_true", help="print what was quoted")
    options.add_argument("--no-page", action="store_true", help="print only; leave docs/quality.md as it is")
    chosen = options.parse_args()
    data = data_folder()
    if data is None:
        no_data("bench.timed")
    embedder: Embedder | None = None
    if not chosen.words:
        from opora.inference.embed import E5Embedder

        embedder = E5Embedder.open()
    texts, asked = load(data)
    some = asked[:: chosen.every]
    with tempfile.TemporaryDirectory(prefix="opora-bench-") as name:
        library = shelf(texts, embedder, chosen.folder or Path(name))
        told = [ours(one, library, embedder) for one in some]
        passages = [passage(one, library, embedder) for one in some]
        library.close()
    if chosen.show:
        for said in told:
            print(f"{said.one.question} {said.one.right} {said.text and holds(said.text, said.one)}\n   {said.text!r}")
    made = [
        row_of("opora ask, first quote", told),
        row_of("the best sentence of the best passage", [sentence(one) for one in passages]),
        row_of("the best passage", passages),
    ]
    text = table(HEAD, made)
    print(text)
    if not chosen.no_page and chosen.every == 1 and embedder is not None:
        body = f"`python -m bench.timed`, commit {commit()}. TimeQA DEV, questions with an answer. Interval: Wilson, 95 %.\n\n"
        write_section(PAGE, "The date in the question", body + text)


if __name__ == "__main__":
    main()
