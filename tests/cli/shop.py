"""A shop on this machine: what it serves is decided anew for each request."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Shop:
    """``serve(path)`` gives status, media type and body; ``asked`` holds the paths of all requests."""

    def __init__(self, serve: Callable[[str], tuple[int, str, bytes]]) -> None:
        self.serve, self.asked, self.waits_s = serve, list[str](), 0.0
        shop = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                shop.asked.append(self.path)
                time.sleep(shop.waits_s)
                status, media_type, body = shop.serve(self.path)
                self.send_response(status)
                self.send_header("Content-Type", media_type)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                try:
                    self.wfile.write(body)
                except OSError:
                    pass  # whoever asked did not wait for it

            def log_message(self, *_: object) -> None:
                return None

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def start(self) -> None:
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def close(self) -> None:
        """Nobody answers at its address any more."""
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def opened(serve: Callable[[str], tuple[int, str, bytes]]) -> Iterator[Shop]:
    shop = Shop(serve)
    shop.start()
    try:
        yield shop
    finally:
        shop.close()
