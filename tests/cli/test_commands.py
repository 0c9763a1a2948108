"""Does the command line keep its contract?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from opora.cli import main


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """A library without the model: on words alone."""
    folder = tmp_path / "lib"
    assert run(folder, "init")[0] == 0
    (folder / "opora.toml").write_text("[model]\nenabled = false\n", encoding="utf-8")
    return folder


def run(folder: Path, *args: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["--library", str(folder), *args])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout


def run_json(folder: Path, *args: str) -> tuple[int, Any]:
    code, out = run(folder, *args, "--json")
    return code, json.loads(out)


def price_manifest(folder: Path, extra: str = "") -> str:
    (folder / "sep.txt").write_text("The Pro plan costs 20 EUR per month.", encoding="utf-8")
    (folder / "oct.txt").write_text("The Pro plan costs 25 EUR per month.", encoding="utf-8")
    manifest = folder / "m.csv"
    manifest.write_text(
        "source_id,path,text,label,valid_from,valid_until,enabled\n"
        "price,sep.txt,,2026-09,2026-09-01,,\n"
        "price,oct.txt,,2026-10,2026-10-01,,\n"
        "off,,The Pro plan costs 777 EUR.,,,,false\n"
        "future,,The Pro plan costs 99 EUR.,,2030-01-01,,\n" + extra,
        encoding="utf-8",
    )
    return str(manifest)


def commands(group: click.Group = main) -> list[click.Command]:
    found: list[click.Command] = []
    for command in group.commands.values():
        found.extend(commands(command) if isinstance(command, click.Group) else [command])
    return found


@pytest.mark.parametrize("command", commands(), ids=lambda command: command.name)
def test_every_command_shows_an_example(command: click.Command) -> None:
    out = CliRunner().invoke(command, ["--help"]).stdout
    assert "Example:" in out
    assert "  opora " in out


@pytest.mark.parametrize(
    ("day", "price"), [("2026-09-15", "20"), ("2026-09-30", "20"), ("2026-10-01", "25"), ("2026-10-23", "25")]
)
def test_the_day_of_the_question_chooses_the_price(library: Path, tmp_path: Path, day: str, price: str) -> None:
    assert run(library, "add", "--manifest", price_manifest(tmp_path))[0] == 0
    code, body = run_json(library, "search", "Pro plan costs", "--at", day)
    assert code == 0
    assert [hit["text"] for hit in body["hits"]] == [f"The Pro plan costs {price} EUR per month."]


def test_a_removed_source_never_answers(library: Path, tmp_path: Path) -> None:
    run(library, "add", "--manifest", price_manifest(tmp_path))
    assert run_json(library, "remove", "price")[0] == 0
    assert run_json(library, "search", "Pro plan costs", "--at", "2026-10-23")[1]["hits"] == []


def test_a_source_switched_off_stops_answering(library: Path, tmp_path: Path) -> None:
    run(library, "add", "--manifest", price_manifest(tmp_path))
    assert run_json(library, "set", "price", "enabled=false")[1]["enabled"] is False
    assert run_json(library, "search", "Pro plan costs", "--at", "2026-10-23")[1]["hits"] == []


def test_a_bad_row_names_its_field_and_the_rest_go_on(library: Path, tmp_path: Path) -> None:
    code, body = run_json(library, "add", "--manifest", price_manifest(tmp_path, "bad,,x,,2026-13-01,,\n"))
    assert code == 1
    assert [item["state"] for item in body["items"]] == ["ready", "ready", "ready", "ready", "error"]
    assert "valid_from" in body["items"][4]["error"]["message"]


def test_contradicting_periods_are_refused(library: Path, tmp_path: Path) -> None:
    rows = "two,,One.,a,2026-01-01,2026-06-30,\ntwo,,Two.,b,2026-06-30,,\n"
    code, body = run_json(library, "add", "--manifest", price_manifest(tmp_path, rows))
    assert code == 1
    assert "contradict" in body["items"][5]["error"]["message"]


def test_adding_an_unchanged_folder_computes_nothing(library: Path, tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "a.md").write_text("# One\n\nText of a.", encoding="utf-8")
    (docs / "a.txt").write_text("Other text of a.", encoding="utf-8")
    first = run_json(library, "add", str(docs))[1]["items"]
    again = run_json(library, "add", str(docs))[1]["items"]
    assert [item["version_id"] for item in first] == [item["version_id"] for item in again]
    assert all(item["unchanged"] for item in again)
    assert len({item["source_id"] for item in again}) == 2


def test_other_text_under_the_same_label_is_a_version_of_its_own(library: Path, tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("First text.", encoding="utf-8")
    run(library, "add", str(file), "--label", "v1")
    file.write_text("Second text.", encoding="utf-8")
    assert run_json(library, "add", str(file), "--label", "v1")[1]["items"][0]["version_id"] == "a@v1~2"


def test_a_failed_new_reading_keeps_the_old_version_in_force(library: Path, tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("The first text stays.", encoding="utf-8")
    run(library, "add", str(file))
    file.write_bytes(b"")
    assert run(library, "add", str(file))[0] == 1
    [source] = run_json(library, "sources")[1]
    assert source["state"] == "error"
    assert source["error"]
    assert run_json(library, "search", "first text")[1]["hits"]


@pytest.mark.parametrize(
    ("args", "code", "name"),
    [
        (["search", "x", "--at", "yesterday"], 2, "usage"),
        (["search", "x", "--nope"], 2, "usage"),
        (["nope"], 2, "usage"),
        (["set", "a", "enabeld=true"], 2, "usage"),
        (["add", "https://example.org/"], 2, "usage"),
        (["show", "not an anchor"], 2, "usage"),
        (["trace", "none"], 2, "usage"),
    ],
)
def test_an_error_is_one_json_object_with_its_exit_code(library: Path, args: list[str], code: int, name: str) -> None:
    got, body = run_json(library, *args)
    assert got == code
    assert set(body["error"]) == {"code", "message", "hint", "transient"}
    assert body["error"]["code"] == name


def test_no_library_is_exit_3(tmp_path: Path) -> None:
    code, body = run_json(tmp_path / "none", "sources")
    assert (code, body["error"]["code"]) == (3, "library")


def test_an_unknown_setting_names_its_path_and_the_nearest_key(library: Path) -> None:
    (library / "opora.toml").write_text("[search]\nlimt = 3\n", encoding="utf-8")
    code, body = run_json(library, "settings")
    assert code == 3
    assert "search.limt" in body["error"]["message"]
    assert "limit" in body["error"]["hint"]


def test_a_setting_out_of_bounds_is_refused(library: Path) -> None:
    (library / "opora.toml").write_text("[assistants.a]\nlimit = 21\n", encoding="utf-8")
    code, body = run_json(library, "settings")
    assert code == 3
    assert "assistants.a.limit" in body["error"]["message"]


HOSTILE = [
    "'; DROP TABLE sources; --",
    '"Pro" OR NEAR(',
    "../../etc/passwd",
    "a\x00b",
    "\u202eabc",
    "x" * 50_000,
    "*",
    "text:",
]


@pytest.mark.parametrize("question", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_questions_are_plain_text(library: Path, tmp_path: Path, question: str) -> None:
    run(library, "add", "--manifest", price_manifest(tmp_path))
    assert run_json(library, "search", question)[0] == 0
    assert len(run_json(library, "sources")[1]) == 3


def test_a_question_over_the_limit_is_refused_with_the_limit_named(library: Path, tmp_path: Path) -> None:
    longest, over = "x " * 2000, "x " * 2000 + "x"
    code, body = run_json(library, "ask", over)
    assert code == 2
    assert body["error"]["code"] == "usage"
    assert "4,001 characters" in body["error"]["message"]
    assert "4,000" in body["error"]["message"]
    assert run_json(library, "ask", longest)[0] == 0
    file = tmp_path / "q.jsonl"
    file.write_text(json.dumps({"id": "1", "question": over}) + "\n" + json.dumps({"id": "2", "question": "Pro"}))
    replies = [json.loads(line) for line in run(library, "ask", "--file", str(file), "--json")[1].splitlines()]
    assert ["error" in reply for reply in replies] == [True, False]


def test_a_bad_line_of_a_file_is_an_error_and_the_rest_go_on(library: Path, tmp_path: Path) -> None:
    run(library, "add", "--manifest", price_manifest(tmp_path))
    file = tmp_path / "q.jsonl"
    file.write_text('{"id": "1", "question": "Pro plan", "at": "2026-10-23"}\nnope\n{"id": "3", "question": "Pro"}\n')
    code, out = run(library, "search", "--file", str(file), "--json")
    replies = [json.loads(line) for line in out.splitlines()]
    assert code == 1
    assert [reply["id"] for reply in replies] == ["1", None, "3"]
    assert replies[1]["error"]["code"] == "usage"
    assert replies[0]["hits"]


def test_a_reply_can_be_traced_and_its_quote_shown(library: Path, tmp_path: Path) -> None:
    run(library, "add", "--manifest", price_manifest(tmp_path))
    code, reply = run_json(library, "ask", "How much does the Pro plan cost?", "--at", "2026-09-15")
    assert code == 0
    assert run_json(library, "trace", reply["trace_id"])[1]["trace_id"] == reply["trace_id"]
    cite = reply["claims"][0]["citation"]
    shown = run_json(library, "show", cite["anchor"], "--page-image", str(tmp_path / "p.png"))[1]
    assert shown["quote"] == cite["quote"]
    assert (tmp_path / "p.png").stat().st_size > 0
