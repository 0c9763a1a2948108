"""What did the reader find? Typed blocks with coordinates, and a report of what it could not read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from opora.domain.place import Piece, Span

BlockKind = Literal[
    "heading", "paragraph", "list_item", "table", "table_row", "caption", "footnote", "note", "code", "slide", "turn"
]
LinkKind = Literal["note_of", "exception_of", "footnote_of", "title_of", "lead_in"]


@dataclass(frozen=True, slots=True)
class Cell:
    """One table cell: its column (from 1), its place in the version's text, and the headers over it."""

    column: int
    start: int
    end: int
    header: str = ""
    is_header: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """This block belongs to another one: a note to its table, an exception to its clause."""

    kind: LinkKind
    path: str


@dataclass(frozen=True, slots=True)
class Doubt:
    """A number that is not trusted (see ``domain.doubt``): its place in the version's text, what another reading made of it,
    and the lower confidence of its words (0 to 100)."""

    start: int
    end: int
    other: str = ""
    confidence: float = 0.0


@dataclass(frozen=True, slots=True)
class Block:
    """A structural unit. ``path`` is its anchor path; ``start``/``end`` are in the version's text.

    A ``table`` spans its ``table_row`` blocks; rows name it in ``parent``. A list item names its
    lead-in paragraph in ``parent``. ``section`` is the clause number as printed, ``headings`` the
    titles above this block, outermost first. ``pieces`` (word boxes) are in the version's text too.
    ``row_header`` and ``header_rows`` make a cell citable by what stands left of it and above it.
    A ``turn`` has the ``speaker`` as named and the ``time`` as printed (``00:01:05.000 --> 00:01:09.200``, ``10:05``).
    """

    path: str
    kind: BlockKind
    start: int
    end: int
    level: int | None = None
    parent: str | None = None
    page: int | None = None
    page_label: str | None = None
    sheet: str | None = None
    section: str | None = None
    headings: tuple[str, ...] = ()
    cells: tuple[Cell, ...] = ()
    row: int | None = None
    row_header: str = ""
    links: tuple[Link, ...] = ()
    pieces: Sequence[Piece] = ()
    speaker: str | None = None
    time: str | None = None
    doubts: tuple[Doubt, ...] = ()

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)


@dataclass(frozen=True, slots=True)
class PageNote:
    """What one page gave: its size in points, characters of text, and whether it (still) needs OCR.

    ``confidence`` is the mean of its words' (0 to 100) when it was read by OCR, and ``languages`` what it was read in.
    """

    number: int
    label: str | None = None
    width: float = 0.0
    height: float = 0.0
    chars: int = 0
    needs_ocr: bool = False
    confidence: float | None = None
    languages: str = ""


@dataclass(frozen=True, slots=True)
class Parsed:
    """A document as read: one text, its blocks in reading order, and the report.

    Every block is ``text[block.start:block.end]``; top-level blocks are in order, do not overlap, and
    hold everything in ``text`` but the white space between them.
    """

    text: str
    blocks: tuple[Block, ...]
    media_type: str
    reader: str
    title: str = ""
    pages: tuple[PageNote, ...] = ()
    left_out: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    meta: dict[str, str] = field(default_factory=dict)
