"""What does a Word paragraph show, with its changes, fields, notes and boxes?"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from lxml import etree

from opora.reading.docx_unseen import Paper, out_of_sight
from opora.reading.inline import raised
from opora.reading.math_text import math_text
from opora.reading.ooxml import attribute, child, is_on, local, value_of
from opora.reading.options import NOT_TICKED, TICKED

_GONE = frozenset(("del", "moveFrom"))
_NEW = frozenset(("ins", "moveTo"))
_SILENT = frozenset(
    ("rPr", "pPr", "instrText", "delText", "delInstrText", "rt", "sdtPr", "sdtEndPr", "fldData", "softHyphen")
)
_BREAKS = {"tab": "\t", "ptab": "\t", "cr": "\n", "noBreakHyphen": "-"}
_BOXES = frozenset(("txbxContent",))
_SYMBOLS = {"FE": "☑", "FD": TICKED, "54": TICKED, "52": "☑", "FC": "✓", "A8": "□", "6F": "□", "A3": "□"}


@dataclass(slots=True)
class ParagraphText:
    """Text of a paragraph and what hangs on it: note ids in order, text boxes, whether all of it is bold."""

    text: str = ""
    notes: list[tuple[str, str]] = field(default_factory=list)
    boxes: list[etree._Element] = field(default_factory=list)
    bold: bool = True


@dataclass(frozen=True, slots=True)
class Look:
    """What a paragraph gives its runs until they say otherwise. ``on_paper``: nothing is drawn behind it, as far as it says."""

    bold: bool = False
    hidden: bool = False
    on_paper: bool = False
    style: str | None = None


_AS_TEXT = Look()


class TextReader:
    """Reads runs as the page shows them; ``changes`` counts what was left unaccepted."""

    def __init__(self, paper: Paper) -> None:
        self.paper = paper
        self.changes: Counter[str] = Counter()
        self.hidden = 0
        self.unseen: list[str] = []
        self.numbers: dict[tuple[str, str], int] = {}

    def paragraph(self, node: etree._Element, bold: bool, hidden: bool) -> ParagraphText:
        out = ParagraphText()
        parts: list[str] = []
        self._walk(
            node, out, parts, Look(bold, hidden, self.paper.behind(node), value_of(child(node, "pPr"), "pStyle"))
        )
        out.text = "".join(parts)
        return out

    def _walk(self, node: etree._Element, out: ParagraphText, parts: list[str], look: Look) -> None:
        for item in node:
            name = local(item)
            if name == "r":
                self._run(item, out, parts, look)
            elif name in _GONE:
                self.changes["deleted"] += 1
            elif name == "AlternateContent":
                chosen = child(item, "Choice")
                fallback = child(item, "Fallback")
                for side in (chosen if chosen is not None else fallback,):
                    if side is not None:
                        self._walk(side, out, parts, look)
            elif name in _BOXES:
                out.boxes.append(item)
            elif name == "sdt" and (ticked := ticked_control(item)) is not None:
                parts.append(TICKED if ticked else NOT_TICKED)
            elif name in ("oMath", "oMathPara"):
                parts.append(math_text(item))
                out.bold = False
            elif name not in _SILENT:
                if name in _NEW:
                    self.changes["inserted"] += 1
                self._walk(item, out, parts, look)

    def _run(self, run: etree._Element, out: ParagraphText, parts: list[str], look: Look) -> None:
        properties = child(run, "rPr")
        vanish = is_on(properties, "vanish")
        if look.hidden if vanish is None else vanish:
            self.hidden += 1
            return
        text = self._run_text(run, out, parts)
        if text.strip() and look.on_paper and self.paper.hides(properties, look.style):
            self.unseen.append(" ".join(text.split()))
            return
        if text.strip():
            own = is_on(properties, "b")
            out.bold = out.bold and (look.bold if own is None else own)
        place = value_of(properties, "vertAlign")
        if place in ("superscript", "subscript"):
            text = raised(text, place == "superscript")
        parts.append(text.upper() if is_on(properties, "caps") else text)

    def _run_text(self, run: etree._Element, out: ParagraphText, parts: list[str]) -> str:
        texts: list[str] = []
        for item in run:
            name = local(item)
            if name == "t":
                texts.append(item.text or "")
            elif name in _BREAKS:
                texts.append(_BREAKS[name])
            elif name == "br":
                texts.append("" if attribute(item, "type") in ("page", "column") else "\n")
            elif name == "fldChar":
                texts.append(_ticked_field(item))
            elif name == "sym":
                texts.append(_symbol(item))
            elif name in ("footnoteReference", "endnoteReference"):
                texts.append(self._note(item, name, out))
            elif name not in _SILENT and len(item):
                nested: list[str] = []
                self._walk_drawing(item, out, nested)
                texts.extend(nested)
        return "".join(texts)

    def _walk_drawing(self, item: etree._Element, out: ParagraphText, parts: list[str]) -> None:
        """Inside a picture, shape or object only text boxes and ruby bases speak."""
        if local(item) in _BOXES:
            out.boxes.append(item)
        elif local(item) == "AlternateContent":
            side = child(item, "Choice")
            side = side if side is not None else child(item, "Fallback")
            if side is not None:
                self._walk_drawing(side, out, parts)
        elif local(item) == "rubyBase":
            self._walk(item, out, parts, _AS_TEXT)
        elif out_of_sight(item):
            text = " ".join(node.text or "" for node in item.iter() if local(node) == "t")
            self.unseen.extend([" ".join(text.split())] if text.strip() else [])
        elif local(item) not in _SILENT:
            for inner in item:
                self._walk_drawing(inner, out, parts)

    def _note(self, item: etree._Element, name: str, out: ParagraphText) -> str:
        """The raised number of a note; notes count through the document in the order they are met."""
        kind, key = name.removesuffix("Reference"), attribute(item, "id") or ""
        if attribute(item, "customMarkFollows") in ("1", "true"):
            out.notes.append((kind, key))
            return ""
        number = self.numbers.setdefault((kind, key), sum(1 for known, _ in self.numbers if known == kind) + 1)
        out.notes.append((kind, key))
        return raised(str(number), True)


def ticked_control(sdt: etree._Element) -> bool | None:
    """Whether a content control is a ticked box; None where it is no box to tick."""
    box = child(child(sdt, "sdtPr"), "checkbox")
    return None if box is None else bool(is_on(box, "checked"))


def _ticked_field(mark: etree._Element) -> str:
    """A box of the older kind of form: as it was left, or else as it is by default."""
    box = child(child(mark, "ffData"), "checkBox")
    if box is None:
        return ""
    left = is_on(box, "checked")
    return f"{TICKED if (is_on(box, 'default') if left is None else left) else NOT_TICKED} "


def _symbol(item: etree._Element) -> str:
    """Of the letters of picture fonts only boxes and ticks are text."""
    if not (attribute(item, "font") or "").startswith("Wingdings"):
        return ""
    return _SYMBOLS.get((attribute(item, "char") or "").upper()[-2:], "")
