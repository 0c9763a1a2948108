"""How well does ``opora check`` tell borne-out claims from others in texts it was not made for?

``python -m bench.check_sets``: TERRa (ru) and BEGIN (en) DEV, the half not trained on, beside lexical overlap and embedding
cosine on the same rows. ``--train`` writes src/opora/answering/bearing.toml from the other half.
"""

from __future__ import annotations

import argparse
import csv
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bench.altered_texts import Statement, statements
from bench.data import data_folder
from bench.figures import ROOT, commit, no_data, table, write_section
from bench.train_answerable import fit
from opora.answering.bearing import cosines, figures, script_of
from opora.answering.check import check_claim
from opora.answering.lexed import lexed
from opora.canonical import digest
from opora.ports import Embedder

PAGE = ROOT / "docs" / "quality.md"
TARGET = ROOT / "src" / "opora" / "answering" / "bearing.toml"
Matrix = np.ndarray


@dataclass(frozen=True, slots=True)
class Row:
    """A claim with its evidence; ``half`` 0 is trained on. ``anchor``: made from XQuAD, for training alone."""

    set: str
    claim: str
    evidence: str
    true: bool
    half: int
    anchor: bool = False


def rows(data: Path) -> list[Row]:
    found = []
    for line in (data / "terra_ru" / "terra_train_800.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        found.append(_row("terra ru", row["hypothesis"], row["premise"], row["label"] == "entailment"))
    for path in sorted((data / "begin").glob("*.tsv")):
        with path.open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
                name = f"begin {path.stem.split('_')[0]}"
                found.append(_row(name, row["response"], row["knowledge"], row["begin_label"] == "Fully attributable"))
    return found


def _row(name: str, claim: str, evidence: str, true: bool) -> Row:
    return Row(name, claim, evidence, true, int(digest(evidence)[:8], 16) % 2)


def anchors(data: Path, count: int) -> list[Row]:
    """Sentences with their own paragraph, and with the next one's: what no regression may get wrong."""
    found: list[Row] = []
    some = [one for one in statements(data, 4 * count) if one.source == "xquad"]
    for language in ("en", "ro", "ru"):
        own: list[Statement] = [one for one in some if one.language == language][:count]
        for one, other in zip(own, [*own[1:], *own[:1]], strict=True):
            found.append(Row(f"xquad {language}", one.text, one.evidence, True, 0, True))
            if other.evidence != one.evidence:
                found.append(Row(f"xquad {language}", one.text, other.evidence, False, 0, True))
    return found


def figured(found: Sequence[Row], embedder: Embedder | None) -> list[dict[str, float]]:
    return [{**figures(row.claim, row.evidence), **cosines(row.claim, row.evidence, embedder)} for row in found]


def train(found: Sequence[Row], told: Sequence[dict[str, float]]) -> dict[str, dict[str, float]]:
    """Weights by script, with and without meaning; true and false rows of a set count alike."""
    weights: dict[str, dict[str, float]] = {}
    for script in ("latin", "cyrillic"):
        for kind in ("words", "meaning"):
            picked = [n for n, row in enumerate(found) if row.half == 0 and script_of(row.claim) == script]
            names = [name for name in told[0] if kind == "meaning" or not name.startswith("cosine")]
            x = np.array([[told[n][name] for name in names] for n in picked])
            y = np.array([float(found[n].true) for n in picked])
            weight = np.array([_weight(found[n], [found[m] for m in picked]) for n in picked])
            beta = fit(x, y, weight, [0] * len(names), ridge=3.0)
            weights[f"{script}_{kind}"] = {"bias": beta[0], **{name: beta[n + 1] for n, name in enumerate(names)}}
    return weights


def _weight(row: Row, some: Sequence[Row]) -> float:
    alike = sum(one.true == row.true and one.anchor == row.anchor for one in some)
    return len(some) / 4 / alike * (0.5 if row.anchor else 1.0)


def write(weights: dict[str, dict[str, float]]) -> None:
    lines = [
        "# What tells that evidence bears a claim out in other words; the chance is the logistic of the sum.",
        "# Written by `python -m bench.check_sets --train` from one half of TERRa and BEGIN DEV and sentences of XQuAD.",
        "# By the claim's script; [.._meaning] with a model's cosines, [.._words] without.",
    ]
    for group, names in weights.items():
        lines += [f"[{group}]", *(f"{name} = {value + 0.0:.3f}" for name, value in names.items()), ""]
    TARGET.write_text("\n".join(lines), "utf-8")


def overlap(row: Row) -> float:
    """Share of the claim's content words that stand in the evidence, as spelt."""
    claim, evidence = lexed(row.claim), lexed(row.evidence)
    content = [word for word in claim.words if word.content]
    return sum(word.folded in evidence.folded for word in content) / max(1, len(content))


def balanced(said: Matrix, true: Matrix) -> float:
    return float((said[true].mean() + (~said[~true]).mean()) / 2)


def best_limit(scores: Matrix, true: Matrix) -> float:
    """Where the training half is told apart best."""
    return max(np.unique(scores), key=lambda limit: balanced(scores >= limit, true))


def interval(said: Matrix, true: Matrix) -> str:
    draw = np.random.default_rng(5)
    every = np.arange(len(true))
    found = []
    for _ in range(400):
        some = draw.choice(every, len(every))
        if 0 < true[some].sum() < len(some):
            found.append(balanced(said[some], true[some]))
    low, high = np.quantile(found, [0.025, 0.975])
    return f"{balanced(said, true):.3f} ({low:.3f}–{high:.3f})"


HEAD = ("set", "n", "opora check, words", "opora check, with the model", "lexical overlap", "embedding cosine")


def report(found: Sequence[Row], told: Sequence[dict[str, float]], embedder: Embedder | None) -> list[list[str]]:
    """One row a set; the thresholds of the two baselines are the best of the training half of the same set."""
    made = []
    for name in [*dict.fromkeys(row.set for row in found), "begin"]:
        held = [n for n, row in enumerate(found) if row.set.startswith(name) and row.half == 1]
        seen = [n for n, row in enumerate(found) if row.set.startswith(name) and row.half == 0]
        true = np.array([found[n].true for n in held])
        cells = ["begin, all three" if name == "begin" else name, str(len(held))]
        for model in (None, embedder) if embedder else (None,):
            said = [
                check_claim({"claim": found[n].claim, "evidence": found[n].evidence}, model)["verdict"] for n in held
            ]
            cells.append(interval(np.array([one == "supported" for one in said]), true))
        scores = [np.array([overlap(row) for row in found])]
        if embedder:
            scores.append(np.array([one["cosine"] for one in told]))
        for score in scores:
            limit = best_limit(score[seen], np.array([found[n].true for n in seen]))
            cells.append(interval(score[held] >= limit, true))
        made.append(cells)
        print(" | ".join(cells), flush=True)
    return made


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--train", action="store_true", help="write the coefficients anew")
    options.add_argument("--no-page", action="store_true", help="print only; leave docs/quality.md as it is")
    chosen = options.parse_args()
    data = data_folder()
    if data is None:
        no_data("bench.check_sets")
    from opora.inference.embed import E5Embedder

    embedder: Embedder = E5Embedder.open()
    found = rows(data)
    if chosen.train:
        every = [*found, *anchors(data, 60)]
        write(train(every, figured(every, embedder)))
    made = report(found, figured(found, embedder), embedder)
    if not chosen.no_page:
        body = (
            f"`python -m bench.check_sets`, commit {commit()}, balanced accuracy on the half not trained on; the two "
        )
        body += "baselines have their best threshold of the other half of the same set. Interval: bootstrap, 95 %.\n\n"
        write_section(PAGE, "Claims in other words", body + table(HEAD, made))


if __name__ == "__main__":
    main()
