"""Which pages does a browser get? The routes of ``drawn``, and the files that stand beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, FastAPI
from starlette.staticfiles import StaticFiles

from opora.web.drawn import gap_routes, record_routes, source_routes, talk_routes
from opora.web.drawn.look import WEB, stamp
from opora.web.drawn.page import error_page

if TYPE_CHECKING:
    from starlette.responses import Response
    from starlette.types import Scope

router = APIRouter(include_in_schema=False)
for _part in (talk_routes, source_routes, record_routes, gap_routes):
    router.routes.extend(_part.router.routes)


class _Kept(StaticFiles):
    """A file that is asked for by its stamp may be kept for a year."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        stamped = stamp() in scope["query_string"].decode("latin-1")
        response.headers["cache-control"] = f"public, max-age={31_536_000 if stamped else 3600}"
        return response


def mount(app: FastAPI) -> None:
    """Errors of pages are pages; style sheet, script and icons are files."""
    app.mount("/static", _Kept(directory=WEB / "static"), name="static")
    app.state.error_page = error_page
