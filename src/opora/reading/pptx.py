"""What do the slides of a presentation say, slide by slide?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from lxml import etree

from opora.domain.document import PageNote
from opora.errors import BrokenFileError
from opora.reading.assemble import Draft, Reading
from opora.reading.media import PPTX
from opora.reading.named import title_of
from opora.reading.numbering import opening
from opora.reading.ooxml import Package, attribute, child, children, local
from opora.reading.page_pictures import FEW, fills, told_of_slide
from opora.reading.pptx_frames import frame_drafts
from opora.reading.pptx_shapes import Layouts, Shape, in_reading_order, is_hidden, shapes_of
from opora.reading.pptx_text import Bullets, Spoken, body_text, spoken

_EMU_PER_POINT = 12_700
_MAX_SLIDES = 5_000
_SHORT = 80
_ON_A_TITLE_SLIDE = 4  # blocks: title, subtitle, author, date


def read_pptx(path: Path) -> Reading:
    """Each slide under its title, or opened by a ``slide`` block; shapes in reading order, then the speaker's notes.

    ``page`` is the slide's number. Hidden slides, dates, footers and slide numbers are left out by name.
    """
    package = Package(path)
    try:
        deck = _Deck(package)
        deck.run()
        return Reading(
            tuple(deck.drafts),
            PPTX,
            "pptx",
            deck.title(),
            pages=tuple(deck.pages),
            left_out=tuple(dict.fromkeys(deck.left_out)),
            warnings=tuple(deck.warnings),
        )
    finally:
        package.close()


class _Deck:
    def __init__(self, package: Package) -> None:
        self.package = package
        self.part = next(iter(package.related("").get("officeDocument", ())), "ppt/presentation.xml")
        self.drafts: list[Draft] = []
        self.pages: list[PageNote] = []
        self.left_out: list[str] = []
        self.warnings: list[str] = []
        self.is_picture = False
        self.size = (0.0, 0.0)

    def run(self) -> None:
        root = self.package.xml(self.part)
        if root is None:
            raise BrokenFileError("it has no list of slides", "open it in its program and save it again")
        targets = self.package.targets(self.part)
        size = child(root, "sldSz")
        wide, high = (_points(attribute(size, name) if size is not None else None) for name in ("cx", "cy"))
        listed = child(root, "sldIdLst")
        slides = list(children(listed, "sldId"))[:_MAX_SLIDES] if listed is not None else []
        for number, entry in enumerate(slides, start=1):
            part = targets.get(_link(entry), ("", ""))[1]
            slide = self.package.xml(part)
            if slide is None:
                self.warnings.append(f"slide {number} is missing from the file")
                continue
            self.is_picture = False
            self.size = wide * _EMU_PER_POINT, high * _EMU_PER_POINT
            drafts = self._slide(slide, part, number)
            self.drafts.extend(drafts)
            chars = sum(len(d.text) + sum(len(c.text) for row in d.rows for c in row) for d in drafts)
            self.pages.append(PageNote(number, None, wide, high, chars, self.is_picture))

    def _slide(self, slide: etree._Element, part: str, number: int) -> list[Draft]:
        if attribute(slide, "show") in ("0", "false"):
            self.left_out.append(f"hidden slide: {number}")
            return []
        targets = self.package.targets(part)
        layout_part = next((name for kind, name in targets.values() if kind == "slideLayout"), "")
        master_part = next(iter(self.package.related(layout_part).get("slideMaster", ())), "") if layout_part else ""
        master = self.package.xml(master_part)
        layouts = Layouts(self.package.xml(layout_part), master)
        tree = child(child(slide, "cSld"), "spTree")
        shapes = list(shapes_of(tree, layouts)) if tree is not None else []
        drafts: list[Draft] = []
        for shape in in_reading_order([shape for shape in shapes if self._speaks(shape)]):
            drafts.extend(self._shape(shape, master, targets))
        said = sum(len(draft.text) + sum(len(cell.text) for row in draft.rows for cell in row) for draft in drafts)
        if said < FEW and any(shape.kind == "pic" and self._fills(shape) for shape in shapes):
            self.is_picture = True
            self.warnings.append(told_of_slide(number))
        elif not drafts and any(shape.kind == "pic" for shape in shapes):
            self.warnings.append(f"slide {number} holds only pictures; text in them is not read")
        _settle(drafts)
        drafts.extend(self._notes(targets))
        comments = sum(1 for kind, _ in targets.values() if kind == "comments")
        if comments:
            self.left_out.append(f"comments on slide {number}")
        return [replace(draft, page=number) for draft in drafts]

    def _fills(self, shape: Shape) -> bool:
        box = shape.box
        return box is not None and fills(box[2] - box[0], box[3] - box[1], self.size)

    def _speaks(self, shape: Shape) -> bool:
        if is_hidden(shape.node):
            text = _line(body_text(child(shape.node, "txBody")))
            self.left_out.extend([f"hidden shape: {text}"] if text else [])
            return False
        if shape.furniture:
            text = _line(body_text(child(shape.node, "txBody")))
            if text and shape.furniture != "slide number":
                self.left_out.append(f"{shape.furniture}: {text}")
            return False
        return shape.kind in ("sp", "graphicFrame")

    def _shape(
        self, shape: Shape, master: etree._Element | None, targets: dict[str, tuple[str, str]]
    ) -> Iterator[Draft]:
        if shape.kind == "graphicFrame":
            yield from frame_drafts(shape.node, self.package, targets)
            return
        paragraphs = list(spoken(child(shape.node, "txBody"), Bullets(shape, master)))
        if shape.is_title and paragraphs:
            yield _title(paragraphs, shape)
            return
        for paragraph in paragraphs:
            yield _paragraph(paragraph)

    def _notes(self, targets: dict[str, tuple[str, str]]) -> Iterator[Draft]:
        part = next((name for kind, name in targets.values() if kind == "notesSlide"), "")
        tree = child(child(self.package.xml(part), "cSld"), "spTree")
        for node in children(tree, "sp") if tree is not None else ():
            place = next((p for p in node.iter() if local(p) == "ph"), None)
            if place is not None and attribute(place, "type") == "body":
                text = body_text(child(node, "txBody"))
                if text:
                    yield Draft("note", text)

    def title(self) -> str:
        core = next((self.package.xml(name) for name in self.package.related("").get("core-properties", ())), None)
        stored = next((node.text or "" for node in core if local(node) == "title"), "") if core is not None else ""
        return title_of(stored, self.drafts, anywhere=True)


def _title(paragraphs: list[Spoken], shape: Shape) -> Draft:
    text = " ".join(" ".join(paragraph.text for paragraph in paragraphs).split())
    found = opening(text)
    number = found.number if found and not found.scope else None
    scope = found.scope if found else None
    return Draft("heading", text, level=1 if shape.role == "ctrTitle" else 2, section=number, scope=scope)


def _paragraph(paragraph: Spoken) -> Draft:
    if paragraph.item:
        return Draft("list_item", paragraph.text)
    found = opening(paragraph.text)
    return Draft("paragraph", paragraph.text, section=found.number if found and not found.scope else None)


def _settle(drafts: list[Draft]) -> None:
    """A slide without a title is opened by its first words, so that it never runs on from the slide before it.

    A centred title stands over the slides after it only where it is nearly alone on its slide.
    """
    if not drafts:
        return
    first = drafts[0]
    if first.kind == "heading":
        alone = len(drafts) <= _ON_A_TITLE_SLIDE and all(draft.kind in ("heading", "paragraph") for draft in drafts)
        first.level = 1 if first.level == 1 and alone else 2
    elif first.kind != "table":
        first.kind, first.level = "slide", 2


def _link(entry: etree._Element) -> str:
    """The relation of a listed slide; its own number is an ``id`` too, without a namespace."""
    return next((str(value) for key, value in entry.attrib.items() if str(key).endswith("}id")), "")


def _line(text: str) -> str:
    line = " ".join(text.split())
    return line[:_SHORT] + ("…" if len(line) > _SHORT else "")


def _points(text: str | None) -> float:
    return int(text) / _EMU_PER_POINT if text and text.isdecimal() and len(text) < 12 else 0.0
