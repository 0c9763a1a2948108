"""Whom does the widget answer? The pages that are named, by the key that is made for it, with what its assistant reads."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from fastapi.testclient import TestClient
from served_library import DAY, SECRET, key, make_library
from widget_site import COUNTER, let_in, public_key

from opora.cli import main
from opora.web.app import build_app

SHOP, OTHER = "https://shop.example", "https://evil.example"
ASK = f"/widget/{COUNTER}/ask"
FEE = {"question": "What is the parcel fee for Cluj?", "at": DAY}


@dataclass(frozen=True, slots=True)
class Served:
    client: TestClient
    folder: Path
    public: dict[str, str]
    boss: dict[str, str]

    def ask(self, question: str = FEE["question"], origin: str = SHOP, **more: Any) -> Any:
        asked = FEE | {"question": question} | more
        return self.client.post(ASK, json=asked, headers=self.public | {"origin": origin})

    def get(self, path: str, origin: str | None = SHOP) -> Any:
        headers = self.public | ({"origin": origin} if origin else {})
        return self.client.get(f"/widget/{COUNTER}/{path}", headers=headers)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = make_library(tmp_path_factory.mktemp("widget"))
    let_in(folder, SHOP, "http://127.0.0.1:8000")
    public = {"authorization": f"Bearer {public_key(folder)}"}
    boss = {"authorization": f"Bearer {key(folder, 'Boss', '--role', 'admin')}"}
    with TestClient(build_app(folder), base_url="https://answers.example", follow_redirects=False) as client:
        yield Served(client, folder, public, boss)


def first_anchor(reply: Any) -> str:
    chips = [part["chip"] for group in reply["groups"] for line in group["lines"] for part in line if part["chip"]]
    anchor: str = chips[0]["anchor"]
    return anchor


def test_a_page_that_is_named_gets_a_cited_reply_and_its_place(served: Served) -> None:
    answer = served.ask()
    assert answer.status_code == 200, answer.text
    assert answer.headers["access-control-allow-origin"] == SHOP
    assert "origin" in answer.headers["vary"].lower()
    assert "access-control-allow-credentials" not in answer.headers
    assert "17 lei" in answer.text
    place = served.get(f"place/{first_anchor(answer.json())}?lang=ro")
    assert place.status_code == 200
    assert "17 lei" in place.json()["quote"]
    assert any(run["marked"] for piece in place.json()["around"]["pieces"] for run in piece["runs"])
    picture = served.get(f"page-image/{first_anchor(answer.json())}")
    assert picture.content.startswith(b"\x89PNG")


def test_the_trace_says_that_the_widget_was_asked(served: Served) -> None:
    trace = served.ask().json()["trace_id"]
    told = served.client.get(f"/api/v1/traces/{trace}", headers=served.boss).json()
    assert (told["channel"], told["assistant"]) == ("widget", COUNTER)


@pytest.mark.parametrize(
    "origin", [OTHER, "null", "http://shop.example", f"{SHOP}:8443", f"{SHOP}.evil.example", SHOP.upper(), "*"]
)
def test_another_page_gets_nothing(served: Served, origin: str) -> None:
    asked = {
        "origin": origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization",
    }
    for answer in (
        served.client.options(ASK, headers=asked),
        served.ask(origin=origin),
        served.get("place/fees@2026-01:p1", origin=origin),
        served.get("page-image/fees@2026-01:p1", origin=origin),
    ):
        assert answer.status_code == 403
        assert "access-control-allow-origin" not in answer.headers
        assert "17" not in answer.text
    assert served.get("place/fees@2026-01:p1", origin=None).status_code == 403, (
        "nor whoever does not say what page it is"
    )


def test_a_browser_that_asks_first_is_told_what_may_be_sent(served: Served) -> None:
    asked = {"origin": SHOP, "access-control-request-method": "POST", "access-control-request-headers": "authorization"}
    told = served.client.options(ASK, headers=asked)
    assert told.status_code == 204
    assert told.headers["access-control-allow-origin"] == SHOP
    assert told.headers["access-control-allow-methods"] == "GET, POST"
    assert told.headers["access-control-allow-headers"] == "authorization, content-type"
    assert served.client.options("/widget/nosuch/ask", headers=asked).status_code == 403
    assert served.client.options("/widget/deep/ask", headers=asked).status_code == 403
    assert "access-control-allow-origin" not in served.client.options("/api/v1/ask", headers=asked).headers


def test_the_public_key_opens_no_other_door(served: Served) -> None:
    headers = served.public | {"origin": SHOP}
    for path in (
        "/api/v1/me",
        "/api/v1/sources",
        "/v1/models",
        "/metrics",
        "/open/fees@2026-01:p1",
        "/widget/deep/place/a@1:p1",
    ):
        assert served.client.get(path, headers=headers).status_code in (303, 401, 403), path
    assert served.client.post("/api/v1/ask", json=FEE, headers=headers).status_code == 401
    assert served.client.post("/retrieval", json={"query": "fee"}, headers=headers).status_code == 401
    assert served.client.post("/mcp", json={}, headers=headers).status_code == 401
    assert served.client.post("/widget/deep/ask", json=FEE, headers=headers).status_code == 403
    other = served.client.post(ASK, json=FEE, headers=served.boss | {"origin": SHOP})
    assert other.status_code == 401, "and no other key opens this one"


def test_a_visitor_reads_the_collections_of_the_assistant_alone(served: Served) -> None:
    hidden, absent = (served.ask(f"What is the {word} fee?") for word in (SECRET, "kryptonite"))
    assert hidden.status_code == absent.status_code == 200
    assert [word for word in ("4017", "1855", "alloy") if word in hidden.text] == []
    for kind in ("place", "page-image"):
        secret, nowhere = (served.get(f"{kind}/{anchor}") for anchor in ("alloy@2026-01:p1", "nosuch@1:p1"))
        assert (secret.status_code, secret.json()) == (nowhere.status_code, nowhere.json())
        assert secret.status_code == 404
    deep = served.client.post("/api/v1/ask", json=FEE | {"question": f"What is the {SECRET} fee?"}, headers=served.boss)
    assert served.ask("And for steel?", after=deep.json()["trace_id"]).status_code == 404, (
        "nor follows up what others asked"
    )


def test_a_change_of_the_settings_counts_from_the_next_question_on(served: Served) -> None:
    before = (served.folder / "opora.toml").read_text("utf-8")
    try:
        let_in(served.folder, OTHER)
        assert served.ask().status_code == 403
        let_in(served.folder, SHOP, collections="[]")
        assert served.ask().status_code == 404, "without collections it would show the whole library"
    finally:
        (served.folder / "opora.toml").write_text(before, encoding="utf-8")
    assert served.ask().status_code == 200


def test_a_public_key_is_made_for_what_may_be_shown(served: Served) -> None:
    def made(*arguments: str) -> tuple[int, Any]:
        done = CliRunner().invoke(main, ["--library", str(served.folder), "keys", "add", "x", *arguments, "--json"])
        return done.exit_code, json.loads(done.stdout)

    for bad in (
        ("--widget", "default"),
        ("--widget", "deep"),
        ("--widget", "nosuch"),
        ("--widget", COUNTER, "--role", "admin"),
    ):
        code, told = made(*bad)
        assert (code, told["error"]["code"]) == (2, "usage"), bad
    code, told = made("--widget", COUNTER)
    assert (code, told["assistant"], told["collections"]) == (0, COUNTER, [])


def test_the_script_may_be_loaded_by_any_page_and_holds_no_key(served: Served) -> None:
    told = served.client.get("/widget.js", headers={"origin": OTHER})
    assert told.status_code == 200
    assert told.headers["cross-origin-resource-policy"] == "cross-origin"
    assert told.headers["content-type"].startswith("text/javascript")
    assert [
        word
        for word in ("innerHTML", "insertAdjacentHTML", "document.write", "eval(", "opora_public")
        if word in told.text
    ] == []
