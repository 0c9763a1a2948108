"""Does only what is in force on the day answer, through search and through ask, in four languages?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from desk import run, run_json, words_library

MANIFEST = """source_id,path,text,label,valid_from,valid_until,enabled
plan-ru,,Тариф «Профи» стоит 1 490 рублей в месяц.,2026-08,2026-08-01,2026-09-30,
plan-ru,,Тариф «Профи» стоит 1 690 рублей в месяц.,2026-10,2026-10-01,2026-12-31,
plan-uk,,Тариф «Стандарт» коштує 320 гривень на місяць.,2026-08,2026-08-01,2026-09-30,
plan-uk,,Тариф «Стандарт» коштує 355 гривень на місяць.,2026-10,2026-10-01,2026-12-31,
plan-ro,,Abonamentul „Acasă” costă 79 de lei pe lună.,2026-08,2026-08-01,2026-09-30,
plan-ro,,Abonamentul „Acasă” costă 91 de lei pe lună.,2026-10,2026-10-01,2026-12-31,
plan-en,,The Harbour plan costs 24 euros a month.,2026-08,2026-08-01,2026-09-30,
plan-en,,The Harbour plan costs 29 euros a month.,2026-10,2026-10-01,2026-12-31,
off,,Тариф «Профи» стоит 777 рублей в месяц. The Harbour plan costs 777 euros a month.,,,,false
later,,Тариф «Профи» стоит 888 рублей в месяц. The Harbour plan costs 888 euros a month.,,2027-06-01,,
expired,,Тариф «Профи» стоит 999 рублей в месяц. The Harbour plan costs 999 euros a month.,,2025-01-01,2025-12-31,
"""

QUESTIONS = [
    ("Сколько стоит тариф «Профи»?", "1 490 рублей", "1 690 рублей"),
    ("почём тариф Профи в месяц", "1 490 рублей", "1 690 рублей"),
    ("Скільки коштує тариф «Стандарт»?", "320 гривень", "355 гривень"),
    ("Cât costă abonamentul Acasă?", "79 de lei", "91 de lei"),
    ("How much does the Harbour plan cost?", "24 euros", "29 euros"),
    ("What is the monthly price of the Harbour plan?", "24 euros", "29 euros"),
]
DAYS = [
    ("2026-07-31", None),
    ("2026-08-01", 0),
    ("2026-09-15", 0),
    ("2026-09-30", 0),
    ("2026-10-01", 1),
    ("2026-12-31", 1),
    ("2027-01-01", None),
]
NEVER = ("777", "888", "999")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = tmp_path_factory.mktemp("dated")
    (base / "m.csv").write_text(MANIFEST, encoding="utf-8")
    folder = words_library(base / "lib")
    assert run(folder, "add", "--manifest", str(base / "m.csv"))[0] == 0
    return folder


def replies(library: Path, command: str, day: str, tmp_path: Path) -> list[dict[str, Any]]:
    file = tmp_path / "q.jsonl"
    rows = [{"id": n, "question": question, "at": day} for n, (question, *_) in enumerate(QUESTIONS)]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    code, out = run(library, command, "--file", str(file), "--json")
    assert code == 0
    found = [json.loads(line) for line in out.splitlines()]
    assert [row["id"] for row in found] == list(range(len(QUESTIONS)))
    return found


@pytest.mark.parametrize(("day", "version"), DAYS, ids=[day for day, _ in DAYS])
def test_ask_quotes_the_price_of_the_day(library: Path, tmp_path: Path, day: str, version: int | None) -> None:
    for (question, *prices), reply in zip(QUESTIONS, replies(library, "ask", day, tmp_path), strict=True):
        said = json.dumps(reply["claims"], ensure_ascii=False) + reply["text"]
        assert not [never for never in NEVER if never in said], question
        if version is None:
            assert (reply["type"], reply["action"], reply["claims"]) == ("empty_but_valid", "abstain", []), question
            continue
        assert reply["action"] == "answer", question
        assert prices[version] in reply["claims"][0]["citation"]["quote"], question
        assert prices[1 - version] not in said, question
        assert reply["claims"][0]["citation"]["valid_from"] <= day <= reply["claims"][0]["citation"]["valid_until"]


@pytest.mark.parametrize(("day", "version"), DAYS, ids=[day for day, _ in DAYS])
def test_search_finds_the_price_of_the_day(library: Path, tmp_path: Path, day: str, version: int | None) -> None:
    for (question, *prices), found in zip(QUESTIONS, replies(library, "search", day, tmp_path), strict=True):
        texts = " ".join(hit["text"] for hit in found["hits"])
        assert not [never for never in NEVER if never in texts], question
        assert all(hit["valid_from"] <= day <= hit["valid_until"] for hit in found["hits"])
        if version is None:
            assert texts == ""
        else:
            assert prices[version] in texts, question
            assert prices[1 - version] not in texts, question


PLAN = "How much does the Harbour plan cost?"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    folder = words_library(tmp_path / "lib")
    add_text(folder, tmp_path, "plan", "The Harbour plan costs 24 euros a month.")
    return folder


def add_text(folder: Path, tmp_path: Path, source_id: str, text: str, **more: str) -> None:
    manifest = tmp_path / "one.csv"
    head, row = ["source_id", "text", *more], [source_id, f'"{text}"', *more.values()]
    manifest.write_text(f"{','.join(head)}\n{','.join(row)}\n", encoding="utf-8")
    assert run(folder, "add", "--manifest", str(manifest))[0] == 0


def quotes(folder: Path, day: str = "2026-10-23") -> list[str]:
    """What ask cites; and search must agree on whether there is anything."""
    reply = run_json(folder, "ask", PLAN, "--at", day)[1]
    hits = run_json(folder, "search", PLAN, "--at", day)[1]["hits"]
    found = [claim["citation"]["quote"] for claim in reply["claims"]]
    assert bool(found) == bool(hits)
    return found


def test_a_switch_turned_off_and_on_again_is_obeyed_at_once(own: Path) -> None:
    assert quotes(own) == ["The Harbour plan costs 24 euros a month."]
    run(own, "set", "plan", "enabled=false")
    assert quotes(own) == []
    run(own, "set", "plan", "enabled=true")
    assert quotes(own) == ["The Harbour plan costs 24 euros a month."]


def test_a_removed_source_is_gone_from_search_ask_and_disk(own: Path) -> None:
    assert list((own / "originals").rglob("*"))
    counts = run_json(own, "remove", "plan")[1]["removed"]
    assert counts["sources"] == 1
    assert quotes(own) == []
    assert [file for file in (own / "originals").rglob("*") if file.is_file()] == []
    assert run_json(own, "show", "plan@d-0:para1")[0] == 2


def test_a_period_set_later_moves_the_borders(own: Path) -> None:
    run(own, "set", "plan", "valid_from=2026-10-10", "valid_until=2026-10-20")
    assert quotes(own, "2026-10-09") == []
    assert quotes(own, "2026-10-10")
    assert quotes(own, "2026-10-20")
    assert quotes(own, "2026-10-21") == []


def test_a_version_replaced_without_dates_is_archived_and_silent(own: Path, tmp_path: Path) -> None:
    add_text(own, tmp_path, "plan", "The Harbour plan costs 31 euros a month.")
    assert sorted(row["status"] for row in run_json(own, "versions", "plan")[1]) == ["archived", "current"]
    assert quotes(own) == ["The Harbour plan costs 31 euros a month."]


def test_the_open_period_ends_the_day_before_the_next_version(own: Path, tmp_path: Path) -> None:
    add_text(own, tmp_path, "plan", "The Harbour plan costs 31 euros a month.", label="new", valid_from="2026-11-01")
    assert quotes(own, "2026-10-31") == ["The Harbour plan costs 24 euros a month."]
    assert quotes(own, "2026-11-01") == ["The Harbour plan costs 31 euros a month."]


def test_without_a_date_today_is_used_and_said(own: Path) -> None:
    reply = run_json(own, "ask", PLAN)[1]
    assert reply["at_given"] is False
    assert f"on {reply['at']} (today)" in run(own, "ask", PLAN)[1]
