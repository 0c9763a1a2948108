"""Which values must be said exactly? Reads a register of facts (CSV); every bad row is named, good rows go on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from opora.diagnosis.tables import Columns, Problem, read_table
from opora.diagnosis.typed import TYPES, typed
from opora.domain.case import InputError
from opora.domain.source import Fact

COLUMNS = Columns("register of facts", ("fact_id", "source_id", "field", "value"), ("type", "unit", "quote", "anchor"))


GROWN = "facts.csv"
"""The register that grows beside the golden set of a library."""


@dataclass(frozen=True, slots=True)
class Register:
    """Facts in the order of the rows, what is wrong with the rest, and the ids that a bad row leaves without a fact."""

    facts: tuple[Fact, ...]
    errors: tuple[InputError, ...] = ()
    spoiled: frozenset[str] = frozenset()


def read_register(path: Path, beside: Iterable[Fact] = ()) -> Register:
    """UsageError when it is no register at all. Of two rows with one id the first counts, and all before those ``beside`` it."""
    facts: list[Fact] = []
    errors: list[InputError] = []
    seen: dict[str, int] = {}
    for row in read_table(path, COLUMNS).rows:
        problems = row.problems(lambda cells: _problems(cells, seen))
        errors.extend(InputError(path.name, row.number, field, message) for field, message in problems)
        seen.setdefault(row.cells.get("fact_id", ""), row.number)
        if not problems:
            facts.append(_fact(row.cells))
    facts += [fact for fact in beside if fact.fact_id not in seen]
    return Register(tuple(facts), tuple(errors), frozenset(seen) - {fact.fact_id for fact in facts})


def _fact(cells: dict[str, str]) -> Fact:
    kind, unit, quote, anchor = (cells.get(name) or None for name in COLUMNS.optional)
    return Fact(cells["fact_id"], cells["source_id"], cells["field"], cells["value"], kind, unit, quote, anchor)


def _problems(cells: dict[str, str], seen: dict[str, int]) -> list[Problem]:
    found: list[Problem] = [(name, "is empty") for name in COLUMNS.needed if not cells[name]]
    if cells["fact_id"] and cells["fact_id"] in seen:
        found.append(("fact_id", f"{cells['fact_id']!r} is already the id of row {seen[cells['fact_id']]}"))
    kind = cells.get("type") or None
    if kind is not None and kind not in TYPES:
        found.append(("type", f"{kind!r} is not one of {', '.join(TYPES)}"))
    elif cells["value"]:
        try:
            typed(cells["value"], kind)
        except ValueError as error:
            found.append(("value", str(error)))
    return found
