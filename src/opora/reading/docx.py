"""What does a Word document say, in the order and with the numbers it shows?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from lxml import etree

from opora.errors import BrokenFileError
from opora.reading.assemble import Draft, Reading
from opora.reading.by_hand import by_hand, titled
from opora.reading.docx_numbering import Numbering, Printed
from opora.reading.docx_styles import Style, Styles, numbering_of, outline_of
from opora.reading.docx_tables import is_box, table_grid
from opora.reading.docx_text import ParagraphText, TextReader
from opora.reading.docx_unseen import Paper
from opora.reading.grid import GridRules, table_drafts
from opora.reading.media import DOCX
from opora.reading.named import title_of
from opora.reading.numbering import is_all_caps, looks_like_title, opening
from opora.reading.ooxml import Package, attribute, child, children, local, value_of
from opora.reading.page_pictures import EMU_PER_POINT, fills, told
from opora.reading.pptx_frames import drawing_drafts
from opora.reading.sequence import settle

_CONTENTS = re.compile(r"(?:toc|table of figures)\b.*|оглавление.*", re.I)
_CAPTION = ("caption", "название объекта", "legendă")
_QUIET = frozenset(("sectPr", "bookmarkStart", "bookmarkEnd", "proofErr", "permStart", "permEnd"))


def read_docx(path: Path) -> Reading:
    """The body in order with computed numbers, notes, text boxes, tables, charts and diagrams.

    Insertions that nobody accepted are read, deletions are not, and a warning says so. Running headers and footers,
    tables of contents, comments and hidden text are left out by name.
    """
    package = Package(path)
    try:
        walk = _Walk(package)
        walk.run()
        return Reading(
            tuple(walk.drafts),
            DOCX,
            "docx",
            walk.title(),
            left_out=tuple(walk.left_out()),
            warnings=tuple(walk.warnings()),
        )
    finally:
        package.close()


class _Walk:
    def __init__(self, package: Package) -> None:
        self.package = package
        self.part = next(iter(package.related("").get("officeDocument", ())), "word/document.xml")
        self.related = package.related(self.part)
        self.targets = package.targets(self.part)
        self.styles = Styles(self._part("styles"))
        self.numbering = Numbering(self._part("numbering"))
        self.document = package.xml(self.part)
        self.reader = TextReader(Paper(self.styles, self.document))
        self.drafts: list[Draft] = []
        self.notes = {kind: self._notes(f"{kind}s", kind) for kind in ("footnote", "endnote")}
        self.contents: list[str] = []
        self.pending = ""  # text of a paragraph whose end mark was deleted
        self.named_title = ""
        self.styled = False

    def _part(self, relation: str) -> etree._Element | None:
        return next((self.package.xml(name) for name in self.related.get(relation, ())), None)

    def _notes(self, relation: str, kind: str) -> dict[str, etree._Element]:
        root = self._part(relation)
        return {attribute(node, "id") or "": node for node in children(root, kind)} if root is not None else {}

    def run(self) -> None:
        body = child(self.document, "body")
        if body is None:
            raise BrokenFileError("it has no document body", "open it in its program and save it again")
        self.styled = any(
            self.styles.get(value_of(child(node, "pPr"), "pStyle")).heading
            for node in body.iter()
            if local(node) == "p"
        )
        self.blocks(body)
        self._flush_pending()
        settle(self.drafts)

    def blocks(self, node: etree._Element) -> None:
        for item in node:
            name = local(item)
            if name == "p":
                self._paragraph(item)
            elif name == "tbl":
                self._table(item)
            elif name == "AlternateContent":
                side = child(item, "Choice")
                side = side if side is not None else child(item, "Fallback")
                if side is not None:
                    self.blocks(side)
            elif name in ("del", "moveFrom"):
                self.reader.changes["deleted"] += 1
            elif name == "sdt" and self._is_contents(item):
                self.contents.append(_all_text(item))
            elif name not in _QUIET:
                self.blocks(item)

    def _is_contents(self, sdt: etree._Element) -> bool:
        part = child(child(sdt, "sdtPr"), "docPartObj")
        return "contents" in (value_of(part, "docPartGallery") or "").lower()

    def _paragraph(self, node: etree._Element) -> None:
        properties = child(node, "pPr")
        style = self.styles.get(value_of(properties, "pStyle"))
        read = self.reader.paragraph(node, style.bold, style.hidden)
        mark = child(properties, "rPr")
        if child(mark, "del") is not None or child(mark, "moveFrom") is not None:
            self.reader.changes["deleted"] += 1
            self.pending += read.text
        else:
            read.text, self.pending = self.pending + read.text, ""
            self._emit(read, style, properties)
        for box in read.boxes:
            self.blocks(box)
        if any(local(item) in ("chart", "relIds") for item in node.iter()):
            self.drafts.extend(drawing_drafts(node, self.package, self.targets))
        for kind, key in read.notes:
            self._note(kind, key)

    def _flush_pending(self) -> None:
        if self.pending.strip():
            self.drafts.append(Draft("paragraph", self.pending))

    def _emit(self, read: ParagraphText, style: Style, properties: etree._Element | None) -> None:
        text = read.text.strip()
        if not text:
            return
        if _CONTENTS.fullmatch(style.name):
            self.contents.append(text)
            return
        printed = self._printed(style, properties)
        if printed and printed.mark:
            text = f"{printed.mark} {text}"
        read.text = text
        self.drafts.append(self._draft(read, style, properties, printed))

    def _printed(self, style: Style, properties: etree._Element | None) -> Printed | None:
        own = numbering_of(properties)
        if own and own[0] == "0":
            return None
        found = own or style.numbering
        if not found or found[0] == "0":
            return None
        number, level = found
        if level is None:
            level = self.numbering.level_of_style(number, style.numbering_style)
        return self.numbering.printed(number, level)

    def _draft(
        self, read: ParagraphText, style: Style, properties: etree._Element | None, printed: Printed | None
    ) -> Draft:
        text = read.text
        outline = outline_of(properties)
        heading = style.heading if outline is None else outline
        if style.title and not heading:
            self.named_title = self.named_title or text
            return Draft("heading", text, level=1)
        if heading:
            return titled(text, heading, printed.number if printed else None)
        if style.name.lower() in _CAPTION:
            return Draft("caption", text)
        if printed:
            return _numbered(text, printed, read.bold)
        return by_hand(text, read.bold, self.styled)

    def _note(self, kind: str, key: str) -> None:
        node = self.notes[kind].get(key)
        number = self.reader.numbers.get((kind, key))
        if node is None:
            return
        texts = [self.reader.paragraph(p, False, False).text.strip() for p in node.iter() if local(p) == "p"]
        text = "\n".join(text for text in texts if text)
        if text:
            previous = next((draft.kind for draft in reversed(self.drafts) if draft.kind != "footnote"), None)
            self.drafts.append(
                Draft("footnote", f"{number} {text}" if number else text, link="footnote_of", link_to=previous)
            )

    def _table(self, node: etree._Element) -> None:
        if is_box(node):
            for row in children(node, "tr"):
                for cell in children(row, "tc"):
                    self.blocks(cell)
            return
        grid, inner, notes = table_grid(node, self.reader, self.styles, self._printed)
        self.drafts.extend(table_drafts(grid.rows, GridRules(head_rows=grid.head_rows)))
        for label, nested in inner:
            begun = len(self.drafts)
            self._table(nested)
            within = (
                draft if draft.link else replace(draft, under=(label, *draft.under)) for draft in self.drafts[begun:]
            )
            self.drafts[begun:] = list(within) if label else self.drafts[begun:]
        for kind, key in notes:
            self._note(kind, key)

    def title(self) -> str:
        core = next((self.package.xml(name) for name in self.package.related("").get("core-properties", ())), None)
        stored = next((node.text or "" for node in core if local(node) == "title"), "") if core is not None else ""
        return self.named_title or title_of(stored, self.drafts, anywhere=True)

    def left_out(self) -> Iterator[str]:
        for relation, name in (("header", "running header"), ("footer", "running footer")):
            texts = dict.fromkeys(
                _all_text(root)
                for part in self.related.get(relation, ())
                if (root := self.package.xml(part)) is not None
            )
            yield from (f"{name}: {_short(text)}" for text in texts if text)
        if self.contents:
            yield f"table of contents: {len(self.contents)} lines"
        comments = self._part("comments")
        if comments is not None and len(comments):
            yield f"comments: {len(comments)}"
        if self.reader.hidden:
            yield f"hidden text: {self.reader.hidden} runs"
        yield from (f"text nobody can see: {_short(text)}" for text in self.reader.unseen)

    def warnings(self) -> Iterator[str]:
        nodes = self.document.iter() if self.document is not None else ()
        pictures = sum(1 for node in nodes if local(node) in ("inline", "anchor") and _fills(node))
        if pictures:
            yield told(pictures)
        changes = self.reader.changes
        if changes:
            yield (
                f"it has unaccepted changes: {changes['inserted']} insertions were read as text, "
                f"{changes['deleted']} deletions were left out; accept or reject them in Word"
            )


def _numbered(text: str, printed: Printed, bold: bool) -> Draft:
    """A clause keeps its number as its section; the title of a clause is bold and short; all else are list items."""
    if printed.bullet or not printed.mark:
        return Draft("list_item", text)
    named = opening(text)
    if named and named.scope:
        return Draft("heading", text, level=1, scope=named.scope)
    if printed.clause or (named and named.named):
        number = printed.number if not (named and named.named) else named.number
        title = text.removeprefix(printed.mark).strip()
        if printed.level == 0 and (
            (looks_like_title(title) and (bold or is_all_caps(title))) or (named and named.named)
        ):
            return Draft("heading", text, level=2, section=number)
        if any(char.isdigit() for char in number):
            return Draft("paragraph", text, section=number)
    return Draft("list_item", text)


def _fills(drawing: etree._Element) -> bool:
    """A picture, and one that covers half of a page."""
    extent = child(drawing, "extent")
    sides = [extent.get(name) or "" for name in ("cx", "cy")] if extent is not None else []
    if not sides or not all(re.fullmatch(r"\d{1,12}", side) for side in sides):
        return False
    is_picture = any(local(node) == "blip" for node in drawing.iter())
    return is_picture and fills(int(sides[0]) / EMU_PER_POINT, int(sides[1]) / EMU_PER_POINT)


def _all_text(node: etree._Element) -> str:
    return " ".join(" ".join(item.text or "" for item in node.iter() if local(item) == "t").split())


def _short(text: str) -> str:
    return text[:80] + ("…" if len(text) > 80 else "")
