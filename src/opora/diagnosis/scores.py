"""How good were the answers of a golden set? Answers and citations apart, refusals, inventions, coverage, with intervals."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from opora.diagnosis.intervals import Figure, share
from opora.diagnosis.shelf import base, same_source
from opora.domain.case import Case, ErrorName, GivenAnswer, Verdict

CITATION_ERRORS: frozenset[ErrorName] = frozenset(
    {
        "wrong_source_version_for_question_date",
        "fact_source_mismatch",
        "cited_source_not_retrieved",
        "cited_source_not_in_force",
    }
)
"""What is wrong with a place; every other error is one of the answer."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What one case says about each score; ``None`` where it says nothing.

    ``answer``: the action is the expected one and what is stated is right, wherever it was cited from.
    ``citation``: every place that was cited may be cited and one of them is an expected one; ``None`` when nothing was
    stated. An answer that cites nothing, or that should not have been given at all, has no right citation.
    ``false_refusal``, ``answered``: of cases that expect an answer. ``right_refusal``: of the others.
    """

    case_id: str
    passed: bool
    answer: bool | None = None
    citation: bool | None = None
    false_refusal: bool | None = None
    answered: bool | None = None
    right_refusal: bool | None = None
    invented: bool | None = None


SCORES: dict[str, str] = {
    "answer_correctness": "answer",
    "citation_accuracy": "citation",
    "coverage": "answered",
    "refusal_correctness": "right_refusal",
    "false_refusals": "false_refusal",
    "inventions": "invented",
}
"""Name of a score → the field of ``Mark`` it counts."""
BETTER_SMALL = frozenset(("false_refusals", "inventions"))


def mark(case: Case, verdict: Verdict, answer: GivenAnswer | None) -> Mark:
    """One case. A case that was not run says nothing about any score."""
    if verdict.input_errors:
        return Mark(case.case_id, False)
    action = answer.action if answer is not None else None
    answerable = case.expected_action == "answer"
    return Mark(
        case.case_id,
        verdict.passed,
        answer=answer is not None and not set(verdict.errors) - _of_the_place(case),
        citation=_citation(case, verdict, answer),
        false_refusal=action == "abstain" if answerable else None,
        answered=action == "answer" if answerable else None,
        right_refusal=None if answerable else action == case.expected_action,
        invented="invented_answer" in verdict.errors,
    )


def _of_the_place(case: Case) -> frozenset[ErrorName]:
    """Errors that leave an answer right. Without a fact nothing says that what came from another source is."""
    return CITATION_ERRORS if case.fact_ids else CITATION_ERRORS - {"fact_source_mismatch"}


def _citation(case: Case, verdict: Verdict, answer: GivenAnswer | None) -> bool | None:
    cited = cited_by(answer) if answer is not None else frozenset()
    answered = answer is not None and answer.action == "answer"
    if not cited and not answered:
        return None
    if not cited or "invented_answer" in verdict.errors or CITATION_ERRORS.intersection(verdict.errors):
        return False
    return not case.source_ids or any(same_source(one, other) for one in cited for other in case.source_ids)


def cited_by(answer: GivenAnswer) -> frozenset[str]:
    """What an answer cites, as exactly as it says it: a version where it names one, else the source."""
    exact = {claim.version_id or claim.source_id or "" for claim in answer.claims} - {""}
    return frozenset(exact | (set(answer.source_ids) - {base(one) for one in exact}))


def marks(cases: Sequence[Case], verdicts: Sequence[Verdict], answers: Sequence[GivenAnswer]) -> list[Mark]:
    """One mark a verdict, in order; a verdict without a case (its row could not be read) says nothing."""
    by_case = {case.case_id: case for case in cases}
    by_question: dict[str, GivenAnswer] = {}
    for answer in answers:
        by_question.setdefault(answer.question_id, answer)
    return [
        mark(by_case[verdict.case_id], verdict, by_question.get(verdict.case_id))
        if verdict.case_id in by_case
        else Mark(verdict.case_id, False)
        for verdict in verdicts
    ]


def figures(given: Sequence[Mark]) -> dict[str, Figure]:
    """Every score as a share with Wilson's interval, over the marks that say something about it."""
    found: dict[str, Figure] = {}
    for name, field in SCORES.items():
        said = [value for value in (getattr(one, field) for one in given) if value is not None]
        found[name] = share(sum(said), len(said))
    return found


def summary(cases: Sequence[Case], verdicts: Sequence[Verdict], answers: Sequence[GivenAnswer]) -> dict[str, object]:
    """The ``summary`` of ``opora diagnose --json``.

    ``false_refusals`` and ``inventions`` are counts, the other scores shares (``null`` over nothing); ``intervals`` has all
    of them, and ``passed``, as shares with n and the ends of the 95 % interval.
    """
    ran = [verdict for verdict in verdicts if not verdict.input_errors]
    passed = sum(verdict.passed for verdict in ran)
    found = figures(marks(cases, verdicts, answers))
    return {
        "total": len(verdicts),
        "passed": passed,
        "not_run": len(verdicts) - len(ran),
        "answer_correctness": rounded(found["answer_correctness"].value),
        "citation_accuracy": rounded(found["citation_accuracy"].value),
        "coverage": rounded(found["coverage"].value),
        "false_refusals": found["false_refusals"].hits,
        "inventions": found["inventions"].hits,
        "lost_at": {link: sum(v.lost_at == link for v in ran) for link in ("document", "retrieval", "answer")},
        "errors": dict(sorted(Counter(name for verdict in ran for name in verdict.errors).items())),
        "intervals": figures_json({"passed": share(passed, len(ran)), **found}),
    }


def figures_json(given: Mapping[str, Figure]) -> dict[str, dict[str, object]]:
    """Figures as plain JSON, rounded to four places."""
    return {
        name: {
            key: rounded(value) if isinstance(value, float) else value
            for key, value in dataclasses.asdict(figure).items()
        }
        for name, figure in given.items()
    }


def rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
