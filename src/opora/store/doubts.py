"""Which numbers wait for a person to look at the page, and what did the person say?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from opora.canonical import digest
from opora.domain.doubt import UncertainNumber
from opora.errors import UsageError
from opora.ports import Publication
from opora.store.access import Access
from opora.store.connection import fetch, first, sql
from opora.store.publish import bump
from opora.store.seals import seal

if TYPE_CHECKING:
    import apsw

_KIND = "doubts"


class Doubts(Access):
    """What a library knows of numbers that were not read surely."""

    def doubts(self, version_id: str) -> list[UncertainNumber]:
        """In order of place; those a person has settled are among them, with who and when."""
        with self._read() as c:
            return _read(c, version=version_id)

    def uncertain_numbers(self) -> list[UncertainNumber]:
        """Of all versions, by version and place."""
        with self._read() as c:
            return _read(c)

    def settle_number(self, item_id: str, by: str, at: str, reads: str = "") -> UncertainNumber:
        """Keep that a person has looked at the page: the number is right, or ``reads`` says what stands there.

        UsageError when there is no such item.
        """
        with self._write() as c:
            found = next(iter(_read(c, item=item_id)), None)
            if found is None:
                raise UsageError(f"there is no number {item_id!r} to confirm", "see 'opora uncertain'")
            settled = replace(found, state="rejected" if reads else "confirmed", by=by, at=at, reads=reads)
            c.execute(
                "update doubt set state = ?, person = ?, settled = ?, reads = ? where item = ?",
                (settled.state, by, at, reads, item_id),
            )
            seal(c, _KIND, found.version_id)
            bump(c)
        return settled


def items_of(publication: Publication) -> list[UncertainNumber]:
    """The numbers in doubt of a version; rows of a table, not the table around them, tell the place."""
    version_id, text = publication.version.version_id, publication.parsed.text
    return [
        UncertainNumber(
            "N" + digest(f"{version_id}:{doubt.start}:{doubt.end}:{text[doubt.start : doubt.end]}")[:10],
            *(version_id, block.path, doubt.start, doubt.end, text[doubt.start : doubt.end]),
            *(doubt.other, doubt.confidence, block.page, block.page_label),
        )
        for block in publication.parsed.blocks
        for doubt in block.doubts
    ]


def settled(connection: apsw.Connection, version_id: str) -> list[UncertainNumber]:
    """What persons have said of a version that is about to be replaced by one of the same id."""
    return [number for number in _read(connection, version=version_id) if number.state != "open"]


def write(connection: apsw.Connection, publication: Publication, known: Sequence[UncertainNumber]) -> None:
    """Inside the transaction that published the version. ``known`` keeps what was said of the same number at the same place."""
    items = items_of(publication)
    if not items:
        return
    row = first(connection, "select id from version where version_id = ?", (publication.version.version_id,))
    said = {(one.start, one.end, one.text): one for one in (*known, *publication.settled)}
    items = [_with_word(one, said.get((one.start, one.end, one.text))) for one in items]
    connection.executemany(
        "insert or replace into doubt values(?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
        [
            (
                *(n.item_id, row, n.path, n.start, n.end, n.text, n.other, n.confidence, n.page, n.page_label),
                *(n.state, n.by, n.at, n.reads),
            )
            for n in items
        ],
    )
    mark_fragments(connection, row)
    seal(connection, _KIND, publication.version.version_id)


def mark_fragments(connection: apsw.Connection, row: int) -> bool:
    """Say of each fragment of a version whether it holds a number in doubt; whether any does."""
    connection.execute(
        "update fragment set uncertain = 1 where version = ?1 and exists"
        " (select 1 from doubt d where d.version = ?1 and d.start < fragment.stop and d.stop > fragment.start)",
        (row,),
    )
    return bool(connection.changes())


def _with_word(number: UncertainNumber, said: UncertainNumber | None) -> UncertainNumber:
    return replace(number, state=said.state, by=said.by, at=said.at, reads=said.reads) if said else number


def _read(connection: apsw.Connection, version: str | None = None, item: str | None = None) -> list[UncertainNumber]:
    return [UncertainNumber(*row) for row in fetch(connection, sql("doubts"), {"version": version, "item": item})]
