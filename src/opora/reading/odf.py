"""What do an OpenDocument text or presentation say?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from lxml import etree

from opora.domain.document import PageNote
from opora.errors import BrokenFileError, EncryptedError
from opora.reading.assemble import Draft, Reading
from opora.reading.by_hand import by_hand, titled
from opora.reading.grid import GridCell, GridRules, table_drafts
from opora.reading.named import title_of
from opora.reading.odf_text import Counter, Line, Looks, line_of
from opora.reading.ooxml import Package, attribute, child, children, local
from opora.reading.page_pictures import fills, told
from opora.reading.sequence import settle

_CONTENTS = frozenset(("table-of-content", "alphabetical-index", "illustration-index", "table-index", "bibliography"))
_MAX_REPEAT = 200
_MAX_EMPTY = 20
_MAX_DEPTH = 60
_PER_CM = 567.0  # twips: only their order counts


def read_odf(path: Path, media_type: str) -> Reading:
    """Headings, paragraphs, lists with the numbers they print, tables and notes; deleted text, comments, running headers
    and tables of contents are left out. A presentation is read slide by slide, ``page`` is the slide."""
    package = Package(path)
    try:
        manifest = package.xml("META-INF/manifest.xml")
        if manifest is not None and any(local(node) == "encryption-data" for node in manifest.iter()):
            raise EncryptedError("it is encrypted", "remove the password and add it again")
        walk = _Walk(package)
        pages = walk.run()
        return Reading(
            tuple(walk.drafts),
            media_type,
            "odf",
            walk.title(package),
            pages=tuple(pages),
            left_out=tuple(dict.fromkeys(walk.left_out)),
            warnings=tuple(walk.warnings),
        )
    finally:
        package.close()


class _Walk:
    def __init__(self, package: Package) -> None:
        content, styles = package.xml("content.xml"), package.xml("styles.xml")
        self.body = child(content, "body")
        if self.body is None:
            raise BrokenFileError("it has no document body", "open it in its program and save it again")
        self.looks = Looks(content, styles)
        self.outline = Counter(self.looks.outline)
        self.lists: dict[str, Counter] = {}
        self.drafts: list[Draft] = []
        self.left_out: list[str] = []
        self.warnings: list[str] = []
        self.named_title = ""
        self.styled = any(local(node) == "h" for node in self.body.iter())
        self.comments = 0
        self.pictures = sum(1 for node in self.body.iter() if local(node) == "frame" and _fills(node))
        self.left_out.extend(_running(styles))

    def run(self) -> list[PageNote]:
        pages: list[PageNote] = []
        for part in self.body if self.body is not None else ():
            slides = [node for node in part if local(node) == "page"] if local(part) == "presentation" else []
            for number, slide in enumerate(slides, start=1):
                pages.append(PageNote(number, chars=self._slide(slide, number)))
            if local(part) in ("text", "drawing") or (local(part) != "presentation" and not slides):
                self.blocks(part, 0)
        settle(self.drafts)
        if self.pictures and not pages:
            self.warnings.append(told(self.pictures))
        if self.comments:
            self.left_out.append(f"comments: {self.comments}")
        return pages

    def blocks(self, node: etree._Element, depth: int) -> None:
        for item in node:
            name = local(item)
            if name in ("p", "h"):
                self._paragraph(item, name == "h")
            elif name == "list":
                self._list(item, attribute(item, "style-name"), 1)
            elif name == "table":
                self._table(item)
            elif name == "tracked-changes":
                self._changes(item)
            elif name in _CONTENTS:
                self.left_out.append(f"table of contents: {sum(1 for p in item.iter() if local(p) == 'p')} lines")
            elif name == "section" and attribute(item, "display") == "none":
                self.left_out.append("hidden section")
            elif depth < _MAX_DEPTH and name in (
                "section",
                "index-body",
                "frame",
                "text-box",
                "g",
                "custom-shape",
                "rect",
            ):
                self.blocks(item, depth + 1)

    def _changes(self, node: etree._Element) -> None:
        kinds = [local(inner) for region in children(node, "changed-region") for inner in region]
        inserted, deleted = kinds.count("insertion"), kinds.count("deletion")
        if inserted or deleted:
            self.warnings.append(
                f"it has unaccepted changes: {inserted} insertions were read as text, {deleted} deletions were left out; "
                "accept or reject them in its program"
            )

    def _paragraph(self, node: etree._Element, heading: bool, mark: str | None = None) -> None:
        line = line_of(node, self.looks)
        style = attribute(node, "style-name")
        text = line.text.strip()
        level = attribute(node, "outline-level")
        outline = int(level) if heading and level and level.isdecimal() and len(level) < 3 else None
        if heading and outline is None:
            outline = 1
        if text and outline:
            printed, _ = self.outline.printed(outline) if mark is None else (mark, True)
            self.drafts.append(titled(f"{printed} {text}".strip(), outline, printed.strip("(). ") or None))
        elif text and mark is not None:
            self.drafts.append(Draft("list_item", f"{mark} {text}" if mark else text))
        elif text and self.looks.is_title(style):
            self.named_title = self.named_title or text
            self.drafts.append(Draft("heading", text, level=1))
        elif text:
            self.drafts.append(by_hand(text, line.bold, self.styled))
        self._hanging(line)

    def _tell(self, line: Line) -> None:
        self.left_out.extend(f"text nobody can see: {text[:120]}" for text in line.unseen if text)

    def _hanging(self, line: Line) -> None:
        self.comments += line.comments
        self._tell(line)
        for box in line.boxes:
            if local(box) == "table":
                self._table(box)
            else:
                self.blocks(box, 1)
        before = next((draft.kind for draft in reversed(self.drafts) if draft.kind != "footnote"), None)
        for note in line.notes:
            cited = next(("".join(str(t) for t in one.itertext()) for one in note if local(one) == "note-citation"), "")
            body = child(note, "note-body")
            said = [line_of(p, self.looks).text.strip() for p in (body if body is not None else ())]
            text = "\n".join(text for text in said if text)
            if text:
                self.drafts.append(Draft("footnote", f"{cited} {text}".strip(), link="footnote_of", link_to=before))

    def _list(self, node: etree._Element, style: str | None, level: int) -> None:
        counter = self.lists.get(style or "") if attribute(node, "continue-numbering") == "true" or level > 1 else None
        if counter is None:
            counter = self.lists[style or ""] = Counter(self.looks.lists.get(style or "", {}))
        for item in node:
            fresh = local(item) == "list-item"
            for part in item:
                if local(part) in ("p", "h"):
                    mark = counter.printed(level, attribute(item, "start-value"))[0] if fresh else ""
                    self._paragraph(part, local(part) == "h", mark if fresh else None)
                    fresh = False
                elif local(part) == "list" and level < _MAX_DEPTH:
                    self._list(part, attribute(part, "style-name") or style, level + 1)

    def _table(self, node: etree._Element) -> None:
        rows: list[list[GridCell]] = []
        heads = 0
        inner: list[etree._Element] = []
        for row, is_head in _rows(node, False):
            cells: list[GridCell] = []
            column = 1
            for cell in row:
                repeat = min(_count(attribute(cell, "number-columns-repeated")), _MAX_REPEAT)
                if local(cell) == "table-cell":
                    text = self._cell(cell, inner)
                    columns, high = (_count(attribute(cell, f"number-{n}-spanned")) for n in ("columns", "rows"))
                    shown = repeat if text else min(repeat, _MAX_EMPTY)
                    cells.extend(GridCell(text, column + at, columns, high) for at in range(shown))
                column += repeat
            while cells and not cells[-1].text and len(cells) > _MAX_EMPTY:
                cells.pop()
            heads += is_head
            rows.append(cells)
        self.drafts.extend(table_drafts(rows, GridRules(head_rows=heads if 0 < heads < len(rows) else None)))
        for table in inner:
            self._table(table)

    def _cell(self, cell: etree._Element, inner: list[etree._Element]) -> str:
        """The paragraphs of a cell, a line each; tables in it are read after the table it stands in."""
        texts: list[str] = []
        todo = list(reversed(cell))
        while todo:
            node = todo.pop()
            if local(node) in ("p", "h"):
                line = line_of(node, self.looks)
                texts.append(line.text.strip())
                self.comments += line.comments
                self._tell(line)
                todo.extend(line.boxes)
            elif local(node) == "table":
                inner.append(node)
            else:
                todo.extend(reversed(node))
        return "\n".join(text for text in texts if text)

    def _slide(self, slide: etree._Element, number: int) -> int:
        start = len(self.drafts)
        frames = [node for node in slide if local(node) in ("frame", "custom-shape", "rect", "g")]
        title = next((node for node in frames if attribute(node, "class") == "title"), None)
        if title is not None:
            text = " ".join(" ".join(line_of(p, self.looks).text for p in title.iter() if local(p) == "p").split())
            if text:
                self.drafts.append(titled(text, 2))
        for frame in sorted((node for node in frames if node is not title), key=_place):
            self.blocks(frame, 1)
        own = self.drafts[start:]
        if own and own[0].kind not in ("heading", "table"):
            own[0].kind, own[0].level = "slide", 2
        for notes in children(slide, "notes"):
            own.extend(Draft("note", text) for text in self._spoken(notes) if text)
        self.drafts[start:] = [replace(draft, page=number) for draft in own]
        return sum(len(draft.text) + sum(len(cell.text) for row in draft.rows for cell in row) for draft in own)

    def _spoken(self, notes: etree._Element) -> Iterator[str]:
        for frame in children(notes, "frame"):
            if attribute(frame, "class") == "notes":
                yield "\n".join(
                    text for p in frame.iter() if local(p) == "p" and (text := line_of(p, self.looks).text.strip())
                )

    def title(self, package: Package) -> str:
        meta = package.xml("meta.xml")
        stored = (
            next((node.text or "" for node in meta.iter() if local(node) == "title"), "") if meta is not None else ""
        )
        return self.named_title or title_of(stored, self.drafts, anywhere=True)


def _rows(node: etree._Element, is_head: bool) -> Iterator[tuple[etree._Element, bool]]:
    for item in node:
        name = local(item)
        if name == "table-row":
            yield item, is_head
        elif name in ("table-header-rows", "table-rows", "table-row-group"):
            yield from _rows(item, is_head or name == "table-header-rows")


def _running(styles: etree._Element | None) -> Iterator[str]:
    for node in styles.iter() if styles is not None else ():
        name = local(node)
        if name in ("header", "footer") and len(node):
            text = " ".join("".join(str(part) for part in node.itertext()).split())
            if text:
                yield f"running {name}: {text[:80]}"


def _fills(frame: etree._Element) -> bool:
    if not any(local(item) == "image" for item in frame):
        return False
    wide, high = (_length(attribute(frame, name)) / 20 for name in ("width", "height"))
    return fills(wide, high)


def _place(frame: etree._Element) -> tuple[float, float]:
    return _length(attribute(frame, "y")), _length(attribute(frame, "x"))


def _length(text: str | None) -> float:
    digits = (text or "").rstrip("cminpt ")
    try:
        value = float(digits)
    except ValueError:
        return 0.0
    unit = (text or "")[len(digits) :].strip()
    return value * {"in": 2.54, "mm": 0.1, "pt": 0.0353}.get(unit, 1.0) * _PER_CM


def _count(text: str | None) -> int:
    return max(1, min(int(text), 10_000)) if text and text.isascii() and text.isdigit() and len(text) < 8 else 1
