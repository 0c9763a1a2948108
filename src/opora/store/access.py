"""Who reads and who writes, and which state of the library does each see?"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from opora.errors import LibraryError
from opora.store.connection import connect, prepare, reading, writing
from opora.store.snapshot import Snapshot, refreshed

if TYPE_CHECKING:
    import apsw

FILE = "opora.db"


class Access:
    """Connections to one library: one to write with, one for the log, and one for each thread that reads."""

    def __init__(self, folder: Path, read_only: bool, busy_ms: int) -> None:
        self.folder, self.path, self.read_only = folder, folder / FILE, read_only
        self._busy_ms = busy_ms
        self._own = threading.local()
        self._opened: weakref.WeakSet[apsw.Connection] = weakref.WeakSet()  # a thread that ends takes its own along
        self._lock = threading.RLock()
        self._state: Snapshot | None = None
        self._log: apsw.Connection | None = None
        self._writer = connect(self.path, read_only, busy_ms=busy_ms)
        prepare(self._writer, self.path, read_only)

    def close(self) -> None:
        with self._lock:
            for connection in (*list(self._opened), *filter(None, (self._log, self._writer))):
                connection.close()
            self._opened.clear()
            self._log = None

    def _reader(self) -> apsw.Connection:
        found: apsw.Connection | None = getattr(self._own, "connection", None)
        if found is None:
            found = self._own.connection = connect(self.path, read_only=True, busy_ms=self._busy_ms)
            with self._lock:
                self._opened.add(found)
        return found

    @contextmanager
    def one_state(self) -> Iterator[None]:
        """All that this thread reads inside is of one state of the library, whatever is written meanwhile."""
        if self._held() is not None:
            yield
            return
        with reading(self._reader(), self.path) as connection:
            self._own.state = self._seen(connection)
            try:
                yield
            finally:
                self._own.state = None

    @contextmanager
    def one_reading(self) -> Iterator[None]:
        """As ``one_state``, without looking at what a search needs: for rows that may be damaged."""
        with reading(self._reader(), self.path):
            yield

    def _held(self) -> Snapshot | None:
        """The state that this thread reads in, inside ``one_state``."""
        found: Snapshot | None = getattr(self._own, "state", None)
        return found

    def _read(self) -> AbstractContextManager[apsw.Connection]:
        if self._held() is not None:
            return nullcontext(self._reader())
        return reading(self._reader(), self.path)

    @contextmanager
    def _write(self) -> Iterator[apsw.Connection]:
        if self.read_only:
            raise LibraryError(f"{self.path} was opened for reading", "open it without read_only to change it")
        with self._lock, writing(self._writer, self.path) as connection:
            yield connection

    def _seen(self, connection: apsw.Connection) -> Snapshot:
        held = self._held()
        if held is not None:
            return held
        state = refreshed(connection, self._state)
        current = self._state
        if current is None or state.change > current.change:
            self._state = state
        return state

    def _logger(self) -> apsw.Connection:
        """A connection that does not wait for the disk: a power cut may cost the last lines, never the file."""
        if self._log is None:
            self._log = connect(self.path, read_only=False, durable=False, busy_ms=self._busy_ms)
        return self._log
