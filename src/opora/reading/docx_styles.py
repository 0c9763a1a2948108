"""What does a Word style say of its paragraphs: heading level, list, boldness?"""

from __future__ import annotations

import re
from dataclasses import dataclass

from lxml import etree

from opora.reading.ooxml import attribute, child, children, is_on, value_of

_HEADING = re.compile(r"(?:heading|заголовок|titlu|überschrift|titre)\s*(\d)", re.I)


@dataclass(frozen=True, slots=True)
class Style:
    """A paragraph style with what it inherits. ``heading`` is a level from 1; ``numbering`` (list id, level if said).

    ``colour`` of its letters (six digits, or ``auto``), their ``size`` in half points, ``shaded``: a colour lies behind them.
    """

    name: str = ""
    heading: int | None = None
    title: bool = False
    bold: bool = False
    hidden: bool = False
    numbering: tuple[str, int | None] | None = None
    numbering_style: str = ""
    colour: str = ""
    size: str = ""
    shaded: bool = False


class Styles:
    """Styles by id, each worked out once along the chain it is based on."""

    def __init__(self, root: etree._Element | None) -> None:
        self.nodes: dict[str, etree._Element] = {}
        self.known: dict[str, Style] = {}
        self.default = ""
        for node in children(root, "style") if root is not None else ():
            key = attribute(node, "styleId") or ""
            self.nodes[key] = node
            if attribute(node, "type") == "paragraph" and attribute(node, "default") in ("1", "true", "on"):
                self.default = key

    def get(self, key: str | None) -> Style:
        return self._style(key or self.default, 0)

    def colours_cells(self, key: str) -> bool:
        """Whether a table style, or one it is based on, lays a colour behind any of its cells."""
        for _ in range(20):
            node = self.nodes.get(key)
            if node is None:
                return False
            if any(is_shaded(part) for part in node.iter() if isinstance(part.tag, str)):
                return True
            key = value_of(node, "basedOn") or ""
        return False

    def _style(self, key: str, depth: int) -> Style:
        if key in self.known:
            return self.known[key]
        node = self.nodes.get(key)
        if node is None or depth > 20:
            return Style()
        base = value_of(node, "basedOn")
        style = self._own(key, node, self._style(base, depth + 1) if base else Style())
        self.known[key] = style
        return style

    def _own(self, key: str, node: etree._Element, base: Style) -> Style:
        name = (value_of(node, "name") or key).strip()
        paragraph, run = child(node, "pPr"), child(node, "rPr")
        numbering = numbering_of(paragraph)
        bold, hidden = is_on(run, "b"), is_on(run, "vanish")
        heading = _HEADING.fullmatch(name) or _HEADING.fullmatch(key)
        outline = outline_of(paragraph)
        return Style(
            name=name,
            heading=int(heading[1]) if heading else (outline if outline is not None else base.heading) or None,
            title=name.lower() in ("title", "заголовок", "название", "titlu"),
            bold=base.bold if bold is None else bold,
            hidden=base.hidden if hidden is None else hidden,
            numbering=numbering or base.numbering,
            numbering_style=key if numbering else base.numbering_style,
            colour=colour_of(run) or base.colour,
            size=value_of(run, "sz") or base.size,
            shaded=is_shaded(paragraph) or is_shaded(run) or base.shaded,
        )


def colour_of(run: etree._Element | None) -> str:
    """Six digits of the letters' colour, ``FFFFFF`` for the theme's background; empty where nothing is said."""
    node = child(run, "color")
    if node is None:
        return ""
    if attribute(node, "themeColor") in ("background1", "light1") and attribute(node, "themeShade") is None:
        return "FFFFFF"
    return attribute(node, "val") or ""


def is_shaded(properties: etree._Element | None) -> bool:
    """Whether these properties lay another colour than white behind the text."""
    node = child(properties, "shd")
    if node is None:
        return False
    fill, pattern = (attribute(node, "fill") or "auto").upper(), attribute(node, "val") or "clear"
    return fill not in ("AUTO", "FFFFFF") or attribute(node, "themeFill") is not None or pattern not in ("clear", "nil")


def outline_of(paragraph: etree._Element | None) -> int | None:
    """Heading level from 1 that the outline level says, 0 for body text, ``None`` when nothing is said."""
    value = value_of(paragraph, "outlineLvl")
    if value is None or not value.isdecimal():
        return None
    return int(value) + 1 if len(value) == 1 and int(value) < 9 else 0


def numbering_of(paragraph: etree._Element | None) -> tuple[str, int | None] | None:
    node = child(paragraph, "numPr")
    number = value_of(node, "numId")
    if number is None:
        return None
    level = value_of(node, "ilvl")
    return number, int(level) if level and level.isdecimal() and len(level) < 3 else None
