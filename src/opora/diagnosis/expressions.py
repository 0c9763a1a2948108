"""What does each question's own expression find? Reads expressions (CSV), runs them as they stand, compares before and after."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from opora.diagnosis.tables import Columns, Problem, read_table
from opora.domain.case import GoldenSet, InputError, Retrieved

COLUMNS = Columns("expressions", ("question_id", "expression"), ("name",))


class Index(Protocol):
    """Runs an expression on a day; ValueError says what is wrong with it."""

    def run(self, expression: str, at: dt.date) -> tuple[Retrieved, ...]: ...


@dataclass(frozen=True, slots=True)
class Expression:
    """One row. ``name`` tells the rows of one question apart: as given, else "before" and "after", else their number."""

    question_id: str
    text: str
    name: str
    row: int


@dataclass(frozen=True, slots=True)
class Run:
    """What one expression found, by source id, and which expected sources it did not."""

    expression: Expression
    found: tuple[Retrieved, ...]
    missing: tuple[str, ...]


def read_expressions(path: Path, golden: GoldenSet) -> tuple[tuple[Expression, ...], tuple[InputError, ...]]:
    """Expressions in the order of the rows, and what is wrong with the rest. UsageError when it is no such file at all."""
    rows = {case.case_id: case.row for case in golden.cases}
    known = set(rows) | {error.case_id for error in golden.input_errors if error.case_row}
    good: list[Expression] = []
    errors: list[InputError] = []
    for row in read_table(path, COLUMNS).rows:
        problems = row.problems(lambda cells: _problems(cells, known))
        case_id = row.cells.get("question_id", "")
        errors.extend(
            InputError(path.name, row.number, field, told, case_id, rows.get(case_id, 0)) for field, told in problems
        )
        if not problems:
            good.append(Expression(case_id, row.cells["expression"], row.cells.get("name", ""), row.number))
    return _named(good), tuple(errors)


def run_expressions(
    file: str, expressions: tuple[Expression, ...], golden: GoldenSet, index: Index
) -> tuple[dict[str, tuple[Run, ...]], tuple[InputError, ...]]:
    """What each expression found, by question id, in order; one that the index does not understand is an error of its row."""
    cases = {case.case_id: case for case in golden.cases}
    sources = {fact.fact_id: fact.source_id for fact in golden.facts}
    runs: dict[str, tuple[Run, ...]] = {}
    errors: list[InputError] = []
    for one in expressions:
        case = cases.get(one.question_id)
        if case is None:
            continue
        try:
            found = index.run(one.text, case.at)
        except ValueError as problem:
            errors.append(InputError(file, one.row, "expression", str(problem), case.case_id, case.row))
            continue
        wanted = case.source_ids or tuple(dict.fromkeys(sources[name] for name in case.fact_ids if name in sources))
        seen = {hit.source_id for hit in found} | {hit.version_id for hit in found}
        missing = tuple(name for name in wanted if name not in seen)
        runs[one.question_id] = (*runs.get(one.question_id, ()), Run(one, found, missing))
    return runs, tuple(errors)


def judged(runs: Mapping[str, tuple[Run, ...]]) -> dict[str, tuple[Retrieved, ...]]:
    """What is taken as the retrieval of a question: what its last expression found."""
    return {name: of_question[-1].found for name, of_question in runs.items()}


def compared(runs: tuple[Run, ...]) -> dict[str, object]:
    """All expressions of one question as plain JSON, and what the last finds more and less than the first."""
    told = [
        {
            "name": run.expression.name,
            "expression": run.expression.text,
            "found": [hit.source_id for hit in run.found],
            "missing": list(run.missing),
        }
        for run in runs
    ]
    first, last = ([hit.source_id for hit in run.found] for run in (runs[0], runs[-1]))
    return {
        "runs": told,
        "gained": [name for name in last if name not in first],
        "lost": [name for name in first if name not in last],
    }


def _problems(cells: dict[str, str], known: set[str]) -> list[Problem]:
    found: list[Problem] = []
    if cells["question_id"] not in known:
        found.append(("question_id", f"{cells['question_id']!r} is no question of the golden set"))
    if not cells["expression"]:
        found.append(("expression", "is empty"))
    return found


def _named(rows: list[Expression]) -> tuple[Expression, ...]:
    """Rows without a name are called by their place among those of their question."""
    of_question: dict[str, list[Expression]] = {}
    for one in rows:
        of_question.setdefault(one.question_id, []).append(one)
    named = []
    for one in rows:
        own = of_question[one.question_id]
        place = own.index(one)
        counted = ("before", "after")[place] if len(own) == 2 else str(place + 1)
        named.append(replace(one, name=one.name or counted))
    return tuple(named)
