"""How often is the first citation right, how often is a gap called a gap, and is any part of a compound question lost?

``python -m bench.answers --kept FOLDER``: XQuAD, every paragraph of DEV one source, asked through the road of a question.
"""

from __future__ import annotations

import argparse
import datetime as dt
import random
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bench.answerable_cases import Kept, shelf
from bench.data import _paragraphs as paragraphs
from bench.data import data_folder
from bench.figures import ROOT, commit, no_data, table, wilson, write_section
from opora.ask import AskRules, ask
from opora.domain.question import Question
from opora.domain.reply import Claim, Reply
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
    told = claim.evidence.quote
    return claim.evidence.source_id == case[1] and any(answer.strip(" .,;") in told for answer in case[2])


def singles(cases: Sequence[Case], texts: dict[str, str], library: Library, embedder: Embedder) -> list[int]:
    """Counts: first citation right, any right, answered, refused; then refused when the paragraph is hidden."""
    first = some = answered = refused = hidden = 0
    for case in cases:
        reply, _ = ask(Question(case[0], AT), library, embedder, AskRules())
        first += bool(reply.claims) and right(reply.claims[0], case)
        some += any(right(claim, case) for claim in reply.claims)
        answered += bool(reply.claims)
        refused += reply.action == "abstain"
        rest = AskRules(source_ids=tuple(name for name in texts if name != case[1]))
        hidden += ask(Question(case[0], AT), library, embedder, rest)[0].action == "abstain"
    return [first, some, answered, refused, hidden]


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
    "language",
    "n",
    "first citation right, of all",
    "goal",
    "of those with a citation",
    "any right, of all",
    "goal",
    "refused, answer there",
    "refused, answer hidden",
    "parts of joined questions",
    "parts answered rightly",
    "parts lost",
)


def measured(data: Path, language: str, every: int, embedder: Embedder) -> list[str]:
    """One row of the table."""
    texts, cases = load(data, language, every)
    with tempfile.TemporaryDirectory(prefix="opora-bench-") as folder:
        library = shelf(texts, embedder, Path(folder) / "library")
        first, some, told, refused, hidden = singles(cases, texts, library, embedder)
        parts, answered, lost = compounds(cases, language, library, embedder)
        library.close()
    n, goals = len(cases), GOALS[language]
    row = [language, str(n), share(first, n), f"{goals[0]:.2f}", share(first, told), share(some, n), f"{goals[1]:.2f}"]
    return [*row, share(refused, n), share(hidden, n), str(parts), share(answered, parts), str(lost)]


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

    rows = []
    with tempfile.TemporaryDirectory(prefix="opora-vectors-") as folder:
        embedder = Kept(E5Embedder.open(), (chosen.kept or Path(folder)) / "vectors.npz")
        for language in chosen.languages.split(","):
            rows.append(measured(data, language, chosen.every, embedder))
            print(" | ".join(rows[-1]), flush=True)
        embedder.keep()
    if not chosen.no_page and chosen.languages == "en,ru,ro":
        body = f"`python -m bench.answers --every {chosen.every}`, commit {commit()}. XQuAD, every paragraph a source; "
        body += "right: the quote is from that paragraph and holds the marked answer. Interval: Wilson, 95 %.\n\n"
        write_section(PAGE, "Answers", body + table(HEAD, rows))


if __name__ == "__main__":
    main()
