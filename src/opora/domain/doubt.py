"""Which numbers may not be used until a person has looked at the page?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from opora.domain.place import Span

UNREAD = "□"
"""Stands in a text for ink that OCR saw and could not read; always in doubt."""

NumberState = Literal["open", "confirmed", "rejected"]


@dataclass(frozen=True, slots=True)
class UncertainNumber:
    """A number that is not trusted, as an item for a person: OCR or a recording gave it, or a narrow cell broke it.

    ``text`` stands at ``start``–``end`` of the version's text, in the block ``path``; ``other`` is what another reading
    made of it (empty: nobody can tell). ``by`` a person, ``at`` a time (ISO 8601): who settled it and when; ``reads``:
    what they say stands there, when it is something else.
    """

    item_id: str
    version_id: str
    path: str
    start: int
    end: int
    text: str
    other: str = ""
    confidence: float = 0.0
    page: int | None = None
    page_label: str | None = None
    state: NumberState = "open"
    by: str = ""
    at: str = ""
    reads: str = ""

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)
