"""How does a golden set grow from work? A kept trace becomes a case, its values become registered facts."""

from __future__ import annotations

import csv
import datetime as dt
import fcntl
import io
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from opora.canonical import canonical_json, digest
from opora.diagnosis import golden, register
from opora.diagnosis.shelf import base
from opora.diagnosis.tables import Columns, read_text
from opora.diagnosis.typed import typed
from opora.domain.case import Case
from opora.domain.reply import Action
from opora.domain.source import Fact
from opora.domain.trace import Trace
from opora.errors import UsageError
from opora.seal import is_erased

_MARK = re.compile(r"\s*\[\d+\](?=\s|$)")
"""The number of a citation in a reply: it says where, not what."""


@dataclass(frozen=True, slots=True)
class Grown:
    """A case with the facts it expects."""

    case: Case
    facts: tuple[Fact, ...]


class KnownCaseError(UsageError):
    """The golden set asks this for that day already."""

    code = "known_case"


def folded(question: str) -> str:
    """What makes two wordings the same: case, white space and marks at the end do not count.

    >>> folded("  What does it COST? ")
    'what does it cost'
    """
    return " ".join(question.casefold().split()).rstrip("?!. …")


def case_id_of(question: str, at: str) -> str:
    """``G`` and ten hex digits, the same for the same question and day."""
    return f"G{digest(canonical_json([folded(question), at]))[:10]}"


def grow(trace: Trace, registered: Iterable[Fact] = ()) -> Grown:
    """The case that expects what this trace answered: action, sources, values and text. UsageError for an erased one.

    ``registered``: what the library knows; facts that the reply names are taken over, so that one register holds all.
    """
    reply: Mapping[str, Any] = trace.reply
    claims = reply.get("claims") or ()
    if is_erased(trace.reply) or is_erased(claims) or "action" not in reply:
        raise UsageError(f"the reply of {trace.trace_id} was erased", "choose another trace")
    told: Any = trace.log.get("replay")
    if isinstance(told, dict) and told.get("kind") in ("answer", "model"):
        raise UsageError(f"{trace.trace_id} is an answer that was given from outside", f"add {told.get('of')} instead")
    action = cast(Action, reply["action"])
    expected = claims if action != "abstain" else ()
    facts = tuple(_facts(expected, reply.get("requirements") or ()))
    known = dict.fromkeys(name for claim in expected for name in claim.get("fact_ids") or ())
    facts = (*(fact for fact in registered if fact.fact_id in known), *facts)
    sources = dict.fromkeys(str(claim["citation"]["source_id"]) for claim in expected)
    case = Case(
        case_id_of(trace.question, trace.at),
        dt.date.fromisoformat(trace.at),
        trace.question,
        action,
        tuple(dict.fromkeys([*known, *(fact.fact_id for fact in facts)])),
        tuple(sources),
        _MARK.sub("", str(reply.get("text") or "")),
        _collection(trace),
    )
    return Grown(case, facts)


def _facts(claims: Sequence[Mapping[str, Any]], requirements: Sequence[Mapping[str, Any]]) -> Iterator[Fact]:
    """A fact for each claim that states a value and names no registered fact; what it is about names its field."""
    about = {row["id"]: str(row.get("subject") or row.get("kind") or "value") for row in requirements}
    for claim in claims:
        if claim.get("fact_ids") or not claim.get("value"):
            continue
        cite, value = claim["citation"], str(claim["value"])
        field = next((about[name] for name in claim.get("requirement_ids", ()) if about.get(name)), "value")
        name = f"F{digest(canonical_json([cite['source_id'], field, value, cite['anchor']]))[:10]}"
        yield Fact(name, cite["source_id"], field, value, typed(value).type, None, cite["quote"], cite["anchor"])


def _collection(trace: Trace) -> str | None:
    rules: Any = trace.context.get("rules") if not is_erased(trace.context) else None
    found = rules.get("collections") if isinstance(rules, dict) else None
    return str(found[0]) if isinstance(found, list) and len(found) == 1 else None


def add_case(grown: Grown, file: Path, facts_file: Path) -> tuple[Fact, ...]:
    """Append the case and its facts to their files, made if they are not there; returns the facts that were new.

    Both files are replaced whole, the register first: whoever reads them sees the old rows or the new ones. KnownCaseError
    when the set has the question for that day already.
    """
    for one in (file, facts_file):
        if one.exists() and not one.is_file():
            raise UsageError(f"{str(one)!r} is not a regular file", "give the path of a file")
    with _alone(file):
        for known in _cases(file):
            if known.case_id == grown.case.case_id or same_question(known, grown.case):
                raise KnownCaseError(
                    f"{file.name} asks this for {known.at} already, in case {known.case_id!r}", "nothing was added"
                )
        held = _facts_in(facts_file)
        fresh = tuple(fact for fact in grown.facts if fact.fact_id not in held)
        if fresh:
            append_rows(facts_file, register.COLUMNS, [fact_cells(fact) for fact in fresh])
        append_rows(file, golden.COLUMNS, [case_cells(grown.case)])
    return fresh


def same_question(one: Case, other: Case) -> bool:
    return one.at == other.at and folded(one.question) == folded(other.question)


def case_cells(case: Case) -> dict[str, str]:
    """The cells of a golden set's row."""
    return {
        "id": case.case_id,
        "at": case.at.isoformat(),
        "question": case.question,
        "expected_action": case.expected_action,
        "fact_ids": ";".join(case.fact_ids),
        "source_ids": ";".join(case.source_ids),
        "expected_response": case.expected_response,
        "collection": case.collection or "",
    }


def fact_cells(fact: Fact) -> dict[str, str]:
    """The cells of a register's row."""
    return {name: getattr(fact, name) or "" for name in (*register.COLUMNS.needed, *register.COLUMNS.optional)}


def append_rows(file: Path, columns: Columns, rows: Sequence[Mapping[str, str]]) -> None:
    """Write rows at the end of a CSV file under the columns it has, or make the file with those that are filled.

    What stands in the file stays as it is, byte for byte. UsageError when a filled cell has no column there.
    """
    old = read_text(file, columns.what) if file.exists() else ""
    if old.strip():
        first = old.split("\n", 1)[0]
        delimiter = max(",;\t", key=first.count)
        header = [name.strip() for name in next(csv.reader([first], delimiter=delimiter))]
    else:
        filled = [name for name in columns.optional if any(row.get(name) for row in rows)]
        delimiter, header, old = ",", [*columns.needed, *filled], ""
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\n")
    if not old:
        writer.writerow(header)
    elif not old.endswith("\n"):
        out.write("\n")
    for row in rows:
        lost = [name for name in columns.needed if row.get(name) and name not in header]
        if lost:
            raise UsageError(
                f"{columns.what} {str(file)!r} has no column {lost[0]!r}", f"the header is {columns.header}"
            )
        writer.writerow([row.get(name, "") for name in header])
    before = file.read_bytes() if file.exists() else b""
    _replace(file, (before if old else b"") + out.getvalue().encode("utf-8", "replace"))


def _replace(file: Path, data: bytes) -> None:
    """All of it or nothing: written beside the file, made durable, then put in its place."""
    target = file.resolve()
    draft = target.with_name(f".{target.name}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with draft.open("wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        if target.exists():
            draft.chmod(target.stat().st_mode & 0o777)
        draft.replace(target)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise UsageError(f"cannot write {str(file)!r}: {error.strerror}", "check the path") from error


@contextmanager
def _alone(file: Path) -> Iterator[None]:
    """Writers to one folder take turns."""
    folder = file.resolve().parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder, os.O_RDONLY)
    except OSError as error:
        raise UsageError(f"cannot write in {str(folder)!r}: {error.strerror}", "check the path") from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _cases(file: Path) -> tuple[Case, ...]:
    if not file.exists() or not read_text(file, golden.COLUMNS.what).strip():
        return ()
    try:
        return golden.read_golden(file)[0]
    except UsageError:
        if len(read_text(file, golden.COLUMNS.what).splitlines()) == 1:
            return ()  # a header without a row under it
        raise


def _facts_in(file: Path) -> frozenset[str]:
    if not file.exists() or not read_text(file, register.COLUMNS.what).strip():
        return frozenset()
    found = register.read_register(file)
    return frozenset({fact.fact_id for fact in found.facts} | found.spoiled)


def still_about(source_id: str, folder: Path) -> list[str]:
    """What the golden set and the register of a library still say of a source: a line for each file that names it."""
    told = []
    for file, names in ((folder / "golden.csv", _sources_of_cases), (folder / "facts.csv", _sources_of_facts)):
        if not file.is_file():
            continue
        try:
            count = sum(any(base(name) == source_id for name in row) for row in names(file))
        except UsageError as problem:
            told.append(f"{file.name} was not looked through: {problem.message}")
            continue
        if count:
            told.append(f"{count} row(s) of {file.name} still name {source_id} and may quote it")
    return told


def _sources_of_cases(file: Path) -> list[tuple[str, ...]]:
    found = golden.read_golden_set(file)
    return [case.source_ids for case in (*found.cases, *found.spoiled)]


def _sources_of_facts(file: Path) -> list[tuple[str, ...]]:
    return [(fact.source_id,) for fact in register.read_register(file).facts]
