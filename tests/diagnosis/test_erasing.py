"""Is the text of a removed source gone from the records when erasure is asked for, and do they still verify?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from opora.cli import main

DAY = ("--at", "2026-10-23")
SECRET = "The safe of the office opens with zanzibar and 4471."


def run(folder: Path, *args: str) -> tuple[int, Any]:
    result = CliRunner().invoke(main, ["--library", str(folder), *args, "--json"])
    assert "Traceback" not in result.output
    return result.exit_code, json.loads(result.stdout)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "lib"
    assert run(place, "init")[0] == 0
    (place / "opora.toml").write_text("[model]\nenabled = false\n", encoding="utf-8")
    (tmp_path / "safe.txt").write_text(SECRET, encoding="utf-8")
    (tmp_path / "shop.txt").write_text("The shop of the office opens at 9.", encoding="utf-8")
    assert run(place, "add", str(tmp_path / "safe.txt"), str(tmp_path / "shop.txt"))[0] == 0
    return place


def bytes_of(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def test_erasure_leaves_hashes_and_addresses_and_the_chain_holds(folder: Path) -> None:
    used = run(folder, "ask", "What does the safe of the office open with?", *DAY)[1]["trace_id"]
    run(folder, "search", "zanzibar", *DAY)
    other = run(folder, "ask", "Who is the president of France?", *DAY)[1]["trace_id"]
    before, untouched = run(folder, "trace", used)[1], run(folder, "trace", other)[1]
    assert "zanzibar" in before["reply"]["text"]
    assert b"zanzibar" in bytes_of(folder)

    code, body = run(folder, "remove", "safe", "--erase")
    assert (code, body["removed"]["sources"]) == (0, 1)
    assert body["removed"]["erased_records"] >= 2

    after = run(folder, "trace", used)[1]
    assert after["digest"] == before["digest"]
    assert after["question"] == before["question"]
    assert after["log"]["addresses"] == before["log"]["addresses"]
    assert any(row[1].startswith("safe@") for row in after["log"]["addresses"])
    assert set(after["reply"]["text"]) == {"erased"}
    assert run(folder, "trace", other)[1] == untouched or "safe@" in json.dumps(untouched)
    left = bytes_of(folder).replace(b'"query":"zanzibar"', b"").replace(b'"zanzibar"', b"")  # what was asked stays
    assert b"zanzibar and" not in left
    assert b"zanzibar and 4471" not in left and b" 4471" not in left  # bare digits may stand in a digest
    code, checked = run(folder, "verify")
    assert (code, checked["findings"]) == (0, [])


def test_what_was_erased_cannot_be_replayed_and_says_so(folder: Path) -> None:
    used = run(folder, "ask", "What does the safe of the office open with?", *DAY)[1]["trace_id"]
    assert run(folder, "remove", "safe", "--erase")[0] == 0
    code, body = run(folder, "replay", used)
    assert (code, body["error"]["code"]) == (3, "not_recorded")
    assert run(folder, "export", str(folder.parent / "b.zip"))[0] == 0
    assert run(folder, "verify", str(folder.parent / "b.zip"))[1]["findings"] == []


def test_records_can_be_erased_after_the_source_went(folder: Path) -> None:
    run(folder, "ask", "What does the safe of the office open with?", *DAY)
    assert run(folder, "remove", "safe")[0] == 0
    assert b" 4471" in bytes_of(folder)
    assert run(folder, "remove", "safe", "--erase")[0] == 0
    assert b" 4471" not in bytes_of(folder)
    assert run(folder, "verify")[0] == 0
    assert run(folder, "remove", "safe", "--erase")[0] == 2


def test_an_erasure_that_nobody_recorded_is_found(folder: Path) -> None:
    import apsw

    from opora.seal import erased

    used = run(folder, "ask", "What does the safe of the office open with?", *DAY)[1]["trace_id"]
    connection = apsw.Connection(str(folder / "opora.db"))
    [(data,)] = connection.execute("select data from trace where trace_id = ?", (used,)).fetchall()
    record = json.loads(data)
    record["reply"]["text"] = erased(record["reply"]["text"])
    told = json.dumps(record, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    connection.execute("update trace set data = ? where trace_id = ?", (told, used))
    connection.close()
    code, body = run(folder, "verify")
    assert code == 1
    assert [(found["kind"], found["what"]) for found in body["findings"]] == [("erased", "reply.text")]


def test_nothing_unknown_stays_in_an_erased_trace(folder: Path) -> None:
    """A part that is new to a trace is erased unless it is known to hold no text."""
    from opora.domain.trace import Step, Trace
    from opora.store.sqlite import SqliteLibrary

    store = SqliteLibrary.open(folder)
    steps = (Step("plan", "a", "kept"), Step("new-stage", "gone-1", "gone-2"))
    reply: dict[str, object] = {"action": "answer", "remark": "gone-3", "where": "safe@x"}
    parts: dict[str, object] = {"new": "gone-4", "took_ms": 1.0}
    store.append_trace(Trace("T1", "What?", "2026-10-23", "default", "cli", steps, reply, parts, context=dict(parts)))
    store.close()
    assert run(folder, "remove", "safe", "--erase")[0] == 0
    told = json.dumps(run(folder, "trace", "T1")[1])
    assert "gone-" not in told
    assert "kept" in told
    assert run(folder, "verify")[1]["findings"] == []


def test_an_altered_history_of_the_gate_is_found(folder: Path) -> None:
    from opora.diagnosis.journal import append

    file = folder / "history" / "gate.jsonl"
    for number in range(2):
        append(file, {"run": number})
    assert run(folder, "verify")[0] == 0
    file.write_bytes(file.read_bytes().replace(b'"run":0', b'"run":5'))
    code, body = run(folder, "verify")
    assert (code, [found["where"] for found in body["findings"]]) == (1, ["history/gate.jsonl"])


def test_what_a_person_keeps_is_named_and_left(folder: Path) -> None:
    asked = run(folder, "ask", "What does the safe of the office open with?", *DAY)[1]["trace_id"]
    code, grown = run(folder, "golden", "add", asked)
    assert code == 0
    told = run(folder, "remove", "safe", "--erase")[1]["left"]
    assert told[0] == "1 row(s) of golden.csv still name safe and may quote it"
    assert (len(told) == 2) is bool(grown["facts"])
    assert run(folder, "remove", "shop", "--erase")[1]["left"] == []
    (folder / "golden.csv").write_text("no golden set\n", encoding="utf-8")
    (folder / "facts.csv").unlink(missing_ok=True)
    assert run(folder, "verify")[1]["findings"] == []
