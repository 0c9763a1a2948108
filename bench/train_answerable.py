"""Is this an answer? Trains the weights of src/opora/answering/answerable.toml on one half of DEV, reports on the other.

``python -m bench.train_answerable`` needs the model and shared/data; it writes the file and prints the figures.
"""

from __future__ import annotations

import datetime as dt
import json
import math
import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from bench.data import _paragraphs as paragraphs
from bench.data import data_folder
from bench.figures import ROOT, wilson
from opora.answering.cues import kind_of
from opora.answering.explain import weigh
from opora.answering.normalise import normalise
from opora.domain.place import Span
from opora.domain.question import Question, Requirement
from opora.domain.source import Filter
from opora.ingest import AddRules, add
from opora.ingest_manifest import Entry
from opora.ports import Embedder, Library
from opora.routes.documents import SearchRules, search
from opora.store.sqlite import SqliteLibrary

TARGET = ROOT / "src" / "opora" / "answering" / "answerable.toml"
AT = dt.date(2026, 1, 1)
STEP = 4  # every fourth XQuAD question, to spare the processor
SIGNALS = (
    "cosine",
    "near",
    "coverage",
    "sentence",
    "own",
    "named_missing",
    "heaviest_missing",
    "value_missing",
    "against",
)
GROUPS = {
    "same": SIGNALS,
    "lexical": tuple(name for name in SIGNALS if name not in ("cosine", "near")),
    "across": ("cosine", "near", "value_missing"),
}
# What may only speak for, or only against, an answer, whatever a small set says.
SIGN = {"named_missing": -1, "heaviest_missing": -1, "value_missing": -1, "against": -1}
Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Case:
    """One question with its answer in the library or not. ``half``: 0 trains, 1 reports; a whole article is on one side."""

    set: str
    half: int
    group: str
    figures: dict[str, float]
    answerable: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """A question to a library; ``only``: sources that may be seen."""

    set: str
    half: int
    question: str
    answerable: bool
    only: tuple[str, ...] = ()


def shelf(texts: dict[str, str], embedder: Embedder, folder: Path) -> SqliteLibrary:
    """A library with one text a source."""
    library = SqliteLibrary.open(folder, create=True)
    add([Entry(name, name, text=text) for name, text in texts.items()], library, AddRules(lambda: embedder))
    return library


def cases(asked: Sequence[Asked], library: Library, embedder: Embedder, lexical: bool = False) -> Iterator[Case]:
    for one in asked:
        message = normalise(Question(one.question, AT))
        whole = (Span(0, len(message.text)),)
        requirement = Requirement("R1", message.text.rstrip("?!. "), kind_of(message.text), "", whole)
        used = None if lexical else embedder
        hits, _ = search(message.text, Filter(AT, source_ids=one.only), library, used, SearchRules())
        found = weigh(message, requirement, hits, library, used)
        figures = found.figures or dict.fromkeys(SIGNALS, 0.0)
        yield Case(one.set, one.half, "lexical" if lexical else found.group, figures, one.answerable)


def xquad(data: Path, held: str, asked: str) -> tuple[dict[str, str], list[Asked]]:
    """Every paragraph a source; each question with its paragraph and without it."""
    inside, outside = paragraphs(data, held), paragraphs(data, asked)
    texts = {f"x{number:03}": paragraph["context"] for number, paragraph in enumerate(inside)}
    every = [(number, qa["question"]) for number, paragraph in enumerate(outside) for qa in paragraph["qas"]][::STEP]
    found: list[Asked] = []
    for number, question in every:
        half = (number // 5) % 2  # five paragraphs an article
        rest = tuple(name for name in texts if name != f"x{number:03}")
        found.append(Asked(f"xquad {asked}→{held}", half, question, True))
        found.append(Asked(f"xquad {asked}→{held}", half, question, False, rest))
    return texts, found


def tiny(data: Path, language: str, draw: random.Random) -> Iterator[tuple[dict[str, str], list[Asked]]]:
    """Libraries of three to ten paragraphs, where no word is rare; questions of a paragraph in it and of others."""
    articles = paragraphs(data, language)
    for start in range(0, len(articles), 10):
        some = articles[start : start + 10]
        held = some[: draw.randint(3, 9)]
        texts = {f"t{number}": paragraph["context"] for number, paragraph in enumerate(held)}
        half = (start // 10) % 2
        inside = [draw.choice(paragraph["qas"])["question"] for paragraph in held]
        others = [paragraph for paragraph in articles if paragraph not in held]
        outside = [draw.choice(paragraph["qas"])["question"] for paragraph in draw.sample(others, len(held))]
        near = [draw.choice(paragraph["qas"])["question"] for paragraph in some[len(held) :]]
        name = f"tiny {language}"
        yield (
            texts,
            [
                *(Asked(name, half, question, True) for question in inside),
                *(Asked(name, half, question, False) for question in [*outside, *near]),
            ],
        )


def faq(data: Path, language: str) -> tuple[dict[str, str], list[Asked]]:
    import re

    entries = json.loads((data / "bitcoin_faq_4lang" / "faq.json").read_text("utf-8"))
    texts = {
        f"f{number:03}": re.sub(r"<[^>]+>", "", "\n\n".join(entry[language]["a_html"]))
        for number, entry in enumerate(entries)
    }
    found: list[Asked] = []
    for number, entry in enumerate(entries):
        rest = tuple(name for name in texts if name != f"f{number:03}")
        question = entry[language]["q"]
        found.append(Asked(f"faq {language}", number % 2, question, True))
        found.append(Asked(f"faq {language}", number % 2, question, False, rest))
    return texts, found


def judged(data: Path, name: str, limit: int) -> Iterator[tuple[dict[str, str], list[Asked]]]:
    """NoMIRACL and CLAPnq: each question has its own passages, people said whether they answer it."""
    files = {
        "nomiracl ru": ("nomiracl/ru.relevant.jsonl", "nomiracl/ru.non_relevant.jsonl"),
        "nomiracl en": ("nomiracl/en.relevant.jsonl", "nomiracl/en.non_relevant.jsonl"),
        "clapnq": ("clapnq/clapnq_dev_answerable.jsonl", "clapnq/clapnq_dev_unanswerable.jsonl"),
    }[name]
    for path, answerable in zip(files, (True, False), strict=True):
        lines = (data / path).read_text("utf-8").splitlines()[:limit]
        for number, line in enumerate(lines):
            row: dict[str, Any] = json.loads(line)
            texts = {f"p{n}": passage["text"] for n, passage in enumerate(row["passages"])}
            yield texts, [Asked(name, number % 2, row.get("question") or row["input"], answerable)]


def collect(data: Path, embedder: Embedder) -> list[Case]:
    found: list[Case] = []
    draw = random.Random(7)
    with tempfile.TemporaryDirectory(prefix="opora-train-") as folder:
        number = 0

        def kept(texts: dict[str, str]) -> SqliteLibrary:
            nonlocal number
            number += 1
            return shelf(texts, embedder, Path(folder) / str(number))

        for held in ("en", "ru", "ro"):
            texts, asked = xquad(data, held, held)
            library = kept(texts)
            found += cases(asked, library, embedder)
            found += cases(asked, library, embedder, lexical=True)
            if held == "en":
                found += cases(xquad(data, "en", "ru")[1], library, embedder)
            for some, questions in tiny(data, held, draw):
                small = kept(some)
                found += cases(questions, small, embedder)
                found += cases(questions, small, embedder, lexical=True)
            _tell(found)
        for language in ("en", "ru", "uk", "ro"):
            texts, asked = faq(data, language)
            found += cases(asked, kept(texts), embedder)
            _tell(found)
        for name, limit in (("nomiracl ru", 24), ("nomiracl en", 24), ("clapnq", 40)):
            for texts, asked in judged(data, name, limit):
                found += cases(asked, kept(texts), embedder)
            _tell(found)
    return found


def _tell(found: Sequence[Case]) -> None:
    print(f"{len(found)} cases", file=sys.stderr, flush=True)


def fit(x: Matrix, y: Matrix, weight: Matrix, signs: Sequence[int], ridge: float = 1.0) -> Matrix:
    """Logistic regression by iteratively reweighted least squares; a weight of the wrong sign is held at nothing."""
    middle, spread = x.mean(axis=0), np.maximum(x.std(axis=0), 1e-6)
    free = list(range(x.shape[1]))
    while True:
        part = np.hstack([np.ones((len(x), 1)), ((x - middle) / spread)[:, free]])
        beta = np.zeros(part.shape[1])
        keep = np.eye(part.shape[1]) * ridge
        keep[0, 0] = 1e-6
        for _ in range(50):
            chance = 1 / (1 + np.exp(-part @ beta))
            curve = weight * np.clip(chance * (1 - chance), 1e-6, None)
            step = np.linalg.solve((part.T * curve) @ part + keep, part.T @ (weight * (y - chance)) - keep @ beta)
            beta += step
            if np.abs(step).max() < 1e-8:
                break
        wrong = [n for n, column in enumerate(free) if beta[n + 1] * signs[column] < 0]
        if not wrong:
            break
        free = [column for n, column in enumerate(free) if n not in wrong]
    full = np.zeros(x.shape[1] + 1)
    full[[column + 1 for column in free]] = beta[1:] / spread[free]
    full[0] = beta[0] - full[1:] @ middle
    return full


def auc(scores: Matrix, y: Matrix) -> float:
    """Chance that an answerable one scores above an unanswerable one."""
    yes, no = scores[y == 1], scores[y == 0]
    if not len(yes) or not len(no):
        return math.nan
    return float(((yes[:, None] > no[None]) + 0.5 * (yes[:, None] == no[None])).mean())


def train(found: Sequence[Case]) -> dict[str, dict[str, float]]:
    """Weights of each group from the cases of half 0; both answers of a set count alike."""
    weights: dict[str, dict[str, float]] = {}
    for group, names in GROUPS.items():
        some = [case for case in found if case.group == group and case.half == 0 and any(case.figures.values())]
        x, y = _matrix(some, names)
        counts: dict[tuple[str, bool], int] = {}
        for case in some:
            counts[case.set, case.answerable] = counts.get((case.set, case.answerable), 0) + 1
        weight = np.array(
            [
                sum(counts[case.set, y] for y in (True, False) if (case.set, y) in counts)
                / 2
                / counts[case.set, case.answerable]
                for case in some
            ]
        )
        beta = fit(x, y, weight, [SIGN.get(name, 1) for name in names])
        weights[group] = {"bias": beta[0], **{name: beta[n + 1] for n, name in enumerate(names)}}
    return weights


def _matrix(some: Sequence[Case], names: Sequence[str]) -> tuple[Matrix, Matrix]:
    x = np.array([[case.figures[name] for name in names] for case in some], float).reshape(len(some), len(names))
    return x, np.array([case.answerable for case in some], float)


def chances(some: Sequence[Case], weights: dict[str, dict[str, float]]) -> Matrix:
    sums = [
        weights[c.group]["bias"] + sum(weights[c.group].get(name, 0.0) * c.figures[name] for name in SIGNALS)
        for c in some
    ]
    return 1 / (1 + np.exp(-np.array(sums)))


def write(weights: dict[str, dict[str, float]], limits: dict[str, float]) -> None:
    lines = [
        "# What tells that a text answers a question; the decision is the logistic of the sum.",
        "# Written by `python -m bench.train_answerable` from DEV (half of the articles); do not edit by hand.",
        "# [same]: question and text in one language, with vectors; [lexical]: no vectors; [across]: two languages.",
    ]
    for group, names in weights.items():
        lines.append(f"[{group}]")
        lines += [f"{name} = {value + 0.0:.3f}" for name, value in names.items()]
        lines.append("")
    lines.append("[limits]")
    lines += [f"{name} = {limit:.2f}" for name, limit in limits.items()]
    lines.append(f"weak = {max(0.05, limits['answer'] - 0.2):.2f}")
    TARGET.write_text("\n".join(lines) + "\n", "utf-8")


def report(found: Sequence[Case], weights: dict[str, dict[str, float]], limits: dict[str, float]) -> None:
    print("set | group | n | AUC | answered when present | 95 % | refused when absent | 95 %")
    held = [case for case in found if case.half == 1]
    for name, group in dict.fromkeys((case.set, case.group) for case in held):
        some = [case for case in held if (case.set, case.group) == (name, group)]
        chance, (_, y) = chances(some, weights), _matrix(some, ())
        limit = limits.get(group, limits["answer"])
        yes, no = chance[y == 1] >= limit, chance[y == 0] < limit
        row = [name, group, str(len(some)), f"{auc(chance, y):.3f}"]
        for share in (yes, no):
            low, high = wilson(int(share.sum()), len(share))
            row += [f"{share.mean():.3f}" if len(share) else "—", f"{low:.3f}–{high:.3f}"]
        print(" | ".join(row), flush=True)


def thresholds(found: Sequence[Case], weights: dict[str, dict[str, float]]) -> dict[str, float]:
    """``answer``: where the training half answers and refuses best. ``across``: where it refuses 85 % of what is absent,
    since between languages no word can be compared and a wrong answer is worse than none.
    """
    chosen: dict[str, float] = {}
    for key, group in (("answer", "same"), ("across", "across")):
        some = [case for case in found if case.half == 0 and case.group == group and any(case.figures.values())]
        chance, (_, y) = chances(some, weights), _matrix(some, ())
        limits = [limit / 100 for limit in range(20, 95)]
        rates = [((chance[y == 1] >= limit).mean(), (chance[y == 0] < limit).mean()) for limit in limits]
        best = max(range(len(limits)), key=lambda n, r=rates: r[n][0] + r[n][1])  # type: ignore[misc]
        strict = next((n for n, (_, refused) in enumerate(rates) if refused >= 0.85), best)
        chosen[key] = limits[strict if group == "across" else best]
    return chosen


def main() -> None:
    from opora.inference.embed import E5Embedder

    data = data_folder()
    if data is None:
        print("bench.train_answerable: skipped, there is no folder shared/data")
        return
    found = collect(data, E5Embedder.open())
    weights = train(found)
    limits = thresholds(found, weights)
    write(weights, limits)
    report(found, weights, limits)


if __name__ == "__main__":
    main()
