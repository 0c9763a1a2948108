"""Is a library served to its person, and to nobody else's page?"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from fastapi.testclient import TestClient

from opora.cli import main
from opora.web.app import AppRules, build_app
from opora.web.desk import Desk
from opora.web.gatehouse import GateRules
from opora.web.keys import Keyring
from opora.web.readers import LOCAL_OWNER


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    base = tmp_path_factory.mktemp("served")
    folder = base / "lib"
    run = CliRunner().invoke
    assert run(main, ["init", str(folder)]).exit_code == 0
    (folder / "opora.toml").write_text("[model]\nenabled = false\n", encoding="utf-8")
    (base / "fees.txt").write_text("The parcel fee for Cluj is 17 lei.\n", encoding="utf-8")
    assert run(main, ["--library", str(folder), "add", str(base / "fees.txt")]).exit_code == 0
    with TestClient(build_app(folder), base_url="http://127.0.0.1") as client:
        yield client


def test_a_question_has_a_checked_reply_whose_place_can_be_opened(client: TestClient) -> None:
    reply = client.post("/api/v1/ask", json={"question": "What is the parcel fee for Cluj?"}).json()
    assert reply["action"] == "answer"
    anchor = reply["claims"][0]["citation"]["anchor"]
    assert client.get(f"/api/v1/show/{anchor.replace('#', '%23')}").json()["quote"] in reply["text"]
    assert client.get(f"/api/v1/page-image/{anchor.replace('#', '%23')}").content.startswith(b"\x89PNG")


def test_another_name_of_this_machine_is_not_answered_to(client: TestClient) -> None:
    assert client.get("/api/v1/sources", headers={"host": "evil.example"}).status_code == 403
    assert client.get("/api/v1/sources").status_code == 200


def test_a_form_of_another_site_changes_nothing(client: TestClient) -> None:
    headers = {"origin": "http://evil.example", "sec-fetch-site": "cross-site"}
    assert client.post("/api/v1/ask", json={"question": "What?"}, headers=headers).status_code == 403


def test_without_keys_nothing_goes_through_a_proxy(client: TestClient) -> None:
    for header in ("x-forwarded-for", "forwarded", "x-real-ip", "x-forwarded-host"):
        assert client.get("/api/v1/sources", headers={header: "10.0.0.7"}).status_code == 403


def test_with_keys_another_name_is_answered_to_and_the_owner_needs_one_too(tmp_path: Path) -> None:
    folder = tmp_path / "lib"
    assert CliRunner().invoke(main, ["init", str(folder)]).exit_code == 0
    with TestClient(
        build_app(folder, AppRules(gate=GateRules(local=False))), base_url="http://answers.example"
    ) as other:
        assert other.get("/api/v1/sources").status_code == 401  # it can be reached from elsewhere: no key, nobody
        _, key = Keyring(folder).add("a", ["reader"], [], "2026-10-23")
        assert other.get("/api/v1/sources", headers={"authorization": f"Bearer {key}"}).status_code == 200
        (folder / "keys.json").write_text("{", encoding="utf-8")
        assert other.get("/api/v1/sources", headers={"authorization": f"Bearer {key}"}).status_code == 500
        (folder / "keys.json").unlink()
        assert other.get("/api/v1/sources", headers={"authorization": f"Bearer {key}"}).status_code == 401


def test_a_thread_that_ends_leaves_no_connection_behind(tmp_path: Path) -> None:
    folder = tmp_path / "lib"
    assert CliRunner().invoke(main, ["init", str(folder)]).exit_code == 0
    desk = Desk(folder)
    shown = Path("/proc/self/fd")
    if not shown.is_dir():
        pytest.skip("this system does not show what is open")
    here = len(list(shown.iterdir()))
    for _ in range(30):
        one = threading.Thread(target=lambda: desk.sources(LOCAL_OWNER))
        one.start()
        one.join()
    assert len(list(shown.iterdir())) < here + 10
    desk.close()


def test_a_search_by_meaning_without_the_model_is_no_error_of_the_server(client: TestClient) -> None:
    response = client.post("/api/v1/search", json={"query": "parcel", "mode": "semantic"})
    assert (response.status_code, response.json()["error"]["code"]) == (424, "backend_unreachable")
