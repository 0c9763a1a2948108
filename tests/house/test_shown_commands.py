"""Does every command that the pages show run, as it stands there?"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from opora.cli import main
from opora.inference.embed import E5Embedder

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_MADE = "What is my flood deductible in zone A?"
_MISSING = "May I bring my dog to the office?"


def blocks(page: Path, language: str) -> list[str]:
    return [body for kind, body in _BLOCK.findall(page.read_text("utf-8")) if kind == language]


def shown(page: Path) -> list[str]:
    """Lines that call the program, prompts taken off."""
    lines = [line.removeprefix("$ ") for body in blocks(page, "") for line in body.splitlines()]
    return [line for line in lines if re.match(r"(?:[A-Z_]+=\S+ )?opora ", line)]


@pytest.fixture(scope="module")
def model() -> Iterator[None]:
    """The real model, opened once for all commands of the module."""
    opened = functools.lru_cache(E5Embedder.open)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(E5Embedder, "open", opened)
        yield


@pytest.fixture(scope="module")
def desk(model: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with everything the pages name, and the sample library in it."""
    folder = tmp_path_factory.mktemp("reader")
    (folder / "samples").symlink_to(ROOT / "samples")
    for name in ("prices", "reports", "new-files"):
        (folder / name).mkdir()
        (folder / name / "note.md").write_text(f"# {name}\n\nA note about {name}.", encoding="utf-8")
    (folder / "handbook.pdf").write_bytes((ROOT / "samples" / "homeowners-form.pdf").read_bytes())
    line = {"id": "1", "question": _MADE, "at": "2026-10-23"}
    (folder / "questions.jsonl").write_text(json.dumps(line) + "\n", encoding="utf-8")
    claim = {"id": "1", "claim": "The fee is 5 EUR.", "evidence": "The fee is 5 EUR.", "question": ""}
    (folder / "claims.jsonl").write_text(json.dumps(claim) + "\n", encoding="utf-8")
    answer = {"action": "answer", "claims": [{"text": "The deductible is $5,000."}]}
    (folder / "answer.json").write_text(json.dumps(answer), encoding="utf-8")
    for words in (["init"], ["add", "--manifest", "samples/manifest.csv"]):
        assert call(folder, ["opora", *words]).exit_code == 0
    (folder / "demo-library").symlink_to(folder / "opora-library")
    return folder


def call(folder: Path, words: list[str]) -> Result:
    environment = {"OPORA_LIBRARY": "opora-library"}
    while "=" in words[0]:
        name, _, environment[name] = words[0].partition("=")
        words = words[1:]
    with contextlib.chdir(folder):
        return CliRunner().invoke(main, words[1:], env=environment)


def assert_serves(folder: Path, words: list[str]) -> None:
    """It says where it listens, answers there, and stops when it is told to."""
    line = [sys.executable, "-c", "from opora.cli import main; main()", *words[1:], "--port", "0"]
    environment = os.environ | {"OPORA_LIBRARY": "opora-library"}
    with subprocess.Popen(line, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        address = re.search(r"http://[^\s]+", server.stdout.readline())
        try:
            assert address
            with urllib.request.urlopen(address.group() + "/healthz", timeout=60) as told:
                assert told.status == 200
        finally:
            server.send_signal(signal.SIGINT)
            server.communicate(timeout=30)
    assert server.returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_commands_of_a_page_run_in_its_order(desk: Path, page: Path) -> None:
    reply = json.loads(call(desk, ["opora", "ask", _MADE, "--at", "2026-10-23", "--json"]).stdout)
    anchor = reply["claims"][0]["citation"]["anchor"]
    stands = {"ANCHOR": anchor, "TRACE_ID": reply["trace_id"], "VERSION": reply["claims"][0]["citation"]["version_id"]}
    if page.name == "gaps.md":
        stands["GAP"] = json.loads(call(desk, ["opora", "ask", _MISSING, "--json"]).stdout)["gap_id"]
    for line in shown(page):
        words = [stands.get(word, word) for word in shlex.split(line)]
        if words[1] == "serve":
            assert_serves(desk, words)
            continue
        if "my-library" in words and "show" in words:
            made = json.loads(
                call(desk, ["opora", "fragments", "handbook", "--library", "my-library", "--json"]).stdout
            )
            words = [made[0]["anchor"] if word == anchor else word for word in words]
        done = call(desk, words)
        if "ITEM" in words:  # no number of the sample library waits for a person
            assert "there is no number 'ITEM' to confirm" in done.output, (line, done.output)
            continue
        assert done.exit_code == 0, (line, done.output)
        assert done.stdout


@pytest.mark.slow
def test_the_python_of_the_pages_runs(desk: Path) -> None:
    for body in blocks(ROOT / "docs" / "programs.md", "python"):
        done = subprocess.run([sys.executable, "-c", body], cwd=desk, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert "$5,000" in done.stdout


def test_the_readme_shows_what_the_demo_asks() -> None:
    demo = (ROOT / "scripts" / "demo.sh").read_text("utf-8")
    asked = re.findall(r'^\$ opora ask "([^"]+)" --at (\S+)', (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    assert asked
    for question, day in asked:
        assert f'opora ask "{question}" --at {day}' in demo
