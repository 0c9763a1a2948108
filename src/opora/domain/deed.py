"""Who did what, and when? One line of the record that an administrator reads; it is never changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

What = Literal[
    "login",
    "logout",
    "make key",
    "revoke key",
    "upload",
    "change source",
    "remove",
    "erase",
    "change settings",
    "replay",
    "export",
    "approve gap",
    "ignore gap",
    "link gap",
    "reopen gap",
    "withdraw answer",
    "assign gap",
    "add alias",
    "notify",
    "refused",
]
Outcome = Literal["done", "failed", "refused"]


@dataclass(frozen=True, slots=True)
class Deed:
    """``at``: ISO 8601 with the zone. ``who``: the name on the key and nothing else of a person. ``on``: an id."""

    at: str
    who: str
    key_id: str
    what: What
    on: str
    outcome: Outcome = "done"
