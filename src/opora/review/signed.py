"""Did this delivery really come from whoever holds the secret, just now, and for the first time?

The signature is HMAC-SHA256 over the time, the name of the delivery and the body. Both directions use it: replies to
``/hooks/gaps`` and notifications of new gaps.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Mapping
from typing import Final

from opora.errors import OporaError

TIME: Final = "x-opora-timestamp"
NAME: Final = "x-opora-delivery"
SIGNATURE: Final = "x-opora-signature"
_NAME_OF: Final = re.compile(r"[A-Za-z0-9_.:-]{8,120}")
_FEWEST: Final = 16


class SignatureError(OporaError):
    """One text for whatever is wrong with it, so that nobody learns which part was right."""

    code = "signature"

    def __init__(self) -> None:
        super().__init__("this delivery is not signed as it must be", "see docs/gaps.md, and the clocks of both sides")


def signed(secret: str, seconds: int, name: str, body: bytes) -> dict[str, str]:
    """The three headers of a delivery."""
    return {TIME: str(seconds), NAME: name, SIGNATURE: f"sha256={_mac(secret, str(seconds), name, body)}"}


def checked(secret: str, headers: Mapping[str, str], body: bytes, now: int, tolerance_s: int) -> tuple[str, int]:
    """Name and time of a delivery that is signed and fresh. SignatureError for any other; a secret of fewer than 16
    characters signs nothing."""
    seconds, name, given = (headers.get(one, "") for one in (TIME, NAME, SIGNATURE))
    wanted = f"sha256={_mac(secret, seconds, name, body)}"
    same = hmac.compare_digest(wanted.encode(), given.encode("utf-8", "replace"))
    if not same or len(secret) < _FEWEST or not _NAME_OF.fullmatch(name) or not re.fullmatch(r"[0-9]{1,12}", seconds):
        raise SignatureError()
    if abs(now - int(seconds)) > tolerance_s:
        raise SignatureError()
    return name, int(seconds)


def _mac(secret: str, seconds: str, name: str, body: bytes) -> str:
    told = f"{seconds}.{name}.".encode("utf-8", "replace") + body
    return hmac.new(secret.encode(), told, hashlib.sha256).hexdigest()
