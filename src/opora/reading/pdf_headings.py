"""Are the headings of a PDF to be taken from its tags or from its outline?"""

from __future__ import annotations

from collections.abc import Sequence

from opora.domain.place import Box
from opora.reading.pdf_layout import Sheet
from opora.reading.pdf_titles import Title
from opora.reading.pdf_word import Word

_MOST = 0.3  # of all letters: a document is not made of headings


def name_headings(sheets: Sequence[Sheet], bookmarks: dict[int, list[Title]]) -> None:
    """Leave the tags on the sheets if they make sense, else put the bookmarks in their place."""
    tagged = letters = 0
    for sheet in sheets:
        boxes = [box for title in sheet.titles for box in title.boxes]
        letters += sum(len(word.text) for word in sheet.words)
        tagged += sum(len(word.text) for word in sheet.words if boxes and _stands_in(word, boxes))
    if 0 < tagged <= _MOST * letters:
        return
    for sheet in sheets:
        sheet.titles = bookmarks.get(sheet.number, [])


def _stands_in(word: Word, boxes: Sequence[Box]) -> bool:
    x, y = word.middle
    return any(box.left - 1 <= x <= box.right + 1 and box.top - 1 <= y <= box.bottom + 1 for box in boxes)
