"""Which questions must be answered how? Reads a golden set (CSV); every bad row is named, good rows go on."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from opora.diagnosis.tables import Columns, Problem, Row, read_table
from opora.diagnosis.typed import as_day
from opora.domain.case import Case, InputError
from opora.domain.reply import Action
from opora.errors import UsageError

COLUMNS = Columns(
    "golden set",
    ("id", "at", "question", "expected_action", "fact_ids", "source_ids", "expected_response"),
    ("collection",),
)
ACTIONS: tuple[Action, ...] = get_args(Action)
_BETWEEN = re.compile(r"[;|,\s]+")


@dataclass(frozen=True, slots=True)
class Golden:
    """Cases in the order of the rows, and what is wrong with the rest.

    ``spoiled``: the bad rows, of which nothing but row, id, facts and sources may be looked at.
    """

    cases: tuple[Case, ...]
    errors: tuple[InputError, ...] = ()
    spoiled: tuple[Case, ...] = ()


def read_golden(path: Path) -> tuple[tuple[Case, ...], tuple[InputError, ...]]:
    """The cases of ``read_golden_set`` and its errors."""
    found = read_golden_set(path)
    return found.cases, found.errors


def read_golden_set(path: Path) -> Golden:
    """UsageError when it is no golden set at all. A row with an error gives no case; of two rows with one id the first counts."""
    table = read_table(path, COLUMNS)
    if not table.rows:
        raise UsageError(f"golden set {str(path)!r} holds no question", "add a row under the header")
    cases: list[Case] = []
    spoiled: list[Case] = []
    errors: list[InputError] = []
    seen: dict[str, int] = {}
    for row in table.rows:
        case_id = row.cells.get("id", "")
        found = [
            InputError(path.name, row.number, field, message, case_id, row.number)
            for field, message in row.problems(lambda cells: _problems(cells, seen))
        ]
        errors.extend(found)
        seen.setdefault(case_id, row.number)
        if not found:
            cases.append(_case(row))
        elif row.problem is None:
            spoiled.append(_spoiled(row, {one.field for one in found}))
    return Golden(tuple(cases), tuple(errors), tuple(spoiled))


def as_list(cell: str) -> tuple[str, ...]:
    """Ids of a cell, separated by semicolons, bars, commas or spaces, without repeats.

    >>> as_list("F1; F2|F3")
    ('F1', 'F2', 'F3')
    """
    return tuple(dict.fromkeys(part for part in _BETWEEN.split(cell) if part))


def _problems(cells: dict[str, str], seen: dict[str, int]) -> list[Problem]:
    found: list[Problem] = []
    if not cells["id"]:
        found.append(("id", "is empty"))
    elif cells["id"] in seen:
        found.append(("id", f"{cells['id']!r} is already the id of row {seen[cells['id']]}"))
    try:
        as_day(cells["at"])
    except ValueError as error:
        found.append(("at", str(error) if cells["at"] else "is empty; write YYYY-MM-DD"))
    if not cells["question"]:
        found.append(("question", "is empty"))
    if cells["expected_action"] not in ACTIONS:
        found.append(("expected_action", f"{cells['expected_action']!r} is not one of {', '.join(ACTIONS)}"))
    for name in ("fact_ids", "source_ids"):
        found.extend((name, f"{one!r} stands twice") for one in _repeated(cells[name]))
    if cells["expected_action"] == "abstain" and cells["fact_ids"]:
        found.append(("fact_ids", "a refusal says no fact; leave it empty, or expect an answer"))
    return found


def _repeated(cell: str) -> list[str]:
    parts = [part for part in _BETWEEN.split(cell) if part]
    return [part for part in dict.fromkeys(parts) if parts.count(part) > 1]


def _spoiled(row: Row, wrong: set[str]) -> Case:
    """What may be looked up although the row is not run: ids whose cells are sound."""
    ids = {name: as_list(row.cells[name]) if name not in wrong else () for name in ("fact_ids", "source_ids")}
    return Case(row.cells["id"], dt.date.min, "", "abstain", ids["fact_ids"], ids["source_ids"], row=row.number)


def _case(row: Row) -> Case:
    cells = row.cells
    action = next(action for action in ACTIONS if action == cells["expected_action"])
    return Case(
        cells["id"],
        as_day(cells["at"]),
        cells["question"],
        action,
        as_list(cells["fact_ids"]),
        as_list(cells["source_ids"]),
        cells["expected_response"],
        cells.get("collection") or None,
        row.number,
    )
