"""Which link broke? Judges given answers against a golden set, case by case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from opora.domain.case import GivenAnswer, GoldenSet, Retrieved, Verdict


def diagnose(
    golden: GoldenSet,
    answers: Sequence[GivenAnswer],
    found: Mapping[str, tuple[Retrieved, ...]] | None = None,
) -> list[Verdict]:
    """One verdict for each case, in order. ``found``: what an expression found for a question id, where one was run."""
    raise NotImplementedError(golden, answers, found)
