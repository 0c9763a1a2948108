"""Where does the road of a document end? In the library, unless somebody else decides whether it enters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from opora.ingest_vectors import wordings_of
from opora.ports import Library, Publication


@dataclass(frozen=True, slots=True)
class Ending:
    """``publish`` takes what was made; ``wordings``: words that lead to a source, each with the path of its place."""

    publish: Callable[[Publication], object]
    wordings: Callable[[str], list[tuple[str, str]]]


def in_library(library: Library) -> Ending:
    """It is published, with the wordings that the library has."""
    return Ending(library.publish, lambda source_id: wordings_of(library, source_id))
