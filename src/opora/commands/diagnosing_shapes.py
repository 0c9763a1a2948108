"""What shape has the output of ``opora diagnose --json``?"""

from __future__ import annotations

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

Json = dict[str, Any]
Lost = Literal["document", "retrieval", "answer"] | None


class InputError(TypedDict):
    file: str
    row: int
    field: str
    message: str


class Expression(TypedDict):
    name: str
    expression: str
    found: list[str]
    missing: list[str]


class Expressions(TypedDict):
    runs: list[Expression]
    gained: list[str]
    lost: list[str]


class Link(TypedDict):
    link: Literal["question", "source", "fragment", "answer"]
    held: bool | None
    lines: list[str]


DiagnosedCase = TypedDict(
    "DiagnosedCase",
    {
        "id": str,
        "pass": bool,
        "lost_at": Lost,
        "errors": list[str],
        "input_errors": list[InputError],
        "retrieval_missing_source_ids": list[str],
        "document_notes": list[str],
        "annotation_source": str,
        "expected": Json,
        "actual": Json,
        "trace_id": str | None,
        "expressions": Expressions | None,
        "chain": NotRequired[list[Link]],
    },
)


class Diagnose(TypedDict):
    cases: list[DiagnosedCase]
    summary: Json
    input_errors: list[InputError]
    warnings: list[str]
    written: NotRequired[Json]
    wrong: NotRequired[Json]


class KitFiles(TypedDict):
    """``opora diagnose --kit-to DIR``: the files that were written."""

    written: list[str]
