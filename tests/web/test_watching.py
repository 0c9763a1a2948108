"""What does whoever watches over the server see: lines, spans, figures? And is anybody's text in it?"""

from __future__ import annotations

import importlib.util
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from fastapi.testclient import TestClient
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode
from served_library import DAY, key, make_library

from opora.cli import main
from opora.web.app import AppRules, build_app
from opora.web.lines import FIELDS

SITE = "http://127.0.0.1"
QUESTION = "What is the parcel fee for Cluj?"
WORDS = ("parcel", "Cluj", "17 lei", "Unused")
STAGES = ["normalise", "require", "plan", "retrieve", "explain", "ground", "compose"]
X6 = (
    *("requirements_extracted", "requirements_total", "requirements_covered", "requirements_uncovered"),
    *("coverage_status", "answer_grounding_status", "reply_semantic_type", "why_included_summary"),
    *("selection_reason_summary", "route_subject_match", "clarification_target", "dropped_intent_segments"),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_library(tmp_path_factory.mktemp("watching"))


@pytest.fixture
def exporter() -> InMemorySpanExporter:
    return InMemorySpanExporter()


@pytest.fixture
def client(folder: Path, exporter: InMemorySpanExporter) -> Iterator[TestClient]:
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    with TestClient(build_app(folder, AppRules(provider=provider)), base_url=SITE) as client:
        yield client


def ask(client: TestClient, question: str = QUESTION, **more: Any) -> Any:
    reply = client.post("/api/v1/ask", json={"question": question, "at": DAY}, **more)
    assert reply.status_code == 200
    return reply.json()


def lines(caplog: pytest.LogCaptureFixture, event: str) -> list[dict[str, Any]]:
    told = [record.msg for record in caplog.records if record.name == "opora.web.lines"]
    return [one for one in told if isinstance(one, dict) and one["event"] == event]


def test_a_reply_writes_the_fields_a_log_is_searched_by_and_nobody_s_words(
    client: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    assert FIELDS == X6
    with caplog.at_level(logging.INFO, "opora.web.lines"):
        reply = ask(client)
    [line] = lines(caplog, "reply")
    assert set(X6) <= set(line)
    assert (line["trace_id"], line["channel"], line["action"]) == (reply["trace_id"], "api", "answer")
    assert (line["requirements_total"], line["requirements_covered"], line["coverage_status"]) == (1, 1, "full")
    assert (line["answer_grounding_status"], line["reply_semantic_type"]) == ("passed", "factual")
    assert line["requirements_extracted"] == 1
    assert [word for word in WORDS if word in json.dumps(line)] == []


def test_the_whole_line_has_the_words_too_when_the_settings_say_so(
    folder: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    import shutil

    own = tmp_path / "lib"
    shutil.copytree(folder, own)
    with (own / "opora.toml").open("a", encoding="utf-8") as settings:
        settings.write('\n[serving]\nlog = "full"\n')
    with TestClient(build_app(own), base_url=SITE) as client, caplog.at_level(logging.INFO, "opora.web.lines"):
        ask(client)
    [line] = lines(caplog, "reply")
    assert line["question"] == QUESTION
    assert len(line["requirements_extracted"]) == 1
    assert "parcel" in line["requirements_extracted"][0]


def test_a_request_writes_its_route_and_never_its_address(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "opora.web.lines"):
        client.get("/api/v1/sources/fees?text=Cluj")
        client.get("/?q=parcel")
        client.get("/healthz")
    told = [(one["method"], one["route"], one["status"]) for one in lines(caplog, "request")]
    assert told == [("GET", "/api/v1/sources/{source_id}", 200), ("GET", "/", 200)]
    assert [word for word in (*WORDS, "fees") if word in json.dumps(lines(caplog, "request"))] == []


def test_a_question_is_one_trace_of_request_assistant_and_stages(
    client: TestClient, exporter: InMemorySpanExporter
) -> None:
    reply = ask(client)
    spans = {span.name: span for span in exporter.get_finished_spans()}
    request, agent = spans["POST /api/v1/ask"], spans["invoke_agent default"]
    assert request.kind is SpanKind.SERVER
    assert agent.parent is not None and agent.parent.span_id == request.context.span_id
    told = dict(agent.attributes or {})
    assert told["gen_ai.operation.name"] == "invoke_agent"
    assert (told["gen_ai.provider.name"], told["gen_ai.agent.name"]) == ("opora", "default")
    assert told["gen_ai.response.id"] == reply["trace_id"]
    assert (told["opora.channel"], told["opora.action"], told["opora.coverage_status"]) == ("api", "answer", "full")
    stages = [span for span in exporter.get_finished_spans() if "opora.stage" in (span.attributes or {})]
    assert [span.attributes["opora.stage"] for span in stages if span.attributes] == STAGES
    assert {span.parent.span_id for span in stages if span.parent} == {agent.context.span_id}
    assert all(span.end_time is not None and span.end_time <= (agent.end_time or 0) for span in stages)
    assert dict(spans["retrieval opora"].attributes or {})["gen_ai.operation.name"] == "retrieval"
    whole = " ".join(span.to_json() for span in exporter.get_finished_spans())
    assert [word for word in WORDS if word in whole] == []


def test_the_trace_of_who_calls_goes_on(client: TestClient, exporter: InMemorySpanExporter) -> None:
    theirs = f"{0xABCDEF:032x}"
    with client.stream(
        "POST",
        "/api/v1/ask?stream=1",
        json={"question": QUESTION, "at": DAY},
        headers={"traceparent": f"00-{theirs}-{7:016x}-01"},
    ) as told:
        assert "event: reply" in told.read().decode()
    found = exporter.get_finished_spans()
    assert len(found) == len(STAGES) + 2
    assert {f"{span.context.trace_id:032x}" for span in found} == {theirs}


def test_a_question_that_cannot_be_answered_is_marked(client: TestClient, exporter: InMemorySpanExporter) -> None:
    told = client.post("/api/v1/search", json={"query": "fee", "mode": "semantic"})
    assert told.status_code == 424
    missing = client.post("/api/v1/ask", json={"question": "And?", "after": "Cluj"})
    assert missing.status_code == 404
    whole = exporter.get_finished_spans()
    assert [dict(span.attributes or {})["http.response.status_code"] for span in whole] == [424, 404]
    assert [span.status.status_code for span in whole] == [StatusCode.UNSET] * 2
    assert "Cluj" not in "".join(span.to_json() for span in whole)


def test_without_the_settings_nothing_is_traced(folder: Path) -> None:
    with TestClient(build_app(folder), base_url=SITE) as client:
        ask(client)
        app: Any = client.app
        assert app.state.desk.spans._tracer is None


def test_telemetry_without_its_packages_is_told_before_anything_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = make_library(tmp_path)
    with (folder / "opora.toml").open("a", encoding="utf-8") as settings:
        settings.write("\n[serving]\ntelemetry = true\n")
    monkeypatch.setattr(importlib.util, "find_spec", lambda *_: None)
    told = CliRunner().invoke(main, ["--library", str(folder), "serve", "--port", "0", "--json"])
    assert told.exit_code == 2
    assert "opora[otel]" in json.loads(told.stdout)["error"]["hint"]


def test_the_figures_count_what_was_asked_and_name_nobody(client: TestClient) -> None:
    ask(client)
    client.get("/api/v1/sources/nosuch")
    told = client.get("/metrics")
    assert told.headers["content-type"].startswith("text/plain")
    assert 'opora_replies_total{action="answer",door="api",type="factual"} 1.0' in told.text
    assert 'opora_http_requests_total{method="GET",route="/api/v1/sources/{source_id}",status="404"} 1.0' in told.text
    assert 'opora_stage_seconds_count{stage="retrieve"} 1.0' in told.text
    assert [word for word in (*WORDS, "nosuch") if word in told.text] == []


def test_who_watches_is_told_whether_it_lives_and_can_answer(tmp_path: Path) -> None:
    folder = make_library(tmp_path)
    key(folder, "Boss", "--role", "admin")
    with TestClient(build_app(folder), base_url=SITE, raise_server_exceptions=False) as client:
        assert client.get("/healthz").text == "ok\n"
        assert client.get("/readyz").json()["ready"] is True
        assert client.get("/metrics").status_code == 401, "figures are for whoever has a key"
        (folder / "opora.db").write_bytes(b"no database at all" * 300)
        app: Any = client.app
        app.state.desk._store._own.__dict__.clear()
        assert client.get("/healthz").status_code == 200
        assert client.get("/readyz").status_code >= 500
