"""How do the tests of the web make a library of two collections and serve it?

Collection ``shop`` may be seen by everybody here; ``vault`` holds the secret that nobody without its key may find.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
from click.testing import CliRunner

from opora.cli import main

SECRET = "zirconium"
"""Stands in no document but those of the vault."""
DAY = "2026-10-23"


def run(folder: Path, *args: str) -> str:
    result = CliRunner().invoke(main, ["--library", str(folder), *args])
    assert result.exit_code == 0, result.output
    return result.stdout


def make_library(base: Path, model: bool = False) -> Path:
    """Four sources in two collections, and two assistants."""
    folder = base / "lib"
    run(folder, "init")
    settings = "" if model else "[model]\nenabled = false\n\n"
    settings += '[assistants.counter]\ncollections = ["shop"]\n\n[assistants.deep]\ncollections = ["vault"]\n'
    (folder / "opora.toml").write_text(settings, encoding="utf-8")
    texts = {
        "fees.md": "# Fees\n\nThe parcel fee for Cluj is 17 lei.\n\nThe pallet fee for Cluj is 90 lei.\n",
        "returns.md": "# Returns\n\nUnused goods may be returned within 14 days of purchase.\n",
        "alloy.md": f"# Alloys\n\nThe melting furnace for {SECRET} is set to 1855 degrees.\n\nThe {SECRET} fee is 4017 lei.\n",
        "staff.md": f"# Staff\n\nThe guard of the {SECRET} store works until 22:00.\n",
    }
    for name, text in texts.items():
        (base / name).write_text(text, encoding="utf-8")
    for collection, names in (("shop", ("fees.md", "returns.md")), ("vault", ("alloy.md", "staff.md"))):
        paths = [str(base / name) for name in names]
        run(folder, "add", *paths, "--collection", collection, "--label", "2026-01", "--valid-from", "2026-01-01")
    return folder


def key(folder: Path, name: str, *options: str) -> str:
    """A new key's text."""
    found: str = json.loads(run(folder, "keys", "add", name, *options, "--json"))["key"]
    return found


@contextlib.contextmanager
def serving(folder: Path, *options: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """``opora serve`` as a process on a free port; its address, when it answers. Stopped as a person would stop it."""
    program = [sys.executable, "-c", "from opora.cli import main; main()"]
    command = [*program, "--library", str(folder), "serve", "--port", "0", *options]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=os.environ
    ) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        address = re.search(r"http://\S+", line)
        assert address, line + server.stdout.read()
        wait_for(address[0])
        try:
            yield address[0], server
        finally:
            if server.poll() is None:
                server.send_signal(signal.SIGINT)
                server.wait(30)


def wait_for(address: str) -> None:
    for _ in range(600):
        try:
            if httpx.get(f"{address}/readyz", timeout=5).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.1)
    raise AssertionError(f"{address} does not answer")
