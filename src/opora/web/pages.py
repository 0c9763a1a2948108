"""Which pages does a browser get? The routes of ``drawn``, and the files that stand beside them."""

from __future__ import annotations

from fastapi import APIRouter, FastAPI, Request
from starlette.responses import FileResponse, Response

from opora.web.drawn import record_routes, source_routes, talk_routes
from opora.web.drawn.look import WEB, stamp
from opora.web.drawn.page import error_page
from opora.web.refusals import NotHereError

router = APIRouter(include_in_schema=False)
router.include_router(talk_routes.router)
router.include_router(source_routes.router)
router.include_router(record_routes.router)

_TYPES = {
    "opora.css": "text/css",
    "opora.js": "text/javascript",
    "icons.svg": "image/svg+xml",
    "mark.svg": "image/svg+xml",
}


@router.get("/static/{name}")
def static(name: str, request: Request) -> Response:
    """One of the four files; kept for a year when asked for by its stamp."""
    if name not in _TYPES:
        raise NotHereError()
    kept = "public, max-age=31536000, immutable" if stamp() in request.url.query else "public, max-age=3600"
    return FileResponse(WEB / "static" / name, media_type=_TYPES[name], headers={"cache-control": kept})


def mount(app: FastAPI) -> None:
    """Errors of pages are pages."""
    app.state.error_page = error_page
