"""Whose request is it, and did they really mean to send it?

Programs send ``Authorization: Bearer KEY``. People log in with the key once; their cookie names the key's id and is signed
with its digest, so a revoked key ends every session at once and no worker has to remember any. Without any key the person
at this machine is the owner. A browser sends a cookie by itself, so what changes something must show that it comes from a
page of ours: whoever has a session carries the token of that page, and nobody else's pages are listened to.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from typing import TYPE_CHECKING, Any, Final

from fastapi import Request

from opora.web.keys import Keyring
from opora.web.readers import LOCAL_OWNER, Reader
from opora.web.refusals import NoKeyError, NotAllowedError

if TYPE_CHECKING:
    from starlette.responses import Response

SESSION: Final = "opora_session"
CSRF: Final = "opora_csrf"
CSRF_FIELD: Final = "csrf"
CSRF_HEADER: Final = "x-csrf-token"
_SESSION_S: Final = 12 * 3600
_SAFE: Final = frozenset(("GET", "HEAD", "OPTIONS"))
_FORMS: Final = ("application/x-www-form-urlencoded", "multipart/form-data", "text/plain")


async def asking(request: Request) -> Reader:
    """The reader of a request, as a dependency. NoKeyError without one; NotAllowedError when another site sent it."""
    bearer = bearer_of(request)
    keyring: Keyring = request.app.state.keyring
    if request.app.state.owner_without_key and not keyring.wanted:
        reader: Reader | None = LOCAL_OWNER  # whatever a program sends that cannot go without a key
    elif bearer is not None:
        reader = keyring.reader_of(bearer)
    else:
        reader = session_reader(request)
    if reader is None:
        raise NoKeyError("a key is needed", "send 'Authorization: Bearer KEY'; 'opora keys add' makes one")
    request.state.reader = reader
    if bearer is None:
        await meant(request, by_cookie=reader is not LOCAL_OWNER)
    return reader


def bearer_of(request: Request) -> str | None:
    """The key in the header; ``None`` when there is no such header."""
    kind, _, key = request.headers.get("authorization", "").partition(" ")
    return key.strip() if kind.lower() == "bearer" else None


def session_reader(request: Request) -> Reader | None:
    """Who logged in; ``None`` when nobody did, the time is over or the key was revoked."""
    key_id, _, rest = request.cookies.get(SESSION, "").partition(".")
    until, _, signature = rest.partition(".")
    key = request.app.state.keyring.by_id(key_id)
    if key is None or not until.isdecimal() or int(until) < time.time():
        return None
    wanted = _signed(key.digest, key_id, until)
    reader: Reader = key.reader
    return reader if hmac.compare_digest(wanted.encode(), signature.encode("utf-8", "replace")) else None


def log_in(request: Request, response: Response, key: str) -> Reader | None:
    """Set the session's cookie when the key opens; the reader, or ``None``."""
    reader: Reader | None = request.app.state.keyring.reader_of(key.strip())
    kept = request.app.state.keyring.by_id(reader.key_id) if reader else None
    if reader is None or kept is None:
        return None
    until = str(int(time.time()) + _SESSION_S)
    value = f"{kept.key_id}.{until}.{_signed(kept.digest, kept.key_id, until)}"
    _set(request, response, SESSION, value)
    return reader


def log_out(response: Response) -> None:
    response.delete_cookie(SESSION, httponly=True, samesite="strict")


def csrf_of(request: Request) -> str:
    """What a form must carry in the field ``csrf`` (or a script in ``X-CSRF-Token``); ``keep_csrf`` sets its cookie."""
    found: str | None = getattr(request.state, "csrf", None) or request.cookies.get(CSRF)
    if not found:
        found = secrets.token_urlsafe(24)
    request.state.csrf = found
    return found


def keep_csrf(request: Request, response: Response) -> None:
    """Call it on every page that sends something: the cookie that the token is compared with."""
    if request.cookies.get(CSRF) != csrf_of(request):
        _set(request, response, CSRF, csrf_of(request))


def _set(request: Request, response: Response, name: str, value: str) -> None:
    secure = request.url.scheme == "https"
    response.set_cookie(name, value, max_age=_SESSION_S, httponly=True, samesite="strict", secure=secure)


async def meant(request: Request, by_cookie: bool = True) -> None:
    """NotAllowedError for a change that another site sent, or whose token is not that of our page.

    ``by_cookie``: a cookie says who it is, so the token is asked for whatever is sent and whoever sends it. Without one
    there is nothing that another page could make use of, and a token is asked for in what an HTML form can send alone.
    """
    if request.method in _SAFE:
        return
    known = _from_ours(request)
    if known is False:
        raise NotAllowedError("the request comes from another site", "open the page itself")
    form = request.headers.get("content-type", "").partition(";")[0].strip().lower() in _FORMS
    if not by_cookie and (known is None or not form):
        return
    sent: Any = request.headers.get(CSRF_HEADER)
    if sent is None and form:
        sent = (await request.form()).get(CSRF_FIELD)
    kept = request.cookies.get(CSRF, "")
    if not kept or not isinstance(sent, str) or not hmac.compare_digest(sent.encode(), kept.encode()):
        await request.close()
        raise NotAllowedError("the form is too old or not ours", "load the page again and send it once more")


def _from_ours(request: Request) -> bool | None:
    """Whether a page of ours sent it, as far as the browser says; ``None``: nothing is said, as by a program."""
    headers = request.headers
    site, origin, referer = (headers.get(name) for name in ("sec-fetch-site", "origin", "referer"))
    own = f"{request.url.scheme}://{headers.get('host', '')}"
    if site not in (None, "same-origin", "none") or origin not in (None, own):
        return False
    if site is None and origin is None:
        return None if referer is None else f"{referer}/".startswith(f"{own}/")
    return True


def _signed(digest: str, key_id: str, until: str) -> str:
    return hmac.new(digest.encode(), f"session {key_id} {until}".encode(), hashlib.sha256).hexdigest()
