"""Which link broke? Judges given answers against a golden set, case by case."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from opora.canonical import plain
from opora.diagnosis.answer_rules import errors_of, untold
from opora.diagnosis.document_notes import document_notes
from opora.diagnosis.look import Look, facts_without_fragment, missing_sources
from opora.diagnosis.shelf import Shelf
from opora.domain.case import Case, ClaimValue, ErrorName, GivenAnswer, GoldenSet, InputError, Link, Retrieved, Verdict
from opora.domain.source import Fact


def diagnose(
    golden: GoldenSet,
    answers: Sequence[GivenAnswer],
    found: Mapping[str, tuple[Retrieved, ...]] | None = None,
    annotation_source: str = "manual_golden_annotation",
) -> list[Verdict]:
    """One verdict for each case and each bad row that names a case, in the order of the rows.

    ``found``: what an expression found for a question id, where one was run; it is then the retrieval that is judged.
    """
    shelf = Shelf(golden.documents)
    facts = {fact.fact_id: fact for fact in golden.facts} if golden.facts else None
    given = {answer.question_id: answer for answer in answers}
    verdicts: list[tuple[int, Verdict]] = [*_not_run(golden)]
    for case in golden.cases:
        answer = given.get(case.case_id)
        if answer is None:
            error = InputError("answers", 0, "question_id", f"there is no answer to {case.case_id!r}", case.case_id)
            verdicts.append((case.row, Verdict(case.case_id, False, input_errors=(error,), expected=expected(case))))
            continue
        by_expression = (found or {}).get(case.case_id)
        judged = answer.retrieved if by_expression is None else by_expression
        before = answer.retrieved if answer.retrieved is not None else by_expression
        look = Look(case, answer, facts, shelf, judged, before)
        verdicts.append((case.row, _verdict(look, annotation_source)))
    return [verdict for _, verdict in sorted(verdicts, key=lambda pair: pair[0])]


def _not_run(golden: GoldenSet) -> Iterator[tuple[int, Verdict]]:
    """A red verdict for each case that a bad row spoiled: what is wrong with its input, and nothing else."""
    spoiled: dict[int, list[InputError]] = {}
    for error in golden.input_errors:
        if error.case_row:
            spoiled.setdefault(error.case_row, []).append(error)
    for row, errors in spoiled.items():
        yield row, Verdict(errors[0].case_id or f"row {row}", False, input_errors=tuple(errors))


def _verdict(look: Look, annotation_source: str) -> Verdict:
    case, answer = look.case, look.answer
    errors = errors_of(look)
    notes, documents_block = document_notes(look)
    missing = missing_sources(look)
    lacking = list(facts_without_fragment(look))
    notes += tuple(
        f"fragment: what was found of {fact.source_id!r} does not hold {fact.field} = {fact.value}" for fact in lacking
    )
    notes += tuple(
        f"answer: no claim was recorded of {fact.fact_id!r}, and the words do not tell whether {fact.field} is {fact.value}"
        for fact in untold(look)
    )
    return Verdict(
        case.case_id,
        passed=not errors,
        lost_at=_lost_at(look, errors, documents_block, bool(missing or lacking)),
        errors=errors,
        retrieval_missing_source_ids=missing,
        document_notes=notes,
        annotation_source=annotation_source,
        expected=expected(case, look.expected_facts),
        actual=actual(answer),
        trace_id=answer.trace_id,
    )


def _lost_at(look: Look, errors: Sequence[ErrorName], documents_block: bool, not_found: bool) -> Link | None:
    """The first link of question → source → fragment → answer that did not hold."""
    if not errors:
        return None
    if look.case.expected_action != "abstain":
        if documents_block:
            return "document"
        if not_found:
            return "retrieval"
    return "answer"


def expected(case: Case, facts: Sequence[Fact] = ()) -> dict[str, object]:
    """What the golden set asks for, as plain JSON."""
    return {
        "question": case.question,
        "at": case.at.isoformat(),
        "action": case.expected_action,
        "fact_ids": list(case.fact_ids),
        "facts": [
            {"fact_id": fact.fact_id, "source_id": fact.source_id, "field": fact.field, "value": fact.value}
            for fact in facts
        ],
        "source_ids": list(case.source_ids),
        "response": case.expected_response,
    }


def actual(answer: GivenAnswer) -> dict[str, object]:
    """What was answered, as plain JSON."""
    return {
        "action": answer.action,
        "text": answer.text,
        "claims": [
            {"fact_id": claim.fact_id, "value": _json(claim.value), "source_id": claim.source_id}
            | {name: told for name in ("anchor", "quote", "text", "version_id") if (told := getattr(claim, name))}
            for claim in answer.claims
        ],
        "source_ids": list(answer.source_ids),
        "retrieved": None if answer.retrieved is None else plain(answer.retrieved),
    }


def _json(value: ClaimValue) -> object:
    if isinstance(value, Decimal):
        return float(value) if math.isfinite(float(value)) else str(value)
    return value
