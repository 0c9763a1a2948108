"""How are open questions kept, counted and settled? Every move is one transaction, and the first one decides."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from opora.canonical import canonical_json, revived
from opora.domain.gap import MOVES, Approved, Gap, GapMove, GapState, Moved, refusal
from opora.domain.source import Version
from opora.errors import GapMoveError, UsageError
from opora.ports import Publication, Vector
from opora.store import doubts, ledger, publish, rows
from opora.store.access import Access
from opora.store.connection import fetch, first, writing

if TYPE_CHECKING:
    import apsw

    from opora.domain.deed import Deed

MOST_WORDINGS = 50
"""Wordings of one place; more would make its words say nothing."""


class Gaps(Access):
    """Gaps, their vectors, the wordings that lead to a place, and the deliveries that were taken in."""

    def record_gap(self, asked: Gap) -> Gap:
        """A new record, or one asking more of that which is there; the record as it is now."""
        with self._lock, writing(self._logger(), self.path) as c:
            known = _gap(c, asked.gap_id)
            if known is None:
                _put(c, asked)
                return asked
            now = replace(
                known,
                part=known.part or asked.part,
                asked=known.asked + 1,
                question=asked.question,
                at=min(known.at, asked.at) if known.state == "pending" else known.at,
                channel=asked.channel,
                channels=tuple(dict.fromkeys((*known.channels, *asked.channels))),
                trace_id=asked.trace_id,
                nearest=asked.nearest,
                last_asked=max(known.last_asked, asked.last_asked),
            )
            _put(c, now)
            return now

    def gaps(self, states: Sequence[GapState] = ()) -> list[Gap]:
        """Those in these states, or all; the one that was asked last comes first."""
        query = "select data from gap order by asked_at desc, gap_id"
        with self._read() as c:
            found = [_read(row[0]) for row in fetch(c, query)]
        return [gap for gap in found if not states or gap.state in states]

    def gap(self, gap_id: str) -> Gap | None:
        with self._read() as c:
            return _gap(c, gap_id)

    def move_gap(self, gap_id: str, moved: Moved, deed: Deed, first_gap: str = "") -> Gap:
        """Ignore, link (to ``first_gap``) or reopen. GapMoveError when the table does not allow it."""
        with self._write() as c:
            gap = _known(c, gap_id)
            state = _after(gap, moved.move)
            if moved.move == "link":
                first_gap = _first_of(c, gap, first_gap)
            now = replace(gap, state=state, first=first_gap, history=(*gap.history, moved))
            _put(c, now)
            ledger.append_deed(c, deed)
            return now

    def assign_gap(self, gap_id: str, owner: str, deed: Deed) -> Gap:
        with self._write() as c:
            now = replace(_known(c, gap_id), owner=owner)
            _put(c, now)
            ledger.append_deed(c, deed)
            return now

    def publish_answer(
        self, gap_id: str, publication: Publication, answer: Approved, moved: Moved, deed: Deed
    ) -> tuple[Gap, bool]:
        """Publish the answer of a gap that still waits for one, with its wordings: all of it at once or nothing.

        The gap, and whether anything was done: the same answer once more changes nothing. GapMoveError when the gap has
        another answer by now.
        """
        with self._write() as c:
            gap = _known(c, gap_id)
            if gap.state == "approved" and gap.answer is not None and gap.answer.same_as(answer):
                return gap, False
            state = _after(gap, moved.move)
            known = doubts.settled(c, publication.version.version_id)
            publish.write(c, publication)
            doubts.write(c, publication, known)
            c.execute("delete from alias where source_id = ?", (answer.source_id,))
            _add_aliases(c, answer.source_id, "", answer.aliases, (gap_id, moved.who, moved.at))
            now = replace(gap, state=state, answer=answer, history=(*gap.history, moved))
            _put(c, now)
            ledger.append_deed(c, deed)
            return now, True

    def withdraw_answer(self, gap_id: str, moved: Moved, deed: Deed) -> Gap:
        """The answer answers nothing from now on; what was cited of it can still be opened."""
        with self._write() as c:
            gap = _known(c, gap_id)
            state = _after(gap, moved.move)
            if gap.answer is not None:
                _take_out(c, gap.answer.source_id)
            now = replace(gap, state=state, history=(*gap.history, moved))
            _put(c, now)
            ledger.append_deed(c, deed)
            return now

    def anchors_of(self, fragment_ids: Sequence[str]) -> dict[str, str]:
        """Where fragments begin, by their ids; those that are not there any more are left out."""
        query = (
            "select f.fragment_id, v.version_id, f.path from json_each(?) j cross join fragment f"
            " on f.fragment_id = j.value join version v on v.id = f.version"
        )
        with self._read() as c:
            found = fetch(c, query, (json.dumps(list(fragment_ids)),))
        return {name: f"{version_id}:{path}" for name, version_id, path in found}

    # wordings

    def aliases_of(self, source_id: str) -> list[tuple[str, str]]:
        """Wordings that lead to a source, each with the path of the block it leads to ("" for all of it)."""
        query = "select path, wording from alias where source_id = ? order by path, at, wording"
        with self._read() as c:
            return [(str(path), str(wording)) for path, wording in fetch(c, query, (source_id,))]

    def add_alias(self, source_id: str, path: str, wording: str, by: tuple[str, str, str], deed: Deed) -> bool:
        """``by``: gap, who, when. Whether it was new. UsageError when there is no such source, or there are too many."""
        with self._write() as c:
            if first(c, "select 1 from source where source_id = ?", (source_id,)) is None:
                raise UsageError(f"there is no source {source_id!r}", "see 'opora sources'")
            done = _add_aliases(c, source_id, path, (wording,), by)
            if done:
                ledger.append_deed(c, deed)
            return done > 0

    def drop_alias(self, source_id: str, wording: str) -> bool:
        with self._write() as c:
            c.execute("delete from alias where source_id = ? and wording = ?", (source_id, wording))
            return c.changes() > 0

    # telling people

    def claim_unnotified(self, when: str, limit: int) -> list[Gap]:
        """Pending gaps that nobody was told of yet, noted as told: each is given to one caller alone."""
        query = "select data from gap where notified is null and state = 'pending' order by asked_at, gap_id limit ?"
        with self._write() as c:
            found = [_read(row[0]) for row in fetch(c, query, (limit,))]
            c.executemany("update gap set notified = ? where gap_id = ?", [(when, gap.gap_id) for gap in found])
        return found

    def unclaim(self, gap_ids: Sequence[str]) -> None:
        """Nobody could be told of these after all."""
        with self._write() as c:
            c.executemany("update gap set notified = null where gap_id = ?", [(one,) for one in gap_ids])

    def take_delivery(self, name: str, at: int, forget_before: int) -> bool:
        """Whether a delivery of this name comes for the first time. ``at``: seconds since 1970, those of its signature."""
        with self._write() as c:
            c.execute("delete from delivery where at < ?", (forget_before,))
            c.execute("insert or ignore into delivery values(?,?)", (name, at))
            return c.changes() > 0

    # likeness

    def gap_vectors(self, model_id: str) -> dict[str, Vector]:
        with self._read() as c:
            found = fetch(c, "select gap_id, vec from gap_vector where model_id = ?", (model_id,))
        return {name: np.frombuffer(vec, np.float32) for name, vec in found}

    def keep_gap_vectors(self, model_id: str, vectors: dict[str, Vector]) -> None:
        if self.read_only:
            return
        found = [(name, model_id, vec.astype(np.float32).tobytes()) for name, vec in vectors.items()]
        with self._lock, writing(self._logger(), self.path) as c:
            c.executemany("insert or replace into gap_vector values(?,?,?)", found)


def source_gone(c: apsw.Connection, source_id: str) -> None:
    """Inside the transaction that removes a source: its wordings go, and gaps that it answered wait again."""
    c.execute("delete from alias where source_id = ?", (source_id,))
    for row in fetch(c, "select data from gap where state = 'approved'"):
        gap = _read(row[0])
        if gap.answer is not None and gap.answer.source_id == source_id:
            moved = Moved(gap.last_asked, "", "withdraw", "the source was removed")
            _put(c, replace(gap, state="pending", history=(*gap.history, moved)))


def _after(gap: Gap, move: GapMove) -> GapState:
    refused = refusal(gap, move)
    if refused is not None:
        raise GapMoveError(*refused)
    return MOVES[(gap.state, move)]


def _take_out(c: apsw.Connection, source_id: str) -> None:
    data = first(c, "select data from source where source_id = ?", (source_id,))
    if data is None:
        return
    for row in fetch(c, "select data from version where source_id = ?", (source_id,)):
        version: Version = rows.version_from(row[0])
        if version.status != "archived":
            publish.update_version(c, replace(version, status="archived"))
    publish.put_source(c, replace(rows.source_from(data), enabled=False))
    publish.bump(c)


def _first_of(c: apsw.Connection, gap: Gap, first_gap: str) -> str:
    """The gap to link to: of a duplicate, the one it is a duplicate of. What pointed to the gap itself points there now."""
    target = _known(c, first_gap)
    target = _known(c, target.first) if target.state == "duplicate" else target
    if target.gap_id == gap.gap_id:
        raise GapMoveError(f"gap {gap.gap_id} cannot be a duplicate of itself", "name the other one")
    if target.collections != gap.collections:
        raise GapMoveError(
            f"gap {gap.gap_id} and {target.gap_id} were asked of different collections", "answer each of them"
        )
    for row in fetch(c, "select data from gap where first = ?", (gap.gap_id,)):
        _put(c, replace(_read(row[0]), first=target.gap_id))
    return target.gap_id


def _add_aliases(
    c: apsw.Connection, source_id: str, path: str, wordings: Sequence[str], by: tuple[str, str, str]
) -> int:
    there = int(first(c, "select count(*) from alias where source_id = ? and path = ?", (source_id, path)))
    if there + len(wordings) > MOST_WORDINGS:
        raise UsageError(f"{source_id!r} has {there} wordings, and {MOST_WORDINGS} is the most", "take some away first")
    done = 0
    for wording in wordings:
        c.execute("insert or ignore into alias values(?,?,?,?,?,?)", (source_id, path, wording, *by))
        done += c.changes()
    return done


def _put(c: apsw.Connection, gap: Gap) -> None:
    c.execute(
        "insert into gap(gap_id, state, first, asked_at, data) values(?,?,?,?,?) on conflict(gap_id) do update set"
        " state=excluded.state, first=excluded.first, asked_at=excluded.asked_at, data=excluded.data",
        (gap.gap_id, gap.state, gap.first, gap.last_asked, canonical_json(gap)),
    )


def _gap(c: apsw.Connection, gap_id: str) -> Gap | None:
    data = first(c, "select data from gap where gap_id = ?", (gap_id,))
    return _read(data) if data else None


def _known(c: apsw.Connection, gap_id: str) -> Gap:
    found = _gap(c, gap_id)
    if found is None:
        raise UsageError(f"there is no gap {gap_id!r}", "see 'opora gaps list'")
    return found


def _read(data: str) -> Gap:
    found: Gap = revived(Gap, json.loads(data))
    return found
