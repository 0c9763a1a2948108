"""When do fragments that hit together stand for the whole passage? Search small, deliver large, and say why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from opora.domain.result import Hit
from opora.ports import Library

ENOUGH = 0.5  # share of a passage's characters that its hits must hold together
WIDER = 3  # times the limit: how many hits are looked at for passages to merge


@dataclass(frozen=True, slots=True)
class Shown:
    """A hit as it is delivered. ``merged``: ids of the fragments in whose place the passage stands, best first."""

    hit: Hit
    merged: tuple[str, ...] = ()
    reason: str = ""


def merged(hits: Sequence[Hit], library: Library, limit: int, per_source: int) -> list[Shown]:
    """At most ``limit``, best first: of a passage whose fragments hit twice and fill half of it, the passage in their place.

    It keeps the score, id and scores of its best fragment; start, end and text are the passage's, verbatim. A source has at
    most ``per_source`` places as long as others have anything to offer.
    """
    by_passage: dict[str, list[Hit]] = {}
    for one in hits:
        by_passage.setdefault(one.fragment.passage_id, []).append(one)
    found = [shown for group in by_passage.values() for shown in _group(group, library)]
    found.sort(key=lambda one: (-one.hit.scores.fused, one.hit.fragment.fragment_id))
    count: Counter[str] = Counter()
    kept: list[Shown] = []
    spare: list[Shown] = []
    for shown in found:
        count[shown.hit.source_id] += 1
        (kept if count[shown.hit.source_id] <= per_source else spare).append(shown)
    chosen = [*kept, *spare][:limit]
    return sorted(chosen, key=lambda one: (-one.hit.scores.fused, one.hit.fragment.fragment_id))


def _group(hits: list[Hit], library: Library) -> list[Shown]:
    alone = [Shown(one) for one in hits]
    passage = library.passage(hits[0].fragment.passage_id) if len(hits) > 1 else None
    if passage is None:
        return alone
    share = _covered(hits) / max(passage.end - passage.start, 1)
    if share < ENOUGH:
        return alone
    best = hits[0]
    piece = replace(
        best.fragment,
        start=passage.start,
        end=passage.end,
        path=passage.path,
        text=library.quote(passage.version_id, passage.start, passage.end),
        tokens=sum(one.fragment.tokens for one in hits),
        uncertain=any(one.fragment.uncertain for one in hits),
    )
    reason = f"{len(hits)} fragments of this passage hit, {min(share, 1.0):.0%} of its words: it is shown whole"
    names = tuple(one.fragment.fragment_id for one in hits)
    return [Shown(replace(best, fragment=piece, headings=passage.headings or best.headings), names, reason)]


def _covered(hits: Sequence[Hit]) -> int:
    """Characters that at least one hit holds."""
    total = reached = 0
    for start, end in sorted((one.fragment.start, one.fragment.end) for one in hits):
        total += max(0, end - max(start, reached))
        reached = max(reached, end)
    return total
