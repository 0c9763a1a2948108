"""Is a day YYYY-MM-DD and nothing else, wherever it may be written?"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from desk import run, run_json, words_library

NO_DAYS = [
    "20261023",
    "2026-W43-5",
    "2026-10-23T00:00",
    "2026-2-3",
    "2026-02-30",
    "23.10.2026",
    "２０２６-10-23",
    "today",
]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = tmp_path_factory.mktemp("days")
    folder = words_library(base / "lib")
    (base / "m.csv").write_text("source_id,text\nplan,The Harbour plan costs 24 euros a month.\n", encoding="utf-8")
    assert run(folder, "add", "--manifest", str(base / "m.csv"))[0] == 0
    return folder


@pytest.mark.parametrize("day", [*NO_DAYS, "", " "])
def test_a_question_is_never_asked_of_another_day_than_was_written(library: Path, day: str) -> None:
    """An empty --at (a variable that was not set) is not today."""
    for command in ("ask", "search"):
        code, body = run_json(library, command, "How much does the Harbour plan cost?", "--at", day)
        assert (code, body["error"]["code"]) == (2, "usage")


@pytest.mark.parametrize("day", NO_DAYS)
def test_a_period_has_days_too(library: Path, tmp_path: Path, day: str) -> None:
    assert run(library, "set", "plan", f"valid_until={day}")[0] == 2
    assert run(library, "add", str(tmp_path), "--valid-from", day)[0] == 2
    file = tmp_path / "m.csv"
    file.write_text(f"source_id,text,valid_from\nother,Another text.,{day}\n", encoding="utf-8")
    code, body = run_json(library, "add", "--manifest", str(file))
    assert code == 1
    assert "YYYY-MM-DD" in body["items"][0]["error"]["message"]


def test_a_line_without_a_day_takes_that_of_the_call(library: Path, tmp_path: Path) -> None:
    file = tmp_path / "q.jsonl"
    rows = [{"question": "Harbour plan?", "at": at} for at in (None, "", "2026-10-23")]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    code, out = run(library, "search", "--file", str(file), "--at", "2026-05-05")
    assert code == 0
    assert [json.loads(line)["at"] for line in out.splitlines()] == ["2026-05-05", "2026-05-05", "2026-10-23"]
    code, out = run(library, "search", "--file", str(file))
    assert [json.loads(line)["at_given"] for line in out.splitlines()] == [False, False, True]


@pytest.mark.parametrize("pair", ["enabled=", "purpose="])
def test_a_switch_without_a_value_says_so(library: Path, pair: str) -> None:
    code, body = run_json(library, "set", "plan", pair)
    assert (code, body["error"]["message"]) == (2, f"{pair[:-1]} needs a value")
