"""How good was it over time? The kept runs of golden questions and of the gate, as plots with their tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import Markup

from opora.diagnosis import plots
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
class Quality:
    """``plot`` and ``last`` are drawings made by ``plots``, which escapes all text; ``broken``: what was altered."""

    runs: tuple[Run, ...]
    gates: tuple[Run, ...]
    names: tuple[tuple[str, str], ...]
    plot: Markup
    last: Markup
    broken: tuple[str, ...]


def quality(library: Path, tongue: Tongue) -> Quality:
    """From the histories of a library, newest run first in the tables, oldest left in the plot."""
    kept = {name: read(library / "history" / file) for name, file in _FILES.items()}
    words = _names(tongue)
    runs = [_run(one) for one in kept["diagnose"].records if isinstance(one.get("scores"), dict)][-MOST_RUNS:]
    gates = [_gate(one) for one in kept["gate"].records][-MOST_RUNS:]
    broken = tuple(f"{_FILES[name]}: {one.broken}" for name, one in kept.items() if one.broken)
    return Quality(
        tuple(reversed(runs)),
        tuple(reversed(gates)),
        tuple(words.items()),
        _over_time(runs, words, tongue),
        _last(kept["diagnose"].records, words, tongue),
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


def _over_time(runs: Sequence[Run], words: Mapping[str, str], tongue: Tongue) -> Markup:
    if len(runs) < 2:
        return Markup("")
    lines = [
        plots.Line(words[name], tuple(run.scores.get(name) for run in runs), kind)
        for name, kind in (("answer_correctness", "a"), ("citation_accuracy", "c"))
    ]
    title = catalogue(tongue).gettext("Scores of the runs kept, oldest first")
    return Markup(plots.over_time(lines, [day(run.date[:10], tongue) for run in runs], title))


def _last(records: Sequence[Mapping[str, Any]], words: Mapping[str, str], tongue: Tongue) -> Markup:
    """Shares of the last run with their intervals, as far as it kept them."""
    runs = [one for one in records if isinstance(one.get("intervals"), dict)]
    if not runs:
        return Markup("")
    bars = [
        plots.Bar(words[name], row["value"], row.get("low"), row.get("high"), "b" if name in BETTER_SMALL else "a")
        for name, row in runs[-1]["intervals"].items()
        if name in words and isinstance(row, dict) and row.get("value") is not None
    ]
    title = catalogue(tongue).gettext("The last run, with 95 % intervals")
    return Markup(plots.intervals(bars, title)) if bars else Markup("")


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
