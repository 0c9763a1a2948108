"""What is checked of every request before anybody looks at it, and what does every response carry?

Plain ASGI, so that streams stay streams: the host that is asked for, how often, the size of what is sent, the sites whose
pages may hold a widget, security headers, figures.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from fastapi import Request
from starlette.exceptions import HTTPException

from opora.errors import OporaError
from opora.web.lines import write_request
from opora.web.problems import told
from opora.web.refusals import NotAllowedError, TooLargeError
from opora.web.sites import preflight, shared_with, site_of

if TYPE_CHECKING:
    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from opora.web.figures import Figures
    from opora.web.keys import Keyring
    from opora.web.pace import Pace
    from opora.web.spans import Spans

LOCAL_HOSTS: Final = frozenset(("127.0.0.1", "localhost", "[::1]"))
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    b"content-security-policy": POLICY.encode(),
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
    b"referrer-policy": b"same-origin",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    b"cache-control": b"no-store",
}
_HTTPS: Final = (b"strict-transport-security", b"max-age=31536000")
_PASSED_ON: Final = frozenset((b"forwarded", b"x-forwarded-for", b"x-forwarded-host", b"x-real-ip"))
_UPLOADS: Final = ("/api/v1/sources", "/sources")


@dataclass(frozen=True, slots=True)
class GateRules:
    """Bytes of a body; more where files are sent (``None``: what the settings say). ``local``: until a key is made, the
    person at this machine, and nobody else, is served without one."""

    body: int = 2_000_000
    upload: int | None = None
    local: bool = True


@dataclass(frozen=True, slots=True)
class Watched:
    """What the gate asks and tells: figures, spans, keys, how often somebody may come, how much may be sent."""

    figures: Figures
    spans: Spans
    keyring: Keyring
    pace: Pace
    upload: int


class Gatehouse:
    """Around the whole application."""

    def __init__(self, app: ASGIApp, rules: GateRules, watched: Watched) -> None:
        self._app, self._rules, self._watched = app, rules, watched

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if scope["method"] == "HEAD":  # as GET; the server itself leaves the body out
            scope = {**scope, "method": "GET"}
        started, status = time.perf_counter(), [500]
        shared: list[tuple[bytes, bytes]] = []

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                status[0] = message["status"]
                message["headers"] = with_headers(scope, [*message.get("headers", []), *shared])
            await send(message)

        try:
            with self._watched.spans.request(scope) as ended:
                try:
                    await self._pass(scope, receive, dressed, shared)
                finally:
                    ended(status[0])
        finally:
            seconds = time.perf_counter() - started
            self._watched.figures.request(scope, status[0], seconds)
            write_request(scope, status[0], seconds)

    async def _pass(self, scope: Scope, receive: Receive, send: Send, shared: list[tuple[bytes, bytes]]) -> None:
        reply = self._answer(Request(scope), shared)
        if reply is not None:
            await reply(scope, receive, send)
        else:
            await self._app(scope, _bounded(receive, self._most(scope)), send)

    def _answer(self, request: Request, shared: list[tuple[bytes, bytes]]) -> Response | None:
        """What is answered at the gate itself. ``shared`` gets the headers for a page of another site that may ask."""
        try:
            site = site_of(request)
            shared += shared_with(site) if site else []
            refusal = self._refusal(request) or self._watched.pace.refusal(request)
        except OporaError as error:  # the keys or the settings cannot be read: nobody comes in
            refusal = error
        return told(request, refusal) if refusal is not None else preflight(request)

    def _refusal(self, request: Request) -> OporaError | None:
        headers = dict(request.scope["headers"])
        if self._rules.local and not self._watched.keyring.wanted:
            host = headers.get(b"host", b"").decode("latin-1")
            name = host if host.endswith("]") else host.rpartition(":")[0] or host
            if name not in LOCAL_HOSTS:
                return NotAllowedError(f"this server does not answer for {name!r}", "open it as http://127.0.0.1")
            if not _PASSED_ON.isdisjoint(headers):
                hint = "make a key with 'opora keys add NAME --role admin'"
                return NotAllowedError("without keys nothing is served through a proxy", hint)
        length = headers.get(b"content-length", b"0")
        if length.isdigit() and int(length) > self._most(request.scope):
            return _too_large(self._most(request.scope))
        return None

    def _most(self, scope: Scope) -> int:
        return self._watched.upload if scope["path"].rstrip("/") in _UPLOADS else self._rules.body


def with_headers(scope: Scope, own: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """A response's headers and those that keep a page safe; what a route says itself goes before."""
    there = {name.lower() for name, _ in own}
    added = [*HEADERS.items(), *([_HTTPS] if scope.get("scheme") == "https" else [])]
    return list(own) + [(name, value) for name, value in added if name not in there]


def _bounded(receive: Receive, most: int) -> Receive:
    """A body that does not say how long it is may not be longer either."""
    taken = 0

    async def counted() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > most:
            raise HTTPException(413, _too_large(most).message)
        return message

    return counted


def _too_large(most: int) -> TooLargeError:
    return TooLargeError(f"at most {most:,} bytes are taken", "send less, or add the file with 'opora add'")
