"""Where do the vectors of another model wait until all of them are there? In a file beside the library, that can be lost."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from opora.errors import LibraryError
from opora.ports import Vector
from opora.store.connection import connect, fetch, writing

FILE = "reindex.db"
_MADE = (
    "create table if not exists staged(model text not null, embed_digest text not null, vec blob not null, parts blob,"
    " primary key(model, embed_digest)) without rowid"
)


class Staged:
    """Vectors by model and digest, kept as they come. Nothing that serves reads them."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._connection = connect(self._path, read_only=False)
        with writing(self._connection, self._path) as c:
            c.execute(_MADE)

    def close(self, drop: bool = False) -> None:
        """``drop``: what was staged is in use now. A file in which nothing waits is not left behind."""
        drop = drop or not fetch(self._connection, "select 1 from staged limit 1")
        self._connection.close()
        if drop:
            for name in (FILE, f"{FILE}-wal", f"{FILE}-shm"):
                (self._path.parent / name).unlink(missing_ok=True)

    def keep_vectors(self, model_id: str, whole: Mapping[str, Vector], parts: Mapping[str, Vector]) -> None:
        """One transaction."""
        rows = [
            (model_id, name, _blob(vec), _blob(parts[name]) if name in parts else None) for name, vec in whole.items()
        ]
        with writing(self._connection, self._path) as c:
            c.executemany("insert or replace into staged values(?,?,?,?)", rows)

    def known_vectors(self, model_id: str, embed_digests: Sequence[str]) -> dict[str, Vector]:
        return {name: np.frombuffer(vec, np.float32) for name, vec, _ in self._rows(model_id, embed_digests)}

    def known_sentence_vectors(self, model_id: str, embed_digests: Sequence[str]) -> dict[str, Vector]:
        """Shape (sentences, dim) each."""
        return {
            name: np.frombuffer(parts, np.float32).reshape(-1, len(vec) // 4)
            for name, vec, parts in self._rows(model_id, embed_digests)
            if parts is not None
        }

    def _rows(self, model_id: str, embed_digests: Sequence[str]) -> list[tuple[str, bytes, bytes | None]]:
        query = (
            "select s.embed_digest, s.vec, s.parts from json_each(?) j join staged s"
            " on s.model = ? and s.embed_digest = j.value"
        )
        return fetch(self._connection, query, (json.dumps(list(embed_digests)), model_id))


def _blob(vector: Vector) -> bytes:
    return np.ascontiguousarray(vector, np.float32).tobytes()


def models_in_use(database: Path) -> list[str]:
    """Ids of the models whose vectors are searched; none when there is no library, or none that can be read."""
    import apsw

    if not database.is_file():
        return []
    query = "select model_id from model where id in (select distinct model from mark where model is not null)"
    try:
        connection = connect(database, read_only=True)
    except LibraryError:
        return []
    try:
        return [row[0] for row in fetch(connection, query)]
    except apsw.Error:
        return []
    finally:
        connection.close()
