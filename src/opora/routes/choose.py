"""Which of the rated candidates are handed on? No text twice, no source alone, and clauses to their end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from opora.domain.result import Hit, Scores
from opora.domain.source import Filter
from opora.ports import Library, StoredFragment
from opora.routes.alike import Duplicates, Said, say_the_same

SAYS_THE_SAME = "says the same as"
_TIED = 0.02  # of the fused score: so near, the higher authority is the one that is shown
_UNFINISHED = (":", ";", ",", "—", "–", "-")


def choose(
    rated: Sequence[tuple[StoredFragment, Scores]], limit: int, per_source: int, duplicates: Duplicates = "same"
) -> tuple[list[Hit], list[str]]:
    """The best ``limit``, best first, without overlaps and repeats; and of each repeat what it says the same as.

    A source has at most ``per_source`` of them as long as others have anything to offer; free places are then filled up.
    Of two that say the same the better one is shown, of two about as good the one of the higher authority.
    """
    kept: list[tuple[StoredFragment, Scores]] = []
    spare: list[tuple[StoredFragment, Scores]] = []
    taken: list[tuple[Said, list[tuple[StoredFragment, Scores]], int]] = []
    repeats: list[str] = []
    beside: dict[str, list[StoredFragment]] = {}  # those taken so far, by version
    count: Counter[str] = Counter()
    for stored, scores in rated:
        if len(kept) == limit:
            break
        near = beside.setdefault(stored.fragment.version_id, [])
        if any(_overlap(stored, other) for other in near):
            continue
        said = Said(stored.fragment.text)
        twin = next((one for one in taken if say_the_same(one[0], said, duplicates)), None)
        if twin is not None:
            repeats.append(_told(twin[1], twin[2], (stored, scores)))
            continue
        near.append(stored)
        if count[stored.source.source_id] < per_source:
            count[stored.source.source_id] += 1
            place = kept
        else:
            place = spare
        place.append((stored, scores))
        taken.append((said, place, len(place) - 1))
    kept += spare[: limit - len(kept)]
    kept.sort(key=lambda pair: (-pair[1].fused, pair[0].fragment.fragment_id))
    return [hit(stored, scores) for stored, scores in kept], repeats


def _told(place: list[tuple[StoredFragment, Scores]], number: int, late: tuple[StoredFragment, Scores]) -> str:
    """Which of the two is left out; the later one takes the place when it is about as good and of a higher authority."""
    first = place[number]
    ranks = [pair[0].source.authority for pair in (first, late)]
    higher = ranks[1] is not None and ranks[1] > (ranks[0] or 0)
    if higher and first[1].fused - late[1].fused <= _TIED and not _same_source(first, late):
        place[number], late, first = late, first, late
    return f"{late[0].fragment.fragment_id}: {SAYS_THE_SAME} {first[0].fragment.fragment_id}"


def _same_source(one: tuple[StoredFragment, Scores], other: tuple[StoredFragment, Scores]) -> bool:
    return one[0].source.source_id == other[0].source.source_id


def repeats_of(dropped: Sequence[str]) -> dict[str, list[str]]:
    """What was left out because it says the same, by the fragment that is shown; ids of fragments."""
    told = [line.partition(f": {SAYS_THE_SAME} ") for line in dropped]
    shown = {late: first for late, joined, first in told if joined}
    found: dict[str, list[str]] = {}
    for late, first in shown.items():
        while first in shown:
            first = shown[first]
        found.setdefault(first, []).append(late)
    return found


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
