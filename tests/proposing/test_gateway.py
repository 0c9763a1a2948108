"""Is a model reached in bounded time, size and cost, and is its key nowhere but in the request's header?"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import pytest
from model_server import KEY, KEY_ENV, Said, Served, configure, library, phrased, run, run_json, serving
from pydantic import Field
from typing_extensions import TypedDict

from opora.domain.proposal import Asked
from opora.errors import (
    ModelBudgetError,
    ModelBusyError,
    ModelError,
    ModelOutputError,
    ModelRejectedError,
    ModelTimeoutError,
    ModelUnreachableError,
)
from opora.inference.gateway import Gateway, GatewayRules
from opora.inference.spending import Budget, Day
from opora.inference.wire import Wire, WireRules

GOOD = '{"word": "yes"}'


class Shape(TypedDict):
    word: Annotated[str, Field(max_length=40)]


@pytest.fixture
def server() -> Iterator[Served]:
    with serving(lambda _: Said(GOOD)) as served:
        yield served


def gateway(server: Served, day: Day | None = None, **said: Any) -> Gateway:
    own = {"time_s": 3.0, "retries": 2, **{k: v for k, v in said.items() if k in ("time_s", "retries", "concurrency")}}
    rest = {name: value for name, value in said.items() if name not in own and name != "concurrency"}
    return Gateway(GatewayRules(WireRules(server.base_url, KEY, **own), "scripted", **rest), day)


def asked(given: object = "what", most: int = 50) -> Asked:
    return Asked("phrase", "p@1", "0" * 64, "Say yes.", json.dumps(given), Shape, most)


def test_an_answer_of_the_shape_is_given_with_what_it_took(server: Served) -> None:
    found = gateway(server).for_answer().propose(asked())
    assert (found.data, found.tokens_in, found.tokens_out, found.calls) == ({"word": "yes"}, 11, 7, 1)
    assert server.keys == [f"Bearer {KEY}"]
    assert server.requests[0]["response_format"]["json_schema"]["schema"]["required"] == ["word"]
    assert server.requests[0]["max_tokens"] == 50


def test_a_faulty_output_is_sent_back_once(server: Served) -> None:
    answers = iter([Said("yes"), Said(f"```json\n{GOOD}\n```")])
    server.script = lambda _: next(answers)
    found = gateway(server).for_answer().propose(asked())
    assert found.repaired and found.calls == 2 and found.tokens_in == 22
    server.script = lambda _: Said("yes")
    with pytest.raises(ModelOutputError) as told:
        gateway(server).for_answer().propose(asked())
    assert len(server.requests) == 4 and told.value.spent[0] == 2


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        (Said("{}", status=429), ModelBusyError),
        (Said("{}", status=500), ModelUnreachableError),
        (Said("{}", status=401), ModelRejectedError),
        (Said("{}", status=404), ModelRejectedError),
        (Said(GOOD, cut=True), ModelUnreachableError),
        (Said(body=b"x" * 2_000_000), ModelOutputError),
        (Said(body=b"x" * 2_000_000, status=500), ModelOutputError),
        (Said(body=b"\x1f\x8b", headers={"content-encoding": "gzip"}), ModelOutputError),
        (Said(body=b"[" * 100_000), ModelOutputError),
        (Said(None, message={"refusal": "no"}), ModelOutputError),
        (Said(GOOD, wait_s=0.8), ModelTimeoutError),
    ],
)
def test_every_failure_has_its_type_and_none_repeats_the_other_side(
    server: Served, said: Said, kind: type[ModelError]
) -> None:
    server.script = lambda _: said
    began = time.perf_counter()
    with pytest.raises(kind) as told:
        gateway(server, time_s=0.5, retries=0).for_answer().propose(asked())
    assert time.perf_counter() - began < 3
    assert KEY not in str(told.value) and KEY not in repr(told.value)
    assert "xxx" not in str(told.value)


def test_what_may_pass_is_tried_again_within_the_time(server: Served) -> None:
    answers = iter([Said("{}", status=503), Said("{}", status=429, headers={"retry-after": "0"}), Said(GOOD)])
    server.script = lambda _: next(answers)
    assert gateway(server).for_answer().propose(asked()).data == {"word": "yes"}
    server.script = lambda _: Said("{}", status=429, headers={"retry-after": "60"})
    began = time.perf_counter()
    with pytest.raises(ModelBusyError):
        gateway(server, time_s=1.0).for_answer().propose(asked())
    assert time.perf_counter() - began < 1.0, "a minute is not waited for"


def test_an_address_that_fails_is_left_alone_for_a_while(server: Served) -> None:
    server.script = lambda _: Said("{}", status=500)
    one = gateway(server, retries=0)
    for _ in range(5):
        with pytest.raises(ModelUnreachableError):
            one.for_answer().propose(asked())
    assert len(server.requests) == 3
    assert one.wire.trouble() is None or "lately" in str(one.wire.trouble())


def test_a_redirect_is_not_followed(server: Served) -> None:
    with serving(lambda _: Said(GOOD)) as elsewhere:
        server.script = lambda _: Said("", status=307, headers={"location": f"{elsewhere.base_url}/chat/completions"})
        with pytest.raises(ModelError):
            gateway(server, retries=0).for_answer().propose(asked())
        assert elsewhere.requests == []


def test_a_server_without_schemas_is_asked_without(server: Served) -> None:
    server.script = lambda body: Said("{}", status=400) if "response_format" in body else Said(GOOD)
    one = gateway(server)
    assert one.for_answer().propose(asked()).data == {"word": "yes"}
    assert one.for_answer().propose(asked()).data == {"word": "yes"}
    assert ["response_format" in body for body in server.requests] == [True, False, False]


def test_an_answer_has_its_budget_and_the_day_has_one_for_all(server: Served, tmp_path: Path) -> None:
    one = gateway(server, answer=Budget(calls=2)).for_answer()
    one.propose(asked())
    one.propose(asked())
    with pytest.raises(ModelBudgetError, match="2 calls of this answer"):
        one.propose(asked())
    with pytest.raises(ModelBudgetError, match="tokens of this answer"):
        gateway(server, answer=Budget(tokens=60)).for_answer().propose(asked(most=500))
    today = ["2026-12-01"]
    day = Day(tmp_path, Budget(calls=3), lambda: today[0])
    for _ in range(3):
        gateway(server, day).for_answer().propose(asked())
    with pytest.raises(ModelBudgetError, match="this day"):
        gateway(server, Day(tmp_path, Budget(calls=3), lambda: today[0])).for_answer().propose(asked())
    assert day.spent() == (3, 54)
    today[0] = "2026-12-02"
    gateway(server, day).for_answer().propose(asked())
    assert day.spent() == (1, 18)


def test_no_more_than_so_many_are_under_way(server: Served) -> None:
    under_way: list[int] = []
    now = [0]
    lock = threading.Lock()

    def slow(_: Any) -> Said:
        with lock:
            now[0] += 1
            under_way.append(now[0])
        time.sleep(0.1)
        with lock:
            now[0] -= 1
        return Said(GOOD)

    server.script = slow
    one = gateway(server, concurrency=2, time_s=5.0)
    threads = [threading.Thread(target=lambda: one.for_answer().propose(asked())) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(under_way) == 6 and max(under_way) == 2


def test_what_is_private_stays_here_and_comes_back_in_its_place(server: Served) -> None:
    private = "Card 4111 1111 1111 1111, write to anna.pop@example.com"
    server.script = lambda body: Said(json.dumps({"word": json.loads(body["messages"][1]["content"])[0][:39]}))
    found = gateway(server).for_answer().propose(asked([private]))
    assert "4111" not in server.raw[0] and "anna" not in server.raw[0] and "[private-1]" in server.raw[0]
    assert "4111 1111 1111 1111" in found.data["word"]
    gateway(server, masking="identities").for_answer().propose(asked([private]))
    assert "4111" not in server.raw[1] and "anna.pop" in server.raw[1]
    gateway(server, masking="off").for_answer().propose(asked([private]))
    assert "4111" in server.raw[2]


def test_nobody_listens() -> None:
    wire = Wire(WireRules("http://127.0.0.1:9/v1", KEY, time_s=2.0, retries=0))
    with pytest.raises(ModelUnreachableError):
        wire.fetch("chat", {"model": "m", "messages": []})
    assert wire.trouble() == "127.0.0.1 cannot be reached"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('base_url = "http://user:secret@host/v1"\nname = "m"', "without a key"),
        ('base_url = "file:///etc/passwd"\nname = "m"', "address"),
        ('base_url = "http://host/v1"', "model.name is missing"),
        ('base_url = "http://host/v1"\nname = "m"\nkey = "sk-1"', "unknown key model.key"),
        ('base_url = "http://host/v1"\nname = "m"\ntime_s = 0', "out of bounds"),
    ],
)
def test_settings_that_cannot_be_are_refused(tmp_path: Path, line: str, told: str) -> None:
    place = library(tmp_path, {})
    (place / "opora.toml").write_text(f"[model]\n{line}\n", encoding="utf-8")
    code, _ = run(place, "ask", "What?")
    assert code == 3
    assert told in run(place, "ask", "What?", "--json")[1]


def test_the_key_is_in_no_file_no_error_no_reply_and_no_log(
    server: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(1)
    monkeypatch.setenv(KEY_ENV, KEY)
    place = library(tmp_path, {"a.md": "# Fees\n\nThe annual fee is 300 lei.\n"}, server.base_url, "time_s = 1.0\n")
    outputs: list[str] = []
    scripts = [
        phrased,
        lambda _: Said(f"Incorrect API key provided: {KEY}", status=401),
        lambda _: Said(status=500, body=KEY.encode()),
        lambda _: Said(KEY),
    ]
    for script in scripts:
        server.script = script
        reply = run_json(place, "ask", "What is the annual fee?", "--at", "2026-10-23")
        outputs += [json.dumps(reply), run(place, "trace", reply["trace_id"], "--json")[1]]
        outputs += [run(place, "replay", reply["trace_id"], "--json")[1]]
    outputs += [
        run(place, "doctor")[1],
        run(place, "settings", "--json")[1],
        run(place, "export", str(tmp_path / "b"))[1],
    ]
    assert server.keys and all(key == f"Bearer {KEY}" for key in server.keys)
    assert all(KEY not in one for one in outputs)
    assert KEY not in caplog.text
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert len(files) > 5
    assert [file for file in files if KEY.encode() in file.read_bytes()] == []


def test_the_doctor_says_whether_it_answers(server: Served, tmp_path: Path) -> None:
    place = library(tmp_path, {})
    assert "language" not in run(place, "doctor")[1]
    configure(place, server.base_url)
    server.script = lambda _: Said('{"opora": "seventeen"}')
    assert "keeps to a JSON schema" in run(place, "doctor")[1]
    server.script = lambda _: Said("Hello!")
    assert "does not keep to a JSON schema" in run(place, "doctor")[1]
    configure(place, "http://127.0.0.1:9/v1", "retries = 0\n")
    assert "cannot be reached" in run(place, "doctor")[1]
