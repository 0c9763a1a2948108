"""Is everything that was published still what was published? A SHA-256 for each part of it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from opora.store import word_seals
from opora.store.connection import fetch, shown, sql

if TYPE_CHECKING:
    import apsw

_ROWS: Final = {
    "source": ("seal_source",),
    "version": ("seal_version",),
    "fact": ("seal_fact",),
    "content": ("seal_blocks", "seal_passages", "seal_fragments"),
    "vectors": ("seal_vectors",),
    "bits": ("seal_bits",),
    "model": ("seal_model",),
    "doubts": ("seal_doubts", "seal_uncertain"),
}
_NAMES: Final = {
    "source": "select cast(source_id as blob) from source",
    "version": "select cast(version_id as blob) from version",
    "fact": "select cast(fact_id as blob) from fact",
    "content": "select cast(version_id as blob) from version",
    "vectors": "select cast(version_id as blob) from version",
    "bits": "select cast(version_id as blob) from version",
    "model": "select cast(model_id as blob) from model",
    "doubts": "select cast(version_id as blob) from version where id in (select version from doubt)"
    " or id in (select version from fragment where uncertain <> 0)",
}
JOURNAL: Final = "journal"
OF_VERSION: Final = ("version", "content", "vectors", "bits")  # and its words, which are sealed as they are indexed
OF_MEANING: Final = ("vectors", "bits", "model")


@dataclass(frozen=True, slots=True)
class Unsealed:
    """Something whose seal is not the one it was given; ``""`` stands for none."""

    kind: str
    name: str
    expected: str
    found: str


def seal(connection: apsw.Connection, kind: str, *names: str) -> None:
    """Seal these as they stand now, inside the caller's transaction."""
    rows = [(kind, name, _digest(connection, kind, name)) for name in names]
    connection.executemany("insert or replace into seal values(?,?,?)", rows)


def drop_seals(connection: apsw.Connection, kind: str, names: Iterable[str]) -> None:
    connection.executemany("delete from seal where kind = ? and name = ?", [(kind, name) for name in names])


def seal_all(connection: apsw.Connection, kinds: Iterable[str] = tuple(_NAMES)) -> None:
    """Seal what was made before there were seals of these kinds; what the library holds now is what counts from then on."""
    for kind in kinds:
        seal(connection, kind, *(shown(row[0]) for row in fetch(connection, _NAMES[kind])))


def broken(connection: apsw.Connection) -> Iterator[Unsealed]:
    """Whatever was changed, added or taken away other than by this program."""
    query = "select cast(kind as blob), cast(name as blob), cast(digest as blob) from seal"
    kept = {(shown(row[0]), shown(row[1])): shown(row[2]) for row in connection.execute(query)}
    for kind, names in _NAMES.items():
        for name in (shown(row[0]) for row in fetch(connection, names)):
            found, expected = _readable_digest(connection, kind, name), kept.pop((kind, name), "")
            if found != expected:
                yield Unsealed(kind, name, expected, found)
    yield from _broken_words(connection, kept)
    for (kind, name), expected in kept.items():
        if kind != JOURNAL:
            yield Unsealed(kind, name, expected, "")


def _broken_words(connection: apsw.Connection, kept: dict[tuple[str, str], str]) -> Iterator[Unsealed]:
    """What the word index leads to other than it did; ``kept`` loses the seals that were looked at."""
    for name, found in word_seals.indexed_words(connection).items():
        expected = kept.pop((word_seals.KIND, name), "")
        if found != expected:
            yield Unsealed(word_seals.KIND, name, expected, found)
    for word in word_seals.common_apart(connection):
        yield Unsealed(word_seals.KIND, f"places of {word!r}", "those of the word index", "other places")


def journals(connection: apsw.Connection) -> dict[str, str]:
    """The digest of the newest line of each history beside the database, by the name of its file."""
    query = "select cast(name as blob), cast(digest as blob) from seal where kind = ?"
    return {shown(row[0]): shown(row[1]) for row in connection.execute(query, (JOURNAL,))}


def note_journal(connection: apsw.Connection, name: str, digest: str) -> None:
    connection.execute("insert or replace into seal values(?,?,?)", (JOURNAL, name, digest))


def _readable_digest(connection: apsw.Connection, kind: str, name: str) -> str:
    try:
        return _digest(connection, kind, name)
    except UnicodeDecodeError as problem:  # text that is none, in a column of numbers
        return f"cannot be read: {problem.reason}"


def _digest(connection: apsw.Connection, kind: str, name: str) -> str:
    """Over bytes, so that text that is no longer UTF-8 is found and not stumbled over."""
    sha = hashlib.sha256()
    for query in _ROWS[kind]:
        sha.update(query.encode())
        for row in connection.execute(sql(query), (name,)):
            _feed(sha, row)
    return sha.hexdigest()


def _feed(sha: Any, row: tuple[Any, ...]) -> None:
    for value in row:
        data = value if isinstance(value, bytes) else repr(value).encode()
        sha.update(f"{type(value).__name__} {len(data)} ".encode())
        sha.update(data)
    sha.update(b"\n")
