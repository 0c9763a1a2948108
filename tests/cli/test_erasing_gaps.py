"""Do the words of a person who asked leave the library when they must, and do the chains still hold?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from opora.cli import main

PART = "Where is the parcel of Zebulon Quackenbush"
ASKED = f"{PART}?"
NAMES = ("Quackenbush", "quackenbush", "Zebulon", "zebulon")


def run(folder: Path, *args: str, code: int = 0) -> Any:
    result = CliRunner().invoke(main, ["--library", str(folder), *args, "--json"])
    assert result.exit_code == code, result.output
    return json.loads(result.stdout)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "lib"
    run(place, "init")
    (place / "opora.toml").write_text("[model]\nenabled = false\n", "utf-8")
    (tmp_path / "rules.md").write_text("# Post\n\nParcels are kept for 14 days at the counter.\n", "utf-8")
    run(place, "add", str(tmp_path / "rules.md"))
    return place


def stands(folder: Path, *words: str) -> list[str]:
    """Files of the library in which one of the words stands, in any form that text is kept in."""
    files = [one for one in folder.rglob("*") if one.is_file() and one.name != "opora.toml"]
    return [one.name for one in files if any(word.encode() in one.read_bytes() for word in words)]


def asked(folder: Path, text: str = ASKED) -> tuple[str, str]:
    reply = run(folder, "ask", text)
    assert reply["gap_id"], reply["text"]
    return reply["gap_id"], reply["trace_id"]


def test_the_words_of_whoever_asked_leave_gap_trace_and_log_and_the_chains_hold(folder: Path) -> None:
    gap_id, trace_id = asked(folder)
    run(folder, "search", ASKED)
    later = run(folder, "ask", "And for how long is it kept?", "--after", trace_id)
    assert stands(folder, *NAMES)
    told = run(folder, "gaps", "erase", gap_id, "--naming", "QUACKENBUSH", "--by", "M. Ivanova")
    assert f"gap {gap_id}" in told["erased"] and f"trace {trace_id}" in told["erased"]
    assert f"trace {later['trace_id']}" in told["erased"]  # it holds what was asked before
    assert stands(folder, *NAMES) == []
    (item,) = told["items"]
    assert (item["part"], item["question"], item["state"], item["asked"]) == ("", "", "ignored", 1)
    assert run(folder, "verify")["findings"] == []
    assert run(folder, "trace", trace_id)["question"] == ""
    assert run(folder, "replay", trace_id, code=3)["error"]["code"] == "not_recorded"
    assert run(folder, "gaps", "list")["items"] == []


def test_a_wording_that_led_to_an_answer_leads_there_no_more_and_the_answer_stays(folder: Path) -> None:
    gap_id, _ = asked(folder)
    answer = ("gaps", "answer", gap_id, "--by", "M. Ivanova", "--text", "Ask for it at the counter of the post.")
    run(folder, *answer, "--all-aliases", "--confirm", PART, "--confirm", "Zebulon Quackenbush")
    assert run(folder, "ask", ASKED)["action"] == "answer"
    told = run(folder, "gaps", "erase", gap_id, "--by", "M. Ivanova")
    assert told["left"] == []
    assert stands(folder, *NAMES) == []
    assert told["items"][0]["state"] == "approved"
    assert told["items"][0]["answer"]["aliases"] == []
    assert run(folder, "verify")["findings"] == []
    assert run(folder, "ask", "What is to be asked for at the counter of the post?")["claims"]


def test_an_answer_that_quotes_the_wording_is_named_and_goes_with_its_source(folder: Path) -> None:
    gap_id, _ = asked(folder)
    answer = ("gaps", "answer", gap_id, "--by", "M. Ivanova", "--text", "At the counter of the post.")
    run(folder, *answer, "--use-wording", "--confirm", PART, "--confirm", "Zebulon Quackenbush")
    (left,) = run(folder, "gaps", "erase", gap_id, "--by", "M. Ivanova")["left"]
    source = f"qa-{gap_id.lower()}"
    assert left == f"the answer {source} quotes it: opora remove {source} --erase"
    run(folder, "remove", source, "--erase")
    assert stands(folder, *NAMES) == []
    (item,) = run(folder, "gaps", "show", gap_id)["items"]
    assert (item["answer"], item["state"]) == (None, "pending")
    assert run(folder, "verify")["findings"] == []


def test_what_was_withdrawn_is_erased_with_its_source_too(folder: Path) -> None:
    gap_id, _ = asked(folder, "May I bring a dog?")
    run(folder, "gaps", "answer", gap_id, "--by", "M. Ivanova", "--text", "Ask Wolfeschlegel at the door.",
        "--confirm", "Ask Wolfeschlegel", "--confirm", "Wolfeschlegel")  # fmt: skip
    run(folder, "gaps", "withdraw", gap_id, "--by", "M. Ivanova", "--note", "Wolfeschlegel has left")
    run(folder, "remove", f"qa-{gap_id.lower()}", "--erase")
    assert stands(folder, "Wolfeschlegel", "wolfeschlegel") == []
    assert run(folder, "gaps", "show", gap_id)["items"][0]["answer"] is None


def test_who_asks_in_the_same_words_again_makes_them_known_again(folder: Path) -> None:
    gap_id, _ = asked(folder)
    run(folder, "gaps", "erase", gap_id, "--by", "M. Ivanova")
    assert asked(folder)[0] == gap_id
    assert run(folder, "gaps", "show", gap_id)["items"][0]["part"] == PART


def test_no_such_gap_is_said(folder: Path) -> None:
    assert run(folder, "gaps", "erase", "G0", "--by", "M. Ivanova", code=2)["error"]["code"] == "usage"


def test_all_that_names_a_person_is_erased_whoever_asked(folder: Path) -> None:
    first, _ = asked(folder)
    other, _ = asked(folder, "Has zebulon quackenbush paid for the parcel?")
    third, _ = asked(folder, "May I bring a dog?")
    run(folder, "gaps", "erase", "--naming", "Quackenbush", "--by", "M. Ivanova")
    assert stands(folder, "Quackenbush", "quackenbush") == []
    assert {one["gap_id"]: one["state"] for one in (shown(folder, name) for name in (first, other, third))} == {
        first: "ignored", other: "ignored", third: "pending",
    }  # fmt: skip


def shown(folder: Path, gap_id: str) -> Any:
    return run(folder, "gaps", "show", gap_id)["items"][0]


def test_nothing_is_erased_for_no_words(folder: Path) -> None:
    assert run(folder, "gaps", "erase", "--naming", " ", "--by", "M. Ivanova", code=2)["error"]["code"] == "usage"
