"""Does everything a page sends get through for somebody who signed in with a browser, and is it kept that they did it?"""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from browser import Visit, chromium, needs_chromium, served, shots_folder
from served_library import key, make_library

pytestmark = [needs_chromium, pytest.mark.slow]


def test_who_signed_in_asks_switches_sends_and_saves_and_it_is_kept(tmp_path: Path) -> None:
    folder = make_library(tmp_path)
    boss = key(folder, "Boss", "--role", "admin")
    (tmp_path / "trays.md").write_text("# Trays\n\nThe tray fee is 3 lei.\n", encoding="utf-8")
    with served(folder) as address, chromium() as browser:
        one = Visit(browser, address, shots_folder(tmp_path))
        one.open("/")
        one.page.fill("#key", boss)
        one.page.press("#key", "Enter")
        one.page.locator("#question").wait_for()
        assert "17 lei" in one.ask("What is the parcel fee for Cluj?").inner_text()
        one.open("/sources/fees")
        one.page.get_by_role("switch").click()
        one.page.locator("[role=switch][aria-checked=false]").wait_for()
        one.open("/sources")
        one.page.set_input_files("#files", tmp_path / "trays.md")
        one.page.locator("[data-sends] a[href^='/sources/']").first.wait_for(timeout=120_000)
        one.open("/assistants?name=counter")
        one.page.locator("#f-limit").fill("3")
        one.page.locator("[data-save]").first.click()
        one.page.wait_for_url("**saved=1*")
        one.page.locator("form[action='/logout'] button").click()
        one.page.locator("#key").wait_for()
        assert one.trouble == []
        bearer = {"authorization": f"Bearer {boss}"}
        kept = httpx.get(f"{address}/api/v1/audit", headers=bearer, timeout=30).json()["items"]
    told = [(deed["who"], deed["what"], deed["outcome"]) for deed in reversed(kept)]
    assert told == [
        ("local owner", "make key", "done"),
        ("Boss", "login", "done"),
        ("Boss", "change source", "done"),
        ("Boss", "upload", "done"),
        ("Boss", "change settings", "done"),
        ("Boss", "logout", "done"),
    ]
