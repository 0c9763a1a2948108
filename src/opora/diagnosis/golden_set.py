"""Do the files of a golden set fit together? Unknown facts and sources are errors of their row, good rows go on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from opora.diagnosis.golden import Golden
from opora.diagnosis.register import Register
from opora.diagnosis.shelf import Shelf, same_source
from opora.diagnosis.tables import Problem
from opora.domain.case import Case, GivenAnswer, GivenDocument, GoldenSet, InputError


def golden_set(
    file: str,
    read: Golden,
    register: Register | None,
    documents: tuple[GivenDocument, ...] | None,
) -> GoldenSet:
    """Everything together; a case that names what does not exist is an input error and no case any more.

    A source that the register knows and the documents do not hold is a gap of the documents, not an input error.
    """
    shelf = Shelf(documents)
    bad: set[int] = set()
    found: list[InputError] = []
    for case in (*read.cases, *read.spoiled):
        problems = [*_facts_of(case, register), *_sources_of(case, shelf, register)] or [*_apart(case, register)]
        found.extend(InputError(file, case.row, field, told, case.case_id, case.row) for field, told in problems)
        bad.update(case.row for _ in problems)
    found = [*sorted((*read.errors, *found), key=lambda error: error.row), *(register.errors if register else ())]
    good = tuple(case for case in read.cases if case.row not in bad)
    return GoldenSet(good, register.facts if register else (), documents, tuple(found))


def _facts_of(case: Case, register: Register | None) -> Iterator[Problem]:
    known = {fact.fact_id for fact in register.facts} if register else set()
    for fact_id in case.fact_ids:
        if fact_id in known:
            continue
        if register is None:
            yield "fact_ids", f"there is no register that could hold fact {fact_id!r}; give --facts F.csv"
        elif fact_id in register.spoiled:
            yield "fact_ids", f"fact {fact_id!r} has an error of its own in the register"
        else:
            yield "fact_ids", f"fact {fact_id!r} is not in the register"


def _sources_of(case: Case, shelf: Shelf, register: Register | None) -> Iterator[Problem]:
    registered = {fact.source_id for fact in register.facts} if register else set()
    nothing_known = not shelf.given and not registered
    for source_id in case.source_ids:
        if not (shelf.known(source_id) or source_id in registered or nothing_known):
            yield "source_ids", f"source {source_id!r} is neither among the documents nor in the register"


def _apart(case: Case, register: Register | None) -> Iterator[Problem]:
    """Facts that all come from sources the case does not list: no answer could then be right about both."""
    facts = [fact for fact in register.facts if fact.fact_id in case.fact_ids] if register else []
    if facts and case.source_ids and not any(same_source(f.source_id, one) for f in facts for one in case.source_ids):
        told = ", ".join(f"{fact.fact_id!r} comes from {fact.source_id!r}" for fact in facts)
        yield "source_ids", f"{told}, which the case does not list"


def fit_answers(
    golden: GoldenSet, file: str, answers: Iterable[GivenAnswer], errors: Iterable[InputError]
) -> tuple[GoldenSet, tuple[GivenAnswer, ...]]:
    """Answers that belong to a case; the rest, bad lines and cases without an answer become input errors."""
    given = {answer.question_id: answer for answer in answers}
    rows = {case.case_id: case.row for case in golden.cases}
    asked = set(rows) | {error.case_id for error in golden.input_errors}
    found = [replace(error, case_row=rows.get(error.case_id, 0)) for error in errors]
    strangers = [answer for name, answer in given.items() if name not in asked]
    found.extend(
        InputError(file, answer.row, "question_id", f"{answer.question_id!r} is no question of the golden set")
        for answer in strangers
    )
    silent = [name for name in rows if name not in given and not any(error.case_id == name for error in found)]
    found.extend(
        InputError(file, 0, "question_id", f"there is no answer to {name!r}", name, rows[name]) for name in silent
    )
    return spoil(golden, found), tuple(given[name] for name in rows if name in given)


def spoil(golden: GoldenSet, errors: Iterable[InputError]) -> GoldenSet:
    """The set with more input errors; a case that one of them concerns is not run."""
    more = tuple(errors)
    spoiled = {error.case_row for error in more}
    cases = tuple(case for case in golden.cases if case.row not in spoiled)
    return replace(golden, cases=cases, input_errors=golden.input_errors + more)
