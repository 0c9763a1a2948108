"""What is known of a page while it is being read, and what is one column of it?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from opora.reading.pdf_fields import Fixed
from opora.reading.pdf_lines import Line
from opora.reading.pdf_rules import Rule
from opora.reading.pdf_tables import Table
from opora.reading.pdf_titles import Title
from opora.reading.pdf_word import Word


@dataclass(slots=True)
class Sheet:
    """One page while it is being read: size in points, words, rules, tables.

    ``quarter``: how many quarter turns clockwise its text runs on the page as displayed; all measures are in the frame in
    which it stands upright. ``sides``: what runs in other directions, each as a page of its own.
    """

    number: int
    width: float = 0.0
    height: float = 0.0
    label: str | None = None
    words: list[Word] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)  # of the upright words outside the ruled tables
    chars: int = 0
    needs_ocr: bool = False
    garbled: bool = False  # most glyphs have no known letter
    hidden: bool = False  # most of the text is drawn invisibly
    unseen: str = ""  # text that nobody can see, left out
    fixed: list[Fixed] = field(default_factory=list)  # filled fields and notes; their words are not in ``words``
    titles: list[Title] = field(default_factory=list)  # headings that the outline or the tags name
    comments: list[str] = field(default_factory=list)  # pinned to the page, left out
    quarter: int = 0
    sides: list[Sheet] = field(default_factory=list)

    @property
    def parts(self) -> list[Sheet]:
        """The page and what runs sideways on it."""
        return [self, *self.sides]


Item = Line | Table | Fixed


@dataclass(slots=True)
class Column:
    """Lines and tables of one column between two full-width interruptions, top to bottom, and the column's edges."""

    items: list[Item]
    left: float
    right: float


def free_words(sheet: Sheet) -> list[Word]:
    """Words outside the ruled tables of the page."""
    if not sheet.tables:
        return sheet.words
    return [word for word in sheet.words if not any(table.holds(word) for table in sheet.tables)]


def column(items: Sequence[Item]) -> Column:
    """Lines and tables that are read from top to bottom, as one column."""
    ordered = sorted(items, key=lambda item: item.top)
    return Column(ordered, min(item.left for item in items), max(item.right for item in items))
