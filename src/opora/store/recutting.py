"""How does a collection change its strategy at once, while everything that was cited stays where it is?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from opora.errors import UsageError
from opora.ports import Recut
from opora.store import doubts, publish
from opora.store.connection import fetch, first
from opora.store.doubts import Doubts
from opora.store.rows import version_from
from opora.store.seals import OF_VERSION, drop_seals, seal
from opora.store.word_seals import seal_words

if TYPE_CHECKING:
    import apsw

_CHOSEN = "strategy:"


class Recutting(Doubts):
    """What a library knows of how its collections are cut."""

    def strategies(self) -> dict[str, str]:
        """The strategy that was promoted, by collection; a collection without one goes by the settings."""
        query = "select substr(k, ?), v from meta where k glob ?"
        with self._read() as c:
            return dict(fetch(c, query, (len(_CHOSEN) + 1, _CHOSEN + "*")))

    def recut(self, collection: str, strategy: str | None, cuts: Sequence[Recut]) -> None:
        """Replace what these versions were cut into and note the collection's strategy, at once.

        ``strategy``: "" for none of its own, ``None`` to leave it as it is.
        Text, blocks, periods, facts and doubts are not touched, so every anchor opens what it opened. UsageError when a
        version is not there any more.
        """
        with self._write() as c:
            loose: set[tuple[int, str]] = set()
            for cut in cuts:
                loose |= _recut(c, cut)
            publish.delete_unused_vectors(c, loose)
            for cut in cuts:
                for kind in OF_VERSION:
                    seal(c, kind, cut.version_id)
                seal_words(c, cut.version_id, cut.fragments)
            if strategy is not None:
                c.execute("delete from meta where k = ?", (_CHOSEN + collection,))
            if strategy:
                c.execute("insert into meta values(?,?)", (_CHOSEN + collection, strategy))
            publish.bump(c)


def _recut(c: apsw.Connection, cut: Recut) -> set[tuple[int, str]]:
    row = first(c, "select id from version where version_id = ?", (cut.version_id,))
    if row is None:
        raise UsageError(f"there is no version {cut.version_id!r} any more", "run it again")
    data = first(c, "select data from version where id = ?", (row,))
    loose = publish.delete_fragments(c, row)
    publish.insert_fragments(c, row, cut)
    version = version_from(data)
    publish.update_version(c, replace(version, strategy=cut.strategy, report={**version.report, **cut.report}))
    if doubts.mark_fragments(c, row) or first(c, "select 1 from doubt where version = ?", (row,)) is not None:
        seal(c, "doubts", cut.version_id)
    else:
        drop_seals(c, "doubts", [cut.version_id])
    return loose
