"""What does a search need in memory? Sign bits and versions of all fragments, caught up by the change counter."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from opora.domain.source import Filter, Source, Version
from opora.store.connection import fetch, first, sql
from opora.store.postings import Postings
from opora.store.rows import as_json, source_from, version_from

if TYPE_CHECKING:
    import apsw

Bits = npt.NDArray[np.uint64]


@dataclass(slots=True)
class Marks:
    """Columns over all fragments by rising row id: their version, length in lemmas, passage (where it starts),
    and sign bits by model, one row of ``bits`` for 64 of a vector's dimensions.

    Rows of removed versions stay until they are many; no filter lets them through.
    """

    ids: npt.NDArray[np.int64]
    versions: npt.NDArray[np.int64]
    lengths: npt.NDArray[np.int64]
    passages: npt.NDArray[np.int64]
    bits: dict[int, tuple[npt.NDArray[np.int64], Bits]]  # model -> positions in ids; bits, shape (words, fragments)
    epoch: int

    def units(self) -> npt.NDArray[np.int64]:
        """Passages counted through the whole library, from 0; the fragments of one stand together."""
        new = (np.diff(self.versions) != 0) | (np.diff(self.passages) != 0)
        return np.concatenate([np.zeros(min(len(self.ids), 1), np.int64), np.cumsum(new)])


@dataclass(frozen=True, slots=True)
class Open:
    """What a filter lets through: by version row id, and by position of the fragment. Not to be written into."""

    versions: npt.NDArray[np.bool_]
    fragments: npt.NDArray[np.bool_]


@dataclass(slots=True)
class Snapshot:
    """One state of the library. Filled lazily; a thread only ever adds what every other thread would add."""

    change: int
    marks: Marks
    models: dict[str, tuple[int, npt.NDArray[np.float32]]]
    count: int
    length: float
    postings: Postings
    tables: dict[Filter, Open] = field(default_factory=dict)
    known: dict[int, tuple[Version, Source]] = field(default_factory=dict)

    def allowed(self, connection: apsw.Connection, allowed: Filter) -> Open:
        """What this filter lets through."""
        found = self.tables.get(allowed)
        if found is None:
            rows = [row[0] for row in connection.execute(sql("allowed_versions"), _filter_values(allowed))]
            top = int(first(connection, "select ifnull(max(id), 0) from version"))
            table = np.zeros(max(top, int(self.marks.versions.max(initial=0))) + 1, dtype=np.bool_)
            table[rows] = True
            if len(self.tables) >= 64:
                self.tables.clear()
            found = self.tables[allowed] = Open(table, table[self.marks.versions])
        return found

    def whose(self, connection: apsw.Connection, version: int) -> tuple[Version, Source]:
        """Version and source of a version row."""
        found = self.known.get(version)
        if found is None:
            query = "select v.data, s.data from version v join source s on s.source_id = v.source_id where v.id = ?"
            row = fetch(connection, query, (version,))[0]
            found = self.known[version] = (version_from(row[0]), source_from(row[1]))
        return found


def refreshed(connection: apsw.Connection, old: Snapshot | None) -> Snapshot:
    """The state as this read transaction sees it; ``old`` itself when nothing changed."""
    change = int(first(connection, "select v from meta where k = 'change'"))
    if old is not None and old.change == change:
        return old
    models = {
        name: (number, np.frombuffer(mean, np.float32))
        for number, name, mean in connection.execute("select id, model_id, mean from model")
    }
    marks = _caught_up(connection, old.marks if old and old.change < change else None)
    living = np.fromiter((row[0] for row in connection.execute("select id from version")), np.int64)
    table = np.zeros(int(max(living.max(initial=0), marks.versions.max(initial=0))) + 1, np.bool_)
    table[living] = True
    alive = table[marks.versions]
    count = int(alive.sum())
    length = float(marks.lengths[alive].mean()) if count else 0.0
    if len(marks.ids) > 1024 and count < len(marks.ids) // 2:
        marks = _caught_up(connection, None)
        alive = table[marks.versions]
    return Snapshot(change, marks, models, count, length, Postings.of(marks, alive))


def _caught_up(connection: apsw.Connection, old: Marks | None) -> Marks:
    """Marks with what was added since; all anew when the bits were made again with another mean."""
    epoch = int(first(connection, "select v from meta where k = 'bits_epoch'"))
    if old is not None and old.epoch != epoch:
        old = None
    last = int(old.ids[-1]) if old is not None and len(old.ids) else 0
    query = "select fragment, version, length, passage, model, bits from mark where fragment > ? order by fragment"
    rows = fetch(connection, query, (last,))
    columns = np.array([row[:4] for row in rows], np.int64).reshape(-1, 4)
    base = len(old.ids) if old is not None else 0
    grouped: dict[int, tuple[list[int], list[bytes]]] = {}
    for position, row in enumerate(rows, base):
        if row[4] is not None:
            places, blobs = grouped.setdefault(row[4], ([], []))
            places.append(position)
            blobs.append(row[5])
    bits = dict(old.bits) if old is not None else {}
    for model, (places, blobs) in grouped.items():
        new_places = np.array(places, np.int64)
        new_bits = np.ascontiguousarray(np.frombuffer(b"".join(blobs), np.uint64).reshape(len(blobs), -1).T)
        if model in bits:
            bits[model] = (
                np.concatenate([bits[model][0], new_places]),
                np.concatenate([bits[model][1], new_bits], axis=1),
            )
        else:
            bits[model] = (new_places, new_bits)
    if old is None:
        return Marks(*_four(columns.T.copy()), bits, epoch)
    held = np.stack((old.ids, old.versions, old.lengths, old.passages))
    return Marks(*_four(np.concatenate([held, columns.T], axis=1)), bits, epoch)


Column = npt.NDArray[np.int64]


def _four(columns: Column) -> tuple[Column, Column, Column, Column]:
    return columns[0], columns[1], columns[2], columns[3]


def _filter_values(allowed: Filter) -> dict[str, object]:
    def listed(names: tuple[str, ...]) -> str | None:
        return as_json(names) if names else None

    return {
        "at": allowed.at.isoformat(),
        "collections": listed(allowed.collections),
        "purposes": listed(allowed.purposes),
        "source_ids": listed(allowed.source_ids),
        "languages": listed(allowed.languages),
        "jurisdiction": allowed.jurisdiction,
    }
