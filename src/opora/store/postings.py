"""Where does each lemma stand, and how much does that tell? BM25 over all fragments at once, in a few array steps."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from opora.store.connection import first
from opora.store.tokens import clean

if TYPE_CHECKING:
    import apsw

K1, B, HEADING_WEIGHT, STEM_WEIGHT = 1.2, 0.75, 0.5, 0.75
FEWEST = 400  # a small library's words weigh as in one of this many fragments, else nothing in it passes a threshold
COMMON = 0.5  # a lemma in more than this share of the fragments tells next to nothing and is passed over ...
FEW = 2000  # ... unless the library is as small as this, where reading it costs nothing
KEPT = 16_000_000  # places kept in memory, 8 bytes each
Group = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Posting:
    """Positions (rising) of the fragments that hold a lemma, and what BM25 makes of how often, 0 to K1 + 1."""

    places: npt.NDArray[np.int32]
    gains: npt.NDArray[np.float32]


@dataclass(slots=True)
class Postings:
    """The lemmas asked for so far in one state of the library: only ever added to, so threads may share it."""

    ids: npt.NDArray[np.int64]
    norms: npt.NDArray[np.float32]  # K1 * (1 - B + B * length / mean length)
    found: dict[str, Posting] = field(default_factory=dict)
    frequencies: dict[str, int] = field(default_factory=dict)
    recent: dict[tuple[Group, ...], npt.NDArray[np.float32]] = field(default_factory=dict)
    held: int = 0

    @classmethod
    def of(cls, ids: npt.NDArray[np.int64], lengths: npt.NDArray[np.int64], mean: float) -> Postings:
        return cls(ids, (K1 * (1 - B + B * lengths / max(mean, 1.0))).astype(np.float32))

    def frequency(self, connection: apsw.Connection, lemma: str) -> int:
        """In how many fragments the lemma stands, in their text or their headings."""
        known = self.frequencies.get(lemma)
        if known is None:
            known = int(first(connection, "select doc from vocabulary where term = ?", (clean(lemma),)) or 0)
            self.frequencies[lemma] = known
        return known

    def posting(self, connection: apsw.Connection, lemma: str) -> Posting:
        known = self.found.get(lemma)
        if known is None:
            # one text instead of a row for each place: thirty times fewer steps between SQLite and here
            query = "select group_concat(doc * 2 + (col = 'head')) from place where term = ?"
            text = first(connection, query, (clean(lemma),))
            known = self._posting(np.fromstring(text or "", np.int64, sep=","))
            if self.held > KEPT:
                self.found.clear()
                self.held = 0
            self.found[lemma] = known
            self.held += len(known.places)
        return known

    def _posting(self, marked: npt.NDArray[np.int64]) -> Posting:
        marked.sort()
        rows, starts = np.unique(marked >> 1, return_index=True)
        if not len(rows) or not len(self.ids):
            return Posting(np.zeros(0, np.int32), np.zeros(0, np.float32))
        times = np.add.reduceat(np.where(marked & 1, HEADING_WEIGHT, 1.0), starts)
        places = np.minimum(np.searchsorted(self.ids, rows), len(self.ids) - 1)
        known = self.ids[places] == rows
        places, times = places[known], times[known]
        return Posting(places.astype(np.int32), (times * (K1 + 1) / (times + self.norms[places])).astype(np.float32))

    def scores(self, connection: apsw.Connection, groups: tuple[Group, ...], count: int) -> npt.NDArray[np.float32]:
        """BM25 of every fragment by position; a word counts by its best reading. Not to be written into."""
        known = self.recent.get(groups)
        if known is None:
            known = np.zeros(len(self.ids), np.float32)
            for group in self._telling(connection, groups, count):
                self._add(connection, known, group, count)
            if len(self.recent) >= 8:
                self.recent.clear()
            self.recent[groups] = known
        return known

    def _add(self, connection: apsw.Connection, total: npt.NDArray[np.float32], group: Group, count: int) -> None:
        best = np.zeros(len(total), np.float32) if len(group) > 1 else total
        for lemma in group:
            posting = self.posting(connection, lemma)
            gained = self._weight(connection, lemma, count) * posting.gains
            best[posting.places] = (
                np.maximum(best[posting.places], gained) if len(group) > 1 else gained + best[posting.places]
            )
        if len(group) > 1:
            total += best

    def _telling(self, connection: apsw.Connection, groups: Sequence[Group], count: int) -> list[Group]:
        known = [tuple(lemma for lemma in group if self.frequency(connection, lemma)) for group in groups]
        most = max(COMMON * count, FEW)
        rare = [tuple(lemma for lemma in group if self.frequency(connection, lemma) <= most) for group in known]
        return [group for group in rare if group] or [group for group in known if group]

    def _weight(self, connection: apsw.Connection, lemma: str, count: int) -> np.float32:
        held = self.frequency(connection, lemma)
        rarity = math.log(1 + (max(max(count, FEWEST) - held, 0) + 0.5) / (held + 0.5))
        return np.float32(rarity * (STEM_WEIGHT if lemma.startswith("^") else 1.0))
