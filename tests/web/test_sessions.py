"""How does a person log in, and can another page act in their name?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from served_library import key, make_library, run

from opora.web.app import build_app

SITE = "http://127.0.0.1"
BROWSER = {"origin": SITE, "sec-fetch-site": "same-origin"}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TestClient, Path]]:
    folder = make_library(tmp_path_factory.mktemp("sessions"))
    with TestClient(build_app(folder), base_url=SITE, follow_redirects=False) as client:
        yield client, folder


@pytest.fixture
def client(served: tuple[TestClient, Path]) -> TestClient:
    served[0].cookies.clear()
    return served[0]


def token(client: TestClient) -> str:
    found = re.search(r'name="csrf" value="([^"]+)"', client.get("/login").text)
    assert found
    return found[1]


def enter(client: TestClient, opens: str) -> int:
    form = {"key": opens, "csrf": token(client)}
    return client.post("/login", data=form, headers=BROWSER).status_code


def test_a_session_is_a_cookie_no_script_can_read_and_ends_with_its_key(
    served: tuple[TestClient, Path], client: TestClient
) -> None:
    folder = served[1]
    mine = key(folder, "Ana", "--role", "editor")
    assert client.get("/api/v1/me").status_code == 401
    assert enter(client, "opora_wrong") == 401
    form = {"key": mine, "csrf": token(client)}
    response = client.post("/login", data=form, headers=BROWSER)
    assert response.status_code == 303
    cookie = next(one for one in response.headers.get_list("set-cookie") if one.startswith("opora_session="))
    assert "httponly" in cookie.lower()
    assert "samesite=strict" in cookie.lower()
    assert mine not in cookie
    assert client.get("/api/v1/me").json()["name"] == "Ana"
    run(folder, "keys", "revoke", "Ana")
    assert client.get("/api/v1/me").status_code == 401


def test_a_cookie_that_was_changed_or_is_too_old_opens_nothing(
    served: tuple[TestClient, Path], client: TestClient
) -> None:
    mine, other = key(served[1], "Ion", "--role", "reader"), key(served[1], "Boss", "--role", "admin")
    assert enter(client, mine) == 303
    good = client.cookies["opora_session"]
    key_id, until, signature = good.split(".")
    client.cookies.clear()
    assert enter(client, other) == 303
    boss = client.cookies["opora_session"].split(".")[0]
    for bad in (
        f"{boss}.{until}.{signature}",
        f"{key_id}.{int(until) + 9}.{signature}",
        f"{key_id}.1.{signature}",
        "a",
    ):
        client.cookies.clear()
        client.cookies.set("opora_session", bad)
        assert client.get("/api/v1/me").status_code == 401
    client.cookies.clear()
    client.cookies.set("opora_session", good)
    assert client.get("/api/v1/me").json()["name"] == "Ion"


def test_another_page_cannot_act_in_the_name_of_who_is_logged_in(
    served: tuple[TestClient, Path], client: TestClient
) -> None:
    assert enter(client, key(served[1], "Eva", "--role", "admin")) == 303
    change = {"changes": {"owner": "Shop"}}
    ours = BROWSER | {"x-csrf-token": client.cookies["opora_csrf"]}
    assert client.patch("/api/v1/sources/fees", json=change, headers=ours).status_code == 200
    for foreign in (
        {"origin": "http://evil.example"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:9999"},
        {"referer": "http://evil.example/page"},
        {"referer": "http://127.0.0.1.evil.example/"},
    ):
        answer = client.patch("/api/v1/sources/fees", json=change, headers=foreign | {"x-csrf-token": token(client)})
        assert answer.status_code == 403, foreign
    upload = {"files": ("a.md", b"x")}
    assert client.post("/api/v1/sources", files=upload, headers=BROWSER).status_code == 403
    assert client.post("/logout", data={"csrf": "guessed"}, headers=BROWSER).status_code == 403
    out = client.post("/logout", data={"csrf": client.cookies["opora_csrf"]}, headers=BROWSER)
    assert out.status_code == 303
    assert client.get("/api/v1/me").status_code == 401


def test_every_response_carries_what_keeps_a_page_safe(client: TestClient) -> None:
    for path in ("/login", "/api/v1/me", "/none", "/healthz"):
        headers = client.get(path).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/login"])
def test_a_watcher_may_ask_for_the_head_alone(client: TestClient, path: str) -> None:
    assert client.head(path).status_code == client.get(path).status_code == 200
