"""Is it kept who did what, so that an administrator can read it and nobody can change it?"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import apsw
import pytest
from click.testing import CliRunner
from fastapi.testclient import TestClient
from served_library import DAY, SECRET, key, make_library, run

from opora.cli import main
from opora.web.app import build_app

SITE = "http://127.0.0.1"


@dataclass(frozen=True, slots=True)
class Served:
    client: TestClient
    folder: Path
    boss: dict[str, str]
    reader: dict[str, str]
    shopper: dict[str, str]

    def deeds(self, count: int = 1) -> list[tuple[str, str, str, str]]:
        """The newest, newest last: who, what, on, outcome."""
        told = self.client.get(f"/api/v1/audit?limit={count}", headers=self.boss)
        assert told.status_code == 200, told.text
        return [(one["who"], one["what"], one["on"], one["outcome"]) for one in reversed(told.json()["items"])]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = make_library(tmp_path_factory.mktemp("deeds"))

    def bearer(name: str, *options: str) -> dict[str, str]:
        return {"authorization": f"Bearer {key(folder, name, *options)}"}

    boss, reader = bearer("Boss", "--role", "admin"), bearer("Ion", "--role", "reader")
    shopper = bearer("Shop boss", "--role", "admin", "--collection", "shop")
    with TestClient(build_app(folder), base_url=SITE, follow_redirects=False) as client:
        yield Served(client, folder, boss, reader, shopper)


def test_a_change_a_switch_a_removal_and_an_erasure_are_kept_with_who_did_it(served: Served) -> None:
    client = served.client

    def patch(source: str, changes: dict[str, str]) -> Any:
        return client.patch(f"/api/v1/sources/{source}", json={"changes": changes}, headers=served.boss)

    assert patch("fees", {"enabled": "false"}).status_code == 200
    assert patch("fees", {"owner": "Maria Popescu", "enabled": "true"}).status_code == 200
    assert patch("fees", {"enabled": "perhaps"}).status_code == 400
    assert client.delete("/api/v1/sources/returns", headers=served.boss).status_code == 200
    assert client.delete("/api/v1/sources/staff?erase=true", headers=served.boss).status_code == 200
    assert client.delete("/api/v1/sources/nosuch", headers=served.boss).status_code == 404
    assert served.deeds(6) == [
        ("Boss", "change source", "fees enabled=false", "done"),
        ("Boss", "change source", "fees enabled=true owner", "done"),
        ("Boss", "change source", "fees enabled=perhaps", "failed"),
        ("Boss", "remove", "returns", "done"),
        ("Boss", "erase", "staff", "done"),
        ("Boss", "remove", "nosuch", "failed"),
    ]


def test_what_was_sent_and_replayed_is_kept_and_what_was_asked_is_not(served: Served) -> None:
    client = served.client
    asked = {"question": f"What is the {SECRET} fee?", "at": DAY}
    trace = client.post("/api/v1/ask", json=asked, headers=served.boss).json()["trace_id"]
    assert client.post(f"/api/v1/traces/{trace}/replay", json={}, headers=served.boss).status_code == 200
    sent = client.post("/api/v1/sources", files={"files": ("Ion Rusu.md", b"# A\n\nText.\n")}, headers=served.boss)
    assert served.deeds(2) == [
        ("Boss", "replay", trace, "done"),
        ("Boss", "upload", sent.json()["job_id"], "done"),
    ]
    whole = client.get("/api/v1/audit?limit=200", headers=served.boss).text
    assert [word for word in (SECRET, "Rusu", "Popescu", "opora_") if word in whole] == []


def test_settings_that_were_changed_are_kept(served: Served) -> None:
    page = served.client.get("/assistants?name=counter", headers=served.boss).text
    seen = re.search(r'name="seen" value="([^"]+)"', page)
    assert seen
    said = {"assistant": "counter", "limit": "3", "seen": seen[1]}
    assert served.client.post("/assistants/save", data=said, headers=served.boss).status_code == 303
    assert served.deeds() == [("Boss", "change settings", "assistants.counter", "done")]


def test_who_was_not_allowed_is_kept(served: Served) -> None:
    client = served.client
    assert client.delete("/api/v1/sources/fees", headers=served.reader).status_code == 403
    assert client.get("/api/v1/audit", headers=served.reader).status_code == 403
    assert client.get("/api/v1/audit", headers=served.shopper).status_code == 403, "it tells of other collections"
    assert served.deeds(3) == [
        ("Ion", "refused", "DELETE /api/v1/sources/{source_id}", "refused"),
        ("Ion", "refused", "GET /api/v1/audit", "refused"),
        ("Shop boss", "refused", "GET /api/v1/audit", "refused"),
    ]


def test_coming_in_going_out_and_failing_to_come_in_are_kept(served: Served) -> None:
    guest = TestClient(served.client.app, base_url=SITE, follow_redirects=False)
    found = re.search(r'name="csrf" value="([^"]+)"', guest.get("/login").text)
    assert found
    opens = served.reader["authorization"].partition(" ")[2]
    for text, status in (("opora_guess", 401), (opens, 303)):
        assert guest.post("/login", data={"key": text, "csrf": found[1]}).status_code == status
    assert guest.post("/logout", data={"csrf": found[1]}).status_code == 303
    assert served.deeds(3) == [("", "login", "", "failed"), ("Ion", "login", "", "done"), ("Ion", "logout", "", "done")]


def test_keys_that_were_made_and_revoked_and_what_was_exported_are_kept(served: Served, tmp_path: Path) -> None:
    made = json.loads(run(served.folder, "keys", "add", "Eva", "--json"))
    run(served.folder, "keys", "revoke", made["key_id"])
    run(served.folder, "export", str(tmp_path / "bundle.zip"))
    run(served.folder, "set", "fees", "owner=Maria Popescu", "enabled=false")
    run(served.folder, "remove", "alloy", "--erase")
    assert served.deeds(5) == [
        ("local owner", "make key", made["key_id"], "done"),
        ("local owner", "revoke key", made["key_id"], "done"),
        ("local owner", "export", "all", "done"),
        ("local owner", "change source", "fees enabled=false owner", "done"),
        ("local owner", "erase", "alloy", "done"),
    ]


def test_the_record_is_read_page_by_page(served: Served) -> None:
    def page(query: str) -> Any:
        return served.client.get(f"/api/v1/audit?{query}", headers=served.boss).json()

    whole, first = page("limit=200"), page("limit=4")
    assert whole["next"] is None
    assert first["items"] == whole["items"][:4]
    assert page(f"limit=4&before={first['next']}")["items"] == whole["items"][4:8]


def test_nothing_of_it_can_be_changed_or_dropped_unseen(served: Served) -> None:
    def verified() -> list[str]:
        told = CliRunner().invoke(main, ["--library", str(served.folder), "verify", "--json"])
        return [one["where"] for one in json.loads(told.stdout)["findings"] if "deed" in one["where"]]

    run(served.folder, "keys", "add", "Ada")
    assert verified() == []
    with apsw.Connection(str(served.folder / "opora.db")) as outside:
        for statement in ("update deed set data = '{}'", "delete from deed"):
            with pytest.raises(apsw.ConstraintError, match="stays as it was written"):
                outside.execute(statement)
        outside.execute("drop trigger deed_stays")
        outside.execute("update deed set data = replace(data, 'Ion', 'Ian')")
    assert verified()
