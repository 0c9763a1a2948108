"""May the challenger serve? Better or equal on answers and on citations, better on one, and nothing newly invented."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from opora.diagnosis.intervals import Difference, Figure, Paired, difference
from opora.diagnosis.scores import BETTER_SMALL, SCORES, Mark, figures, marks
from opora.domain.case import Case, GivenAnswer, Verdict

DECIDING = ("answer_correctness", "citation_accuracy")
"""The two scores of the rule; the others are shown beside them."""

Reason = Literal[
    "worse_on_answers",
    "worse_on_citations",
    "better_on_neither",
    "new_invention",
    "not_judged",
    "nothing_to_compare",
    "other_fragments",
]
REASONS: dict[Reason, str] = {
    "worse_on_answers": "fewer answers are right",
    "worse_on_citations": "fewer citations are right",
    "better_on_neither": "it is better neither on answers nor on citations",
    "new_invention": "it invents an answer where the champion does not",
    "not_judged": "it could not be judged on cases that the champion was judged on",
    "nothing_to_compare": "no case ran on both sides",
    "other_fragments": "not every answer is known to come from the fragments that the champion had",
}
_WORSE: dict[str, Reason] = {"answer_correctness": "worse_on_answers", "citation_accuracy": "worse_on_citations"}


@dataclass(frozen=True, slots=True)
class Compared:
    """One score on both sides over the same cases. ``better`` and ``worse`` name the cases that moved."""

    champion: Figure
    challenger: Figure
    difference: Difference
    better: tuple[str, ...] = ()
    worse: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Decision:
    """``reasons`` is empty when the challenger passes. ``not_judged``: cases that ran for the champion alone."""

    passed: bool
    reasons: tuple[Reason, ...]
    scores: dict[str, Compared]
    cases: int
    new_inventions: tuple[str, ...] = ()
    not_judged: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Run:
    """The marks of one side; ``ran`` are the ids of the cases that could be judged."""

    marks: tuple[Mark, ...]
    ran: frozenset[str]


def run_of(cases: Sequence[Case], verdicts: Sequence[Verdict], answers: Sequence[GivenAnswer]) -> Run:
    """The marks of the cases that were run."""
    made = zip(marks(cases, verdicts, answers), verdicts, strict=True)
    ran = tuple(mark for mark, verdict in made if not verdict.input_errors)
    return Run(ran, frozenset(mark.case_id for mark in ran))


@dataclass(frozen=True, slots=True)
class Contexts:
    """How many cases had the same fragments before both sides, other ones, or none that anybody recorded."""

    same: int
    different: int
    unknown: int


def contexts(champion: Sequence[GivenAnswer], challenger: Sequence[GivenAnswer]) -> Contexts:
    """Compare what stood before both answers to each question: the same fragments in the same order."""
    theirs = {answer.question_id: answer.retrieved for answer in challenger}
    pairs = [(one.retrieved, theirs[one.question_id]) for one in champion if one.question_id in theirs]
    known = [(a, b) for a, b in pairs if a is not None and b is not None]
    same = sum(a == b for a, b in known)
    return Contexts(same, len(known) - same, len(pairs) - len(known))


def on_one_context(decision: Decision, found: Contexts) -> Decision:
    """The decision, refused when some answers did not have the same fragments before them, or nobody recorded which."""
    if not (found.different or found.unknown):
        return decision
    return replace(decision, passed=False, reasons=(*decision.reasons, "other_fragments"))


def decide(champion: Run, challenger: Run) -> Decision:
    """Compare two runs over one golden set, case by case.

    Only cases that ran on both sides are compared; a case that only the champion's answers could be judged on refuses the
    challenger, for leaving out the hard ones must not pay.
    """
    both = champion.ran & challenger.ran
    pairs = _paired(champion, challenger, both)
    scores = {name: _compared(pairs, name) for name in SCORES}
    new = tuple(a.case_id for a, b in pairs if b.invented and not a.invented)
    lost = tuple(sorted(champion.ran - challenger.ran))
    reasons = _reasons(scores, new, lost, len(pairs))
    return Decision(not reasons, reasons, scores, len(pairs), new, lost)


def _paired(champion: Run, challenger: Run, both: frozenset[str]) -> list[tuple[Mark, Mark]]:
    theirs = {mark.case_id: mark for mark in challenger.marks}
    return [(mark, theirs[mark.case_id]) for mark in champion.marks if mark.case_id in both]


def _compared(pairs: Sequence[tuple[Mark, Mark]], name: str) -> Compared:
    said = [(a.case_id, Paired(_said(a, name), _said(b, name))) for a, b in pairs]
    rose = tuple(case_id for case_id, pair in said if pair.a is False and pair.b is True)
    fell = tuple(case_id for case_id, pair in said if pair.a is True and pair.b is False)
    better, worse = (fell, rose) if name in BETTER_SMALL else (rose, fell)
    change = difference([pair for _, pair in said])
    return Compared(
        champion=figures([a for a, _ in pairs])[name],
        challenger=figures([b for _, b in pairs])[name],
        difference=replace(change, better=len(better), worse=len(worse)),
        better=better,
        worse=worse,
    )


def _said(mark: Mark, name: str) -> bool | None:
    value: bool | None = getattr(mark, SCORES[name])
    return value


def _reasons(
    scores: dict[str, Compared], new: tuple[str, ...], lost: tuple[str, ...], cases: int
) -> tuple[Reason, ...]:
    if not cases:
        return ("nothing_to_compare",)
    change = {name: _exact(scores[name].challenger) - _exact(scores[name].champion) for name in DECIDING}
    found: list[Reason] = [_WORSE[name] for name in DECIDING if change[name] < 0]
    if not any(value > 0 for value in change.values()):
        found.append("better_on_neither")
    if new:
        found.append("new_invention")
    if lost:
        found.append("not_judged")
    return tuple(found)


def _exact(figure: Figure) -> Fraction:
    """A share without rounding; over nothing it is nothing (a side that cites nothing has no citation right)."""
    return Fraction(figure.hits or 0, figure.n) if figure.n else Fraction(0)
