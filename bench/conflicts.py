"""When documents disagree: are all right answers disclosed, and does a wrong one ever stand alone?

``python -m bench.conflicts``: RAMDocs DEV; each question sees its own documents only. Beside it: quoting the passage that
search puts first.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.data import data_folder
from bench.figures import ROOT, commit, no_data, table, wilson, write_section
from opora.ask import AskRules, ask
from opora.domain.question import Question
from opora.domain.source import Filter
from opora.ingest import AddRules, add
from opora.ingest_manifest import Entry
from opora.language.words import fold
from opora.ports import Embedder, Library
from opora.routes.documents import SearchRules, search
from opora.store.sqlite import SqliteLibrary

PAGE = ROOT / "docs" / "quality.md"
AT = dt.date(2026, 1, 1)


@dataclass(frozen=True, slots=True)
class Disputed:
    """A question with its documents by source id, the right answers and the wrong ones."""

    question: str
    texts: dict[str, str]
    right: tuple[str, ...]
    wrong: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """What one reply discloses."""

    all_right: bool
    wrong_alone: bool
    silent: bool
    said: str


def load(data: Path) -> list[Disputed]:
    lines = next((data / "ramdocs").glob("*.jsonl")).read_text("utf-8").splitlines()
    found = []
    for number, line in enumerate(lines):
        row = json.loads(line)
        texts = {f"d{number:03}-{n}": document["text"] for n, document in enumerate(row["documents"])}
        found.append(Disputed(row["question"], texts, tuple(row["gold_answers"]), tuple(set(row["wrong_answers"]))))
    return found


def shelf(asked: Sequence[Disputed], embedder: Embedder | None, folder: Path) -> SqliteLibrary:
    """All documents, each a source."""
    known = (folder / "library").exists()
    library = SqliteLibrary.open(folder / "library", create=not known)
    if not known:
        entries = [Entry(name, name, text=text) for one in asked for name, text in one.texts.items()]
        add(entries, library, AddRules(lambda: embedder) if embedder else AddRules())
    return library


def says(text: str, answer: str) -> bool:
    """The answer's words stand in the text one after the other."""
    words = re.findall(r"\w+", fold(answer))
    return (
        bool(words) and re.search(r"(?<!\w)" + r"\W+".join(map(re.escape, words)) + r"(?!\w)", fold(text)) is not None
    )


def told(one: Disputed, text: str) -> Told:
    right = [says(text, answer) for answer in one.right]
    wrong = any(says(text, answer) for answer in one.wrong)
    return Told(all(right), wrong and not any(right), not any(right) and not wrong, text)


def reply_text(one: Disputed, library: Library, embedder: Embedder | None) -> str:
    reply, _ = ask(Question(one.question, AT), library, embedder, AskRules(source_ids=tuple(one.texts)))
    return "\n".join([reply.text, *(claim.evidence.quote for claim in reply.claims)])


def best_passage(one: Disputed, library: Library, embedder: Embedder | None) -> str:
    hits, _ = search(
        one.question, Filter(AT, source_ids=tuple(one.texts)), library, embedder, SearchRules(threshold=0.0)
    )
    return hits[0].fragment.text if hits else ""


HEAD = ("reply", "n", "all right ones disclosed", "a wrong one stands alone", "neither right nor wrong said")


def row_of(name: str, found: Sequence[Told]) -> list[str]:
    n = len(found)
    return [
        name,
        str(n),
        *(share(sum(getattr(one, field) for one in found), n) for field in ("all_right", "wrong_alone", "silent")),
    ]


def share(hits: int, n: int) -> str:
    low, high = wilson(hits, n)
    return f"{hits / n:.3f} ({low:.3f}–{high:.3f})" if n else "—"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--every", type=int, default=1)
    options.add_argument("--words", action="store_true", help="by words alone, without the model")
    options.add_argument("--folder", type=Path, help="keep the library here")
    options.add_argument("--show", action="store_true", help="print every reply")
    options.add_argument("--no-page", action="store_true", help="print only; leave docs/quality.md as it is")
    chosen = options.parse_args()
    data = data_folder()
    if data is None:
        no_data("bench.conflicts")
    embedder: Embedder | None = None
    if not chosen.words:
        from opora.inference.embed import E5Embedder

        embedder = E5Embedder.open()
    asked = load(data)
    with tempfile.TemporaryDirectory(prefix="opora-bench-") as name:
        library = shelf(asked, embedder, chosen.folder or Path(name))
        some = asked[:: chosen.every]
        ours = [told(one, reply_text(one, library, embedder)) for one in some]
        passage = [told(one, best_passage(one, library, embedder)) for one in some]
        library.close()
    if chosen.show:
        for one, said in zip(some, ours, strict=True):
            print(
                f"{one.question} right {one.right} wrong {one.wrong}\n   {said.all_right} {said.wrong_alone} | {said.said[:700]!r}"
            )
    text = table(HEAD, [row_of("opora ask", ours), row_of("the best passage, quoted", passage)])
    print(text)
    if not chosen.no_page and chosen.every == 1 and embedder is not None:
        body = (
            f"`python -m bench.conflicts`, commit {commit()}. RAMDocs DEV; an answer is disclosed when its words stand "
        )
        write_section(
            PAGE, "Documents that disagree", body + "in the reply or its quotes. Interval: Wilson, 95 %.\n\n" + text
        )


if __name__ == "__main__":
    main()
