"""A conversation through the command: after a trace, or with the earlier questions in a line of a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from desk import run, run_json, words_library


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = words_library(tmp_path / "library")
    text = "The flood deductible in zone A is 500 EUR.\n\nThe flood deductible in zone B is 900 EUR."
    (tmp_path / "form.txt").write_text(text, encoding="utf-8")
    assert run(made, "add", str(tmp_path / "form.txt"))[0] == 0
    return made


def test_a_question_after_a_trace_takes_its_subject_from_there(folder: Path) -> None:
    _, first = run_json(folder, "ask", "What is the deductible for flood in zone A?")
    assert first["understood"] is None
    _, second = run_json(folder, "ask", "And in zone B?", "--after", first["trace_id"])
    assert second["understood"] == "What is the deductible for flood in zone B?"
    assert "900 EUR" in second["text"]
    _, third = run_json(folder, "ask", "And in zone A?", "--after", second["trace_id"])
    assert third["understood"] == "What is the deductible for flood in zone A?"


def test_an_unknown_trace_is_named(folder: Path) -> None:
    code, body = run_json(folder, "ask", "And in zone B?", "--after", "T0")
    assert (code, body["error"]["code"]) == (2, "usage")


def test_a_line_of_a_file_may_carry_the_conversation(folder: Path, tmp_path: Path) -> None:
    rows = [
        {"id": "1", "question": "And in zone B?", "history": ["What is the deductible for flood in zone A?"]},
        {"id": "2", "question": "And in zone B?", "history": "What?"},
    ]
    (tmp_path / "asked.jsonl").write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    code, out = run(folder, "ask", "--file", str(tmp_path / "asked.jsonl"))
    replies = [json.loads(line) for line in out.splitlines()]
    assert code == 1
    assert "900 EUR" in replies[0]["text"]
    assert "history" in replies[1]["error"]["message"]
