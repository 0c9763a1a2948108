"""How do words that were read from an image take the road of words that a PDF holds?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from opora.domain.document import PageNote
from opora.domain.place import Box, Piece
from opora.reading.assemble import CellDraft, Draft
from opora.reading.ocr_rules import FAILED
from opora.reading.ocr_wire import OcrPage, OcrWord
from opora.reading.pdf_layout import Sheet
from opora.reading.pdf_rules import Rule
from opora.reading.pdf_word import Word

_TELLING, _ENOUGH, _BEARING, _EVEN = 4, 12, 0.25, 1.09  # letters, words, and what a word's edges lack of their cells
_STOPS, _STOP_CELL, _CELL = ".,;:!", 0.25, 0.1  # of the size
_ONE_SIZE = 1.13  # a line is measured from its letters' heights, which a scan gives a tenth too much or too little


def fill(sheet: Sheet, page: OcrPage) -> None:
    """Put the words on the sheet, in the frame of the page made upright. Boxes go back with ``back_on_page``."""
    sheet.width, sheet.height = page.width, page.height
    sizes = _even_sizes(page)
    cells = _all_as_wide(page)
    sheet.words = [
        Word(
            word.text,
            Box(page.number, word.left, word.top, _right(word) if cells else word.right, word.bottom),
            sizes[word.size],
            word.base,
            confidence=word.confidence,
            other=word.other,
        )
        for word in page.words
    ]
    sheet.rules = [Rule(bool(level), at, low, high) for level, at, low, high in page.rules]
    sheet.chars = page.chars
    sheet.needs_ocr = bool(page.problem)
    sheet.garbled = sheet.hidden = False


def _all_as_wide(page: OcrPage) -> bool:
    """Whether each letter takes as much room as any other, as of a typewriter."""
    sizes = [word for word in page.words if len(word.text) >= _TELLING]
    if len(sizes) < _ENOUGH:
        return False
    widths = sorted((word.right - word.left) / (len(word.text) - _BEARING) / max(word.size, 0.1) for word in sizes)
    low, high = (widths[int(len(widths) * share)] for share in (0.15, 0.85))
    return high < _EVEN * low


def _right(word: OcrWord) -> float:
    """The edge of the word's last cell, nearly: what is left of it is no gap between words."""
    return round(word.right + word.size * (_STOP_CELL if word.text[-1:] in _STOPS else _CELL), 2)


def _even_sizes(page: OcrPage) -> dict[float, float]:
    """One size for all that is about as large, the most common first."""
    weights: Counter[float] = Counter()
    for word in page.words:
        weights[word.size] += len(word.text)
    found: dict[float, float] = {}
    for size, _ in weights.most_common():
        like = next((own for own in found.values() if size / _ONE_SIZE <= own <= size * _ONE_SIZE), size)
        found[size] = like
    return found


def back_on_page(drafts: Iterable[Draft], pages: Mapping[int, OcrPage]) -> None:
    """Word boxes of pages that were made upright, on the pages as they are stored."""
    moved = {number: page for number, page in pages.items() if page.turn or page.angle}
    if not moved:
        return
    for draft in drafts:
        draft.pieces = _back(draft.pieces, moved)
        draft.rows = tuple(tuple(_cell(cell, moved) for cell in row) for row in draft.rows)


def _cell(cell: CellDraft, pages: Mapping[int, OcrPage]) -> CellDraft:
    return replace(cell, pieces=_back(cell.pieces, pages))


def _back(pieces: tuple[Piece, ...], pages: Mapping[int, OcrPage]) -> tuple[Piece, ...]:
    return tuple(
        replace(piece, box=_on_page(piece.box, pages[piece.box.page])) if piece.box.page in pages else piece
        for piece in pieces
    )


def _on_page(box: Box, page: OcrPage) -> Box:
    """About the same middle and as large: a word of a page that is a little askew has no more room around it."""
    x, y = page.on_page((box.left + box.right) / 2, (box.top + box.bottom) / 2)
    across, down = (box.right - box.left) / 2, (box.bottom - box.top) / 2
    if page.turn in (90, 270):
        across, down = down, across
    return Box(box.page, *(round(edge, 2) for edge in (x - across, y - down, x + across, y + down)))


def noted(note: PageNote, page: OcrPage | None) -> PageNote:
    """The page's note with what OCR gave; its size stays that of the page as it is stored."""
    if page is None or page.problem:
        return note
    return replace(note, chars=page.chars, needs_ocr=False, confidence=page.confidence, languages=page.languages)


def warnings_of(pages: Mapping[int, OcrPage]) -> list[str]:
    """Pages that could not be read, with the reason; pages on which nothing was found; how many numbers are in doubt."""
    told = [f"{FAILED} {page.number}: {page.problem}" for page in pages.values() if page.problem]
    empty = [str(page.number) for page in pages.values() if not page.problem and not page.words]
    if empty:
        told.append(f"OCR found no words on page{'s' if len(empty) > 1 else ''} {', '.join(empty)}")
    return told
