"""What has been typed into the form fields of a PDF page, written over it, or pinned to it?"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from opora.domain.place import Box
from opora.reading.pdf_chars import Turn
from opora.reading.pdf_word import Word

FieldKind = Literal["text", "tick", "button", "signature"]
_SHOWN = 200  # characters of a comment in the report
_MOST = 5_000  # annotations of one page
_GONE = 0b10_0010  # hidden, or not for the screen


@dataclass(frozen=True, slots=True)
class FormField:
    """A field on the page as displayed (points). ``told``: what it says of itself to who points at it, else its name."""

    kind: FieldKind
    box: Box
    told: str = ""
    ticked: bool = False


@dataclass(frozen=True, slots=True)
class Written:
    """Text that somebody put on the page with the tools of a reader, and who."""

    box: Box
    by: str = ""
    said: str = ""


@dataclass(slots=True)
class Annotations:
    """``comments`` and ``struck`` are told in the report alone; ``drawn``: the page shows more than its own content."""

    fields: list[FormField] = field(default_factory=list)
    written: list[Written] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    struck: list[str] = field(default_factory=list)

    @property
    def drawn(self) -> bool:
        return bool(self.fields or self.written)

    def leaves(self, words: Sequence[Word]) -> bool:
        """Whether the page has words of its own, outside all fields and notes."""
        boxes = [*(one.box for one in self.fields), *(one.box for one in self.written)]
        return any(not any(inside(word, box) for box in boxes) for word in words)


def inside(word: Word, box: Box) -> bool:
    """A long value may be drawn beyond its field: where it begins tells."""
    x, y = word.middle
    return box.left - 1 <= min(x, word.box.left + 2) <= box.right + 1 and box.top - 2 <= y <= box.bottom + 2


def has_picture(page: Any) -> bool:
    import pypdfium2.raw as raw

    return next(iter(page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE], max_depth=2)), None) is not None


def page_annotations(page: Any, form: Any, number: int, turn: Turn) -> Annotations:
    """All that is seen on screen, in the order of the file; links and what is hidden are none of it.

    ``form``: the handle of the document's form, ``None`` when it has none.
    """
    import pypdfium2.raw as raw

    found = Annotations()
    for annot in _each(raw, page):
        if raw.FPDFAnnot_GetFlags(annot) & _GONE:
            continue
        kind = raw.FPDFAnnot_GetSubtype(annot)
        if kind == raw.FPDF_ANNOT_WIDGET:
            one = _field(raw, annot, form, _box(raw, annot, number, turn)) if form else None
            if one is not None:
                found.fields.append(one)
        elif kind in (raw.FPDF_ANNOT_FREETEXT, raw.FPDF_ANNOT_STAMP):
            by, said = _text(raw, annot, b"T"), _text(raw, annot, b"Contents")
            found.written.append(Written(_box(raw, annot, number, turn), by, said))
        elif kind != raw.FPDF_ANNOT_LINK:
            _comment(raw, annot, kind, number, found)
    return found


def _each(raw: Any, page: Any) -> Iterator[Any]:
    for index in range(min(raw.FPDFPage_GetAnnotCount(page.raw), _MOST)):
        annot = raw.FPDFPage_GetAnnot(page.raw, index)
        if not annot:
            continue
        try:
            yield annot
        finally:
            raw.FPDFPage_CloseAnnot(annot)


def _box(raw: Any, annot: Any, number: int, turn: Turn) -> Box:
    rect = raw.FS_RECTF()
    raw.FPDFAnnot_GetRect(annot, ctypes.byref(rect))
    (ax, ay), (bx, by) = turn(rect.left, rect.bottom), turn(rect.right, rect.top)
    return Box(number, min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))


def _field(raw: Any, annot: Any, form: Any, box: Box) -> FormField | None:
    kinds: dict[int, FieldKind] = {
        raw.FPDF_FORMFIELD_TEXTFIELD: "text",
        raw.FPDF_FORMFIELD_COMBOBOX: "text",
        raw.FPDF_FORMFIELD_LISTBOX: "text",
        raw.FPDF_FORMFIELD_CHECKBOX: "tick",
        raw.FPDF_FORMFIELD_RADIOBUTTON: "tick",
        raw.FPDF_FORMFIELD_PUSHBUTTON: "button",
        raw.FPDF_FORMFIELD_SIGNATURE: "signature",
    }
    kind = kinds.get(raw.FPDFAnnot_GetFormFieldType(form, annot))
    if kind is None:
        return None
    told = _wide(lambda *room: raw.FPDFAnnot_GetFormFieldAlternateName(form, annot, *room))
    told = told or _last(_wide(lambda *room: raw.FPDFAnnot_GetFormFieldName(form, annot, *room)))
    ticked = kind == "tick" and bool(raw.FPDFAnnot_IsChecked(form, annot))
    return FormField(kind, box, " ".join(told.split()), ticked)


def _last(name: str) -> str:
    """``form.page1.full_name[0]`` without what its maker needed."""
    return name.rsplit(".", 1)[-1].split("[", 1)[0].replace("_", " ")


def _comment(raw: Any, annot: Any, kind: int, number: int, found: Annotations) -> None:
    by = _text(raw, annot, b"T")
    said = _text(raw, annot, b"Contents")
    if kind == raw.FPDF_ANNOT_STRIKEOUT:
        whose = f" by {by}" if by else ""
        found.struck.append(f"page {number}: words are struck out there{whose}; they were read as the page prints them")
    if said and kind != raw.FPDF_ANNOT_POPUP:
        found.comments.append(as_comment(by, said, number))


def as_comment(by: str, said: str, number: int) -> str:
    """What the report says of a comment that is not the page's own text."""
    shown = f"{said[:_SHOWN]}…" if len(said) > _SHOWN else said
    return f"comment{f' by {by}' if by else ''} on page {number}: “{shown}”"


def _text(raw: Any, annot: Any, key: bytes) -> str:
    found = _wide(lambda *room: raw.FPDFAnnot_GetStringValue(annot, key, *room))
    return " ".join(found.split())


def _wide(ask: Callable[[Any, int], int]) -> str:
    """A text that PDFium writes as UTF-16 into a place of the size it has named."""
    import pypdfium2.raw as raw

    size = min(ask(None, 0), 1 << 20)
    if size <= 2:
        return ""
    room = ctypes.create_string_buffer(size)
    ask(ctypes.cast(room, ctypes.POINTER(raw.FPDF_WCHAR)), size)
    return room.raw[: size - 2].decode("utf-16-le", "replace")
