"""What shape have the replies of ``serve`` and ``keys``?"""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict


class Serve(TypedDict):
    """Printed once, when the address is open."""

    address: str
    library: str
    workers: int


class Key(TypedDict):
    """``collections`` None: all; ``revoked``: the time, empty while it opens; ``assistant``: whose widget a public key is for."""

    key_id: str
    name: str
    roles: list[Literal["reader", "approver", "editor", "debugger", "admin"]]
    collections: list[str] | None
    made: str
    revoked: str
    assistant: str


class NewKey(Key):
    """``key`` is shown this once."""

    key: str
