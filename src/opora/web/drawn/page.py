"""How does a request become a page? Who asks, in which language, with which look; and the reply with its cookies."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import Depends, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from opora.errors import OporaError
from opora.web.desk import Desk
from opora.web.drawn.look import draw, stamp
from opora.web.drawn.words import NAMES, Tongue, catalogue, wanted
from opora.web.identity import asking, csrf_of, keep_csrf, session_reader
from opora.web.readers import Reader

TONGUE: Final = "opora_tongue"
THEME: Final = "opora_theme"
_YEAR_S: Final = 365 * 24 * 3600

Who = Annotated[Reader, Depends(asking)]


def desk_of(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


Open = Annotated[Desk, Depends(desk_of)]


def tongue_of(request: Request) -> Tongue:
    query, cookies = request.query_params, request.cookies
    return wanted(query.get("lang"), cookies.get(TONGUE), request.headers.get("accept-language"))


def part_of(request: Request) -> str:
    """Which part of a page a script asks for; nothing for a whole page."""
    return request.query_params.get("part", "")


def page(request: Request, reader: Reader | None, template: str, active: str = "", **told: Any) -> HTMLResponse:
    """Draw a page, or a part of one, for a reader."""
    tongue = tongue_of(request)
    theme = request.cookies.get(THEME)
    shown = {
        "tongue": tongue,
        "tongues": NAMES,
        "theme": theme if theme in ("light", "dark") else "",
        "stamp": stamp(),
        "csrf": csrf_of(request),
        "reader": reader,
        "leave": "/logout" if session_reader(request) is not None else "",
        "pages": _pages(reader, tongue) if reader else [],
        "active": active,
        "may_add": reader is not None and reader.may("editor"),
        "may_debug": reader is not None and reader.may("debugger"),
    }
    response = HTMLResponse(draw(tongue, template, shown | told))
    keep_csrf(request, response)
    if request.query_params.get("lang") == tongue:
        secure = request.url.scheme == "https"
        response.set_cookie(TONGUE, tongue, max_age=_YEAR_S, httponly=True, samesite="lax", secure=secure)
    return response


def error_page(request: Request, error: OporaError, status: int) -> Response:
    """What went wrong, in the house's words; someone without a key is led to where it is asked for."""
    if status == 401 and request.method == "GET":
        return RedirectResponse("/login", 303)
    said = said_of(error, tongue_of(request))
    response = page(request, None, "problem.html", problem=error, said=said, status=status)
    response.status_code = status
    return response


def said_of(error: OporaError, tongue: Tongue) -> str:
    """What usually goes wrong, in the language of the page; nothing where only the error itself says what it is."""
    _ = catalogue(tongue).gettext
    known = {
        "not_found": _("There is no such thing here, or it is not open to you."),
        "not_allowed": _("This is not open to you."),
        "no_key": _("This key does not open anything. Ask an administrator for one."),
        "too_large": _("That is more than is taken at once."),
        "too_often": _("That was a little often. Please try again in a moment."),
        "busy": _("Too many are asking just now. Please try again in a moment."),
        "library_busy": _("The library is being written just now. Please try again in a moment."),
        "changed_meanwhile": _(
            "Somebody changed the settings meanwhile. Look at them again, then change what you meant."
        ),
        "internal": _("Something went wrong here. The log of the server has more."),
    }
    return known.get(error.code, "")


def _pages(reader: Reader, tongue: Tongue) -> list[tuple[str, str, str]]:
    _ = catalogue(tongue).gettext
    shown = [
        (True, "ask", "/", _("Ask")),
        (True, "sources", "/sources", _("Sources")),
        (reader.may("approver"), "gaps", "/gaps", _("Gaps")),
        (True, "quality", "/quality", _("Quality")),
        (True, "assistants", "/assistants", _("Assistants")),
        (reader.may("debugger"), "traces", "/traces", _("Traces")),
    ]
    return [(name, address, label) for seen, name, address, label in shown if seen]
