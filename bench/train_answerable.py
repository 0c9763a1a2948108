"""Is this an answer? Trains the weights of src/opora/answering/answerable.toml on one half of DEV, reports on the other.

``python -m bench.train_answerable`` needs the model and shared/data; it writes the file and prints the figures of the half it
did not see. ``--kept FOLDER`` keeps vectors and cases between runs.
"""

from __future__ import annotations

import argparse
import pickle
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from bench.answerable_cases import SETS, Case, Kept, collect, shelf
from bench.data import data_folder
from bench.figures import ROOT, no_data, wilson

__all__ = ["shelf"]  # other measures take it from here
TARGET = ROOT / "src" / "opora" / "answering" / "answerable.toml"
Matrix = npt.NDArray[np.float64]
TOGETHER: Final = ("joint_rare", "cosine", "cosine_held", "near_words", "near_own", "given")
MORE: Final = ("gain_joint", "more_fused", "more_words", "more_near")  # than what else was found
RARER: Final = "more_lexical"  # BM25: a rare word that only this source has
AGAINST: Final = ("near_unheld", "near_unnamed", "missing", "year_missing", "number_not_given")
ASKS: Final = tuple(f"asks_{sort}" for sort in ("moment", "number", "person", "place", "name", "reason"))
WORDS: Final = (
    *("coverage", "own", "asked", "unheld", "named_missing", "year_missing"),
    *("asks_number", "number_not_given", "others", "told", "told_coverage", "told_asked", "gain_words"),
    *("sentence", "heaviest_missing", "value_missing", "against"),
)
GROUPS: Final = {
    "same": (*TOGETHER, *MORE, RARER, *AGAINST, "alone", "alone_cosine", *ASKS),
    "lexical": WORDS,
    "across": (*TOGETHER, *MORE, *AGAINST),
}
# What may only speak for (1), or only against (-1), an answer, whatever a small set says.
SIGN: Final = {
    **dict.fromkeys((*TOGETHER, *MORE, RARER, "alone_cosine", "coverage", "own", "sentence", "gain_words"), 1),
    **dict.fromkeys((*AGAINST, "unheld", "named_missing", "heaviest_missing", "value_missing", "against"), -1),
}
# Sets are small where people judged, and large where a paragraph was taken out: what each counts for, whatever its size.
SHARE: Final = {"nomiracl": 2.0, "clapnq": 2.0, "xquad": 2.0, "faq": 0.5, "tiny": 0.3}
RIDGE: Final = {"same": 300.0, "lexical": 5.0, "across": 20.0}  # strong where sets of different kinds must share
# Between languages no word can be compared: there a wrong answer is worse than none.
REFUSED: Final = {
    "same": 0.86,
    "lexical": 0.86,
    "across": 0.94,
}  # of the training half's XQuAD whose paragraph is not there
FREE: Final = {"alone": 5.0}  # it shifts a kind of case and tells nothing inside it
FEWEST: Final = 20  # cases of a set that count as many: a small set must not outweigh the others
STRAY: Final = 10  # fewer cases of a set were taken for another language than theirs, and teach nothing about it


def fit(x: Matrix, y: Matrix, weight: Matrix, signs: Sequence[int], ridge: float | Sequence[float] = 5.0) -> Matrix:
    """Logistic regression by iteratively reweighted least squares; a weight of the wrong sign is held at nothing."""
    ridges = np.broadcast_to(np.asarray(ridge, float), x.shape[1])
    middle, spread = x.mean(axis=0), np.maximum(x.std(axis=0), 1e-6)
    free = list(range(x.shape[1]))
    while True:
        part = np.hstack([np.ones((len(x), 1)), ((x - middle) / spread)[:, free]])
        beta = np.zeros(part.shape[1])
        keep = np.diag([1e-6, *ridges[free]])
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


def calibrated(beta: Matrix, x: Matrix, y: Matrix, weight: Matrix) -> Matrix:
    """The same order of cases, with chances as far from a half as they may be: a strong ridge draws them to it."""
    told = beta[0] + x @ beta[1:]
    offset, slope = fit(told[:, None], y, weight, (1,), 1e-6)
    return np.asarray(np.append(offset + slope * beta[0], slope * beta[1:]))


def auc(scores: Matrix, y: Matrix) -> float:
    """Chance that an answerable one scores above an unanswerable one."""
    yes, no = scores[y == 1], scores[y == 0]
    if not len(yes) or not len(no):
        return float("nan")
    return float(((yes[:, None] > no[None]) + 0.5 * (yes[:, None] == no[None])).mean())


def kept(case: Case) -> str:
    """The group that the weights of a case stand under."""
    return "same" if case.group in ("latin", "cyrillic") else case.group


def matrix(some: Sequence[Case], names: Sequence[str]) -> tuple[Matrix, Matrix]:
    x = np.array([[case.figures.get(name, 0.0) for name in names] for case in some], float)
    return x.reshape(len(some), len(names)), np.array([case.answerable for case in some], float)


def train(found: Sequence[Case], half: int = 0) -> dict[str, dict[str, float]]:
    """Weights of each group from the cases of one half; both answers of a set count alike."""
    weights: dict[str, dict[str, float]] = {}
    for group, names in GROUPS.items():
        some = [case for case in found if kept(case) == group and case.half == half and case.figures]
        whole = Counter(case.set for case in some)
        some = [case for case in some if whole[case.set] >= STRAY]
        x, y = matrix(some, names)
        counts = Counter((case.set, case.answerable) for case in some)
        sizes = [max(FEWEST, counts[case.set, case.answerable]) for case in some]
        share = np.array([SHARE[case.set.split()[0]] * 100 / n for case, n in zip(some, sizes, strict=True)])
        ridges = [FREE.get(name, RIDGE[group]) for name in names]
        beta = fit(x, y, share, [SIGN.get(name, 0) for name in names], ridges)
        beta = calibrated(beta, x, y, share)
        weights[group] = {"bias": beta[0], **{name: beta[n + 1] for n, name in enumerate(names)}}
    return weights


def chances(some: Sequence[Case], weights: dict[str, dict[str, float]]) -> Matrix:
    """What ``opora.answering.answerable.decide`` makes of the figures; nothing found is nothing."""
    sums = [
        weights[kept(c)]["bias"] + sum(w * c.figures.get(name, 0.0) for name, w in weights[kept(c)].items())
        if c.figures
        else -60.0
        for c in some
    ]
    return 1 / (1 + np.exp(-np.clip(np.array(sums), -60, 60)))


def thresholds(found: Sequence[Case], weights: dict[str, dict[str, float]]) -> dict[str, float]:
    """The lowest chance at which the training half's XQuAD refuses what is absent as often as it should; one for all sets."""
    chosen: dict[str, float] = {}
    for group in weights:
        some = [c for c in found if c.half == 0 and kept(c) == group and c.set.startswith("xquad")]
        absent = np.sort(chances([case for case in some if not case.answerable], weights))
        chosen[group] = float(np.clip(absent[int(len(absent) * REFUSED[group])], 0.2, 0.9)) if len(absent) else 0.5
    return chosen


def write(weights: dict[str, dict[str, float]], limits: dict[str, float]) -> None:
    lines = [
        "# What tells that a text answers a question; the decision is the logistic of the sum.",
        "# Written by `python -m bench.train_answerable` from DEV (half of the articles); do not edit by hand.",
        "# [same]: question and text in one language; [lexical]: no vectors; [across]: two languages.",
    ]
    for group, names in weights.items():
        lines += [f"[{group}]", *(f"{name} = {value + 0.0:.3f}" for name, value in names.items()), ""]
    lines += ["[answer]", *(f"{group} = {limit:.2f}" for group, limit in limits.items()), ""]
    lines += ["[weak]", *(f"{group} = {max(0.05, limit - 0.2):.2f}" for group, limit in limits.items())]
    TARGET.write_text("\n".join(lines) + "\n", "utf-8")


def report(found: Sequence[Case], weights: dict[str, dict[str, float]], limits: dict[str, float]) -> None:
    print("set | group | n | AUC | answered when present | 95 % | refused when absent | 95 %")
    held = [case for case in found if case.half == 1]
    for name, lexical in dict.fromkeys((case.set, case.group == "lexical") for case in held):
        some = [case for case in held if case.set == name and (case.group == "lexical") == lexical]
        chance, (_, y) = chances(some, weights), matrix(some, ())
        answered = chance >= np.array([limits[kept(case)] for case in some])
        row = [name, "lexical" if lexical else "vectors", str(len(some)), f"{auc(chance, y):.3f}"]
        for share in (answered[y == 1], ~answered[y == 0]):
            low, high = wilson(int(share.sum()), len(share))
            row += [f"{share.mean():.3f}" if len(share) else "—", f"{low:.3f}–{high:.3f}"]
        print(" | ".join(row), flush=True)


def gather(data: Path, kept: Path, every: int) -> list[Case]:
    """The cases of all sets, from the folder when they are there."""
    from opora.inference.embed import E5Embedder

    found: list[Case] = []
    embedder: Kept | None = None
    for name in SETS:
        file = kept / f"{name.replace('→', '-')}.cases"
        if not file.exists():
            embedder = embedder or Kept(E5Embedder.open(threads=1), kept / "vectors.npz")
            some = collect(data, name, embedder, every)
            embedder.keep()
            file.write_bytes(pickle.dumps(some))
        found += pickle.loads(file.read_bytes())
        print(f"{name}: {len(found)} cases", file=sys.stderr, flush=True)
    return found


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--kept", type=Path, help="folder for vectors and cases; none: a temporary one")
    options.add_argument("--every", type=int, default=1, help="every how manieth question of XQuAD")
    chosen = options.parse_args()
    data = data_folder()
    if data is None:
        no_data("bench.train_answerable")
    with tempfile.TemporaryDirectory(prefix="opora-train-") as folder:
        found = gather(data, chosen.kept or Path(folder), chosen.every)
    weights = train(found)
    limits = thresholds(found, weights)
    write(weights, limits)
    report(found, weights, limits)


if __name__ == "__main__":
    main()
