"""Can anything be changed by a cookie alone? Every route that takes more than a look is asked, as the application has it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from served_library import key, make_library

from opora.web.app import build_app

SITE = "http://127.0.0.1"
OURS = {"origin": SITE, "sec-fetch-site": "same-origin"}
KINDS: tuple[dict[str, Any], ...] = (
    {"json": {}},
    {"data": {"a": "b"}},
    {"data": {"csrf": "guessed"}},
    {"files": {"files": ("a.md", b"x")}},
    {"content": b"", "headers": {"content-type": "text/plain"}},
    {},
)
TOLD = "the form is too old or not ours"


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TestClient, Path]]:
    """An administrator who logged in with a browser."""
    folder = make_library(tmp_path_factory.mktemp("tokens"))
    with TestClient(build_app(folder), base_url=SITE, follow_redirects=False) as client:
        found = re.search(r'name="csrf" value="([^"]+)"', client.get("/login").text)
        assert found
        form = {"key": key(folder, "Boss", "--role", "admin"), "csrf": found[1]}
        assert client.post("/login", data=form, headers=OURS).status_code == 303
        yield client, folder


def changing(app: Any) -> Iterator[tuple[str, str]]:
    """Method and address of whatever is not only looked at; the tools too."""
    for route in app.routes:
        inner = route.original_router.routes if hasattr(route, "original_router") else [route]
        for one in inner:
            methods = getattr(one, "methods", None)
            if methods is None and one.path == "/static":
                continue
            for method in sorted((methods or {"POST", "DELETE"}) - {"GET", "HEAD", "OPTIONS"}):
                yield method, re.sub(r"{[^}]+}", "fees", one.path)


def told(response: Any) -> bool:
    return response.status_code == 403 and TOLD in response.text


def test_no_route_is_used_by_a_cookie_without_the_token_of_the_page(session: tuple[TestClient, Path]) -> None:
    client, _ = session
    asked = set()
    for method, address in changing(client.app):
        for sender in ({}, OURS, {"referer": f"{SITE}/sources"}):
            for kind in KINDS:
                headers = {**sender, **kind.get("headers", {})}
                sent = {name: value for name, value in kind.items() if name != "headers"}
                answer = client.request(method, address, headers=headers, **sent)
                closed = (
                    answer.status_code == 401 if address.startswith(("/widget/", "/hooks/")) else told(answer)
                )  # no cookie opens it
                assert closed, f"{method} {address} {headers} {sent}: {answer.status_code}"
        asked.add(f"{method} {address}")
    assert {"POST /ask", "PATCH /api/v1/sources/fees", "DELETE /api/v1/sources/fees", "POST /mcp"} <= asked
    assert "POST /logout" in asked
    assert len(asked) > 12


def test_with_the_token_of_the_page_every_route_is_open(session: tuple[TestClient, Path]) -> None:
    """Else the test above would prove nothing. What is sent here is of no use to any route but that it is let in."""
    client, _ = session
    ours = OURS | {"x-csrf-token": client.cookies["opora_csrf"]}
    for method, address in changing(client.app):
        if method != "DELETE" and address != "/logout":
            assert not told(client.request(method, address, headers=ours, json={})), f"{method} {address}"


def test_a_program_with_a_key_needs_no_token(session: tuple[TestClient, Path]) -> None:
    client, folder = session
    bearer = {"authorization": f"Bearer {key(folder, 'robot', '--role', 'editor')}"}
    plain = TestClient(client.app, base_url=SITE)
    change = {"changes": {"owner": "Shop"}}
    assert plain.patch("/api/v1/sources/fees", json=change, headers=bearer).status_code == 200
    both = client.patch("/api/v1/sources/fees", json=change, headers=bearer)
    assert both.status_code == 200, "the key counts, not the cookie beside it"
