"""What text does an XML document hold, and which of it are titles?"""

from __future__ import annotations

import html.entities
import re

from lxml import etree

from opora.errors import BrokenFileError
from opora.reading.assemble import Draft, Reading
from opora.reading.grid import GridCell, GridRules, table_drafts
from opora.reading.inline import Inline
from opora.reading.numbering import opening
from opora.reading.ooxml import attribute, local

_TITLES = frozenset(["title", "heading", "head", "h1", "h2", "h3", "h4", "h5", "h6", "bridgehead"])
_PARAGRAPHS = frozenset(
    ["p", "para", "simpara", "paragraph", "text", "quote", "blockquote", "summary", "description", "abstract"]
)
_ITEMS = frozenset(["item", "listitem", "li", "step", "varlistentry", "dlentry"])
_CODE = frozenset(["code", "screen", "programlisting", "pre", "codeblock", "literallayout"])
_NOTES = frozenset(["note", "tip", "warning", "caution", "important"])
_CAPTIONS = frozenset(["caption", "figcaption", "desc"])
_TABLES = frozenset(["table", "informaltable"])
_ROWS = frozenset(["tr", "row"])
_CELLS = frozenset(["td", "th", "entry"])
_SILENT = frozenset(["script", "style", "info", "media", "comment", "index", "indexterm"])
_INFO = frozenset(["info", "bookinfo", "articleinfo", "prolog", "metadata"])


def read_xml(data: bytes) -> Reading:
    """Titles by the depth of what they stand in, paragraphs, items, tables and code; unknown leaves as ``name: value`` lines.

    Entities are not resolved and nothing is fetched; what cannot be parsed is a BrokenFileError with the line.
    """
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_pis=True)
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise BrokenFileError(f"it is not well-formed XML ({error})", "correct it and add it again") from error
    walk = _Walk()
    walk.element(root, 0)
    walk.flush("paragraph")
    title = next((draft.text for draft in walk.drafts if draft.kind == "heading"), "")
    return Reading(
        tuple(walk.drafts),
        "application/xml",
        "xml",
        title,
        left_out=tuple(dict.fromkeys(walk.left_out)),
        meta=tuple(walk.meta),
    )


class _Walk:
    """``depth`` counts the titled parts around an element, so that a section's title is one level below its parent's."""

    def __init__(self) -> None:
        self.drafts: list[Draft] = []
        self.inline = Inline()
        self.left_out: list[str] = []
        self.meta: list[tuple[str, str]] = []
        self.in_item = 0

    def flush(self, kind: str) -> None:
        text = self.inline.take()
        if not text:
            return
        if kind == "paragraph" and self.in_item:
            self.drafts.append(Draft("list_item", text))
        elif kind == "paragraph":
            found = opening(text)
            self.drafts.append(Draft("paragraph", text, section=found.number if found else None))
        else:
            self.drafts.append(Draft("caption" if kind == "caption" else "note", text))

    def element(self, node: etree._Element, depth: int) -> None:
        name = local(node).lower()
        if not name or name in _SILENT:
            self._leave_out(node, name)
        elif name in _TITLES:
            self._title(node, depth)
        elif name in _TABLES and any(local(item) in _ROWS for item in node.iter()):
            self.flush("paragraph")
            self._table(node)
        elif name in _CODE and _is_block_code(node):
            self.flush("paragraph")
            self.drafts.append(Draft("code", "".join(str(part) for part in node.itertext()).strip("\n")))
        elif name == "keyseq":
            self.inline.add("+".join(" ".join(_text(item).split()) for item in node if isinstance(item.tag, str)))
        elif _is_record(node) and not self._inside_text(node):
            self.flush("paragraph")
            self._record(node)
        else:
            self._flow(node, name, depth)

    def _flow(self, node: etree._Element, name: str, depth: int) -> None:
        block = name in _PARAGRAPHS or name in _ITEMS or name in _NOTES or name in _CAPTIONS or _has_blocks(node)
        inner = depth + 1 if any(local(item).lower() in _TITLES for item in node) else depth
        if block:
            self.flush("paragraph")
        self.in_item += name in _ITEMS
        self.inline.add(node.text or "")
        for item in node:
            if isinstance(item.tag, str):
                self.element(item, inner)
            elif isinstance(item, etree._Entity):
                self.inline.add(_entity(item))
            self.inline.add(item.tail or "")
        if block or not self._inside_text(node):
            self.flush("caption" if name in _CAPTIONS else "note" if name in _NOTES else "paragraph")
        self.in_item -= name in _ITEMS

    def _inside_text(self, node: etree._Element) -> bool:
        """Whether this element is part of a line of text: its parent has text of its own or is a paragraph."""
        parent = node.getparent()
        if parent is None:
            return False
        if local(parent).lower() in _PARAGRAPHS | _ITEMS | _NOTES | _CAPTIONS | _TITLES:
            return True
        return bool((parent.text or "").strip() or any((item.tail or "").strip() for item in parent))

    def _title(self, node: etree._Element, depth: int) -> None:
        self.flush("paragraph")
        inline = Inline()
        inline.add(_text(node))
        text = inline.take()
        if text:
            found = opening(text)
            number = found.number if found and not found.scope else None
            level = int(local(node)[1]) if re.fullmatch(r"[hH][1-6]", local(node)) else min(max(depth, 1), 9)
            self.drafts.append(
                Draft("heading", text, level=level, section=number, scope=found.scope if found else None)
            )

    def _table(self, table: etree._Element) -> None:
        rows: list[list[GridCell]] = []
        for row in (item for item in table.iter() if local(item) in _ROWS):
            cells: list[GridCell] = []
            column, parent = 1, row.getparent()
            for cell in (item for item in row if local(item) in _CELLS):
                columns = _count(attribute(cell, "colspan"))
                inline = Inline()
                inline.add(_text(cell))
                in_head = local(cell) == "th" or (parent is not None and local(parent) == "thead")
                cells.append(GridCell(inline.take(), column, columns, _count(attribute(cell, "rowspan")), in_head))
                column += columns
            rows.append(cells)
        title = next((item for item in table if local(item).lower() in _TITLES | _CAPTIONS), None)
        if title is not None:
            self.drafts.append(Draft("caption", " ".join(_text(title).split())))
        self.drafts.extend(table_drafts(rows, GridRules()))

    def _record(self, node: etree._Element) -> None:
        lines = [f"{local(item)}: {' '.join(_text(item).split())}" for item in node if _text(item).strip()]
        if lines:
            self.drafts.append(Draft("paragraph", "\n".join(lines)))

    def _leave_out(self, node: etree._Element, name: str) -> None:
        if name in _INFO:
            for item in node.iter():
                if local(item) in ("desc", "description", "abstract") and _text(item).strip():
                    self.meta.append(("description", " ".join(_text(item).split())))
        if name and _text(node).strip():
            self.left_out.append(f"<{name}>: {' '.join(_text(node).split())[:80]}")


def _text(node: etree._Element) -> str:
    return "".join(_entity(part) if isinstance(part, etree._Entity) else str(part) for part in _parts(node))


def _parts(node: etree._Element) -> list[object]:
    parts: list[object] = [node.text or ""]
    for item in node:
        if isinstance(item, etree._Entity):
            parts.append(item)
        elif isinstance(item.tag, str):
            parts.extend(_parts(item))
        parts.append(item.tail or "")
    return parts


def _entity(node: etree._Entity) -> str:
    """A named character of HTML; any other entity stays as it is written."""
    return html.entities.html5.get(f"{node.name};", f"&{node.name};")


def _has_blocks(node: etree._Element) -> bool:
    known = _PARAGRAPHS | _ITEMS | _TITLES | _TABLES | _NOTES
    return any(local(item).lower() in known for item in node)


def _is_block_code(node: etree._Element) -> bool:
    """``code`` between paragraphs, not ``code`` in a line."""
    parent = node.getparent()
    if local(node).lower() != "code" or parent is None:
        return True
    return local(parent).lower() not in _PARAGRAPHS | _TITLES and not (parent.text or "").strip()


def _is_record(node: etree._Element) -> bool:
    """An element that holds named values only: leaves with text, no running text between them, no word of documents."""
    items = [item for item in node if isinstance(item.tag, str)]
    if (
        len({item.tag for item in items}) < 2
        or (node.text or "").strip()
        or any((item.tail or "").strip() for item in items)
    ):
        return False
    known = _PARAGRAPHS | _ITEMS | _TITLES | _TABLES | _NOTES | _CODE | _CELLS | _CAPTIONS
    return all(
        len(item) == 0 and local(item).lower() not in known - {"title", "description", "text", "summary"}
        for item in items
    )


def _count(text: str | None) -> int:
    return max(1, min(int(text), 500)) if text and text.isascii() and text.isdigit() and len(text) < 6 else 1
