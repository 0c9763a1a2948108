"""Is it told when one document in force allows what another forbids, and does the higher authority decide?"""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from desk import run

pytestmark = pytest.mark.slow

AGAINST = [
    ("Велосипеды можно оставлять во дворе.", "Велосипеды нельзя оставлять во дворе.", "Можно ли оставлять велосипеды во дворе?"),
    ("Предоплата возвращается.", "Предоплата не возвращается.", "Возвращается ли предоплата?"),
    ("Стоянка для мешканців безкоштовна.", "Стоянка для мешканців платна.", "Чи безкоштовна стоянка для мешканців?"),
    ("В'їзд на територію вночі дозволено.", "В'їзд на територію вночі заборонено.", "Чи дозволено в'їзд на територію вночі?"),
    ("Accesul cu bicicleta este permis.", "Accesul cu bicicleta este interzis.", "Este permis accesul cu bicicleta?"),
    ("Lunch is included in the course fee.", "Lunch is not included in the course fee.", "Is lunch included in the course fee?"),
    ("Filming is allowed in the hall.", "Filming is prohibited in the hall.", "Is filming allowed in the hall?"),
    ("The ticket is refundable.", "The ticket is non-refundable.", "Is the ticket refundable?"),
]  # fmt: skip
APART = [
    ("Lunch is included in the full fee.", "Lunch is not included in the reduced fee.", "Is lunch included in the full fee?"),
    ("Filming is allowed in the yard.", "Filming is prohibited in the laboratory.", "Is filming allowed in the yard?"),
    ("Детей пускают в бассейн.", "Детей не пускают в сауну.", "Пускают ли детей в бассейн?"),
]  # fmt: skip


def test_yes_against_no_is_told_with_both(tmp_path: Path) -> None:
    replies = _replies(tmp_path, AGAINST, ("", ""))
    assert [reply["type"] for reply in replies] == ["clarification_required"] * len(AGAINST)
    assert all(len(reply["conflicts"][0]["values"]) == 2 for reply in replies)


def test_of_yes_and_no_the_higher_authority_answers(tmp_path: Path) -> None:
    replies = _replies(tmp_path, AGAINST, ("1", "9"))
    said = [reply["claims"][0]["citation"]["source_id"] for reply in replies]
    assert said == [f"p{n}b" for n in range(len(AGAINST))]


def test_yes_here_and_no_there_is_no_contradiction(tmp_path: Path) -> None:
    replies = _replies(tmp_path, APART, ("", ""))
    assert [reply["conflicts"] for reply in replies] == [[]] * len(APART)
    assert [reply["claims"][0]["citation"]["source_id"] for reply in replies] == [f"p{n}a" for n in range(len(APART))]


def _replies(folder: Path, pairs: list[tuple[str, str, str]], ranks: tuple[str, str]) -> list[dict[str, Any]]:
    rows = [
        (f"p{n}{side}", pair["ab".index(side)], ranks["ab".index(side)])
        for n, pair in enumerate(pairs)
        for side in "ab"
    ]
    with (folder / "m.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("source_id", "text", "authority"), *rows])
    lines = [json.dumps({"id": str(n), "question": pair[2], "at": "2026-10-23"}) for n, pair in enumerate(pairs)]
    (folder / "q.jsonl").write_text("\n".join(lines), encoding="utf-8")
    library = folder / "lib"
    assert run(library, "init")[0] == 0
    assert run(library, "add", "--manifest", str(folder / "m.csv"))[0] == 0
    return [
        json.loads(line) for line in run(library, "ask", "--file", str(folder / "q.jsonl"), "--json")[1].splitlines()
    ]
