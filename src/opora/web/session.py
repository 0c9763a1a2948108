"""How does a person log in and out? The key once, then a cookie."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from opora.web.desk import Desk
from opora.web.identity import asking, csrf_of, keep_csrf, log_in, log_out, meant
from opora.web.readers import NOBODY, Reader
from opora.web.refusals import NoKeyError

router = APIRouter(include_in_schema=False)

_PAGE = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Opora</title><form method="post" action="/login">'
    '<label>Key <input name="key" type="password" autocomplete="current-password" required autofocus></label>'
    '<input type="hidden" name="csrf" value="{csrf}"><button>Open</button></form></html>'
)


@router.get("/login")
def login_page(request: Request) -> Response:
    """A bare form, for as long as no page of that name stands before it."""
    response = HTMLResponse(_PAGE.format(csrf=csrf_of(request)))
    keep_csrf(request, response)
    return response


@router.post("/login", dependencies=[Depends(meant)])
def login(request: Request, key: Annotated[str, Form(max_length=200)]) -> Response:
    """To the page, with a session; NoKeyError when the key opens nothing."""
    response = RedirectResponse("/", 303)
    reader = log_in(request, response, key)
    desk: Desk = request.app.state.desk
    if reader is None:
        desk.note(NOBODY, "login", "", "failed")
        raise NoKeyError("this key does not open anything", "ask an administrator for one")
    desk.note(reader, "login", "")
    return response


@router.post("/logout")
def logout(request: Request, reader: Annotated[Reader, Depends(asking)]) -> Response:
    response = RedirectResponse("/login", 303)
    log_out(response)
    request.app.state.desk.note(reader, "logout", "")
    return response
