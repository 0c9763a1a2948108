"""What does a PDF say, and where on its pages?"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from opora.domain.document import PageNote
from opora.errors import BrokenFileError, EncryptedError
from opora.reading.assemble import Draft, Reading
from opora.reading.long import LongFileError
from opora.reading.named import title_of
from opora.reading.ocr_sheet import back_on_page, fill, noted, warnings_of
from opora.reading.ocr_wire import Scans
from opora.reading.pdf_annots import has_picture, page_annotations
from opora.reading.pdf_blocks import drafts_of, find_tables, part_sides
from opora.reading.pdf_chars import page_turn
from opora.reading.pdf_fields import part_form
from opora.reading.pdf_furniture import take_furniture
from opora.reading.pdf_headings import name_headings
from opora.reading.pdf_layout import Sheet
from opora.reading.pdf_titles import is_tagged, outline, tagged
from opora.reading.pdf_turned import Frame, as_seen, page_frames, placed

_NOTHING_READ = Scans()
_PASSWORD = 4  # FPDF_ERR_PASSWORD
_SHOWN = 200  # characters of hidden text in the report
_SECURITY = 5  # FPDF_ERR_SECURITY


def read_pdf(path: Path, scans: Scans = _NOTHING_READ, pages: range | None = None, at_once: int = 0) -> Reading:
    """Typed drafts with word boxes (points, origin top-left of the page as displayed), in reading order.

    Raises EncryptedError for a file that asks for a password and BrokenFileError for one that cannot be opened.
    A page without a text layer, or whose glyphs have no known letters, is taken from ``scans``; one that is not there
    gives no draft, a note with ``needs_ocr`` and a warning with its number. ``pages`` (from 0): these alone; without it
    a file of more than ``at_once`` pages (0: however many) is a LongFileError.
    """
    document = _open(path)
    warnings: list[str] = []
    try:
        if pages is None and 0 < at_once < len(document):
            raise LongFileError(len(document))
        tags = is_tagged(document)
        sheets = [_sheet(document, index, warnings, tags) for index in pages or range(len(document))]
        name_headings(sheets, outline(document))
        title = str(document.get_metadata_dict().get("Title", "") or "").strip()
    finally:
        document.close()
    scanned = {
        sheet.number: scans.pages[sheet.number] for sheet in sheets if sheet.needs_ocr and sheet.number in scans.pages
    }
    notes = tuple(noted(_note(sheet), scanned.get(sheet.number)) for sheet in sheets)
    for sheet in sheets:
        if sheet.number in scanned:
            sheet.fixed, sheet.sides, sheet.quarter = [], [], 0  # OCR has read the page with all that is typed into it
            fill(sheet, scanned[sheet.number])
            find_tables(sheet)
    left_out = take_furniture(sheets)
    for quarter in (1, 2, 3):
        left_out += take_furniture([side for sheet in sheets for side in sheet.sides if side.quarter == quarter])
    notes = tuple(replace(note, label=sheet.label) for note, sheet in zip(notes, sheets, strict=True))
    drafts = drafts_of(sheets, left_out)
    back_on_page(drafts, scanned)
    warnings.extend([*_page_warnings(sheets), *_torn(drafts), *warnings_of(scanned)])
    return Reading(
        drafts=tuple(drafts),
        media_type="application/pdf",
        reader="pdf",
        title=title_of(title, drafts),
        pages=notes,
        left_out=(*left_out, *_unseen(sheets), *(text for sheet in sheets for text in sheet.comments)),
        warnings=tuple(warnings),
    )


def _open(path: Path) -> Any:
    import pypdfium2 as pdfium

    try:
        document = pdfium.PdfDocument(path)
        if len(document) == 0:
            raise BrokenFileError("the PDF has no pages", "ask for a new copy of the file")
        document.init_forms()  # pages opened from here on show what was typed into their fields
        return document
    except pdfium.PdfiumError as error:
        if getattr(error, "err_code", None) in (_PASSWORD, _SECURITY) or "assword" in str(error):
            raise EncryptedError(
                "the PDF asks for a password", "save a copy without a password and add that"
            ) from error
        raise BrokenFileError("the PDF cannot be opened: it is broken or cut off", "ask for a new copy") from error


def _sheet(document: Any, index: int, warnings: list[str], tags: bool) -> Sheet:
    import pypdfium2 as pdfium

    number = index + 1
    try:
        page = document[index]
    except pdfium.PdfiumError:
        warnings.append(f"page {number} is broken and was not read")
        return Sheet(number)
    try:
        form = document.formenv and document.formenv.raw
        found = page_annotations(page, form, number, page_turn(page)[0])
        frames = page_frames(page, number) if not found.drawn else _with_drawn(document, index)
        main = frames[0]
        if found.drawn and main.quarter:
            found = page_annotations(page, form, number, main.turn)
        pictured = found.drawn and has_picture(page)
        label = document.get_page_label(index) or None
        titles = tagged(page, number, main.turn) if tags else []
    finally:
        page.close()
    sheet = _filled(frames, number)
    sheet.label, sheet.titles = label, titles
    sheet.needs_ocr = sheet.chars == 0 or (pictured and not any(found.leaves(frame.found.words) for frame in frames))
    find_tables(sheet)
    sheet.comments = found.comments
    warnings.extend(found.struck)
    if found.drawn:
        held = [table.holds for table in sheet.tables]
        sheet.words, sheet.fixed = part_form(sheet.words, found, lambda word: any(holds(word) for holds in held))
        sheet.words = placed(sheet.words, main) if main.quarter else sheet.words
        find_tables(sheet)
    part_sides(sheet, frames[1:])
    return sheet


def _filled(frames: list[Frame], number: int) -> Sheet:
    """The page with all its words, those of other directions as they stand in the frame of the first."""
    main, counts = frames[0], [frame.found for frame in frames]
    sheet = Sheet(number, main.width, main.height, words=main.found.words, rules=main.rules, quarter=main.quarter)
    for side in frames[1:]:
        sheet.words = [*sheet.words, *as_seen(side.found.words, side, main)]
    sheet.chars = sum(len(word.text) for word in sheet.words)
    dropped = counts[0].dropped
    unmapped = dropped + sum(found.unmapped - found.dropped for found in counts)
    sheet.garbled = unmapped > 0.5 * (sheet.chars + dropped)
    if sheet.garbled:  # codes of glyphs nobody can look up are not what the page says
        sheet.words, sheet.chars = [], 0
    sheet.unseen = " ".join(word.text for found in counts for word in found.unseen)
    sheet.hidden = sum(found.invisible for found in counts) > 0.5 * sheet.chars
    return sheet


def _with_drawn(document: Any, index: int) -> list[Frame]:
    """The words of the page with its fields and notes drawn into it; the file stays as it is."""
    import pypdfium2.raw as raw

    page = document[index]
    try:
        raw.FPDFPage_Flatten(page.raw, raw.FLAT_NORMALDISPLAY)
    finally:
        page.close()
    page = document[index]
    try:
        return page_frames(page, index + 1)
    finally:
        page.close()


def _page_warnings(sheets: list[Sheet]) -> list[str]:
    kinds = (
        ("needs OCR: no text layer on", [s.number for s in sheets if s.needs_ocr and not s.garbled]),
        ("needs OCR: the fonts do not say which letters their glyphs are on", [s.number for s in sheets if s.garbled]),
        ("text that nobody can see was left out of", [s.number for s in sheets if s.unseen]),
        ("the text is an invisible layer, as OCR leaves over a scan, on", [s.number for s in sheets if s.hidden]),
    )
    return [f"{text} page{'s' if len(pages) > 1 else ''} {_ranges(pages)}" for text, pages in kinds if pages]


def _torn(drafts: list[Draft]) -> list[str]:
    """Pages with numbers of which nobody can tell whether a cell broke one or holds two."""
    cells = [piece for draft in drafts for row in draft.rows for cell in row for piece in cell.pieces]
    pages = sorted({piece.box.page for piece in cells if piece.other is not None and piece.confidence is None})
    if not pages:
        return []
    where = f"page{'s' if len(pages) > 1 else ''} {_ranges(pages)}"
    return [f"a number that goes on in the next line of its cell may be two numbers, and is not used, on {where}"]


def _unseen(sheets: list[Sheet]) -> list[str]:
    return [
        f"text that cannot be seen on page {sheet.number}: “{sheet.unseen[:_SHOWN]}{'…' if len(sheet.unseen) > _SHOWN else ''}”"
        for sheet in sheets
        if sheet.unseen
    ]


def _note(sheet: Sheet) -> PageNote:
    width, height = (sheet.height, sheet.width) if sheet.quarter % 2 else (sheet.width, sheet.height)
    return PageNote(sheet.number, sheet.label, width, height, sheet.chars, sheet.needs_ocr)


def _ranges(numbers: list[int]) -> str:
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)
