"""What shape has every ``--json`` output? Types from which ``opora schema`` and docs/schemas are generated.

Fields may be added to an output without a new shape; a field named here is always there and of this type.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from opora.commands.diagnosing_shapes import Diagnose, KitFiles
from opora.commands.gap_shapes import Gaps
from opora.commands.ladder_shapes import Ladder, Promoted, Reindexed, Worst
from opora.commands.measuring_shapes import Compared, Eval, Gate, Gates, GoldenAdd, GoldenPropose
from opora.commands.proving_shapes import Exported, Replay, Verified
from opora.commands.reply_shapes import Ask, Box, Check, Search
from opora.commands.serving_shapes import Key, NewKey, Serve

Json = dict[str, Any]


class ErrorBody(TypedDict):
    code: str
    message: str
    hint: str
    transient: bool


class Error(TypedDict):
    error: ErrorBody


class AddItem(TypedDict):
    source_id: str
    version_id: str | None
    state: Literal["ready", "error"]
    fingerprint: str | None
    blocks: int
    fragments: int
    reused_vectors: int
    embedded: int
    unchanged: bool
    name: str
    warnings: list[str]
    error: ErrorBody | None


class InventoryItem(TypedDict):
    name: str
    decision: Literal["admitted", "rejected"]
    code: str | None
    reason: str
    hint: str
    warnings: list[str]
    source_id: str | None
    version_id: str | None
    media_type: str | None
    type: str | None
    collection: str | None
    purpose: str | None
    owner: str | None
    authority: int | None


class InventoryCounts(TypedDict):
    admitted: int
    rejected: int


class InventoryRules(TypedDict):
    names: list[str]
    texts: list[str]
    personal: Literal["refuse", "warn", "off"]
    personal_from: int


class Inventory(TypedDict):
    items: list[InventoryItem]
    counts: InventoryCounts
    rules: InventoryRules


class Add(TypedDict):
    items: list[AddItem]
    skipped: list[str]
    warnings: list[str]


class Version(TypedDict):
    version_id: str
    source_id: str
    label: str
    fingerprint: str
    text_digest: str
    status: Literal["draft", "current", "archived"]
    valid_from: str | None
    valid_until: str | None
    jurisdiction: str | None
    language: str | None
    media_type: str
    reader: str
    strategy: str
    title: str


class Source(TypedDict):
    source_id: str
    type: str
    collection: str
    title: str
    origin: str
    purpose: str
    jurisdiction: str | None
    owner: str | None
    authority: int | None
    enabled: bool
    state: Literal["pending", "processing", "reprocessing", "ready", "error"]
    error: str | None
    schedule: str | None
    versions: list[Version]


class Removed(TypedDict):
    """``left``: after an erasure, which files beside the records still name the source."""

    source_id: str
    removed: dict[str, int]
    left: list[str]


class ReportPage(TypedDict):
    number: int
    label: str | None
    chars: int
    needs_ocr: bool
    ocr_confidence: float | None
    ocr_languages: str | None


class DoubtfulNumber(TypedDict):
    """``other`` is what another reading made of it."""

    text: str
    other: str
    page: int | None
    confidence: float


class Report(TypedDict):
    version_id: str
    source_id: str
    language: str | None
    media_type: str
    reader: str
    title: str
    chars: int
    blocks: dict[str, int]
    headings: int
    fragments: int
    pages: list[ReportPage]
    pages_needing_ocr: list[int]
    pages_read_by_ocr: list[int]
    ocr_confidence: float | None
    numbers_in_doubt: list[DoubtfulNumber]
    tables: list[Json]
    left_out: list[str]
    warnings: list[str]


class Fragment(TypedDict):
    fragment_id: str
    version_id: str
    passage_id: str
    anchor: str
    start: int
    end: int
    path: str
    text: str
    context: str
    tokens: int
    uncertain: bool


class Near(TypedDict):
    anchor: str
    kind: str
    text: str


class Show(TypedDict):
    anchor: str
    quote: str
    start: int
    end: int
    source_id: str
    version_id: str
    label: str
    valid_from: str | None
    valid_until: str | None
    title: str
    media_type: str
    fingerprint: str
    text_digest: str
    kind: str
    page: int | None
    page_label: str | None
    sheet: str | None
    section: str | None
    headings: list[str]
    row: int | None
    row_header: str
    column: int | None
    column_header: str | None
    speaker: str | None
    time: str | None
    parent: Near | None
    before: Near | None
    after: Near | None
    boxes: list[Box]
    page_image: NotRequired[Json]


class Step(TypedDict):
    name: str
    input: Any
    output: Any
    took_ms: float


class Trace(TypedDict):
    trace_id: str
    question: str
    at: str
    assistant: str
    channel: str
    steps: list[Step]
    reply: Json
    log: Json
    previous: str
    digest: str


class Setting(TypedDict):
    path: str
    value: Any
    origin: str


class DoctorCheck(TypedDict):
    name: str
    status: Literal["ok", "missing", "warning", "broken"]
    note: str
    todo: str


class Doctor(TypedDict):
    checks: list[DoctorCheck]


class Fact(TypedDict):
    fact_id: str
    source_id: str
    field: str
    value: str
    type: str | None
    unit: str | None
    quote: str | None


class Verdict(TypedDict):
    id: Any
    verdict: Literal["supported", "unsupported", "contradicted"]
    score: float
    checks: list[Check]


class UncertainNumber(TypedDict):
    """A number that OCR did not read surely; ``text[start:end]`` of the version. ``reads``: what a person saw instead."""

    anchor: str
    item_id: str
    version_id: str
    path: str
    start: int
    end: int
    text: str
    other: str
    confidence: float
    page: int | None
    page_label: str | None
    state: Literal["open", "confirmed", "rejected"]
    by: str
    at: str
    reads: str
    page_image: NotRequired[Json]
    corrected_version: NotRequired[str]


class Init(TypedDict):
    library: str
    settings: Json


SHAPES: dict[str, Any] = {
    "error": Error,
    "init": Init,
    "add": Add,
    "inventory": Inventory,
    "sources": list[Source],
    "versions": list[Version],
    "set": Source,
    "remove": Removed,
    "report": Report,
    "fragments": list[Fragment],
    "show": Show,
    "search": Search,
    "ask": Ask,
    "trace": Trace,
    "settings": list[Setting],
    "doctor": Doctor,
    "facts": list[Fact],
    "check": Verdict,
    "uncertain": list[UncertainNumber],
    "confirm": UncertainNumber,
    "gaps": Gaps,
    "diagnose": Diagnose,
    "kit": KitFiles,
    "eval": Eval,
    "ladder": Ladder,
    "promote": Promoted,
    "reindex": Reindexed,
    "worst": list[Worst],
    "compare": Compared,
    "gate": Gate,
    "gates": Gates,
    "golden_add": GoldenAdd,
    "golden_propose": GoldenPropose,
    "replay": Replay,
    "verify": Verified,
    "export": Exported,
    "serve": Serve,
    "keys": list[Key],
    "key": Key,
    "new_key": NewKey,
}
"""The shape of each command's output; of ``search --file``, ``ask --file`` and ``check`` that of one line."""


def schema(name: str) -> Json:
    """The JSON Schema of one command's output."""
    from pydantic import TypeAdapter

    found: Json = TypeAdapter(SHAPES[name]).json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"opora {name} --json"} | found
