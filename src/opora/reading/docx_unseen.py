"""Which text of a Word document can nobody see on its pages?"""

from __future__ import annotations

import re

from lxml import etree

from opora.reading.docx_styles import Styles, colour_of, is_shaded
from opora.reading.ooxml import attribute, child, local, value_of

_TINY = frozenset(("0", "1", "2"))  # half points
_OFF_SHEET = re.compile(r"(?:margin-left|margin-top|left|top)\s*:\s*-\d{4,}", re.I)
_NOT_DRAWN = re.compile(r"visibility\s*:\s*hidden|display\s*:\s*none", re.I)
_FAR = 8_000_000  # English metric units beside the sheet: more than 22 cm


class Paper:
    """What lies behind the letters: white paper, unless the document, a table, a shape or a paragraph colours it."""

    def __init__(self, styles: Styles, document: etree._Element | None = None) -> None:
        self.styles = styles
        sheet = child(document, "background")
        told = attribute(sheet, "color") if sheet is not None else None
        self.coloured = bool(told) and told != "auto" and not _is_white(told or "")

    def behind(self, paragraph: etree._Element) -> bool:
        """Whether nothing is drawn behind this paragraph, as far as the file says."""
        properties = child(paragraph, "pPr")
        style = self.styles.get(value_of(properties, "pStyle"))
        if self.coloured or style.shaded or is_shaded(properties):
            return False
        return not any(self._colours(parent) for parent in paragraph.iterancestors())

    def _colours(self, parent: etree._Element) -> bool:
        name = local(parent)
        if name == "tc":
            return is_shaded(child(parent, "tcPr"))
        if name == "tbl":
            properties = child(parent, "tblPr")
            style = value_of(properties, "tblStyle")
            return is_shaded(properties) or (style is not None and self.styles.colours_cells(style))
        return name == "txbxContent"

    def hides(self, properties: etree._Element | None, paragraph_style: str | None) -> bool:
        """White letters with nothing behind them, or letters of a point and less: how text is hidden from people only."""
        own = self.styles.get(value_of(properties, "rStyle")) if value_of(properties, "rStyle") else None
        if is_shaded(properties) or (own and own.shaded) or child(properties, "highlight") is not None:
            return False
        size = value_of(properties, "sz") or (own.size if own else "") or self.styles.get(paragraph_style).size
        colour = colour_of(properties) or (own.colour if own else "") or self.styles.get(paragraph_style).colour
        return _is_white(colour) or size in _TINY


def out_of_sight(shape: etree._Element) -> bool:
    """Whether a drawing is hidden, or stands beside the sheet."""
    name = local(shape)
    if name == "anchor":
        told = child(shape, "docPr")
        offsets = [node.text or "" for node in shape.iter() if local(node) == "posOffset"]
        far = any(re.fullmatch(r"-\d{1,15}", text) and int(text) < -_FAR for text in offsets)
        return far or (told is not None and told.get("hidden") in ("1", "true"))
    style = shape.get("style") if name in ("shape", "rect", "roundrect", "oval", "group") else None
    return bool(style) and bool(_OFF_SHEET.search(style or "") or _NOT_DRAWN.search(style or ""))


def _is_white(colour: str) -> bool:
    return bool(re.fullmatch(r"(?:[Ff][8-9A-Fa-f]){3}", colour))
