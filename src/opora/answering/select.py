"""Which sentence, list item or table cell may answer? All are weighed by their words; those in reach are looked at closely."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from opora.answering.apart import FARTHEST, alike, left_out, place_of
from opora.answering.closely import Bench, InTable, Rough, closely, valued
from opora.answering.conflicts import hardly_about, may_rival
from opora.answering.cues import EXCEPTION
from opora.answering.denied import wholly_against
from opora.answering.finding import FAR, NEAR, TIED, Draft
from opora.answering.holding import strongest
from opora.answering.limiting import NOT_REACHING
from opora.answering.meaning import Sentence, sentences_of
from opora.answering.period import time_bonus
from opora.answering.weights import side_by_side
from opora.domain.document import Block, Cell
from opora.domain.place import Span
from opora.domain.result import Hit
from opora.language.words import WORD

_CODE = re.compile(r"(?=[^\s]*\d)[\w./№#-]+|[IVX]+\.?")  # "A-210", "12.", "T-01": names nothing to a reader
_WORDY = re.compile(r"[^\W\d_]{4}")
_OF_EACH: Final = 2
_HELD: Final = 0.5
_WHOLE_LISTS: Final = ("list", "procedure")  # what stands beside the best one is shown too


def candidates(bench: Bench, hits: list[Hit]) -> list[Draft]:
    """Drafts from all hits, best first; the order of the hits breaks ties.

    Statements are left out that can neither be the best nor rival, limit or outdo it.
    """
    roughs: dict[tuple[str, int, int], Rough] = {}
    for hit in hits:
        for rough in statements(bench, hit):
            roughs.setdefault((hit.fragment.version_id, rough.span.start, rough.span.end), rough)
    return _in_reach(bench, list(roughs.values()))


def _in_reach(bench: Bench, roughs: list[Rough]) -> list[Draft]:
    """Looks closely at one after the other, by the score each can have at most, until none left can come near the best.

    What the time of a statement adds to its score (see period.py) counts before it is added.
    """
    everything = bench.requirement.kind in _WHOLE_LISTS
    looked: dict[int, Draft] = {}
    least = -float("inf")
    more = [time_bonus(bench.requirement.text, rough.text) for rough in roughs]
    for n in sorted(range(len(roughs)), key=lambda n: -roughs[n].most - more[n]):
        if roughs[n].most + more[n] < least and not everything:
            break
        draft = valued(bench, roughs[n])
        if draft.score + more[n] >= least or everything:
            looked[n] = closely(bench, roughs[n], draft)
            score = looked[n].score + more[n]
            least = max(least, min(NEAR * score, score - TIED))
    for n in _one_of_each(bench, roughs, more) if bench.want.named else ():
        if n not in looked:
            looked[n] = closely(bench, roughs[n], valued(bench, roughs[n]))
    best = max((n for n in sorted(looked)), key=lambda n: looked[n].score + more[n], default=None)
    outdone = bench.want.share(looked[best].matched) + FAR if best is not None else 0.0
    for n, rough in enumerate(roughs):
        if n in looked:
            continue
        rival = best is not None and _may_rival(bench, looked[best], rough)
        of_it = best is not None and rough.hit.fragment.version_id == looked[best].evidence.version_id
        limits = EXCEPTION.match(rough.text) or (of_it and NOT_REACHING.search(rough.text))
        if rival or bench.want.share(rough.every) > outdone or limits:
            looked[n] = closely(bench, rough, valued(bench, rough))
    return sorted((looked[n] for n in sorted(looked)), key=lambda draft: -draft.score)


def _may_rival(bench: Bench, best: Draft, rough: Rough) -> bool:
    """Whether another document may say it in other words and otherwise: a contradiction must not be missed."""
    if rough.cell is not None or rough.hit.fragment.version_id == best.evidence.version_id:
        return False
    if hardly_about(best, bench.want):
        return False
    farther = (best.cosine or 0.0) - (rough.cosine or 0.0)
    if best.cosine is not None and rough.cosine is not None and farther <= FARTHEST:
        piece = rough.hit.fragment
        place = Sentence(piece.fragment_id, piece.passage_id, rough.span)
        between = bench.meaning.between(place_of(best), place)
        near = None if between is None else between - max(0.0, farther)
        if alike(near, left_out(bench.want, best.matched, rough.every), bench.asked.strict):
            return True
    asks = bench.requirement
    if asks.kind == "yes_no" and wholly_against(best.text, rough.text, asks.text):
        return True
    return may_rival(best, rough.text, (rough.cosine, rough.every), bench.want)


def _one_of_each(bench: Bench, roughs: list[Rough], more: list[float]) -> list[int]:
    """The most promising statements of each version that hold the question's names: several things may bear them."""
    found: dict[str, list[int]] = {}
    for n in sorted(range(len(roughs)), key=lambda n: -roughs[n].most - more[n]):
        own = found.setdefault(roughs[n].hit.fragment.version_id, [])
        if len(own) < _OF_EACH and all(roughs[n].beside[name] > _HELD for name in bench.want.named):
            own.append(n)
    return [n for own in found.values() for n in own]


def statements(bench: Bench, hit: Hit) -> Iterator[Rough]:
    """Sentences and cells of the fragment. Spans are of the version's text; a block may begin before the fragment."""
    piece = hit.fragment
    blocks = bench.library.blocks_between(piece.version_id, piece.start, piece.end)
    text = _Slice(piece.start, piece.text)
    rows = [block for block in blocks if block.kind == "table_row"]
    first, last = min((r.start for r in rows), default=piece.start), max((r.end for r in rows), default=piece.end)
    if first < piece.start or last > piece.end:
        first, last = min(first, piece.start), max(last, piece.end)
        text = _Slice(first, bench.library.quote(piece.version_id, first, last))
    for block in blocks:
        if block.kind in ("table", "heading"):
            continue
        place = _Place(bench, hit, block, text)
        if block.kind == "table_row":
            yield from _of_row(place)
            continue
        span = Span(max(block.start, piece.start), min(block.end, piece.end))
        before = ""
        for sentence in sentences_of(text.at(span)) if len(span) > 0 else ():
            part = sentence.moved(span.start)
            yield place.sentence(part, before)
            before = text.at(part)


@dataclass(frozen=True, slots=True)
class _Slice:
    """A part of a version's text, addressed by the version's own offsets."""

    start: int
    text: str

    def at(self, span: Span) -> str:
        return self.text[span.start - self.start : span.end - self.start]


class _Place:
    """One block of a hit, where statements are weighed by the words that they, and what stands around them, hold."""

    def __init__(self, bench: Bench, hit: Hit, block: Block, text: _Slice) -> None:
        self.bench, self.hit, self.block, self.text = bench, hit, block, text
        self.titles = " ".join(dict.fromkeys((*block.headings, *hit.headings, hit.title)))
        self.corner = ""  # what the column of the rows' names is called

    def sentence(self, span: Span, before: str = "") -> Rough:
        """``before`` is the sentence just before: what it names, the next one may speak of as "it"."""
        bench, language, piece = self.bench, self.hit.language, self.hit.fragment
        quote = self.text.at(span)
        above = f"{self.titles} {piece.stands_under}"
        if before.rstrip().endswith("?"):  # what the text itself asks is the heading of what it says next
            above = f"{above} {before}"
        told = WORD.findall(quote)
        own = bench.holding.best_of(told, language)
        over, earlier, around = (bench.holding.of(text, language) for text in (above, before, piece.text))
        every = strongest(own, over)
        shares = (own, every, strongest(own, over, earlier), strongest(own, over, around))
        return Rough(
            *(self.hit, self.block, span, quote, quote),
            *(self.titles, above, before),
            *(own, every, shares[3]),
            words=self._held(shares),
            beside_words=side_by_side(bench.want, told),
            cosine=bench.meaning.of(self.hit, span),
            most_for_kind=bench.most_for_kind(quote),
        )

    def cell(self, cell: Cell, said: str, name: str, row: tuple[str, tuple[str, ...]]) -> Rough:
        """A cell speaks with its whole row: what is asked may name any of the row's cells ("a suite in high season")."""
        bench, language = self.bench, self.hit.language
        label = ", ".join(part for part in (name, cell.header.strip()) if part)
        statement = f"{label}: {said}" if label else said
        words = WORD.findall(statement)
        own = strongest(bench.holding.best_of(words, language), bench.holding.of(row[0], language))
        titles = f"{self.corner} {self.titles}" if self.corner else self.titles
        every = strongest(own, bench.holding.of(titles, language))
        return Rough(
            *(self.hit, self.block, Span(cell.start, cell.end), statement, f"{statement}\n{row[0]}"),
            *(titles, f"{label} {row[0]} {titles}", ""),
            *(own, every, every),
            words=self._held((own, every, every, every)),
            beside_words=side_by_side(bench.want, [*words, *WORD.findall(row[0])]),
            cosine=self.hit.scores.dense,
            most_for_kind=bench.most_for_cell,
            cell=InTable(cell, said, name, row[1]),
        )

    def _held(self, shares: tuple[tuple[float, ...], ...]) -> float:
        """Own words count whole, headings less, the sentence before and the rest of the fragment least."""
        own, every, earlier, beside = (self.bench.want.share(strengths) for strengths in shares)
        return own + 0.6 * (every - own) + 0.4 * (earlier - every) + 0.25 * (beside - earlier)


def _of_row(place: _Place) -> Iterator[Rough]:
    block, text = place.block, place.text
    cells = [cell for cell in block.cells if not cell.is_header and cell.end > cell.start]
    if any(cell.header for cell in cells):
        words = [(cell, text.at(Span(cell.start, cell.end))) for cell in cells]
        name = _row_name(block, words)
        spoken = [(c, said) for c, said in words if c.header and said.strip() not in (block.row_header.strip(), name)]
        place.corner = " ".join(cell.header.strip() for cell, said in words if (cell, said) not in spoken)
        row = text.at(block.span).replace("\t", " "), tuple(said.strip() for _, said in words)
        for cell, said in spoken or words:
            yield place.cell(cell, said, name, row)
    elif cells or not block.cells:
        yield place.sentence(block.span)


def _row_name(block: Block, cells: list[tuple[Cell, str]]) -> str:
    """What stands left of the row; instead of a bare code or number the first cell that is put in words."""
    header = block.row_header.strip()
    if header and not _CODE.fullmatch(header):
        return header
    worded = [said.strip() for cell, said in cells if said.strip() != header and _WORDY.search(said)]
    return worded[0] if worded else header
