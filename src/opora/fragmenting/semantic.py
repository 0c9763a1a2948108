"""Where does a text that has no headings change its subject?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from zlib import crc32

import numpy as np
import numpy.typing as npt

from opora.fragmenting.material import Encode, Group, Material
from opora.fragmenting.pack import Run
from opora.fragmenting.rules import FragmentRules
from opora.fragmenting.sections import passages_of
from opora.fragmenting.units import Unit, sections_of
from opora.ports import Vector

_WINDOW = 3  # units on either side of a border that are compared
_WORD = re.compile(r"[^\W\d_]{3,}")
_STEM, _BUCKETS = 6, 512
_FULL = 0.75  # of the size: what a fragment is best filled to
_SMALL = 0.15  # of the size: below this the threshold does not cut
_UNBOUND = (0.0, 0.5, 4.0, 20.0)  # what it costs to cut at a bond of 0, 1, 2, 3
_FILL = 1.5  # how much an uneven filling costs against a bad border


def semantic(material: Material) -> list[Group]:
    """Fragments end where the text before and after a sentence is least alike; a passage is the section.

    Without an encoder likeness is that of the words.
    """
    groups: list[Group] = []
    for section in sections_of(material.units):
        runs = by_meaning(list(section.units), material, material.rules.size_or_default)
        groups.extend(passages_of(runs, material.rules.passage))
    return groups


def by_meaning(units: list[Unit], material: Material, size: int) -> list[Run]:
    """Runs of at most ``size``, cut where the subject changes; one unit over it is a run of its own."""
    fits = sum(unit.size for unit in units) <= size and material.rules.threshold is None
    if fits or len(units) < 2:
        return [tuple(units)]
    likeness = likeness_of([material.text[unit.start : unit.end] for unit in units], material.help.encode)
    return best_runs(units, likeness, size, material.rules)


def likeness_of(texts: Sequence[str], encode: Encode | None) -> npt.NDArray[np.float32]:
    """For each border (before text 1, 2, …) how alike the texts on both sides are; shape (texts - 1,)."""
    vectors = np.asarray(encode(texts), np.float32) if encode is not None else worded(texts)
    weighed = vectors * np.sqrt([[len(text)] for text in texts]).astype(np.float32)
    sums = np.vstack([np.zeros((1, vectors.shape[1]), np.float32), np.cumsum(weighed, axis=0)])
    at = np.arange(1, len(texts))
    before = sums[at] - sums[np.maximum(at - _WINDOW, 0)]
    after = sums[np.minimum(at + _WINDOW, len(texts))] - sums[at]
    norms = np.linalg.norm(before, axis=1) * np.linalg.norm(after, axis=1)
    found: npt.NDArray[np.float32] = (before * after).sum(axis=1) / np.maximum(norms, 1e-9)
    return found


def worded(texts: Sequence[str]) -> Vector:
    """Vectors of word beginnings, rare ones weighed more: for where there is no model."""
    counts = [Counter(word[:_STEM].casefold() for word in _WORD.findall(text)) for text in texts]
    spread = Counter(stem for count in counts for stem in count)
    found = np.zeros((len(texts), _BUCKETS), np.float32)
    for row, count in zip(found, counts, strict=True):
        for stem, times in count.items():
            row[crc32(stem.encode("utf-8", "replace")) % _BUCKETS] += times * np.log1p(len(texts) / spread[stem])
    norms = np.linalg.norm(found, axis=1, keepdims=True)
    unit: Vector = found / np.maximum(norms, 1e-9)
    return unit


def best_runs(units: Sequence[Unit], likeness: npt.NDArray[np.float32], size: int, rules: FragmentRules) -> list[Run]:
    """The cut of least cost: borders where the likeness is low, fragments about equally full."""
    spread = float(likeness.std()) or 1.0
    high = (likeness - likeness.mean()) / spread
    cost = [0.0, *(float(z) + _UNBOUND[unit.bond] for z, unit in zip(high, units[1:], strict=True))]
    forced = _forced(units, likeness, size, rules.threshold)
    best, back = [0.0], [0]
    for end in range(1, len(units) + 1):
        choices: list[tuple[float, int]] = []
        filled = 0
        for start in range(end - 1, -1, -1):
            filled += units[start].size
            if filled > size and choices:
                break
            uneven = (filled / size - _FULL) ** 2 * _FILL if end < len(units) or start else 0.0
            choices.append((best[start] + (cost[start] + uneven + 1.0 if start else uneven), start))
            if start in forced:
                break
        least = min(choices)
        best.append(least[0])
        back.append(least[1])
    cuts = [len(units)]
    while cuts[-1]:
        cuts.append(back[cuts[-1]])
    cuts.reverse()
    return [tuple(units[a:b]) for a, b in pairwise(cuts)]


def _forced(
    units: Sequence[Unit], likeness: npt.NDArray[np.float32], size: int, threshold: float | None
) -> frozenset[int]:
    """Borders below the threshold, each with a fair piece before it; never after a heading or a lead-in."""
    if threshold is None:
        return frozenset()
    found: list[int] = []
    filled = 0
    for number, unit in enumerate(units):
        if number and unit.bond < 2 and likeness[number - 1] < threshold and filled >= _SMALL * size:
            found.append(number)
            filled = 0
        filled += unit.size
    return frozenset(found)
