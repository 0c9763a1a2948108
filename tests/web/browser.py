"""A real browser before a really served library: what the browser tests share."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = next((found for name in ("chromium", "chromium-browser") if (found := shutil.which(name))), None)
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed (apt-get install chromium)")
ARGUMENTS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
AXE = Path(__file__).parent / "vendor" / "axe.min.js"
RUN = [sys.executable, "-c", "from opora.cli import main; main()"]


def opora(*arguments: str | Path) -> None:
    subprocess.run([*RUN, *map(str, arguments)], check=True, capture_output=True, timeout=240)


@contextlib.contextmanager
def served(library: Path) -> Iterator[str]:
    """The address of ``opora serve`` over a library, in a process of its own."""
    command = [*RUN, "serve", "--library", str(library), "--port", "0", "--json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        address = json.loads(process.stdout.readline())["address"]
        _wait_for(address)
        yield address
    finally:
        process.terminate()
        process.wait(30)
        if process.stdout:
            process.stdout.close()


def _wait_for(address: str) -> None:
    """The model is loaded before the first request is taken."""
    until = time.monotonic() + 120
    while True:
        try:
            with urllib.request.urlopen(f"{address}/healthz", timeout=5):
                return
        except OSError:
            assert time.monotonic() < until, "the server did not come up"
            time.sleep(0.2)


@contextlib.contextmanager
def chromium() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


class Visit:
    """One person at one page. ``trouble``: what the console or a script complained of, and dialogs that opened."""

    def __init__(self, browser: Any, address: str, shots: Path, **look: Any) -> None:
        self.context = browser.new_context(**({"viewport": {"width": 1360, "height": 860}} | look))
        self.page = self.context.new_page()
        self.page.set_default_timeout(30_000)
        self.address, self._shots = address, shots
        self.trouble: list[str] = []
        self.page.on("pageerror", lambda error: self.trouble.append(str(error)))
        self.page.on("console", lambda said: self.trouble.append(said.text) if said.type == "error" else None)
        self.page.on("dialog", lambda dialog: (self.trouble.append(f"dialog {dialog.message}"), dialog.dismiss()))

    def open(self, path: str = "/") -> Any:
        return self.page.goto(self.address + path, wait_until="load")

    def ask(self, question: str, at: str = "2026-10-23") -> Any:
        """Ask; the turn with the reply."""
        turns = self.page.locator("article.turn[data-trace]")
        before = turns.count()
        self.page.fill("#question", question)
        self.page.fill(".ask input[name=at]", at)
        self.page.click(".ask button[type=submit]")
        turns.nth(before).wait_for(timeout=120_000)
        return turns.nth(before)

    def open_chip(self, turn: Any, number: int = 1) -> Any:
        """Click a chip; the panel with its place, scrolled to the mark."""
        turn.locator(f".groups .chip >> text='{number}'").first.click()
        self.page.locator("[data-proof] [data-mark]").first.wait_for(state="attached")
        self.page.wait_for_timeout(300)
        return self.page.locator("[data-proof]")

    def shot(self, name: str, whole: bool = False) -> None:
        self._shots.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=self._shots / f"{name}.png", full_page=whole)

    def violations(self) -> list[str]:
        """What axe-core finds serious or critical; the context must bypass the policy for scripts."""
        self.page.add_script_tag(path=AXE)
        found = self.page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
        return [
            f"{one['id']}: {node['target']} {node.get('failureSummary', '')}"
            for one in found["violations"]
            if one["impact"] in ("serious", "critical")
            for node in one["nodes"]
        ]

    def close(self) -> None:
        self.context.close()


def shots_folder(base: Path) -> Path:
    """Where screenshots go: ``OPORA_SHOTS``, else beside the test's other files."""
    return Path(os.environ.get("OPORA_SHOTS") or base / "shots")
