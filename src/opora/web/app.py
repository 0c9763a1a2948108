"""Which application does ``opora serve`` run? All doors of one library: pages, REST, chat, retrieval, tools, health."""

from __future__ import annotations

import contextlib
import importlib
import importlib.metadata
import importlib.util
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import anyio.to_thread
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from mcp.server.transport_security import TransportSecuritySettings
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Route

from opora.errors import OporaError, UsageError
from opora.web import chat, gap_hooks, gap_rest, health, rest, retrieval, session, visits
from opora.web.desk import Desk
from opora.web.figures import Figures
from opora.web.gatehouse import Gatehouse, GateRules, Watched, with_headers
from opora.web.keys import Keyring
from opora.web.lanes import Lanes
from opora.web.pace import Pace
from opora.web.problems import told
from opora.web.readers import NOBODY, Reader
from opora.web.refusals import NotAllowedError, NotHereError, TooLargeError
from opora.web.spans import Spans
from opora.web.tools import Guarded, reader_of, tools_over

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer
    from opentelemetry.trace import TracerProvider

_THREADS: Final = 8  # for all but questions; each has a connection to the store with a cache of its own
_TELL_S: Final = 2.0
_TELL_AGAIN_S: Final = 60.0
_log = logging.getLogger("opora.web")


@dataclass(frozen=True, slots=True)
class AppRules:
    """``warm``: load model and dictionaries before the first request. ``lanes``: questions worked on at once. ``provider``:
    who takes the spans of OpenTelemetry."""

    gate: GateRules = field(default_factory=GateRules)
    warm: bool = False
    lanes: int = 2
    tools_write: bool = False
    provider: TracerProvider | None = None


def build_app(folder: Path, rules: AppRules | None = None) -> FastAPI:
    """The application over one library. LibraryError when it cannot be opened."""
    rules = rules or AppRules()
    desk, figures, lanes = Desk(folder), Figures(), Lanes(rules.lanes)
    tools = tools_over(desk, lanes, reader_of, rules.tools_write)

    @contextlib.asynccontextmanager
    async def living(_: FastAPI) -> AsyncIterator[None]:
        anyio.to_thread.current_default_thread_limiter().total_tokens = _THREADS
        if rules.warm:
            from opora.wiring import settled

            desk.warm()
            settled()
        try:
            async with tools.session_manager.run(), anyio.create_task_group() as beside:
                beside.start_soon(_telling, desk)
                yield
                beside.cancel_scope.cancel()
        finally:
            desk.close()

    app = FastAPI(
        title="Opora",
        version=importlib.metadata.version("opora"),
        description="Answers over your documents in which every statement proves itself.",
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=living,
    )
    keyring = Keyring(folder)
    app.state.desk, app.state.keyring, app.state.figures = desk, keyring, figures
    app.state.owner_without_key = rules.gate.local
    app.state.lanes, app.state.error_page = lanes, None
    _errors(app)
    _doors(app)
    _tools(app, tools)
    serving = desk.settings.serving
    app.state.upload_files = serving.upload_files
    upload = serving.upload_mb * 1_000_000 if rules.gate.upload is None else rules.gate.upload
    desk.spans = Spans(rules.provider)
    watched = Watched(figures, desk.spans, keyring, Pace(serving), upload)
    app.add_middleware(Gatehouse, rules=rules.gate, watched=watched)
    return app


async def _telling(desk: Desk) -> None:
    """Tell people of new questions without an answer, a few seconds after they were asked."""
    while True:
        await anyio.sleep(_TELL_S)
        try:
            await anyio.to_thread.run_sync(desk.tell_of_gaps)
        except OporaError as error:
            _log.warning("nobody was told of what is missing: %s", error)
            await anyio.sleep(_TELL_AGAIN_S)


def _doors(app: FastAPI) -> None:
    for one in (health, rest, gap_rest, gap_hooks, chat, retrieval, visits):
        app.include_router(one.router)
    if importlib.util.find_spec("opora.web.pages") is not None:
        pages: Any = importlib.import_module("opora.web.pages")
        app.include_router(pages.router)
        if hasattr(pages, "mount"):  # static files, and ``app.state.error_page``
            pages.mount(app)
    app.include_router(session.router)


def _tools(app: FastAPI, tools: MCPServer[Any]) -> None:
    """Without sessions, so that any worker can answer; the host was checked at the gate."""
    unchecked = TransportSecuritySettings(enable_dns_rebinding_protection=False)
    tools.streamable_http_app(json_response=True, stateless_http=True, transport_security=unchecked)
    app.router.routes.append(Route("/mcp", Guarded(tools.session_manager.asgi_app)))


def _errors(app: FastAPI) -> None:
    async def of_ours(request: Request, error: Exception) -> Response:
        assert isinstance(error, OporaError)
        if isinstance(error, NotAllowedError):
            await anyio.to_thread.run_sync(_refused, request)
        return told(request, error)

    async def of_a_body(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        first = error.errors()[0]
        where = ".".join(str(step) for step in first["loc"] if step != "body")
        return told(request, UsageError(f"{where or 'body'}: {first['msg']}", "see /api/v1/openapi.json"), 422)

    async def of_http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        return told(request, _as_ours(error), error.status_code)

    async def of_nobody(request: Request, error: Exception) -> Response:
        _log.error("a request failed", exc_info=error)
        problem = OporaError("something went wrong here", "this is a bug in Opora; the log of the server has more")
        problem.code = "internal"
        response = told(request, problem, 500)  # sent outside of the gatehouse
        response.raw_headers = with_headers(request.scope, response.raw_headers)
        return response

    app.add_exception_handler(OporaError, of_ours)
    app.add_exception_handler(RequestValidationError, of_a_body)
    app.add_exception_handler(HTTPException, of_http)
    app.add_exception_handler(Exception, of_nobody)


def _refused(request: Request) -> None:
    """Who was not allowed to do what: the route as it is written in the code, since an address may say more."""
    reader: Reader = getattr(request.state, "reader", NOBODY)
    route = getattr(request.scope.get("route"), "path", request.url.path)
    request.app.state.desk.note(reader, "refused", f"{request.method} {route}", "refused")


def _as_ours(error: HTTPException) -> OporaError:
    if error.status_code == 404:
        return NotHereError()
    if error.status_code == 413:
        return TooLargeError(str(error.detail))
    if error.status_code == 405:
        return NotAllowedError("this address does not take that method", "see /api/v1/openapi.json")
    return UsageError(str(error.detail), "see /api/v1/openapi.json")
