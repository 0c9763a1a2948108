"""How good was it over time? The kept runs of golden questions and of the gate, drawn and in tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from opora.diagnosis.journal import read
from opora.diagnosis.scores import BETTER_SMALL
from opora.web.drawn.look import day
from opora.web.drawn.words import Tongue, catalogue

MOST_RUNS = 30
_FILES = {"diagnose": "diagnose.jsonl", "gate": "gate.jsonl"}


@dataclass(frozen=True, slots=True)
class Run:
    """One kept run: when, what, who, the shares by name, and the verdict of a gate ("" for other runs)."""

    date: str
    kind: str
    who: str
    scores: Mapping[str, float | None]
    verdict: str = ""


@dataclass(frozen=True, slots=True)
class Score:
    """A share of the last run, from 0 to 100, with its interval; ``is_bad``: the smaller the better."""

    name: str
    value: float
    low: float
    high: float
    is_bad: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A score over the runs, oldest left, in a square of 100 × 100: each unbroken stretch as points ``(x, y, share)``."""

    name: str
    kind: str
    stretches: tuple[tuple[tuple[float, float, float], ...], ...]


@dataclass(frozen=True, slots=True)
class Quality:
    """``last``: the shares of the last run; ``lines``: two scores over time, none of a single run; ``days``: of the first
    and the last run in them. ``broken``: what was altered."""

    runs: tuple[Run, ...]
    gates: tuple[Run, ...]
    names: tuple[tuple[str, str], ...]
    last: tuple[Score, ...]
    lines: tuple[Line, ...]
    days: tuple[str, str]
    broken: tuple[str, ...]


def quality(library: Path, tongue: Tongue) -> Quality:
    """From the histories of a library, newest run first in the tables, oldest left in the plot."""
    kept = {name: read(library / "history" / file) for name, file in _FILES.items()}
    words = _names(tongue)
    runs = [_run(one) for one in kept["diagnose"].records if isinstance(one.get("scores"), dict)][-MOST_RUNS:]
    gates = [_gate(one) for one in kept["gate"].records][-MOST_RUNS:]
    broken = tuple(f"{_FILES[name]}: {one.broken}" for name, one in kept.items() if one.broken)
    drawn = [("answer_correctness", "a"), ("citation_accuracy", "c")] if len(runs) > 1 else []
    return Quality(
        tuple(reversed(runs)),
        tuple(reversed(gates)),
        tuple(words.items()),
        _last(kept["diagnose"].records, words),
        tuple(Line(words[name], kind, _stretches([run.scores.get(name) for run in runs])) for name, kind in drawn),
        (day(runs[0].date[:10], tongue), day(runs[-1].date[:10], tongue)) if runs else ("", ""),
        broken,
    )


def _names(tongue: Tongue) -> dict[str, str]:
    _ = catalogue(tongue).gettext
    return {
        "answer_correctness": _("answers right"),
        "citation_accuracy": _("citations right"),
        "coverage": _("answered when it should"),
        "refusal_correctness": _("refused when it should"),
        "false_refusals": _("refused wrongly"),
        "inventions": _("invented"),
    }


def _stretches(values: Sequence[float | None]) -> tuple[tuple[tuple[float, float, float], ...], ...]:
    """Points from left to right; a run without the score breaks the line."""
    step = 100 / max(1, len(values) - 1)
    found: list[list[tuple[float, float, float]]] = [[]]
    for number, value in enumerate(values):
        if value is not None:
            found[-1].append((round(step * number, 2), round(100 - 100 * value, 2), round(100 * value, 1)))
        elif found[-1]:
            found.append([])
    return tuple(tuple(points) for points in found if points)


def _last(records: Sequence[Mapping[str, Any]], words: Mapping[str, str]) -> tuple[Score, ...]:
    """Shares of the last run with their intervals, as far as it kept them."""
    runs = [one for one in records if isinstance(one.get("intervals"), dict)]
    kept = runs[-1]["intervals"] if runs else {}
    rows = [(name, kept[name]) for name in words if isinstance(kept.get(name), dict)]
    return tuple(
        Score(words[name], *_percents(row), name in BETTER_SMALL) for name, row in rows if row.get("value") is not None
    )


def _percents(row: Mapping[str, Any]) -> tuple[float, float, float]:
    value = float(row["value"])
    low, high = (value if row.get(name) is None else float(row[name]) for name in ("low", "high"))
    return round(100 * value, 1), round(100 * low, 1), round(100 * high, 1)


def _run(record: Mapping[str, Any]) -> Run:
    scores = {str(name): _number(value) for name, value in record["scores"].items()}
    return Run(str(record.get("date", "")), str(record.get("kind", "")), str(record.get("who", "")), scores)


def _gate(record: Mapping[str, Any]) -> Run:
    sides = {name: record.get(name) for name in ("champion", "challenger")}
    named = " → ".join(str(one.get("name", one) if isinstance(one, dict) else one) for one in sides.values())
    verdict = "passed" if record.get("passed") else "refused"
    return Run(str(record.get("date", "")), named, str(record.get("who", "")), {}, verdict)


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
