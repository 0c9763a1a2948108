"""Do vectors come from an address, is nothing lost while it is down, and do two models never mix?"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from model_server import DAY, DIM, KEY, KEY_ENV, Said, Served, embedded, run, run_json, serving, vector

from opora.errors import ModelError, ModelOutputError
from opora.inference.endpoint import USUAL, EndpointEmbedder, EndpointRules
from opora.inference.wire import WireRules
from opora.store.sqlite import SqliteLibrary
from opora.store.staged import models_in_use

TEXTS = {
    "fees.md": "# Fees\n\nThe annual fee is 300 lei.\n\nA replacement card costs 45 lei.\n",
    "hr.md": "# Leave\n\nThe annual leave is 28 days.\n",
}
ONE, TWO = f"endpoint/one:{DIM}:0", f"endpoint/two:{DIM}:0"
NOWHERE = "http://127.0.0.1:9/v1"


@pytest.fixture
def server() -> Iterator[Served]:
    with serving(lambda _: Said("{}")) as served:
        yield served


def embedder(server: Served, batch: int = 2) -> EndpointEmbedder:
    wire = WireRules(server.base_url, KEY, time_s=2.0, retries=0, most_bytes=1 << 26)
    return EndpointEmbedder(EndpointRules(wire, "one", DIM, batch, query="q: ", passage="p: ", unrelated=0.0))


def configure(place: Path, base_url: str, name: str = "one", more: str = "") -> None:
    (place / "opora.toml").write_text(
        f'[embeddings]\nbase_url = "{base_url}"\nname = "{name}"\ndim = {DIM}\nunrelated = 0\nkey_env = "{KEY_ENV}"\nretries = 0\n{more}',
        encoding="utf-8",
    )


def shelf(folder: Path, base_url: str, name: str = "one") -> Path:
    place = folder / "lib"
    assert run(place, "init")[0] == 0
    configure(place, base_url, name)
    for file, text in TEXTS.items():
        (folder / file).write_text(text, encoding="utf-8")
    return place


def held(place: Path) -> list[str]:
    store = SqliteLibrary.open(place, read_only=True)
    try:
        return [str(v.report["model_id"]) for s in store.sources() for v in store.versions(s.source_id)]
    finally:
        store.close()


def test_texts_go_in_batches_and_come_back_as_unit_vectors_in_their_order(server: Served) -> None:
    one = embedder(server)
    rows = one.encode_passages(["a b", "c", "d e f", "g", "h"])
    assert [len(body["input"]) for body in server.requests] == [2, 2, 1]
    assert server.requests[0]["input"][0] == "p: a b" and server.requests[0]["encoding_format"] == "float"
    assert np.allclose(np.linalg.norm(rows, axis=1), 1)
    expected = np.array(vector("one", "p: d e f"))
    own = rows[2, :-1] / np.linalg.norm(rows[2, :-1])
    assert np.allclose(own, expected / np.linalg.norm(expected), atol=1e-6)
    assert np.allclose(rows[:, -1] ** 2, USUAL), "what has nothing in common has the cosine that is usual here"
    assert abs(one.unrelated()) < 0.3
    assert np.allclose(np.linalg.norm(one.encode_query("a")), 1) and server.requests[-1]["input"] == ["q: a"]
    one.encode_query("a")
    assert len(server.requests) == 5, "a question is asked once"
    assert one.model_id == ONE


@pytest.mark.parametrize(
    "data",
    [
        [],
        [{"index": 0, "embedding": [1.0] * DIM}],
        [{"index": 0, "embedding": [1.0] * DIM}] * 2,
        [{"index": n, "embedding": [1.0] * (DIM + 1)} for n in range(2)],
        [{"index": n, "embedding": [0.0] * DIM} for n in range(2)],
        [{"index": n, "embedding": "AAAA"} for n in range(2)],
        [{"index": n + 5, "embedding": [1.0] * DIM} for n in range(2)],
        [{"index": n, "embedding": [1.0] * DIM} for n in range(3)],
        "none",
    ],
)
def test_anything_but_a_vector_for_each_text_is_refused(server: Served, data: Any) -> None:
    import json

    server.vectors = lambda _: Said(body=json.dumps({"data": data}).encode())
    with pytest.raises(ModelOutputError):
        embedder(server).encode_passages(["a", "b"])
    server.vectors = lambda _: Said(body=b'{"data": [{"index": 0, "embedding": [NaN]}]}')
    with pytest.raises(ModelError):
        embedder(server).encode_query("a")


def test_a_library_is_added_and_asked_by_an_address(server: Served, tmp_path: Path) -> None:
    place = shelf(tmp_path, server.base_url)
    assert run(place, "add", str(tmp_path / "fees.md"))[0] == 0
    assert held(place) == [ONE]
    found = run_json(place, "search", "annual fee", "--mode", "semantic", "--at", DAY)
    assert found["hits"] and found["mode"] == "semantic" and found["warnings"] == []
    assert "endpoint/one" in run(place, "doctor")[1]
    assert run(place, "verify")[0] == 0


def test_while_the_address_is_down_adding_and_answering_go_on_and_vectors_come_later(
    server: Served, tmp_path: Path
) -> None:
    place = shelf(tmp_path, NOWHERE)
    added = run_json(place, "add", str(tmp_path / "fees.md"))["items"][0]
    assert added["state"] == "ready" and "reindex" in added["warnings"][0]
    reply = run_json(place, "ask", "What is the annual fee?", "--at", DAY)
    assert "300 lei" in reply["text"]
    assert reply["debug"]["search"] == "lexical-only" and "cannot be reached" in reply["debug"]["reasons"][0]
    configure(place, server.base_url)
    left = run_json(place, "reindex")
    assert (left["left"], left["done"]) == (1, 0) and left["texts"] > 0
    assert run_json(place, "reindex", "--yes")["done"] == 1
    assert held(place) == [ONE] and run(place, "verify")[0] == 0
    reply = run_json(place, "ask", "What is the annual fee?", "--at", DAY)
    assert "debug" not in reply and "300 lei" in reply["text"]


def test_an_address_that_goes_away_in_the_middle_of_an_answer(server: Served, tmp_path: Path) -> None:
    place = shelf(tmp_path, server.base_url)
    assert run(place, "add", str(tmp_path / "fees.md"), str(tmp_path / "hr.md"))[0] == 0
    question = "How long is the annual leave of the staff?"
    whole = run_json(place, "ask", question, "--at", DAY)
    asked = len(server.requests)
    for last in range(3):
        server.requests.clear()
        server.vectors = lambda body, last=last: (  # type: ignore[misc]
            Said(status=500, body=b"{}") if len(server.requests) > last else Said(body=embedded(body))
        )
        reply = run_json(place, "ask", question, "--at", DAY)
        assert reply["action"] in (whole["action"], "answer", "abstain")
        replayed = run_json(place, "replay", reply["trace_id"])
        assert "error" not in replayed, (replayed, last)
    assert asked


def test_the_model_before_serves_until_the_new_one_is_whole(server: Served, tmp_path: Path) -> None:
    place = shelf(tmp_path, server.base_url)
    assert run(place, "add", str(tmp_path / "fees.md"))[0] == 0
    configure(place, server.base_url, "two")
    server.requests.clear()
    assert run_json(place, "search", "annual fee", "--mode", "semantic", "--at", DAY)["hits"]
    assert run(place, "add", str(tmp_path / "hr.md"))[0] == 0
    assert {body["model"] for body in server.requests} == {"one"}, "also for what is added meanwhile"
    assert models_in_use(place / "opora.db") == [ONE]
    assert run_json(place, "reindex", "--yes")["done"] == 2
    server.requests.clear()
    assert run_json(place, "search", "annual fee", "--mode", "semantic", "--at", DAY)["hits"]
    assert {body["model"] for body in server.requests} == {"two"}
    assert models_in_use(place / "opora.db") == [TWO]
    assert KEY not in (place / "embedders.json").read_text("utf-8")


def test_a_damaged_library_is_no_reason_to_fail_before_it_is_opened(tmp_path: Path) -> None:
    (tmp_path / "opora.db").write_bytes(b"no database at all" * 300)
    assert models_in_use(tmp_path / "opora.db") == []
    assert models_in_use(tmp_path / "nothing.db") == []


def test_a_closed_collection_has_no_vectors_from_elsewhere(
    server: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("opora.inference.wire.LOOPBACK", frozenset())
    place = shelf(tmp_path, server.base_url)
    configure(place, server.base_url, more='[model]\nclosed_collections = ["hr"]\n')
    assert run(place, "add", str(tmp_path / "hr.md"), "--collection", "hr")[0] == 0
    assert server.requests == [] and held(place) == [""]
    assert run_json(place, "reindex", "--yes")["done"] == 0
    assert "28 days" in run_json(place, "ask", "How long is the annual leave?", "--at", DAY)["text"]
    assert not any("28 days" in one for one in server.raw)


FRAGMENTS = 10_000
_REINDEX = [sys.executable, "-c", "from opora.cli import main; main()"]


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_ten_thousand_fragments_change_their_model_though_it_is_killed_twice(server: Served, tmp_path: Path) -> None:
    place = tmp_path / "lib"
    assert run(place, "init")[0] == 0
    configure(place, server.base_url)
    rng = random.Random(7)
    for part in range(10):
        lines = [f"{part * 1010 + n},fee {n} of zone {rng.randrange(99)},{rng.randrange(9999)}" for n in range(1010)]
        (tmp_path / f"p{part}.csv").write_text("\n".join(["number,name,price", *lines]), encoding="utf-8")
    (place / "opora.toml").write_text(
        (place / "opora.toml").read_text("utf-8") + '[fragments]\nstrategy = "rows"\nsize = 16\noverlap = 0\n',
        encoding="utf-8",
    )
    assert run(place, "add", *(str(tmp_path / f"p{part}.csv") for part in range(10)))[0] == 0
    store = SqliteLibrary.open(place, read_only=True)
    assert store.fragment_count() >= FRAGMENTS
    store.close()
    (place / "opora.toml").write_text((place / "opora.toml").read_text("utf-8").replace('"one"', '"two"'))
    told = run_json(place, "reindex")
    assert told["texts"] >= FRAGMENTS and told["done"] == 0
    for number in (1, 2):
        server.requests.clear()
        killed(place, server, after=number * 40)
        assert {body["model"] for body in server.requests} == {"two"}
        assert models_in_use(place / "opora.db") == [ONE]
        server.requests.clear()
        assert run_json(place, "search", "fee of zone 7", "--mode", "semantic", "--at", DAY)["hits"]
        assert {body["model"] for body in server.requests} == {"one"}, "the old index serves, asked by its own model"
    again = run_json(place, "reindex")
    assert 0 < again["texts"] < told["texts"], "what was made is not made again"
    assert run_json(place, "reindex", "--yes")["done"] == 10
    assert models_in_use(place / "opora.db") == [TWO] and set(held(place)) == {TWO}
    assert run(place, "verify")[0] == 0
    assert run_json(place, "search", "fee of zone 7", "--mode", "semantic", "--at", DAY)["hits"]


def killed(place: Path, server: Served, after: int) -> None:
    """Start it and end it without warning once it has asked for so many batches."""
    began = subprocess.Popen(
        [*_REINDEX, "--library", str(place), "reindex", "--yes"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ,
    )
    deadline = time.monotonic() + 240
    while len(server.requests) < after:
        assert began.poll() is None and time.monotonic() < deadline
        time.sleep(0.02)
    began.send_signal(signal.SIGKILL)
    began.wait()
