"""Which pages of other sites may ask here? Those whose origin stands at the assistant whose widget they hold, and no other.

The browser asks before it sends (preflight), and what is sent is checked again; nothing is said to the page of another site.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fastapi import Request
from starlette.responses import Response

from opora.errors import UsageError
from opora.web.identity import bearer_of
from opora.web.readers import Reader
from opora.web.refusals import NoKeyError, NotAllowedError, NotHereError

if TYPE_CHECKING:
    from opora.settings import AssistantSettings
    from opora.web.keys import Key

_ADDRESS: Final = re.compile(r"/widget/([^/]+)/")
_ASKED: Final = {
    "access-control-allow-methods": "GET, POST",
    "access-control-allow-headers": "authorization, content-type",
    "access-control-max-age": "600",
}


def site_of(request: Request) -> str | None:
    """The origin of the page that asks, when it may hold the widget it asks by."""
    origin = request.headers.get("origin")
    found = _ADDRESS.match(request.scope["path"])
    if not origin or found is None:
        return None
    own = _assistant(request, found[1])
    return origin if own is not None and origin in own.origins else None


def shared_with(site: str) -> list[tuple[bytes, bytes]]:
    """Headers by which a browser gives the response to the page of a site."""
    return [(b"access-control-allow-origin", site.encode("latin-1")), (b"vary", b"origin")]


def preflight(request: Request) -> Response | None:
    """The reply when a browser asks whether a page may ask a widget's address; ``None`` for every other request."""
    if request.method != "OPTIONS" or _ADDRESS.match(request.scope["path"]) is None:
        return None
    if site_of(request) is None:
        return Response(status_code=403)
    return Response(status_code=204, headers=_ASKED)


async def visiting(request: Request, assistant: str) -> Reader:
    """Whoever visits such a page: they read what the assistant reads. NoKeyError without its public key, NotAllowedError
    from another page."""
    bearer = bearer_of(request)
    key: Key | None = request.app.state.keyring.public(bearer) if bearer else None
    if key is None:
        raise NoKeyError("a public key is needed", "'opora keys add NAME --widget ASSISTANT' makes one")
    reader = Reader(key.name, frozenset({"reader"}), (), key.key_id)
    request.state.reader = reader
    if key.assistant != assistant or site_of(request) is None:
        raise NotAllowedError("this page may not ask here", f"its origin must stand under [assistants.{key.assistant}]")
    own = _assistant(request, assistant)
    if own is None or not own.collections:  # without collections it would show the whole library
        raise NotHereError()
    return Reader(key.name, frozenset({"reader"}), own.collections, key.key_id)


def _assistant(request: Request, name: str) -> AssistantSettings | None:
    try:
        found: AssistantSettings = request.app.state.desk.settings.assistant(name)
    except UsageError:
        return None
    return found
