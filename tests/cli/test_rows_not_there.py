"""A row that no table has is not answered by its neighbours: neither offered as a choice nor met with a general sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from desk import run, run_json, words_library

HARBOUR = """# Deductibles

2.1 The size of the deductible depends on the peril and the zone.

| Peril | Northgate | Southgate | Zone 2 |
| --- | --- | --- | --- |
| Landslide | €6,200 | €2,950 | €1,400 |
| Hail | €1,350 | €720 | €510 |
| Burglary | €530 | €410 | €390 |
"""
ORCHARD = """# Франшизи

2.1 Розмір франшизи залежить від ризику та зони.

| Ризик | Зона 1 | Зона 2 | Зона 3 |
| --- | --- | --- | --- |
| Повінь | 17 600 грн | 9 200 грн | 24 000 грн |
| Град | 3 350 грн | 2 050 грн | 6 400 грн |
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rows")
    files = folder / "files"
    files.mkdir()
    (files / "harbour.md").write_text(HARBOUR, "utf-8")
    (files / "orchard.md").write_text(ORCHARD, "utf-8")
    found = words_library(folder / "library")
    assert run(found, "add", str(files))[0] == 0
    return found


@pytest.mark.parametrize(
    "question",
    [
        "What is the tornado deductible at Northgate?",
        "What is the volcano deductible at Southgate?",
        "Яка франшиза за землетрус у зоні 2?",
        "Яка франшиза за цунамі у зоні 3?",
    ],
)
def test_a_row_that_is_nowhere_is_said_to_be_missing(library: Path, question: str) -> None:
    _, reply = run_json(library, "ask", question, "--at", "2026-10-23")
    assert (reply["action"], reply["claims"]) == ("abstain", [])


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("What is the hail deductible at Northgate?", "€1,350"),
        ("Яка франшиза за град у зоні 2?", "2 050 грн"),
    ],
)
def test_a_row_that_is_there_answers(library: Path, question: str, value: str) -> None:
    _, reply = run_json(library, "ask", question, "--at", "2026-10-23")
    assert reply["action"] == "answer"
    assert value in reply["claims"][0]["text"]


def test_who_names_no_row_is_asked_which(library: Path) -> None:
    _, reply = run_json(library, "ask", "What is the deductible at Northgate?", "--at", "2026-10-23")
    assert reply["action"] == "clarify"
    assert {"€6,200", "€1,350", "€530"} <= {word for word in reply["text"].split() if word.startswith("€")}
