"""How is the database opened, kept at one schema version, and locked?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from opora.errors import LibraryBusyError, LibraryError

if TYPE_CHECKING:
    import apsw

BUSY_MS = 10_000
SCHEMA = 13
_SEALED_SINCE, _COMMON_SINCE, _VECTORS_SEALED_SINCE, _WORDS_SEALED_SINCE = 7, 8, 9, 11


@cache
def sql(name: str) -> str:
    """A named query from ``store/sql``."""
    return (resources.files("opora.store") / "sql" / f"{name}.sql").read_text("utf-8")


def connect(path: Path, read_only: bool, durable: bool = True, busy_ms: int = BUSY_MS) -> apsw.Connection:
    """One connection. ``durable`` waits for the disk at each commit (publish); the log and traces need not."""
    import apsw

    mode = apsw.SQLITE_OPEN_READONLY if read_only else apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
    try:
        found = apsw.Connection(str(path), flags=mode)
        found.set_busy_timeout(busy_ms)
        found.execute("pragma cache_size=-65536")
        found.execute("pragma mmap_size=1073741824")
        if not read_only:
            found.execute("pragma journal_mode=wal")
            found.execute(f"pragma synchronous={'full' if durable else 'normal'}")
        return found
    except apsw.Error as problem:
        raise as_library_error(problem, path) from problem


def as_library_error(problem: Exception, path: Path) -> LibraryError:
    """What SQLite said, as an error that a person can act on."""
    import apsw

    if isinstance(problem, apsw.BusyError | apsw.LockedError):
        return LibraryBusyError(
            f"another writer holds {path}", "wait until it has finished, then run the command again"
        )
    if isinstance(problem, apsw.NotADBError | apsw.CorruptError):
        return LibraryError(f"{path} is not a library database or is damaged: {problem}", "restore it from a backup")
    return LibraryError(f"{path} cannot be used: {problem}", "check that the folder exists, is writable and has space")


@contextmanager
def writing(connection: apsw.Connection, path: Path) -> Iterator[apsw.Connection]:
    """A write transaction: all of it, or none of it. Raises LibraryBusyError when another writer does not let go."""
    import apsw

    try:
        connection.execute("begin immediate")
        try:
            yield connection
            connection.execute("commit")
        except BaseException:
            if connection.in_transaction:
                connection.execute("rollback")
            raise
    except apsw.Error as problem:
        raise as_library_error(problem, path) from problem


@contextmanager
def reading(connection: apsw.Connection, path: Path) -> Iterator[apsw.Connection]:
    """A read transaction: everything inside sees one state of the library."""
    import apsw

    if connection.in_transaction:
        yield connection
        return
    try:
        connection.execute("begin")
        try:
            yield connection
        finally:
            if connection.in_transaction:
                connection.execute("commit")
    except apsw.Error as problem:
        raise as_library_error(problem, path) from problem


def prepare(connection: apsw.Connection, path: Path, read_only: bool) -> None:
    """Bring the schema up to date; LibraryError when it is newer than this program, or missing and cannot be made."""
    import apsw

    try:
        at = first(connection, "pragma user_version")
        if at > SCHEMA:
            raise LibraryError(
                f"{path} has schema {at}, this program knows up to {SCHEMA}", "update the program to open this library"
            )
        if at == SCHEMA:
            return
        if read_only:
            raise LibraryError(f"{path} has schema {at}, {SCHEMA} is needed", "open it once for writing")
        with writing(connection, path):
            at = first(connection, "pragma user_version")  # another process may have been faster
            for number, script in _migrations():
                if number > at:
                    connection.execute(script)
            if at < _VECTORS_SEALED_SINCE:
                from opora.store.seals import OF_MEANING, seal_all

                seal_all(connection) if at < _SEALED_SINCE else seal_all(connection, OF_MEANING)
            if at < _COMMON_SINCE:
                from opora.store.frequent import choose

                choose(connection)
            if at < _WORDS_SEALED_SINCE:
                from opora.store.word_seals import seal_all_words

                seal_all_words(connection)
            connection.execute(f"pragma user_version={SCHEMA}")
    except apsw.Error as problem:
        raise as_library_error(problem, path) from problem


def fetch(connection: apsw.Connection, query: str, values: Any = ()) -> list[Any]:
    """All rows, as tuples of what the columns hold."""
    return connection.execute(query, values).fetchall()


def shown(value: Any) -> str:
    """A name as text; what is no longer UTF-8 has escapes, and then is not the name it was."""
    return value if isinstance(value, str) else bytes(value or b"").decode("utf-8", "backslashreplace")


def first(connection: apsw.Connection, query: str, values: Any = ()) -> Any:
    """The first column of the first row, or ``None``."""
    row = connection.execute(query, values).fetchone()
    return None if row is None else row[0]


def _migrations() -> list[tuple[int, str]]:
    folder = resources.files("opora.store") / "migrations"
    scripts = [(entry.name, entry) for entry in folder.iterdir() if re.match(r"\d{4}_\w+\.sql$", entry.name)]
    return [(int(name[:4]), entry.read_text("utf-8")) for name, entry in sorted(scripts, key=lambda pair: pair[0])]
