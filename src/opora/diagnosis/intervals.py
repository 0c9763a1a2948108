"""How sure is a figure? Shares with Wilson's interval, means and paired differences with a seeded bootstrap."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

Z = 1.959963984540054
"""Two-sided 95 % of the normal distribution."""
RESAMPLES = 2000
SEED = 20_261_130
_CELLS = 4_000_000
"""Counts held at once while resampling: 32 MB."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Figure:
    """A value with its 95 % interval and the number of things it was taken over; all ``None`` over nothing."""

    value: float | None
    n: int
    low: float | None = None
    high: float | None = None
    hits: int | None = None


def share(hits: int, n: int) -> Figure:
    """A proportion with the score interval of Wilson (1927).

    >>> found = share(90, 100)
    >>> round(found.low, 3), round(found.high, 3)
    (0.826, 0.945)
    """
    if not 0 <= hits <= n:
        raise ValueError(f"{hits} of {n} is no share")
    return Figure(None, 0, hits=0) if n == 0 else replace(_wilson(hits / n, n), hits=hits)


def _wilson(p: float, n: int) -> Figure:
    z2 = Z * Z
    middle = p + z2 / (2 * n)
    spread = Z * math.sqrt(p * (1 - p) / n + z2 / (4 * n * n))
    low, high = (middle - spread) / (1 + z2 / n), (middle + spread) / (1 + z2 / n)
    return Figure(p, n, 0.0 if p == 0 else max(0.0, low), 1.0 if p == 1 else min(1.0, high))


def mean(values: Sequence[float]) -> Figure:
    """The mean of values between 0 and 1 with its percentile bootstrap interval (Efron 1979), the same every time.

    Values that are all equal would give an interval of no width, whatever their number: they get Wilson's, which is wider
    than that of any values with this mean.
    """
    n = len(values)
    if n == 0:
        return Figure(None, 0)
    given = np.asarray(values, np.float64)
    if given.min() == given.max():
        return replace(_wilson(float(given[0]), n), hits=None)
    kinds, counts = np.unique(given, return_counts=True)
    low, high = _middle(np.concatenate([weights @ kinds for weights in _weights(counts)]) / n)
    return Figure(float(given.mean()), n, low, high)


@dataclass(frozen=True, slots=True)
class Paired:
    """What one case says about one score on two sides: ``None`` where the side was not scored on it."""

    a: bool | None
    b: bool | None


@dataclass(frozen=True, slots=True)
class Difference:
    """B minus A with its interval, and how the cases that were scored on both sides moved.

    ``p`` is the two-sided exact McNemar probability of such a split of ``better`` and ``worse`` by chance.
    """

    value: float | None
    low: float | None
    high: float | None
    better: int
    worse: int
    p: float


def difference(pairs: Sequence[Paired]) -> Difference:
    """The difference of two shares over the same cases, cases resampled in pairs."""
    kinds = Counter(pairs)
    better, worse = kinds[Paired(False, True)], kinds[Paired(True, False)]
    counts = np.array(list(kinds.values()))
    sides = [[pair.a for pair in kinds], [pair.b for pair in kinds]]
    scored = [np.array([one is not None for one in side], np.float64) for side in sides]
    right = [np.array([one is True for one in side], np.float64) for side in sides]
    if not pairs or not all((counts * each).any() for each in scored):
        return Difference(None, None, None, better, worse, _mcnemar(better, worse))
    shares = [float(counts @ hit / (counts @ each)) for hit, each in zip(right, scored, strict=True)]
    drawn = np.concatenate([_ratios(weights, right, scored) for weights in _weights(counts)])
    low, high = _middle(drawn[~np.isnan(drawn)])
    return Difference(shares[1] - shares[0], low, high, better, worse, _mcnemar(better, worse))


def _ratios(weights: Floats, right: list[Floats], scored: list[Floats]) -> Floats:
    """B minus A for each draw; not a number where a draw holds no scored case of a side."""
    shares = []
    for hit, counted in zip(right, scored, strict=True):
        below = weights @ counted
        shares.append(np.divide(weights @ hit, below, out=np.full(len(weights), np.nan), where=below > 0))
    return np.asarray(shares[1] - shares[0], np.float64)


def _weights(counts: npt.NDArray[np.int64]) -> Iterator[Floats]:
    """How often each kind of case comes up in each resample of as many cases, a few resamples at a time.

    ``counts``: how many cases of each kind there are; drawing kinds is drawing cases, and there are few kinds.
    """
    random = np.random.default_rng(SEED)
    n = int(counts.sum())
    step = max(1, min(RESAMPLES, _CELLS // len(counts)))
    for start in range(0, RESAMPLES, step):
        size = min(step, RESAMPLES - start)
        yield random.multinomial(n, counts / n, size=size).astype(np.float64)


def _middle(drawn: Floats) -> tuple[float, float]:
    low, high = np.quantile(drawn, (0.025, 0.975))
    return float(low), float(high)


def _mcnemar(better: int, worse: int) -> float:
    """Twice the binomial tail of the smaller count, at most 1."""
    n, k = better + worse, min(better, worse)
    tail = sum(math.comb(n, i) for i in range(k + 1))
    return float(min(1.0, 2 * tail / 2**n))
