"""Are answers and citations scored apart, and is nothing counted that was not run?"""

from __future__ import annotations

import datetime as dt

import pytest

from opora.diagnosis.scores import CITATION_ERRORS, figures, mark, marks, summary
from opora.domain.case import Case, ErrorName, GivenAnswer, GivenClaim, InputError, Verdict
from opora.domain.reply import Action

DAY = dt.date(2026, 10, 23)


def case(case_id: str = "Q1", action: Action = "answer", sources: tuple[str, ...] = ("price",)) -> Case:
    return Case(case_id, DAY, "What does it cost?", action, ("F1",) if sources else (), sources)


def answer(case_id: str = "Q1", action: Action = "answer", source: str | None = "price") -> GivenAnswer:
    claims = (GivenClaim("F1", "900", source),) if source and action != "abstain" else ()
    return GivenAnswer(case_id, action, "900", claims, (source,) if claims and source else ())


def verdict(case_id: str = "Q1", *errors: ErrorName) -> Verdict:
    return Verdict(case_id, not errors, "answer" if errors else None, errors)


def test_a_right_answer_from_the_right_place_counts_on_both() -> None:
    found = mark(case(), verdict(), answer())
    assert (found.answer, found.citation, found.answered, found.false_refusal, found.invented) == (
        True,
        True,
        True,
        False,
        False,
    )
    assert found.right_refusal is None


@pytest.mark.parametrize("error", sorted(CITATION_ERRORS))
def test_a_wrong_place_leaves_the_answer_right(error: ErrorName) -> None:
    found = mark(case(), verdict("Q1", error), answer())
    assert (found.answer, found.citation) == (True, False)


def test_without_a_fact_an_answer_from_another_source_is_not_known_to_be_right() -> None:
    plain = Case("Q1", DAY, "What may I pay with?", "answer", (), ("faq",), "A card.")
    found = mark(plain, verdict("Q1", "fact_source_mismatch"), answer(source="contract"))
    assert (found.answer, found.citation) == (False, False)
    assert mark(plain, verdict("Q1", "cited_source_not_retrieved"), answer(source="faq")).answer is True


@pytest.mark.parametrize("error", ["value_not_supported_by_fact", "expected_fact_missing", "conflict_not_disclosed"])
def test_a_right_citation_with_a_wrong_value_is_right_only_as_a_citation(error: ErrorName) -> None:
    found = mark(case(), verdict("Q1", error), answer())
    assert (found.answer, found.citation, found.passed) == (False, True, False)


def test_a_source_that_nobody_expected_is_no_right_citation() -> None:
    assert mark(case(), verdict(), answer(source="blog")).citation is False
    assert mark(case(sources=()), verdict(), answer(source="blog")).citation is True


def test_an_expected_version_is_told_from_another_one_of_its_source() -> None:
    expected = case(sources=("price@2026-10",))
    for version, right in (("price@2026-10", True), ("price@2026-01", False), (None, True)):
        claim = GivenClaim("F1", "900", "price", version_id=version)
        assert mark(expected, verdict(), GivenAnswer("Q1", "answer", "900", (claim,), ("price",))).citation is right


def test_an_answer_that_cites_nothing_has_no_right_citation() -> None:
    assert mark(case(), verdict(), answer(source=None)).citation is False


def test_a_refusal_says_nothing_about_citations() -> None:
    false = mark(case(), verdict("Q1", "wrong_action_or_false_refusal"), answer(action="abstain"))
    assert (false.citation, false.false_refusal, false.answered, false.answer) == (None, True, False, False)
    right = mark(case(action="abstain", sources=()), verdict(), answer(action="abstain"))
    assert (right.citation, right.false_refusal, right.right_refusal, right.answer) == (None, None, True, True)


def test_an_invented_answer_has_no_right_citation_whatever_it_cites() -> None:
    found = mark(case(action="abstain", sources=()), verdict("Q1", "invented_answer"), answer())
    assert (found.invented, found.citation, found.answer, found.right_refusal) == (True, False, False, False)


def test_a_question_asked_back_is_neither_answered_nor_refused() -> None:
    found = mark(case(), verdict("Q1", "wrong_action_or_false_refusal"), answer(action="clarify", source=None))
    assert (found.answered, found.false_refusal, found.answer) == (False, False, False)


def test_a_missing_answer_is_a_wrong_one() -> None:
    found = mark(case(), verdict("Q1", "wrong_action_or_false_refusal"), None)
    assert (found.answer, found.citation, found.answered) == (False, None, False)


def test_a_case_that_was_not_run_counts_nowhere() -> None:
    bad = Verdict("Q2", False, input_errors=(InputError("answers.jsonl", 3, "action", "is not known"),))
    made = marks([case(), case("Q2")], [verdict(), bad], [answer(), answer("Q2")])
    assert {name: figure.n for name, figure in figures(made).items()} == {
        "answer_correctness": 1,
        "citation_accuracy": 1,
        "coverage": 1,
        "refusal_correctness": 0,
        "false_refusals": 1,
        "inventions": 1,
    }
    told = summary([case()], [verdict(), bad], [answer()])
    assert (told["total"], told["passed"], told["not_run"]) == (2, 1, 1)


def test_the_summary_has_the_keys_of_the_interface_and_an_interval_for_each_share() -> None:
    cases = [case("Q1"), case("Q2"), case("Q3", "abstain", ()), case("Q4")]
    verdicts = [
        verdict("Q1"),
        verdict("Q2", "wrong_action_or_false_refusal"),
        verdict("Q3", "invented_answer"),
        verdict("Q4", "cited_source_not_in_force"),
    ]
    given = [answer("Q1"), answer("Q2", "abstain"), answer("Q3"), answer("Q4")]
    told = summary(cases, verdicts, given)
    assert {key: told[key] for key in ("total", "passed", "answer_correctness", "citation_accuracy", "coverage")} == {
        "total": 4,
        "passed": 1,
        "answer_correctness": 0.5,
        "citation_accuracy": 0.3333,
        "coverage": 0.6667,
    }
    assert (told["false_refusals"], told["inventions"]) == (1, 1)
    assert told["lost_at"] == {"document": 0, "retrieval": 0, "answer": 3}
    intervals = told["intervals"]
    assert isinstance(intervals, dict)
    assert intervals["answer_correctness"] == {"value": 0.5, "n": 4, "low": 0.15, "high": 0.85, "hits": 2}
    assert intervals["false_refusals"]["n"] == 3
    assert intervals["passed"]["hits"] == 1
