"""Is this an answer, something near it, or nothing?"""

from __future__ import annotations

import math
import tomllib
from functools import cache
from importlib.resources import files
from typing import Literal

Decision = Literal["answer", "weak", "none"]


def decide(found: dict[str, float], group: str, at_least: float | None = None) -> tuple[Decision, float]:
    """The decision and its probability. ``group``: see answerable.toml; one language is [same] in either script. ``at_least``
    goes before the probability that an answer needs there.
    """
    table = _table()
    group = "same" if group in ("latin", "cyrillic") else group
    weights = table[group]
    total = weights["bias"] + sum(weights.get(name, 0.0) * figure for name, figure in found.items())
    chance = 1 / (1 + math.exp(-max(-60.0, min(60.0, total))))
    if chance >= (table["answer"][group] if at_least is None else at_least):
        return "answer", chance
    return ("weak" if chance >= table["weak"][group] else "none"), chance


@cache
def _table() -> dict[str, dict[str, float]]:
    return tomllib.loads(files("opora.answering").joinpath("answerable.toml").read_text("utf-8"))
