"""Is what runs finished when the server is told to stop, and does nobody's reading of its log hold it up?"""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from served_library import DAY, make_library, serving, wait_for

pytestmark = pytest.mark.slow
QUESTION = {"question": "What is the parcel fee for Cluj?", "at": DAY}


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_question_that_runs_is_answered_when_the_server_is_told_to_stop(tmp_path: Path, workers: str) -> None:
    folder = make_library(tmp_path)
    with serving(folder, "--workers", workers) as (address, server):
        with httpx.stream("POST", f"{address}/api/v1/ask?stream=1", json=QUESTION, timeout=60) as reply:
            told = reply.iter_text()
            first = next(told)
            assert "event: stage" in first
            server.send_signal(signal.SIGTERM)
            whole = first + "".join(told)
        assert "event: reply" in whole
        assert "17 lei" in whole
        assert server.wait(30) == 0
        with pytest.raises(httpx.TransportError):
            httpx.get(f"{address}/healthz")


def begun(folder: Path, errors: int | None) -> subprocess.Popen[str]:
    program = [sys.executable, "-c", "from opora.cli import main; main()", "--library", str(folder)]
    return subprocess.Popen([*program, "serve", "--port", "0"], stdout=subprocess.PIPE, stderr=errors, text=True)


def address_of(server: subprocess.Popen[str]) -> str:
    assert server.stdout is not None
    found = re.search(r"http://\S+", server.stdout.readline())
    assert found
    wait_for(found[0])
    return found[0]


def test_each_request_and_reply_is_a_line_of_json(tmp_path: Path) -> None:
    folder = make_library(tmp_path)
    with (tmp_path / "log").open("w+") as log:
        with begun(folder, log.fileno()) as server:
            reply = httpx.post(f"{address_of(server)}/api/v1/ask", json=QUESTION, timeout=60).json()
            server.send_signal(signal.SIGTERM)
            assert server.wait(30) == 0
        log.seek(0)
        lines = [json.loads(line) for line in log]
    assert [one["trace_id"] for one in lines if one["event"] == "reply"] == [reply["trace_id"]]
    assert ("POST", "/api/v1/ask", 200) in [
        (o["method"], o["route"], o["status"]) for o in lines if o["event"] == "request"
    ]
    assert all(one["time"] and one["level"] == "info" for one in lines)


def test_a_log_that_nobody_reads_holds_up_nobody(tmp_path: Path) -> None:
    folder = make_library(tmp_path)
    with begun(folder, subprocess.PIPE) as server:
        address = address_of(server)
        with httpx.Client(base_url=address, timeout=20) as client:
            assert {client.get("/api/v1/me").status_code for _ in range(1500)} == {200}
        server.send_signal(signal.SIGTERM)
        assert server.wait(30) == 0
