"""Is it said that the model cannot be asked, and do answers go on?"""

from __future__ import annotations

from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from model_server import DAY, Said, configure, library, phrased, run_json, serving

from opora.web.app import build_app

TEXTS = {"fees.md": "# Fees\n\nThe annual fee is 300 lei.\n"}
QUESTION = "What is the annual fee?"
NOWHERE = "http://127.0.0.1:9/v1"


def test_with_the_gateway_down_answers_go_on_and_say_so(tmp_path: Path) -> None:
    place = library(tmp_path, TEXTS, NOWHERE, "retries = 0\n")
    for _ in range(5):
        reply = run_json(place, "ask", QUESTION, "--at", DAY)
        assert reply["claims"][0]["text"] == "The annual fee is 300 lei."
        assert (reply["debug"]["model"], reply["debug"]["search"]) == ("model-free", "lexical-only")
        assert "cannot be reached" in reply["debug"]["reasons"][0]


def test_a_server_says_whether_a_model_helps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = library(tmp_path, TEXTS)
    with TestClient(build_app(place), base_url="http://127.0.0.1") as client:
        assert set(client.get("/readyz").json()) == {"ready", "warning"}
    configure(place, NOWHERE, "retries = 0\n")
    with TestClient(build_app(place), base_url="http://127.0.0.1") as client:
        told = client.get("/readyz").json()["language_model"]
        assert told["mode"] == "model-free" and "cannot be reached" in told["reason"]
        reply = client.post("/api/v1/ask", json={"question": QUESTION, "at": DAY}).json()
        assert reply["debug"]["model"] == "model-free" and reply["action"] == "answer"
    with serving(phrased) as served:
        configure(place, served.base_url)
        with TestClient(build_app(place), base_url="http://127.0.0.1") as client:
            assert client.get("/readyz").json()["language_model"]["mode"] == "assisted"
            assert served.requests == [], "neither starting nor looking asks the model anything"
            reply = client.post("/api/v1/ask", json={"question": QUESTION, "at": DAY}).json()
            assert reply["debug"]["model"] == "assisted"


def test_a_model_that_fails_half_way_changes_nothing(tmp_path: Path) -> None:
    """It answers the first use and is gone at the second."""
    question = "Please tell me what the annual fee is and what the guards of the night earn"
    place = library(tmp_path, TEXTS)
    plain = run_json(place, "ask", question, "--at", DAY)
    with serving(phrased) as served:
        configure(place, served.base_url, "retries = 0\n")
        served.script = lambda _: Said('{"questions": ["x"]}') if len(served.requests) == 1 else Said("", status=500)
        reply = run_json(place, "ask", question, "--at", DAY)
    assert len(served.requests) >= 2
    assert reply["text"] == plain["text"] and reply["claims"] == plain["claims"]
