"""Which options of a form did nobody choose? They are named in the report and are no text that could answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from opora.domain.place import Piece
from opora.reading.assemble import CellDraft, Draft, Reading

TICKED, NOT_TICKED = "☒", "☐"
LEFT_OUT: Final = "not ticked: "
_YES: Final = "☒☑✓✔✅🗹\uf0fe\uf0fd\uf052\uf053"
_NO: Final = "☐⬜"
_MAYBE: Final = "□▢❏❐❑❒\uf0a8\uf06f\uf0a3"  # as often only bullets: boxes where a ticked one stands beside them
_MARK = re.compile(
    rf"(?P<yes>[{_YES}]|(?<!\S)(?:\[[xXхХ✓✔]\]|\([xXхХ✓✔]\))(?!\S))|(?P<no>[{_NO}]|(?<!\S)(?:\[[ _]?\]|\( \))(?!\S))|(?P<maybe>[{_MAYBE}])"
)
_KINDS: Final = frozenset(("heading", "paragraph", "list_item", "caption", "footnote", "note"))
_SENTENCE = re.compile(r"[.!?…][\"»”’)]*\s+(?=\S)")
_ENDED = re.compile(r"[.!?…;:][\"»”’)]*\s*$")
_DIGIT = re.compile(r"\d")
_SHORT: Final = 3  # words, the box among them: "yes", "not insured"
_LONGEST_TOLD: Final = 200


@dataclass(frozen=True, slots=True)
class _Mark:
    start: int
    end: int
    ticked: bool


def without_unticked(reading: Reading) -> Reading:
    """The reading without options that are not ticked; its report names them.

    A box stands before its label (``☐ Theft``), or after it where it ends the line (``Theft ☐``). A line that names what
    is chosen and holds a ticked box (``Alarm: ☐ yes ☒ no``) stays whole; where none is ticked it goes with its boxes, and so
    does the lead-in above (``Covers:``) of options none of which is ticked. Of a table the cells go, or the whole row.
    """
    drafts = reading.drafts
    if not any(_has_mark(draft) for draft in drafts):
        return reading
    desk = _Sorting()
    for at, draft in enumerate(drafts):
        around = [one.text for one in drafts[max(0, at - 1) : at + 2] if one.kind in _KINDS]
        desk.sort(draft, any(mark.ticked for text in around for mark in _marks(text, False)))
    desk.close()
    return replace(reading, drafts=tuple(desk.kept), left_out=(*reading.left_out, *desk.out))


def _has_mark(draft: Draft) -> bool:
    if draft.kind == "table":
        return any(_MARK.search(cell.text) for row in draft.rows for cell in row)
    return draft.kind in _KINDS and _MARK.search(draft.text) is not None


def tick(attributes: Mapping[str, str | None]) -> str:
    """What a web form's box or radio button shows by its attributes; nothing for other inputs."""
    if (attributes.get("type") or "").strip().lower() not in ("checkbox", "radio"):
        return ""
    return f" {TICKED if 'checked' in attributes else NOT_TICKED} "


class _Sorting:
    """What is kept so far, what went, and the lead-in above the options that are being read."""

    def __init__(self) -> None:
        self.kept: list[Draft] = []
        self.out: list[str] = []
        self.lead: int | None = None
        self.chosen = self.missed = False

    def sort(self, draft: Draft, beside: bool) -> None:
        if draft.kind == "table":
            self.close()
            self.kept.append(_table(draft, self._told))
            return
        marks = _marks(draft.text, beside) if draft.kind in _KINDS else []
        if not marks or draft.text[: marks[0].start].strip():
            self.close()
        if not marks and draft.text.rstrip().endswith(":"):
            self.lead = len(self.kept)
        held = _options(draft, marks, self._told)
        if marks:
            self.chosen |= bool(held)
            self.missed |= not all(mark.ticked for mark in marks)
        self.kept.extend(held)

    def close(self) -> None:
        """The options under one lead-in are all read: where none is ticked the lead-in says nothing."""
        if self.lead is not None and self.missed and not self.chosen:
            draft = self.kept.pop(self.lead)
            before = _whole_sentences(draft.text)
            if before:
                self.kept.append(_part(draft, 0, before))
            self._told(draft.text[before:])
        self.lead, self.chosen, self.missed = None, False, False

    def _told(self, text: str) -> None:
        said = _bare(text)
        if said:
            self.out.append(f"{LEFT_OUT}{said[:_LONGEST_TOLD]}")


def _marks(text: str, beside: bool) -> list[_Mark]:
    """The boxes of the text. ``beside``: a box that is often a bullet is one to tick, since a ticked one stands near."""
    found = list(_MARK.finditer(text))
    beside = beside or any(one["yes"] for one in found)
    return [_Mark(one.start(), one.end(), bool(one["yes"])) for one in found if beside or not one["maybe"]]


def _options(draft: Draft, marks: Sequence[_Mark], told: Callable[[str], None]) -> list[Draft]:
    """The draft whole, or what is left of it: the sentences before its options, and each option that is ticked."""
    text = draft.text
    if all(mark.ticked for mark in marks) or _is_prose(text, marks):
        return [draft]
    lead = text[: marks[0].start]
    if lead.strip() and not text[marks[-1].end :].strip():
        return _labels_first(draft, marks, told)
    ends = [mark.start for mark in marks[1:]] + [len(text)]
    chosen = any(mark.ticked for mark in marks)
    if lead.strip() and chosen and not _has_own_lines(text, len(lead)):
        return [draft]
    kept: list[Draft] = []
    before = 0 if marks[0].ticked else len(lead) if chosen else _whole_sentences(lead)
    if text[:before].strip():
        kept.append(_part(draft, 0, before))
    if not marks[0].ticked and lead[before:].strip():
        told(lead[before:])
    for mark, end in zip(marks, ends, strict=True):
        if mark.ticked:
            kept.append(_part(draft, 0 if mark is marks[0] else mark.start, end, bool(kept)))
        else:
            told(text[mark.start : end])
    return kept


def _has_own_lines(text: str, lead: int) -> bool:
    """Whether the options behind a lead-in are long ones that could each stand alone: sentences, or lines of some words."""
    if _SENTENCE.search(text.rstrip(), lead):
        return True
    return any(len(line.split()) > _SHORT for line in text[lead:].split("\n")) if "\n" in text[lead - 1 :] else False


def _labels_first(draft: Draft, marks: Sequence[_Mark], told: Callable[[str], None]) -> list[Draft]:
    """``Theft ☒ Fire ☐``: each box ends its label."""
    kept: list[Draft] = []
    text, at = draft.text, 0
    for mark in marks:
        if mark.ticked:
            kept.append(_part(draft, at, mark.end, bool(kept)))
        else:
            before = at + _whole_sentences(text[at : mark.start])
            if before > at:
                kept.append(_part(draft, at, before, bool(kept)))
            told(text[before : mark.start])
        at = mark.end
    return kept


def _is_prose(text: str, marks: Sequence[_Mark]) -> bool:
    """One box in the middle of a sentence that goes on: ``Tick the box ☐ if you agree.``"""
    lead, rest = text[: marks[0].start].rstrip(), text[marks[-1].end :].strip()
    return len(marks) == 1 and bool(lead) and rest[:1].islower() and not _ENDED.search(lead)


def _whole_sentences(text: str) -> int:
    """Where the last sentence begins, or the end where it is closed itself."""
    if re.search(r"[.!;…][\"»”’)]*\s*$", text):
        return len(text)
    return max((found.end() for found in _SENTENCE.finditer(text)), default=0)


def _part(draft: Draft, start: int, end: int, another: bool = False) -> Draft:
    """A part of a draft with its word boxes; ``another``: it is an option of its own behind the first."""
    inside = [one for one in draft.pieces if one.start < end and one.end > start]
    return replace(
        draft,
        kind="list_item" if another and draft.kind in ("paragraph", "heading") else draft.kind,
        text=draft.text[start:end],
        pieces=tuple(
            Piece(max(one.start, start) - start, min(one.end, end) - start, one.box, one.confidence, one.other)
            for one in inside
        ),
        doubts=tuple(
            replace(one, start=one.start - start, end=one.end - start)
            for one in draft.doubts
            if one.start >= start and one.end <= end
        ),
    )


def _table(draft: Draft, told: Callable[[str], None]) -> Draft:
    texts = [cell.text for row in draft.rows for cell in row]
    beside = any(mark.ticked for text in texts for mark in _marks(text, False))
    if not any(not mark.ticked for text in texts for mark in _marks(text, beside)):
        return draft
    return replace(draft, rows=tuple(_row(row, beside, told) for row in draft.rows))


def _row(row: tuple[CellDraft, ...], beside: bool, told: Callable[[str], None]) -> tuple[CellDraft, ...]:
    """Cells that are not ticked are emptied; a row goes where its name is one of them, or where nothing but names is left."""
    if all(cell.is_header for cell in row):
        return row
    marks = [_marks(cell.text, beside) for cell in row]
    if all(mark.ticked for found in marks for mark in found):
        return row
    left = [cell if not found else _cell(cell, found) for cell, found in zip(row, marks, strict=True)]
    first = next((n for n, cell in enumerate(row) if cell.text.strip()), 0)
    chosen = any(mark.ticked for found in marks for mark in found)
    values = [n for n, cell in enumerate(left) if cell.text.strip() and not cell.is_header and n != first]
    if not left[first].text.strip() or not (chosen or any(_DIGIT.search(left[n].text) for n in values)):
        told(" | ".join(_bare(cell.text) for cell in row if _bare(cell.text)))
        return tuple(_emptied(cell) for cell in row)
    for cell, now in zip(row, left, strict=True):
        if now is not cell and not now.text.strip():
            named = dict.fromkeys(_bare(one) for one in (row[first].text, cell.header, cell.text))
            told(" | ".join(one for one in named if one))
    return tuple(left)


def _cell(cell: CellDraft, marks: Sequence[_Mark]) -> CellDraft:
    """The cell without what is not ticked; one that holds a ticked box stays whole."""
    if any(mark.ticked for mark in marks) or _is_prose(cell.text, marks):
        return cell
    return _emptied(cell)


def _bare(text: str) -> str:
    return " ".join(_MARK.sub(" ", text).split())


def _emptied(cell: CellDraft) -> CellDraft:
    return replace(cell, text="", pieces=())
