"""Does each question's own expression run as it stands, and what did a change of it gain and lose?"""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import apsw
import pytest
from golden_files import Files, answer, document, fact, question, write_csv
from hypothesis import given
from hypothesis import strategies as st

from opora.domain.case import GivenDocument
from opora.domain.place import Validity
from opora.store.expressions import ExpressionError, ExpressionIndex

DAY = dt.date(2026, 10, 23)
TEXTS = {
    "c-site": "Доставка до двери за три дня.",
    "a-rules": "Условия доставки по городу.",
    "b-memo": "Самовывоз со склада; ДОСТАВКУ не делаем.",
}


def index(**validity: Validity) -> ExpressionIndex:
    return ExpressionIndex(
        GivenDocument(name, f"{name}@1", text, validity.get(name.replace("-", "_"), Validity()))
        for name, text in TEXTS.items()
    )


def found(expression: str, **validity: Validity) -> list[str]:
    return [one.source_id for one in index(**validity).run(expression, DAY)]


def test_a_star_behind_the_quotes_is_a_prefix_and_inside_them_it_is_not() -> None:
    assert found('"доставк"*') == ["a-rules", "b-memo", "c-site"]
    assert found('"доставк*"') == []


def test_words_stand_as_they_are_without_forms() -> None:
    assert found("доставка") == ["c-site"]
    assert found("доставка OR доставки") == ["a-rules", "c-site"]
    assert found('"доставк"* NOT склада') == ["a-rules", "c-site"]
    assert found('"три дня"') == ["c-site"]


def test_the_day_is_a_filter_apart() -> None:
    over = Validity(dt.date(2026, 1, 1), dt.date(2026, 10, 22))
    last_day = Validity(None, DAY)
    later = Validity(dt.date(2026, 10, 24), None)
    assert found('"доставк"*', a_rules=over, c_site=later) == ["b-memo"]
    assert found('"доставк"*', a_rules=last_day, c_site=Validity(DAY)) == ["a-rules", "b-memo", "c-site"]


def test_nothing_is_left_out_however_many_match() -> None:
    many = ExpressionIndex(GivenDocument(f"s{n:04}", f"s{n:04}@1", "одно слово") for n in range(700))
    assert [one.source_id for one in many.run("слово", DAY)] == [f"s{n:04}" for n in range(700)]


@pytest.mark.parametrize(
    "expression", ['"открытая', "AND", "доставка AND", "(доставка", "нет:доставка", "", "*", "NEAR("]
)
def test_a_mistake_of_syntax_is_told(expression: str) -> None:
    with pytest.raises(ExpressionError):
        index().run(expression, DAY)


@given(st.text(max_size=60))
def test_no_expression_writes_or_fails_otherwise(expression: str) -> None:
    closed = index()
    try:
        closed.run(expression, DAY)
    except ValueError:
        pass
    assert [one.source_id for one in closed.run('"доставк"*', DAY)] == ["a-rules", "b-memo", "c-site"]


def test_the_index_takes_no_writing() -> None:
    closed = index()
    with pytest.raises(apsw.ReadOnlyError):
        closed._connection.execute("delete from document")
    assert found("склада") == ["b-memo"]


# through the command

GOLDEN = [
    question("Q1", "answer", "F1", "a-rules"),
    question("Q2", "answer", "F2", "c-site"),
    question("Q3", "answer", "F3", "b-memo"),
]
FACTS = [fact("F1", "a-rules", "по городу"), fact("F2", "c-site", "три дня"), fact("F3", "b-memo", "со склада")]
DOCUMENTS = [document(name, text) for name, text in TEXTS.items()]
ANSWERS = [
    answer(f"Q{n}", "answer", [(f"F{n}", row["value"], row["source_id"])]) for n, row in enumerate(FACTS, start=1)
]


def run(
    tmp_path: Path, rows: list[dict[str, object]], columns: tuple[str, ...] = ("question_id", "expression")
) -> tuple:
    path = write_csv(tmp_path / "e.csv", columns, rows)
    return Files(tmp_path).run(GOLDEN, FACTS, DOCUMENTS, ANSWERS, ["--expressions", str(path)])


def test_before_and_after_are_compared_and_the_last_is_judged(tmp_path: Path) -> None:
    rows = [
        {"question_id": "Q1", "expression": '"доставк*"'},
        {"question_id": "Q1", "expression": '"доставк"*'},
        {"question_id": "Q2", "expression": '"доставк"*'},
        {"question_id": "Q2", "expression": "самовывоз"},
    ]
    code, body = run(tmp_path, rows)
    one, two, three = body["cases"]
    assert code == 1
    assert one["pass"]
    assert [(run["name"], run["found"], run["missing"]) for run in one["expressions"]["runs"]] == [
        ("before", [], ["a-rules"]),
        ("after", ["a-rules", "b-memo", "c-site"], []),
    ]
    assert (one["expressions"]["gained"], one["expressions"]["lost"]) == (["a-rules", "b-memo", "c-site"], [])
    assert two["expressions"]["lost"] == ["a-rules", "c-site"]
    assert two["retrieval_missing_source_ids"] == ["c-site"]
    assert (two["lost_at"], two["errors"]) == ("retrieval", ["cited_source_not_retrieved"])
    assert (three["pass"], three["expressions"]) == (True, None)


def test_names_may_be_given(tmp_path: Path) -> None:
    rows = [{"question_id": "Q1", "expression": "городу", "name": "draft 3"}]
    body = run(tmp_path, rows, ("question_id", "expression", "name"))[1]
    assert body["cases"][0]["expressions"]["runs"][0]["name"] == "draft 3"


def test_mistakes_in_expressions_are_errors_of_their_rows(tmp_path: Path) -> None:
    rows = [
        {"question_id": "Q1", "expression": '"открытая'},
        {"question_id": "Q9", "expression": "слово"},
        {"question_id": "Q2", "expression": ""},
        {"question_id": "Q3", "expression": "самовывоз"},
    ]
    code, body = run(tmp_path, rows)
    assert code == 1
    assert sorted((error["row"], error["field"]) for error in body["input_errors"]) == [
        (2, "expression"),
        (3, "question_id"),
        (4, "expression"),
    ]
    assert [case["pass"] for case in body["cases"]] == [False, False, True]
    assert [bool(case["input_errors"]) for case in body["cases"]] == [True, True, False]
