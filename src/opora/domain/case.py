"""What should have been answered, what was, and which link broke? Golden cases, given answers and verdicts."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

from opora.domain.place import Validity
from opora.domain.reply import Action
from opora.domain.source import Fact

Link = Literal["document", "retrieval", "answer"]
ClaimValue = str | int | Decimal | bool | None
ErrorName = Literal[
    "expected_fact_missing",
    "wrong_source_version_for_question_date",
    "wrong_action_or_false_refusal",
    "value_not_supported_by_fact",
    "unknown_fact_id",
    "fact_source_mismatch",
    "cited_source_not_retrieved",
    "cited_source_not_in_force",
    "conflict_not_disclosed",
    "invented_answer",
]


@dataclass(frozen=True, slots=True)
class Case:
    """One golden question. ``row`` is its row in the file (the header is row 1); 0 when it came from elsewhere."""

    case_id: str
    at: dt.date
    question: str
    expected_action: Action
    fact_ids: tuple[str, ...] = ()
    source_ids: tuple[str, ...] = ()
    expected_response: str = ""
    collection: str | None = None
    row: int = 0


@dataclass(frozen=True, slots=True)
class InputError:
    """What is wrong in a file: ``row`` is the line its record begins on (a header is line 1).

    ``field`` is the column or key ("" the whole row). ``case_id`` and ``case_row`` name the case that is not run because
    of it; ``case_row`` is 0 when every case still runs.
    """

    file: str
    row: int
    field: str
    message: str
    case_id: str = ""
    case_row: int = 0


@dataclass(frozen=True, slots=True)
class GivenClaim:
    """One statement of an answer. ``value`` is what it states, as written; ``fact_id`` is ``None`` when the bot names none."""

    fact_id: str | None
    value: ClaimValue
    source_id: str | None
    anchor: str | None = None
    quote: str | None = None
    text: str = ""
    version_id: str | None = None


@dataclass(frozen=True, slots=True)
class Retrieved:
    """A fragment the bot had before it; ``text`` is empty when only its source was recorded."""

    source_id: str
    text: str = ""
    version_id: str | None = None


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """An answer to be judged, whoever gave it. ``retrieved`` is ``None`` when nobody recorded what was found.

    ``claims_given`` is false when the bot does not split its answer into claims: then its ``text`` is judged.
    """

    question_id: str
    action: Action
    text: str = ""
    claims: tuple[GivenClaim, ...] = ()
    source_ids: tuple[str, ...] = ()
    retrieved: tuple[Retrieved, ...] | None = None
    trace_id: str | None = None
    row: int = 0
    claims_given: bool = True


@dataclass(frozen=True, slots=True)
class GivenDocument:
    """One state of a source, as the manifest or the library holds it. ``authority``: the higher rank settles a conflict."""

    source_id: str
    version_id: str
    text: str
    validity: Validity = field(default_factory=Validity)
    label: str = ""
    authority: int | None = None
    enabled: bool = True
    collection: str = "default"
    row: int = 0


@dataclass(frozen=True, slots=True)
class GoldenSet:
    """Everything a diagnosis is measured against. ``input_errors`` hold all bad rows of all files.

    ``documents`` is ``None`` when nobody gave any: existence and validity are then not judged.
    """

    cases: tuple[Case, ...]
    facts: tuple[Fact, ...] = ()
    documents: tuple[GivenDocument, ...] | None = None
    input_errors: tuple[InputError, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one case. ``lost_at`` is the first broken link, ``None`` when it passed or was not run.

    ``expected`` and ``actual`` are plain JSON. A case with ``input_errors`` was not run: not passed, no ``errors``.
    """

    case_id: str
    passed: bool
    lost_at: Link | None = None
    errors: tuple[ErrorName, ...] = ()
    input_errors: tuple[InputError, ...] = ()
    retrieval_missing_source_ids: tuple[str, ...] = ()
    document_notes: tuple[str, ...] = ()
    annotation_source: str = "manual_golden_annotation"
    expected: dict[str, object] = field(default_factory=dict)
    actual: dict[str, object] = field(default_factory=dict)
    trace_id: str | None = None
