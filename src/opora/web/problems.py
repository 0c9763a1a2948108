"""How is somebody told what went wrong? A page for people, JSON for programs, the same words for both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from fastapi import Request
from starlette.responses import JSONResponse, Response

from opora.web import retrieval
from opora.web.refusals import TooOftenError, status_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from opora.errors import OporaError

_DOORS: Final = ("/api/", "/v1/", "/retrieval", "/mcp", "/hooks/", "/healthz", "/readyz", "/metrics", "/widget")


def told(request: Request, error: OporaError, status: int | None = None) -> Response:
    """The response to a request that failed. ``status``: another one than that of the error's kind."""
    status = status_of(error) if status is None else status
    page: Callable[[Request, OporaError, int], Response] | None = request.app.state.error_page
    if page is not None and not request.url.path.startswith(_DOORS):
        response = page(request, error, status)
    else:
        body: dict[str, Any] = {"error": error.as_json()}
        if request.url.path == retrieval.PATH:
            body |= retrieval.also_told(error, status)
        response = JSONResponse(body, status)
        if status == 401:
            response.headers["www-authenticate"] = "Bearer"
    if isinstance(error, TooOftenError):
        response.headers["retry-after"] = str(error.wait_s)
    return response
