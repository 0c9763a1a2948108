"""How does a fragment get a vector that knows the whole document? Token vectors of long windows, pooled per fragment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from opora.domain.place import Span
from opora.ports import Vector

_AROUND = 0.25  # of a window: what is seen before the first fragment that a window decides


class TokenEncoder(Protocol):
    """Gives the vector of every token, each knowing the whole text it was given."""

    @property
    def max_tokens(self) -> int: ...
    def places(self, text: str) -> npt.NDArray[np.int64]:
        """Start and end of every token in the text; shape (tokens, 2)."""
        ...

    def token_vectors(self, text: str) -> tuple[npt.NDArray[np.int64], Vector]:
        """Places of the tokens that were read, shape (tokens, 2), and their vectors, shape (tokens, dim)."""
        ...


def late_vectors(text: str, spans: Sequence[Span], encoder: TokenEncoder) -> Vector:
    """Unit rows, one for each span (in order of start). Each is pooled from one window that holds it whole if any can.

    A window begins a quarter of its length before the first span it decides, so that every fragment has text before it.
    A span longer than a window is pooled from the part that the window reaches.
    """
    rows: list[Vector] = []
    places = encoder.places(text)
    done = 0
    while done < len(spans):
        first = int(np.searchsorted(places[:, 1], spans[done].start, side="right"))
        room = max(encoder.max_tokens - 16, 16)
        begin = max(0, first - int(_AROUND * room))
        stop = min(begin + room, len(places))
        low, high = int(places[begin, 0]), int(places[stop - 1, 1])
        inside, vectors = encoder.token_vectors(text[low:high])
        taken = 0
        for span in spans[done:]:
            if taken and span.end > high:
                break
            rows.append(_pooled(inside + low, vectors, span))
            taken += 1
        done += taken
    return np.array(rows, np.float32)


def _pooled(places: npt.NDArray[np.int64], vectors: Vector, span: Span) -> Vector:
    own = (places[:, 0] < span.end) & (places[:, 1] > span.start)
    mean = vectors[own].mean(axis=0) if own.any() else vectors.mean(axis=0)
    unit: Vector = mean / max(float(np.linalg.norm(mean)), 1e-9)
    return unit
