"""Does knowledge grow through people? From a question nobody's document answers to its answer, with real servers."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient
from served_library import DAY, key, make_library, run, serving

from opora.errors import ForbiddenAddressError, OporaError
from opora.review.notify import Ways, tell_digest
from opora.review.signed import SignatureError, checked, signed
from opora.store.sqlite import SqliteLibrary
from opora.web.app import build_app

SECRET = "a secret of both sides"
QUESTION = "May I bring my dog to the shop?"
OTHER = "On which day can dogs be brought to the shop?"
ANSWER = "Dogs may be brought to the shop on Fridays."


class Receiver:
    """A program on this machine that hears of new questions, as a mail gateway or a bot would."""

    def __init__(self) -> None:
        self.heard: list[tuple[dict[str, str], bytes]] = []
        heard = self.heard

        class Hears(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                heard.append(({name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                return None

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Hears)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/heard"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def next(self) -> tuple[dict[str, str], bytes]:
        for _ in range(300):
            if self.heard:
                return self.heard.pop(0)
            time.sleep(0.1)
        raise AssertionError("nothing was heard")


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    found = Receiver()
    yield found
    found.server.shutdown()
    found.server.server_close()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, receiver: Receiver) -> Path:
    monkeypatch.setenv("REPLY_SECRET", SECRET)
    monkeypatch.setenv("TOLD_SECRET", SECRET[::-1])
    place = make_library(tmp_path)
    settings = place / "opora.toml"
    said = (
        f'[gaps]\nreply_secret_env = "REPLY_SECRET"\nnotify_url = "{receiver.url}"\nnotify_secret_env = "TOLD_SECRET"\n'
    )
    said += 'allowed = ["127.0.0.1"]\npage = "https://opora.example"\ncollection = "shop"\n\n'
    settings.write_text(said + settings.read_text("utf-8"), encoding="utf-8")
    return place


def delivery(gap_id: str, text: str = ANSWER, name: str = "delivery-0001", at: int | None = None, **more: Any) -> Any:
    body = json.dumps({"gap_id": gap_id, "text": text, "by": "M. Ivanova", **more}).encode()
    return body, signed(SECRET, int(time.time()) if at is None else at, name, body)


@pytest.mark.slow
def test_a_question_is_told_answered_by_a_signed_reply_and_cited_in_other_words(
    folder: Path, receiver: Receiver
) -> None:
    with serving(folder) as (address, _):

        def ask(text: str) -> Any:
            return httpx.post(f"{address}/api/v1/ask", json={"question": text, "at": DAY}, timeout=60).json()

        first = ask(QUESTION)
        assert first["action"] == "abstain" and first["gap_id"]
        headers, told = receiver.next()
        checked(SECRET[::-1], headers, told, int(time.time()), 300)
        (item,) = json.loads(told)["items"]
        assert item["gap_id"] == first["gap_id"] and item["part"] == QUESTION.rstrip("?")
        assert item["page"] == f"https://opora.example/gaps/{first['gap_id']}"
        body, signature = delivery(item["gap_id"], aliases=[item["part"]])
        taken = httpx.post(f"{address}/hooks/gaps", content=body, headers=signature, timeout=60)
        assert taken.json() == {"gap_id": first["gap_id"], "state": "approved", "changed": True}, taken.text
        for text in (QUESTION, OTHER):
            reply = ask(text)
            cited = reply["claims"][0]["citation"]
            assert cited["quote"] == ANSWER and cited["label"].startswith("approved answer of M. Ivanova, ")
            assert reply["gap_id"] is None
            opened = httpx.get(f"{address}/api/v1/show/{cited['anchor']}", timeout=60).json()
            assert opened["quote"] == ANSWER
        again = httpx.post(f"{address}/hooks/gaps", content=body, headers=signature, timeout=60).json()
        assert again == {"gap_id": first["gap_id"], "state": "repeated", "changed": False}
        time.sleep(3)
        assert receiver.heard == []  # everybody was told once


@pytest.mark.slow
def test_the_whole_loop_through_the_page(folder: Path, receiver: Receiver) -> None:
    """Asked on the page, told, linked on the page, answered by a signed delivery, cited on the page in other words."""
    with serving(folder) as (address, _), httpx.Client(base_url=address, timeout=60, follow_redirects=True) as person:
        token = re.search(r'name="csrf" value="([^"]+)"', person.get("/").text)
        assert token

        def ask(text: str) -> str:
            return person.post("/ask", data={"csrf": token[1], "question": text, "at": DAY}).text

        assert ANSWER not in ask(QUESTION)
        (first,) = json.loads(receiver.next()[1])["items"]
        ask("Are dogs allowed in the shop?")
        (second,) = json.loads(receiver.next()[1])["items"]
        waiting = person.get("/gaps").text
        assert first["gap_id"] in waiting and second["gap_id"] in waiting
        form = {"csrf": token[1], "move": "link", "of": first["gap_id"]}
        assert "Is a duplicate of" in person.post(f"/gaps/{second['gap_id']}", data=form).text
        body, good = delivery(first["gap_id"], aliases=[first["part"], second["part"]])
        stale = delivery(first["gap_id"], at=int(time.time()) - 900)
        for content, headers in ((body, good | {"x-opora-delivery": "delivery-0002"}), stale):
            assert person.post("/hooks/gaps", content=content, headers=headers).status_code == 401
        assert qa_sources(folder) == 0
        with ThreadPoolExecutor(4) as pool:
            send = lambda _: httpx.post(f"{address}/hooks/gaps", content=body, headers=good, timeout=60).json()  # noqa: E731
            assert sum(one["changed"] for one in pool.map(send, range(4))) == 1
        for text in (OTHER, "Are dogs allowed in the shop?"):
            page = ask(text)
            assert ANSWER in page and "approved answer of M. Ivanova" in page
        assert qa_sources(folder) == 1
        assert first["gap_id"] not in person.get("/gaps").text


@pytest.fixture
def client(folder: Path) -> Iterator[TestClient]:
    with TestClient(build_app(folder), base_url="http://127.0.0.1") as found:
        yield found


def asked(client: TestClient, text: str = QUESTION, **more: str) -> str:
    found = client.post("/api/v1/ask", json={"question": text, "at": DAY} | more).json()["gap_id"]
    assert found
    return str(found)


def qa_sources(folder: Path) -> int:
    store = SqliteLibrary.open(folder, read_only=True)
    try:
        return sum(one.type == "qa" for one in store.sources())
    finally:
        store.close()


def test_forged_stale_and_misshapen_deliveries_change_nothing(client: TestClient, folder: Path) -> None:
    gap_id, now = asked(client), int(time.time())
    body, good = delivery(gap_id)
    bad: list[tuple[bytes, dict[str, str]]] = [
        (body.replace(b"Fridays", b"Mondays"), good),
        (body, good | {"x-opora-signature": good["x-opora-signature"][:-1] + "0"}),
        (body, good | {"x-opora-signature": ""}),
        (body, good | {"x-opora-timestamp": str(now + 1)}),
        (body, good | {"x-opora-delivery": "delivery-0002"}),
        (body, {}),
        (body, signed("another secret of nobody", now, "delivery-0003", body)),
        delivery(gap_id, at=now - 301),
        delivery(gap_id, at=now + 302),
        delivery(gap_id, name="short"),
    ]
    for content, headers in bad:
        answer = client.post("/hooks/gaps", content=content, headers=headers)
        assert (answer.status_code, answer.json()["error"]["code"]) == (401, "signature"), headers
    content = b'{"gap_id": 7}'
    assert (
        client.post("/hooks/gaps", content=content, headers=signed(SECRET, now, "delivery-7", content)).status_code
        == 400
    )
    assert qa_sources(folder) == 0
    assert client.get(f"/api/v1/gaps/{gap_id}").json()["items"][0]["state"] == "pending"


def test_a_delivery_is_taken_once_even_after_its_answer_was_withdrawn(client: TestClient, folder: Path) -> None:
    gap_id = asked(client)
    body, headers = delivery(gap_id)
    with ThreadPoolExecutor(10) as pool:
        send = lambda _: client.post("/hooks/gaps", content=body, headers=headers).json()  # noqa: E731
        told = list(pool.map(send, range(10)))
    assert sum(one["changed"] for one in told) == 1 and qa_sources(folder) == 1
    assert (
        client.post(f"/api/v1/gaps/{gap_id}/withdraw", json={"note": "wrong"}).json()["items"][0]["state"] == "pending"
    )
    again = client.post("/hooks/gaps", content=body, headers=headers).json()
    assert again["state"] == "repeated"
    assert client.get(f"/api/v1/gaps/{gap_id}").json()["items"][0]["state"] == "pending"


def test_what_tells_of_a_person_is_not_published_by_a_delivery(client: TestClient, folder: Path) -> None:
    body, headers = delivery(asked(client), "Ask olga@example.org.")
    answer = client.post("/hooks/gaps", content=body, headers=headers)
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "personal_data") and qa_sources(folder) == 0


def test_without_a_secret_nothing_is_signed(monkeypatch: pytest.MonkeyPatch, client: TestClient, folder: Path) -> None:
    gap_id = asked(client)
    for secret in ("", "short"):
        monkeypatch.setenv("REPLY_SECRET", secret)
        body = json.dumps({"gap_id": gap_id, "text": ANSWER, "by": "X"}).encode()
        headers = signed(secret, int(time.time()), "delivery-0009", body)
        assert client.post("/hooks/gaps", content=body, headers=headers).status_code == 401
    with pytest.raises(SignatureError):
        checked("", {}, b"", 0, 300)


def test_the_moves_over_rest_and_what_they_leave_in_the_record(client: TestClient) -> None:
    one, two = asked(client), asked(client, "Are dogs allowed in the shop?")
    assert {row["gap_id"] for row in client.get("/api/v1/gaps?state=pending").json()["items"]} == {one, two}
    assert client.post(f"/api/v1/gaps/{two}/duplicate", json={"of": one}).json()["items"][0]["first"] == one
    shown = client.post(f"/api/v1/gaps/{one}/preview", json={"text": "Ask Maria Petrova."}).json()
    assert shown["personal"] and set(shown["wordings"]) == {QUESTION.rstrip("?"), "Are dogs allowed in the shop"}
    answer = {"text": ANSWER, "aliases": shown["wordings"]}
    assert client.post(f"/api/v1/gaps/{one}/answer", json=answer).json()["changed"] is True
    assert client.post(f"/api/v1/gaps/{one}/answer", json=answer).json()["changed"] is False
    assert client.post(f"/api/v1/gaps/{one}/ignore", json={}).status_code == 409
    deeds = [(deed["what"], deed["outcome"]) for deed in client.get("/api/v1/audit").json()["items"]]
    assert deeds == [("ignore gap", "failed"), ("approve gap", "done"), ("link gap", "done")]


def test_an_approver_of_one_collection_neither_sees_nor_answers_for_another(client: TestClient, folder: Path) -> None:
    hidden, open_ = asked(client, collection="vault"), asked(client, collection="shop")
    shop = {"authorization": f"Bearer {key(folder, 'Ana', '--role', 'approver', '--collection', 'shop')}"}
    reader = {"authorization": f"Bearer {key(folder, 'Ion', '--role', 'reader', '--collection', 'shop')}"}
    seen = client.get("/api/v1/gaps", headers=shop).json()["items"]
    assert [row["gap_id"] for row in seen] == [open_] and hidden not in json.dumps(seen)
    assert client.post(f"/api/v1/gaps/{hidden}/answer", json={"text": ANSWER}, headers=shop).status_code == 404
    elsewhere = {"text": ANSWER, "collection": "vault"}
    assert client.post(f"/api/v1/gaps/{open_}/answer", json=elsewhere, headers=shop).status_code == 404
    assert client.get("/api/v1/gaps", headers=reader).status_code == 403
    done = client.post(f"/api/v1/gaps/{open_}/answer", json={"text": ANSWER}, headers=shop).json()["items"][0]
    assert (done["answer"]["author"], done["answer"]["collection"]) == ("Ana", "shop")


def test_people_are_told_of_each_question_once_and_never_at_an_inner_address(
    client: TestClient, folder: Path, receiver: Receiver
) -> None:
    asked(client)
    first = json.loads(run(folder, "gaps", "notify", "--json"))["told"]
    heard = receiver.next()[1]  # by the command or by the server, whichever was first
    assert first in (0, 1) and len(json.loads(heard)["items"]) == 1
    assert json.loads(run(folder, "gaps", "notify", "--json"))["told"] == 0 and receiver.heard == []
    assert "1 question(s) wait" in run(folder, "gaps", "digest", "--send")
    assert json.loads(receiver.next()[1])["event"] == "digest"
    with pytest.raises(OporaError) as told:
        tell_digest("x", (), Ways(receiver.url, SECRET), 0, "delivery-0001")
    assert isinstance(told.value, OporaError) and "not a public address" in told.value.message
    assert receiver.heard == [] and issubclass(ForbiddenAddressError, OporaError)


def test_the_page_shows_the_answer_as_it_will_be_cited_before_it_is_published(client: TestClient, folder: Path) -> None:
    gap_id = asked(client)
    page = client.get(f"/gaps/{gap_id}").text
    assert QUESTION.rstrip("?") in page and f"/gaps/{gap_id}" in client.get("/gaps").text
    found = re.search(r'name="csrf" value="([^"]+)"', page)
    assert found
    form = {"csrf": found[1], "text": ANSWER + " Ask Maria Petrova.", "aliases": QUESTION.rstrip("?")}

    def send(move: str, **more: str) -> str:
        return client.post(f"/gaps/{gap_id}", data={**form, "move": move, **more}).text

    assert "approved answer of local owner" in send("preview") and qa_sources(folder) == 0
    assert 'name="confirmed" value="Ask Maria Petrova"' in send("answer") and qa_sources(folder) == 0
    done = send("answer", confirmed="Ask Maria Petrova")
    assert "Withdraw the answer" in done and qa_sources(folder) == 1
    reply = client.post("/api/v1/ask", json={"question": QUESTION, "at": DAY}).json()
    assert reply["claims"][0]["citation"]["label"].startswith("approved answer of local owner")
    assert (
        "Publish" not in send("withdraw")
        and client.post(f"/gaps/{gap_id}", data=form | {"move": "x"}).status_code == 400
    )
    assert client.get(f"/gaps/{gap_id}?lang=ru").text.count("Ответ не нужен") == 1
    without = {name: value for name, value in form.items() if name != "csrf"}
    headers = {"origin": "http://elsewhere.example"}
    assert client.post(f"/gaps/{gap_id}", data=without | {"move": "ignore"}, headers=headers).status_code == 403


def test_the_page_says_who_is_responsible_where_it_is_said_and_which_document_is_to_be_mended(
    client: TestClient, folder: Path
) -> None:
    gap_id, other = (
        asked(client, collection="shop"),
        asked(client, "Who guards the vault at night?", collection="vault"),
    )
    found = re.search(r'name="csrf" value="([^"]+)"', client.get(f"/gaps/{gap_id}").text)
    assert found

    def send(move: str, **more: str) -> str:
        return client.post(f"/gaps/{gap_id}", data={"csrf": found[1], "move": move, **more}).text

    assert "Front office" in send("assign", owner=" Front   office ")
    assert client.get(f"/api/v1/gaps/{gap_id}").json()["items"][0]["owner"] == "Front office"
    all_, shop = (client.get(f"/gaps{tail}").text for tail in ("", "?collection=shop"))
    assert gap_id in all_ and other in all_
    assert gap_id in shop and other not in shop and '<option value="shop" selected>' in shop
    told = client.get("/api/v1/gaps", params={"collection": "vault"}).json()["items"]
    assert [one["gap_id"] for one in told] == [other]
    near = client.get(f"/api/v1/gaps/{gap_id}").json()["items"][0]["nearest"]
    target = near[0]["anchor"] if near else next(one["source_id"] for one in client.get("/api/v1/sources").json())
    assert client.post(f"/api/v1/gaps/{gap_id}/alias", json={"to": target}).json()["alias"]["added"] is True
    send("alias", to=target)
    assert "There is no such thing here" in send("alias", to="nowhere@v1:p1")
    send("preview", text=ANSWER, mends=target)
    send("answer", text=ANSWER, mends=target)
    answer = client.get(f"/api/v1/gaps/{gap_id}").json()["items"][0]["answer"]
    assert answer["mends"] == target and target in client.get(f"/gaps/{gap_id}").text
    deeds = {(deed["what"], deed["outcome"]) for deed in client.get("/api/v1/audit").json()["items"]}
    assert {("assign gap", "done"), ("add alias", "done"), ("add alias", "failed")} <= deeds


def test_the_words_of_an_approver_lead_to_no_place_of_another_collection(client: TestClient, folder: Path) -> None:
    gap_id, sources = asked(client, collection="shop"), client.get("/api/v1/sources").json()
    shop = {"authorization": f"Bearer {key(folder, 'Ana', '--role', 'approver', '--collection', 'shop')}"}
    hidden = next(one["source_id"] for one in sources if one["collection"] == "vault")
    refused = client.post(f"/api/v1/gaps/{gap_id}/alias", json={"to": hidden}, headers=shop)
    nowhere = client.post(f"/api/v1/gaps/{gap_id}/alias", json={"to": "no-such-source"}, headers=shop)
    assert (refused.status_code, refused.json()) == (nowhere.status_code, nowhere.json())
    assert refused.status_code == 404
