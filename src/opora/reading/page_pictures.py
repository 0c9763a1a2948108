"""Which pictures of an Office file are pages, so that their words wait for OCR?"""

from __future__ import annotations

HALF = 0.5  # of a page: what covers as much is no illustration
A4 = (595.3, 841.9)  # points
EMU_PER_POINT = 12_700
FEW = 60  # characters: with more of its own the page speaks for itself
AS_PDF = "save the file as PDF and add that: its pages are then read by OCR"


def fills(width: float, height: float, page: tuple[float, float] = A4) -> bool:
    """Whether a picture covers at least half of a page; all in one unit."""
    return width * height >= HALF * page[0] * page[1] > 0


def told(count: int) -> str:
    """The warning for a file without pages of its own."""
    return f"{count} pictures fill a page or half of one; their words are not read and need OCR: {AS_PDF}"


def told_of_slide(number: int) -> str:
    return f"slide {number} is a picture and needs OCR: {AS_PDF}"
