"""Which sentence, list item or table cell answers?"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from opora.answering.cues import ASKS_HOW_LONG, ASKS_HOW_MANY, ASKS_HOW_MUCH_MONEY
from opora.answering.finding import Draft
from opora.answering.weights import Wanted, lemma_set, matched, scope_of
from opora.domain.document import Block, Cell
from opora.domain.place import Span, line_boxes
from opora.domain.question import Requirement
from opora.domain.result import Evidence, Hit, TablePlace
from opora.domain.value import Value
from opora.language.sentences import sentences
from opora.language.values import find_values
from opora.ports import Library

_WANTED_KINDS: dict[str, tuple[str, ...]] = {"amount": ("amount", "rate", "term", "count"), "date": ("date", "term")}


@dataclass(frozen=True, slots=True)
class Bench:
    """Where one requirement's evidence is chosen: what is wanted, and the texts it is chosen from."""

    requirement: Requirement
    want: Wanted
    library: Library


def candidates(bench: Bench, hits: list[Hit]) -> list[Draft]:
    """Drafts from all hits, best first; the order of the hits breaks ties."""
    texts: dict[str, str] = {}
    drafts: list[Draft] = []
    seen: set[tuple[str, int, int]] = set()
    for hit in hits:
        version_id = hit.fragment.version_id
        if version_id not in texts:
            texts[version_id] = bench.library.text(version_id)
        for draft in _from_hit(bench, hit, texts[version_id]):
            key = (version_id, draft.evidence.start, draft.evidence.end)
            if key not in seen:
                seen.add(key)
                drafts.append(draft)
    return sorted(drafts, key=lambda draft: -draft.score)


def _from_hit(bench: Bench, hit: Hit, text: str) -> list[Draft]:
    found: list[Draft] = []
    for block in bench.library.blocks_between(hit.fragment.version_id, hit.fragment.start, hit.fragment.end):
        if block.kind in ("table", "heading"):
            continue
        cells = [cell for cell in block.cells if not cell.is_header and cell.end > cell.start]
        if block.kind == "table_row":
            found.extend(_from_row(bench, hit, block, cells, text))
            continue
        span = Span(max(block.start, hit.fragment.start), min(block.end, hit.fragment.end))
        if len(span) <= 0:
            continue
        parts = [sentence.moved(span.start) for sentence in sentences(span.of(text))]
        found.extend(_draft(bench, hit, block, part, text) for part in parts)
    return found


def _from_row(bench: Bench, hit: Hit, block: Block, cells: list[Cell], text: str) -> list[Draft]:
    if any(cell.header for cell in cells):
        spoken = [
            cell for cell in cells if cell.header and text[cell.start : cell.end].strip() != block.row_header.strip()
        ]
        return [_cell(bench, hit, block, cell, text) for cell in spoken or cells]
    if not cells and block.cells:
        return []
    return [_draft(bench, hit, block, Span(block.start, block.end), text)]


def _draft(bench: Bench, hit: Hit, block: Block, span: Span, text: str) -> Draft:
    quote = span.of(text)
    above = " ".join((*hit.headings, hit.title, hit.fragment.context))
    draft = _weigh(bench, hit, quote, above, hit.fragment.text)
    path = hit.fragment.path if not block.path else block.path
    inside = f"#{span.start - block.start}-{span.end - block.start}" if block.kind != "table_row" else ""
    anchor = f"{hit.fragment.version_id}:{path}{inside}"
    return replace(draft, evidence=_evidence(bench, hit, block, span, quote, anchor), context=above)


def _cell(bench: Bench, hit: Hit, block: Block, cell: Cell, text: str) -> Draft:
    quote = text[cell.start : cell.end]
    label = ", ".join(part for part in (block.row_header.strip(), cell.header.strip()) if part)
    above = " ".join((*hit.headings, hit.title))
    row = text[block.start : block.end].replace("\t", " ")
    draft = _weigh(bench, hit, f"{label}: {quote}", f"{row} {above}", "")
    if bench.requirement.kind in _WANTED_KINDS and draft.value is None:
        draft = replace(draft, score=draft.score - 0.4)
    anchor = f"{hit.fragment.version_id}:{block.path}:col{cell.column}"
    evidence = _evidence(bench, hit, block, Span(cell.start, cell.end), quote, anchor)
    place = TablePlace(block.row or 1, block.row_header, cell.header)
    values = find_values(quote)
    return replace(
        draft,
        text=f"{label}: {quote}" if label else quote,
        evidence=replace(evidence, table=place),
        context=f"{label} {row} {above}",
        value=values[0] if values else None,
    )


def _weigh(bench: Bench, hit: Hit, quote: str, above: str, around: str) -> Draft:
    """Own words count whole, headings less, the rest of the fragment least; the kind of value asked for adds."""
    want, language = bench.want, hit.language
    own = matched(want, lemma_set(quote, language))
    over = matched(want, lemma_set(above, language)) - own
    beside = matched(want, lemma_set(around, language)) - own - over
    values = find_values(quote)
    value = _value_asked(bench.requirement, values)
    kind = 0.18 if value else -0.12 if bench.requirement.kind in _WANTED_KINDS else 0.0
    kind -= 0.25 if quote.rstrip().endswith("?") else 0.0
    score = want.share(own) + 0.6 * want.share(over) + 0.25 * want.share(beside) + 0.45 * hit.scores.fused + kind
    every = own | over
    scope = scope_of(quote, [v.span for v in values])
    return Draft(quote, _EMPTY, score, want.share(every | beside), every, own, scope, value, around=hit.fragment.text)


def _value_asked(requirement: Requirement, values: list[Value]) -> Value | None:
    kinds = _WANTED_KINDS.get(requirement.kind)
    time, money = _last(ASKS_HOW_LONG, requirement.text), _last(ASKS_HOW_MUCH_MONEY, requirement.text)
    if kinds and time != money:  # a borrowed first half stands before the requirement's own words
        kinds = ("term", "date") if time > money else ("amount", "rate")
    if kinds:
        if not ASKS_HOW_MANY.search(requirement.text):
            kinds = tuple(kind for kind in kinds if kind != "count")
        return next((value for value in values if value.kind in kinds), None)
    return (
        next((value for value in values if value.kind in ("amount", "rate", "term")), None)
        if requirement.kind == "fact"
        else None
    )


def _last(pattern: re.Pattern[str], text: str) -> int:
    return max((match.start() for match in pattern.finditer(text)), default=-1)


def _evidence(bench: Bench, hit: Hit, block: Block, span: Span, quote: str, anchor: str) -> Evidence:
    return Evidence(
        evidence_id=f"{hit.fragment.fragment_id}#{span.start}-{span.end}",
        requirement_ids=(bench.requirement.requirement_id,),
        anchor=anchor,
        quote=quote,
        start=span.start,
        end=span.end,
        source_id=hit.source_id,
        version_id=hit.fragment.version_id,
        label=hit.label,
        validity=hit.validity,
        text_digest="",
        headings=block.headings or hit.headings,
        section=block.section or hit.section,
        page=block.page or hit.page,
        page_label=block.page_label or hit.page_label,
        boxes=line_boxes(block.pieces, span),
        passage_id=hit.fragment.passage_id,
        authority=hit.authority,
        owner=hit.owner,
        score=hit.scores.fused,
    )


def _empty() -> Evidence:
    from opora.domain.place import Validity

    return Evidence("", (), "", "", 0, 0, "", "", "", Validity(), "")


_EMPTY = _empty()
