"""Does every response carry what keeps a page safe, also where something failed, and are cookies kept from scripts?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from served_library import key, make_library

from opora.web.app import build_app

SITE = "https://answers.example"
SAFE = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TestClient, str]]:
    folder: Path = make_library(tmp_path_factory.mktemp("headers"))
    boss = key(folder, "Boss", "--role", "admin")
    with TestClient(build_app(folder), base_url=SITE, raise_server_exceptions=False, follow_redirects=False) as client:
        yield client, boss


def addresses(app: Any) -> set[str]:
    """Of every route, with names that are there or are not."""
    found = {"/static/opora.js", "/static/none.js", "/none", "/api/v1/none"}
    for route in app.routes:
        for one in route.original_router.routes if hasattr(route, "original_router") else [route]:
            found.add(re.sub(r"{[^}]+}", "fees", one.path))
    return found


def assert_safe(response: Any) -> None:
    policy = response.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert [word for word in ("unsafe", "*", "http:", "https:") if word in policy] == []
    assert "sandbox" in policy or "frame-ancestors 'none'" in policy
    assert {name: response.headers.get(name) for name in SAFE} == SAFE
    assert response.headers["strict-transport-security"].startswith("max-age=")
    shared = response.request.method == "GET" and response.request.url.path == "/widget.js"
    assert response.headers.get("access-control-allow-origin") == (
        "*" if shared and response.status_code == 200 else None
    )


def test_cookies_are_kept_from_scripts_other_sites_and_open_wires(served: tuple[TestClient, str]) -> None:
    client, boss = served
    page = client.get("/login?lang=ro")
    found = re.search(r'name="csrf" value="([^"]+)"', page.text)
    assert found
    entered = client.post("/login", data={"key": boss, "csrf": found[1]}, headers={"origin": SITE})
    assert entered.status_code == 303
    cookies = [*page.headers.get_list("set-cookie"), *entered.headers.get_list("set-cookie")]
    assert {one.partition("=")[0] for one in cookies} == {"opora_csrf", "opora_tongue", "opora_session"}
    for one in cookies:
        flags = one.lower()
        assert "httponly" in flags and "secure" in flags, one
        assert "samesite=lax" in flags if one.startswith("opora_tongue") else "samesite=strict" in flags, one


@pytest.mark.slow
def test_every_route_and_every_kind_of_failure_carries_them(served: tuple[TestClient, str]) -> None:
    client, boss = served
    statuses = set()
    for who in ({}, {"authorization": f"Bearer {boss}"}, {"authorization": "Bearer opora_none"}):
        for address in addresses(client.app):
            for method in ("GET", "POST"):
                response = client.request(method, address, headers=who | {"origin": "https://evil.example"})
                assert_safe(response)
                statuses.add(response.status_code)
    for address in addresses(client.app):
        assert_safe(client.options(address, headers={"origin": "https://evil.example"}))
    statuses.add(client.post("/api/v1/ask", content=b" " * 3_000_000, headers=who).status_code)
    assert {200, 303, 401, 403, 404, 405, 413, 422, 429} <= statuses


def test_a_failure_that_nobody_foresaw_carries_them_too(
    served: tuple[TestClient, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    client, _ = served

    def broken() -> None:
        raise RuntimeError("the secret of the house")

    app: Any = client.app
    monkeypatch.setattr(app.state.desk, "readable", broken)
    response = client.get("/readyz")
    assert response.status_code == 500
    assert_safe(response)
    assert "secret" not in response.text
    assert response.json()["error"]["code"] == "internal"
