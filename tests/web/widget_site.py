"""How do the tests stand a page of another site on which the widget is? A server of one page, under a strict policy."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from served_library import run

COUNTER = "counter"


@contextlib.contextmanager
def site() -> Iterator[ThreadingHTTPServer]:
    """It answers with what ``server.page`` and ``server.policy`` are then."""

    class Pages(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = self.server.page.encode()  # type: ignore[attr-defined]
            self.send_response(200)
            self.send_header("content-type", "text/html; charset=utf-8")
            self.send_header("content-security-policy", self.server.policy)  # type: ignore[attr-defined]
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *told: object) -> None:
            return None

    with ThreadingHTTPServer(("127.0.0.1", 0), Pages) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def let_in(folder: Path, *origins: str, collections: str = '["shop"]') -> None:
    """The pages that may hold the counter's widget."""
    settings = (folder / "opora.toml").read_text("utf-8")
    head = f"[assistants.{COUNTER}]\n"
    start = settings.index(head)
    end = settings.find("\n[", start + 1)
    own = f"{head}collections = {collections}\norigins = {json.dumps(list(origins))}\n"
    (folder / "opora.toml").write_text(settings[:start] + own + (settings[end:] if end > 0 else ""), encoding="utf-8")


def public_key(folder: Path, name: str = "shop site") -> str:
    found: str = json.loads(run(folder, "keys", "add", name, "--widget", COUNTER, "--json"))["key"]
    return found
