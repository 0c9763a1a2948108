"""Is this an answer, something near it, or nothing?"""

from __future__ import annotations

import math
import tomllib
from functools import cache
from importlib.resources import files
from typing import Literal

from opora.answering.finding import Draft
from opora.answering.weights import Wanted
from opora.domain.result import Hit

Decision = Literal["answer", "weak", "none"]


def signals(want: Wanted, hits: list[Hit], best: Draft | None) -> dict[str, float]:
    """The figures that the decision rests on, each 0..1."""
    dense = [hit.scores.dense for hit in hits if hit.scores.dense is not None]
    named = want.share([float(i in want.named) for i in range(len(want.words))])
    held = want.share([s if i in want.named else 0.0 for i, s in enumerate(best.beside)]) if best else 0.0
    beside = [max(a, b) for a, b in zip(best.matched, best.beside, strict=True)] if best else []
    heaviest = max(want.weights, default=0.0)
    gone = max((w * (1 - s) for w, s in zip(want.weights, beside, strict=False)), default=0.0)
    return {
        "cosine": max(dense, default=0.0),
        "near": (best.cosine or 0.0) if best else 0.0,
        "coverage": best.coverage if best else 0.0,
        "sentence": want.share(best.matched) if best else 0.0,
        "own": want.share(best.own) if best else 0.0,
        "named_missing": (named - held) / named if named else 0.0,
        "heaviest_missing": gone / heaviest if heaviest else 0.0,
        "value_missing": 0.0 if best and best.says else 1.0,
        "against": 1.0 if best and best.against else 0.0,
    }


def decide(found: dict[str, float], group: str, at_least: float | None = None) -> tuple[Decision, float]:
    """The decision and its probability. ``group``: same, lexical or across (see answerable.toml); ``at_least`` goes
    before the probability that an answer needs there.
    """
    weights = _table()[group]
    total = weights["bias"] + sum(weights.get(name, 0.0) * figure for name, figure in found.items())
    chance = 1 / (1 + math.exp(-max(-60.0, min(60.0, total))))
    limits = _table()["limits"]
    if chance >= (limits.get(group, limits["answer"]) if at_least is None else at_least):
        return "answer", chance
    return ("weak" if chance >= limits["weak"] else "none"), chance


@cache
def _table() -> dict[str, dict[str, float]]:
    return tomllib.loads(files("opora.answering").joinpath("answerable.toml").read_text("utf-8"))
