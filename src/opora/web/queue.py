"""Which open questions may a reader see, and which moves may they make? An approver, within their collections."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from opora.commands.gap_desk import GapDesk, now, tell_of_new
from opora.domain.deed import Deed, What
from opora.errors import OporaError
from opora.web import permits
from opora.web.asked import clean
from opora.web.records import Records
from opora.web.refusals import NotAllowedError, NotHereError

if TYPE_CHECKING:
    from opora.domain.gap import Gap, GapMove, GapState
    from opora.review.approve import Said
    from opora.web.readers import Reader

T = TypeVar("T")
_MOST = 200
_DEEDS: dict[GapMove, What] = {
    "ignore": "ignore gap",
    "link": "link gap",
    "reopen": "reopen gap",
    "withdraw": "withdraw answer",
}


class Queue(Records):
    """A gap is there for whoever may see all the collections it was asked of, as a trace is."""

    def gaps(self, reader: Reader, states: tuple[GapState, ...] = (), collection: str = "") -> dict[str, Any]:
        """``collection``: only what was asked of it alone or among others; "" for all."""
        permits.need(reader, "approver")
        desk = self._gap_desk(reader)
        found = [gap for gap in desk.listed(states) if _sees(reader, gap)]
        return {"items": desk.rows([gap for gap in found if not collection or collection in gap.collections][:_MOST])}

    def gap_collections(self, reader: Reader) -> list[str]:
        """Of which collections something was asked that waits for an answer."""
        permits.need(reader, "approver")
        found = (gap for gap in self._store.gaps(("pending",)) if _sees(reader, gap))
        return sorted({name for gap in found for name in gap.collections})

    def gap(self, reader: Reader, gap_id: str) -> dict[str, Any]:
        gap = self._gap(reader, gap_id)
        return {"items": self._gap_desk(reader).rows([gap])}

    def preview_answer(self, reader: Reader, gap_id: str, said: Said) -> dict[str, Any]:
        """As it would be cited, with what may tell of a person."""
        self._gap(reader, gap_id)
        return self._gap_desk(reader).preview(gap_id, self._by(reader, said))

    def answer_gap(self, reader: Reader, gap_id: str, said: Said) -> dict[str, Any]:
        def done() -> dict[str, Any]:
            gap = self._gap(reader, gap_id)
            self._follow_settings()
            collection = said.collection or next(iter(gap.collections), "") or self._desk.settings.gaps.collection
            if not reader.sees(collection or "default"):
                raise NotHereError("there is no such collection here", "see the list of collections")
            desk = self._gap_desk(reader)
            _, changed = desk.approve(gap_id, self._by(reader, dataclasses.replace(said, collection=collection)))
            return {"items": desk.rows([desk.known(gap_id)]), "changed": changed}

        return self._tried(reader, "approve gap", gap_id, done)

    def move_gap(self, reader: Reader, gap_id: str, move: GapMove, note: str = "", first: str = "") -> dict[str, Any]:
        """Ignore, link, reopen or withdraw."""

        def done() -> dict[str, Any]:
            self._gap(reader, gap_id)
            if move == "link":
                self._gap(reader, first)
            desk = self._gap_desk(reader)
            return {"items": desk.rows([desk.move(gap_id, move, clean(reader.name), clean(note), first)])}

        return self._tried(reader, _DEEDS[move], gap_id, done)

    def assign_gap(self, reader: Reader, gap_id: str, owner: str) -> dict[str, Any]:
        """Say who is responsible."""

        def done() -> dict[str, Any]:
            self._gap(reader, gap_id)
            desk = self._gap_desk(reader)
            return {"items": desk.rows([desk.assign(gap_id, clean(owner))])}

        return self._tried(reader, "assign gap", gap_id, done)

    def lead_gap(self, reader: Reader, gap_id: str, target: str) -> dict[str, Any]:
        """Let the wording of a gap lead to a place that the reader may see: searched, never quoted."""

        def done() -> dict[str, Any]:
            self._gap(reader, gap_id)
            source = self._store.source(target.partition("@")[0])
            if source is None or not reader.sees(source.collection):
                raise NotHereError()
            self._follow_settings()
            desk = self._gap_desk(reader)
            told = desk.lead(gap_id, target, clean(reader.name))
            return {"items": desk.rows([desk.known(gap_id)]), "alias": told}

        return self._tried(reader, "add alias", gap_id, done)

    def takes(self, delivery: str, seconds: int, forget_before: int) -> bool:
        """Whether a signed delivery comes for the first time."""
        return self._store.take_delivery(delivery, seconds, forget_before)

    def tell_of_gaps(self) -> int:
        """Notify whom the settings name of what nobody was told of yet; how many gaps."""
        self._follow_settings()
        return tell_of_new(self._desk)

    def _gap(self, reader: Reader, gap_id: str) -> Gap:
        permits.need(reader, "approver")
        found = self._store.gap(gap_id)
        if found is None or not _sees(reader, found):
            raise NotHereError()
        return found

    def _by(self, reader: Reader, said: Said) -> Said:
        """Under the name on the key, whatever was sent."""
        return dataclasses.replace(said, author=clean(reader.name), now=now())

    def _gap_desk(self, reader: Reader) -> GapDesk:
        def deed(what: What, on: str) -> Deed:
            return Deed(now(), clean(reader.name), reader.key_id, what, on)

        return GapDesk(self._desk, deed, lambda source: reader.sees(source.collection))

    def _tried(self, reader: Reader, what: What, on: str, work: Callable[[], T]) -> T:
        """A move is noted with what it does, in one transaction; here it is noted that one failed."""
        try:
            return work()
        except NotAllowedError:
            raise
        except OporaError:
            self.note(reader, what, on, "failed")
            raise


def _sees(reader: Reader, gap: Gap) -> bool:
    if reader.collections is None:
        return True
    return bool(gap.collections) and all(reader.sees(name) for name in gap.collections)
