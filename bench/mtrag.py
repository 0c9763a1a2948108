"""Is a question that is answered in part, cannot be answered, or does not say what it means, treated as such?

``python -m bench.mtrag``: the last question of each MTRAG-UN conversation, after the questions before it, over one library
of all reference passages; the reply's kind against the label, as a confusion table with macro F1 beside a majority guess.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import random
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.answers import AT, PAGE
from bench.data import data_folder
from bench.figures import commit, no_data, table, wilson, write_section
from opora.domain.question import Question
from opora.domain.reply import Reply

LABELS = ("ANSWERABLE", "PARTIAL", "UNDERSPECIFIED", "UNANSWERABLE")


@dataclass(frozen=True, slots=True)
class Task:
    """What was asked, before and last, and what kind of reply people found right."""

    question: str
    history: tuple[str, ...]
    label: str


def load(data: Path) -> tuple[dict[str, str], list[Task]]:
    """Passages by source id, and the tasks."""
    texts: dict[str, str] = {}
    tasks: list[Task] = []
    for line in (data / "mtrag" / "mtragun_reference.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        for context in row["contexts"]:
            texts.setdefault(context["text"], f"m{len(texts):04}")
        turns = [turn["text"] for turn in row["input"] if turn["speaker"] == "user"]
        tasks.append(Task(turns[-1], tuple(turns[:-1]), row["answerability"][0]))
    return {name: text for text, name in texts.items() if text.strip()}, tasks


def label_of(reply: Reply) -> str:
    """The kind of reply in the words of the data."""
    if reply.type == "partial_coverage":
        return "PARTIAL"
    return {"answer": "ANSWERABLE", "clarify": "UNDERSPECIFIED", "abstain": "UNANSWERABLE"}[reply.action]


def macro_f1(pairs: Sequence[tuple[str, str]]) -> float:
    """Mean over the labels of the F1 of (true, said) pairs."""
    total = 0.0
    for label in LABELS:
        hits = sum(true == said == label for true, said in pairs)
        named = sum(true == label for true, _ in pairs) + sum(said == label for _, said in pairs)
        total += 2 * hits / named if named else 0.0
    return total / len(LABELS)


def interval(pairs: Sequence[tuple[str, str]], draws: int = 1000) -> tuple[float, float]:
    """The middle 95 % of macro F1 over rows drawn with replacement; the same rows each time."""
    draw = random.Random(1)
    found = sorted(macro_f1(draw.choices(list(pairs), k=len(pairs))) for _ in range(draws))
    return found[draws * 25 // 1000], found[draws * 975 // 1000 - 1]


def report(pairs: Sequence[tuple[str, str]]) -> str:
    """The confusion table and the figures."""
    counts = Counter(pairs)
    rows = []
    for true in LABELS:
        own = [counts[true, said] for said in LABELS]
        low, high = wilson(counts[true, true], sum(own))
        rows.append([true, *map(str, own), f"{counts[true, true] / max(1, sum(own)):.3f} ({low:.3f}–{high:.3f})"])
    most = Counter(true for true, _ in pairs).most_common(1)[0][0]
    low, high = interval(pairs)
    figures = f"n = {len(pairs)}; macro F1 {macro_f1(pairs):.3f} ({low:.3f}–{high:.3f}), beside {macro_f1([(t, most) for t, _ in pairs]):.3f} "
    return f"{figures}for always saying {most}.\n\n" + table(["label \\ reply", *LABELS, "recall"], rows)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--library", help="a folder to keep the library of passages in, and to take it from next time")
    options.add_argument("--no-page", action="store_true", help="print only; leave docs/quality.md as it is")
    chosen = options.parse_args()
    data, measured = data_folder(), commit()  # others may commit while this runs
    if data is None:
        no_data("bench.mtrag")
    from bench.train_answerable import shelf
    from opora.ask import AskRules, ask
    from opora.inference.embed import E5Embedder

    embedder, (texts, tasks) = E5Embedder.open(), load(data)
    with tempfile.TemporaryDirectory(prefix="opora-bench-") as folder:
        library = shelf(texts, embedder, Path(chosen.library or folder) / "library")
        pairs = []
        for task in tasks:
            asked = Question(task.question, AT, history=task.history)
            pairs.append((task.label, label_of(ask(asked, library, embedder, AskRules())[0])))
        library.close()
    body = f"All rows: {report(pairs)}\nThe half that no rule was tuned on (every second row): {report(pairs[1::2])}"
    print(body)
    if not chosen.no_page:
        head = f"`python -m bench.mtrag`, commit {measured}, {dt.date.today()}. The last question of each conversation, after "
        head += f"the questions before it, over one library of {len(texts)} reference passages. Intervals, 95 %: Wilson; of macro F1 by bootstrap.\n\n"
        write_section(PAGE, "Kinds of replies", head + body)


if __name__ == "__main__":
    main()
