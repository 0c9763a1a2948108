"""What do the paragraphs of an OpenDocument file say, and what is printed before the items of its lists?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml import etree

from opora.reading.inline import raised
from opora.reading.numerals import written
from opora.reading.ooxml import attribute, children, local

_SHAPES = {"1": "decimal", "a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"}
_SILENT = frozenset(
    [
        *[
            "tracked-changes",
            "bookmark",
            "bookmark-start",
            "bookmark-end",
            "change",
            "change-start",
            "change-end",
            "sequence-decls",
            "forms",
            "variable-decls",
            "user-field-decls",
            "toc-mark",
            "toc-mark-start",
            "toc-mark-end",
            "image",
            "object",
            "object-ole",
            "soft-page-break",
            "desc",
            "title",
            "hidden-text",
            "reference-mark-start",
        ]
    ]
)
_MAX_SPACES = 1_000
_WHITE = re.compile(r"#(?:[fF][89a-fA-F]){3}")


@dataclass(slots=True)
class Line:
    """A paragraph's text with what hangs on it: notes, text boxes and tables in frames, whether all of it is bold."""

    text: str = ""
    notes: list[etree._Element] = field(default_factory=list)
    boxes: list[etree._Element] = field(default_factory=list)
    bold: bool = True
    comments: int = 0
    unseen: list[str] = field(default_factory=list)


class Looks:
    """Automatic and named styles: which are bold, hidden, raised, headings, and how lists are numbered."""

    def __init__(self, *roots: etree._Element | None) -> None:
        self.styles: dict[str, etree._Element] = {}
        self.lists: dict[str, dict[int, etree._Element]] = {}
        self.outline: dict[int, etree._Element] = {}
        for root in roots:
            for node in root.iter() if root is not None else ():
                name = local(node)
                if name == "style":
                    self.styles.setdefault(attribute(node, "name") or "", node)
                elif name == "list-style":
                    self.lists.setdefault(attribute(node, "name") or "", _levels(node))
                elif name == "outline-style":
                    self.outline = _levels(node)

    def of(self, style: str | None, wanted: str) -> str | None:
        """An attribute of a style's text properties, its parents' when it says nothing."""
        for node in self._line(style):
            for part in children(node, "text-properties"):
                value = attribute(part, wanted)
                if value is not None:
                    return value
        return None

    def list_of(self, style: str | None) -> str | None:
        return next((name for node in self._line(style) if (name := attribute(node, "list-style-name"))), None)

    def outline_of(self, style: str | None) -> int | None:
        level = next((text for node in self._line(style) if (text := attribute(node, "default-outline-level"))), None)
        return int(level) if level and level.isdecimal() and len(level) < 3 else None

    def is_title(self, style: str | None) -> bool:
        return any((attribute(node, "name") or "").lower() == "title" for node in self._line(style))

    def is_bold(self, style: str | None) -> bool | None:
        weight = self.of(style, "font-weight")
        return None if weight is None else weight == "bold" or weight in ("600", "700", "800", "900")

    def hides(self, style: str | None, node: etree._Element) -> bool:
        """White letters with nothing behind them, or letters of a point and less; on slides only the latter are told."""
        size = self.of(style, "font-size") or ""
        if re.fullmatch(r"(?:0(?:\.\d+)?|1(?:\.0+)?)pt", size):
            return True
        if not _WHITE.fullmatch(self.of(style, "color") or "") or _is_coloured(self.of(style, "background-color")):
            return False
        return not any(self._colours(above) for above in (node, *node.iterancestors()))

    def _colours(self, node: etree._Element) -> bool:
        """Whether this element lays a colour behind its text, or may: of slides and shapes the file says too little."""
        if local(node) in ("page", "custom-shape", "rect", "text-box"):
            return True
        for style in self._line(attribute(node, "style-name")):
            for part in style:
                if any(_is_coloured(attribute(part, name)) for name in ("background-color", "fill-color")):
                    return True
        return False

    def _line(self, style: str | None) -> Iterator[etree._Element]:
        seen: set[str] = set()
        while style and style in self.styles and style not in seen:
            seen.add(style)
            yield self.styles[style]
            style = attribute(self.styles[style], "parent-style-name")


def _levels(node: etree._Element) -> dict[int, etree._Element]:
    found: dict[int, etree._Element] = {}
    for level in node:
        number = attribute(level, "level") or ""
        if number.isdecimal() and len(number) < 3:
            found[int(number)] = level
    return found


def _is_coloured(told: str | None) -> bool:
    return bool(told) and told not in ("transparent", "none") and not _WHITE.fullmatch(told or "")


class Counter:
    """Counts the items of one list, or the headings of a document, level by level from 1."""

    def __init__(self, levels: dict[int, etree._Element]) -> None:
        self.levels = levels
        self.counts: dict[int, int] = {}

    def printed(self, level: int, start: str | None = None) -> tuple[str, bool]:
        """The mark before the next item of this level, and whether it is numbered; a bullet's mark is empty."""
        node = self.levels.get(level)
        if node is None or local(node).endswith(("bullet", "image")):
            return "", False
        first = _whole(attribute(node, "start-value"), 1)
        self.counts = {at: count for at, count in self.counts.items() if at <= level}
        self.counts[level] = _whole(start, self.counts.get(level, first - 1) + 1)
        shape = attribute(node, "num-format") or ""
        if not shape:
            return "", False
        shown = max(1, min(_whole(attribute(node, "display-levels"), 1), level))
        numbers = [self._number(at) for at in range(level - shown + 1, level + 1)]
        return (attribute(node, "num-prefix") or "") + ".".join(numbers) + (attribute(node, "num-suffix") or ""), True

    def _number(self, level: int) -> str:
        node = self.levels.get(level)
        shape = (attribute(node, "num-format") if node is not None else None) or "1"
        return written(self.counts.get(level, 1), _SHAPES.get(shape, "decimal"))


def _whole(text: str | None, default: int) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 6 else default


def line_of(node: etree._Element, looks: Looks) -> Line:
    """The text of one paragraph or heading as the page shows it."""
    line = Line()
    parts: list[str] = []
    _walk(node, line, parts, looks, looks.is_bold(attribute(node, "style-name")) or False)
    style = attribute(node, "style-name")
    line.text = "".join(parts)
    if line.text.strip() and looks.hides(style, node) and not _says_itself(node, looks):
        line.unseen.append(" ".join(line.text.split()))
        line.text = ""
    return line


def _says_itself(node: etree._Element, looks: Looks) -> bool:
    """Whether a part of the paragraph has letters of its own colour or size."""
    spans = [attribute(one, "style-name") for one in node.iter() if local(one) == "span"]
    return any(looks.of(style, "color") or looks.of(style, "font-size") for style in spans)


def _walk(node: etree._Element, line: Line, parts: list[str], looks: Looks, bold: bool) -> None:
    _say(node.text, line, parts, bold)
    for item in node:
        name = local(item)
        if name == "s":
            parts.append(" " * min(_whole(attribute(item, "c"), 1), _MAX_SPACES))
        elif name in ("tab", "line-break"):
            parts.append("\t" if name == "tab" else "\n")
        elif name == "note":
            line.notes.append(item)
            mark = next(("".join(str(t) for t in one.itertext()) for one in item if local(one) == "note-citation"), "")
            parts.append(raised(mark, True))
        elif name == "annotation":
            line.comments += 1
        elif name in ("text-box", "table"):
            line.boxes.append(item)
        elif name == "span":
            _span(item, line, parts, looks, bold)
        elif name and name not in _SILENT:
            _walk(item, line, parts, looks, bold)
        _say(item.tail, line, parts, bold)


def _span(item: etree._Element, line: Line, parts: list[str], looks: Looks, bold: bool) -> None:
    style = attribute(item, "style-name")
    if looks.of(style, "display") == "none":
        line.unseen.append(" ".join("".join(str(part) for part in item.itertext()).split()))
        return
    own = looks.is_bold(style)
    inner: list[str] = []
    _walk(item, line, inner, looks, bold if own is None else own)
    text = "".join(inner)
    if text.strip() and looks.hides(style, item):
        line.unseen.append(" ".join(text.split()))
        return
    place = looks.of(style, "text-position") or ""
    if place.startswith(("super", "sub")):
        text = raised(text, place.startswith("super"))
    parts.append(text)


def _say(text: str | None, line: Line, parts: list[str], bold: bool) -> None:
    if text:
        if text.strip() and not bold:
            line.bold = False
        parts.append(" ".join(text.replace("\t", " ").replace("\n", " ").split(" ")) if "\n" in text else text)
