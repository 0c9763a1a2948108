"""Who may change how an assistant searches, and what becomes of ``opora.toml`` then?"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import given, settings
from hypothesis import strategies as st
from served_library import key, make_library

from opora.errors import LibraryError, UsageError
from opora.settings import Settings
from opora.web.app import build_app
from opora.web.tuned import HISTORY, Change, changes, edited, state_of, tune

OWN = """# ours, since 2024
[model]
enabled = false  # no model here

[assistants.counter]
collections = ["shop"]  # the shop alone
threshold = 0.4

[search]
limit = 4
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "opora.toml").write_text(OWN, encoding="utf-8")
    return tmp_path


def change(folder: Path, values: dict[str, Any], assistant: str = "counter", seen: str | None = None) -> Change:
    return Change(assistant, values, seen or state_of(folder), "Olga", "K1", "2026-10-23T10:00:00+00:00")


def test_comments_and_all_other_settings_stay_as_they_stand(folder: Path) -> None:
    tune(folder, change(folder, {"threshold": 0.2, "mode": "lexical"}), {})
    wanted = OWN.replace("threshold = 0.4", 'threshold = 0.2\nmode = "lexical"')
    assert (folder / "opora.toml").read_text("utf-8") == wanted
    assert Settings.load(folder).assistant("counter").collections == ("shop",)
    assert [one.name for one in folder.iterdir() if one.name.startswith(".")] == [], "nothing is left beside it"


def test_a_value_that_is_the_same_is_not_written_so_that_the_library_is_still_followed(folder: Path) -> None:
    tune(folder, change(folder, {"mode": "hybrid", "limit": 4, "threshold": 0.5}), {})
    assert (folder / "opora.toml").read_text("utf-8") == OWN.replace("threshold = 0.4", "threshold = 0.5")


def test_who_changed_what_and_when_is_kept_newest_first(folder: Path) -> None:
    tune(folder, change(folder, {"limit": 7}), {})
    tune(folder, change(folder, {"limit": 9, "threshold": 0.4}), {})
    tune(folder, change(folder, {"limit": 2}, "default"), {})
    told = [(one["who"], one["date"], one["before"], one["after"]) for one in changes(folder, "counter", 10)]
    when = "2026-10-23T10:00:00+00:00"
    assert told == [("Olga", when, {"limit": 7}, {"limit": 9}), ("Olga", when, {"limit": 4}, {"limit": 7})]
    lines = [json.loads(line) for line in (folder / HISTORY).read_text("utf-8").splitlines()]
    assert [one["previous"] for one in lines] == ["", lines[0]["digest"], lines[1]["digest"]]


@pytest.mark.parametrize("values", [{"limit": 21}, {"limit": 2.5}, {"threshold": -1}, {"mode": "magic"}, {"limt": 3}])
def test_what_the_settings_do_not_allow_is_not_written(folder: Path, values: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        tune(folder, change(folder, values), {})
    assert (folder / "opora.toml").read_text("utf-8") == OWN and changes(folder, "counter", 10) == []


def test_a_form_made_before_another_change_overwrites_nothing(folder: Path) -> None:
    seen = state_of(folder)
    tune(folder, change(folder, {"limit": 7}), {})
    with pytest.raises(UsageError, match="meanwhile"):
        tune(folder, change(folder, {"limit": 9}, seen=seen), {})
    assert Settings.load(folder).assistant("counter").limit == 7


def test_the_own_values_of_the_library_count_again(folder: Path) -> None:
    record = tune(folder, change(folder, dict.fromkeys(("threshold", "limit"))), {})
    assert record["after"] == {"threshold": 0.35}
    assert Settings.load(folder).assistant("counter").threshold == 0.35
    assert tune(folder, change(folder, {"limit": None}), {})["after"] == {}
    assert len(changes(folder, "counter", 10)) == 1, "what changes nothing is not kept"


def test_a_history_that_was_altered_is_not_continued_and_nothing_is_changed(folder: Path) -> None:
    tune(folder, change(folder, {"limit": 7}), {})
    kept = (folder / HISTORY).read_text("utf-8")
    (folder / HISTORY).write_text(kept.replace("Olga", "Ivan"), encoding="utf-8")
    with pytest.raises(LibraryError, match="altered"):
        tune(folder, change(folder, {"limit": 9}), {})
    assert Settings.load(folder).assistant("counter").limit == 7


NAMES = st.text("ab .'\"]#", min_size=1, max_size=5)
LINES = st.lists(
    st.sampled_from(["[search]", "# limit = 5", "limit = 3", "", "[model]", "enabled = false"]), max_size=6
)


@settings(max_examples=60, deadline=None)
@given(LINES, NAMES, st.integers(1, 20), st.sampled_from(["\n", "\r\n"]))
def test_any_settings_that_can_be_read_keep_all_they_said(lines: list[str], name: str, limit: int, end: str) -> None:
    text = end.join(lines)
    try:
        before = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    made = edited(text, name, {"limit": limit})
    assert tomllib.loads(made) == before | {"assistants": {name: {"limit": limit}}}
    assert made.startswith(text.rstrip()) or "limit = 3" in text or "[" in text


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_library(tmp_path_factory.mktemp("tuned"))


@pytest.fixture(scope="module")
def keys(library: Path) -> dict[str, str]:
    return {role: key(library, role, "--role", role) for role in ("admin", "editor", "debugger", "reader")}


@pytest.fixture(scope="module")
def client(library: Path, keys: dict[str, str]) -> Iterator[TestClient]:
    with TestClient(build_app(library), base_url="http://127.0.0.1") as client:
        yield client


def form(client: TestClient, keys: dict[str, str], role: str, path: str = "/assistants?name=counter") -> str:
    return client.get(path, headers={"authorization": f"Bearer {keys[role]}"}).text


@pytest.mark.parametrize("role", ["editor", "debugger", "reader"])
def test_who_is_no_administrator_sees_no_way_to_save_and_has_none(
    client: TestClient, library: Path, keys: dict[str, str], role: str
) -> None:
    assert "/assistants/save" not in form(client, keys, role)
    before = (library / "opora.toml").read_bytes()
    sent = {"assistant": "counter", "limit": "9", "seen": state_of(library)}
    refused = client.post("/assistants/save", data=sent, headers={"authorization": f"Bearer {keys[role]}"})
    assert refused.status_code == 403 and (library / "opora.toml").read_bytes() == before


def test_an_administrator_saves_and_everybody_asks_by_it_at_once(
    client: TestClient, library: Path, keys: dict[str, str]
) -> None:
    admin = {"authorization": f"Bearer {keys['admin']}"}
    seen = re.search(r'name="seen" value="([^"]+)"', form(client, keys, "admin"))
    assert seen
    sent = {"assistant": "counter", "limit": "9", "mode": "lexical", "seen": seen[1]}
    saved = client.post("/assistants/save", data=sent, headers=admin, follow_redirects=False)
    assert saved.headers["location"] == "/assistants?name=counter&saved=1"
    page = form(client, keys, "admin", saved.headers["location"])
    assert "Saved. It counts from the next question on." in page
    assert "Passages: 5 → 9" in page and "<td>admin</td>" in page
    body = client.get("/api/v1/assistants", headers={"authorization": f"Bearer {keys['reader']}"}).json()
    assert [one["limit"] for one in body if one["name"] == "counter"] == [9]
    again = client.post("/assistants/save", data=sent, headers=admin)
    assert again.status_code == 400 and "Somebody changed the settings meanwhile." in again.text


def test_trying_a_change_keeps_nothing_of_it(client: TestClient, library: Path, keys: dict[str, str]) -> None:
    before = (library / "opora.toml").read_bytes()
    said = {"assistant": "counter", "limit": "1", "threshold": "0.99", "question": "What is the parcel fee for Cluj?"}
    shown = client.post("/assistants", data=said, headers={"authorization": f"Bearer {keys['debugger']}"})
    assert shown.status_code == 200 and "17 lei" in shown.text
    assert (library / "opora.toml").read_bytes() == before
    found = client.get("/api/v1/traces", headers={"authorization": f"Bearer {keys['debugger']}"}).json()
    assert found["items"] == []


def test_an_assistant_that_is_not_there_is_not_made(client: TestClient, library: Path, keys: dict[str, str]) -> None:
    sent = {"assistant": "nobody", "limit": "9", "seen": state_of(library)}
    refused = client.post("/assistants/save", data=sent, headers={"authorization": f"Bearer {keys['admin']}"})
    assert refused.status_code == 404 and "nobody" not in (library / "opora.toml").read_text("utf-8")


def test_whoever_may_see_one_assistant_alone_asks_by_it_and_whoever_sees_none_gets_a_page(tmp_path: Path) -> None:
    folder = make_library(tmp_path)
    hidden = '[model]\nenabled = false\n[assistants.default]\ncollections = ["vault"]\n'
    (folder / "opora.toml").write_text(f'{hidden}[assistants.counter]\ncollections = ["shop"]\n', encoding="utf-8")
    shopper = {"authorization": f"Bearer {key(folder, 'shopper', '--role', 'reader', '--collection', 'shop')}"}
    nobody = {"authorization": f"Bearer {key(folder, 'nobody', '--role', 'reader', '--collection', 'none')}"}
    with TestClient(build_app(folder), base_url="http://127.0.0.1") as client:
        page = client.get("/", headers=shopper).text
        assert '<input type="hidden" name="assistant" value="counter">' in page
        assert client.get("/assistants", headers=shopper).status_code == 200
        assert client.get("/", headers=nobody).status_code == 200
        assert client.get("/assistants", headers=nobody).status_code == 404
