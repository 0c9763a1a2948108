"""What did a bot answer? Reads answers to be judged (JSON, one a line); every bad line is named, good lines go on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

from opora.diagnosis.golden import ACTIONS
from opora.diagnosis.tables import Problem, read_text
from opora.domain.case import GivenAnswer, GivenClaim, InputError, Retrieved
from opora.errors import UsageError


def read_answers(path: Path) -> tuple[tuple[GivenAnswer, ...], tuple[InputError, ...]]:
    """Answers in the order of the lines. A line with an error gives none. UsageError when no line is a JSON object."""
    answers: list[GivenAnswer] = []
    errors: list[InputError] = []
    seen: dict[str, int] = {}
    for number, row in json_lines(path, "answers"):
        problems = [row] if isinstance(row, tuple) else _problems(row, seen)
        case_id = str(row.get("question_id") or "") if isinstance(row, dict) else ""
        errors.extend(InputError(path.name, number, field, message, case_id) for field, message in problems)
        seen.setdefault(case_id, number)
        if isinstance(row, dict) and not problems:
            answers.append(_answer(row, number))
    return tuple(answers), tuple(errors)


def json_lines(path: Path, what: str) -> Iterator[tuple[int, dict[str, Any] | Problem]]:
    """Line number and object, or what is wrong with the line. Numbers with a point keep it (Decimal)."""
    lines = [(n, line) for n, line in enumerate(read_text(path, what).split("\n"), start=1) if line.strip()]
    rows = [(number, _parsed(line)) for number, line in lines]
    if not any(isinstance(row, dict) for _, row in rows):
        raise UsageError(f"{what} {str(path)!r} holds no JSON object", "write one object a line")
    yield from rows


def _parsed(line: str) -> dict[str, Any] | Problem:
    try:
        row = json.loads(line, parse_float=Decimal, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        return "", f"is not JSON: {error}"
    return row if isinstance(row, dict) else ("", "is not a JSON object")


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no number")


def _problems(row: dict[str, Any], seen: dict[str, int]) -> list[Problem]:
    found: list[Problem] = []
    case_id = row.get("question_id")
    if not isinstance(case_id, str) or not case_id:
        found.append(("question_id", "must be a string that is not empty"))
    elif case_id in seen:
        found.append(("question_id", f"{case_id!r} is already answered in row {seen[case_id]}"))
    if row.get("action") not in ACTIONS:
        found.append(("action", f"{row.get('action')!r} is not one of {', '.join(ACTIONS)}"))
    if not isinstance(row.get("text", ""), str | None):
        found.append(("text", "must be a string"))
    found.extend(_list_problems(row))
    return found


def _list_problems(row: dict[str, Any]) -> Iterator[Problem]:
    ids = row.get("source_ids")
    if not (ids is None or (isinstance(ids, list) and all(isinstance(one, str) for one in ids))):
        yield "source_ids", "must be a list of strings"
    for name, check in (("claims", _claim_problems), ("retrieved", _retrieved_problems)):
        given = row.get(name)
        if given is None:
            continue
        if not isinstance(given, list) or not all(isinstance(one, dict) for one in given):
            yield name, "must be a list of objects"
            continue
        for place, one in enumerate(given):
            yield from ((f"{name}[{place}].{field}", message) for field, message in check(one))


def _claim_problems(claim: dict[str, Any]) -> Iterator[Problem]:
    for name in ("fact_id", "source_id", "anchor", "quote", "text", "version_id"):
        if not isinstance(claim.get(name), str | None):
            yield name, "must be a string"
    if isinstance(claim.get("value"), list | dict):
        yield "value", "must be one value"


def _retrieved_problems(fragment: dict[str, Any]) -> Iterator[Problem]:
    if not isinstance(fragment.get("source_id"), str) or not fragment["source_id"]:
        yield "source_id", "must be a string that is not empty"
    for name in ("text", "version_id"):
        if not isinstance(fragment.get(name), str | None):
            yield name, "must be a string"


def _answer(row: dict[str, Any], number: int) -> GivenAnswer:
    claims, retrieved = row.get("claims"), row.get("retrieved")
    return GivenAnswer(
        row["question_id"],
        row["action"],
        row.get("text") or "",
        tuple(_claim(claim) for claim in claims or ()),
        tuple(filter(None, row.get("source_ids") or ())),
        None if retrieved is None else tuple(_fragment(one) for one in retrieved),
        row.get("trace_id") if isinstance(row.get("trace_id"), str) else None,
        number,
        claims is not None,
    )


def _claim(claim: dict[str, Any]) -> GivenClaim:
    names = ("anchor", "quote", "text", "version_id")
    anchor, quote, text, version_id = (claim.get(name) for name in names)
    source_id = claim.get("source_id") or None
    return GivenClaim(
        claim.get("fact_id") or None, claim.get("value"), source_id, anchor, quote, text or "", version_id
    )


def _fragment(fragment: dict[str, Any]) -> Retrieved:
    return Retrieved(fragment["source_id"], fragment.get("text") or "", fragment.get("version_id"))
