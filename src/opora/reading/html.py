"""What does a web page say, without the furniture around it?"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from opora.errors import LimitError
from opora.reading.assemble import Draft, Reading
from opora.reading.boilerplate import UNSEEN, holds_the_page, is_hidden, squeezed, why_left_out
from opora.reading.decode import decode
from opora.reading.html_hidden import Hidden
from opora.reading.html_lists import Numbers
from opora.reading.html_tables import is_layout, read_table
from opora.reading.inline import Inline
from opora.reading.numbering import opening
from opora.reading.options import tick

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

_CHARSET = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?\s*([A-Za-z0-9_.:-]+)", re.I)
_XML_ENCODING = re.compile(rb"<\?xml[^>]+encoding\s*=\s*[\"']([A-Za-z0-9_.:-]+)", re.I)
_BLOCKS = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "center",
        "dd",
        "details",
        "dialog",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hgroup",
        "hr",
        "html",
        "legend",
        "li",
        "main",
        "menu",
        "nav",
        "ol",
        "p",
        "pre",
        "section",
        "summary",
        "table",
        "ul",
        "caption",
        "tbody",
        "thead",
        "tfoot",
        "tr",
        "td",
        "th",
    ]
)
_NESTING = re.compile(
    r"<(/?)(?!p\b|li\b|br\b|hr\b|td\b|th\b|tr\b|dt\b|dd\b|img\b|meta\b|link\b|input\b|col\b|option\b)[a-zA-Z][^<>]*(?<!/)>"
)
_MAX_DEPTH = 150
_MAX_NESTING = 5000
_MAX_LEFT_OUT = 60
_READ_WHOLE = frozenset(("table", "pre", "summary", "h1", "h2", "h3", "h4", "h5", "h6"))
_NOTES = frozenset(("note", "tip", "warning", "caution", "important", "admonition"))


def read_html(data: bytes) -> Reading:
    """Headings, paragraphs, lists, tables, captions and code of the page; menus, banners and hidden parts are left out by name."""
    from selectolax.lexbor import LexborHTMLParser

    text, encoding, warnings = _decoded(data)
    _check_depth(text)
    tree = LexborHTMLParser(text)
    title_node = tree.css_first("title")
    title = squeezed(title_node.text()) if title_node else ""
    body = tree.body
    walk = _Walk(len(squeezed(body.text())) if body else 0, Hidden(tree))
    if body:
        walk.page(body)
    drafts = walk.drafts
    heading = next((draft.text for draft in drafts if draft.kind == "heading"), "")
    return Reading(
        tuple(drafts),
        "text/html",
        "html",
        title or heading,
        left_out=tuple(walk.left_out),
        warnings=(*warnings, *walk.warnings),
        meta=(("encoding", encoding),),
    )


def _check_depth(text: str) -> None:
    """The parser's time grows with the square of the depth: 200,000 open elements took it 100 seconds."""
    depth = 0
    for match in _NESTING.finditer(text):
        depth = max(0, depth - 1) if match[1] else depth + 1
        if depth > _MAX_NESTING:
            raise LimitError(f"its elements are nested deeper than {_MAX_NESTING} levels", "save it in another format")


def _decoded(data: bytes) -> tuple[str, str, tuple[str, ...]]:
    text, encoding, warnings = decode(data)
    declared = _CHARSET.search(data[:4096]) or _XML_ENCODING.search(data[:200])
    if not warnings or not declared:
        return text, encoding, warnings
    name = declared[1].decode("ascii").lower()
    name = {"iso-8859-1": "cp1252", "latin-1": "cp1252", "us-ascii": "cp1252"}.get(name, name)
    try:
        return data.decode(name, "replace").replace("\r\n", "\n"), name, ()
    except (LookupError, UnicodeError):
        return text, encoding, warnings


class _Walk:
    """Goes down the tree once and writes drafts; running text is gathered until a block begins or ends."""

    def __init__(self, page_chars: int, hidden: Hidden) -> None:
        self.page_chars = page_chars
        self.hidden = hidden
        self.drafts: list[Draft] = []
        self.left_out: list[str] = []
        self.warnings: list[str] = []
        self.inline = Inline()
        self.lists: list[Numbers] = []
        self.item = ""  # the mark a list item still has to print
        self.in_item = 0
        self.in_note = 0
        self.content = 0
        self.level = 1

    def page(self, body: LexborNode) -> None:
        main = body.css("main, [role=main]")
        if len(main) == 1 and len(squeezed(main[0].text())) >= 100:
            if not main[0].css_first("h1"):
                for heading in body.css("h1")[:1]:
                    self.node(heading, 0)
            self._note_outside(main[0])
            self.node(main[0], 0)
        else:
            self.children(body, 0)
        self.flush()

    def _note_outside(self, main: LexborNode) -> None:
        rest = self.page_chars - len(squeezed(main.text()))
        if rest > 0:
            self._leave_out("outside the main part", f"{rest} characters")

    def children(self, node: LexborNode, depth: int) -> None:
        child = node.child
        while child is not None:
            self.node(child, depth)
            child = child.next

    def node(self, node: LexborNode, depth: int) -> None:
        tag = node.tag
        if tag == "-text":
            self.inline.add(node.text_content or "")
        elif tag == "br":
            self.inline.line_break()
        elif tag == "input":
            self.inline.add("" if why_left_out(node, True, self.page_chars) else tick(node.attributes))
        elif tag is None or tag.startswith(("-", "_", "!")) or tag in UNSEEN:
            return
        elif depth > _MAX_DEPTH:
            self._too_deep(node)
        elif tag in ("sup", "sub"):
            self.inline.raised(node.text(), up=tag == "sup")
        elif tag in _BLOCKS:
            self._block(node, tag, depth)
        else:
            reason = self._why_left_out(node)
            if reason:
                self._leave_out(reason, squeezed(node.text()))
            else:
                self.children(node, depth + 1)

    def _why_left_out(self, node: LexborNode) -> str | None:
        if self.hidden.holds(node) and not holds_the_page(node, self.page_chars):
            return "text nobody can see"
        return why_left_out(node, self.content > 0, self.page_chars)

    def _strip(self, node: LexborNode) -> None:
        """Take out of a part that is read whole (table, heading, code) what of it nobody can see."""
        waiting = [node]
        while waiting:
            for child in list(waiting.pop().iter(include_text=False)):
                if self.hidden.holds(child) or is_hidden(child.attributes):
                    self._leave_out("text nobody can see", squeezed(child.text()))
                    child.decompose()
                else:
                    waiting.append(child)

    def _too_deep(self, node: LexborNode) -> None:
        self.inline.add(node.text())
        warning = "elements nested very deeply were read as plain text"
        if warning not in self.warnings:
            self.warnings.append(warning)

    def _block(self, node: LexborNode, tag: str, depth: int) -> None:
        reason = self._why_left_out(node)
        self.flush()
        if reason:
            self._leave_out(reason, squeezed(node.text()))
            return
        if tag in _READ_WHOLE:
            self._strip(node)
        if tag in ("main", "article"):
            self.content += 1
            self.children(node, depth + 1)
            self.flush()
            self.content -= 1
        elif tag == "table":
            self._table(node, depth)
        elif tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
            self._heading(node, int(tag[1]))
        elif tag == "summary":
            self._heading(node, min(self.level + 1, 9), sets_level=False)
        elif tag == "pre":
            self.drafts.append(Draft("code", node.text().strip("\n")))
        elif tag in ("ul", "ol", "menu", "dl"):
            self._list(node, tag, depth)
        elif tag in ("li", "dd"):
            self._item(node, tag, depth)
        elif _is_note(node):
            self.in_note += 1
            self.children(node, depth + 1)
            self.flush()
            self.in_note -= 1
        else:
            self.children(node, depth + 1)
            self.flush("caption" if tag in ("figcaption", "caption") else None)

    def _heading(self, node: LexborNode, level: int, sets_level: bool = True) -> None:
        inline = Inline()
        for part in node.css("a.headerlink, a.anchor, .heading-anchor, script, style, button"):
            part.decompose()
        inline.add(node.text())
        text = inline.take().rstrip("¶# ")
        if not text:
            return
        if sets_level:
            self.level = level
        found = opening(text)
        number = found.number if found and not found.scope else None
        self.drafts.append(Draft("heading", text, level=level, section=number, scope=found.scope if found else None))

    def _list(self, node: LexborNode, tag: str, depth: int) -> None:
        kept_item, self.item = self.item, ""
        self.lists.append(Numbers(tag, node.attributes))
        self.children(node, depth + 1)
        self.flush()
        self.lists.pop()
        self.item = kept_item

    def _item(self, node: LexborNode, tag: str, depth: int) -> None:
        if tag == "li":
            self.item = self.lists[-1].mark(node.attributes) if self.lists else ""
        self.in_item += 1
        self.children(node, depth + 1)
        self.flush()
        self.in_item -= 1
        self.item = ""

    def _table(self, node: LexborNode, depth: int) -> None:
        if self.in_note or is_layout(node):
            self.children(node, depth + 1)
            self.flush()
        else:
            self.drafts.extend(read_table(node))

    def flush(self, kind: str | None = None) -> None:
        """End the running text: it becomes a caption, a list item or a paragraph by where it stands."""
        text = self.inline.take()
        if not text:
            return
        if kind == "caption":
            self.drafts.append(Draft("caption", text))
        elif self.in_item:
            self.drafts.append(Draft("list_item", self.item + text))
            self.item = ""
        elif self.in_note:
            self.drafts.append(Draft("note", text))
        else:
            found = opening(text)
            self.drafts.append(Draft("paragraph", text, section=found.number if found else None))

    def _leave_out(self, reason: str, text: str) -> None:
        if text and len(self.left_out) < _MAX_LEFT_OUT:
            self.left_out.append(f"{reason}: {text[:80]}{'…' if len(text) > 80 else ''}")


def _is_note(node: LexborNode) -> bool:
    """A box that documentation tools draw for a note, tip or warning."""
    tokens = (node.attributes.get("class") or "").lower().split()
    return node.tag in ("div", "aside", "section") and any(token in _NOTES for token in tokens)
