"""What was found for one requirement, before it is put into words?"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Final, Literal

from opora.domain.question import Requirement
from opora.domain.reply import Check, Unverified
from opora.domain.result import Evidence
from opora.domain.source import Fact
from opora.domain.value import Value

Outcome = Literal[
    "answer",
    "weak",
    "none",
    "conflict",
    "choose",
    "nothing_in_force",
    "undefined",
    "mismatch",
    "error",
    "unverified",
    "unconfirmed",
]


# What may still matter beside the best statement:
NEAR: Final = 0.75  # a rival says the same thing when it scores at least this share of the best
TIED: Final = 0.05  # cells that score no less than this below the best fit equally well
FAR: Final = 0.2  # what speaks of another kind of the thing outdoes the best by more than this share of the question


@dataclass(frozen=True, slots=True)
class Draft:
    """A statement that may be made: verbatim text (or a table cell with its headers), its evidence and why it was chosen.

    ``matched``: how well (0..1) it or its headings hold each content word of the question; ``own``: its own words alone;
    ``beside``: with the whole fragment.
    ``says``: it holds the kind of value that is asked for. ``against``: what in it stands against the question.
    ``cosine``: its nearness in meaning. ``kind``: what its kind of value added to its score. ``row``: cells beside it.
    ``fact_ids``: registered facts that it states. ``by_meaning``: that it is of the same matter as the best one was told by
    what both mean, so it need not name the subject in the question's words.
    """

    text: str
    evidence: Evidence
    score: float
    coverage: float
    matched: tuple[float, ...]
    own: tuple[float, ...]
    beside: tuple[float, ...] = ()
    scope: frozenset[str] = frozenset()
    value: Value | None = None
    context: str = ""
    around: str = ""
    says: bool = True
    against: str | None = None
    cosine: float | None = None
    kind: float = 0.0
    row: tuple[str, ...] = ()
    role: Literal["answer", "exception", "note", "other"] = "answer"
    checks: tuple[Check, ...] = ()
    fact_ids: tuple[str, ...] = ()
    by_meaning: bool = False


@dataclass(frozen=True, slots=True)
class Finding:
    """The decision on one requirement: statements, what settled a disagreement, and the figures behind the decision.

    ``registered``: a registered fact that says otherwise and that no text bears out. ``searched``: documents
    whose places were looked at. ``unverified``: statements that are kept back for a number that was not read surely.
    ``support``: other sentences of the answer's place that bear on the question. ``live``: a shop was asked, no document.
    """

    requirement: Requirement
    outcome: Outcome
    drafts: tuple[Draft, ...] = ()
    settled_by: str | None = None
    signals: tuple[tuple[str, float], ...] = ()
    note: str = ""
    registered: Fact | None = None
    searched: int = 0
    unverified: tuple[Unverified, ...] = ()
    support: tuple[Evidence, ...] = ()
    live: bool | None = None

    def holds_on(self, day: dt.date) -> bool:
        """Whether it answers with what is in force on that day."""
        return self.outcome == "answer" and self.drafts[0].evidence.validity.includes(day)
