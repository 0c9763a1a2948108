"""Does another model get exactly the recorded fragments, and is what it says checked on them?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from opora.cli import main
from opora.ingest import AddRules, add
from opora.ingest_manifest import Entry
from opora.store.sqlite import SqliteLibrary


def run(folder: Path, *words: str) -> tuple[int, Any]:
    done = CliRunner().invoke(main, ["--library", str(folder), "--json", *words])
    return done.exit_code, json.loads(done.stdout)


@pytest.fixture
def asked(tmp_path: Path) -> tuple[Path, str]:
    """A library without a model, and the trace of a question that it answered."""
    folder = tmp_path / "lib"
    (folder).mkdir()
    (folder / "opora.toml").write_text("[model]\nenabled = false\n", encoding="utf-8")
    library = SqliteLibrary.open(folder, create=True)
    add([Entry("pump", "pump", text="The warranty for the pump lasts 24 months.")], library, AddRules())
    library.close()
    return folder, run(folder, "ask", "How long does the warranty for the pump last?", "--at", "2026-10-23")[1][
        "trace_id"
    ]


@pytest.mark.parametrize(
    ("says", "action", "grounding"),
    [
        ("The warranty for the pump lasts 24 months.", "answer", "passed"),
        ("The warranty for the pump lasts 36 months.", "answer", "failed"),
        ("The documents do not mention this.", "abstain", "empty"),
    ],
)
def test_a_model_answers_on_the_frozen_context_and_is_checked_on_it(
    asked: tuple[Path, str], bot: Any, says: str, action: str, grounding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MODEL_KEY", "k-9")
    bot.says = says
    folder, trace_id = asked
    words = ["replay", trace_id, "--model", "m-2", "--live", bot.address, "--key-env", "MODEL_KEY"]
    code, body = run(folder, *words)
    assert code == 0 and body["replayed"]["action"] == action
    assert body["replayed"]["grounding"]["status"] == grounding
    assert (body["kind"], body["assistant"]) == ("model", {"was": "default", "now": "m-2"})
    kept = run(folder, "trace", body["replay_id"])[1]
    assert (kept["assistant"], kept["log"]["replay"]["model"]) == ("m-2", "m-2")
    assert kept["log"]["replay"]["host"] == "127.0.0.1"
    code, told = run(folder, "golden", "add", body["replay_id"])
    assert (code, told["error"]["code"]) == (2, "usage")
    assert body["first_difference"] in (None, "ground", "compose")
    assert body["changed"]["documents"] == body["changed"]["retrieval"] == []
    _, key, sent = bot.seen[0]
    assert key == "Bearer k-9" and sent["model"] == "m-2"
    assert "The warranty for the pump lasts 24 months." in sent["messages"][-1]["content"]
    assert run(folder, "trace", body["replay_id"])[1]["reply"] == body["replayed"]
    assert run(folder, "verify")[0] == 0


def test_a_model_without_an_address_or_that_is_silent_is_a_typed_error(asked: tuple[Path, str], bot: Any) -> None:
    folder, trace_id = asked
    bot.says = ""
    assert run(folder, "replay", trace_id, "--model", "m-2", "--live", bot.address)[0] == 4
    assert run(folder, "replay", trace_id, "--model", "m-2", "--live", "http://127.0.0.1:1/v1")[0] == 4
    assert run(folder, "replay", trace_id, "--model", "m-2")[0] == 4
    assert run(folder, "replay", trace_id, "--live", bot.address)[0] == 2
