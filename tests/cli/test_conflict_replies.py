"""Do two documents that disagree show themselves, and does a rank settle it in plain words?"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from desk import run, run_json, words_library

CASES = {
    "en": (
        "Unused goods may be returned within 14 days of purchase.",
        "Unused goods may be returned within 21 days of purchase.",
        "Within how many days may unused goods be returned?",
        ("14 days", "21 days"),
    ),
    "ru": (
        "Возврат неиспользованного товара возможен в течение 14 дней с покупки.",
        "Возврат неиспользованного товара возможен в течение 21 дня с покупки.",
        "В течение скольких дней возможен возврат неиспользованного товара?",
        ("14 дней", "21 дня"),
    ),
    "uk": (
        "Повернення невикористаного товару можливе протягом 14 днів від покупки.",
        "Повернення невикористаного товару можливе протягом 21 дня від покупки.",
        "Протягом скількох днів можливе повернення невикористаного товару?",
        ("14 днів", "21 дня"),
    ),
    "ro": (
        "Produsele nefolosite se pot returna în termen de 14 zile de la cumpărare.",
        "Produsele nefolosite se pot returna în termen de 21 de zile de la cumpărare.",
        "În câte zile se pot returna produsele nefolosite?",
        ("14 zile", "21 de zile"),
    ),
}


@pytest.fixture(params=sorted(CASES))
def case(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, str, tuple[str, str]]:
    shop, book, question, values = CASES[request.param]
    (tmp_path / "m.csv").write_text(
        f'source_id,text,owner\nstore,"{shop}",Shop desk\nhandbook,"{book}",Head office\n', encoding="utf-8"
    )
    folder = words_library(tmp_path / "lib")
    assert run(folder, "add", "--manifest", str(tmp_path / "m.csv"))[0] == 0
    return folder, question, values


def both(conflict: dict[str, Any], values: tuple[str, str]) -> bool:
    """Each of the values is that of one claim."""
    said = [one["value"] for one in conflict["values"]]
    return len(said) == 2 and all(any(value in one for one in said) for value in values)


def asked(folder: Path, question: str) -> dict[str, Any]:
    reply: dict[str, Any] = run_json(folder, "ask", question, "--at", "2026-10-23")[1]
    return reply


def test_without_a_rank_both_values_are_shown_and_the_owners_named(case: tuple[Path, str, tuple[str, str]]) -> None:
    folder, question, values = case
    reply = asked(folder, question)
    assert (reply["type"], reply["action"]) == ("clarification_required", "clarify")
    [conflict] = reply["conflicts"]
    assert both(conflict, values)
    assert conflict["settled_by"] is None
    assert all(value in reply["text"] for value in (*values, "Shop desk", "Head office"))
    assert len(reply["claims"]) == 2
    assert reply["coverage"]["clarification_needed_for"] == [conflict["requirement_id"]]


def test_the_higher_rank_answers_and_the_reply_says_what_it_set_aside(case: tuple[Path, str, tuple[str, str]]) -> None:
    folder, question, (low, high) = case
    run(folder, "set", "handbook", "authority=10")
    run(folder, "set", "store", "authority=1")
    reply = asked(folder, question)
    assert reply["action"] == "answer"
    assert high in reply["claims"][0]["citation"]["quote"]
    assert high in reply["text"].splitlines()[0], "the answer comes first"
    assert re.search("authority|ранг|rang", reply["text"]), "the reply says what decided"
    assert low in reply["text"], "and the value it did not follow"
    [conflict] = reply["conflicts"]
    assert conflict["settled_by"] == "authority"
    assert both(conflict, (low, high))
    run(folder, "set", "store", "authority=20")
    assert low in asked(folder, question)["claims"][0]["citation"]["quote"]


def test_equal_ranks_settle_nothing(case: tuple[Path, str, tuple[str, str]]) -> None:
    folder, question, _ = case
    run(folder, "set", "handbook", "authority=5")
    run(folder, "set", "store", "authority=5")
    assert asked(folder, question)["type"] == "clarification_required"


def test_the_same_value_twice_is_no_conflict(case: tuple[Path, str, tuple[str, str]]) -> None:
    folder, question, (low, _) = case
    run(folder, "set", "handbook", "enabled=false")
    reply = asked(folder, question)
    assert reply["action"] == "answer"
    assert reply["conflicts"] == []
    assert low in reply["text"]


def test_a_bare_price_under_a_currency_disagrees_with_one_that_writes_it_out(tmp_path: Path) -> None:
    (tmp_path / "shop.csv").write_text("Item,Price\nOak plank 2 m,18 EUR\nPine plank 2 m,11 EUR\n", encoding="utf-8")
    (tmp_path / "yard.csv").write_text(
        'Item,"Price per piece, EUR"\nOak plank 2 m,16.50\nPine plank 2 m,11\n', encoding="utf-8"
    )
    folder = words_library(tmp_path / "lib")
    assert run(folder, "add", str(tmp_path / "shop.csv"), str(tmp_path / "yard.csv"))[0] == 0
    reply = asked(folder, "How much does an oak plank cost?")
    assert reply["type"] == "clarification_required" and both(reply["conflicts"][0], ("18 EUR", "16.50"))
    agreed = asked(folder, "How much does a pine plank cost?")
    assert agreed["action"] == "answer" and not agreed["conflicts"]
