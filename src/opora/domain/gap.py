"""What could not be answered, and what became of it? One record a wording, and the table of the moves it may make."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

GapState = Literal["pending", "approved", "ignored", "duplicate"]
GapMove = Literal["approve", "ignore", "link", "reopen", "withdraw"]

MOVES: Final[dict[tuple[GapState, GapMove], GapState]] = {
    ("pending", "approve"): "approved",
    ("pending", "ignore"): "ignored",
    ("pending", "link"): "duplicate",
    ("ignored", "reopen"): "pending",
    ("duplicate", "reopen"): "pending",
    ("approved", "withdraw"): "pending",
}
"""Every move there is; ``refusal`` says why another cannot be made."""


@dataclass(frozen=True, slots=True)
class Near:
    """A fragment that came nearest and did not answer: where it stands, never its text. ``score``: 0..1."""

    anchor: str
    score: float


@dataclass(frozen=True, slots=True)
class Moved:
    """Who made which move when (ISO 8601 with the zone), and what they said."""

    at: str
    who: str
    move: GapMove
    note: str = ""


@dataclass(frozen=True, slots=True)
class Approved:
    """The answer of a person. ``question``: the heading it stands under, in words that were chosen; ``mends``: the anchor or
    source of the document that should say it; ``confirmed``: personal data that its author means to publish."""

    text: str
    author: str
    at: str
    source_id: str
    version_id: str
    collection: str
    question: str = ""
    valid_from: str | None = None
    valid_until: str | None = None
    mends: str = ""
    aliases: tuple[str, ...] = ()
    confirmed: tuple[str, ...] = ()

    def same_as(self, other: Approved) -> bool:
        """It says the same, whoever sent it and when: a repeated request, not another answer."""
        names = ("text", "question", "collection", "valid_from", "valid_until", "mends", "aliases")
        return all(getattr(self, name) == getattr(other, name) for name in names)


@dataclass(frozen=True, slots=True)
class Gap:
    """One wording that the documents do not answer.

    ``part``: what was asked, as the requirement says it; ``question``: the whole message it stood in, the last time.
    ``at``: the earliest day that was asked about. ``collections``: where was looked, none for everywhere; who may not see
    all of them does not see the gap. ``first``: the gap whose duplicate it is. ``answer`` stays after it was withdrawn.
    """

    gap_id: str
    part: str
    question: str
    at: str
    language: str
    channel: str
    assistant: str
    trace_id: str
    first_asked: str
    last_asked: str
    collections: tuple[str, ...] = ()
    nearest: tuple[Near, ...] = ()
    channels: tuple[str, ...] = ()
    asked: int = 1
    owner: str = ""
    state: GapState = "pending"
    first: str = ""
    answer: Approved | None = None
    history: tuple[Moved, ...] = field(default=())


def refusal(gap: Gap, move: GapMove) -> tuple[str, str] | None:
    """Why the gap, as it is, cannot make the move, and what it can do; ``None`` when it can."""
    if (gap.state, move) in MOVES:
        return None
    known = sorted(one for state, one in MOVES if state == gap.state)
    by = f" by {gap.answer.author}, {gap.answer.at[:10]}" if gap.state == "approved" and gap.answer else ""
    return (
        f"gap {gap.gap_id} is {gap.state}{by}, so it cannot be moved by {move!r}",
        f"what can be done with it: {', '.join(known)}",
    )
