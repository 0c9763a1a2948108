"""Which cells of a table are meant: the one whose row and column are named, equal ones, or some that are not told apart?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from opora.answering.finding import TIED, Draft, Finding
from opora.answering.heads import asks_of_nothing, is_asked_about
from opora.answering.lexed import Lexed, Lexeme, begins, lexed
from opora.answering.weights import Wanted
from opora.domain.place import Span
from opora.domain.question import Message
from opora.domain.result import Hit
from opora.language.lemmas import is_stopword

_HELD: Final = 0.5
_APART: Final = ",;:—–- "  # what may stand between the two names of a cell


def singled_out(question: str, drafts: Sequence[Draft]) -> Draft | None:
    """The only cell of the best statement's table whose row and column are named whole; None when it is not one cell.

    Small words ("under 2 years", "over 2 years") decide between cells whose names differ in nothing else.
    """
    if not drafts or drafts[0].evidence.table is None:
        return None
    asked, table = lexed(question), table_of(drafts[0])
    cells = [draft for draft in drafts if draft.evidence.table and table_of(draft) == table]
    named = [cell for cell in cells if all(_names(asked, lexed(name), small=False) for name in _labels(cell))]
    if len(named) > 1:
        named = [cell for cell in named if all(_names(asked, lexed(name), small=True) for name in _labels(cell))]
    return named[0] if len(named) == 1 else None


def table_of(draft: Draft) -> str:
    """The anchor of the table a cell stands in."""
    return draft.evidence.anchor.rsplit(":row", 1)[0]


def first_of_its_table(cell: Draft, drafts: Sequence[Draft]) -> list[Draft]:
    """The cell, and what stands elsewhere: no other cell of its table is meant."""
    return [cell, *(draft for draft in drafts if not draft.evidence.table or table_of(draft) != table_of(cell))]


def nothing_else_asked(cell: Draft, want: Wanted, hits: Sequence[Hit]) -> bool:
    """Whether all other words of the question stand around the cell, or only ask for its value."""
    pieces = [hit.fragment for hit in hits if hit.fragment.version_id == cell.evidence.version_id]
    around = lexed("\n".join(piece.text for piece in pieces if piece.start <= cell.evidence.start < piece.end))
    return all(
        held >= _HELD or is_asked_about(word) or asks_of_nothing(word) or around.holds(lexed(word.text).words[0])
        for word, held in zip(want.words, cell.beside, strict=True)
    )


def tied_cells(drafts: list[Draft]) -> list[Draft]:
    """Cells of one table that the question fits equally well and that differ: it does not say which is meant."""
    best = drafts[0]
    if best.evidence.table is None:
        return []
    same = [
        d
        for d in drafts
        if d.evidence.table
        and table_of(d) == table_of(best)
        and d.own == best.own
        and d.against == best.against
        and abs(d.score - best.score) < TIED
    ]
    same = [d for d in same if (d.value is None) == (best.value is None)]
    return _told_apart(same) if len({d.evidence.quote for d in same}) > 1 else []


def equal_cells(drafts: list[Draft]) -> list[Draft]:
    """Cells of one row that the question fits equally well and that say the same: the price of all, not of the first alone."""
    best = drafts[0]
    if best.evidence.table is None:
        return []
    row = best.evidence.anchor.rsplit(":col", 1)[0]
    same = [d for d in drafts if d.evidence.table and d.evidence.anchor.rsplit(":col", 1)[0] == row]
    same = [d for d in same if d.own == best.own and d.against == best.against and abs(d.score - best.score) < TIED]
    return same if len({d.evidence.quote for d in same}) == 1 else []


def met_in_one_cell(message: Message, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """ "Flood deductible, Zone A": two parts that name the row and the column of one cell are answered by that cell."""
    told = list(findings)
    for n in range(len(told) - 1):
        cell = _meeting(message, told[n], told[n + 1])
        if cell is not None:
            told[n : n + 2] = [replace(one, outcome="answer", drafts=(cell,), note="") for one in told[n : n + 2]]
    return tuple(told)


def _meeting(message: Message, one: Finding, other: Finding) -> Draft | None:
    spans = sorted((*one.requirement.spans, *other.requirement.spans))
    first, second = _own_span(message, one), _own_span(message, other)
    if first is None or second is None or not first.end <= second.start or "choose" not in (one.outcome, other.outcome):
        return None
    if message.text[first.end : second.start].strip(_APART) or spans[-1].end > second.end:
        return None
    cells = [draft for finding in (one, other) for draft in finding.drafts if draft.evidence.table]
    unlike = {draft.evidence.anchor: draft for draft in cells}
    cell = singled_out(f"{first.of(message.text)}, {second.of(message.text)}", list(unlike.values()))
    if cell is None or any(table_of(draft) != table_of(cell) for draft in cells):
        return None
    around = lexed(f"{cell.text}\n{cell.context}\n{cell.around}")
    mine = [w for span in (first, second) for w in message.words if span.covers(w.span) and w.is_content]
    said = (
        around.holds(lexed(w.text).words[0]) or begins(w.text, around.folded) for w in mine if not is_asked_about(w)
    )
    return cell if all(said) else None


def _own_span(message: Message, finding: Finding) -> Span | None:
    """The last of its spans: where a part begins to be its own."""
    spans = finding.requirement.spans
    return max(spans) if spans else None


def _labels(cell: Draft) -> tuple[str, str]:
    """What stands left of the cell, and right above it."""
    place = cell.evidence.table
    return (place.row_header, place.column_header.split(" / ")[-1]) if place else ("", "")


def _names(asked: Lexed, name: Lexed, small: bool) -> bool:
    """Whether the question holds all words of a name, of those with little meaning as well where they are ``small``."""
    words = [word for word in name.words if small or not _is_small(word)]
    return bool(words) and all(asked.holds(word) for word in words)


def _is_small(word: Lexeme) -> bool:
    return word.text[0].isalpha() and is_stopword(word.folded)


def _told_apart(same: list[Draft]) -> list[Draft]:
    """Cells whose labels are equal also say what differs in their rows ("Suite, high, Price per night: €210")."""
    labels = [draft.text.removesuffix(draft.evidence.quote) for draft in same]
    if len(set(labels)) == len(labels) or len({len(draft.row) for draft in same}) > 1:
        return same
    differing = [column for column, cells in enumerate(zip(*(d.row for d in same), strict=True)) if len(set(cells)) > 1]
    told: list[Draft] = []
    for draft in same:
        extra = next(
            (draft.row[c] for c in differing if draft.row[c] and draft.row[c] != draft.evidence.quote.strip()), ""
        )
        name, comma, rest = draft.text.partition(", ")
        told.append(replace(draft, text=f"{name}, {extra}{comma}{rest}") if extra and extra not in name else draft)
    return told
