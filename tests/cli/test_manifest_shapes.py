"""Is a manifest as spreadsheets write it read, and one that says two things refused by name?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from desk import run_json, words_library


def added(tmp_path: Path, text: str) -> tuple[int, Any]:
    folder = words_library(tmp_path / "lib")
    (tmp_path / "m.csv").write_text(text, encoding="utf-8")
    return run_json(folder, "add", "--manifest", str(tmp_path / "m.csv"))


@pytest.mark.parametrize(
    "text",
    [
        "source_id,text,,\na,The oar costs 5 euros.,,\n,,,\n",
        "source_id;text;;\r\na;The oar costs 5 euros.;;\r\n;;;\r\n",
        "\ufeffsource_id , text\n\na,The oar costs 5 euros.\n,,,,,\n \n",
        "source_id\ttext\tvalid_from\na\tThe oar costs 5 euros.\n",
    ],
)
def test_empty_cells_and_rows_say_nothing(tmp_path: Path, text: str) -> None:
    code, body = added(tmp_path, text)
    assert code == 0, body
    assert [(item["source_id"], item["state"]) for item in body["items"]] == [("a", "ready")]


def test_a_column_named_twice_is_refused(tmp_path: Path) -> None:
    code, body = added(tmp_path, "source_id,text,text\na,The oar costs 5 euros.,The oar costs 6 euros.\n")
    assert (code, body["error"]["code"]) == (2, "usage")
    assert "'text' twice" in body["error"]["message"]


@pytest.mark.parametrize("text", ["source_id,,text\na,x,The oar.\n", "source_id,text\na,The oar.,more\n"])
def test_a_cell_without_a_column_is_named(tmp_path: Path, text: str) -> None:
    code, body = added(tmp_path, text)
    assert code == 2 or "more fields" in body["items"][0]["error"]["message"]


def test_two_periods_that_contradict_name_both_rows(tmp_path: Path) -> None:
    rows = "a,The oar costs 5 euros.,2026-01-01,2026-06-30\na,The oar costs 6 euros.,2026-06-30,\n"
    code, body = added(tmp_path, f"source_id,text,valid_from,valid_until\n{rows}")
    message = body["items"][1]["error"]["message"]
    assert code == 1
    for part in ("row 3", "row 2", "2026-06-30 to …", "2026-01-01 to 2026-06-30"):
        assert part in message


@pytest.mark.parametrize("text", ["\u200b", "\u00ad\n\n\u200d", "\ufeff \u2060", "# \u200b\n"])
def test_a_text_of_marks_without_a_shape_is_no_text(tmp_path: Path, text: str) -> None:
    folder = words_library(tmp_path / "lib")
    (tmp_path / "blank.md").write_text(text, encoding="utf-8")
    code, body = run_json(folder, "add", str(tmp_path / "blank.md"))
    assert code == 1
    assert (body["items"][0]["state"], body["items"][0]["error"]["code"]) == ("error", "no_text")


def test_a_question_as_long_as_a_book_is_refused_at_once(tmp_path: Path) -> None:
    folder = words_library(tmp_path / "lib")
    (tmp_path / "q.jsonl").write_text('{"id": 1, "question": "' + "oar " * 2_000_000 + '"}\n', encoding="utf-8")
    for command in ("ask", "search"):
        code, body = run_json(folder, command, "--file", str(tmp_path / "q.jsonl"))
        assert (code, body["id"], body["error"]["code"]) == (1, 1, "usage")
