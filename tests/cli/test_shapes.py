"""Has every ``--json`` output the shape that ``opora schema`` promises?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from desk import run, run_json, words_library
from made_documents import broken_table_pdf
from pydantic import TypeAdapter, ValidationError

from opora.commands.shapes import SHAPES, schema
from opora.store.sqlite import SqliteLibrary

DOCS = Path(__file__).resolve().parents[2] / "docs" / "schemas"


def valid(name: str, body: Any) -> Any:
    return TypeAdapter(SHAPES[name]).validate_python(body, strict=True)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = tmp_path_factory.mktemp("shapes")
    broken_table_pdf(base / "fees.pdf")
    (base / "empty.txt").write_bytes(b"")
    (base / "m.csv").write_text(
        "source_id,text,path,owner\nstore,Goods may be returned within 14 days.,,Shop\n"
        "book,Goods may be returned within 21 days.,,Head office\nfees,,fees.pdf,\nempty,,empty.txt,\n",
        encoding="utf-8",
    )
    folder = words_library(base / "lib")
    valid("add", run_json(folder, "add", "--manifest", str(base / "m.csv"))[1])
    return folder


def test_the_pages_hold_what_the_code_says() -> None:
    assert {path.stem for path in DOCS.glob("*.json")} == set(SHAPES), "run scripts/write_schemas.py"
    for name in SHAPES:
        assert json.loads((DOCS / f"{name}.json").read_text("utf-8")) == schema(name), "run scripts/write_schemas.py"
        assert json.loads(run(Path("unused"), "schema", name)[1]) == schema(name)


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("sources", ["sources"]),
        ("versions", ["versions", "fees"]),
        ("set", ["set", "fees", "owner=Depot"]),
        ("report", ["report", "fees"]),
        ("report", ["report", "store"]),
        ("fragments", ["fragments", "fees"]),
        ("search", ["search", "parcel fee for Cluj"]),
        ("search", ["search", "nothing like this"]),
        ("ask", ["ask", "What is the parcel fee for Cluj?"]),
        ("ask", ["ask", "Within how many days may goods be returned?"]),
        ("ask", ["ask", "Who is the president of France?"]),
        ("ask", ["ask", "What is the parcel fee for Cluj?", "--at", "2026-01-01", "--lang", "ru"]),
        ("gaps", ["gaps"]),
        ("gaps", ["gaps", "list", "--state", "all"]),
        ("settings", ["settings"]),
        ("doctor", ["doctor"]),
        ("facts", ["facts", "list"]),
        ("error", ["trace", "none"]),
        ("error", ["nope"]),
    ],
)
def test_an_output_has_its_shape(library: Path, name: str, args: list[str]) -> None:
    valid(name, run_json(library, *args)[1])


def test_places_traces_facts_checks_and_removals_have_their_shapes(library: Path, tmp_path: Path) -> None:
    reply = run_json(library, "ask", "What is the parcel fee for Cluj?")[1]
    anchor = reply["claims"][0]["citation"]["anchor"]
    valid("show", run_json(library, "show", anchor, "--page-image", str(tmp_path / "p.png"))[1])
    valid("trace", run_json(library, "trace", reply["trace_id"])[1])
    facts = tmp_path / "f.csv"
    facts.write_text("fact_id,source_id,field,value,unit\nF1,fees,parcel,17,lei\n", encoding="utf-8")
    valid("facts", run_json(library, "facts", "import", str(facts))[1])
    valid("facts", run_json(library, "facts", "list")[1])
    claims = tmp_path / "c.jsonl"
    claims.write_text('{"id": 1, "claim": "The fee is 17 lei.", "evidence": "The fee is 17 lei."}\n', encoding="utf-8")
    valid("check", json.loads(run(library, "check", "--claims", str(claims))[1]))
    valid("init", run_json(tmp_path / "other", "init")[1])
    valid("remove", run_json(library, "remove", "book")[1])


def test_a_wrong_output_is_noticed(library: Path) -> None:
    body = run_json(library, "search", "parcel")[1]
    body["hits"][0]["page"] = "1"
    with pytest.raises(ValidationError):
        valid("search", body)


def test_the_report_says_what_was_read(library: Path) -> None:
    body = run_json(library, "report", "fees")[1]
    assert [page["number"] for page in body["pages"]] == [1, 2]
    assert body["pages_needing_ocr"] == []
    assert body["blocks"]["table_row"] >= 13
    assert body["tables"][0]["headers"] == ["Town", "Parcel fee", "Pallet fee"]
    assert "fees" in run(library, "report", "fees")[1]


# facts


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("fact_id,source_id,field\nF1,fees,parcel\n", "value"),
        ("fact_id,source_id,field,value\nF1,none,parcel,17\n", "none"),
        ("fact_id,source_id,field,value\n,fees,parcel,17\n", "fact_id"),
        ("", ""),
    ],
)
def test_bad_facts_are_refused_whole(library: Path, tmp_path: Path, text: str, message: str) -> None:
    before = run_json(library, "facts", "list")[1]
    file = tmp_path / "f.csv"
    file.write_text(text, encoding="utf-8")
    code, body = run_json(library, "facts", "import", str(file))
    if text:
        assert code == 2
        assert message in body["error"]["message"]
    assert run_json(library, "facts", "list")[1] == before


def test_the_check_tells_three_verdicts_apart(library: Path, tmp_path: Path) -> None:
    rows = [
        ("The fee is 17 lei.", "The fee is 17 lei.", "supported"),
        ("The fee is 18 lei.", "The fee is 17 lei.", "contradicted"),
        ("The fee is not refundable.", "The fee is refundable.", "contradicted"),
    ]
    file = tmp_path / "c.jsonl"
    lines = [json.dumps({"id": n, "claim": claim, "evidence": seen}) for n, (claim, seen, _) in enumerate(rows)]
    file.write_text("\n".join([*lines, "nope"]) + "\n", encoding="utf-8")
    code, out = run(library, "check", "--claims", str(file))
    bodies = [json.loads(line) for line in out.splitlines()]
    assert code == 1
    assert [body.get("verdict") for body in bodies[:3]] == [verdict for *_, verdict in rows]
    assert bodies[3]["error"]["code"] == "usage"


# settings, model and doctor


def test_the_environment_goes_before_the_file_and_is_named(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPORA_SEARCH_LIMIT", "2")
    entries = {entry["path"]: entry for entry in run_json(library, "settings")[1]}
    assert (entries["search.limit"]["value"], entries["search.limit"]["origin"]) == (
        2,
        "environment OPORA_SEARCH_LIMIT",
    )
    assert entries["model.enabled"]["origin"] == "opora.toml"
    assert entries["search.threshold"]["origin"] == "default"
    assert len(run_json(library, "search", "fee days goods parcel")[1]["hits"]) <= 2
    for wrong in ("99", "many", ""):
        monkeypatch.setenv("OPORA_SEARCH_LIMIT", wrong)
        code, body = run_json(library, "settings")
        assert (code, body["error"]["code"]) == (3, "library")
        assert "search.limit" in body["error"]["message"]


def test_a_search_by_meaning_alone_without_the_model_is_exit_4(library: Path) -> None:
    code, body = run_json(library, "search", "parcel", "--mode", "semantic")
    assert (code, body["error"]["code"], body["error"]["transient"]) == (4, "backend_unreachable", True)
    hybrid = run_json(library, "search", "parcel", "--mode", "hybrid")[1]
    assert hybrid["mode"] == "lexical-only"
    assert any("lexical-only" in warning for warning in hybrid["warnings"])


def doctor(folder: Path) -> tuple[int, dict[str, Any]]:
    code, body = run_json(folder, "doctor")
    return code, next(check for check in body["checks"] if check["name"] == "library")


@pytest.fixture
def own(tmp_path: Path) -> Path:
    folder = words_library(tmp_path / "lib")
    (tmp_path / "a.txt").write_text("The fee is 17 lei.", encoding="utf-8")
    assert run(folder, "add", str(tmp_path / "a.txt"))[0] == 0
    return folder


def test_the_doctor_finds_a_whole_library_whole(own: Path) -> None:
    code, check = doctor(own)
    assert (code, check["status"]) == (0, "ok")
    assert doctor(own.parent / "none")[1]["status"] == "missing"


@pytest.mark.parametrize(
    "damage",
    [
        "update body set text = text || ' and 18'",
        "delete from passage",
        "delete from body",
        "update version set bytes_digest = 'other', data = replace(data, bytes_digest, 'other')",
    ],
)
def test_the_doctor_finds_a_changed_or_orphan_row(own: Path, damage: str) -> None:
    import apsw

    connection = apsw.Connection(str(own / "opora.db"))
    connection.execute("pragma foreign_keys = off")
    connection.execute(damage)
    connection.close()
    code, check = doctor(own)
    assert (code, check["status"]) == (1, "broken"), check
    assert check["todo"]


def test_the_doctor_finds_a_changed_original(own: Path) -> None:
    [file] = [path for path in (own / "originals").rglob("*") if path.is_file()]
    file.chmod(0o600)
    file.write_bytes(b"The fee is 18 lei.")
    assert doctor(own)[0] == 1
    file.unlink()
    assert doctor(own)[0] == 1


def test_the_doctor_finds_a_damaged_database(own: Path) -> None:
    SqliteLibrary.open(own).close()
    data = bytearray((own / "opora.db").read_bytes())
    data[4096 * 3 : 4096 * 5] = b"\xa5" * 8192
    (own / "opora.db").write_bytes(data)
    assert run_json(own, "doctor")[0] == 1
    assert run_json(own, "sources")[0] in (0, 3)


def test_the_queue_of_open_questions_has_its_shape(library: Path) -> None:
    one = run_json(library, "ask", "May I bring my dog to the office?")[1]["gap_id"]
    two = run_json(library, "ask", "Who is the king of Norway?")[1]["gap_id"]
    valid("gaps", run_json(library, "gaps", "show", one)[1])
    by = ("--by", "M. Ivanova")
    answer = ("gaps", "answer", one, *by, "--text", "Dogs may be brought to the office on Fridays.", "--all-aliases")
    shown = valid("gaps", run_json(library, *answer, "--preview")[1])
    assert shown["items"][0]["state"] == "pending" and shown["preview"]["label"].startswith(
        "approved answer of M. Ivanova"
    )
    assert [valid("gaps", run_json(library, *answer)[1])["changed"] for _ in range(2)] == [True, False]
    valid("ask", run_json(library, "ask", "May I bring my dog to the office?")[1])
    valid("gaps", run_json(library, "gaps", "assign", two, "--owner", "Front office")[1])
    valid("gaps", run_json(library, "gaps", "duplicate", two, "--of", one, *by)[1])
    valid("gaps", run_json(library, "gaps", "reopen", two, *by)[1])
    valid("gaps", run_json(library, "gaps", "ignore", two, *by, "--note", "nobody's business")[1])
    valid("gaps", run_json(library, "gaps", "alias", two, "--to", "fees", *by)[1])
    valid("gaps", run_json(library, "gaps", "withdraw", one, *by)[1])
    code, told = run_json(library, "gaps", "ignore", two, *by)
    assert code == 2 and valid("error", told)["error"]["code"] == "gap_move"
