"""Do the examples of docs/serving.md work as they stand there?"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from served_library import run, serving

pytestmark = pytest.mark.slow
ROOT = Path(__file__).resolve().parents[2]
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_WRITTEN = "http://127.0.0.1:8321"
PAGE = (ROOT / "docs" / "serving.md").read_text("utf-8")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The sample library, served."""
    folder = tmp_path_factory.mktemp("page") / "lib"
    run(folder, "init")
    run(folder, "add", "--manifest", str(ROOT / "samples" / "manifest.csv"))
    with serving(folder) as (address, _):
        yield address


def blocks(language: str) -> list[str]:
    return [body for kind, body in _BLOCK.findall(PAGE) if kind == language]


@pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl here")
def test_what_the_page_sends_by_hand_is_answered(address: str, tmp_path: Path) -> None:
    asked = {"question": "What is my flood deductible in zone A?", "at": "2026-10-23"}
    reply = httpx.post(f"{address}/api/v1/ask", json=asked, timeout=60).json()
    anchor = reply["claims"][0]["citation"]["anchor"].replace("#", "%23")
    (tmp_path / "samples").symlink_to(ROOT / "samples")
    lines = [line for body in blocks("sh") for line in body.splitlines() if line.startswith("curl ")]
    assert len(lines) >= 8
    for line in lines:
        line = line.replace(_WRITTEN, address).replace("ANCHOR", anchor)
        done = subprocess.run(["bash", "-c", line], cwd=tmp_path, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        if "-o page.png" in line:
            assert (tmp_path / "page.png").read_bytes().startswith(b"\x89PNG")
        elif "?stream" in line:
            assert done.stdout.rstrip().rpartition("\n\n")[2].startswith("event: reply")
        else:
            body = json.loads(done.stdout)
            assert body
            assert "error" not in body or body["error"] is None, (line, body)


def test_the_python_of_the_page_prints_the_citations(address: str) -> None:
    [body] = blocks("python")
    environment = {**os.environ, "OPORA_ADDRESS": address}
    done = subprocess.run([sys.executable, "-c", body], capture_output=True, text=True, env=environment, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "$5,000" in done.stdout
    assert "homeowners-form@" in done.stdout


def test_the_page_names_every_address_of_the_api(address: str) -> None:
    described = httpx.get(f"{address}/api/v1/openapi.json", timeout=60).json()["paths"]
    named = {
        "{anchor}": "ANCHOR",
        "{version_id}": "VERSION",
        "{source_id}": "ID",
        "{trace_id}": "ID",
        "{job_id}": "ID",
        "{gap_id}": "ID",
    }
    for path in described:
        shown = path.removeprefix("/api/v1")
        for parameter, word in named.items():
            shown = shown.replace(parameter, word)
        assert shown in PAGE or path.startswith("/v1/models"), path
