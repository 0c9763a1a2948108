"""Which lemmas stand in so many fragments that the index is slow to tell where? Their places, ready to be read as one array.

Made of the index once the library has doubled, and added to by each publish between. Places of fragments that are gone stay
until then: whoever reads them knows which fragments there are.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from opora.ports import IndexedFragment
from opora.store.connection import fetch, first
from opora.store.tokens import as_tokens

if TYPE_CHECKING:
    import apsw

OFTEN = 1000  # fragments that hold a lemma, from which its places are kept; the index tells of fewer in a quarter ms
SETTLES_AFTER = 4000  # new fragments, at least
_PLACES = "select group_concat(doc * 2 + (col = 'head')) from place where term = ?"
Places = npt.NDArray[np.int64]


def common_places(connection: apsw.Connection, term: str) -> Places | None:
    """As ``indexed_places``, of a term that is common; ``None`` for any other."""
    rows = fetch(connection, "select places from common where term = ? order by part", (term,))
    if rows:
        return np.frombuffer(b"".join(row[0] for row in rows), np.uint32).astype(np.int64)
    return None


def add_places(connection: apsw.Connection, numbered: Iterable[tuple[int, IndexedFragment]]) -> None:
    """The new fragments of a publish, by row id."""
    known = {row[0] for row in connection.execute("select distinct term from common")}
    if known:
        found: dict[str, list[int]] = {}
        for number, fragment in numbered:
            for mark, lemmas in ((2 * number, fragment.lemmas), (2 * number + 1, fragment.heading_lemmas)):
                for term in as_tokens(lemmas).split(" "):
                    if term in known:
                        found.setdefault(term, []).append(mark)
        for term, marks in found.items():
            _append(connection, term, np.array(marks, np.uint32).tobytes())
    settle(connection)


def settle(connection: apsw.Connection) -> None:
    """Choose the common lemmas anew when as many fragments were added as there were at the last time."""
    last = int(first(connection, "select ifnull(max(id), 0) from fragment"))
    query = "select (select v from meta where k = 'common_last'), (select v from meta where k = 'common_count')"
    at, counted = fetch(connection, query)[0]
    if last - at >= max(counted, SETTLES_AFTER):
        choose(connection)


def choose(connection: apsw.Connection) -> None:
    """Keep the places of all lemmas that are common now, and of no others."""
    connection.execute("delete from common")
    terms = [row[0] for row in connection.execute("select term from vocabulary where doc >= ?", (OFTEN,))]
    for term in terms:
        _append(connection, term, indexed_places(connection, term).astype(np.uint32).tobytes())
    last, count = fetch(connection, "select ifnull(max(id), 0), count(*) from fragment")[0]
    connection.executemany("update meta set v = ? where k = ?", [(last, "common_last"), (count, "common_count")])


def _append(connection: apsw.Connection, term: str, places: bytes) -> None:
    """As one more part, together with the parts before it that are no longer than twice what it has become."""
    part = 0
    query = "select part, length(places) from common where term = ? order by part desc"
    for number, size in fetch(connection, query, (term,)):
        if size > 2 * len(places):
            part = number + 1
            break
        before = first(connection, "select places from common where term = ? and part = ?", (term, number))
        places = before + places
        connection.execute("delete from common where term = ? and part = ?", (term, number))
        part = number
    connection.execute("insert into common values(?,?,?)", (term, part, places))


def indexed_places(connection: apsw.Connection, term: str) -> Places:
    """A number for each time the term stands in a fragment: twice the fragment's row id, and one more in its headings."""
    # one text instead of a row for each place: thirty times fewer steps between SQLite and here
    return np.fromstring(first(connection, _PLACES, (term,)) or "", np.int64, sep=",")
