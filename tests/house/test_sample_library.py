"""Does the sample library answer as the demo promises, over the command line alone?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from opora.cli import main

ROOT = Path(__file__).resolve().parents[2]
HOUR = "Сколько стоит час работы мастера?"
RETURNS = "Within how many days can I return unused goods?"

pytestmark = pytest.mark.slow


class Desk:
    """One library and a way to ask it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def run(self, *words: str, code: int = 0) -> Any:
        done = CliRunner().invoke(main, ["--library", str(self.folder), "--json", *words])
        assert done.exit_code == code, done.output
        return json.loads(done.stdout)

    def ask(self, question: str, at: str = "2026-10-23") -> Any:
        return self.run("ask", question, "--at", at)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    made = Desk(tmp_path_factory.mktemp("samples") / "library")
    made.run("init")
    items = made.run("add", "--manifest", str(ROOT / "samples" / "manifest.csv"))["items"]
    assert [item for item in items if item["state"] != "ready"] == []
    return made


def _quotes(reply: Any) -> str:
    return " ".join(claim["citation"]["quote"] for claim in reply["claims"])


@pytest.mark.parametrize(
    ("at", "price", "other"),
    [
        ("2026-09-15", "1 900", "2 100"),
        ("2026-09-30", "1 900", "2 100"),
        ("2026-10-01", "2 100", "1 900"),
        ("2026-10-23", "2 100", "1 900"),
    ],
)
def test_the_version_in_force_on_the_day_answers(desk: Desk, at: str, price: str, other: str) -> None:
    reply = desk.ask(HOUR, at)
    assert reply["action"] == "answer"
    assert price in _quotes(reply)
    assert other not in json.dumps(reply["claims"], ensure_ascii=False)


def test_before_the_first_version_there_is_no_answer(desk: Desk) -> None:
    assert desk.ask(HOUR, "2026-06-30")["action"] == "abstain"


def test_the_flood_deductible_is_exactly_the_cell(desk: Desk) -> None:
    reply = desk.ask("what is my flood deductible in zone A")
    assert reply["action"] == "answer"
    citation = reply["claims"][0]["citation"]
    assert citation["quote"].replace(" ", "") == "$5,000"
    assert citation["table"]["row_header"] == "Flood"
    assert citation["table"]["column_header"] == "Zone A"
    assert citation["page"] == 2
    assert citation["boxes"]


def test_both_halves_of_a_compound_question_are_answered(desk: Desk) -> None:
    reply = desk.ask("How long does express delivery take and how much does it cost?")
    assert reply["coverage"]["requirements_total"] == 2
    assert "€12.50" in _quotes(reply)
    assert reply["coverage"]["dropped_intent_segments"] == []


def test_what_is_not_in_the_documents_is_refused(desk: Desk) -> None:
    reply = desk.ask("What is the salary of the warehouse manager?")
    assert reply["action"] == "abstain"
    assert reply["claims"] == []


def test_the_penalty_of_the_contract_is_quoted_with_its_limit(desk: Desk) -> None:
    reply = desk.ask("Какая пеня за просрочку оплаты?")
    assert reply["action"] == "answer"
    assert "0,1 %" in _quotes(reply)


def test_two_policies_without_a_rank_ask_back_and_a_rank_settles_it(desk: Desk) -> None:
    reply = desk.ask(RETURNS)
    assert reply["type"] == "clarification_required"
    values = " ".join(value["value"] for conflict in reply["conflicts"] for value in conflict["values"])
    assert "14" in values
    assert "21" in values
    desk.run("set", "returns-handbook", "authority=10")
    desk.run("set", "returns-store", "authority=1")
    ranked = desk.ask(RETURNS)
    assert ranked["action"] == "answer"
    assert "21 days" in _quotes(ranked)


def test_a_source_switched_off_never_answers(desk: Desk) -> None:
    desk.run("set", "tariff", "enabled=false")
    assert "2 100" not in json.dumps(desk.ask(HOUR)["claims"], ensure_ascii=False)
    desk.run("set", "tariff", "enabled=true")
    assert "2 100" in _quotes(desk.ask(HOUR))
