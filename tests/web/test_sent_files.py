"""What becomes of files that are sent, and whom do they concern?"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from served_library import DAY, key, make_library

from opora.web.app import AppRules, build_app
from opora.web.gatehouse import GateRules
from opora.web.uploads import Uploads, safe_name


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TestClient, dict[str, Any]]]:
    folder = make_library(tmp_path_factory.mktemp("sent"))
    named = {
        "owner": ("--role", "admin"),
        "shopper": ("--role", "editor", "--collection", "shop"),
        "guest": ("--role", "reader", "--collection", "shop"),
    }
    keys = {name: {"authorization": f"Bearer {key(folder, name, *rights)}"} for name, rights in named.items()}
    gate = GateRules(body=20_000, upload=200_000)
    with TestClient(build_app(folder, AppRules(gate=gate)), base_url="http://127.0.0.1") as client:
        yield client, keys


def done(client: TestClient, job: dict[str, Any], who: dict[str, str]) -> dict[str, Any]:
    """The job when it is done; its progress is told meanwhile."""
    for _ in range(600):
        state: dict[str, Any] = client.get(f"/api/v1/jobs/{job['job_id']}", headers=who).json()
        assert state["state"] in ("waiting", "running", "done")
        if state["state"] == "done":
            return state
        time.sleep(0.1)
    raise AssertionError("the job does not end")


@pytest.mark.slow
def test_a_file_that_is_sent_answers_when_its_job_is_done(served: tuple[TestClient, dict[str, Any]]) -> None:
    client, keys = served
    files = [("files", ("tea.md", b"# Tea\n\nThe fee for green tea is 31 lei.\n")), ("files", ("empty.txt", b""))]
    said = {"collection": "shop", "label": "v1"}
    response = client.post("/api/v1/sources", files=files, data=said, headers=keys["owner"])
    assert response.status_code == 202
    state = done(client, response.json(), keys["owner"])
    assert [item["state"] for item in state["items"]] == ["ready", "error"]
    assert state["items"][1]["error"]["code"] == "no_text"
    asked = {"question": "What is the fee for green tea?", "at": DAY}
    assert "31 lei" in client.post("/api/v1/ask", json=asked, headers=keys["guest"]).json()["text"]
    version = state["items"][0]["version_id"]
    original = client.get(f"/api/v1/originals/{version}", headers=keys["guest"])
    assert original.content == files[0][1][1]
    assert original.headers["content-disposition"].startswith("attachment")


@pytest.mark.slow
def test_a_file_that_is_sent_again_is_a_new_version_of_its_source(served: tuple[TestClient, dict[str, Any]]) -> None:
    client, keys = served
    for month, price in (("02", 21), ("03", 22)):
        text = f"# Ink\n\nThe ink fee is {price} lei.\n".encode()
        said = {"collection": "shop", "label": f"2026-{month}", "valid_from": f"2026-{month}-01"}
        job = client.post("/api/v1/sources", files={"files": ("ink.md", text)}, data=said, headers=keys["owner"])
        [item] = done(client, job.json(), keys["owner"])["items"]
        assert (item["source_id"], item["state"]) == ("ink", "ready")
    versions = client.get("/api/v1/sources/ink/versions", headers=keys["guest"]).json()
    assert [one["version_id"] for one in versions] == ["ink@2026-02", "ink@2026-03"]
    for day, price in (("2026-02-10", "21 lei"), (DAY, "22 lei")):
        reply = client.post("/api/v1/ask", json={"question": "What is the ink fee?", "at": day}, headers=keys["guest"])
        assert price in reply.json()["text"]


@pytest.mark.slow
@pytest.mark.parametrize("who", ["owner", "shopper"])
def test_a_file_of_another_kind_with_the_same_name_is_a_source_of_its_own(
    served: tuple[TestClient, dict[str, Any]], who: str
) -> None:
    client, keys = served
    pond = f"pond {who}"
    html = f"<h1>{pond}</h1><p>The fee for the {pond} is 41 lei.</p>".encode()
    note = f"# {pond}\n\nThe {pond} is deep by 7 metres.\n".encode()
    ids = []
    for name, data in ((f"{pond}.html", html), (f"{pond}.md", note), (f"{pond}.md", note + b"More.\n")):
        sent = client.post(
            "/api/v1/sources", files=[("files", (name, data))], data={"collection": "shop"}, headers=keys[who]
        )
        ids.append(done(client, sent.json(), keys[who])["items"][0]["source_id"])
    assert ids[0] != ids[1] == ids[2]
    asked = {"question": f"What is the fee for the {pond}?", "at": DAY}
    assert "41 lei" in client.post("/api/v1/ask", json=asked, headers=keys["guest"]).json()["text"]


@pytest.mark.slow
def test_an_editor_of_one_collection_writes_over_nothing_hidden(served: tuple[TestClient, dict[str, Any]]) -> None:
    client, keys = served
    before = client.get("/api/v1/sources/alloy", headers=keys["owner"]).json()
    job = client.post("/api/v1/sources", files={"files": ("alloy.md", b"# New\n\nA text.\n")}, headers=keys["shopper"])
    state = done(client, job.json(), keys["shopper"])
    assert [item["source_id"] for item in state["items"]] == ["shop.alloy"]
    assert client.get("/api/v1/sources/alloy", headers=keys["owner"]).json() == before
    assert client.get("/api/v1/sources/shop.alloy", headers=keys["shopper"]).json()["collection"] == "shop"
    moved = {"changes": {"collection": "vault"}}
    assert client.patch("/api/v1/sources/shop.alloy", json=moved, headers=keys["owner"]).status_code == 200
    job = client.post("/api/v1/sources", files={"files": ("alloy.md", b"# New\n\nOther.\n")}, headers=keys["shopper"])
    [item] = done(client, job.json(), keys["shopper"])["items"]
    assert item["source_id"].startswith("shop.alloy~")
    others = client.post("/api/v1/sources", files={"files": ("x.md", b"# X\n\nText.\n")}, headers=keys["owner"]).json()
    assert client.get(f"/api/v1/jobs/{others['job_id']}", headers=keys["shopper"]).status_code == 404
    done(client, others, keys["owner"])


@pytest.mark.slow
def test_a_file_that_no_reader_reads_is_refused_by_name_and_not_kept(
    served: tuple[TestClient, dict[str, Any]],
) -> None:
    client, keys = served
    program = b"\x7fELF\x02\x01\x01" + bytes(range(256)) * 8
    job = client.post("/api/v1/sources", files={"files": ("fees.pdf.bin", program)}, headers=keys["owner"]).json()
    [item] = done(client, job, keys["owner"])["items"]
    assert (item["state"], item["error"]["code"]) == ("error", "unsupported_type")
    app: Any = client.app
    folder = app.state.desk.place
    kept = [path for path in folder.rglob("*") if path.is_file() and program in path.read_bytes()]
    assert kept == []


def test_whoever_may_only_read_sends_and_changes_nothing(served: tuple[TestClient, dict[str, Any]]) -> None:
    client, keys = served
    file = {"files": ("a.md", b"x")}
    assert client.post("/api/v1/sources", files=file, headers=keys["guest"]).status_code == 403
    change = {"changes": {"enabled": "false"}}
    assert client.patch("/api/v1/sources/fees", json=change, headers=keys["guest"]).status_code == 403
    assert client.delete("/api/v1/sources/fees", headers=keys["guest"]).status_code == 403
    assert client.get("/api/v1/traces", headers=keys["guest"]).status_code == 403
    assert client.get("/api/v1/inventory", headers=keys["guest"]).status_code == 403
    assert client.delete("/api/v1/sources/fees?erase=true", headers=keys["shopper"]).status_code == 403


@pytest.mark.parametrize(
    ("given", "status"),
    [
        ({"data": {"label": "x"}}, 400),
        ({"files": {"other": ("a.md", b"x")}}, 400),
        ({"content": b"no form", "headers": {"content-type": "multipart/form-data"}}, 400),
        ({"json": {"files": []}}, 400),
        ({"files": {"files": ("a.md", b"x" * 300_000)}}, 413),
        ({"files": [("files", (f"{n}.md", b"x")) for n in range(25)]}, 400),
    ],
)
def test_what_is_no_upload_is_told_so(
    served: tuple[TestClient, dict[str, Any]], given: dict[str, Any], status: int
) -> None:
    client, keys = served
    headers = keys["owner"] | given.pop("headers", {})
    response = client.post("/api/v1/sources", headers=headers, **given)
    assert response.status_code == status, response.text
    assert set(response.json()["error"]) == {"code", "message", "hint", "transient"}


def test_a_body_that_is_too_long_is_refused_whether_it_says_so_or_not(
    served: tuple[TestClient, dict[str, Any]],
) -> None:
    client, keys = served
    assert client.post("/api/v1/ask", content=b" " * 30_000, headers=keys["guest"]).status_code == 413

    def pieces() -> Iterator[bytes]:
        for _ in range(30):
            yield b" " * 1000

    headers = keys["guest"] | {"content-type": "application/json"}
    response = client.post("/api/v1/ask", content=pieces(), headers=headers)
    assert (response.status_code, response.json()["error"]["code"]) == (413, "too_large")


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\docs\\price.pdf", "price.pdf"),
        ("<img onerror>.md", "<img onerror>.md"),
        ("..", "file"),
        ("", "file"),
        ("a\x00b\n.md", "a_b_.md"),
    ],
)
def test_a_file_name_leads_nowhere_else(name: str, kept: str) -> None:
    assert safe_name(name) == kept


def test_a_very_long_name_keeps_its_ending() -> None:
    kept = safe_name("я" * 500 + ".pdf")
    assert kept.endswith(".pdf")
    assert len(kept.encode()) <= 200


def test_a_reader_that_was_killed_is_told_and_not_waited_for(tmp_path: Path) -> None:
    job = tmp_path / "uploads" / "J0123456789abcdef"
    job.mkdir(parents=True)
    (job / "given.json").write_text('{"owner": ""}', encoding="utf-8")
    (job / "state.json").write_text('{"state": "running"}', encoding="utf-8")
    (job / "pid").write_text("999999999", encoding="utf-8")
    state = Uploads(tmp_path).job(job.name, "")
    assert state["state"] == "done"
    assert "stopped" in state["error"]["message"]
