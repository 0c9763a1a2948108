"""What belongs to a statement: its exception, its footnote, the note under its table, and what stands beside it?"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from opora.answering.contrast import contrast, stands
from opora.answering.finding import Draft
from opora.answering.lexed import Lexed, lexed
from opora.domain.document import Block
from opora.domain.place import Span, line_boxes
from opora.ports import Library

_BELONGS: Final = ("exception_of", "note_of", "footnote_of")
_BEYOND: Final = 600  # characters after a passage in which a note to it may still stand
_SHOWN: Final = 2


def with_neighbours(draft: Draft, library: Library) -> Draft:
    """The draft with the anchors of the blocks before and after its own in its evidence."""
    evidence = draft.evidence
    blocks = [b for b in _around(draft, library) if b.kind != "table_row" or evidence.table]
    blocks = [b for b in blocks if b.kind != "table" or not evidence.table]
    place = next((n for n, block in enumerate(blocks) if block.path == block_path(draft)), None)
    if place is None:
        return draft
    beside = [*blocks[max(place - 1, 0) : place], *blocks[place + 1 : place + 2]]
    anchors = tuple(f"{evidence.version_id}:{block.path}" for block in beside)
    return replace(draft, evidence=replace(evidence, neighbours=anchors))


def belonging(rule: Draft, library: Library) -> list[Draft]:
    """Blocks that a reader marked as exception, footnote or note of the rule's block or table, as further statements."""
    blocks = _around(rule, library)
    own = block_path(rule)
    parent = next((block.parent for block in blocks if block.path == own), None)
    rows = [
        block.row_header
        for block in blocks
        if block.kind == "table_row" and block.parent == parent and block.row_header
    ]
    found: list[Draft] = []
    for block in blocks:
        kinds = [link.kind for link in block.links if link.kind in _BELONGS and link.path in (own, parent)]
        if not kinds or block.start <= rule.evidence.start < block.end:
            continue
        draft = _statement(rule, block, library)
        draft = draft if "exception_of" in kinds else replace(draft, role="note")
        if rule.evidence.table is None or _concerns(rule, lexed(draft.text), rows):
            found.append(draft)
    return found[:_SHOWN]


def block_path(draft: Draft) -> str:
    """The path of the block that the draft's anchor names, without cell and span."""
    path = draft.evidence.anchor.removeprefix(f"{draft.evidence.version_id}:").split("#")[0]
    return path.rpartition(":col")[0] or path


def _around(draft: Draft, library: Library) -> list[Block]:
    evidence = draft.evidence
    return blocks_around(evidence.version_id, evidence.passage_id, Span(evidence.start, evidence.end), library)


def blocks_around(version_id: str, passage_id: str, span: Span, library: Library) -> list[Block]:
    """Blocks of the passage that holds the span, and of a little after it."""
    passage = library.passage(passage_id)
    start, end = (passage.start, passage.end) if passage else (span.start, span.end)
    return library.blocks_between(version_id, start, end + _BEYOND)


def stated_by(rule: Draft, block: Block, library: Library) -> Draft:
    """A block that belongs to a statement's list, as one more answer."""
    return replace(_statement(rule, block, library), role="answer")


def part_stated(rule: Draft, block: Block, span: Span, library: Library) -> Draft:
    """A part of a block beside the rule, as a further statement."""
    if span == block.span:
        return _statement(rule, block, library)
    told = _statement(rule, block, library, span)
    inside = f"#{span.start - block.start}-{span.end - block.start}"
    return replace(told, evidence=replace(told.evidence, anchor=f"{told.evidence.anchor}{inside}"))


def _statement(rule: Draft, block: Block, library: Library, part: Span | None = None) -> Draft:
    evidence, span = rule.evidence, part or block.span
    quote = library.quote(evidence.version_id, span.start, span.end)
    told = replace(
        evidence,
        evidence_id=f"{evidence.evidence_id}+{block.path}",
        anchor=f"{evidence.version_id}:{block.path}",
        quote=quote,
        start=span.start,
        end=span.end,
        section=block.section or evidence.section,
        page=block.page or evidence.page,
        page_label=block.page_label or evidence.page_label,
        table=None,
        boxes=line_boxes(block.pieces, span),
    )
    around = f"{rule.text}\n{rule.context}\n{rule.around}"
    return replace(rule, text=quote, evidence=told, around=around, value=None, against=None, role="exception", row=())


def _concerns(rule: Draft, note: Lexed, rows: list[str]) -> bool:
    """A note under a table concerns a cell unless it speaks of other rows or columns only."""
    label = lexed(rule.text.removesuffix(rule.evidence.quote))
    if contrast(label, note, note):
        return False
    own = rule.evidence.table.row_header if rule.evidence.table else ""
    named = [row for row in rows if all(stands(word, note) for word in lexed(row).words if word.content)]
    return not named or own in named
