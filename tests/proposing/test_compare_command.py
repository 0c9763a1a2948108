"""Are models compared on one retrieval, the same fragments and the same checks, with what each costs?"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

from model_server import Said, configure, library, phrased, run, run_json, serving
from pydantic import TypeAdapter

from opora.commands.shapes import SHAPES

TEXTS = {
    "price.md": "# Prices\n\nThe basic plan costs 900 lei.\n",
    "returns.md": "# Returns\n\nUnused goods come back within 14 days.\n",
}
GOLDEN = [
    ["id", "at", "question", "expected_action", "fact_ids", "source_ids", "expected_response"],
    ["Q1", "2026-10-23", "What does the basic plan cost?", "answer", "F1", "price", ""],
    ["Q2", "2026-10-23", "Within how many days do unused goods come back?", "answer", "F2", "returns", ""],
    ["Q3", "2026-10-23", "What is the salary of the guard?", "abstain", "", "", ""],
]
FACTS = [["fact_id", "source_id", "field", "value", "type"], ["F1", "price", "price", "900", "int"]]
FACTS += [["F2", "returns", "days", "14", "int"]]


def files(folder: Path) -> tuple[Path, Path]:
    for name, rows in (("golden.csv", GOLDEN), ("facts.csv", FACTS)):
        with (folder / name).open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(rows)
    return folder / "golden.csv", folder / "facts.csv"


def said(body: dict[str, Any]) -> Said:
    """One model phrases, one invents, one is down."""
    if body["model"] == "down":
        return Said("{}", status=500)
    if body["model"] == "liar":
        return phrased(body, lambda one: {"evidence": one["id"], "quote": one["quote"], "text": "It is free."})
    return phrased(body, lambda one: {**{k: one[k] for k in ("quote", "text")}, "evidence": one["id"]})


def test_models_are_compared_on_the_same_fragments(tmp_path: Path) -> None:
    golden, facts = files(tmp_path)
    with serving(said) as served:
        place = library(tmp_path, TEXTS, served.base_url, "retries = 0\nprice_in = 10.0\nprice_out = 100.0\n")
        words = ("compare", "--models", "good,liar,down", "--questions", str(golden), "--facts", str(facts))
        body = run_json(place, *words)
        shown = run(place, *words)[1]
    TypeAdapter(SHAPES["compare"]).validate_python(body, strict=True)
    assert body["same_fragments"] and body["cases"] == 3
    rows = {row["model"]: row for row in body["models"]}
    assert list(rows) == ["none", "good", "liar", "down"]
    for row in rows.values():
        assert row["answer_correctness"] == rows["none"]["answer_correctness"], "a liar changes no answer"
        assert row["citation_accuracy"]["value"] == 1.0 and row["invented"] == 0
    assert (rows["good"]["phrased"], rows["good"]["tokens_in"], rows["good"]["tokens_out"]) == (2, 22, 14)
    assert rows["good"]["cost"] == round((22 * 10 + 14 * 100) / 1_000_000, 6)
    assert rows["liar"]["phrased"] == 0 and rows["liar"]["fallbacks"] == {"checks": 2} and rows["liar"]["dropped"] == 2
    assert rows["down"]["fallbacks"] == {"model_unreachable": 2} and rows["none"]["calls"] == 0
    assert "good" in shown and "done without it: 2 checks" in shown


def test_without_an_address_or_a_name_it_says_what_is_missing(tmp_path: Path) -> None:
    golden, _ = files(tmp_path)
    place = library(tmp_path, TEXTS)
    assert run(place, "compare", "--models", "a", "--questions", str(golden))[0] == 2
    configure(place, "http://127.0.0.1:9/v1")
    assert run(place, "compare", "--models", ",", "--questions", str(golden))[0] == 2
