"""Who is asking, and what may they do and see?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

from opora.commands.door import OWNER

Role = Literal["reader", "approver", "editor", "debugger", "admin"]
ROLES: Final[tuple[Role, ...]] = get_args(Role)


@dataclass(frozen=True, slots=True)
class Reader:
    """``collections``: what they may see; ``None``: all. Whoever has any role may read; an admin has every role."""

    name: str
    roles: frozenset[Role]
    collections: tuple[str, ...] | None = None
    key_id: str = ""

    def may(self, role: Role) -> bool:
        return role in self.roles or "admin" in self.roles or (role == "reader" and bool(self.roles))

    def sees(self, collection: str) -> bool:
        return self.collections is None or collection in self.collections


LOCAL_OWNER: Final = Reader(OWNER, frozenset(ROLES))
"""Whoever sits at this machine, as long as no key was ever made."""

NOBODY: Final = Reader("", frozenset())
"""Who has not said who they are."""
