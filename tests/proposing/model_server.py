"""A language model that says what a test wants it to say: a real HTTP server in this process, speaking the chat protocol."""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from opora.cli import main

KEY = "sk-THE-SECRET-KEY-4711"
KEY_ENV = "OPORA_TEST_MODEL_KEY"
DAY = "2026-10-23"


@dataclass
class Said:
    """What is sent back. ``content``: of the message; ``body``: the whole body instead; ``wait_s`` before it."""

    content: str | None = None
    status: int = 200
    body: bytes | None = None
    wait_s: float = 0.0
    message: dict[str, Any] = field(default_factory=dict)
    finish: str = "stop"
    headers: dict[str, str] = field(default_factory=dict)
    cut: bool = False

    def data(self) -> bytes:
        if self.body is not None:
            return self.body
        message = {"role": "assistant", "content": self.content, **self.message}
        told = {
            "id": "1",
            "object": "chat.completion",
            "choices": [{"index": 0, "message": message, "finish_reason": self.finish}],
            "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18},
        }
        return json.dumps(told).encode()


Script = Callable[[dict[str, Any]], Said]


DIM = 64


def vector(model: str, text: str) -> list[float]:
    """The same direction for the same text of a model; texts that share words point about one way."""
    rows = [hashlib.sha512(f"{model} {word}".encode()).digest()[:DIM] for word in re.findall(r"\w+", text.casefold())]
    return [sum(row[at] - 127.5 for row in rows) + 0.5 for at in range(DIM)]


def embedded(body: dict[str, Any]) -> bytes:
    """The answer of an embedding model; its vectors are not of unit length, and come in another order."""
    data = [{"index": n, "embedding": vector(body["model"], text)} for n, text in enumerate(body["input"])]
    return json.dumps({"object": "list", "data": data[::-1], "model": body["model"]}).encode()


@dataclass
class Served:
    """``requests``: bodies as they came; ``keys``: what stood in the header of each."""

    base_url: str
    requests: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    raw: list[str] = field(default_factory=list)
    script: Script = lambda _: Said("{}")
    vectors: Script = lambda body: Said(body=embedded(body))


def given(body: dict[str, Any]) -> dict[str, Any]:
    """The data of a request: the last message of the user that is JSON."""
    for message in reversed(body["messages"]):
        if message["role"] == "user":
            with contextlib.suppress(ValueError):
                found = json.loads(message["content"])
                if isinstance(found, dict):
                    return found
    return {}


@contextlib.contextmanager
def serving(script: Script) -> Iterator[Served]:
    """A server for the time of a test."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            raw = self.rfile.read(int(self.headers["content-length"]))
            body = json.loads(raw)
            served.requests.append(body)
            served.raw.append(raw.decode())
            served.keys.append(self.headers.get("authorization", ""))
            said = served.script(body) if "input" not in body else served.vectors(body)
            if said.wait_s:
                time.sleep(said.wait_s)
            data = said.data()
            with contextlib.suppress(OSError):
                self.send_response(said.status)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(data)))
                for name, value in said.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(data[: len(data) // 2] if said.cut else data)
                if said.cut:
                    self.close_connection = True

        def log_message(self, *_: object) -> None:
            return None

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    served = Served(f"http://127.0.0.1:{server.server_address[1]}/v1", script=script)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield served
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def run(folder: Path, *args: str) -> tuple[int, str]:
    """Exit code and stdout; a traceback fails the test."""
    result = CliRunner().invoke(main, ["--library", str(folder), *args])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result.exit_code, result.stdout


def run_json(folder: Path, *args: str) -> Any:
    code, out = run(folder, *args, "--json")
    assert out, f"{args} gave {code} and nothing"
    return json.loads(out)


def library(folder: Path, texts: dict[str, str], base_url: str = "", more: str = "") -> Path:
    """A library that searches by words alone, of one file for each text, and that may ask the model at the address."""
    place = folder / "lib"
    assert run(place, "init")[0] == 0
    configure(place, base_url, more)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    if texts:
        assert run(place, "add", *(str(folder / name) for name in texts))[0] == 0
    return place


def configure(place: Path, base_url: str, more: str = "") -> None:
    """Settings anew. ``more`` stands under [model]."""
    address = f'base_url = "{base_url}"\nname = "scripted"\nkey_env = "{KEY_ENV}"\n' if base_url else ""
    (place / "opora.toml").write_text(f"[model]\nenabled = false\n{address}{more}", encoding="utf-8")


def phrased(body: dict[str, Any], change: Callable[[dict[str, Any]], dict[str, str] | None] | None = None) -> Said:
    """Every statement as it is, or as ``change`` puts the claim made of it (``None``: left out)."""
    claims = []
    for one in given(body).get("evidence", ()):
        claim: dict[str, str] | None = {"evidence": one["id"], "quote": one["quote"], "text": one["statement"]}
        if change is not None:
            claim = change({**one, **(claim or {})})
        if claim is not None:
            claims.append(claim)
    return Said(json.dumps({"claims": claims}, ensure_ascii=False))


def use_of(body: dict[str, Any]) -> str:
    """Which use of the model the request is for."""
    told = given(body)
    return "phrase" if "evidence" in told else "split" if "message" in told else "variants"
