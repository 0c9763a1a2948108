"""Is what the index found still what it was? Fragments read back whole, each checked again."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from opora.domain.source import Fragment, Passage
from opora.ports import StoredFragment, Vector
from opora.store.connection import sql
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
    found = {row[0]: row for row in connection.execute(sql("read_fragment"), values)}
    kept: list[StoredFragment] = []
    dropped: list[str] = []
    number = state.models[asked.model_id][0] if asked.model_id in state.models else None
    for name in asked.ids:
        row = found.get(name)
        reason = "is not in the store any more" if row is None else _reason(row, table)
        if row is None or reason:
            dropped.append(f"{name}: {reason}")
            continue
        comparable = asked.model_id is None or row[13] == number
        kept.append(_stored(connection, state, row, asked.vector if comparable else None))
    return kept, tuple(dropped)


def _reason(row: tuple[Any, ...], table: npt.NDArray[np.bool_]) -> str:
    if not table[row[2]]:
        return "its version may not answer this question (switch, period, status or filter)"
    if sha256(row[7].encode("utf-8", "surrogatepass")).digest() != row[12]:
        return "its text is not the text that was indexed"
    if row[14] is None or not row[14] <= row[4] <= row[5] <= row[15]:
        return "its passage is missing or does not hold it"
    if row[18] is None:
        return "its block is missing"
    return ""


def _stored(
    connection: apsw.Connection, state: Snapshot, row: tuple[Any, ...], vector: Vector | None
) -> StoredFragment:
    version, source = state.whose(connection, row[2])
    if vector is not None and (row[19] is None or len(row[19]) != 2 * len(vector)):
        vector = None
    return StoredFragment(
        fragment=Fragment(row[0], version.version_id, *row[3:10]),
        version=version,
        source=source,
        passage=Passage(row[3], version.version_id, row[14], row[15], row[16], tuple(json.loads(row[17]))),
        block=block_from(row[18]),
        lemmas=tuple(row[10].split()),
        heading_lemmas=tuple(row[11].split()),
        cosine=_best_cosine(row[19], vector),
        sentence_cosine=_best_cosine(row[20], vector),
    )


def _best_cosine(blob: bytes | None, vector: Vector | None) -> float | None:
    """The highest cosine of the vectors in a blob."""
    if blob is None or vector is None:
        return None
    return float((np.frombuffer(blob, np.float16).reshape(-1, len(vector)).astype(np.float32) @ vector).max())
