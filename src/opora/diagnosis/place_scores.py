"""How much of what was expected was found, and how much else came with it? By places in the text, else by sources."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from opora.domain.place import Span

Place = tuple[str, Span]
"""A version's id, and a span of its text."""


@dataclass(frozen=True, slots=True)
class PlaceScore:
    """``recall``: share of what was expected that was found whole. ``iou``: characters that are both expected and found,
    of those that are either; ``None`` where only a source is expected."""

    recall: float
    iou: float | None = None


def of_places(expected: Sequence[Sequence[Place]], found: Sequence[Place]) -> PlaceScore:
    """Each expected thing stands at one place or another; the one that was found counts, else the first.

    >>> of_places([[("a@1", Span(0, 10))]], [("a@1", Span(0, 20))])
    PlaceScore(recall=1.0, iou=0.5)
    """
    held = _characters(found)
    hits = 0
    wanted: dict[str, set[int]] = {}
    for alternatives in expected:
        inside = [place for place in alternatives if set(_range(place)) <= held.get(place[0], set())]
        hits += bool(inside)
        version, span = inside[0] if inside else alternatives[0]
        wanted.setdefault(version, set()).update(range(span.start, span.end))
    both = sum(len(wanted[version] & held.get(version, set())) for version in wanted)
    either = sum(len(wanted.get(version, set()) | held.get(version, set())) for version in {*wanted, *held})
    return PlaceScore(hits / len(expected), both / either if either else 0.0)


def of_sources(expected: Sequence[str], found: Sequence[str]) -> PlaceScore:
    """Share of the expected sources that something was found of."""
    return PlaceScore(len(set(expected) & set(found)) / len(set(expected)))


def _characters(places: Sequence[Place]) -> dict[str, set[int]]:
    found: dict[str, set[int]] = {}
    for version, span in places:
        found.setdefault(version, set()).update(range(span.start, span.end))
    return found


def _range(place: Place) -> range:
    return range(place[1].start, place[1].end)
