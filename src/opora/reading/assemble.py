"""How do drafts of blocks become one text with addresses? Every reader ends here."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from opora.domain.anchor import slug
from opora.domain.document import Block, BlockKind, Cell, Doubt, Link, LinkKind, PageNote, Parsed
from opora.domain.place import Piece

_RECENT = 200  # blocks in which the mark of a footnote is looked for
_STEP: dict[BlockKind, str] = {
    "heading": "h",
    "paragraph": "para",
    "list_item": "li",
    "table": "t",
    "table_row": "row",
    "caption": "cap",
    "footnote": "fn",
    "note": "note",
    "code": "code",
    "slide": "slide",
    "turn": "turn",
}


@dataclass(slots=True)
class CellDraft:
    """A cell's text, its column from 1, the headers over it, and word boxes relative to the cell's text."""

    text: str
    column: int
    header: str = ""
    is_header: bool = False
    pieces: tuple[Piece, ...] = ()


@dataclass(slots=True)
class Draft:
    """A block before it has a place. ``pieces`` are relative to ``text``; a table draft has ``rows`` of cells and no text.

    ``row_headers`` has one entry a row. ``link`` ties this block to the latest block of kind ``link_to`` before it, or for
    ``lead_in`` to the paragraph just above the list; ``link_at`` to the latest that has this text in it. ``scope`` opens a named part (``app1``) that leads the path.
    A ``slide`` closes the headings from its level on without opening one. ``under``: titles over this block alone, inside
    those that are open. ``doubts``: numbers in ``text`` that are not trusted, where no word boxes say so.
    """

    kind: BlockKind
    text: str = ""
    level: int | None = None
    page: int | None = None
    page_label: str | None = None
    sheet: str | None = None
    section: str | None = None
    pieces: tuple[Piece, ...] = ()
    rows: tuple[tuple[CellDraft, ...], ...] = ()
    row_headers: tuple[str, ...] = ()
    link: LinkKind | None = None
    link_to: BlockKind | None = None
    link_at: str = ""
    scope: str | None = None
    speaker: str | None = None
    time: str | None = None
    under: tuple[str, ...] = ()
    doubts: tuple[Doubt, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """What a format reader returns: drafts in reading order and the report."""

    drafts: tuple[Draft, ...]
    media_type: str
    reader: str
    title: str = ""
    pages: tuple[PageNote, ...] = ()
    left_out: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    meta: tuple[tuple[str, str], ...] = ()


def assemble(reading: Reading) -> Parsed:
    """Join drafts into one text (blank line between blocks, one line a table row, tab between cells) and address them."""
    desk = _Desk()
    for draft in reading.drafts:
        if draft.kind == "table":
            desk.table(draft)
        elif draft.text.strip():
            desk.block(draft)
    return Parsed(
        text="".join(desk.parts),
        blocks=tuple(desk.blocks),
        media_type=reading.media_type,
        reader=reading.reader,
        title=reading.title,
        pages=reading.pages,
        left_out=reading.left_out,
        warnings=reading.warnings,
        meta=dict(reading.meta),
    )


class _Desk:
    """The text so far, the headings that are open, and which addresses are taken."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.length = 0
        self.blocks: list[Block] = []
        self.open: list[tuple[int, str, str | None]] = []  # level, title, printed number
        self.scope: str | None = None
        self.counts: Counter[str] = Counter()
        self.taken: set[str] = set()
        self.recent: deque[tuple[str, str]] = deque(maxlen=_RECENT)  # path and text

    def block(self, draft: Draft) -> None:
        text = draft.text.strip()
        shift = len(draft.text) - len(draft.text.lstrip())
        if draft.kind == "code":  # how far its first line is indented says where it belongs
            text = draft.text.strip("\n").rstrip()
            shift = len(draft.text) - len(draft.text.lstrip("\n"))
        self._apart("\n" if self._continues_list(draft) else "\n\n")
        start = self.length
        self._write(text)
        self._open_heading(draft, text)
        pieces = _moved(draft.pieces, start - shift, start, self.length)
        links, path = self._links(draft), self._path(draft)
        self.recent.append((path, text))
        self.blocks.append(
            Block(
                path=path,
                kind=draft.kind,
                start=start,
                end=self.length,
                level=draft.level,
                parent=self._lead_in() if draft.kind == "list_item" else None,
                page=draft.page,
                page_label=draft.page_label,
                sheet=draft.sheet,
                section=draft.section or self._section(),
                headings=self._headings(draft),
                links=links,
                pieces=pieces,
                doubts=_doubts(pieces) + tuple(_placed(one, start - shift) for one in draft.doubts),
                speaker=draft.speaker,
                time=draft.time,
            )
        )

    def table(self, draft: Draft) -> None:
        rows = [(n, row) for n, row in enumerate(draft.rows, start=1) if any(cell.text.strip() for cell in row)]
        if not rows:
            return
        self._apart("\n\n")
        start, at = self.length, len(self.blocks)
        whole = Block(
            path=self._path(draft),
            kind="table",
            start=start,
            end=start,
            page=draft.page,
            page_label=draft.page_label,
            sheet=draft.sheet,
            section=draft.section or self._section(),
            headings=self._headings(draft),
            links=self._links(draft),
        )
        for number, row in rows:
            if self.length > start:
                self._write("\n")
            header = draft.row_headers[number - 1] if number <= len(draft.row_headers) else ""
            self._row(whole, number, row, header)
        self.blocks.insert(at, replace(whole, end=self.length))

    def _row(self, table: Block, number: int, row: Sequence[CellDraft], header: str) -> None:
        start = at = self.length
        cells: list[Cell] = []
        pieces: list[Piece] = []
        texts: list[str] = []
        for cell in _in_order(row):
            text = cell.text.strip()
            if cell.pieces:
                shift = len(cell.text) - len(cell.text.lstrip())
                pieces.extend(_moved(cell.pieces, at - shift, at, at + len(text)))
            cells.append(Cell(cell.column, at, at + len(text), cell.header, cell.is_header))
            texts.append(text)
            at += len(text) + 1
        self._write("\t".join(texts))
        self.recent.append((f"{table.path}:row{number}", "\t".join(texts)))
        self.blocks.append(
            Block(
                path=f"{table.path}:row{number}",
                kind="table_row",
                start=start,
                end=self.length,
                parent=table.path,
                page=pieces[0].box.page if pieces else table.page,
                page_label=table.page_label,
                sheet=table.sheet,
                section=table.section,
                headings=table.headings,
                cells=tuple(cells),
                row=number,
                row_header=header,
                pieces=tuple(pieces),
                doubts=_doubts(pieces),
            )
        )

    def _write(self, text: str) -> None:
        self.parts.append(text)
        self.length += len(text)

    def _apart(self, gap: str) -> None:
        if self.length:
            self._write(gap)

    def _continues_list(self, draft: Draft) -> bool:
        return draft.kind == "list_item" and bool(self.blocks) and self.blocks[-1].kind in ("list_item", "paragraph")

    def _open_heading(self, draft: Draft, text: str) -> None:
        if draft.scope is not None:
            self.scope = slug(draft.scope)
        if draft.kind not in ("heading", "slide"):
            return
        level = draft.level or 1
        self.open = [entry for entry in self.open if entry[0] < level]
        if draft.kind == "heading":
            self.open.append((level, text, draft.section))

    def _headings(self, draft: Draft) -> tuple[str, ...]:
        titles = tuple(title for _, title, _ in self.open)
        return titles[:-1] if draft.kind == "heading" else (*titles, *draft.under)

    def _section(self) -> str | None:
        return next((number for _, _, number in reversed(self.open) if number), None)

    def _lead_in(self) -> str | None:
        for block in reversed(self.blocks):
            if block.kind == "list_item":
                return block.parent
            return block.path if block.kind == "paragraph" else None
        return None

    def _links(self, draft: Draft) -> tuple[Link, ...]:
        if draft.link is None:
            return ()
        if draft.link_at:
            path = next((path for path, text in reversed(self.recent) if _marked(text, draft.link_at)), None)
            return (Link(draft.link, path),) if path else ()
        target = next((b for b in reversed(self.blocks) if draft.link_to in (None, b.kind)), None)
        return (Link(draft.link, target.path),) if target else ()

    def _path(self, draft: Draft) -> str:
        steps: list[str] = []
        if self.scope:
            steps.append(self.scope)
        if draft.sheet:
            steps.append(f"sheet-{slug(draft.sheet)}")
        elif draft.page is not None:
            steps.append(f"p{draft.page}")
        number = draft.section or self._section()
        if number:
            steps.append(f"s{slug(number)}")
        kind = _STEP[draft.kind]
        scope = ":".join(steps)
        while True:
            self.counts[f"{scope}:{kind}"] += 1
            path = ":".join([*steps, f"{kind}{self.counts[f'{scope}:{kind}']}"])
            if path not in self.taken:
                self.taken.add(path)
                return path


def _marked(text: str, mark: str) -> bool:
    """Whether a word of the text ends with the mark, and not with a longer one."""
    at = text.find(mark)
    while at >= 0:
        around = (text[at - 1] if at else " ") + text[at + len(mark) : at + len(mark) + 1]
        if not around[0].isspace() and not any(char in "⁰¹²³⁴⁵⁶⁷⁸⁹*†‡" for char in around):
            return True
        at = text.find(mark, at + 1)
    return False


def _in_order(row: Sequence[CellDraft]) -> Sequence[CellDraft]:
    """Cells by column, one a column: whatever a damaged file draws, a cell's address is never given twice."""
    if all(before.column < after.column for before, after in pairwise(row)):
        return row
    out: list[CellDraft] = []
    for cell in sorted(row, key=lambda cell: cell.column):
        if out and out[-1].column == cell.column:
            first = out.pop()
            gap = " " if first.text and cell.text else ""
            by = len(first.text) + len(gap)
            pieces = (*first.pieces, *(replace(p, start=p.start + by, end=p.end + by) for p in cell.pieces))
            cell = replace(first, text=first.text + gap + cell.text, pieces=pieces)
        out.append(cell)
    return out


def _moved(pieces: Sequence[Piece], by: int, low: int, high: int) -> tuple[Piece, ...]:
    """Pieces shifted into the version's text; what would fall outside the block is cut."""
    if not pieces:
        return ()
    moved = [Piece(max(p.start + by, low), min(p.end + by, high), p.box, p.confidence, p.other) for p in pieces]
    return tuple([p for p in moved if p.start < p.end])


def _placed(doubt: Doubt, by: int) -> Doubt:
    return replace(doubt, start=doubt.start + by, end=doubt.end + by)


def _doubts(pieces: Sequence[Piece]) -> tuple[Doubt, ...]:
    """Places of numbers that are not trusted; words of one number are one place."""
    found: list[Doubt] = []
    for piece in pieces:
        if piece.other is None:
            continue
        last = found[-1] if found else None
        sure = piece.confidence or 0.0
        if last is not None and piece.start - last.end <= 1 and last.other == piece.other:
            found[-1] = replace(last, end=piece.end, confidence=min(last.confidence, sure))
        else:
            found.append(Doubt(piece.start, piece.end, piece.other, sure))
    return tuple(found)
