"""Does another model get exactly the recorded fragments, and is what it says checked on them?"""

from __future__ import annotations

import http.server
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from opora.cli import main
from opora.ingest import AddRules, add
from opora.ingest_manifest import Entry
from opora.store.sqlite import SqliteLibrary


class Model(http.server.BaseHTTPRequestHandler):
    """Says one thing, and remembers what it was given."""

    says: str = ""
    seen: list[tuple[str | None, dict[str, Any]]] = []

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        type(self).seen.append((self.headers.get("Authorization"), body))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps({"choices": [{"message": {"content": self.says}}]}).encode())

    def log_message(self, *_: Any) -> None:
        return


@pytest.fixture
def address() -> Iterator[str]:
    Model.seen = []
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Model)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


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
    asked: tuple[Path, str], address: str, says: str, action: str, grounding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MODEL_KEY", "k-9")
    Model.says = says
    folder, trace_id = asked
    words = ["replay", trace_id, "--model", "m-2", "--live", address, "--key-env", "MODEL_KEY"]
    code, body = run(folder, *words)
    assert code == 0 and body["replayed"]["action"] == action
    assert body["replayed"]["grounding"]["status"] == grounding
    assert body["assistant"]["now"] == "m-2"
    assert body["first_difference"] in (None, "ground", "compose")
    assert body["changed"]["documents"] == body["changed"]["retrieval"] == []
    key, sent = Model.seen[0]
    assert key == "Bearer k-9" and sent["model"] == "m-2"
    assert "The warranty for the pump lasts 24 months." in sent["messages"][-1]["content"]
    assert run(folder, "trace", body["replay_id"])[1]["reply"] == body["replayed"]
    assert run(folder, "verify")[0] == 0


def test_a_model_without_an_address_or_that_is_silent_is_a_typed_error(asked: tuple[Path, str], address: str) -> None:
    folder, trace_id = asked
    Model.says = ""
    assert run(folder, "replay", trace_id, "--model", "m-2", "--live", address)[0] == 4
    assert run(folder, "replay", trace_id, "--model", "m-2", "--live", "http://127.0.0.1:1/v1")[0] == 4
    assert run(folder, "replay", trace_id, "--model", "m-2")[0] == 4
    assert run(folder, "replay", trace_id, "--live", address)[0] == 2
