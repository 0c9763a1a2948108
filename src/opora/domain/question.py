"""What was asked? The message, the things the person wants to know, and the work that looks for them."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Final, Literal

from opora.domain.place import Span
from opora.domain.value import Value

Language = Literal["ru", "uk", "ro", "en"]
RequirementKind = Literal["fact", "amount", "date", "yes_no", "list", "procedure", "comparison", "reason"]
RequirementStatus = Literal[
    "covered", "partial", "uncovered", "unconfirmed", "conflict", "needs_clarification", "out_of_scope"
]
Route = Literal["documents", "canonical", "live"]
LONGEST: Final = 4000  # characters of a question
MOST_PARTS: Final = 40  # questions of one message that are answered, in a second or two; what follows them is named


@dataclass(frozen=True, slots=True)
class Question:
    """A message as it came in. ``at`` is the date the question is about, never the clock's.

    ``history``: what the same person asked before in this conversation, oldest first.
    """

    text: str
    at: dt.date
    at_given: bool = True
    assistant: str = "default"
    channel: str = "api"
    language: Language | None = None
    history: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Word:
    """A token of a message: verbatim text, place, all its lemmas, and whether it carries content."""

    text: str
    span: Span
    lemmas: tuple[str, ...]
    is_content: bool


@dataclass(frozen=True, slots=True)
class Message:
    """The normalised question: language, words, and the values (dates, amounts) it names.

    ``understood``: ``text`` once more when the question left something out that an earlier one had said.
    """

    question: Question
    text: str
    language: Language
    words: tuple[Word, ...]
    values: tuple[Value, ...] = ()
    understood: str | None = None


@dataclass(frozen=True, slots=True)
class Requirement:
    """One thing the person wants to know. ``spans`` are in the message; ``text`` stands on its own for search.

    ``borrowed``: those of the spans that another part, or a statement beside it, has said.
    """

    requirement_id: str
    text: str
    kind: RequirementKind
    subject: str
    spans: tuple[Span, ...]
    at: dt.date | None = None
    borrowed: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class ExecutionFragment:
    """One unit of work on one route for one or more requirements."""

    fragment_id: str
    requirement_ids: tuple[str, ...]
    route: Route
    query: str
    at: dt.date
