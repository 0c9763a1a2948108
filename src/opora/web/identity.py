"""Whose request is it, and did they really mean to send it?

Programs send ``Authorization: Bearer KEY``. People log in with the key once; their cookie names the key's id and is signed
with its digest, so a revoked key ends every session at once and no worker has to remember any. Without any key the person
at this machine is the owner.
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
    if bearer is None:
        await meant(request)
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
    """Call it on every page that has a form."""
    if request.cookies.get(CSRF) != csrf_of(request):
        _set(request, response, CSRF, csrf_of(request))


def _set(request: Request, response: Response, name: str, value: str) -> None:
    secure = request.url.scheme == "https"
    response.set_cookie(name, value, max_age=_SESSION_S, httponly=True, samesite="strict", secure=secure)


async def meant(request: Request) -> None:
    """A browser's request that changes something must come from our own page; a form must show that it does."""
    if request.method in _SAFE:
        return
    site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin")
    if site is None and origin is None:
        return  # not a browser: nobody can make it send a cookie that it was not given
    own = f"{request.url.scheme}://{request.headers.get('host', '')}"
    if site not in (None, "same-origin", "none") or origin not in (None, own):
        raise NotAllowedError("the request comes from another site", "open the page itself")
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() in _FORMS:
        sent: Any = request.headers.get(CSRF_HEADER) or (await request.form()).get(CSRF_FIELD)
        kept = request.cookies.get(CSRF, "")
        if not kept or not isinstance(sent, str) or not hmac.compare_digest(sent.encode(), kept.encode()):
            await request.close()
            raise NotAllowedError("the form is too old or not ours", "load the page again and send it once more")


def _signed(digest: str, key_id: str, until: str) -> str:
    return hmac.new(digest.encode(), f"session {key_id} {until}".encode(), hashlib.sha256).hexdigest()
