"""Which of the rated candidates are handed on? No text twice, no source alone, and clauses to their end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from opora.domain.result import Hit, Scores
from opora.domain.source import Filter
from opora.ports import Library, StoredFragment

_UNFINISHED = (":", ";", ",", "—", "–", "-")


def choose(rated: Sequence[tuple[StoredFragment, Scores]], limit: int, per_source: int) -> list[Hit]:
    """The best ``limit``, best first, without overlaps and repeats.

    A source has at most ``per_source`` of them as long as others have anything to offer; free places are then filled up.
    """
    kept: list[tuple[StoredFragment, Scores]] = []
    spare: list[tuple[StoredFragment, Scores]] = []
    seen: set[tuple[str, ...]] = set()
    beside: dict[str, list[StoredFragment]] = {}  # those taken so far, by version
    count: Counter[str] = Counter()
    for stored, scores in rated:
        if len(kept) == limit:
            break
        spelling = tuple(stored.fragment.text.casefold().split())
        near = beside.setdefault(stored.fragment.version_id, [])
        if spelling in seen or any(_overlap(stored, other) for other in near):
            continue
        seen.add(spelling)
        near.append(stored)
        if count[stored.source.source_id] < per_source:
            count[stored.source.source_id] += 1
            kept.append((stored, scores))
        else:
            spare.append((stored, scores))
    kept += spare[: limit - len(kept)]
    kept.sort(key=lambda pair: (-pair[1].fused, pair[0].fragment.fragment_id))
    return [hit(stored, scores) for stored, scores in kept]


def continuations(hits: Sequence[Hit], library: Library, allowed: Filter) -> list[Hit]:
    """The hits, each followed by the next fragment when the clause runs on into it."""
    here = {found.fragment.fragment_id for found in hits}
    result: list[Hit] = []
    for found in hits:
        result.append(found)
        after = library.neighbours(found.fragment.fragment_id)[1]
        if after is None or after in here:
            continue
        stored, _ = library.read_back([after], allowed)
        if stored and _runs_on(found.fragment.text, stored[0].fragment.text):
            here.add(after)
            result.append(hit(stored[0], Scores(found.scores.fused), neighbour_of=found.fragment.fragment_id))
    return result


def hit(stored: StoredFragment, scores: Scores, neighbour_of: str | None = None) -> Hit:
    """What a reader needs to judge a fragment."""
    version, source, block = stored.version, stored.source, stored.block
    return Hit(
        fragment=stored.fragment,
        scores=scores,
        source_id=source.source_id,
        label=version.label,
        validity=version.validity,
        headings=block.headings or stored.passage.headings,
        section=block.section,
        page=block.page,
        page_label=block.page_label,
        authority=source.authority,
        collection=source.collection,
        owner=source.owner,
        language=version.language,
        title=version.title or source.title,
        neighbour_of=neighbour_of,
    )


def _overlap(one: StoredFragment, other: StoredFragment) -> bool:
    a, b = one.fragment, other.fragment
    shared = min(a.end, b.end) - max(a.start, b.start)
    return 2 * shared > min(a.end - a.start, b.end - b.start)


def _runs_on(text: str, after: str) -> bool:
    start = after.lstrip()[:1]
    return text.rstrip().endswith(_UNFINISHED) or start.islower()
