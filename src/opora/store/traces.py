"""How is a reply's record kept, found again and listed?"""

from __future__ import annotations

from opora.domain.trace import Trace
from opora.errors import LibraryError
from opora.store import ledger, rows
from opora.store.connection import fetch, first, writing
from opora.store.deeds import Deeds


class Traces(Deeds):
    """The traces of a library."""

    def append_trace(self, trace: Trace) -> Trace:
        if self.read_only:
            raise LibraryError(f"{self.path} was opened for reading", "open it without read_only to keep traces")
        with self._lock, writing(self._logger(), self.path) as c:
            return ledger.append_trace(c, trace)

    def trace(self, trace_id: str) -> Trace | None:
        with self._read() as c:
            data = first(c, "select data from trace where trace_id = ?", (trace_id,))
        return rows.trace_from(data) if data else None

    def latest_traces(self, before: int | None, limit: int) -> list[tuple[int, Trace]]:
        """At most ``limit`` with their numbers, newest first; of those with a number below ``before``."""
        query = "select seq, data from trace where ?1 is null or seq < ?1 order by seq desc limit ?2"
        with self._read() as c:
            found = fetch(c, query, (before, limit))
        return [(int(number), rows.trace_from(data)) for number, data in found]
