"""What do the paragraphs of a shape say, and which of them have a bullet or a number before them?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from opora.reading.inline import raised
from opora.reading.math_text import math_text
from opora.reading.numerals import written
from opora.reading.ooxml import attribute, child, children, local
from opora.reading.pptx_shapes import Shape

_NUMBERS = {
    "arabic": "decimal",
    "alphaLc": "lowerLetter",
    "alphaUc": "upperLetter",
    "romanLc": "lowerRoman",
    "romanUc": "upperRoman",
}
_FRAMES = {"Period": "{}.", "ParenR": "{})", "ParenBoth": "({})", "Plain": "{}"}
_MARKS = frozenset(("buNone", "buChar", "buAutoNum", "buBlip"))


@dataclass(frozen=True, slots=True)
class Spoken:
    """One paragraph: its text with the number printed before it, and whether it is an item of a list."""

    text: str
    item: bool


class Bullets:
    """Finds the mark of a paragraph: its own, its shape's, its layout's or its master's; and counts the numbered ones."""

    def __init__(self, shape: Shape, master: etree._Element | None) -> None:
        self.sources = [child(child(node, "txBody"), "lstStyle") for node in (shape.node, *shape.parents)]
        if shape.is_body:
            self.sources.append(child(child(master, "txStyles"), "bodyStyle"))
        self.counts: dict[int, tuple[str, int]] = {}

    def mark(self, properties: etree._Element | None) -> str | None:
        """What is printed before this paragraph: ``""`` for a bullet, ``None`` for nothing. Call once a paragraph, in order."""
        level = _level(properties)
        node = next((found for one in (properties, *self._levels(level)) if (found := _own(one)) is not None), None)
        self.counts = {
            at: count for at, count in self.counts.items() if at < level or (at == level and node is not None)
        }
        if node is None or local(node) == "buNone":
            self.counts.pop(level, None)
            return None
        if local(node) != "buAutoNum":
            self.counts.pop(level, None)
            return ""
        shape = attribute(node, "type") or "arabicPeriod"
        start = attribute(node, "startAt") or "1"
        before = self.counts.get(level)
        number = (
            before[1] + 1
            if before and before[0] == shape
            else (int(start) if start.isdecimal() and len(start) < 6 else 1)
        )
        self.counts[level] = (shape, number)
        return _printed(number, shape)

    def _levels(self, level: int) -> Iterator[etree._Element | None]:
        for source in self.sources:
            yield child(source, f"lvl{level + 1}pPr")


def _own(properties: etree._Element | None) -> etree._Element | None:
    return next((item for item in properties if local(item) in _MARKS), None) if properties is not None else None


def _level(properties: etree._Element | None) -> int:
    text = (attribute(properties, "lvl") if properties is not None else None) or "0"
    return min(int(text), 8) if text.isdecimal() and len(text) < 3 else 0


def _printed(number: int, shape: str) -> str:
    for prefix, kind in _NUMBERS.items():
        if shape.startswith(prefix):
            return _FRAMES.get(shape.removeprefix(prefix), "{}.").format(written(number, kind))
    return f"{number}."


def spoken(body: etree._Element | None, bullets: Bullets) -> Iterator[Spoken]:
    """The paragraphs that say something, in order."""
    for node in children(body, "p") if body is not None else ():
        text = paragraph_text(node).strip()
        if not text:
            continue
        mark = bullets.mark(child(node, "pPr"))
        yield Spoken(f"{mark} {text}" if mark else text, mark is not None)


def paragraph_text(node: etree._Element) -> str:
    """Runs, breaks, fields and formulas of one paragraph as one text; raised digits stay raised."""
    parts: list[str] = []
    for item in node:
        name = local(item)
        if name in ("r", "fld"):
            text = "".join(part.text or "" for part in children(item, "t"))
            properties = child(item, "rPr")
            place = (attribute(properties, "baseline") if properties is not None else None) or "0"
            capitals = attribute(properties, "cap") == "all" if properties is not None else False
            if place.removeprefix("-").isdecimal() and len(place) < 9 and int(place):
                text = raised(text, int(place) > 0)
            parts.append(text.upper() if capitals else text)
        elif name == "br":
            parts.append("\n")
        elif name in ("m", "oMath", "oMathPara", "AlternateContent"):
            side = child(item, "Choice")
            parts.append(math_text(item if side is None else side))
    return "".join(parts).replace("\x0b", "\n").replace("_x000B_", "\n")


def body_text(body: etree._Element | None) -> str:
    """All paragraphs of a body, a line each."""
    lines = (paragraph_text(node).strip() for node in (children(body, "p") if body is not None else ()))
    return "\n".join(line for line in lines if line)
