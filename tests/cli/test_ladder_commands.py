"""Are strategies tried beside what serves, does only a winner serve, and does every citation stay where it is?"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from desk import run, run_json, words_library
from pydantic import TypeAdapter

from opora.commands.shapes import SHAPES
from opora.domain.source import Passage
from opora.errors import UsageError
from opora.ports import Recut, Vector
from opora.store.sqlite import SqliteLibrary
from opora.wiring import BORDER_PROGRAM, Model

RULES = """# Returns

Goods may be returned within 14 days of delivery. {filler}

## Refunds

The refund is paid within 10 days. {filler}

## Fees

| Service | Fee |
| --- | --- |
| Parcel | 17 lei |
| Pallet | 95 lei |

## Warranty

The warranty for a pump lasts 24 months. {filler}
"""
FILLER = " ".join(f"Shelf number {n} is dusted by the night shift in the hall." for n in range(60))
QUESTIONS = (
    ("Q1", "Within how many days may goods be returned?", "F1"),
    ("Q2", "How long does the warranty for a pump last?", "F2"),
    ("Q3", "Within how many days is the refund paid?", "F3"),
)
FACTS = (("F1", "14 days"), ("F2", "24 months"), ("F3", "10 days"))


def shelf(folder: Path, collection: str = "shop") -> Path:
    library = words_library(folder / "lib")
    (folder / "rules.md").write_text(RULES.format(filler=FILLER), encoding="utf-8")
    (folder / "m.csv").write_text(
        f"source_id,path,collection,label,valid_from\nrules,rules.md,{collection},2026,2026-01-01\n", encoding="utf-8"
    )
    assert run(library, "add", "--manifest", str(folder / "m.csv"))[0] == 0
    facts = [f"{name},rules,{name},{value},{value}" for name, value in FACTS]
    (folder / "f.csv").write_text("\n".join(["fact_id,source_id,field,value,quote", *facts]) + "\n", encoding="utf-8")
    assert run(library, "facts", "import", str(folder / "f.csv"))[0] == 0
    rows = [f"{name},2026-10-23,{text},answer,{fact},rules," for name, text, fact in QUESTIONS]
    head = "id,at,question,expected_action,fact_ids,source_ids,expected_response"
    (folder / "golden.csv").write_text("\n".join([head, *rows]) + "\n", encoding="utf-8")
    return library


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("ladder")
    return shelf(folder), folder


def database(library: Path) -> list[tuple[Any, ...]]:
    """All that serves: fragments and their passages, as rows."""
    store = SqliteLibrary.open(library, read_only=True)
    try:
        versions = [version for source in store.sources() for version in store.versions(source.source_id)]
        return [(piece, version) for version in versions for piece in store.fragments(version.version_id)]
    finally:
        store.close()


def test_a_ladder_measures_every_strategy_and_touches_nothing_that_serves(made: tuple[Path, Path]) -> None:
    library, folder = made
    before = database(library)
    golden = str(folder / "golden.csv")
    code, body = run_json(library, "ladder", "shop", "--questions", golden, "--strategies", "heading,rows,late")
    assert code == 0
    TypeAdapter(SHAPES["ladder"]).validate_python(body, strict=True)
    assert [row["strategy"] for row in body["strategies"]] == ["recursive", "heading", "rows", "late", "serving"]
    assert database(library) == before
    base, heading, rows, *_ = body["strategies"]
    assert heading["fragments"] != rows["fragments"] > base["fragments"] > 0
    assert all(row["answer_correctness"]["n"] == 3 and row["recall"]["n"] == 3 for row in body["strategies"])
    assert all(row["bytes"] for row in body["strategies"][:-1])
    assert not base["beats_baseline"]
    assert run(library, "verify")[0] == 0
    printed = run(library, "ladder", "shop", "--questions", golden, "--strategies", "heading")[1]
    for word in (
        "fragments",
        "vectors",
        "from nothing",
        "model calls",
        "recall@k",
        "IoU",
        "answers",
        "citations",
        "ms/question",
    ):
        assert word in printed.splitlines()[1]


HEAD = "id,at,question,expected_action,fact_ids,source_ids,expected_response,collection"


def test_questions_that_cannot_be_asked_are_named_row_by_row(tmp_path: Path) -> None:
    library = shelf(tmp_path)
    (tmp_path / "pump.md").write_text("The pump weighs 9 kg.\n", encoding="utf-8")
    assert run(library, "add", str(tmp_path / "pump.md"), "--collection", "else")[0] == 0
    rows = (
        "good,2026-10-23,Within how many days is the refund paid?,answer,F3,rules,,",
        "day,2026-13-40,Within how many days is the refund paid?,answer,F3,rules,,",
        "fact,2026-10-23,How long does the warranty for a pump last?,answer,NOPE,,,shop",
        "other,2026-10-23,What does the pump weigh?,answer,,pump,,",
        "not ours,2026-10-23,What does the pump weigh?,answer,,pump,,else",
        "refusal,2026-10-23,Who won the cup in 1998?,abstain,,,,",
    )
    (tmp_path / "some.csv").write_text("\n".join([HEAD, *rows]) + "\n", encoding="utf-8")
    args = ("ladder", "shop", "--questions", str(tmp_path / "some.csv"), "--strategies", "heading")
    code, body = run_json(library, *args)
    TypeAdapter(SHAPES["ladder"]).validate_python(body, strict=True)
    assert code == 0
    assert [(one["file"], one["row"], one["field"]) for one in body["input_errors"]] == [
        ("some.csv", 3, "at"),
        ("some.csv", 4, "fact_ids"),
        ("some.csv", 5, "source_ids"),
    ]
    assert (body["questions"]["cases"], body["questions"]["rows"]) == (2, 5)
    assert all(row["answer_correctness"]["n"] == 2 for row in body["strategies"])
    printed = run(library, *args)[1].splitlines()
    assert "2 of 5 question(s) of some.csv asked" in printed[0]
    assert [line.split(":")[1].strip() for line in printed[1:4]] == [
        "some.csv row 3, at",
        "some.csv row 4, fact_ids",
        "some.csv row 5, source_ids",
    ]
    assert "'pump' stands in collection 'else', not in 'shop'" in printed[3]


def test_a_golden_set_of_which_nothing_can_be_asked_cuts_and_keeps_nothing(tmp_path: Path) -> None:
    library = shelf(tmp_path)
    for row, field in (("q,2026-13-40,Why?,answer,F1,,,", "at"), ("q,2026-10-23,Why?,answer,,nope,,", "source_ids")):
        (tmp_path / "bad.csv").write_text(f"{HEAD}\n{row}\n", encoding="utf-8")
        args = ("ladder", "shop", "--questions", str(tmp_path / "bad.csv"), "--strategies", "heading")
        code, body = run_json(library, *args)
        TypeAdapter(SHAPES["ladder"]).validate_python(body, strict=True)
        assert (code, body["strategies"], body["history"]) == (1, [], None)
        assert [(one["row"], one["field"]) for one in body["input_errors"]] == [(2, field)]
        code, printed = run(library, *args)
        assert code == 1
        assert "0 of 1 question(s)" in printed and f"bad.csv row 2, {field}" in printed and "—" not in printed
    assert not (library / "trials").exists()
    (tmp_path / "bad.csv").write_text(f"{HEAD}\nq,2026-10-23,Why?,answer,,,,else\n", encoding="utf-8")
    code, body = run_json(library, *args)
    assert (code, body["error"]["code"]) == (2, "usage")


@pytest.mark.parametrize("said", ["", ",,", " , "])
def test_no_strategy_at_all_is_not_taken_for_the_baseline(made: tuple[Path, Path], said: str) -> None:
    library, folder = made
    code, body = run_json(library, "ladder", "shop", "--questions", str(folder / "golden.csv"), "--strategies", said)
    assert (code, body["error"]["code"]) == (2, "usage")
    assert "names no strategy" in body["error"]["message"]


def test_a_second_ladder_cuts_nothing_again(made: tuple[Path, Path]) -> None:
    library, folder = made
    args = ("ladder", "shop", "--questions", str(folder / "golden.csv"), "--strategies", "sentence")
    first, again = run_json(library, *args)[1], run_json(library, *args)[1]
    assert [row["unchanged"] for row in again["strategies"]] == [1, 1, 0]
    assert [row["fragments"] for row in first["strategies"]] == [row["fragments"] for row in again["strategies"]]


class Slow:
    """Takes long to load, and for the vector of a text that it has not seen."""

    model_id, dim, max_tokens = "slow:1", 8, 512

    def __init__(self) -> None:
        self.seen: set[str] = set()

    def count_tokens(self, text: str) -> int:
        self._take("count", 1.0)
        return len(text) // 4 + 1

    def encode_query(self, text: str) -> Vector:
        self._take("load", 1.5)
        self._take(f"query {text}", 0.4)
        return self._vectors([text])[0]

    def encode_passages(self, texts: Sequence[str]) -> Vector:
        self._take("load", 1.5)
        return self._vectors(texts)

    def _take(self, what: str, seconds: float) -> None:
        if what not in self.seen:
            self.seen.add(what)
            time.sleep(seconds)

    def _vectors(self, texts: Sequence[str]) -> Vector:
        rows = np.array([[1.0 + text.count(letter) for letter in "aeionrst"] for text in texts], np.float32)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)  # type: ignore[no-any-return]


@pytest.mark.slow
def test_whoever_is_measured_first_pays_for_no_loading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Loading the model and the vectors of questions would make the baseline look slow and every other strategy fast."""
    library = shelf(tmp_path)
    monkeypatch.setattr(Model, "_open", lambda self: Slow())
    args = ("ladder", "shop", "--questions", str(tmp_path / "golden.csv"), "--strategies", "heading,rows")
    body = run_json(library, *args)[1]
    took = [row["took_ms"] for row in body["strategies"]]
    assert body["embed_ms"] >= 400
    assert max(took) < 300
    assert body["strategies"][0]["seconds"] < 1.5
    again = run_json(library, *args)[1]
    assert again["strategies"][1]["seconds"] == 0
    assert again["strategies"][1]["seconds_from_nothing"] > 0


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["recursive-500-50", "recursive-500-100", "recursive-1200c-150"])
def test_a_preset_is_tried_promoted_and_set(tmp_path: Path, preset: str) -> None:
    library = shelf(tmp_path)
    golden = str(tmp_path / "golden.csv")
    code, body = run_json(library, "ladder", "shop", "--questions", golden, "--strategies", preset)
    assert code == 0
    assert [row["strategy"] for row in body["strategies"]] == ["recursive", preset, "serving"]
    base, tried, _ = (row["fragments"] for row in body["strategies"])
    assert run(library, "promote", preset, "--collection", "shop", "--force")[0] == 0
    promoted = [piece.span for piece, _ in database(library)]
    assert len(promoted) == tried
    assert (tried > base) == (preset == "recursive-1200c-150")
    assert max(map(len, promoted)) <= (1200 if preset == "recursive-1200c-150" else 2600)
    other = words_library(tmp_path / "other")
    (other / "opora.toml").write_text(f'[model]\nenabled = false\n[fragments]\nstrategy = "{preset}"\n', "utf-8")
    assert run(other, "add", "--manifest", str(tmp_path / "m.csv"))[0] == 0
    assert [piece.span for piece, _ in database(other)] == promoted


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ('strategy = "recursive"\nmeasure = "chars"\nsize = 300\noverlap = 60', (300, "")),
        ('strategy = "sentence"\nsize = 40\nlimit = 60\npassage = 100', (300, "")),
        ('strategy = "recursive-1200c-150"\nmeasure = "tokens"', (0, "measured in characters")),
        ('strategy = "sentence"\nthreshold = 3.0', (0, "out of bounds")),
        ('strategy = "sentence"\nsize = 20\noverlap = 30', (0, "overlap")),
    ],
)
def test_sizes_measure_and_threshold_come_from_the_settings(tmp_path: Path, lines: str, told: tuple[int, str]) -> None:
    library = words_library(tmp_path / "lib")
    (tmp_path / "rules.md").write_text(RULES.format(filler=FILLER), encoding="utf-8")
    (library / "opora.toml").write_text(f"[model]\nenabled = false\n[fragments]\n{lines}\n", encoding="utf-8")
    code, body = run_json(library, "add", str(tmp_path / "rules.md"))
    most, problem = told
    if problem:
        assert code == 3
        assert problem in body["error"]["message"]
        return
    pieces = [piece for piece, _ in database(library)]
    assert len(pieces) > len(FILLER) * 3 // most
    assert max(len(piece.text) for piece in pieces) <= most


def test_a_threshold_of_the_settings_cuts_where_the_subject_changes(tmp_path: Path) -> None:
    counts = []
    for number, line in enumerate(("", "threshold = 0.9")):
        library = words_library(tmp_path / f"lib{number}")
        (tmp_path / "rules.md").write_text(RULES.format(filler="It is so."), encoding="utf-8")
        settings = f'[model]\nenabled = false\n[fragments]\nstrategy = "semantic"\nsize = 60\n{line}\n'
        (library / "opora.toml").write_text(settings, encoding="utf-8")
        assert run(library, "add", str(tmp_path / "rules.md"))[0] == 0
        counts.append(len(database(library)))
    assert counts[1] > counts[0]


@pytest.mark.parametrize(("how", "shown"), [("exact", 3), ("same", 2), ("near", 1), (None, 1)])
def test_how_much_alike_two_texts_are_shown_once_is_set(tmp_path: Path, how: str | None, shown: int) -> None:
    library = words_library(tmp_path / "lib")
    said = "Goods come back unused and whole in their own packing to {}shop near the home of the buyer{}"
    for name, words in (("a", ("the ", ".")), ("b", ("the ", "!")), ("c", ("", "."))):
        (tmp_path / f"{name}.txt").write_text(said.format(*words), encoding="utf-8")
        assert run(library, "add", str(tmp_path / f"{name}.txt"))[0] == 0
    if how:
        (library / "opora.toml").write_text(f'[model]\nenabled = false\n[search]\nduplicates = "{how}"\n', "utf-8")
    hits = run_json(library, "search", "goods in packing", "--at", "2026-10-23")[1]["hits"]
    assert len(hits) == shown
    assert len({one for hit in hits for one in (hit["fragment_id"], *hit["same_as"])}) == 3
    printed = run(library, "search", "goods in packing", "--at", "2026-10-23")[1]
    assert ("the same stands in" in printed) == (shown < 3)


def test_the_environment_sets_sizes_that_may_be_absent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = words_library(tmp_path / "lib")
    monkeypatch.setenv("OPORA_FRAGMENTS_OVERLAP", "30")
    monkeypatch.setenv("OPORA_FRAGMENTS_THRESHOLD", "0.25")
    told = {row["path"]: row["value"] for row in run_json(library, "settings")[1]}
    assert (told["fragments.overlap"], told["fragments.threshold"]) == (30, 0.25)


PROGRAM = """import json, sys
pieces = json.load(sys.stdin)["pieces"]
print(json.dumps({"opens": list(range(0, len(pieces), 3))}))
"""


def test_a_model_chooses_borders_by_command_after_its_cost_was_agreed_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = shelf(tmp_path)
    monkeypatch.delenv(BORDER_PROGRAM, raising=False)
    ladder = ("ladder", "shop", "--questions", str(tmp_path / "golden.csv"), "--strategies", "model_borders")
    promote = ("promote", "model_borders", "--collection", "shop", "--force")
    for command in (ladder, promote):
        code, body = run_json(library, *command, "--yes")
        assert (code, body["error"]["code"]) == (2, "usage")
        assert "4 call(s)" in body["error"]["message"]
        assert BORDER_PROGRAM in body["error"]["hint"]
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    monkeypatch.setenv(BORDER_PROGRAM, f"'{sys.executable}' '{tmp_path / 'program.py'}'")
    for command in (ladder, promote):
        code, body = run_json(library, *command)
        assert (code, "--yes" in body["error"]["hint"]) == (2, True)
    code, body = run_json(library, *ladder, "--yes")
    assert (code, [row["strategy"] for row in body["strategies"]][1]) == (0, "model_borders")
    assert run(library, *promote, "--yes")[0] == 0
    assert {piece.fragment_id.rpartition("~")[2] for piece, _ in database(library)} == {"model_borders"}
    item = run_json(library, "add", "--manifest", str(tmp_path / "m.csv"))[1]["items"][0]
    assert item["unchanged"]
    (tmp_path / "more.md").write_text("# More\n\nA gift card is valid for 12 months.\n", encoding="utf-8")
    assert run(library, "add", str(tmp_path / "more.md"), "--collection", "shop")[0] == 0
    assert {version.strategy for _, version in database(library)} == {"model_borders", "semantic"}


@pytest.mark.parametrize(
    "program", ["import sys; sys.exit(3)", "print('no')", "print('{\"opens\": [true]}')", "print('{\"opens\": 4}')"]
)
def test_a_program_that_names_no_borders_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    library = shelf(tmp_path)
    before = database(library)
    (tmp_path / "program.py").write_text(program, encoding="utf-8")
    monkeypatch.setenv(BORDER_PROGRAM, f"'{sys.executable}' '{tmp_path / 'program.py'}'")
    code, body = run_json(library, "promote", "model_borders", "--collection", "shop", "--force", "--yes")
    assert (code, body["error"]["code"]) == (4, "backend_unreachable")
    assert database(library) == before


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["ladder", "nothing", "--questions", "GOLDEN"], "collection"),
        (["ladder", "shop", "--questions", "GOLDEN", "--strategies", "headings"], "heading"),
        (["promote", "headings", "--collection", "shop"], "heading"),
        (["promote", "propositions", "--collection", "shop"], "was not measured"),
        (["promote", "fixed", "--collection", "shop"], "prototype"),
    ],
)
def test_what_cannot_be_is_said(made: tuple[Path, Path], args: list[str], told: str) -> None:
    library, folder = made
    code, body = run_json(library, *[str(folder / "golden.csv") if arg == "GOLDEN" else arg for arg in args])
    assert code == 2
    assert told in body["error"]["message"] + body["error"]["hint"]


@pytest.mark.parametrize("strategy", ["recursive", "heading", "layout", "rows", "semantic", "summary_tree", "fixed"])
def test_after_a_change_of_strategy_every_citation_opens_the_same_words(tmp_path: Path, strategy: str) -> None:
    library = shelf(tmp_path)
    replies = [run_json(library, "ask", text, "--at", "2026-10-23")[1] for _, text, _ in QUESTIONS]
    cited = [claim["citation"] for reply in replies for claim in reply["claims"]]
    assert len(cited) >= 3
    places = [f"{piece.version_id}:{piece.path}" for piece, _ in database(library)]
    shown = {at: run_json(library, "show", at)[1] for at in (*places, *(cite["anchor"] for cite in cited))}
    code, body = run_json(library, "promote", strategy, "--collection", "shop", "--force")
    assert code == 0
    TypeAdapter(SHAPES["promote"]).validate_python(body, strict=True)
    assert {piece.fragment_id.rpartition("~")[2].split(".")[0] for piece, _ in database(library)} == {strategy}
    assert {at: run_json(library, "show", at)[1] for at in shown} == shown
    store = SqliteLibrary.open(library, read_only=True)
    for cite in cited:
        assert store.quote(cite["version_id"], cite["start"], cite["end"]) == cite["quote"]
    store.close()
    assert run(library, "verify")[0] == 0
    item = run_json(library, "add", "--manifest", str(tmp_path / "m.csv"))[1]["items"][0]
    assert item["unchanged"], "what was promoted is what adding goes by"
    for reply in replies:
        assert run(library, "replay", reply["trace_id"])[0] == 0


def test_a_file_added_later_is_cut_as_its_collection_was_promoted(tmp_path: Path) -> None:
    library = shelf(tmp_path)
    assert run(library, "promote", "sentence", "--collection", "shop", "--force")[0] == 0
    (tmp_path / "more.md").write_text("# More\n\nA gift card is valid for 12 months.\n", encoding="utf-8")
    assert run(library, "add", str(tmp_path / "more.md"), "--collection", "shop")[0] == 0
    assert run(library, "add", str(tmp_path / "more.md"), "--source-id", "other", "--collection", "else")[0] == 0
    strategies = {version.source_id: version.strategy for _, version in database(library)}
    assert strategies == {"rules": "sentence", "more": "sentence", "other": "parent_child"}
    report = run_json(library, "report", "more")[1]["fragmenting"]
    assert report["strategy"] == "sentence" and "promoted for collection 'shop'" in report["reason"]
    assert run(library, "promote", "auto", "--collection", "shop")[0] == 0
    assert {version.strategy for _, version in database(library)} == {"parent_child"}


@pytest.mark.parametrize("preset", ["recursive-500-50", "recursive-500-100", "recursive-1200c-150"])
def test_a_preset_is_named_as_it_was_chosen(tmp_path: Path, preset: str) -> None:
    library = shelf(tmp_path)
    assert run_json(library, "promote", preset, "--collection", "shop", "--force")[1]["strategies"] == {preset: 1}
    told = run_json(library, "report", "rules")[1]["fragmenting"]
    assert told["strategy"] == preset
    assert f"{preset} was promoted for collection 'shop'" in told["reason"]
    (tmp_path / "more.md").write_text("# More\n\nA gift card is valid for 12 months.\n", encoding="utf-8")
    (library / "opora.toml").write_text(f'[model]\nenabled = false\n[fragments]\nstrategy = "{preset}"\n', "utf-8")
    assert run(library, "add", str(tmp_path / "more.md"), "--collection", "else")[0] == 0
    told = run_json(library, "report", "more")[1]["fragmenting"]
    assert (told["strategy"], f"the settings name {preset}" in told["reason"]) == (preset, True)
    golden = str(tmp_path / "golden.csv")
    assert run_json(library, "ladder", "shop", "--questions", golden, "--strategies", "rows")[1]["serving"] == [preset]


def test_a_winner_may_serve_and_only_on_the_texts_it_won_on(tmp_path: Path) -> None:
    library = shelf(tmp_path)
    args = ("ladder", "shop", "--questions", str(tmp_path / "golden.csv"), "--strategies", "heading")
    row = run_json(library, *args)[1]["strategies"][1]
    code, body = run_json(library, "promote", "heading", "--collection", "shop")
    assert (code == 0) == row["beats_baseline"]
    if code:
        assert "does not beat" in body["error"]["message"]
    (tmp_path / "rules.md").write_text(RULES.format(filler=""), encoding="utf-8")
    assert run(library, "add", "--manifest", str(tmp_path / "m.csv"))[0] == 0
    code, body = run_json(library, "promote", "heading", "--collection", "shop")
    assert code == 2
    assert "has changed since" in body["error"]["message"]


def test_a_removed_source_leaves_no_trial_behind(tmp_path: Path) -> None:
    library = shelf(tmp_path)
    args = ("ladder", "shop", "--questions", str(tmp_path / "golden.csv"), "--strategies", "heading")
    assert run(library, *args)[0] == 0
    assert list((library / "trials").rglob("opora.db"))
    assert run(library, "remove", "rules")[0] == 0
    assert not (library / "trials").exists()


def test_a_prototype_serves_only_when_the_settings_say_so(tmp_path: Path) -> None:
    library = words_library(tmp_path / "lib")
    (tmp_path / "a.md").write_text("The fee is 17 lei.\n", encoding="utf-8")
    settings = library / "opora.toml"
    settings.write_text('[model]\nenabled = false\n[fragments]\nstrategy = "fixed"\n', encoding="utf-8")
    code, body = run_json(library, "add", str(tmp_path / "a.md"))
    assert (code, "prototype" in body["error"]["message"]) == (3, True)
    settings.write_text(
        '[model]\nenabled = false\n[fragments]\nstrategy = "fixed"\nprototype = true\n', encoding="utf-8"
    )
    assert run(library, "add", str(tmp_path / "a.md"))[0] == 0
    assert json.loads(run(library, "fragments", "a", "--json")[1])[0]["fragment_id"].endswith("~fixed")


def test_a_change_of_strategy_that_fails_half_way_changes_nothing(tmp_path: Path) -> None:
    library = shelf(tmp_path)
    before = database(library)
    store = SqliteLibrary.open(library)
    piece = before[0][0]
    whole = Passage("rules@2026#0-5~x.passage", piece.version_id, 0, 5, piece.path)
    with pytest.raises(UsageError, match="no version"):
        store.recut("shop", "x", [Recut(piece.version_id, "x", (whole,), ()), Recut("gone@1", "x", (), ())])
    assert store.strategies() == {}
    store.close()
    assert database(library) == before
    assert run(library, "verify")[0] == 0
