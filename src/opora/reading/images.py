"""What does a picture of pages hold: a scan as PNG, JPEG or TIFF with one or more pages?"""

from __future__ import annotations

from pathlib import Path

from opora.domain.document import PageNote
from opora.reading.assemble import Reading
from opora.reading.ocr_image import frame_sizes
from opora.reading.ocr_sheet import back_on_page, fill, noted, warnings_of
from opora.reading.ocr_wire import Scans
from opora.reading.pdf_blocks import drafts_of, find_tables
from opora.reading.pdf_furniture import take_furniture
from opora.reading.pdf_layout import Sheet

_MOST_PAGES = 10_000


def read_image(path: Path, media_type: str, scans: Scans) -> Reading:
    """Its pages, with the text that OCR found on them; pages nobody has read are marked so."""
    sheets = [
        Sheet(number, width, height, needs_ocr=True)
        for number, (width, height) in enumerate(frame_sizes(path, _MOST_PAGES), start=1)
    ]
    pages = tuple(
        noted(PageNote(s.number, None, round(s.width, 2), round(s.height, 2), 0, True), scans.pages.get(s.number))
        for s in sheets
    )
    for sheet in sheets:
        if sheet.number in scans.pages:
            fill(sheet, scans.pages[sheet.number])
            find_tables(sheet)
    left_out = take_furniture(sheets)
    drafts = drafts_of(sheets, left_out)
    back_on_page(drafts, scans.pages)
    return Reading(
        drafts=tuple(drafts),
        media_type=media_type,
        reader="ocr",
        pages=pages,
        left_out=tuple(left_out),
        warnings=tuple(warnings_of(scans.pages)),
    )
