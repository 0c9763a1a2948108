"""Which fragments are near a vector? Sign bits pick candidates, the vectors themselves give the exact cosine."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from opora.store.connection import fetch, sql
from opora.store.publish import sign_bits
from opora.store.reading_back import best_cosines
from opora.store.snapshot import Bits, Snapshot

if TYPE_CHECKING:
    import apsw

NEAR, NEAR_FILTERED = 400, 1600  # candidates by bits; more when a filter may follow the clusters
EXACT = 3  # times the limit: candidates by the vector against bits whose own vectors are read
_AT_ONCE = 3  # words of 64 bits whose differing bits are fewer than 256
Vector = npt.NDArray[np.float32]


def nearest(
    connection: apsw.Connection,
    state: Snapshot,
    asked: tuple[Vector, str],
    open_: npt.NDArray[np.bool_],
    limit: int,
) -> list[tuple[int, float]]:
    """Fragment row ids and cosines, best first, among vectors of the asked model only."""
    vector, model_id = asked
    number, mean = state.models.get(model_id, (0, vector))
    if number not in state.marks.bits or len(mean) != len(vector) or limit <= 0:
        return []
    places, bits = state.marks.bits[number]
    allowed = open_[places]
    count = int(allowed.sum())
    if not count:
        return []
    if count < len(allowed):
        places, bits = places[allowed], bits[:, allowed]
    depth = NEAR if count > 0.9 * len(allowed) else NEAR_FILTERED
    best = _near_by_bits(bits, np.frombuffer(sign_bits(vector, mean), np.uint64), max(4 * limit, depth))
    best = _near_by_signs(bits, best, vector - mean, max(EXACT * limit, 100))
    scored = cosines(connection, state.marks.ids[places[best]].tolist(), vector)
    return sorted(scored, key=lambda pair: (-pair[1], pair[0]))[:limit]


def _near_by_bits(bits: Bits, query: npt.NDArray[np.uint64], depth: int) -> npt.NDArray[np.int64]:
    """Positions of at least ``depth`` fragments whose signs differ least from the query's."""
    distance = np.zeros(bits.shape[1], np.uint16)
    for first in range(0, len(bits), _AT_ONCE):
        few = np.zeros(bits.shape[1], np.uint8)  # in bytes, which are added several times as fast
        for row, word in zip(bits[first : first + _AT_ONCE], query[first : first + _AT_ONCE], strict=True):
            few += np.bitwise_count(row ^ word)
        distance += few
    up_to = int(np.searchsorted(np.cumsum(np.bincount(distance)), min(depth, len(distance))))
    return np.flatnonzero(distance <= up_to)


def _near_by_signs(bits: Bits, near: npt.NDArray[np.int64], query: Vector, depth: int) -> npt.NDArray[np.int64]:
    """Of these, the ``depth`` whose signs go best with the query's numbers: closer to the cosine than counting bits."""
    if len(near) <= depth:
        return near
    signs = np.unpackbits(np.ascontiguousarray(bits[:, near].T).view(np.uint8), axis=1)[:, : len(query)]
    return near[np.argpartition(-(signs.astype(np.float32) @ query), depth - 1)[:depth]]


def cosines(connection: apsw.Connection, rows: list[int], vector: Vector) -> list[tuple[int, float]]:
    """The exact cosine of each fragment row that has a vector."""
    found = fetch(
        connection,
        "select f.id, x.vec from json_each(?) j join fragment f on f.id = j.value"
        " join vector x on x.model = f.model and x.embed_digest = f.embed_digest",
        (json.dumps(rows),),
    )
    scores = best_cosines([row[1] for row in found], vector)
    return [(row[0], score) for row, score in zip(found, scores, strict=True) if score is not None]


def passage_cosines(
    connection: apsw.Connection, passage_ids: Sequence[str], asked: tuple[Vector, str]
) -> dict[str, float]:
    """The cosine of the vector with the mean of each passage's fragment vectors."""
    vector, model_id = asked
    values = {"ids": json.dumps(list(passage_ids)), "model": model_id}
    sums: dict[str, Vector] = {}
    for name, blob in fetch(connection, sql("passage_vectors"), values):
        if len(blob) == 2 * len(vector):
            one = np.frombuffer(blob, np.float16).astype(np.float32)
            sums[name] = one if name not in sums else sums[name] + one
    return {name: float(total @ vector / (np.linalg.norm(total) or 1.0)) for name, total in sums.items()}
