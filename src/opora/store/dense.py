"""Which fragments are near a vector? Sign bits pick candidates, the vectors themselves give the exact cosine."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from opora.store.connection import fetch
from opora.store.publish import sign_bits
from opora.store.snapshot import Snapshot

if TYPE_CHECKING:
    import apsw

DEPTH, DEPTH_FILTERED = 200, 800  # candidates that are scored exactly; more when a filter may follow the clusters
Vector = npt.NDArray[np.float32]


def nearest(
    connection: apsw.Connection,
    state: Snapshot,
    asked: tuple[Vector, str],
    table: npt.NDArray[np.bool_],
    limit: int,
) -> list[tuple[int, float]]:
    """Fragment row ids and cosines, best first, among vectors of the asked model only."""
    vector, model_id = asked
    number, mean = state.models.get(model_id, (0, vector))
    if number not in state.marks.bits or len(mean) != len(vector) or limit <= 0:
        return []
    places, bits = state.marks.bits[number]
    allowed = table[state.marks.versions[places]]
    count = int(allowed.sum())
    if not count:
        return []
    query = np.frombuffer(sign_bits(vector, mean), np.uint64)
    few = count < 0.3 * len(allowed)
    chosen = np.flatnonzero(allowed) if few else None
    distance = np.bitwise_count((bits if chosen is None else bits[chosen]) ^ query).sum(axis=1, dtype=np.uint16)
    if chosen is None:
        distance[~allowed] = np.iinfo(np.uint16).max
    depth = min(count, max(4 * limit, DEPTH if count > 0.9 * len(allowed) else DEPTH_FILTERED))
    best = np.argpartition(distance, depth - 1)[:depth]
    rows = state.marks.ids[places[best if chosen is None else chosen[best]]]
    scored = cosines(connection, rows.tolist(), vector)
    return sorted(scored, key=lambda pair: (-pair[1], pair[0]))[:limit]


def cosines(connection: apsw.Connection, rows: list[int], vector: Vector) -> list[tuple[int, float]]:
    """The exact cosine of each fragment row that has a vector."""
    found = fetch(
        connection,
        "select f.id, x.vec from json_each(?) j join fragment f on f.id = j.value"
        " join vector x on x.model = f.model and x.embed_digest = f.embed_digest",
        (json.dumps(rows),),
    )
    if not found:
        return []
    matrix = np.frombuffer(b"".join(row[1] for row in found), np.float16).reshape(len(found), -1).astype(np.float32)
    scores = matrix @ vector
    return [(row[0], float(score)) for row, score in zip(found, scores, strict=True)]
