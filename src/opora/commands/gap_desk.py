"""What can be done with the questions that nobody's document answers? One desk for the command line and the web."""

from __future__ import annotations

import dataclasses
import datetime as dt
import os
import time
import uuid
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from opora.domain.deed import Deed, What
from opora.domain.gap import Gap, GapMove, GapState, Moved
from opora.errors import UsageError

if TYPE_CHECKING:
    from opora.commands.library_desk import LibraryDesk
    from opora.domain.source import Source
    from opora.review.alike import Alike
    from opora.review.approve import Said
    from opora.review.notify import Ways
    from opora.settings import Settings

_AT_ONCE = 50
Write = Callable[[What, str], Deed]
_DEEDS: dict[GapMove, What] = {
    "approve": "approve gap",
    "ignore": "ignore gap",
    "link": "link gap",
    "reopen": "reopen gap",
    "withdraw": "withdraw answer",
}


def everything(_: Source) -> bool:
    return True


class GapDesk:
    """``write`` makes the deed of whoever does it; ``may_see`` judges the sources whose places are shown."""

    def __init__(self, desk: LibraryDesk, write: Write, may_see: Callable[[Source], bool] = everything) -> None:
        self._desk, self._store, self._write, self._may_see = desk, desk.store, write, may_see

    def rows(self, gaps: Sequence[Gap], proposals: bool = True) -> list[dict[str, Any]]:
        """As JSON. ``proposals``: with the gaps that may be the same question."""
        everyone = self._store.gaps()
        linked: dict[str, list[Gap]] = {}
        for one in everyone:
            if one.first:
                linked.setdefault(one.first, []).append(one)
        vectors = self._vectors(everyone) if proposals else {}
        others = everyone if proposals else []
        return [self._row(gap, linked.get(gap.gap_id, []), self._alike(gap, others, vectors)) for gap in gaps]

    def known(self, gap_id: str) -> Gap:
        found = self._store.gap(gap_id)
        if found is None:
            raise UsageError(f"there is no gap {gap_id!r}", "see 'opora gaps list'")
        return found

    def listed(self, states: Sequence[GapState]) -> list[Gap]:
        return self._store.gaps(states)

    def move(self, gap_id: str, move: GapMove, who: str, note: str = "", first: str = "") -> Gap:
        """Ignore, link, reopen or withdraw."""
        moved = Moved(now(), who, move, (f"of {first}. {note}" if first else note).strip()[:500])
        deed = self._write(_DEEDS[move], gap_id)
        if move == "withdraw":
            return self._store.withdraw_answer(gap_id, moved, deed)
        return self._store.move_gap(gap_id, moved, deed, first)

    def assign(self, gap_id: str, owner: str) -> Gap:
        return self._store.assign_gap(gap_id, " ".join(owner.split())[:120], self._write("assign gap", gap_id))

    def erase(self, gap_id: str, naming: Sequence[str], who: str) -> dict[str, Any]:
        """Take the words of a gap, and those that name somebody, out of gaps, wordings, traces and logged searches."""
        from opora.wiring import erase_gaps, scrub

        done = erase_gaps(self._desk.place, gap_id, naming, Moved(now(), who, "ignore"))
        for source_id in done.sources:
            if self._store.source(source_id) is not None:
                self._cut_anew(source_id)
        scrub(self._desk.place)
        return {"erased": list(done.records), "left": list(done.left)}

    def preview(self, gap_id: str, said: Said) -> dict[str, Any]:
        """What would be published and how it would be cited; nothing is done."""
        from opora.review.approve import previewed

        gap = self.known(gap_id)
        found = previewed(gap, said, [one for one in self._store.gaps() if one.first == gap_id])
        flags = [{"kind": one.kind, "text": one.text} for one in found.flags]
        return {"text": found.text, "label": found.label, "personal": flags, "wordings": list(found.wordings)}

    def approve(self, gap_id: str, said: Said) -> tuple[Gap, bool]:
        """Publish an answer, once; the gap, and whether this was the one that did it."""
        from opora.review.approve import approve
        from opora.wiring import add_rules

        desk = self._desk
        said = dataclasses.replace(said, collection=said.collection or self._collection(self.known(gap_id)))
        rules = add_rules(desk.settings, desk.model, self._store.strategies())
        return approve(self.known(gap_id), said, self._store, rules, lambda gap: self._write("approve gap", gap.gap_id))

    def lead(self, gap_id: str, target: str, who: str) -> dict[str, Any]:
        """Let the wording of a gap lead to a source or a place of it: searched from now on, never quoted."""
        from opora.domain.anchor import Anchor

        gap = self.known(gap_id)
        source_id, path = target.partition("@")[0], ""
        if ":" in target:
            try:
                address = Anchor.parse(target)
            except ValueError as error:
                raise UsageError(
                    f"{target!r} is no place: {error}", "copy an anchor from a reply or a search"
                ) from None
            path = str(address).partition("#")[0].partition(":")[2]
            if self._store.block(address.version_id, path) is None:
                raise UsageError(f"there is no place {target!r}", "copy an anchor from a reply or a search")
        by = (gap_id, who, now())
        new = self._store.add_alias(source_id, path, gap.part, by, self._write("add alias", f"{source_id} {gap_id}"))
        if new:
            self._cut_anew(source_id)
        return {"source_id": source_id, "path": path, "wording": gap.part, "added": new}

    def _cut_anew(self, source_id: str) -> None:
        """The versions of a source, as they are cut now, with the wordings that lead to them."""
        from opora.fragmenting.router import way_of
        from opora.ladder import Cost, Recutting, recut_of
        from opora.wiring import add_rules

        source = self._store.source(source_id)
        assert source is not None
        collection, strategies = source.collection, self._store.strategies()
        rules = add_rules(self._desk.settings, self._desk.model, strategies)
        (cutting, route), named = rules.cutting(collection), collection if collection in strategies else None
        way = lambda parsed: way_of(parsed, cutting, named, route)  # noqa: E731
        how = Recutting(way, self._desk.model(), rules.digest(collection))
        versions = [one for one in self._store.versions(source_id) if one.status != "draft"]
        self._store.recut(collection, None, [recut_of(self._store, one, how, self._store, Cost()) for one in versions])

    def _collection(self, gap: Gap) -> str:
        return next(iter(gap.collections), "") or self._desk.settings.gaps.collection or "default"

    def _vectors(self, gaps: Sequence[Gap]) -> dict[str, Any]:
        from opora.errors import BackendError, LibraryBusyError
        from opora.ports import Remote
        from opora.review.alike import vectors_for

        embedder = self._desk.model() if gaps else None
        if embedder is None or isinstance(embedder, Remote):
            return {}  # what customers said leaves this machine for no comparison
        known = self._store.gap_vectors(embedder.model_id)
        try:
            fresh = vectors_for(gaps, known, embedder)
            self._store.keep_gap_vectors(embedder.model_id, fresh)
        except (BackendError, LibraryBusyError):
            return known
        return known | fresh

    def _alike(self, gap: Gap, everyone: Sequence[Gap], vectors: dict[str, Any]) -> list[Alike]:
        from opora.review.alike import alike

        return alike(gap, everyone, vectors) if gap.state == "pending" else []

    def _row(self, gap: Gap, linked: list[Gap], proposed: list[Alike]) -> dict[str, Any]:
        from opora.canonical import plain
        from opora.review.approve import wordings_of

        row: Any = plain(gap)
        more: dict[str, Any] = {
            "age_days": (dt.datetime.now().astimezone() - dt.datetime.fromisoformat(gap.first_asked)).days,
            "asked_in_all": gap.asked + sum(one.asked for one in linked),
            "duplicates": [one.gap_id for one in linked],
            "proposed": [dataclasses.asdict(one) for one in proposed],
            "wordings": list(wordings_of(gap, linked)),
            "nearest": [one for one in map(self._near, row["nearest"]) if one],
        }
        return {**row, **more}

    def _near(self, near: dict[str, Any]) -> dict[str, Any] | None:
        """The words at the place, as they stand now; nothing where it may not be seen or is not there any more."""
        version_id, _, path = str(near["anchor"]).partition(":")
        source = self._store.source(version_id.partition("@")[0])
        block = self._store.block(version_id, path) if source is not None and self._may_see(source) else None
        if block is None or source is None:
            return None
        return near | {"text": self._store.quote(version_id, block.start, block.end)[:300], "title": source.title}


def now() -> str:
    return dt.datetime.now().astimezone().isoformat(timespec="seconds")


def ways_of(settings: Settings) -> Ways:
    """Whom the settings name, with what the environment alone holds."""
    from opora.review.notify import Ways

    said = settings.gaps
    secret, addresses = (
        os.environ.get(name, "") if name else "" for name in (said.notify_secret_env, said.apprise_env)
    )
    return Ways(said.notify_url, secret, tuple(addresses.split()), said.allowed, said.page)


def tell_of_new(desk: LibraryDesk) -> int:
    """Tell of pending gaps that nobody was told of; each is told once, whoever else tells at the same time. How many.

    OporaError when it failed; they are told the next time.
    """
    from opora.errors import OporaError
    from opora.review.notify import tell

    ways = ways_of(desk.settings)
    if not ways.any:
        return 0
    gaps = desk.store.claim_unnotified(now(), _AT_ONCE)
    try:
        tell(gaps, ways, int(time.time()), uuid.uuid4().hex)
    except OporaError:
        desk.store.unclaim([gap.gap_id for gap in gaps])
        raise
    return len(gaps)
