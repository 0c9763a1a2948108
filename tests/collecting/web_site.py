"""A web site on this machine that can be changed between two requests: what does it answer, and what was it asked?"""

from __future__ import annotations

import gzip
import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

HOST = "site.test"


@dataclass
class Answer:
    body: bytes = b""
    type: str = "text/html; charset=utf-8"
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


@dataclass
class WebSite:
    """``answers`` by path with its query. ``asked``: (path, status) of each request."""

    port: int = 0
    answers: dict[str, Answer] = field(default_factory=dict)
    asked: list[tuple[str, int]] = field(default_factory=list)

    @property
    def root(self) -> str:
        return f"http://{HOST}:{self.port}"

    def page(self, path: str, title: str, links: tuple[str, ...] = (), head: str = "", lang: str = "en") -> None:
        anchors = "".join(f'<a href="{link}">to {number}</a> ' for number, link in enumerate(links))
        text = f"<p>This page speaks of {title} and of nothing else, in some words of its own.</p>"
        written = f'<html lang="{lang}"><head><title>{title}</title>{head}</head><body><nav>{anchors}</nav>{text}</body></html>'
        self.answers[path] = Answer(written.encode())

    def moved(self, path: str, to: str, status: int = 301) -> None:
        self.answers[path] = Answer(status=status, headers={"Location": to})

    def map(self, path: str, places: list[str], index: bool = False, packed: bool = False) -> None:
        outer, inner = ("sitemapindex", "sitemap") if index else ("urlset", "url")
        lines = "".join(f"<{inner}><loc>{self.root}{place}</loc></{inner}>" for place in places)
        text = f'<?xml version="1.0"?><{outer} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{lines}</{outer}>'.encode()
        self.answers[path] = Answer(gzip.compress(text) if packed else text, "application/xml")

    def resolve(self, host: str, port: int) -> list[str]:
        return ["127.0.0.1"]


@contextmanager
def serving() -> Iterator[WebSite]:
    site = WebSite()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            found = site.answers.get(self.path, Answer(b"no such page", status=404))
            tag = f'"{hashlib.sha256(found.body).hexdigest()[:16]}"'
            same = found.status == 200 and self.headers.get("If-None-Match") == tag
            status = 304 if same else found.status
            site.asked.append((self.path, status))
            self.send_response(status)
            self.send_header("Content-Type", found.type)
            if found.status == 200:
                self.send_header("ETag", tag)
            for name, text in found.headers.items():
                self.send_header(name, text)
            self.send_header("Content-Length", "0" if same else str(len(found.body)))
            self.end_headers()
            if not same:
                self.wfile.write(found.body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    site.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
