"""How often is the first citation right, how often is a gap called a gap, and is any part of a compound question lost?

``python -m bench.answers --kept FOLDER``: XQuAD, every paragraph of DEV one source, asked through the road of a question.
"""

from __future__ import annotations

import argparse
import datetime as dt
import random
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from bench.answerable_cases import Kept, shelf
from bench.data import _paragraphs as paragraphs
from bench.data import data_folder
from bench.figures import ROOT, commit, no_data, table, wilson, write_section
from opora.ask import AskRules, ask
from opora.domain.question import Question
from opora.domain.reply import Claim, Reply
from opora.domain.trace import Trace
from opora.ports import Embedder, Library

PAGE = ROOT / "docs" / "quality.md"
AT = dt.date(2026, 1, 1)
GOALS = {"en": (0.86, 0.90), "ru": (0.80, 0.86), "ro": (0.78, 0.85)}
JOINS = {
    "en": ("{0} And {1}", "{0} Also, {1}", "{0} {1}", "Hello! {0} {1} Thank you."),
    "ru": ("{0} И {1}", "{0} А также {1}", "{0} {1}", "Здравствуйте! {0} {1} Спасибо."),
    "ro": ("{0} Și {1}", "{0} De asemenea, {1}", "{0} {1}", "Bună ziua! {0} {1} Mulțumesc."),
}
Case = tuple[str, str, tuple[str, ...]]  # question, its source, the texts that answer it


def load(data: Path, language: str, every: int) -> tuple[dict[str, str], list[Case]]:
    texts: dict[str, str] = {}
    cases: list[Case] = []
    for number, paragraph in enumerate(paragraphs(data, language)):
        name = f"x{number:03}"
        texts[name] = paragraph["context"]
        cases += [(qa["question"], name, tuple(a["text"] for a in qa["answers"])) for qa in paragraph["qas"]]
    return texts, cases[::every]


def right(claim: Claim, case: Case) -> bool:
    """The quote comes from the right paragraph and holds the marked answer; some are marked with the stop behind them."""
    return holds(claim.evidence.source_id, claim.evidence.quote, case)


def holds(source: str, quote: str, case: Case) -> bool:
    return source == case[1] and any(answer.strip(" .,;") in quote for answer in case[2])


@dataclass(slots=True)
class Counts:
    """Over questions: ``named`` adds the sentences that the trace names beside the quotes as bearing on the answer."""

    n: int = 0
    answered: int = 0
    first: int = 0
    some: int = 0
    named: int = 0
    quotes: int = 0
    refused: int = 0
    hidden: int = 0


def singles(cases: Sequence[Case], texts: dict[str, str], library: Library, embedder: Embedder) -> Counts:
    """Each question with its paragraph, then with the paragraph hidden."""
    found = Counts()
    for case in cases:
        reply, trace = ask(Question(case[0], AT), library, embedder, AskRules())
        some = any(right(claim, case) for claim in reply.claims)
        found.n += 1
        found.first += bool(reply.claims) and right(reply.claims[0], case)
        found.some += some
        found.named += some or (bool(reply.claims) and any(holds(*one, case) for one in beside(trace)))
        found.answered += bool(reply.claims)
        found.quotes += len(reply.claims)
        found.refused += reply.action == "abstain"
        rest = AskRules(source_ids=tuple(name for name in texts if name != case[1]))
        found.hidden += ask(Question(case[0], AT), library, embedder, rest)[0].action == "abstain"
    return found


def beside(trace: Trace) -> list[tuple[str, str]]:
    """Source and quote of every piece of evidence that the results of a question name."""
    results = cast("list[dict[str, Any]]", trace.log["results"])
    return [(one["source_id"], one["quote"]) for result in results for one in result["evidence"]]


def accounted(reply: Reply, case: Case) -> tuple[bool, bool]:
    """Whether a part is answered rightly, and whether a requirement of the reply is the part at all (said or missing)."""
    answered = any(right(claim, case) for claim in reply.claims)
    asked = {word.casefold().strip("?!.,;:") for word in case[0].split()}
    owned = set()
    for requirement, _ in reply.requirements:
        owned |= {word.casefold().strip("?!.,;:()") for word in requirement.text.split()}
    for segment in reply.coverage.dropped_intent_segments:
        owned |= {word.casefold().strip("?!.,;:()") for word in segment.split()}
    return answered, len(asked - owned) <= 1  # a comma or "And" may have gone with the joint


def compounds(cases: Sequence[Case], language: str, library: Library, embedder: Embedder) -> list[int]:
    """Counts over the parts of joined questions: parts, answered rightly, lost without a word."""
    draw = random.Random(11)
    parts = answered = lost = 0
    for number in range(0, len(cases) - 2, 6):
        size = 2 + number // 6 % 2
        some = draw.sample(list(cases), size)
        text = some[0][0]
        for other in some[1:]:
            text = JOINS[language][number // 12 % 4].format(text, other[0])
        reply, _ = ask(Question(text, AT), library, embedder, AskRules())
        for case in some:
            good, told = accounted(reply, case)
            parts, answered, lost = parts + 1, answered + good, lost + (not told)
    return [parts, answered, lost]


def share(hits: int, n: int) -> str:
    low, high = wilson(hits, n)
    return f"{hits / n:.3f} ({low:.3f}–{high:.3f})" if n else "—"


HEAD = (
    *("language", "right", "goal", "of all", "n", "among answered", "n"),
    *("refused, answer there", "refused, answer hidden"),
)
JOINED = ("language", "parts of joined questions", "parts answered rightly", "parts lost")


def measured(data: Path, language: str, every: int, embedder: Embedder) -> tuple[list[list[str]], list[str]]:
    """Rows of the first table, and the row of the second."""
    texts, cases = load(data, language, every)
    with tempfile.TemporaryDirectory(prefix="opora-bench-") as folder:
        library = shelf(texts, embedder, Path(folder) / "library")
        found = singles(cases, texts, library, embedder)
        parts, answered, lost = compounds(cases, language, library, embedder)
        library.close()
    n, told, goals = found.n, found.answered, [f"{goal:.2f}" for goal in GOALS[language]]
    rows = [
        [language, name, goal, share(hits, n), str(n), share(hits, told), str(told)]
        for name, goal, hits in (
            ("the first citation", goals[0], found.first),
            ("any citation", goals[1], found.some),
            ("any, or a sentence named beside them", "—", found.named),
        )
    ]
    refusals = [share(found.refused, n), share(found.hidden, n)]
    print(f"{language}: {found.quotes / max(told, 1):.2f} citations an answer", flush=True)
    rows = [[*row, *(refusals if not number else ("", ""))] for number, row in enumerate(rows)]
    return rows, [language, str(parts), share(answered, parts), str(lost)]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--every", type=int, default=1, help="every how manieth question")
    options.add_argument("--kept", type=Path, help="folder for vectors; none: a temporary one")
    options.add_argument("--languages", default="en,ru,ro")
    options.add_argument("--no-page", action="store_true", help="print only; leave docs/quality.md as it is")
    chosen = options.parse_args()
    data = data_folder()
    if data is None:
        no_data("bench.answers")
    from opora.inference.embed import E5Embedder

    rows: list[list[str]] = []
    joined: list[list[str]] = []
    with tempfile.TemporaryDirectory(prefix="opora-vectors-") as folder:
        embedder = Kept(E5Embedder.open(), (chosen.kept or Path(folder)) / "vectors.npz")
        for language in chosen.languages.split(","):
            own, parts = measured(data, language, chosen.every, embedder)
            rows += own
            joined.append(parts)
            print("\n".join(" | ".join(row) for row in [*own, parts]), flush=True)
        embedder.keep()
    if not chosen.no_page and chosen.languages == "en,ru,ro":
        body = f"`python -m bench.answers --every {chosen.every}`, commit {commit()}. XQuAD, every paragraph a source; "
        body += (
            "right: the quote is from that paragraph and holds the marked answer. Interval: Wilson, 95 %. A refused "
        )
        body += (
            "question counts as not right of all, so that with 15 % refused no more than 85 % of all can be right: the "
        )
        body += "goals are for those that are answered.\n\n"
        write_section(PAGE, "Answers", f"{body}{table(HEAD, rows)}\n\n{table(JOINED, joined)}")


if __name__ == "__main__":
    main()
