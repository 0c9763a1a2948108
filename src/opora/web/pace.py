"""How often may somebody come? Requests a minute, counted apart for each key, session, visitor and address.

Counts are in the memory of the process: each worker counts its own. Whoever sits at this machine without any key is not
counted.
"""

from __future__ import annotations

import hashlib
import ipaddress
import math
import time
from typing import TYPE_CHECKING, Final, Literal

from opora.web.identity import SESSION, bearer_of, session_reader
from opora.web.refusals import TooOftenError

if TYPE_CHECKING:
    from fastapi import Request

    from opora.settings import ServingSettings
    from opora.web.keys import Keyring

Kind = Literal["requests", "strangers", "attempts", "visitor"]
_FREE: Final = ("/healthz", "/readyz")
_FILES: Final = ("/static/", "/widget.js")
_TOLD: Final[dict[Kind, str]] = {
    "requests": "this key or session sends too many requests",
    "strangers": "too many requests come from this address",
    "attempts": "too many attempts to come in from this address",
    "visitor": "too many questions are asked from this address",
}


class Pace:
    """The limits of one application."""

    def __init__(self, rules: ServingSettings) -> None:
        from limits import RateLimitItemPerMinute
        from limits.storage import MemoryStorage
        from limits.strategies import SlidingWindowCounterRateLimiter

        said: dict[Kind, int] = {
            "requests": rules.requests_per_minute,
            "strangers": rules.strangers_per_minute,
            "attempts": rules.attempts_per_minute,
            "visitor": rules.visitor_per_minute,
        }
        self._most = {kind: RateLimitItemPerMinute(most) for kind, most in said.items() if most}
        self._counts = SlidingWindowCounterRateLimiter(MemoryStorage())

    def refusal(self, request: Request) -> TooOftenError | None:
        """What to tell the sender instead of a reply; ``None``, and one more is counted, when they may go on."""
        path = request.url.path
        if path in _FREE or (path.startswith(_FILES) and request.method in ("GET", "HEAD")):
            return None
        who = comer(request)
        most = self._most.get(who[0]) if who else None
        if who is None or most is None or self._counts.hit(most, *who):
            return None
        until = self._counts.get_window_stats(most, *who).reset_time
        wait_s = max(1, math.ceil(until - time.time()))
        return TooOftenError(_TOLD[who[0]], f"come again in {wait_s} seconds", wait_s)


def comer(request: Request) -> tuple[Kind, str] | None:
    """Who is counted, and under which limit; ``None`` for the person at this machine."""
    keyring: Keyring = request.app.state.keyring
    if request.app.state.owner_without_key and not keyring.wanted:
        return None
    bearer, address = bearer_of(request), address_of(request)
    if bearer is not None:
        reader = keyring.reader_of(bearer)
        if reader is not None:
            return "requests", reader.key_id
        return _visitor(keyring, bearer, address) or ("attempts", address)
    if request.url.path == "/login" and request.method == "POST":
        return "attempts", address
    if session_reader(request) is not None:
        return "requests", hashlib.sha256(request.cookies[SESSION].encode()).hexdigest()
    return "strangers", address


def _visitor(keyring: Keyring, bearer: str, address: str) -> tuple[Kind, str] | None:
    """A public key is in everybody's hands, so that each address is counted apart."""
    key = keyring.public(bearer)
    return ("visitor", f"{key.key_id} {address}") if key is not None else None


def address_of(request: Request) -> str:
    """The sender's address; of IPv6 the network that one house has."""
    host = request.client.host if request.client else ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, 64), strict=False))
    return host
