"""Does ``opora gate`` let a better challenger through, and no other one, and does it keep what it decided?"""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import apsw
import pytest
from click.testing import CliRunner
from pydantic import TypeAdapter

from opora.cli import main
from opora.commands.shapes import SHAPES

HEADER = ["id", "at", "question", "expected_action", "fact_ids", "source_ids", "expected_response"]
DAY = "2026-10-23"
GOLDEN = [
    ["Q1", DAY, "Сколько стоит тариф?", "answer", "F1", "price", ""],
    ["Q2", DAY, "Сколько дней длится доставка?", "answer", "F2", "delivery", ""],
    ["Q3", DAY, "Какой срок возврата?", "answer", "F3", "returns", ""],
    ["Q4", DAY, "Есть ли скидка для студентов?", "abstain", "", "", ""],
]
FACTS = [
    ["F1", "price", "price", "900", "int"],
    ["F2", "delivery", "days", "3", "int"],
    ["F3", "returns", "days", "14", "int"],
]
DOCUMENTS = [
    ["price", "Тариф стоит 900 рублей."],
    ["delivery", "Доставка длится 3 дня."],
    ["returns", "Срок возврата 14 дней."],
    ["blog", "Тариф 900 рублей, доставка 3 дня, возврат 14 дней."],
]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


class Desk:
    """Files of a golden set, and answers of two bots to it."""

    def __init__(self, place: Path) -> None:
        self.place, self.library = place, place / "library"
        self.write("golden.csv", HEADER, GOLDEN)
        self.write("facts.csv", ["fact_id", "source_id", "field", "value", "type"], FACTS)
        self.write("documents.csv", ["source_id", "text"], DOCUMENTS)

    def write(self, name: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> Path:
        with (self.place / name).open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([header, *rows])
        return self.place / name

    def answers(self, name: str, said: Mapping[str, tuple[str, str] | None]) -> str:
        """A value and its source for each question; ``None`` refuses."""
        lines = []
        for number, (case_id, one) in enumerate(said.items(), start=1):
            value, source = one or ("", "")
            claim = {"fact_id": f"F{number}", "value": int(value), "source_id": source} if one else None
            lines.append(
                {
                    "question_id": case_id,
                    "action": "answer" if one else "abstain",
                    "text": value or "Этого в документах нет.",
                    "claims": [claim] if claim and number < 4 else [],
                    "source_ids": [source] if one else [],
                }
            )
        file = self.place / name
        file.write_text("\n".join(json.dumps(line, ensure_ascii=False) for line in lines), encoding="utf-8")
        return str(file)

    def gate(self, *words: str) -> tuple[int, Any]:
        golden = str(self.place / "golden.csv")
        files = ["--facts", str(self.place / "facts.csv"), "--documents", str(self.place / "documents.csv")]
        return self.run("gate", golden, *files, *words, "--json")

    def run(self, *words: str) -> tuple[int, Any]:
        done = CliRunner().invoke(main, ["--library", str(self.library), *words])
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        return done.exit_code, json.loads(done.stdout) if "--json" in words else done.stdout


RIGHT = {"Q1": ("900", "price"), "Q2": ("3", "delivery"), "Q3": ("14", "returns"), "Q4": None}
WEAK = RIGHT | {"Q2": ("5", "delivery"), "Q3": None}


def codes(body: Any) -> list[str]:
    return [reason["code"] for reason in body["reasons"]]


def test_a_challenger_that_is_better_passes_and_the_run_is_kept(desk: Desk) -> None:
    a, b = desk.answers("a.jsonl", WEAK), desk.answers("b.jsonl", RIGHT)
    code, body = desk.gate("--champion", a, "--challenger", b, "--who", "Ана")
    assert (code, body["passed"], body["verdict"], codes(body)) == (0, True, "passed", [])
    TypeAdapter(SHAPES["gate"]).validate_python(body, strict=True)
    answers = body["scores"]["answer_correctness"]
    assert (answers["champion"]["hits"], answers["challenger"]["hits"], answers["difference"]["value"]) == (2, 4, 0.5)
    assert answers["better_cases"] == ["Q2", "Q3"]
    assert (body["who"], body["golden"]["cases"], len(body["golden"]["digest"])) == ("Ана", 4, 64)
    code, listed = desk.run("gate", str(desk.place / "golden.csv"), "--list", "--json")
    assert code == 0
    TypeAdapter(SHAPES["gates"]).validate_python(listed, strict=True)
    assert [run["digest"] for run in listed["runs"]] == [body["digest"]]


def test_a_challenger_that_is_better_on_answers_and_worse_on_citations_is_refused(desk: Desk) -> None:
    """All its answers are right, and it cites the blog for two of them."""
    b = desk.answers("b.jsonl", RIGHT | {"Q1": ("900", "blog"), "Q2": ("3", "blog")})
    code, body = desk.gate("--champion", desk.answers("a.jsonl", WEAK), "--challenger", b)
    assert (code, body["verdict"]) == (1, "refused")
    assert codes(body) == ["worse_on_citations"]
    assert body["scores"]["answer_correctness"]["difference"]["value"] == 0.5
    assert body["scores"]["citation_accuracy"]["worse_cases"] == ["Q1", "Q2"]


def test_a_challenger_that_cites_better_and_answers_worse_is_refused(desk: Desk) -> None:
    a = desk.answers("a.jsonl", RIGHT | {"Q1": ("900", "blog")})
    code, body = desk.gate("--champion", a, "--challenger", desk.answers("b.jsonl", RIGHT | {"Q3": None}))
    assert (code, codes(body)) == (1, ["worse_on_answers"])


def test_a_challenger_that_invents_is_refused_however_good_it_is(desk: Desk) -> None:
    b = desk.answers("b.jsonl", RIGHT | {"Q4": ("10", "blog")})
    code, body = desk.gate("--champion", desk.answers("a.jsonl", WEAK), "--challenger", b)
    assert code == 1
    assert "new_invention" in codes(body)
    assert body["new_inventions"] == ["Q4"]


def test_an_equal_challenger_is_refused(desk: Desk) -> None:
    code, body = desk.gate("--champion", desk.answers("a.jsonl", RIGHT), "--challenger", desk.answers("b.jsonl", RIGHT))
    assert (code, codes(body)) == (1, ["better_on_neither"])


def test_leaving_out_the_hard_questions_does_not_pay(desk: Desk) -> None:
    short = {case_id: one for case_id, one in RIGHT.items() if case_id != "Q4"}
    code, body = desk.gate("--champion", desk.answers("a.jsonl", WEAK), "--challenger", desk.answers("b.jsonl", short))
    assert (code, codes(body), body["not_judged"]) == (1, ["not_judged"], ["Q4"])
    assert any("Q4" in error["message"] for error in body["input_errors"])


def test_a_bad_row_is_named_and_the_others_are_compared(desk: Desk) -> None:
    desk.write("golden.csv", HEADER, [*GOLDEN, ["Q5", "2026-13-01", "?", "answer", "", "", ""]])
    code, body = desk.gate("--champion", desk.answers("a.jsonl", WEAK), "--challenger", desk.answers("b.jsonl", RIGHT))
    assert (code, body["cases"]) == (0, 4)
    assert [(error["file"], error["row"], error["field"]) for error in body["input_errors"]] == [
        ("golden.csv", 6, "at")
    ]


def test_the_history_of_several_runs_is_a_chain_and_a_change_in_it_shows(desk: Desk) -> None:
    a, b = desk.answers("a.jsonl", WEAK), desk.answers("b.jsonl", RIGHT)
    first, second = desk.gate("--champion", a, "--challenger", b)[1], desk.gate("--champion", b, "--challenger", a)[1]
    assert (first["previous"], second["previous"], second["passed"]) == ("", first["digest"], False)
    file = Path(second["history"])
    file.write_bytes(file.read_bytes().replace(b'"refused"', b'"passed"'))
    code, listed = desk.run("gate", str(desk.place / "golden.csv"), "--list", "--json")
    assert (code, listed["broken"]) == (1, "line 2 is not what was written")
    code, body = desk.gate("--champion", a, "--challenger", b)
    assert (code, body["error"]["code"]) == (3, "library")


def test_a_name_that_is_nobody_and_a_missing_side_are_wrong_calls(desk: Desk) -> None:
    code, body = desk.gate("--champion", "nobody", "--challenger", "default")
    assert (code, body["error"]["code"]) == (2, "usage")
    assert "nobody" in body["error"]["message"]
    assert desk.gate("--champion", "nobody")[0] == 2
    assert desk.run("gate", "--json")[0] == 2


def test_fewer_inventions_and_refusals_are_the_better_ones(desk: Desk) -> None:
    a = desk.answers("a.jsonl", RIGHT | {"Q3": None, "Q4": ("10", "blog")})
    body = desk.gate("--champion", a, "--challenger", desk.answers("b.jsonl", RIGHT))[1]
    for name, case_id in (("inventions", "Q4"), ("false_refusals", "Q3")):
        score = body["scores"][name]
        assert (score["better_cases"], score["worse_cases"]) == ([case_id], [])
        assert (score["difference"]["better"], score["difference"]["value"] < 0) == (1, True)


def test_the_log_of_another_bot_can_stand_in_the_gate(desk: Desk) -> None:
    """Rows of an evaluation set, as another system writes them."""
    texts = {row[0]: row[1] for row in DOCUMENTS}
    rows = [
        {"user_input": GOLDEN[0][2], "response": "900 рублей", "retrieved_contexts": [texts["price"]]},
        {"user_input": GOLDEN[1][2], "response": "3 дня", "retrieved_contexts": [texts["delivery"]]},
        {"user_input": GOLDEN[2][2], "response": "14 дней", "retrieved_contexts": [texts["returns"]]},
        {"user_input": GOLDEN[3][2], "response": "В документах этого нет.", "retrieved_contexts": []},
    ]
    log = desk.place / "log.jsonl"
    log.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows), encoding="utf-8")
    body = desk.gate("--champion", desk.answers("a.jsonl", WEAK), "--challenger", str(log))[1]
    assert body["scores"]["answer_correctness"]["challenger"]["hits"] == 4, body
    assert body["challenger"]["kind"] == "file"


def test_two_models_are_compared_on_the_same_recorded_fragments_or_not_at_all(desk: Desk) -> None:
    """``retrieved`` of both files must be the same for every case, when one context is asked for."""
    files = [Path(desk.answers("a.jsonl", WEAK)), Path(desk.answers("b.jsonl", RIGHT))]
    sides = ["--champion", str(files[0]), "--challenger", str(files[1]), "--context", "frozen"]
    assert codes(desk.gate(*sides)[1]) == ["other_fragments"]
    found = [{"source_id": source_id, "text": text} for source_id, text in DOCUMENTS]
    for file in files:
        rows = [json.loads(line) | {"retrieved": found} for line in file.read_text("utf-8").splitlines()]
        file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    code, body = desk.gate(*sides)
    assert (code, body["context"]) == (0, {"same": 4, "different": 0, "unknown": 0, "frozen": 0})
    rows[0]["retrieved"] = found[:2]
    files[1].write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    code, body = desk.gate(*sides)
    assert (code, codes(body), body["context"]["different"]) == (1, ["other_fragments"], 1)


# assistants of a library


@pytest.fixture
def asked(desk: Desk) -> Desk:
    desk.library.mkdir()
    (desk.library / "opora.toml").write_text(
        "[model]\nenabled = false\n[assistants.strict]\nanswer_threshold = 1.0\n[assistants.blind]\nthreshold = 1.0\n",
        encoding="utf-8",
    )
    assert desk.run("init", str(desk.library), "--json")[0] == 0
    rows = [row for row in DOCUMENTS if row[0] != "blog"]
    assert desk.run("add", "--manifest", str(desk.write("m.csv", ["source_id", "text"], rows)), "--json")[0] == 0
    return desk


def assistants(desk: Desk, champion: str, challenger: str, *words: str) -> tuple[int, Any]:
    golden, facts = str(desk.place / "golden.csv"), str(desk.place / "facts.csv")
    sides = ["--champion", champion, "--challenger", challenger]
    return desk.run("gate", golden, "--facts", facts, *sides, *words, "--json")


def test_two_assistants_that_search_alike_answer_from_the_same_fragments(asked: Desk) -> None:
    code, body = assistants(asked, "default", "strict")
    TypeAdapter(SHAPES["gate"]).validate_python(body, strict=True)
    assert body["context"] == {"same": 4, "different": 0, "unknown": 0, "frozen": 4}
    assert code == 1
    assert body["champion"]["settings"]["answer_threshold"] is None
    assert body["challenger"]["settings"]["answer_threshold"] == 1.0
    assert Path(body["history"]) == asked.library / "history" / "gate.jsonl"


def test_an_assistant_that_searches_otherwise_searches_for_itself(asked: Desk) -> None:
    code, body = assistants(asked, "blind", "default")
    assert body["context"]["frozen"] == 0
    assert body["context"]["different"] >= 3
    assert (code, body["passed"]) == (0, True)
    assert assistants(asked, "blind", "default", "--context", "own")[1]["context"]["frozen"] == 0


def test_fragments_can_be_frozen_for_assistants_that_search_otherwise(asked: Desk) -> None:
    """The challenger's own rules go over what was recorded for the champion."""
    code, body = assistants(asked, "default", "blind", "--context", "frozen")
    assert (code, body["context"]["frozen"]) == (1, 4)
    assert body["scores"]["coverage"]["challenger"]["hits"] == 0


def test_an_assistant_can_be_held_against_recorded_answers(asked: Desk) -> None:
    code, body = assistants(asked, asked.answers("a.jsonl", RIGHT | {"Q1": None, "Q2": None}), "default")
    assert (code, body["champion"]["kind"], body["challenger"]["kind"]) == (0, "file", "assistant")
    assert body["context"] == {"same": 0, "different": 0, "unknown": 4, "frozen": 0}


def test_the_text_for_people_says_who_won_and_why(asked: Desk) -> None:
    golden, facts = str(asked.place / "golden.csv"), str(asked.place / "facts.csv")
    done = CliRunner().invoke(
        main,
        [
            "--library",
            str(asked.library),
            "gate",
            golden,
            "--facts",
            facts,
            "--champion",
            "default",
            "--challenger",
            "blind",
        ],
    )
    assert done.exit_code == 1
    assert "refused: blind against default on 4 case(s)" in done.output
    assert "fewer answers are right" in done.output
    listed = CliRunner().invoke(main, ["--library", str(asked.library), "gate", "--list"])
    assert "1 run(s)" in listed.output


def kept_runs(asked: Desk) -> Path:
    """Two runs of the gate and one of diagnosis, kept in the library."""
    for _ in range(2):
        assistants(asked, "blind", "default")
    golden, facts = str(asked.place / "golden.csv"), str(asked.place / "facts.csv")
    asked.run("diagnose", golden, "--facts", facts, "--keep", "--json")
    assert verified(asked) == []
    return asked.library / "history"


def verified(asked: Desk) -> list[tuple[str, str]]:
    return [(one["kind"], one["where"]) for one in asked.run("verify", "--json")[1]["findings"]]


@pytest.mark.parametrize("name", ["gate.jsonl", "diagnose.jsonl"])
def test_a_history_that_lost_its_end_or_itself_is_found(asked: Desk, name: str) -> None:
    file = kept_runs(asked) / name
    whole = file.read_bytes()
    file.write_bytes(b"".join(whole.splitlines(keepends=True)[:-1]))
    assert verified(asked) == [("truncated", f"history/{name}")]
    file.write_bytes(whole.replace(b"blind", b"blond").replace(b"default", b"defoult"))
    assert verified(asked) == [("changed", f"history/{name}")]
    file.unlink()
    assert verified(asked) == [("missing", f"history/{name}")]
    file.write_bytes(whole)
    assert verified(asked) == []


@pytest.mark.parametrize("name", ["gate.jsonl", "diagnose.jsonl"])
def test_no_single_edit_of_a_history_goes_unseen(asked: Desk, name: str) -> None:
    file, dice = kept_runs(asked) / name, random.Random(41)
    whole = file.read_bytes()
    place, end = dice.randrange(len(whole)), dice.randrange(1, len(whole))
    edits = {
        "a bit turned": whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :],
        "cut": whole[:end],
        "letters added": whole + b"x",
        "a line added": whole + b'{"a": 1}\n',
        "the last line twice": whole + whole.splitlines(keepends=True)[-1],
    }
    unseen = []
    for told, data in edits.items():
        file.write_bytes(data)
        if not verified(asked):
            unseen.append(told)
    assert unseen == []


def test_a_history_is_not_continued_after_its_end_was_cut(asked: Desk) -> None:
    file = kept_runs(asked) / "gate.jsonl"
    whole = file.read_bytes()
    file.write_bytes(whole.splitlines(keepends=True)[0])
    code, body = assistants(asked, "blind", "default")
    assert (code, body["error"]["code"]) == (3, "library")
    file.write_bytes(whole)
    assert assistants(asked, "blind", "default")[0] == 0
    assert verified(asked) == []


def test_a_digest_of_a_history_that_is_gone_from_the_library_is_found(asked: Desk) -> None:
    kept_runs(asked)
    connection = apsw.Connection(str(asked.library / "opora.db"))
    connection.execute("delete from seal where kind = 'journal' and name = 'gate.jsonl'")
    connection.close()
    assert verified(asked) == [("truncated", "history/gate.jsonl")]
