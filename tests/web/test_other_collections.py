"""Can someone who may see one collection learn anything of another, by any door?

Every route of the application is asked, as it is found there: by someone with every role and one collection, for what is
hidden and for what was never there. Both must have the same reply. A new route is asked too; one with a body, or with a
parameter whose name is new, must first be described here.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
import pytest
from fastapi.routing import APIRoute
from fastapi.testclient import TestClient
from mcp.client.client import Client
from served_library import DAY, SECRET, key, make_library

from opora.web.app import build_app
from opora.web.desk import Desk
from opora.web.lanes import Lanes
from opora.web.readers import ROLES, Reader
from opora.web.tools import tools_over

HIDDEN = ("1855", "4017", "22:00", "alloy", "staff")
"""What stands in the vault, and the ids of what is in it; nothing that the requests below say themselves is echoed."""
OPEN = {"/hooks/gaps", "/healthz", "/readyz", "/metrics", "/login", "/widget.js", "/api/v1/openapi.json"}


@dataclass(frozen=True, slots=True)
class Ids:
    """Names of things of one kind: hidden ones, or such as are not there."""

    source_id: str
    version_id: str
    anchor: str
    trace_id: str
    job_id: str
    model: str
    collection: str
    word: str
    gap_id: str

    def of(self, name: str) -> str:
        if name == "number":
            return "1"
        return str(getattr(self, {"assistant": "model", "name": "model"}.get(name, name)))

    def bodies(self, path: str) -> list[dict[str, Any]]:
        """What is sent to a route with a body, once for each thing it could be asked for."""
        known: dict[str, list[dict[str, Any]]] = {
            "/api/v1/ask": [
                {"json": {"question": f"What is the {self.word} fee?", "at": DAY}},
                {"json": {"question": f"What is the {self.word} fee?", "at": DAY, "collection": self.collection}},
                {"json": {"question": "What is the parcel fee?", "at": DAY, "assistant": self.model}},
                {"json": {"question": "And what is the fee?", "at": DAY, "after": self.trace_id}},
            ],
            "/widget/{assistant}/ask": [{"json": {"question": f"What is the {self.word} fee?", "at": DAY}}],
            "/api/v1/search": [
                {"json": {"query": f"{self.word} fee", "at": DAY}},
                {"json": {"query": "fee", "at": DAY, "collection": self.collection}},
                {"json": {"query": "fee", "at": DAY, "assistant": self.model}},
            ],
            "/v1/chat/completions": [
                {"json": {"messages": [{"role": "user", "content": f"What is the {self.word} fee?"}], "at": DAY}},
                {"json": {"messages": [{"role": "user", "content": "What is the fee?"}], "model": self.model}},
            ],
            "/retrieval": [
                {"json": {"query": f"{self.word} fee", "at": DAY}},
                {"json": {"query": "fee", "knowledge_id": self.collection, "at": DAY}},
            ],
            "/api/v1/sources": [
                {"files": {"files": ("a.md", io.BytesIO(b"x"))}, "data": {"collection": self.collection}},
                {"files": {"files": ("a.md", io.BytesIO(b"x"))}, "data": {"source_id": self.source_id}},
            ],
            "/api/v1/sources/{source_id}": [{"json": {"changes": {"enabled": "false"}}}],
            "/api/v1/gaps/{gap_id}/preview": [{"json": {"text": "It is so."}}],
            "/api/v1/gaps/{gap_id}/answer": [{"json": {"text": "It is so."}}],
            "/api/v1/gaps/{gap_id}/duplicate": [{"json": {"of": self.gap_id}}],
            "/api/v1/gaps/{gap_id}/assign": [{"json": {"owner": "Front office"}}],
            "/api/v1/gaps/{gap_id}/alias": [{"json": {"to": self.source_id}}],
            **{f"/api/v1/gaps/{{gap_id}}/{move}": [{"json": {}}] for move in ("ignore", "reopen", "withdraw")},
            "/api/v1/traces/{trace_id}/replay": [{"json": {}}, {"json": {"assistant": self.model}}],
        } | self.forms()
        return known[path]

    def forms(self) -> dict[str, list[dict[str, Any]]]:
        """What the pages send."""
        question = {"question": f"What is the {self.word} fee?", "at": DAY}
        file = {"files": ("a.md", io.BytesIO(b"x"))}
        return {
            "/ask": [
                {"data": question},
                {"data": question | {"collection": self.collection}},
                {"data": question | {"assistant": self.model}},
                {"data": question | {"after": self.trace_id, "follow": "1"}},
            ],
            "/sources": [
                {"files": file, "data": {"collection": self.collection}},
                {"files": file, "data": {"source_id": self.source_id}},
            ],
            "/sources/{source_id}": [{"data": {"enabled": "false"}}],
            "/gaps/{gap_id}": [
                {"data": {"move": "preview", "text": "It is so."}},
                {"data": {"move": "answer", "text": "It is so."}},
                {"data": {"move": "link", "of": self.gap_id}},
                {"data": {"move": "assign", "owner": "Front office"}},
                {"data": {"move": "alias", "to": self.source_id}},
                *({"data": {"move": move}} for move in ("ignore", "reopen", "withdraw")),
            ],
            "/assistants": [{"data": question}, {"data": question | {"assistant": self.model}}],
            "/assistants/save": [{"data": {"assistant": self.model, "limit": "3"}}],
            "/traces/{trace_id}/replay": [{"data": {}}, {"data": {"assistant": self.model}}],
        }


NOWHERE = Ids(
    "nosuch",
    "nosuch@1",
    "nosuch@1:p1",
    "T0000000000000000",
    "J0000000000000000",
    "nosuch",
    "nosuch",
    "kryptonite",
    "G000000000000",
)


@dataclass(frozen=True, slots=True)
class Served:
    client: TestClient
    folder: Path
    hidden: Ids
    owner: dict[str, str]
    shopper: dict[str, str]


def ids_of(client: TestClient, headers: dict[str, str], collection: str, source_id: str, model: str, word: str) -> Ids:
    """As the owner sees them."""
    asked = {"question": f"What is the {word} fee?", "at": DAY, "collection": collection}
    reply = client.post("/api/v1/ask", json=asked, headers=headers).json()
    cited = reply["claims"][0]["citation"]
    assert cited["source_id"] == source_id
    missing = client.post("/api/v1/ask", json=asked | {"question": f"Who polishes the {word}?"}, headers=headers).json()
    assert missing["gap_id"]
    return Ids(
        *(source_id, cited["version_id"], cited["anchor"], reply["trace_id"], NOWHERE.job_id, model, collection, word),
        missing["gap_id"],
    )


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = make_library(tmp_path_factory.mktemp("walls"))
    all_roles = [option for role in ROLES if role != "admin" for option in ("--role", role)]
    owner = {"authorization": f"Bearer {key(folder, 'owner', '--role', 'admin')}"}
    shopper = {"authorization": f"Bearer {key(folder, 'shopper', *all_roles, '--collection', 'shop')}"}
    with TestClient(build_app(folder), base_url="http://127.0.0.1", raise_server_exceptions=False) as client:
        hidden = ids_of(client, owner, "vault", "alloy", "deep", SECRET)
        job = folder / "uploads" / "J00000000000000aa"
        job.mkdir(parents=True)
        (job / "given.json").write_text('{"owner": "K1"}', encoding="utf-8")
        (job / "state.json").write_text('{"job_id": "J00000000000000aa", "state": "done"}', encoding="utf-8")
        hidden = Ids(*(getattr(hidden, name) if name != "job_id" else job.name for name in Ids.__slots__))
        yield Served(client, folder, hidden, owner, shopper)


def requests(app: Any, ids: Ids) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every method of every route, with these ids in its address and its body."""
    for route in routes(app):
        path, address = route.path, re.sub(r":path}", "}", route.path)
        for name in re.findall(r"{(\w+)}", address):
            address = address.replace(f"{{{name}}}", ids.of(name).replace("#", "%23"))
        for method in sorted(route.methods - {"HEAD", "OPTIONS"}):
            has_body = method in ("POST", "PUT", "PATCH")
            for body in ids.bodies(re.sub(r":path}", "}", path)) if has_body else [{}]:
                yield method, address, body
    yield "GET", f"/api/v1/traces?text={ids.word}", {}


def routes(app: Any) -> list[APIRoute]:
    """All that is asked; what is none of them must be known: the tools have a test of their own, files are ours."""
    found: list[APIRoute] = []
    for route in app.routes:
        for one in getattr(route, "original_router", app).routes if hasattr(route, "original_router") else [route]:
            if isinstance(one, APIRoute):
                found.append(one)
            else:
                assert one.path in ("/mcp", "/static", "/api/v1/openapi.json"), one
    return [route for route in found if route.path not in (*OPEN, "/logout")]


def seen(response: Any, hidden: Ids) -> tuple[int, str]:
    """Status and body without what each request has of its own, and without what was sent."""
    text = re.sub(
        r'"(trace_id|id)":\s*"[^"]*"|"(took_ms|created)":\s*[\d.]+|name="csrf" \w+="[^"]*"|T[0-9a-f]{16}|G[0-9a-f]{12}',
        "",
        response.text,
    )
    for name in sorted(Ids.__slots__, key=lambda one: -len(str(getattr(hidden, one)))):
        text = text.replace(getattr(hidden, name), name).replace(getattr(NOWHERE, name), name)
    return response.status_code, text


def test_what_is_hidden_is_told_like_what_is_not_there_on_every_route(served: Served) -> None:
    app, compared = served.client.app, 0
    pairs = zip(requests(app, served.hidden), requests(app, NOWHERE), strict=True)
    for (method, address, body), (_, other, other_body) in pairs:
        hidden = served.client.request(method, address, headers=served.shopper, **body)
        absent = served.client.request(method, other, headers=served.shopper, **other_body)
        assert seen(hidden, served.hidden) == seen(absent, served.hidden), f"{method} {address}"
        assert hidden.status_code < 500, f"{method} {address}"
        assert [word for word in HIDDEN if word in hidden.text] == [], f"{method} {address}"
        compared += 1
    assert compared > 30
    assert served.client.get("/api/v1/sources/alloy", headers=served.owner).json()["enabled"], "nothing was changed"


_PAGES_WITHOUT = ("POST /sources", "POST /assistants/save", "GET /sources/jobs", "GET /page/")
"""What changes something, has no job, and draws pages of documents that have none."""


_WIDGET = ("POST /widget/", "GET /widget/")
"""Which no key opens but the public one of the assistant: what that one shows is tested with the widget."""


def test_the_owner_finds_all_of_it_by_the_same_requests(served: Served) -> None:
    """Else the test above would prove nothing."""
    skipped = ("DELETE", "PATCH", "POST /api/v1/sources", "GET /api/v1/jobs", *_PAGES_WITHOUT, *_WIDGET)
    for method, address, body in requests(served.client.app, served.hidden):
        if f"{method} {address}".startswith(skipped):
            continue
        found = served.client.request(method, address, headers=served.owner, **body)
        assert found.status_code < 400 or "cannot be moved" in found.text, f"{method} {address}: {found.text}"


def test_nobody_without_a_key_gets_further_than_the_door(served: Served) -> None:
    for method, address, body in requests(served.client.app, served.hidden):
        response = served.client.request(method, address, follow_redirects=False, **body)
        assert response.status_code in (303, 401), f"{method} {address}"
        assert [word for word in HIDDEN if word in response.text] == []
    assert served.client.post("/mcp", json={}).status_code == 401
    assert served.client.get("/metrics").status_code == 401


def test_a_slip_of_the_pen_is_not_corrected_by_a_hidden_word(served: Served) -> None:
    def read(question: str, who: dict[str, str]) -> str:
        """All that was read for the reply."""
        reply = served.client.post("/api/v1/ask", json={"question": question, "at": DAY}, headers=who).json()
        trace = served.client.get(f"/api/v1/traces/{reply['trace_id']}", headers=who)
        assert trace.status_code == 200
        return trace.text

    slips = ("zirconim", "zirkonium", "zircconium")
    asked = [shape.format(slip) for slip in slips for shape in ("What is the {} fee?", "What is {}?", "{}")]
    assert [question for question in asked if SECRET in read(question, served.shopper)] == []
    assert [question for question in asked if SECRET in read(question, served.owner)]


def test_a_trace_goes_where_the_documents_it_read_go(served: Served) -> None:
    asked = {"question": "Within how many days may unused goods be returned?", "at": DAY}
    trace = served.client.post("/api/v1/ask", json=asked, headers=served.shopper).json()["trace_id"]

    def status() -> int:
        found = served.client.get(f"/api/v1/traces/{trace}", headers=served.shopper).status_code
        listed = served.client.get("/api/v1/traces?limit=100", headers=served.shopper).json()["items"]
        assert (trace in [one["trace_id"] for one in listed]) == (found == 200)
        return found

    assert status() == 200
    replayed = served.client.post(f"/api/v1/traces/{trace}/replay", json={}, headers=served.shopper).json()
    assert replayed["first_difference"] is None
    moved = {"changes": {"collection": "vault"}}
    assert served.client.patch("/api/v1/sources/returns", json=moved, headers=served.shopper).status_code == 404
    assert served.client.patch("/api/v1/sources/returns", json=moved, headers=served.owner).status_code == 200
    assert status() == 404
    assert served.client.get(f"/api/v1/traces/{replayed['replay_id']}", headers=served.shopper).status_code == 404
    served.client.patch("/api/v1/sources/returns", json={"changes": {"collection": "shop"}}, headers=served.owner)
    assert status() == 200


def test_no_tool_tells_anything_of_it_either(served: Served) -> None:
    shopper = Reader("shopper", frozenset(ROLES) - {"admin"}, ("shop",), "K1")
    desk = Desk(served.folder)

    async def told(ids: Ids) -> list[tuple[str, bool, str]]:
        found = []
        async with Client(tools_over(desk, Lanes(), lambda _: shopper, write=True)) as client:
            for tool in (await client.list_tools()).tools:
                for arguments in tool_arguments(tool.name, ids):
                    result = await client.call_tool(tool.name, arguments)
                    text = "\n".join(part.text for part in result.content if part.type == "text")
                    found.append((tool.name, bool(result.is_error), seen(_Said(text), served.hidden)[1]))
        return found

    try:
        hidden, absent = anyio.run(told, served.hidden), anyio.run(told, NOWHERE)
    finally:
        desk.close()
    assert hidden == absent
    assert not [word for word in HIDDEN for _, _, text in hidden if word in text]


@dataclass(frozen=True, slots=True)
class _Said:
    text: str
    status_code: int = 0


def tool_arguments(name: str, ids: Ids) -> list[dict[str, Any]]:
    """What each tool is asked for; one that is new must be described here."""
    word = f"What is the {ids.word} fee?"
    known: dict[str, list[dict[str, Any]]] = {
        "search": [{"query": word, "at": DAY}, {"query": "fee", "at": DAY, "collection": ids.collection}],
        "ask": [
            {"question": word, "at": DAY},
            {"question": word, "at": DAY, "collection": ids.collection},
            {"question": word, "at": DAY, "assistant": ids.model},
            {"question": word, "at": DAY, "after": ids.trace_id},
        ],
        "open": [{"anchor": ids.anchor}, {"anchor": ids.version_id}, {"anchor": ids.source_id + "@x"}],
        "list": [{"what": what} for what in ("sources", "collections", "assistants")],
        "switch": [{"source_id": ids.source_id, "enabled": False}],
        "add_text": [{"name": "a", "text": "x", "collection": ids.collection}],
    }
    return known[name]
