"""Is every mistake in the files named by row and field, while the good rows still run?"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from golden_files import DOCUMENTS, FACTS, GOLDEN, Files, answer, call, document, fact, question, write_csv, write_lines
from hypothesis import given
from hypothesis import strategies as st

from opora.diagnosis.golden import as_list, read_golden
from opora.diagnosis.register import read_register
from opora.diagnosis.typed import same_value, typed
from opora.domain.source import Fact
from opora.errors import UsageError

Row = dict[str, object]
Spoil = Callable[[list[Row], random.Random], tuple[int, str]]


def good_rows(n: int) -> tuple[list[Row], list[Row], list[Row], list[Any]]:
    """A set of n answer cases that all pass, with register, documents and answers."""
    names = range(1, n + 1)
    golden = [question(f"Q{i}", "answer", f"F{i}", f"S{i}") for i in names]
    facts = [fact(f"F{i}", f"S{i}", str(10 + i)) for i in names]
    documents = [document(f"S{i}", f"The term is {10 + i} days.") for i in names]
    answers = [answer(f"Q{i}", "answer", [(f"F{i}", 10 + i, f"S{i}")], found=[f"S{i}"]) for i in names]
    return golden, facts, documents, answers


def _cell(field: str, *values: str) -> Spoil:
    def spoil(rows: list[Row], chance: random.Random) -> tuple[int, str]:
        place = chance.randrange(len(rows))
        rows[place][field] = chance.choice(values)
        return place, field

    return spoil


def _same_id(rows: list[Row], chance: random.Random) -> tuple[int, str]:
    place = chance.randrange(1, len(rows))
    rows[place]["id"] = rows[chance.randrange(place)]["id"]
    return place, "id"


def _refusal(rows: list[Row], chance: random.Random) -> tuple[int, str]:
    place = chance.randrange(len(rows))
    rows[place]["expected_action"] = "abstain"
    return place, "fact_ids"


def _twice(field: str) -> Spoil:
    def spoil(rows: list[Row], chance: random.Random) -> tuple[int, str]:
        place = chance.randrange(len(rows))
        rows[place][field] = f"{rows[place][field]}; {rows[place][field]}"
        return place, field

    return spoil


def _other_source(rows: list[Row], chance: random.Random) -> tuple[int, str]:
    one, other = chance.sample(range(len(rows)), 2)
    own, others = (str(rows[place]["fact_ids"])[1:2] for place in (one, other))
    rows[one]["source_ids"] = f"S{others if others != own else int(own) % 5 + 1}"
    return one, "source_ids"


GOLDEN_MISTAKES: dict[str, Spoil] = {
    "no id": _cell("id", "", "  "),
    "the id of another row": _same_id,
    "no real day": _cell("at", "2026-02-30", "2025-02-29", "2026-13-01", "2026-00-10", "0000-01-01"),
    "no day": _cell("at", "", "today", "23.10.2026", "20261023", "2026-1-5", "2026-W43-5"),
    "no question": _cell("question", "", " "),
    "no such action": _cell("expected_action", "", "refuse", "Answer", "answer!"),
    "no such fact": _cell("fact_ids", "F0", "F1;F99", "nothing"),
    "no such source": _cell("source_ids", "S0", "S1;S99", "nothing"),
    "a refusal with facts": _refusal,
    "a fact twice": _twice("fact_ids"),
    "a source twice": _twice("source_ids"),
    "a source that is not that of the fact": _other_source,
    "a cell without end": _cell("question", "x" * 140_000),
    "a zero in a cell": _cell("question", "How\0long?"),
}


@pytest.mark.parametrize("seed", range(30))
def test_in_thirty_spoilt_sets_each_mistake_is_named_and_the_rest_runs(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    golden, facts, documents, answers = good_rows(chance.randint(5, 9))
    planted: dict[int, str] = {}
    for name in chance.sample(sorted(GOLDEN_MISTAKES), chance.randint(1, 3)):
        free = [row for place, row in enumerate(golden) if place not in planted]
        where, field = GOLDEN_MISTAKES[name](free, chance)
        planted[next(place for place, row in enumerate(golden) if row is free[where])] = field
    code, body = Files(tmp_path).run(golden, facts, documents, answers)
    assert code == 1
    told = [{(error["row"], error["field"]) for error in case["input_errors"]} for case in body["cases"]]
    assert [found for found in told if found] == [{(place + 2, field)} for place, field in sorted(planted.items())]
    for error in (error for case in body["cases"] for error in case["input_errors"]):
        assert error["file"] == "golden.csv"
        assert error["message"]
    for place, case in enumerate(body["cases"]):
        assert case["pass"] is (place not in planted)
        assert case["errors"] == []
    assert body["summary"]["passed"] == len(golden) - len(planted)


@pytest.mark.parametrize(
    ("row", "field"),
    [
        ({"fact_id": ""}, "fact_id"),
        ({"fact_id": "F1"}, "fact_id"),
        ({"source_id": ""}, "source_id"),
        ({"field": ""}, "field"),
        ({"value": ""}, "value"),
        ({"type": "money"}, "type"),
        ({"type": "int", "value": "14.0"}, "value"),
        ({"type": "bool", "value": "yes"}, "value"),
        ({"type": "date", "value": "2026-02-30"}, "value"),
        ({"value": "2026-04-31"}, "value"),
    ],
)
def test_a_bad_fact_is_named_and_spoils_only_its_cases(tmp_path: Path, row: Row, field: str) -> None:
    golden, facts, documents, answers = good_rows(3)
    facts[1] |= row
    code, body = Files(tmp_path).run(golden, facts, documents, answers)
    assert code == 1
    assert [case["pass"] for case in body["cases"]] == [True, False, True]
    [error] = [error for error in body["input_errors"] if error["file"] == "facts.csv"]
    assert (error["row"], error["field"]) == (3, field)
    [own] = body["cases"][1]["input_errors"]
    assert (own["file"], own["row"], own["field"]) == ("golden.csv", 3, "fact_ids")


@pytest.mark.parametrize(
    ("row", "field"),
    [
        ({"valid_from": "2026-02-30"}, "valid_from"),
        ({"valid_from": "2026-05-01", "valid_until": "2026-04-01"}, "valid_until"),
        ({"text": ""}, "text"),
        ({"authority": "high"}, "authority"),
        ({"enabled": "maybe"}, "enabled"),
        ({"source_id": "a b"}, "source_id"),
        ({"source_id": "S1", "valid_from": "2026-01-01"}, "valid_from"),
    ],
)
def test_a_bad_document_is_named_by_row_and_field(tmp_path: Path, row: Row, field: str) -> None:
    golden, facts, documents, answers = good_rows(3)
    documents[0] |= {"valid_from": "2026-01-01", "valid_until": "2027-01-01"}
    documents[1] |= row
    code, body = Files(tmp_path).run(golden, facts, documents, answers)
    assert code == 1
    [error] = body["input_errors"]
    assert (error["file"], error["row"], error["field"]) == ("documents.csv", 3, field)
    assert [case["pass"] for case in body["cases"]][::2] == [True, True]
    assert body["cases"][1]["lost_at"] in ("document", None)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"question_id": "Q1"}, "question_id"),
        ({"question_id": 7}, "question_id"),
        ({"action": "reply"}, "action"),
        ({"text": 5}, "text"),
        ({"source_ids": "S2"}, "source_ids"),
        ({"claims": {}}, "claims"),
        ({"claims": [{"fact_id": 1}]}, "claims[0].fact_id"),
        ({"claims": [{"value": [1]}]}, "claims[0].value"),
        ({"retrieved": [{"text": "x"}]}, "retrieved[0].source_id"),
    ],
)
def test_a_bad_answer_is_named_by_line_and_key(tmp_path: Path, change: dict[str, Any], field: str) -> None:
    golden, facts, documents, answers = good_rows(3)
    answers[1] |= change
    code, body = Files(tmp_path).run(golden, facts, documents, answers)
    assert code == 1
    assert [case["pass"] for case in body["cases"]][::2] == [
        "question_id" not in change or change["question_id"] != "Q1",
        True,
    ]
    assert any(
        (error["file"], error["row"], error["field"]) == ("answers.jsonl", 2, field) for error in body["input_errors"]
    )
    assert body["cases"][1]["input_errors"]


def test_lines_that_are_no_json_and_answers_to_nothing_are_named(tmp_path: Path) -> None:
    golden, facts, documents, answers = good_rows(3)
    files = Files(tmp_path)
    files.run(golden, facts, documents, answers)
    lines = (tmp_path / "answers.jsonl").read_text("utf-8").splitlines()
    stranger = json.dumps(answer("Q77", "abstain"))
    (tmp_path / "answers.jsonl").write_text("\n".join([lines[0], "{nope", "[1]", stranger, lines[2]]), encoding="utf-8")
    args = [str(tmp_path / "golden.csv"), "--facts", str(tmp_path / "facts.csv")]
    code, out = call(*args, "--answers", str(tmp_path / "answers.jsonl"), "--json")
    body = json.loads(out)
    assert code == 1
    assert [(error["row"], error["field"]) for error in body["input_errors"]] == [
        (2, ""),
        (3, ""),
        (4, "question_id"),
        (0, "question_id"),
    ]
    assert [case["pass"] for case in body["cases"]] == [True, False, True]


def test_a_row_with_one_cell_more_is_named_and_the_others_go_on(tmp_path: Path) -> None:
    golden, facts, documents, answers = good_rows(3)
    files = Files(tmp_path)
    files.run(golden, facts, documents, answers)
    lines = (tmp_path / "golden.csv").read_text("utf-8").splitlines()
    lines[2] = lines[2] + ",one more"
    (tmp_path / "golden.csv").write_text("\n".join(lines), encoding="utf-8")
    cases, errors = read_golden(tmp_path / "golden.csv")
    assert [case.case_id for case in cases] == ["Q1", "Q3"]
    assert [(error.row, error.field) for error in errors] == [(3, "expected_response")]


def test_all_mistakes_of_one_row_are_told(tmp_path: Path) -> None:
    row = question("", "perhaps", at="yesterday", text="")
    write_csv(tmp_path / "g.csv", GOLDEN, [question("Q1"), row])
    cases, errors = read_golden(tmp_path / "g.csv")
    assert [case.case_id for case in cases] == ["Q1"]
    assert [error.field for error in errors] == ["id", "at", "question", "expected_action"]


def test_a_row_that_is_bad_by_itself_is_told_what_it_names_in_vain_too(tmp_path: Path) -> None:
    golden, facts, documents, answers = good_rows(3)
    golden[1] |= {"at": "2026-02-30", "fact_ids": "F2;F99", "source_ids": "S2;S99"}
    code, body = Files(tmp_path).run(golden, facts, documents, answers)
    assert code == 1
    assert [(error["row"], error["field"]) for error in body["cases"][1]["input_errors"]] == [
        (3, "at"),
        (3, "fact_ids"),
        (3, "source_ids"),
    ]
    assert [case["pass"] for case in body["cases"]] == [True, False, True]


def test_a_case_may_list_sources_of_some_of_its_facts_and_versions_of_them(tmp_path: Path) -> None:
    golden, facts, documents, answers = good_rows(3)
    golden[0] |= {"fact_ids": "F1;F2", "source_ids": "S1"}
    answers[0]["claims"] += answers[1]["claims"]
    answers[0]["source_ids"] += ["S2"]
    answers[0]["retrieved"] += answers[1]["retrieved"]
    golden[2]["source_ids"] = "S3@1"
    code, body = Files(tmp_path).run(golden, facts, documents, answers)
    assert (code, body["input_errors"]) == (0, [])


def test_columns_nobody_reads_and_cases_that_expect_nothing_are_warned_of(tmp_path: Path) -> None:
    golden, facts, documents, answers = good_rows(2)
    golden[1] |= {"fact_ids": "", "source_ids": ""}
    files = Files(tmp_path)
    files.run(golden, facts, documents, answers)
    for name, column in (("golden.csv", "collections"), ("facts.csv", "colour")):
        lines = (tmp_path / name).read_text("utf-8").splitlines()
        told = [f"{lines[0]},{column}", *(f"{line},x" for line in lines[1:])]
        (tmp_path / name).write_text("\n".join(told), encoding="utf-8")
    names = {"--facts": "facts.csv", "--documents": "documents.csv", "--answers": "answers.jsonl"}
    args = [part for name, file in names.items() for part in (name, str(tmp_path / file))]
    code, out = call(str(tmp_path / "golden.csv"), *args, "--json")
    assert code == 0
    assert json.loads(out)["warnings"] == [
        "column 'collections' of golden.csv is not read; did you mean 'collection'?",
        "column 'colour' of facts.csv is not read",
        "case Q2 names no fact, and its response no number: only its action is judged",
    ]


def test_documents_before_a_quote_that_is_never_closed_are_read(tmp_path: Path) -> None:
    golden, facts, documents, answers = good_rows(3)
    documents[0]["text"] = "The term is\n11 days. " + "x" * 140_000
    files = Files(tmp_path)
    files.run(golden, facts, documents, answers)
    text = (tmp_path / "documents.csv").read_text("utf-8").replace("S3,,", 'S3,,"')
    (tmp_path / "documents.csv").write_text(text, encoding="utf-8")
    names = {"--facts": "facts.csv", "--documents": "documents.csv", "--answers": "answers.jsonl"}
    args = [part for name, file in names.items() for part in (name, str(tmp_path / file))]
    code, out = call(str(tmp_path / "golden.csv"), *args, "--json")
    body = json.loads(out)
    assert code == 1
    [error] = body["input_errors"]
    assert (error["file"], error["row"]) == ("documents.csv", 5)
    assert "quotes" in error["message"] and "no row after it was read" in error["message"]
    assert [(case["pass"], case["lost_at"]) for case in body["cases"]] == [
        (True, None),
        (True, None),
        (False, "document"),
    ]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "no column 'id'"),
        (b"id,at,question\nQ1,2026-01-01,What?\n", "no column 'expected_action'"),
        (",".join(GOLDEN).encode() + b"\n", "holds no question"),
        ((",".join(GOLDEN) + ",id").encode() + b"\n", "twice"),
        (b"\xff\xfe\x00\x01", "UTF-8"),
        (b'"' + ",".join(GOLDEN).encode() + b"\n", "CSV"),
    ],
)
def test_what_is_no_golden_set_at_all_is_exit_2(tmp_path: Path, content: bytes, told: str) -> None:
    (tmp_path / "g.csv").write_bytes(content)
    write_lines(tmp_path / "a.jsonl", [answer("Q1")])
    code, out = call(str(tmp_path / "g.csv"), "--answers", str(tmp_path / "a.jsonl"), "--json")
    assert code == 2
    assert told in json.loads(out)["error"]["message"]


def test_other_files_that_are_not_what_they_must_be_are_exit_2(tmp_path: Path) -> None:
    golden = str(write_csv(tmp_path / "g.csv", GOLDEN, [question("Q1", "abstain")]))
    good = str(write_lines(tmp_path / "a.jsonl", [answer("Q1", "abstain")]))
    (tmp_path / "bad").write_text("nothing of use\n", encoding="utf-8")
    bad = str(tmp_path / "bad")
    assert call(golden, "--answers", good)[0] == 0
    assert call(golden, "--answers", bad)[0] == 2
    assert call(golden, "--answers", good, "--facts", bad)[0] == 2
    assert call(golden, "--answers", good, "--documents", bad)[0] == 2
    assert call(golden, "--log", bad)[0] == 2
    assert call(golden, "--answers", good, "--log", bad)[0] == 2
    assert call(golden, "--answers", str(tmp_path / "none"))[0] == 2
    assert call(golden, "--answers", good, "--case", "Q9")[0] == 2
    assert call(golden, "--answers", good, "--at-override", "2026-02-30")[0] == 2
    assert call(golden, "--live", "http://127.0.0.1:9/v1")[0] == 2
    assert call("--answers", good)[0] == 2


@given(st.text(max_size=200))
def test_no_text_makes_the_reader_of_golden_sets_fail_otherwise(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    path = tmp_path_factory.mktemp("any") / "g.csv"
    path.write_text(",".join(GOLDEN) + "\n" + text, encoding="utf-8", errors="replace")
    try:
        cases, errors = read_golden(path)
    except UsageError:
        return
    assert cases or errors


def test_ids_in_a_cell_are_separated_by_what_people_use() -> None:
    assert as_list("F1;F2") == as_list("F1|F2") == as_list("F1 F2") == as_list(" F1, F2 ;F1") == ("F1", "F2")
    assert as_list("") == ()


def test_other_delimiters_and_a_byte_order_mark_are_read(tmp_path: Path) -> None:
    text = ";".join(GOLDEN) + '\r\nQ1;2026-10-23;"Сколько; стоит?";answer;"F1;F2";S1;\r\n'
    (tmp_path / "g.csv").write_bytes(b"\xef\xbb\xbf" + text.encode())
    [case], errors = read_golden(tmp_path / "g.csv")
    assert errors == ()
    assert (case.question, case.fact_ids) == ("Сколько; стоит?", ("F1", "F2"))


def test_a_row_is_the_line_its_record_begins_on(tmp_path: Path) -> None:
    rows = [question("Q1", text="two\nlines?"), question("Q2", "nothing"), question("Q3", "nothing")]
    write_csv(tmp_path / "g.csv", GOLDEN, rows)
    _, errors = read_golden(tmp_path / "g.csv")
    assert [error.row for error in errors] == [4, 5]


# typed values


@pytest.mark.parametrize(
    ("registered", "written", "same"),
    [
        (("14", None), 14, True),
        (("14", None), "14", True),
        (("14", None), "14.0", False),
        (("14", None), 14.5, False),
        (("14.0", None), 14, False),
        (("14.50", None), "14.5", True),
        (("14", "text"), 14, False),
        (("14", "text"), "14", True),
        (("14", "decimal"), "14", True),
        (("14,5", None), "14.5", True),
        (("1000.50", None), "1 000,50", True),
        (("1 000,50", "decimal"), "1\u00a0000,5", True),
        (("1000.50", None), "1 000", False),
        (("1 000", None), 1000, True),
        (("2026-10-01", None), "01.10.2026", True),
        (("2026-10-01", None), "1 октября 2026 года", True),
        (("2026-10-01", None), "02.10.2026", False),
        (("2026-10-01", None), "с 01.10.2026 бесплатно", False),
        (("true", None), True, True),
        (("true", None), "true", True),
        (("true", None), 1, False),
        (("1", None), True, False),
        (("true", "text"), True, False),
        (("2026-10-01", None), "2026-10-01", True),
        (("2026-10-01", None), "2026-10-02", False),
        (("2026-10-01", "text"), "2026-10-01", True),
        (("до 5 %", None), "до 5%", True),
        (("до 5 %", None), "5 %", False),
        (("14 рабочих дней", None), "14 календарных дней", False),
        (("14 days", None), "14 days", True),
        (("В любом пункте", None), "в любом  пункте", True),
        (("в любом пункте", None), "в одном пункте", False),
        (("not included", None), "included", False),
        (("14", None), None, False),
    ],
)
def test_values_are_the_same_by_type_and_value(registered: tuple[str, str | None], written: Any, same: bool) -> None:
    value, kind = registered
    given_value = typed(str(written)).value if isinstance(written, float) else written
    assert same_value(Fact("F", "S", "field", value, kind), given_value) is same


def test_a_fact_with_a_unit_takes_the_value_with_or_without_it() -> None:
    fact_of_days = Fact("F", "S", "term", "14", "int", "дней")
    assert same_value(fact_of_days, 14)
    assert same_value(fact_of_days, "14 дней")
    assert not same_value(fact_of_days, "14 месяцев")


def test_a_register_keeps_what_stands_in_it(tmp_path: Path) -> None:
    rows = [fact("F1", "S1", "14", unit="days", quote="within 14 days"), fact("F2", "S2", "да, бесплатно")]
    register = read_register(write_csv(tmp_path / "f.csv", FACTS, rows))
    assert register.errors == ()
    assert [(one.fact_id, one.value, one.unit, one.quote) for one in register.facts] == [
        ("F1", "14", "days", "within 14 days"),
        ("F2", "да, бесплатно", None, None),
    ]
    assert DOCUMENTS[0] == "source_id"


def test_a_row_with_a_broken_quote_is_named_and_the_rows_after_it_go_on(tmp_path: Path) -> None:
    header = ",".join(GOLDEN)
    rows = [
        'Q1,2026-10-23,"How long,answer,F1,S1,',
        "Q2,2026-10-23,How long?,answer,F1,S1,14",
        'Q3,2026-02-30,"?",answer,,,',
    ]
    (tmp_path / "g.csv").write_text("\n".join([header, *rows, 'Q4,2026-10-23,"open']), encoding="utf-8")
    cases, errors = read_golden(tmp_path / "g.csv")
    assert [case.case_id for case in cases] == ["Q2"]
    assert [(error.row, error.field) for error in errors] == [(2, "question"), (4, "at"), (5, "question")]
    assert [error.case_id for error in errors] == ["Q1", "Q3", "Q4"]
    assert "is not CSV" in errors[0].message


@pytest.mark.parametrize(
    ("cells", "field"),
    [("Q1,2026-10-23,How?,answer", "fact_ids"), ("Q1,2026-10-23,How?,answer,F,S,in 1, 2", "expected_response")],
)
def test_a_row_of_another_length_names_the_first_field_that_does_not_fit(
    tmp_path: Path, cells: str, field: str
) -> None:
    (tmp_path / "g.csv").write_text(f"{','.join(GOLDEN)}\n{cells}\n", encoding="utf-8")
    assert [(error.row, error.field) for error in read_golden(tmp_path / "g.csv")[1]] == [(2, field)]
