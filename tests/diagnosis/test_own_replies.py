"""Are Opora's own replies judged like any other, and is a failing case shown again from its kept trace, quickly?"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from golden_files import FACTS, GOLDEN, fact, question, write_csv

import opora.diagnosis.asked as asked
from opora.cli import main

TEXTS = {
    "store": "Goods may be returned within 14 days of purchase.",
    "book": "Goods may be returned within 21 days of purchase.",
    "fees": "The parcel fee is 17 lei. The pallet fee is 90 lei.",
    "old-fees": "The locker fee is 3 lei.",
}
CASES = [
    question("Q1", "answer", "F-parcel", "fees", text="What is the parcel fee?"),
    question("Q2", "clarify", "F-14;F-21", "store;book", text="Within how many days may goods be returned?"),
    question("Q3", "abstain", text="Who is the president of France?"),
    question("Q4", "answer", "F-locker", "old-fees", text="What is the locker fee?"),
    question("Q5", "answer", "F-parcel-wrong", "fees", text="What is the parcel fee?"),
]
REGISTER = [
    fact("F-parcel", "fees", "17", field="parcel", unit="lei"),
    fact("F-parcel-wrong", "fees", "18", field="parcel", unit="lei"),
    fact("F-14", "store", "14", field="return_days", unit="days"),
    fact("F-21", "book", "21", field="return_days", unit="days"),
    fact("F-locker", "old-fees", "3", field="locker", unit="lei"),
]


def run(library: Path, *args: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["--library", str(library), *args])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.stdout


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("own")
    assert run(folder / "lib", "init")[0] == 0
    (folder / "lib" / "opora.toml").write_text("[model]\nenabled = false\n", encoding="utf-8")
    rows = [{"source_id": name, "text": text, "valid_until": ""} for name, text in TEXTS.items()]
    rows[3]["valid_until"] = "2026-06-30"
    manifest = write_csv(folder / "m.csv", ("source_id", "text", "valid_until"), rows)
    assert run(folder / "lib", "add", "--manifest", str(manifest))[0] == 0
    write_csv(folder / "golden.csv", GOLDEN, CASES)
    write_csv(folder / "facts.csv", FACTS, REGISTER)
    return folder


def diagnosed(desk: Path, *more: str) -> tuple[int, Any]:
    code, out = run(
        desk / "lib", "diagnose", str(desk / "golden.csv"), "--facts", str(desk / "facts.csv"), *more, "--json"
    )
    return code, json.loads(out)


def test_own_replies_are_asked_kept_and_judged(desk: Path) -> None:
    code, body = diagnosed(desk)
    assert code == 1
    told = {case["id"]: (case["pass"], case["lost_at"], case["errors"]) for case in body["cases"]}
    assert told["Q1"] == told["Q2"] == told["Q3"] == (True, None, [])
    assert told["Q4"] == (False, "document", ["wrong_action_or_false_refusal", "expected_fact_missing"])
    assert told["Q5"] == (False, "document", ["expected_fact_missing"])
    for case in body["cases"]:
        trace = json.loads(run(desk / "lib", "trace", case["trace_id"], "--json")[1])
        assert trace["question"] == case["expected"]["question"]
        assert trace["channel"] == "diagnosis"
    assert any("lexical-only" in warning for warning in body["warnings"])


def test_every_fragment_that_was_found_stands_in_the_verdict(desk: Path) -> None:
    body = diagnosed(desk)[1]
    found = {one["source_id"]: one for one in body["cases"][1]["actual"]["retrieved"]}
    assert {"store", "book"} <= set(found)
    assert found["store"]["text"] == TEXTS["store"]
    claims = body["cases"][1]["actual"]["claims"]
    assert {claim["quote"] for claim in claims} == {TEXTS["store"], TEXTS["book"]}


def test_one_case_is_shown_from_its_kept_trace_without_asking(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = {case["id"]: case["trace_id"] for case in diagnosed(desk)[1]["cases"]}
    monkeypatch.setattr(asked, "ask_case", _never)
    monkeypatch.setattr("opora.commands.diagnosis_desk.ask_case", _never)
    started = time.process_time()
    code, body = diagnosed(desk, "--case", "Q5")
    took = time.process_time() - started
    assert (code, body["cases"][0]["trace_id"]) == (1, kept["Q5"])
    assert [(part["link"], part["held"]) for part in body["cases"][0]["chain"]] == [
        ("question", True),
        ("source", False),
        ("fragment", None),
        ("answer", None),
    ]
    assert took < 2


def test_a_note_that_leads_to_the_reply_to_another_question_is_not_followed(desk: Path) -> None:
    before = [diagnosed(desk, "--case", name)[1]["cases"][0] for name in ("Q1", "Q4")]
    notes = desk / "lib" / asked.FILE
    kept = json.loads(notes.read_text("utf-8"))
    notes.write_text(json.dumps(dict(zip(kept, reversed(kept.values()), strict=True))), encoding="utf-8")
    after = [diagnosed(desk, "--case", name)[1]["cases"][0] for name in ("Q1", "Q4")]
    for told in ("pass", "errors", "lost_at"):
        assert [case[told] for case in after] == [case[told] for case in before]
    assert [case["actual"]["text"] for case in after] == [case["actual"]["text"] for case in before]


def _never(*_: object) -> None:
    raise AssertionError("it was asked again")


def test_a_person_reads_the_chain_on_one_screen(desk: Path) -> None:
    code, out = run(
        desk / "lib", "diagnose", str(desk / "golden.csv"), "--facts", str(desk / "facts.csv"), "--case", "Q4"
    )
    assert code == 1
    assert "Q4  broken at: source" in out
    assert "✗ source" in out
    assert "not in force (… to 2026-06-30)" in out
    assert "trace T" in out


def test_facts_of_the_library_are_used_when_none_are_given(desk: Path) -> None:
    assert run(desk / "lib", "facts", "import", str(desk / "facts.csv"))[0] == 0
    out = run(desk / "lib", "diagnose", str(desk / "golden.csv"), "--json")[1]
    assert [case["pass"] for case in json.loads(out)["cases"]] == [True, True, True, False, False]


def test_a_fact_that_only_the_library_knows_is_judged_by_its_words(desk: Path) -> None:
    assert run(desk / "lib", "facts", "import", str(desk / "facts.csv"))[0] == 0
    other = write_csv(desk / "other.csv", FACTS, [dict(REGISTER[0], fact_id="X-parcel")])
    golden = write_csv(desk / "one.csv", GOLDEN, [dict(CASES[0], fact_ids="X-parcel")])
    code, out = run(desk / "lib", "diagnose", str(golden), "--facts", str(other), "--json")
    assert (code, json.loads(out)["cases"][0]["errors"]) == (0, [])


def test_an_unknown_assistant_is_refused(desk: Path) -> None:
    code, body = diagnosed(desk, "--assistant", "nobody")
    assert code in (2, 3)
    assert "nobody" in body["error"]["message"]


def test_without_library_and_answers_there_is_nothing_to_ask(tmp_path: Path) -> None:
    write_csv(tmp_path / "golden.csv", GOLDEN, CASES)
    code, out = run(tmp_path / "none", "diagnose", str(tmp_path / "golden.csv"), "--json")
    assert code == 3
    assert json.loads(out)["error"]["code"] == "library"
