"""What does a Markdown file show once it is rendered?"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from opora.domain.document import BlockKind
from opora.errors import LimitError
from opora.reading.assemble import Draft, Reading
from opora.reading.decode import decode
from opora.reading.grid import GridRules, from_texts
from opora.reading.numbering import looks_like_title, opening

if TYPE_CHECKING:
    from markdown_it.token import Token

_FRONT = re.compile(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.S)
_META_LINE = re.compile(r"([A-Za-z_][\w.-]*):[ \t]*(.*)")
_MDX = re.compile(r"(?:import\s.+\sfrom\s+['\"][^'\"]+['\"];?\s*)+")
_NOTE_OPENS = re.compile(r":{3,}[ \t]*(?:note|info|tip|warning|danger|caution|important)\b[ \t]*", re.I)
_ALERT = re.compile(r"\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION|INFO)\]\s*", re.I)
_MAX_NESTING = 100
_TAG = re.compile(r"</?[A-Za-z][^<>]*>|<!--.*?-->", re.S)


def read_markdown(data: bytes) -> Reading:
    """Front matter into ``meta``; headings, paragraphs, lists, tables and code as the page shows them, URLs left out."""
    from markdown_it import MarkdownIt

    text, encoding, warnings = decode(data)
    front = _FRONT.match(text)
    meta = [("encoding", encoding)]
    if front:
        meta.extend(_meta(front[1]))
        text = text[front.end() :]
    parser = MarkdownIt("commonmark", {"html": True, "maxNesting": _MAX_NESTING}).enable(["table", "strikethrough"])
    tokens = parser.parse(text)
    if any(token.level >= _MAX_NESTING - 1 for token in tokens):  # the parser drops what lies deeper without a word
        raise LimitError(f"it is nested deeper than {_MAX_NESTING} levels", "flatten it")
    walk = _Walk(tokens)
    drafts = walk.run()
    title = dict(meta).get("title") or next((d.text for d in drafts if d.kind == "heading"), "")
    left_out = (*(("front matter",) if front else ()), *(("import lines",) if walk.imports else ()))
    return Reading(tuple(drafts), "text/markdown", "markdown", title, (), left_out, warnings, tuple(meta))


def _meta(front: str) -> list[tuple[str, str]]:
    pairs = (_META_LINE.fullmatch(line.rstrip()) for line in front.splitlines())
    return [(pair[1], pair[2].strip().strip("'\"")) for pair in pairs if pair and pair[2].strip()]


class _Walk:
    """Goes through the token stream once; ``at`` is the next token."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.at = 0
        self.drafts: list[Draft] = []
        self.lists: list[int | None] = []  # next number of each open list, None for bullets
        self.item_open = False
        self.prefix = ""
        self.imports = False
        self.noted = False  # inside ``:::note`` … ``:::``

    def run(self) -> list[Draft]:
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            self.at += 1
            self._token(token)
        return self.drafts

    def _token(self, token: Token) -> None:
        kind = token.type
        if kind == "heading_open":
            self._heading(int(token.tag[1]))
        elif kind == "bullet_list_open":
            self.lists.append(None)
        elif kind == "ordered_list_open":
            self.lists.append(int(token.attrs.get("start", 1)))
        elif kind in ("bullet_list_close", "ordered_list_close"):
            self.lists.pop()
        elif kind == "list_item_open":
            self._item()
        elif kind == "inline":
            self._text(inline_text(token))
        elif kind in ("fence", "code_block"):
            self._add(Draft("code", token.content.rstrip("\n")))
        elif kind == "html_block":
            self._html(token.content)
        elif kind == "table_open":
            self._table()

    def _heading(self, level: int) -> None:
        text = inline_text(self.tokens[self.at])
        self.at += 2
        found = opening(text)
        number = found.number if found and not found.scope else None
        self._add(Draft("heading", text, level=level, section=number, scope=found.scope if found else None))

    def _item(self) -> None:
        number = self.lists[-1] if self.lists else None
        self.prefix = "" if number is None else f"{number}. "
        if number is not None:
            self.lists[-1] = number + 1
        self.item_open = True

    def _text(self, text: str) -> None:
        kind, text = self._noted(text)
        if not self.drafts and _MDX.fullmatch(text):
            self.imports = True
        elif not text.strip():
            return
        elif self.lists:
            self._add(Draft("list_item", (self.prefix if self.item_open else "") + text))
            self.item_open = False
        else:
            found = opening(text)
            number = found.number if found and not looks_like_title(text) else None
            self._add(Draft(kind, text, section=number))

    def _noted(self, text: str) -> tuple[BlockKind, str]:
        """Marks of note boxes (``:::note`` … ``:::`` and ``[!NOTE]``) are drawn as a box, never as text."""
        alert = _ALERT.match(text)
        if alert:
            return "note", text[alert.end() :]
        opened = _NOTE_OPENS.match(text)
        if opened:
            self.noted, text = True, text[opened.end() :]
        kind: BlockKind = "note" if self.noted else "paragraph"
        if self.noted and text.endswith(":::"):
            self.noted, text = False, text.rstrip(":").rstrip()
        return kind, text

    def _html(self, content: str) -> None:
        for part in re.split(r"\n\s*\n", _TAG.sub("", content)):
            self._text("\n".join(line.strip() for line in part.splitlines() if line.strip()))

    def _table(self) -> None:
        rows: list[list[str]] = []
        heads = 0
        while self.tokens[self.at].type != "table_close":
            token = self.tokens[self.at]
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "inline":
                rows[-1].append(inline_text(token))
            elif token.type == "thead_close":
                heads = len(rows)
            self.at += 1
        self.drafts.extend(from_texts(rows, GridRules(head_rows=heads)))

    def _add(self, draft: Draft) -> None:
        self.drafts.append(draft)


def inline_text(token: Token) -> str:
    """What the line shows: link and image texts without their addresses, entities and escapes as characters."""
    parts: list[str] = []
    for child in token.children or []:
        if child.type in ("text", "code_inline"):
            parts.append(child.content)
        elif child.type == "softbreak":
            parts.append(" ")
        elif child.type == "hardbreak":
            parts.append("\n")
        elif child.type == "image":
            parts.append(inline_text(child))
        elif child.type == "html_inline" and re.match(r"<br\b", child.content, re.I):
            parts.append("\n")
    return "".join(parts).strip()
