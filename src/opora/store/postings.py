"""Where does each lemma stand, and how much does that tell? BM25 over all passages at once, in a few array steps.

A fragment scores what its passage scores (a question's words often stand in neighbouring sentences), and a tenth by its own
words, which puts the fragments of one passage in order. A fragment with none of the words scores nothing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from opora.store.frequent import common_places, indexed_places
from opora.store.tokens import clean

if TYPE_CHECKING:
    import apsw

    from opora.store.snapshot import Marks

OWN_SHARE = 0.1
K1, B, HEADING_WEIGHT, STEM_WEIGHT = 1.2, 0.75, 0.5, 0.9
FEWEST = 400  # a small library's words weigh as in one of this many fragments, else nothing in it passes a threshold
COMMON = 0.5  # a lemma in more than this share of the fragments tells next to nothing and is passed over ...
FEW = 2000  # ... unless the library is as small as this, where reading it costs nothing
KEPT = 16_000_000  # places kept in memory, 8 bytes each
Group = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Posting:
    """Positions (rising) of the fragments and of the passages that hold a lemma; what BM25 makes of how often, 0 to K1 + 1."""

    places: npt.NDArray[np.int64]
    gains: npt.NDArray[np.float32]
    units: npt.NDArray[np.int64]
    unit_gains: npt.NDArray[np.float32]
    held: int  # fragments of the index, those of versions that are gone too
    common: bool = False


@dataclass(slots=True)
class Postings:
    """The lemmas asked for so far in one state of the library: only ever added to, so threads may share it."""

    ids: npt.NDArray[np.int64]
    units: npt.NDArray[np.int64]  # passage of each fragment
    norms: npt.NDArray[np.float32]  # by passage: K1 * (1 - B + B * length / mean length)
    alive: npt.NDArray[np.bool_]  # by fragment: whether its version is still there
    found: dict[str, Posting] = field(default_factory=dict)
    frequencies: dict[str, int] = field(default_factory=dict)
    recent: dict[tuple[Group, ...], npt.NDArray[np.float32]] = field(default_factory=dict)
    spellings: dict[str, list[str]] = field(default_factory=dict)  # by first letter
    held: int = 0

    @classmethod
    def of(cls, marks: Marks, alive: npt.NDArray[np.bool_]) -> Postings:
        units = marks.units()
        whole = np.bincount(units, marks.lengths)
        mean = max(float(whole.mean()), 1.0) if len(whole) else 1.0
        return cls(marks.ids, units, (K1 * (1 - B + B * whole / mean)).astype(np.float32), alive)

    def frequency(self, connection: apsw.Connection, lemma: str) -> int:
        """In how many fragments the lemma stands, in their text or their headings."""
        known = self.frequencies.get(lemma)
        if known is None:
            posting = self.posting(connection, lemma)
            known = int(np.count_nonzero(self.alive[posting.places])) if posting.common else posting.held
            self.frequencies[lemma] = known
        return known

    def posting(self, connection: apsw.Connection, lemma: str) -> Posting:
        known = self.found.get(lemma)
        if known is None:
            kept = common_places(connection, clean(lemma))
            marked = indexed_places(connection, clean(lemma)) if kept is None else kept
            known = replace(self._posting(marked), common=kept is not None)
            if self.held > KEPT:
                self.found.clear()
                self.held = 0
            self.found[lemma] = known
            self.held += len(known.places)
        return known

    def _posting(self, marked: npt.NDArray[np.int64]) -> Posting:
        marked.sort(kind="stable")  # they come in runs that rise
        rows, starts = _runs(marked >> 1)
        if not len(rows) or not len(self.ids):
            return _NOWHERE
        above = (marked & 1).astype(np.float64)
        own, head = np.diff(starts, append=len(marked)).astype(np.float64), np.zeros(len(rows))
        if above.any():
            above = np.add.reduceat(above, starts)
            own, head = own - above, above * HEADING_WEIGHT
        places = self._places(rows)
        known = self.ids[places] == rows
        if not known.all():
            places, own, head = places[known], own[known], head[known]
        if not len(places):
            return replace(_NOWHERE, held=len(rows))
        units, first_of = _runs(self.units[places])
        in_unit = np.add.reduceat(own, first_of) + np.maximum.reduceat(
            head, first_of
        )  # a heading stands over each once
        return Posting(
            places,
            _gain(own + head, self.norms[self.units[places]]),
            units,
            _gain(in_unit, self.norms[units]),
            len(rows),
        )

    def _places(self, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Where each row stands among ``ids``; of a row that is not there, some other place."""
        if int(self.ids[-1] - self.ids[0]) == len(self.ids) - 1:  # none was ever removed
            places: npt.NDArray[np.int64] = np.clip(rows - self.ids[0], 0, len(self.ids) - 1)
            return places
        return np.minimum(np.searchsorted(self.ids, rows), len(self.ids) - 1)

    def scores(self, connection: apsw.Connection, groups: tuple[Group, ...], count: int) -> npt.NDArray[np.float32]:
        """BM25 of every fragment by position; a word counts by its best reading. Not to be written into."""
        known = self.recent.get(groups)
        if known is None:
            alone = np.zeros(len(self.ids), np.float32)
            together = np.zeros(len(self.norms), np.float32)
            for group in self._telling(connection, groups, count):
                found = [(self._weight(connection, lemma, count), self.posting(connection, lemma)) for lemma in group]
                _add(alone, [(p.places, weight * p.gains) for weight, p in found])
                _add(together, [(p.units, weight * p.unit_gains) for weight, p in found])
            known = ((1 - OWN_SHARE) * together).take(self.units)
            known += OWN_SHARE * alone
            known *= alone > 0
            if len(self.recent) >= 8:
                self.recent.clear()
            self.recent[groups] = known
        return known

    def most(self, connection: apsw.Connection, groups: Sequence[Group], count: int) -> float:
        """The BM25 of a text that holds every word of the query endlessly often; a word nobody wrote counts as the rarest."""
        best = (
            max(
                (self._weight(connection, lemma, count) for lemma in group if self.frequency(connection, lemma)),
                default=None,
            )
            for group in groups
        )
        unknown = _rarity(0, count)
        return float(sum(unknown if one is None else one for one in best) * (K1 + 1))

    def _telling(self, connection: apsw.Connection, groups: Sequence[Group], count: int) -> list[Group]:
        known = [tuple(lemma for lemma in group if self.frequency(connection, lemma)) for group in groups]
        most = max(COMMON * count, FEW)
        rare = [tuple(lemma for lemma in group if self.frequency(connection, lemma) <= most) for group in known]
        return [group for group in rare if group] or [group for group in known if group]

    def _weight(self, connection: apsw.Connection, lemma: str, count: int) -> np.float32:
        held = self.frequency(connection, lemma)
        return np.float32(_rarity(held, count) * (STEM_WEIGHT if lemma.startswith("^") else 1.0))


def _runs(rising: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Each number once, and where its run begins."""
    new = np.ones(len(rising), np.bool_)
    np.not_equal(rising[1:], rising[:-1], out=new[1:])
    starts = np.flatnonzero(new)
    return rising[starts], starts


def _rarity(held: int, count: int) -> float:
    return math.log(1 + (max(max(count, FEWEST) - held, 0) + 0.5) / (held + 0.5))


def _gain(times: npt.NDArray[np.float64], norms: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    return (times * (K1 + 1) / (times + norms)).astype(np.float32)


def _add(total: npt.NDArray[np.float32], readings: list[tuple[npt.NDArray[np.int64], npt.NDArray[np.float32]]]) -> None:
    """Add one word's gains: by place, that of its best reading."""
    if len(readings) == 1:
        total[readings[0][0]] += readings[0][1]
        return
    best = np.zeros(len(total), np.float32)
    for places, gained in readings:
        best[places] = np.maximum(best[places], gained)
    total += best


_NONE, _NOTHING = np.zeros(0, np.int64), np.zeros(0, np.float32)
_NOWHERE = Posting(_NONE, _NOTHING, _NONE, _NOTHING, 0)
