"""Does the teaching kit show what its page says, without a library and without a model?"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from pydantic import TypeAdapter

from opora.cli import main
from opora.commands.shapes import SHAPES

PAGE = Path(__file__).resolve().parents[2] / "docs" / "diagnosis.md"
_ROW = re.compile(r"^\| (K\d) \| ([^|]+) \| (\w+) \| (.+) \|$", re.MULTILINE)


def diagnose(*args: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["--library", "no-such-library", "diagnose", *args])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.stdout


@pytest.fixture(scope="module")
def body() -> dict[str, Any]:
    code, out = diagnose("--kit", "--json")
    assert code == 0
    found: dict[str, Any] = json.loads(out)
    TypeAdapter(SHAPES["diagnose"]).validate_python(found, strict=True)
    return found


def test_the_right_answers_all_pass(body: dict[str, Any]) -> None:
    assert [case["id"] for case in body["cases"]] == [f"K{n}" for n in range(1, 9)]
    assert all(case["pass"] and case["lost_at"] is None and case["errors"] == [] for case in body["cases"])
    assert (body["summary"]["total"], body["summary"]["passed"]) == (8, 8)
    assert body["input_errors"] == []


def test_the_wrong_answers_give_the_errors_of_the_page_and_no_others(body: dict[str, Any]) -> None:
    table = {
        name: (lost, re.findall(r"`(\w+)`", errors)) for name, _, lost, errors in _ROW.findall(PAGE.read_text("utf-8"))
    }
    assert len(table) == 8
    given = {case["id"]: (case["lost_at"], case["errors"]) for case in body["wrong"]["cases"]}
    assert given == table


def test_the_kit_covers_what_it_promises(body: dict[str, Any]) -> None:
    notes = {case["id"]: " ".join(case["document_notes"]) for case in body["cases"]}
    assert notes["K5"].startswith("gap:")
    assert notes["K6"].startswith("not defined:")
    assert notes["K7"].startswith("conflict without rank:")
    by_id = {case["id"]: case for case in body["cases"]}
    assert by_id["K1"]["expected"]["question"].split()[0] == "Сколько"
    assert by_id["K1"]["expected"]["source_ids"] != by_id["K8"]["expected"]["source_ids"]
    runs = by_id["K2"]["expressions"]["runs"]
    assert [(run["name"], run["found"], run["missing"]) for run in runs] == [
        ("before", [], ["rules"]),
        ("after", ["rules"], []),
    ]
    assert by_id["K2"]["expressions"]["gained"] == ["rules"]


def test_its_files_can_be_taken_out_and_run(tmp_path: Path) -> None:
    folder = tmp_path / "kit"
    code, out = diagnose("--kit-to", str(folder), "--json")
    assert code == 0
    TypeAdapter(SHAPES["kit"]).validate_python(json.loads(out), strict=True)
    files = [f"{folder}/{name}" for name in ("facts.csv", "documents.csv", "right.jsonl")]
    args = [str(folder / "golden.csv"), "--facts", files[0], "--documents", files[1]]
    assert diagnose(*args, "--answers", files[2])[0] == 0
    assert diagnose(*args, "--answers", str(folder / "wrong.jsonl"))[0] == 1


def test_on_one_frozen_context_a_false_refusal_differs_only_in_the_answer(tmp_path: Path) -> None:
    diagnose("--kit-to", str(tmp_path))
    rows = {name: {} for name in ("right", "wrong")}
    for name in rows:
        lines = (tmp_path / f"{name}.jsonl").read_text("utf-8").splitlines()
        rows[name] = next(row for line in lines if (row := json.loads(line))["question_id"] == "K3")
    context = rows["wrong"]["retrieved"]
    chains = {}
    for name, row in rows.items():
        (tmp_path / "one.jsonl").write_text(json.dumps(row | {"retrieved": context}), encoding="utf-8")
        args = ["--documents", str(tmp_path / "documents.csv"), "--facts", str(tmp_path / "facts.csv")]
        args += ["--answers", str(tmp_path / "one.jsonl"), "--case", "K3", "--json"]
        [case] = json.loads(diagnose(str(tmp_path / "golden.csv"), *args)[1])["cases"]
        chains[name] = case
    for place in range(3):
        assert chains["right"]["chain"][place] == chains["wrong"]["chain"][place]
    assert [chains[name]["chain"][3]["held"] for name in ("right", "wrong")] == [True, False]
    assert [chains[name]["pass"] for name in ("right", "wrong")] == [True, False]


def test_it_reads_as_a_page_for_a_person() -> None:
    code, out = diagnose("--kit")
    assert code == 0
    assert "8 of 8 passed" in out
    assert "0 of 8 passed" in out
    assert "Traceback" not in out
