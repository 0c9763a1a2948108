"""What may be said? Claims that passed their checks, what is missing, what disagrees; a Reply cannot hold anything else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from opora.domain.doubt import UncertainNumber
from opora.domain.question import Requirement, RequirementStatus
from opora.domain.result import Confidence, Evidence

ReplyType = Literal[
    "factual",
    "factual_with_explanation",
    "partial_coverage",
    "clarification_required",
    "empty_but_valid",
    "no_grounded_answer",
    "route_mismatch_blocked",
    "backend_error",
]
Action = Literal["answer", "clarify", "abstain"]

ACTION_OF: dict[ReplyType, Action] = {
    "factual": "answer",
    "factual_with_explanation": "answer",
    "partial_coverage": "answer",
    "clarification_required": "clarify",
    "empty_but_valid": "abstain",
    "no_grounded_answer": "abstain",
    "route_mismatch_blocked": "abstain",
    "backend_error": "abstain",
}


@dataclass(frozen=True, slots=True)
class Check:
    """One deterministic test of a claim against its evidence (values, negation, subject, place, version …)."""

    name: str
    ok: bool
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """One checkable statement with the one place that bears it out. ``value`` is the normalised value it states, if any."""

    claim_id: str
    requirement_ids: tuple[str, ...]
    text: str
    evidence: Evidence
    number: int
    checks: tuple[Check, ...]
    confidence: Confidence = "medium"
    fact_ids: tuple[str, ...] = ()
    value: str | None = None

    @property
    def supported(self) -> bool:
        return bool(self.checks) and all(check.ok for check in self.checks)


@dataclass(frozen=True, slots=True)
class Coverage:
    """What became of every part of the message (A3). Ids of requirements; dropped segments verbatim."""

    requirements_total: int
    requirements_covered: int
    requirements_uncovered: tuple[str, ...] = ()
    requirements_partially_covered: tuple[str, ...] = ()
    clarification_needed_for: tuple[str, ...] = ()
    out_of_scope_requirements: tuple[str, ...] = ()
    dropped_intent_segments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ConflictValue:
    value: str
    claim_id: str


@dataclass(frozen=True, slots=True)
class Conflict:
    """Sources in force that say different things about one requirement. ``settled_by`` names the rule that chose, if any."""

    requirement_id: str
    values: tuple[ConflictValue, ...]
    settled_by: str | None = None


@dataclass(frozen=True, slots=True)
class Sections:
    """The six parts of a reply (X2), each short or absent."""

    conclusion: str
    basis: str | None = None
    signs: str | None = None
    meaning: str | None = None
    limitations: str | None = None
    next_step: str | None = None


@dataclass(frozen=True, slots=True)
class Grounding:
    status: Literal["passed", "failed", "empty"]
    checks: tuple[Check, ...] = ()


@dataclass(frozen=True, slots=True)
class Unverified:
    """A place that answers and is not quoted: it holds numbers that were not read surely. ``evidence`` says where to look."""

    requirement_id: str
    evidence: Evidence
    numbers: tuple[UncertainNumber, ...]


class UnsupportedClaimError(ValueError):
    """A reply may not hold a claim whose checks did not all pass."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a person reads. Cannot be built from a claim that failed a check; an answer has at least one claim.

    ``understood``: how a question that left something out was read; it stands in the text too.
    """

    type: ReplyType
    text: str
    sections: Sections
    claims: tuple[Claim, ...]
    requirements: tuple[tuple[Requirement, RequirementStatus], ...]
    coverage: Coverage
    conflicts: tuple[Conflict, ...] = ()
    grounding: Grounding = Grounding("empty")
    language: str = "en"
    gap_id: str | None = None
    understood: str | None = None
    unverified: tuple[Unverified, ...] = ()

    def __post_init__(self) -> None:
        for claim in self.claims:
            if not claim.supported:
                failed = [check.name for check in claim.checks if not check.ok]
                raise UnsupportedClaimError(f"claim {claim.claim_id} failed {failed or 'no check at all'}")
        if self.action == "answer" and not self.claims:
            raise UnsupportedClaimError("an answer needs at least one supported claim")

    @property
    def action(self) -> Action:
        return ACTION_OF[self.type]
