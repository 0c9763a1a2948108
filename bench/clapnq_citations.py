"""Which sentences does the evidence of an answer name, beside those that people chose for theirs?

``python -m bench.clapnq_citations --kept FOLDER``: CLAPnq's answerable questions, each with its passage as the library. The
sentences of the answer and of its support are compared with those that the people who wrote an answer selected.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from bench.answerable_cases import AT, Kept, shelf
from bench.data import data_folder
from bench.figures import ROOT, commit, no_data, options, table, write_section
from opora.answering.cues import kind_of
from opora.answering.explain import weigh
from opora.answering.normalise import normalise
from opora.answering.support import support
from opora.domain.place import Span
from opora.domain.question import Question, Requirement
from opora.domain.source import Filter
from opora.language.asking import as_asked
from opora.ports import Embedder, Library
from opora.routes.documents import SearchRules, search

PAGE = ROOT / "docs" / "quality.md"
DRAWS: Final = 2000
OVERLAP: Final = 0.5
Chosen = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Row:
    """One question: which of the passage's sentences people chose, which we cite, and the one that answers."""

    half: int
    gold: Chosen
    cited: Chosen
    first: Chosen


def quotes(question: str, library: Library, embedder: Embedder) -> list[str]:
    """The answer's sentence first, then its support; empty when nothing was found."""
    message = normalise(Question(question, AT))
    requirement = Requirement(
        "R1", message.text.rstrip("?!. "), kind_of(message.text), "", (Span(0, len(message.text)),)
    )
    hits, _ = search(as_asked(requirement.text), Filter(AT), library, embedder, SearchRules())
    found = weigh(message, requirement, hits, library, embedder)
    if found.bench is None or not found.drafts:
        return []
    best = found.drafts[0]
    return [best.evidence.quote, *(one.quote for one in support(found.bench, hits, best))]


def named(sentences: Sequence[str], quoted: Sequence[str]) -> Chosen:
    """Which sentences the quotes lie on; spaces do not count, since the sets write them before every mark."""
    whole = _bare(" ".join(sentences))
    ends = np.cumsum([len(_bare(sentence)) for sentence in sentences])
    found = np.zeros(len(sentences), bool)
    for quote in map(_bare, quoted):
        start = whole.find(quote)
        for n, end in enumerate(ends if start >= 0 else ()):
            length = len(_bare(sentences[n]))
            shared = min(start + len(quote), end) - max(start, end - length)
            found[n] |= shared > OVERLAP * min(len(quote), length)
    return found


def _bare(text: str) -> str:
    return re.sub(r"\s+", "", text)


def rows(data: Path, embedder: Embedder) -> list[Row]:
    found: list[Row] = []
    lines = (data / "clapnq" / "clapnq_dev_answerable.jsonl").read_text("utf-8").splitlines()
    with tempfile.TemporaryDirectory(prefix="opora-citations-") as folder:
        for number, line in enumerate(lines):
            entry: dict[str, Any] = json.loads(line)
            passage = entry["passages"][0]
            chosen = {s.strip() for answer in entry["output"] for s in answer.get("selected_sentences") or []}
            gold = np.array([sentence.strip() in chosen for sentence in passage["sentences"]])
            if not gold.any():
                continue
            library = shelf({"p0": passage["text"]}, embedder, Path(folder) / str(number))
            told = quotes(entry["input"], library, embedder)
            library.close()
            sentences = passage["sentences"]
            found.append(Row(number % 2, gold, named(sentences, told), named(sentences, told[:1])))
    return found


def f1(gold: Chosen, cited: Chosen) -> float:
    both = int((gold & cited).sum())
    return 2 * both / int(gold.sum() + cited.sum()) if both else 0.0


def line(name: str, some: Sequence[Row], ours: Sequence[Chosen]) -> list[str]:
    """Mean F1 with its interval, its difference from citing all, and the share of all sentences that is cited."""
    every = np.array([f1(row.gold, np.ones_like(row.gold)) for row in some])
    own = np.array([f1(row.gold, cited) for row, cited in zip(some, ours, strict=True)])
    draw = np.random.default_rng(5).integers(0, len(some), (DRAWS, len(some)))
    low, high = np.percentile(own[draw].mean(axis=1), [2.5, 97.5])
    less, more = np.percentile((own - every)[draw].mean(axis=1), [2.5, 97.5])
    share = sum(int(cited.sum()) for cited in ours) / sum(len(row.gold) for row in some)
    cells = [name, str(len(some)), f"{own.mean():.3f}", f"{low:.3f}–{high:.3f}", f"{less:+.3f}…{more:+.3f}"]
    return [*cells, f"{share:.3f}"]


def main() -> None:
    taken = options(__doc__, PAGE)
    taken.add_argument("--kept", type=Path, help="folder for vectors; none: a temporary one")
    chosen = taken.parse_args()
    data = data_folder()
    if data is None:
        no_data("bench.clapnq_citations")
    from opora.inference.embed import E5Embedder

    with tempfile.TemporaryDirectory(prefix="opora-vectors-") as folder:
        embedder = Kept(E5Embedder.open(threads=1), (chosen.kept or Path(folder)) / "vectors.npz")
        found = rows(data, embedder)
        embedder.keep()
    body: list[list[str]] = []
    for name, some in (("half not chosen on", [r for r in found if r.half == 1]), ("all", found)):
        body.append(line(f"answer and support, {name}", some, [row.cited for row in some]))
        body.append(line(f"answer alone, {name}", some, [row.first for row in some]))
        body.append(line(f"every sentence, {name}", some, [np.ones_like(row.gold) for row in some]))
    head = ("cited", "n", "F1", "95 %", "beside every sentence, 95 %", "share of sentences cited")
    text = f"`python -m bench.clapnq_citations`, commit {commit()}. CLAPnq, questions whose passage answers; F1 a question against "
    text += "the sentences that people selected, in the mean; bootstrap. Half of the questions chose how many sentences support.\n\n"
    told = table(head, body)
    print(told)
    if not chosen.no_page:
        write_section(PAGE, "Sentences cited", text + told)


if __name__ == "__main__":
    main()
