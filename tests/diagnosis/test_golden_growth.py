"""Does a golden set grow from real traces, and are the cases that the log proposes judged without sight of an answer?"""

from __future__ import annotations

import csv
import dataclasses
import datetime as dt
import json
import os
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from opora.cli import main
from opora.commands.shapes import SHAPES
from opora.diagnosis.clusters import clusters, content, likeness
from opora.diagnosis.golden import read_golden
from opora.diagnosis.growing import Grown, KnownCaseError, add_case, case_id_of, folded, grow
from opora.diagnosis.propose import light, propose, wordings
from opora.diagnosis.register import read_register
from opora.domain.case import Case
from opora.domain.source import Fact
from opora.domain.trace import Step, Trace
from opora.errors import UsageError

DAY = dt.date(2026, 10, 23)
DOCUMENTS = [
    ["fees", "The parcel fee for Cluj is 17 lei."],
    ["store", "Goods may be returned within 14 days."],
    ["book", "Goods may be returned within 21 days."],
]
FEE, RETURNS, PRESIDENT = (
    "What is the parcel fee for Cluj?",
    "Within how many days may goods be returned?",
    "Who is the president?",
)


class Desk:
    """A library that searches by words alone."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.library = folder, folder / "library"
        self.run("init", str(self.library))
        (self.library / "opora.toml").write_text("[model]\nenabled = false\n", encoding="utf-8")
        self.add(DOCUMENTS)

    def add(self, rows: list[list[str]]) -> None:
        with (self.folder / "m.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([["source_id", "text"], *rows])
        assert self.run("add", "--manifest", str(self.folder / "m.csv"))[0] == 0

    def run(self, *words: str) -> tuple[int, Any]:
        done = CliRunner().invoke(main, ["--library", str(self.library), *words, "--json"])
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        return done.exit_code, json.loads(done.stdout)

    def ask(self, question: str, at: str = "2026-10-23") -> str:
        trace_id: str = self.run("ask", question, "--at", at)[1]["trace_id"]
        return trace_id


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


# golden add


def test_cases_made_of_traces_pass_on_the_library_they_come_from(desk: Desk) -> None:
    """An answer, a conflict and a refusal: what was replied is what is expected."""
    golden, facts = desk.library / "golden.csv", desk.library / "facts.csv"
    for question in (FEE, RETURNS, PRESIDENT):
        code, body = desk.run("golden", "add", desk.ask(question))
        assert code == 0
        TypeAdapter(SHAPES["golden_add"]).validate_python(body, strict=True)
    cases, errors = read_golden(golden)
    assert errors == ()
    assert [(case.question, case.expected_action, set(case.source_ids)) for case in cases] == [
        (FEE, "answer", {"fees"}),
        (RETURNS, "clarify", {"book", "store"}),
        (PRESIDENT, "abstain", set()),
    ]
    values = {(fact.source_id, fact.value) for fact in read_register(facts).facts}
    assert values == {("fees", "17 lei"), ("store", "within 14 days"), ("book", "within 21 days")}
    code, body = desk.run("diagnose", str(golden), "--facts", str(facts))
    assert (code, body["summary"]["passed"]) == (0, 3), body["cases"]


def test_a_fact_of_a_case_carries_its_quote_and_its_place(desk: Desk) -> None:
    body = desk.run("golden", "add", desk.ask(FEE))[1]
    [fact] = body["facts"]
    assert (fact["value"], fact["quote"]) == ("17 lei", "The parcel fee for Cluj is 17 lei.")
    assert fact["anchor"].startswith("fees@")
    assert body["case"]["fact_ids"] == fact["fact_id"]
    assert body["case"]["expected_response"] == "The parcel fee for Cluj is 17 lei."
    assert desk.run("show", fact["anchor"])[1]["quote"] == fact["quote"]


def test_the_same_question_for_the_same_day_is_refused_and_nothing_is_written(desk: Desk) -> None:
    desk.run("golden", "add", desk.ask(FEE))
    golden, facts = desk.library / "golden.csv", desk.library / "facts.csv"
    before = golden.read_bytes(), facts.read_bytes()
    for question in (FEE, f"  {FEE.lower().rstrip('?')}  "):
        code, body = desk.run("golden", "add", desk.ask(question))
        assert (code, body["error"]["code"]) == (2, "known_case")
    assert (golden.read_bytes(), facts.read_bytes()) == before
    assert desk.run("golden", "add", desk.ask(FEE, "2026-10-24"))[0] == 0


def test_a_trace_that_is_not_there_is_a_wrong_call(desk: Desk) -> None:
    code, body = desk.run("golden", "add", "T0")
    assert (code, body["error"]["code"]) == (2, "usage")


def case(question: str = "Q?", **more: Any) -> Grown:
    made = Case(case_id_of(question, "2026-10-23"), DAY, question, "answer", ("F1",), ("a",), "14")
    return Grown(dataclasses.replace(made, **more), (Fact("F1", "a", "days", "14"),))


@pytest.mark.parametrize(
    "old",
    [
        b"id,at,question,expected_action,fact_ids,source_ids,expected_response\nQ1,2026-10-23,First,abstain,,,\n",
        b"id,at,question,expected_action,fact_ids,source_ids,expected_response\r\nQ1,2026-10-23,First,abstain,,,",
        b"\xef\xbb\xbfnote;id;at;question;expected_action;fact_ids;source_ids;expected_response\nmine;Q1;2026-10-23;First;abstain;;;\n",
        b"id,at,question,expected_action,fact_ids,source_ids,expected_response\n",
        b"",
    ],
)
def test_what_stands_in_a_file_stays_as_it_is(tmp_path: Path, old: bytes) -> None:
    file = tmp_path / "golden.csv"
    file.write_bytes(old)
    add_case(case("Сколько стоит; «это»,\nи когда?"), file, tmp_path / "facts.csv")
    assert file.read_bytes().startswith(old)
    cases, errors = read_golden(file)
    assert errors == ()
    assert [one.question for one in cases][-1] == "Сколько стоит; «это»,\nи когда?"
    assert len(cases) == (2 if b"First" in old else 1)


@settings(max_examples=25)
@given(st.text(min_size=1, max_size=30).filter(lambda text: text.strip() and text.isprintable()))
def test_any_question_comes_back_as_it_was(question: str) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "golden.csv"
        add_case(case(question), file, Path(folder) / "facts.csv")
        cases, errors = read_golden(file)
        assert errors == ()
        assert [one.question for one in cases] == [question.strip()]
        with pytest.raises(KnownCaseError):
            add_case(case(question), file, Path(folder) / "facts.csv")


def test_a_file_that_is_no_golden_set_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "golden.csv"
    file.write_text("id,at\nQ1,2026-10-23\n", encoding="utf-8")
    with pytest.raises(UsageError, match="has no column"):
        add_case(case(), file, tmp_path / "facts.csv")
    assert file.read_text("utf-8") == "id,at\nQ1,2026-10-23\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["golden.csv"]


@pytest.mark.parametrize("name", ["pipe", "folder", ".", "a\0b", ""])
def test_only_a_regular_file_is_ever_replaced(desk: Desk, name: str) -> None:
    """A device or a pipe that was named by mistake stays what it is."""
    os.mkfifo(desk.folder / "pipe")
    (desk.folder / "folder").mkdir()
    where = name if name in ("", ".") else str(desk.folder / name)
    trace_id = desk.ask(FEE)
    for words in (
        ["add", trace_id, "--golden", where],
        ["add", trace_id, "--facts", where],
        ["propose", "--write", where],
    ):
        code, body = desk.run("golden", *words)
        assert (code, body["error"]["code"]) == (2, "usage")
    assert (desk.folder / "pipe").is_fifo()
    with pytest.raises(UsageError, match="regular file"):
        add_case(case(), desk.folder / "golden.csv", desk.folder / "pipe")


def test_a_fact_that_is_registered_is_not_registered_twice(tmp_path: Path) -> None:
    golden, facts = tmp_path / "golden.csv", tmp_path / "facts.csv"
    assert len(add_case(case("One?"), golden, facts)) == 1
    assert add_case(case("Two?"), golden, facts) == ()
    assert len(read_register(facts).facts) == 1


# golden propose


def trace(question: str, action: str = "answer", quote: str = "x", **more: Any) -> Trace:
    claims = [
        {
            "text": quote,
            "value": None,
            "citation": {"version_id": "a@1", "quote": quote, "source_id": "a", "anchor": "a@1:p1"},
        }
    ]
    reply: dict[str, Any] = {
        "action": action,
        "text": quote,
        "claims": claims if action == "answer" else [],
        "requirements": [{"id": "R1", "text": question, "status": "covered" if action == "answer" else "uncovered"}],
        "conflicts": [],
        "grounding": {"status": "passed"},
    }
    found = [{"hits": [{"source_id": "a", "fragment": {"fragment_id": "f", "text": quote, "version_id": "a@1"}}]}]
    return Trace(
        "T" + question, question, "2026-10-23", "default", "cli", (Step("retrieve", None, found),), reply | more, {}
    )


def test_wordings_are_counted_and_those_the_set_has_are_left_out() -> None:
    own = dataclasses.replace(trace("Asked by the gate"), channel="gate")
    traces = [trace("New one?"), trace("KNOWN   question"), trace("new one"), trace("Other?"), own]
    found = wordings(traces, [Case("Q1", DAY, "Known question?", "answer")])
    assert [(one.question, len(one.traces)) for one in found] == [("new one", 2), ("Other?", 1)]


def test_the_one_who_asks_again_is_told_the_question_and_its_day_and_nothing_else() -> None:
    seen: list[tuple[object, ...]] = []

    def asker(*given: Any) -> Trace:
        seen.append(given)
        return trace(given[0])

    known = [Case("Q1", DAY, "How long is the trial?", "answer", ("F1",), ("secret",), "expected words")]
    found = propose(wordings([trace("How long does the trial last?")], known), known, asker)
    assert seen == [("How long does the trial last?", DAY, ())]
    assert found[0].nearest is not None
    assert found[0].nearest.case_id == "Q1"
    assert [one.text for one in found[0].context] == ["x"]


@pytest.mark.parametrize(
    ("fresh", "state"),
    [
        (trace("Q?"), "checked"),
        (trace("Q?", quote="other"), "unstable"),
        (trace("Q?", "abstain"), "missing_fact"),
        (trace("Q?", "clarify"), "open_conflict"),
        (trace("Q?", grounding={"status": "failed"}), "unstable"),
        (trace("Q?", conflicts=[{"values": [{"value": "14"}, {"value": "21"}], "settled_by": None}]), "open_conflict"),
        (trace("Q?", conflicts=[{"values": [{"value": "14"}, {"value": "21"}], "settled_by": "authority"}]), "checked"),
        (trace("Q?", requirements=[{"id": "R1", "text": "and when", "status": "uncovered"}]), "missing_fact"),
    ],
)
def test_the_rule(fresh: Trace, state: str) -> None:
    [found] = propose(wordings([trace("Q?")], []), [], lambda *_: fresh)
    assert found.state == state


def test_a_log_of_work_proposes_typical_cases_and_names_what_waits_for_a_person(desk: Desk) -> None:
    for question in (FEE, FEE, RETURNS, PRESIDENT, "Who is the president of the company?"):
        desk.ask(question)
    out = desk.folder / "proposed.csv"
    code, body = desk.run("golden", "propose", "--write", str(out))
    assert code == 0
    TypeAdapter(SHAPES["golden_propose"]).validate_python(body, strict=True)
    states = {one["question"]: (one["state"], one["asked"]) for one in body["proposals"]}
    assert states[FEE] == ("checked", 2)
    assert states[RETURNS] == ("open_conflict", 1)
    assert states[PRESIDENT] == ("missing_fact", 1)
    assert [row["question"] for row in body["open_conflicts"]] == [RETURNS]
    assert sorted(body["open_conflicts"][0]["conflicts"][0]) == ["within 14 days", "within 21 days"]
    assert [(group["asked"], len(group["members"])) for group in body["clusters"]] == [(2, 2)]
    fee = next(one for one in body["proposals"] if one["question"] == FEE)
    assert fee["context"][0]["text"] == "The parcel fee for Cluj is 17 lei."
    assert fee["searches"][0]["query"]
    assert [one.question for one in read_golden(out)[0]] == [FEE]
    again = desk.run("golden", "propose", "--golden", str(out), "--write", str(out))[1]
    assert FEE not in [one["question"] for one in again["proposals"]]
    assert again["written"]["cases"] == []


def test_a_case_whose_document_changed_since_is_not_taken_unseen(desk: Desk) -> None:
    desk.ask(FEE)
    desk.add([["fees", "The parcel fee for Cluj is 19 lei."]])
    [one] = desk.run("golden", "propose")[1]["proposals"]
    assert (one["state"], one["facts"][0]["value"]) == ("unstable", "19 lei")


@pytest.mark.parametrize(
    "data", ["", "{", "[]", "{}", '{"trace_id": "T1", "question": "Q?", "at": "soon", "reply": {}}']
)
def test_a_record_that_cannot_be_read_proposes_nothing(data: str) -> None:
    assert light(data) is None


def test_the_log_of_another_bot_proposes_cases_for_this_library(desk: Desk) -> None:
    rows = [
        {"query": FEE, "answer": "18 lei", "created_at": "2026-10-23T10:00:00"},
        {"query": FEE.upper(), "answer": "17 lei", "created_at": "2026-10-24T10:00:00"},
        {"query": PRESIDENT, "answer": "I do not know.", "created_at": "2026-10-24T10:00:00"},
    ]
    log = desk.folder / "log.jsonl"
    log.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    body = desk.run("golden", "propose", "--log", str(log))[1]
    found = {one["question"]: (one["state"], one["asked"], one["at"]) for one in body["proposals"]}
    assert found == {FEE.upper(): ("checked", 2, "2026-10-24"), PRESIDENT: ("missing_fact", 1, "2026-10-24")}
    assert (body["asked"], body["proposals"][0]["facts"][0]["value"]) == (3, "17 lei")


def test_an_erased_trace_makes_no_case() -> None:
    erased = dataclasses.replace(trace("Q?"), reply={"erased": "0" * 64})
    assert wordings([erased], []) == []
    with pytest.raises(UsageError, match="erased"):
        grow(erased)


# clusters

TOPICS = [
    ["Сколько стоит доставка?", "Какая цена доставки по городу?", "Доставка заказа: какая стоимость доставки?"],
    ["Есть ли скидка для студентов?", "Студентам дают скидки?", "Какие скидки у студентов?"],
    ["How do I reset my password?", "I forgot the password", "Password reset does not work"],
    ["Чи є гарантія на двигун?", "Скільки триває гарантія двигуна?"],
    ["Care este adresa depozitului?"],
]


def test_questions_about_one_thing_stand_together() -> None:
    questions = [question for topic in TOPICS for question in topic]
    found = clusters(questions)
    assert sorted(place for group in found for place in group) == list(range(len(questions)))
    assert [[questions[place] for place in group] for group in found] == TOPICS


@settings(max_examples=50)
@given(st.lists(st.sampled_from([question for topic in TOPICS for question in topic] + ["", "?!"]), max_size=12))
def test_every_question_is_in_exactly_one_group(questions: list[str]) -> None:
    found = clusters(questions)
    assert sorted(place for group in found for place in group) == list(range(len(questions)))
    home = {place: number for number, group in enumerate(found) for place in group}
    for one, text in enumerate(questions):
        for other in range(one):
            if text == questions[other] and content(text):
                assert home[one] == home[other]


def test_a_word_that_many_questions_share_binds_less_than_a_rare_one() -> None:
    like = likeness(["цена доставка", "цена гарантия", "цена ремонт", "срок гарантия"])
    assert like[1, 3] > like[0, 1] > 0
    assert like[0, 3] == 0


def test_case_and_marks_do_not_make_a_wording_new() -> None:
    assert folded("  Сколько СТОИТ это?! ") == folded("сколько стоит  это")
    assert case_id_of("A?", "2026-10-23") == case_id_of("a", "2026-10-23") != case_id_of("a", "2026-10-24")


def test_a_set_grown_beside_registered_facts_runs_whole(desk: Desk, tmp_path: Path) -> None:
    register = tmp_path / "mine.csv"
    register.write_text("fact_id,source_id,field,value,type,unit\nR-fee,fees,fee,17,int,lei\n", encoding="utf-8")
    desk.run("facts", "import", str(register))
    golden, facts = desk.library / "golden.csv", desk.library / "facts.csv"
    named = []
    for question in (FEE, RETURNS, PRESIDENT):
        code, body = desk.run("golden", "add", desk.ask(question))
        assert code == 0
        named += body["case"]["fact_ids"].split(";")
    assert "R-fee" in named and len([name for name in named if name.startswith("F")]) > 0
    for words in (["--facts", str(facts)], []):
        code, body = desk.run("diagnose", str(golden), *words)
        assert (code, body["input_errors"]) == (0, [])
    body = desk.run("gate", str(golden), "--champion", "default", "--challenger", "default")[1]
    assert (body["input_errors"], body["cases"], codes_of(body)) == ([], 3, ["better_on_neither"])


def codes_of(body: Any) -> list[str]:
    return [reason["code"] for reason in body["reasons"]]


@pytest.mark.parametrize("day", ["20261023", "2026-W43-5", "23.10.2026", "2026-02-30", "2026-10-23T09:00"])
def test_a_day_is_written_in_one_way_everywhere(desk: Desk, tmp_path: Path, day: str) -> None:
    (tmp_path / "g.csv").write_text(f"id,at,question\nQ1,{day},What?\n", encoding="utf-8")
    for words in (
        ["golden", "propose", "--since", day],
        ["eval", str(tmp_path), "--at", day],
        ["diagnose", str(tmp_path / "g.csv"), "--at-override", day],
    ):
        code, body = desk.run(*words)
        assert code == 2
        assert repr(day) in body["error"]["message"]
