"""How often may somebody come, and what are they told who come more often?"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from served_library import key, make_library

from opora.errors import LibraryError
from opora.settings import Settings
from opora.web.app import build_app

SITE = "http://answers.example"
SENT = 12
"""More than any limit below, and than what is taken when a minute ends in between."""
Open = Callable[[str], AbstractContextManager[TestClient]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_library(tmp_path_factory.mktemp("pace"))


@pytest.fixture(scope="module")
def keys(folder: Path) -> list[dict[str, str]]:
    return [{"authorization": f"Bearer {key(folder, name, '--role', 'reader')}"} for name in ("Ana", "Ion")]


@pytest.fixture
def opened(folder: Path, keys: list[dict[str, str]]) -> Open:
    """The library under these settings."""

    @contextmanager
    def under(settings: str) -> Iterator[TestClient]:
        (folder / "opora.toml").write_text(f"[model]\nenabled = false\n\n[serving]\n{settings}\n", encoding="utf-8")
        with TestClient(build_app(folder), base_url=SITE, follow_redirects=False) as client:
            yield client

    return under


def statuses(client: TestClient, path: str, **sent: object) -> list[int]:
    return [client.get(path, **sent).status_code for _ in range(SENT)]  # type: ignore[arg-type]


def test_who_comes_too_often_is_told_when_to_come_again_and_nobody_else_is(
    opened: Open, keys: list[dict[str, str]]
) -> None:
    with opened("requests_per_minute = 5") as client:
        told = statuses(client, "/api/v1/me", headers=keys[0])
        assert told[:5] == [200] * 5
        assert told[-1] == 429
        answer = client.get("/api/v1/me", headers=keys[0])
        assert set(answer.json()["error"]) == {"code", "message", "hint", "transient"}
        assert (answer.json()["error"]["code"], answer.json()["error"]["transient"]) == ("too_often", True)
        assert 1 <= int(answer.headers["retry-after"]) <= 120
        assert "content-security-policy" in answer.headers
        assert client.get("/api/v1/me", headers=keys[1]).status_code == 200
        assert client.get("/healthz").status_code == 200


def test_every_door_counts_for_a_key(opened: Open, keys: list[dict[str, str]]) -> None:
    asked = {"messages": [{"role": "user", "content": "What is the parcel fee?"}]}
    with opened("requests_per_minute = 3") as client:
        statuses(client, "/api/v1/collections", headers=keys[0])
        assert client.post("/v1/chat/completions", json=asked, headers=keys[0]).status_code == 429
        assert client.post("/mcp", json={}, headers=keys[0]).status_code == 429
        retrieval = client.post("/retrieval", json={"query": "fee"}, headers=keys[0])
        assert (retrieval.status_code, retrieval.json()["error_code"]) == (429, 429)


def test_an_address_has_few_attempts_to_come_in(opened: Open, keys: list[dict[str, str]]) -> None:
    with opened("attempts_per_minute = 4\nstrangers_per_minute = 0") as client:
        found = re.search(r'name="csrf" value="([^"]+)"', client.get("/login").text)
        assert found
        told = [client.post("/login", data={"key": f"opora_{n}", "csrf": found[1]}).status_code for n in range(SENT)]
        assert told[:4] == [401] * 4
        assert told[-1] == 429
        page = client.post("/login", data={"key": "opora_x", "csrf": found[1]})
        assert page.headers["content-type"].startswith("text/html")
        assert int(page.headers["retry-after"]) >= 1
        assert client.get("/api/v1/me", headers={"authorization": "Bearer opora_guess"}).status_code == 429
        assert client.get("/api/v1/me", headers=keys[0]).status_code == 200, "a key that opens is no attempt"
        assert statuses(client, "/login") == [200] * SENT, "0: any number"


def test_an_address_without_a_key_is_counted_too(opened: Open) -> None:
    with opened("strangers_per_minute = 4") as client:
        told = statuses(client, "/")
        assert told[:4] == [303] * 4
        assert told[-1] == 429


def test_the_person_at_this_machine_is_not_counted(tmp_path: Path) -> None:
    folder = make_library(tmp_path)
    few = "[model]\nenabled = false\n\n[serving]\nrequests_per_minute = 1\nstrangers_per_minute = 1\n"
    (folder / "opora.toml").write_text(few, encoding="utf-8")
    with TestClient(build_app(folder), base_url="http://127.0.0.1") as client:
        assert statuses(client, "/api/v1/me") == [200] * SENT


@pytest.mark.parametrize("bad", ["requests_per_minute = -1", "upload_files = 0", 'log = "loud"', "speed = 3"])
def test_a_setting_that_is_none_is_named(tmp_path: Path, bad: str) -> None:
    (tmp_path / "opora.toml").write_text(f"[serving]\n{bad}\n", encoding="utf-8")
    with pytest.raises(LibraryError, match=f"serving.{bad.partition(' ')[0]}"):
        Settings.load(tmp_path)


def test_how_many_files_and_bytes_are_taken_is_a_setting(folder: Path, opened: Open) -> None:
    editor = {"authorization": f"Bearer {key(folder, 'Eva', '--role', 'editor')}"}
    with opened("upload_files = 2\nupload_mb = 1") as client:
        many = [("files", (f"{n}.md", b"x")) for n in range(3)]
        assert client.post("/api/v1/sources", files=many, headers=editor).status_code == 400
        large = {"files": ("a.md", b"x" * 1_100_000)}
        assert client.post("/api/v1/sources", files=large, headers=editor).status_code == 413
