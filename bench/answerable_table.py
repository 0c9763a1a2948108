"""How well does the house tell a question with an answer from one without, beside a regression over three plain signals?

``python -m bench.answerable_table --kept FOLDER`` reads the weights that stand in answerable.toml, reports on the half of DEV
they were not trained on, and writes the section "Answerable or not" of docs/quality.md.
"""

from __future__ import annotations

import tempfile
import tomllib
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from bench.answerable_cases import Case
from bench.data import data_folder
from bench.figures import ROOT, commit, no_data, options, table, wilson, write_section
from bench.train_answerable import TARGET, Matrix, auc, chances, fit, gather, kept, train

PAGE = ROOT / "docs" / "quality.md"
DRAWS = 2000
REFUSED = (0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95)
HEAD = ("set", "n", "AUC", "95 %", "three signals", "difference, 95 %", "answered, answer there", "refused, none there")
CROSSED = ("set", "n", "AUC", "three signals", "difference, 95 %")


def plain(some: Sequence[Case], half: int = 0) -> Matrix:
    """Scores of one half by a regression over cosine, BM25 and word overlap, trained on the same set's ``half``."""
    inside, outside = ([c for c in some if c.half == one] for one in (half, 1 - half))
    x, y = np.array([c.baseline for c in inside]), np.array([float(c.answerable) for c in inside])
    beta = fit(x, y, np.full(len(inside), 200 / len(inside)), (0, 0, 0))
    return np.asarray(beta[0] + np.array([c.baseline for c in outside]) @ beta[1:])


def drawn(y: Matrix, ours: Matrix, other: Matrix) -> tuple[tuple[float, float], tuple[float, float]]:
    """95 % intervals of our AUC and of its difference from the other's, drawing the same questions for both."""
    draw = np.random.default_rng(5)
    yes, no = np.flatnonzero(y == 1), np.flatnonzero(y == 0)
    first, difference = [], []
    for _ in range(DRAWS):
        some = np.concatenate([draw.choice(yes, len(yes)), draw.choice(no, len(no))])
        first.append(auc(ours[some], y[some]))
        difference.append(first[-1] - auc(other[some], y[some]))
    low, high = np.percentile(first, [2.5, 97.5]), np.percentile(difference, [2.5, 97.5])
    return (float(low[0]), float(low[1])), (float(high[0]), float(high[1]))


def crossed(name: str, some: Sequence[Case], by_half: Sequence[dict[str, dict[str, float]]]) -> list[str]:
    """A row over both halves, each scored by weights of the other: the mean of the two figures, and of their differences."""
    draw = np.random.default_rng(5)
    ours, three, drawn_by_half = [], [], []
    for half in (0, 1):
        held = [case for case in some if case.half == 1 - half]
        y = np.array([float(case.answerable) for case in held])
        chance, other = chances(held, by_half[half]), plain(some, half)
        ours.append(auc(chance, y))
        three.append(auc(other, y))
        yes, no = np.flatnonzero(y == 1), np.flatnonzero(y == 0)
        picked = [np.concatenate([draw.choice(yes, len(yes)), draw.choice(no, len(no))]) for _ in range(DRAWS)]
        drawn_by_half.append([auc(chance[one], y[one]) - auc(other[one], y[one]) for one in picked])
    low, high = np.percentile(np.mean(drawn_by_half, axis=0), [2.5, 97.5])
    return [name, str(len(some)), f"{np.mean(ours):.3f}", f"{np.mean(three):.3f}", f"{low:+.3f}…{high:+.3f}"]


def row(name: str, some: Sequence[Case], weights: dict[str, dict[str, float]]) -> tuple[list[str], list[str]]:
    """A row of the table, and one of the trade-off: how many are answered when so many of the absent are refused."""
    held = [case for case in some if case.half == 1]
    chance, y = chances(held, weights), np.array([float(case.answerable) for case in held])
    answered = chance >= np.array([weights["answer"][kept(case)] for case in held])
    other = plain(some)
    own, difference = drawn(y, chance, other)
    cells = [name, str(len(held)), f"{auc(chance, y):.3f}", f"{own[0]:.3f}–{own[1]:.3f}", f"{auc(other, y):.3f}"]
    cells.append(f"{difference[0]:+.3f}…{difference[1]:+.3f}")
    for share in (answered[y == 1], ~answered[y == 0]):
        low, high = wilson(int(share.sum()), len(share))
        cells.append(f"{share.mean():.3f} ({low:.3f}–{high:.3f})")
    absent = np.sort(chance[y == 0])
    limits = [absent[min(len(absent) - 1, int(len(absent) * share))] for share in REFUSED]
    return cells, [name, *(f"{(chance[y == 1] > limit).mean():.2f}" for limit in limits)]


def main() -> None:
    taken = options(__doc__, PAGE)
    taken.add_argument("--kept", type=Path, help="folder for vectors and cases; none: a temporary one")
    taken.add_argument("--every", type=int, default=1, help="every how manieth question of XQuAD")
    chosen = taken.parse_args()
    data = data_folder()
    if data is None:
        no_data("bench.answerable_table")
    with tempfile.TemporaryDirectory(prefix="opora-answerable-") as folder:
        found = gather(data, chosen.kept or Path(folder), chosen.every)
    weights = tomllib.loads(TARGET.read_text("utf-8"))
    rows, curve, both = [], [], []
    by_half = [train(found, half) for half in (0, 1)]
    for name in dict.fromkeys(case.set for case in found):
        some = [case for case in found if case.set == name and case.group != "lexical"]
        cells, trade = row(name, some, weights)
        rows.append(cells)
        curve.append(trade)
        both.append(crossed(name, some, by_half))
        print(" | ".join(cells), flush=True)
    body = f"`python -m bench.answerable_table --every {chosen.every}`, commit {commit()}; the half of the articles that the "
    body += (
        "weights were not trained on; one setting for all sets. Three signals: cosine, BM25 and weighted word overlap, "
    )
    body += "trained for each set by itself. Difference: paired bootstrap.\n\n" + table(HEAD, rows)
    body += "\n\nBoth halves, each scored by weights of the other, ours and the three signals':\n\n" + table(
        CROSSED, both
    )
    body += "\n\nShare answered of the questions with an answer, when this share of those without is refused:\n\n"
    body += table(("set", *(f"{share:.2f}" for share in REFUSED)), curve)
    if not chosen.no_page:
        write_section(PAGE, "Answerable or not", body)


if __name__ == "__main__":
    main()
