"""Which sentence, list item or table cell answers?"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache

from opora.answering.asked_value import Asked, asked_for, only_on_condition, says, value_for
from opora.answering.contrast import contrast, extra_modifier, stands
from opora.answering.finding import Draft
from opora.answering.lexed import Lexed, lexed
from opora.answering.meaning import Meaning
from opora.answering.weights import Wanted, held, matched, scope_of, side_by_side, strongest
from opora.domain.document import Block, Cell
from opora.domain.place import Span, line_boxes
from opora.domain.question import Requirement
from opora.domain.result import Evidence, Hit, TablePlace
from opora.domain.value import Value
from opora.language.sentences import sentences
from opora.language.values import find_values
from opora.ports import Library

_NEARNESS = 5.0
_CODE = re.compile(r"(?=[^\s]*\d)[\w./№#-]+|[IVX]+\.?")  # "A-210", "12.", "T-01": names nothing to a reader
_WORDY = re.compile(r"[^\W\d_]{4}")
_SHORT = 3  # words of a question that asks about a thing of one kind and nothing else
_COMPARED = ("amount", "date", "yes_no")  # who and what may be told of in many words
_SAYS_IT = re.compile(
    r"\W*(?:it|they|this|these|он|она|оно|они|это|він|вона|воно|вони|це|ea|el|acesta|aceasta|ele|ei)\b", re.I
)
_UNITS = re.compile(r"руб|грн|лей|lei|eur|usd|€|\$|₴|₽|цена|ціна|price|cost|preț|вартість|стоимость|сумма|сума", re.I)


@dataclass(frozen=True, slots=True)
class Bench:
    """Where one requirement's evidence is chosen: what is wanted, and the texts it is chosen from."""

    requirement: Requirement
    want: Wanted
    asked: Asked
    subject: Lexed
    library: Library
    meaning: Meaning = field(default_factory=Meaning)
    weighed: dict[tuple[str, str | None], tuple[float, ...]] = field(default_factory=dict)

    def strengths(self, text: str, language: str | None) -> tuple[float, ...]:
        """For each wanted word how well (0..1) the text holds it; neighbours and headings come up again and again."""
        key = (text, language)
        if key not in self.weighed:
            self.weighed[key] = matched(self.want, held(text, language))
        return self.weighed[key]


def candidates(bench: Bench, hits: list[Hit]) -> list[Draft]:
    """Drafts from all hits, best first; the order of the hits breaks ties."""
    drafts: list[Draft] = []
    seen: set[tuple[str, int, int]] = set()
    for hit in hits:
        for draft in _from_hit(bench, hit):
            key = (hit.fragment.version_id, draft.evidence.start, draft.evidence.end)
            if key not in seen:
                seen.add(key)
                drafts.append(draft)
    return sorted(drafts, key=lambda draft: -draft.score)


def _from_hit(bench: Bench, hit: Hit) -> list[Draft]:
    """Sentences and cells of the fragment. Spans are of the version's text; a block may begin before the fragment."""
    piece = hit.fragment
    blocks = bench.library.blocks_between(piece.version_id, piece.start, piece.end)
    text = _Slice(piece.start, piece.text)
    rows = [block for block in blocks if block.kind == "table_row"]
    first, last = min((r.start for r in rows), default=piece.start), max((r.end for r in rows), default=piece.end)
    if first < piece.start or last > piece.end:
        first, last = min(first, piece.start), max(last, piece.end)
        text = _Slice(first, bench.library.quote(piece.version_id, first, last))
    found: list[Draft] = []
    for block in blocks:
        if block.kind in ("table", "heading"):
            continue
        if block.kind == "table_row":
            cells = [cell for cell in block.cells if not cell.is_header and cell.end > cell.start]
            found.extend(_from_row(bench, hit, block, cells, text))
            continue
        span = Span(max(block.start, piece.start), min(block.end, piece.end))
        if len(span) > 0:
            parts = [sentence.moved(span.start) for sentence in sentences_of(text.at(span))]
            before = ["", *(text.at(part) for part in parts)]
            found.extend(_draft(bench, hit, block, part, text, said) for part, said in zip(parts, before, strict=False))
    return found


@dataclass(frozen=True, slots=True)
class _Slice:
    """A part of a version's text, addressed by the version's own offsets."""

    start: int
    text: str

    def at(self, span: Span) -> str:
        return self.text[span.start - self.start : span.end - self.start]


@lru_cache(maxsize=1024)
def sentences_of(text: str) -> tuple[Span, ...]:
    return tuple(sentences(text))


@lru_cache(maxsize=1024)
def values_of(text: str) -> tuple[Value, ...]:
    return tuple(find_values(text))


def _from_row(bench: Bench, hit: Hit, block: Block, cells: list[Cell], text: _Slice) -> list[Draft]:
    if any(cell.header for cell in cells):
        words = [(cell, text.at(Span(cell.start, cell.end))) for cell in cells]
        name = _row_name(block, words)
        spoken = [(c, said) for c, said in words if c.header and said.strip() not in (block.row_header.strip(), name)]
        row = text.at(block.span).replace("\t", " ")
        return [
            _cell(bench, hit, block, cell, _Said(said, name, row, tuple(w.strip() for _, w in words)))
            for cell, said in spoken or words
        ]
    if not cells and block.cells:
        return []
    return [_draft(bench, hit, block, block.span, text)]


@dataclass(frozen=True, slots=True)
class _Said:
    """A cell's words, what its row is called, and the whole row, in one and by cells."""

    quote: str
    name: str
    row: str
    cells: tuple[str, ...]


def _row_name(block: Block, cells: list[tuple[Cell, str]]) -> str:
    """What stands left of the row; instead of a bare code or number the first cell that is put in words."""
    header = block.row_header.strip()
    if header and not _CODE.fullmatch(header):
        return header
    worded = [said.strip() for cell, said in cells if said.strip() != header and _WORDY.search(said)]
    return worded[0] if worded else header


def _draft(bench: Bench, hit: Hit, block: Block, span: Span, text: _Slice, before: str = "") -> Draft:
    """``before`` is the sentence just before: what it names, the next one may speak of as "it"."""
    quote = text.at(span)
    titles = _titles(block, hit)
    above = f"{titles} {hit.fragment.context}"
    draft = _weigh(bench, hit, _Sentence(quote, above, before, hit.fragment.text, span))
    path = hit.fragment.path if not block.path else block.path
    inside = f"#{span.start - block.start}-{span.end - block.start}" if block.kind != "table_row" else ""
    anchor = f"{hit.fragment.version_id}:{path}{inside}"
    draft = replace(draft, evidence=_evidence(bench, hit, block, span, quote, anchor), context=above)
    of_it = f"{before} {quote}" if before and _SAYS_IT.match(quote) else quote
    return _against(bench, draft, lexed(of_it), lexed(titles))


def _cell(bench: Bench, hit: Hit, block: Block, cell: Cell, said: _Said) -> Draft:
    """A cell speaks with its whole row: what is asked may name any of the row's cells ("a suite in high season")."""
    header = cell.header.strip()
    label = ", ".join(part for part in (said.name, header) if part)
    above = _titles(block, hit)
    statement = f"{label}: {said.quote}" if label else said.quote
    draft = _weigh(bench, hit, _Sentence(f"{statement}\n{said.row}", above, "", "", None))
    values = values_of(said.quote)
    value = value_for(bench.asked, said.quote, values)
    if value is None and values and _UNITS.search(header) and bench.asked.kinds[:1] == ("amount",):
        value = values[0]
    fits = _column_fits(bench, header, value, said.quote)
    evidence = _evidence(bench, hit, block, Span(cell.start, cell.end), said.quote, "")
    anchor = f"{hit.fragment.version_id}:{block.path}:col{cell.column}"
    draft = replace(
        draft,
        text=statement,
        value=value or (values[0] if values else None),
        says=fits > 0 or not bench.asked.strict,
        score=draft.score + fits - draft.kind + _named_whole(bench, said.name),
        evidence=replace(evidence, anchor=anchor, table=TablePlace(block.row or 1, block.row_header, cell.header)),
        context=f"{label} {said.row} {above}",
        row=said.cells,
    )
    return _against(bench, draft, lexed(statement), lexed(above))


def _named_whole(bench: Bench, name: str) -> float:
    """A row whose whole name the question gives goes before one with a longer name ("urgent issue of a card")."""
    told = [word for word in lexed(name).words if word.content]
    return 0.15 if told and all(stands(word, bench.subject) for word in told) else 0.0


def _column_fits(bench: Bench, header: str, value: Value | None, quote: str) -> float:
    """Whether the cell holds what is asked: by its value, or by a column that is named for it."""
    if not bench.asked.strict:
        return 0.0
    if value is not None and value.kind in bench.asked.kinds:
        return 0.1
    if value is not None or says(bench.asked, quote, None):
        return 0.05
    column = asked_for(header, "amount")
    if header and column.kinds == bench.asked.kinds and values_of(quote):
        return 0.1
    return -0.6


def _titles(block: Block, hit: Hit) -> str:
    return " ".join(dict.fromkeys((*block.headings, *hit.headings, hit.title)))


def _against(bench: Bench, draft: Draft, statement: Lexed, above: Lexed) -> Draft:
    """A statement about another kind of the thing asked about loses to every one that is not."""
    note = contrast(bench.subject, statement, above)
    short = bench.requirement.kind == "fact" and len(bench.want.words) <= _SHORT
    if note and (short or bench.requirement.kind in _COMPARED):
        return replace(draft, score=draft.score - 0.8, against=note)
    if note:
        return replace(draft, score=draft.score - 0.1)
    narrower = extra_modifier(bench.subject, statement)
    return replace(draft, score=draft.score - 0.05) if narrower else draft


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A statement and what stands over it, before it and around it."""

    text: str
    above: str
    before: str
    around: str
    span: Span | None


def _weigh(bench: Bench, hit: Hit, said: _Sentence) -> Draft:
    """Own words count whole, headings less, the rest of the fragment least; the kind of value asked for adds."""
    want, language = bench.want, hit.language
    own, above, before, around = (
        bench.strengths(text, language) for text in (said.text, said.above, said.before, said.around)
    )
    every, beside = strongest(own, above), strongest(own, above, around)
    values = values_of(said.text)
    value = value_for(bench.asked, said.text, values)
    told = says(bench.asked, said.text, value)
    kind = _kind(bench.asked, said.text, value) if bench.asked.strict else 0.0
    kind -= 0.25 if said.text.rstrip().endswith("?") else 0.0
    shares = [want.share(strengths) for strengths in (own, every, strongest(own, above, before), beside)]
    score = shares[0] + 0.6 * (shares[1] - shares[0]) + 0.4 * (shares[2] - shares[1]) + 0.25 * (shares[3] - shares[2])
    score += 0.45 * hit.scores.fused + kind + 0.12 * side_by_side(bench.want, said.text)
    cosine = bench.meaning.of(hit, said.span) if said.span else hit.scores.dense
    score += _NEARNESS * (cosine - 0.8) if cosine is not None else 0.0
    return Draft(
        text=said.text,
        evidence=_EMPTY,
        score=score,
        coverage=shares[3],
        matched=every,
        own=own,
        beside=beside,
        scope=scope_of(said.text, tuple(v.span for v in values)),
        value=value,
        around=hit.fragment.text,
        says=told,
        cosine=cosine,
        kind=kind,
    )


def _kind(asked: Asked, text: str, value: Value | None) -> float:
    """What it adds that a value asked for is there, or words for one; words that hold on a condition add little."""
    if value:
        return 0.18
    if not says(asked, text, value):
        return -0.65
    return -0.2 if only_on_condition(asked, text) else 0.02


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
