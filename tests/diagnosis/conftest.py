"""Which bot stands in for a real one? An OpenAI-compatible server on this machine that says what a test wants."""

from __future__ import annotations

import http.server
import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest


class Bot:
    """Answers a question with what ``answers`` holds for it, else with ``says``; a number is an HTTP status.

    ``seen``: path, Authorization and body of each request, in order. ``address``: its base URL.
    """

    def __init__(self) -> None:
        self.says: Any = ""
        self.answers: dict[str, Any] = {}
        self.seen: list[tuple[str, str | None, dict[str, Any]]] = []
        bot = self

        class Door(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                bot.seen.append((self.path, self.headers.get("Authorization"), body))
                told = bot.answers.get(body["messages"][-1]["content"], bot.says)
                status = told if isinstance(told, int) else 200
                self.send_response(status)
                if status == 302:
                    self.send_header("Location", "http://127.0.0.1:1/elsewhere")
                self.end_headers()
                message = told if isinstance(told, dict) else {"role": "assistant", "content": told}
                if status == 200:
                    self.wfile.write(json.dumps({"choices": [{"message": message}]}).encode())

            def log_message(self, *_: Any) -> None:
                return

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Door)
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}/v1"


@pytest.fixture
def bot() -> Iterator[Bot]:
    found = Bot()
    thread = threading.Thread(target=found.server.serve_forever, daemon=True)
    thread.start()
    try:
        yield found
    finally:
        found.server.shutdown()
        found.server.server_close()
        thread.join()
