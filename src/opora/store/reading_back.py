"""Is what the index found still what it was? Fragments read back whole, each checked again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from opora.domain.source import Fragment, Passage
from opora.ports import StoredFragment, Vector
from opora.store.connection import fetch, sql
from opora.store.rows import block_from
from opora.store.snapshot import Snapshot

if TYPE_CHECKING:
    import apsw


@dataclass(frozen=True, slots=True)
class Asked:
    """Which fragments, in which order, and the vector (and its model) their cosines are wanted for."""

    ids: list[str]
    vector: Vector | None
    model_id: str | None


def read(
    connection: apsw.Connection, state: Snapshot, asked: Asked, table: npt.NDArray[np.bool_]
) -> tuple[list[StoredFragment], tuple[str, ...]]:
    """Fragments in the order asked, and a named reason for each that is dropped."""
    values = {"ids": json.dumps(asked.ids), "vectors": asked.vector is not None}
    found = {row[0]: row for row in fetch(connection, sql("read_fragment"), values)}
    kept: list[tuple[Any, ...]] = []
    dropped: list[str] = []
    for name in asked.ids:
        row = found.get(name)
        reason = "is not in the store any more" if row is None else _reason(row, table)
        if row is None or reason:
            dropped.append(f"{name}: {reason}")
        else:
            kept.append(row)
    number = state.models[asked.model_id][0] if asked.model_id in state.models else None
    comparable = [asked.model_id is None or row[11] == number for row in kept]
    whole = best_cosines([row[17] if yes else None for row, yes in zip(kept, comparable, strict=True)], asked.vector)
    parts = best_cosines([row[18] if yes else None for row, yes in zip(kept, comparable, strict=True)], asked.vector)
    cosines = zip(kept, whole, parts, strict=True)
    return [_stored(connection, state, row, pair) for row, *pair in cosines], tuple(dropped)


def best_cosines(blobs: Sequence[bytes | None], vector: Vector | None) -> list[float | None]:
    """For each blob of float16 vectors the highest cosine; ``None`` for none, or for vectors of another size."""
    if vector is None:
        return [None] * len(blobs)
    size = 2 * len(vector)
    usable = [n for n, blob in enumerate(blobs) if blob and len(blob) % size == 0]
    found: list[float | None] = [None] * len(blobs)
    if usable:
        chosen = [blobs[n] or b"" for n in usable]
        matrix = np.frombuffer(b"".join(chosen), np.float16).reshape(-1, len(vector)).astype(np.float32)
        starts = np.cumsum([0, *(len(blob) // size for blob in chosen[:-1])])
        for n, best in zip(usable, np.maximum.reduceat(matrix @ vector, starts).tolist(), strict=True):
            found[n] = best
    return found


def _reason(row: tuple[Any, ...], table: npt.NDArray[np.bool_]) -> str:
    if not table[row[2]]:
        return "its version may not answer this question (switch, period, status or filter)"
    if sha256(row[7].encode("utf-8", "surrogatepass")).digest() != row[10]:
        return "its text is not the text that was indexed"
    if row[12] is None or not row[12] <= row[4] <= row[5] <= row[13]:
        return "its passage is missing or does not hold it"
    if row[16] is None:
        return "its block is missing"
    return ""


def _stored(
    connection: apsw.Connection, state: Snapshot, row: tuple[Any, ...], cosines: Sequence[float | None]
) -> StoredFragment:
    version, source = state.whose(connection, row[2])
    return StoredFragment(
        fragment=Fragment(*(row[0], version.version_id, *row[3:10], bool(row[19]))),
        version=version,
        source=source,
        passage=Passage(row[3], version.version_id, row[12], row[13], row[14], _headings(row[15])),
        block=block_from(row[16]),
        cosine=cosines[0],
        sentence_cosine=cosines[1],
    )


@lru_cache(maxsize=4096)
def _headings(data: str) -> tuple[str, ...]:
    return tuple(json.loads(data))
