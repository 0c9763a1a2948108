"""May a model choose the borders of a few important documents, and what would that cost?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from opora.errors import UsageError
from opora.fragmenting.material import BorderChooser, Group, Material
from opora.fragmenting.pack import Run, pack
from opora.fragmenting.sections import passages_of
from opora.fragmenting.units import Unit, sections_of

_BATCH = 2_000  # tokens of text in one call
_TOLD = 120  # tokens of instruction in one call
_ANSWER = 3  # tokens of answer for each piece that might be named


@dataclass(frozen=True, slots=True)
class Cost:
    """What choosing borders would take: calls of the model, tokens sent, and tokens of answer at most."""

    calls: int
    tokens_in: int
    tokens_out: int


def cost_of(units: Sequence[Unit]) -> Cost:
    """Known before anything is sent."""
    batches = [batch for section in sections_of(list(units)) for batch in _batches(section.units)]
    asked = [batch for batch in batches if len(batch) > 1]
    return Cost(
        calls=len(asked),
        tokens_in=sum(unit.tokens for batch in asked for unit in batch) + _TOLD * len(asked),
        tokens_out=_ANSWER * sum(len(batch) for batch in asked),
    )


def model_borders(material: Material) -> list[Group]:
    """Fragments as the model's borders make them, none over the size; a border inside a lead-in or heading is passed over.

    UsageError when no model is configured, or when it would take more calls than a person said yes to.
    """
    chooser, cost = material.help.chooser, cost_of(material.units)
    if chooser is None:
        raise UsageError(
            "borders chosen by a model need a model, and none is configured",
            "name a program that asks one in OPORA_BORDER_PROGRAM (see docs/ladder.md), or choose 'semantic'",
        )
    if cost.calls > material.help.agreed:
        raise UsageError(
            f"{chooser.name} would be called {cost.calls} times with {cost.tokens_in} tokens in all",
            "say yes to this cost first",
        )
    groups: list[Group] = []
    for section in sections_of(material.units):
        opened = set(_opened(section.units, chooser, material.text))
        runs = [
            run
            for part in _cut(section.units, opened)
            for run in pack(part, material.text, material.rules.size_or_default)
        ]
        groups.extend(passages_of(runs, material.rules.passage))
    return groups


def _opened(units: Sequence[Unit], chooser: BorderChooser, text: str) -> Iterator[int]:
    """Starts of the units that open a topic; what the model says beyond the numbers it was given does not count."""
    for batch in _batches(units):
        said = chooser.choose([text[unit.start : unit.end] for unit in batch]) if len(batch) > 1 else ()
        for number in said:
            if 0 <= number < len(batch) and batch[number].bond < 2:
                yield batch[number].start


def _batches(units: Sequence[Unit]) -> Iterator[list[Unit]]:
    held: list[Unit] = []
    filled = 0
    for unit in units:
        if held and filled + unit.tokens > _BATCH:
            yield held
            held, filled = [], 0
        held.append(unit)
        filled += unit.tokens
    if held:
        yield held


def _cut(units: Sequence[Unit], opened: set[int]) -> list[Run]:
    runs: list[Run] = []
    held: list[Unit] = []
    for unit in units:
        if held and unit.start in opened:
            runs.append(tuple(held))
            held = []
        held.append(unit)
    return [*runs, tuple(held)]
