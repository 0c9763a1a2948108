"""How is it kept who did what? A chain as that of the traces; the database itself refuses to change or to drop a row."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import TYPE_CHECKING

from opora.domain.deed import Deed
from opora.store import ledger
from opora.store.access import Access
from opora.store.connection import fetch, writing

if TYPE_CHECKING:
    from typing import Any

_NAMES = tuple(field.name for field in fields(Deed))


class Deeds(Access):
    """What was done to a library, by whom."""

    def append_deed(self, deed: Deed) -> None:
        """Nothing is kept of a library that was opened for reading alone."""
        if self.read_only:
            return
        with self._lock, writing(self._logger(), self.path) as c:
            ledger.append_deed(c, deed)

    def deeds(self, before: int | None, limit: int) -> list[tuple[int, Deed]]:
        """At most ``limit`` with their numbers, newest first; of those with a number below ``before``."""
        query = "select seq, data from deed where ?1 is null or seq < ?1 order by seq desc limit ?2"
        with self._read() as c:
            found: list[Any] = fetch(c, query, (before, limit))
        return [(int(number), _deed(json.loads(data))) for number, data in found]


def _deed(record: dict[str, Any]) -> Deed:
    return Deed(**{name: record[name] for name in _NAMES})
