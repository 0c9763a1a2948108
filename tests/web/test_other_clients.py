"""Do the clients that others use get the very reply that ``opora ask`` gives?"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import httpx
import openai
import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from served_library import DAY, key, make_library, run, serving

pytestmark = pytest.mark.slow
QUESTION = "What is the parcel fee for Cluj?"
_OF_THE_ASKING = ("trace_id", "took_ms")


@pytest.fixture
def client(served: tuple[Path, str]) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(base_url=f"{served[1]}/v1", api_key="none", max_retries=0) as client:
        yield client


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    folder = make_library(tmp_path_factory.mktemp("clients"))
    with serving(folder) as (address, _):
        yield folder, address


def told(folder: Path, question: str, *options: str) -> dict[str, Any]:
    """What the command line says."""
    return bare(json.loads(run(folder, "ask", question, "--at", DAY, *options, "--json")))


def bare(body: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in body.items() if name not in _OF_THE_ASKING}


def extra(thing: Any, name: str) -> Any:
    return (thing.model_extra or {})[name]


def held_by(annotations: list[dict[str, Any]], text: str, body: dict[str, Any]) -> None:
    """Each citation of the reply is an annotation whose marker stands where it says."""
    assert [one["anchor"] for one in annotations] == [claim["citation"]["anchor"] for claim in body["claims"]]
    for one, claim in zip(annotations, body["claims"], strict=True):
        cited = claim["citation"]
        assert one["quote"] == cited["quote"]
        assert one["version_id"] == cited["version_id"]
        assert text[one["start_index"] : one["end_index"]] == f"[{cited['number']}]"
        assert one["url_citation"]["url"] == one["url"]
        assert "/open/" in one["url"]


def test_the_openai_client_gets_the_checked_reply_with_its_citations(
    served: tuple[Path, str], client: openai.OpenAI
) -> None:
    folder, _ = served
    assert {model.id for model in client.models.list()} == {"default", "counter", "deep"}
    expected = told(folder, QUESTION)
    done = client.chat.completions.create(
        model="default", messages=[{"role": "user", "content": QUESTION}], extra_body={"at": DAY}, temperature=0.2
    )
    message = done.choices[0].message
    assert message.content == expected["text"]
    assert bare(extra(done, "opora")) == expected
    assert message.annotations
    held_by([one.model_dump() for one in message.annotations], message.content or "", expected)


def test_a_stream_brings_the_citations_in_its_last_chunk(served: tuple[Path, str], client: openai.OpenAI) -> None:
    folder, _ = served
    chunks = list(
        client.chat.completions.create(
            model="opora", messages=[{"role": "user", "content": QUESTION}], extra_body={"at": DAY}, stream=True
        )
    )
    text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks)
    expected = told(folder, QUESTION)
    assert text == expected["text"]
    assert chunks[-1].choices[0].finish_reason == "stop"
    held_by(extra(chunks[-1].choices[0].delta, "annotations"), text, expected)


def test_earlier_messages_are_the_history_and_the_model_is_the_assistant(client: openai.OpenAI) -> None:
    talk: Any = [
        {"role": "system", "content": "You are a pirate."},
        {"role": "user", "content": QUESTION},
        {"role": "assistant", "content": "17 lei"},
        {"role": "user", "content": [{"type": "text", "text": "And the pallet fee?"}]},
    ]
    done = client.chat.completions.create(model="counter", messages=talk, extra_body={"at": DAY})
    assert "90 lei" in (done.choices[0].message.content or "")
    hidden = client.chat.completions.create(
        model="counter", messages=[{"role": "user", "content": "What is the zirconium fee?"}], extra_body={"at": DAY}
    )
    assert "4017" not in (hidden.choices[0].message.content or "")
    with pytest.raises(openai.NotFoundError):
        client.chat.completions.create(model="none", messages=[{"role": "user", "content": QUESTION}])
    with pytest.raises(openai.BadRequestError):
        client.chat.completions.create(model="default", messages=[{"role": "system", "content": "Hi"}])


async def _tools(client: Client) -> dict[str, Any]:
    """What the four tools give."""
    async with client:
        offered = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert set(offered) == {"search", "ask", "open", "list"}
        assert all(tool.annotations and tool.annotations.read_only_hint for tool in offered.values())
        found: dict[str, Any] = {}
        asked = {"question": QUESTION, "at": DAY}
        found["ask"] = (await client.call_tool("ask", asked)).structured_content
        anchor = found["ask"]["claims"][0]["citation"]["anchor"]
        found["open"] = (await client.call_tool("open", {"anchor": anchor})).structured_content
        found["search"] = (await client.call_tool("search", {"query": "parcel fee", "at": DAY})).structured_content
        found["list"] = (await client.call_tool("list", {})).structured_content
        missing = await client.call_tool("open", {"anchor": "none@1:para1"})
        assert missing.is_error
        return found


def _as_told(found: dict[str, Any], folder: Path) -> None:
    assert bare(found["ask"]) == told(folder, QUESTION)
    assert found["open"]["quote"] == found["ask"]["claims"][0]["citation"]["quote"]
    assert found["search"]["hits"][0]["source_id"] == "fees"
    assert {one["source_id"] for one in found["list"]["sources"]} == {"fees", "returns", "alloy", "staff"}


def test_an_mcp_client_gets_the_checked_reply_over_http(served: tuple[Path, str]) -> None:
    folder, address = served
    _as_told(anyio.run(_tools, Client(f"{address}/mcp")), folder)


def test_an_mcp_client_gets_the_checked_reply_over_stdio(served: tuple[Path, str]) -> None:
    folder, _ = served
    program = ["-c", "from opora.cli import main; main()", "--library", str(folder), "mcp"]
    server = StdioServerParameters(command=sys.executable, args=program, env=dict(os.environ))
    _as_told(anyio.run(_tools, Client(stdio_client(server))), folder)


def test_stages_are_told_before_the_reply_and_nothing_of_what_they_make(served: tuple[Path, str]) -> None:
    folder, address = served
    with httpx.stream("POST", f"{address}/api/v1/ask?stream", json={"question": QUESTION, "at": DAY}) as response:
        events = [part.split("\ndata: ") for part in response.read().decode().split("\n\n") if part]
    names = [json.loads(data)["name"] for event, data in events[:-1] if event == "event: stage"]
    assert names == ["normalise", "require", "plan", "retrieve", "explain", "ground", "compose"]
    assert events[-1][0] == "event: reply"
    assert bare(json.loads(events[-1][1])) == told(folder, QUESTION)


def test_another_address_without_keys_is_refused_and_a_taken_port_is_told(
    served: tuple[Path, str], tmp_path: Path
) -> None:
    from click.testing import CliRunner

    from opora.cli import main

    folder, address = served
    open_to_all = CliRunner().invoke(main, ["--library", str(folder), "serve", "--host", "0.0.0.0", "--json"])
    assert open_to_all.exit_code == 2
    assert "keys add" in json.loads(open_to_all.stdout)["error"]["hint"]
    port = address.rpartition(":")[2]
    taken = CliRunner().invoke(main, ["--library", str(folder), "serve", "--port", port, "--json"])
    assert (taken.exit_code, json.loads(taken.stdout)["error"]["code"]) == (4, "backend_unreachable")


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_server_that_is_told_to_stop_ends_well(tmp_path: Path, how: signal.Signals, workers: str) -> None:
    folder = make_library(tmp_path)
    with serving(folder, "--workers", workers) as (address, server):
        assert httpx.get(f"{address}/healthz").status_code == 200
        server.send_signal(how)
        assert server.wait(30) == 0


def test_a_key_that_was_made_is_asked_for_at_once_and_opens_until_it_is_revoked(tmp_path: Path) -> None:
    folder = make_library(tmp_path)
    with serving(folder) as (address, _):
        assert httpx.get(f"{address}/api/v1/sources").status_code == 200
        mine = key(folder, "Maria", "--role", "admin")
        bearer = {"authorization": f"Bearer {mine}"}
        assert httpx.get(f"{address}/api/v1/sources").status_code == 401
        assert httpx.get(f"{address}/api/v1/sources", headers=bearer).status_code == 200
        run(folder, "keys", "revoke", "Maria")
        assert httpx.get(f"{address}/api/v1/sources", headers=bearer).status_code == 401
        assert httpx.get(f"{address}/api/v1/sources").status_code == 401
        assert mine not in (folder / "keys.json").read_text("utf-8")
