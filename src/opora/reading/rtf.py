"""What does a rich text file say?"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from opora.errors import LimitError
from opora.reading.assemble import Draft, Reading
from opora.reading.by_hand import by_hand, titled
from opora.reading.grid import GridCell, GridRules, table_drafts
from opora.reading.media import RTF
from opora.reading.named import title_of
from opora.reading.rtf_words import (
    BACKS,
    CHARSETS,
    RUNNING,
    SIGNS,
    SILENT,
    SPEAKING_STARRED,
    SYMBOLS,
    TINY,
    TOKEN,
    inflated,
    whites_of,
)
from opora.reading.sequence import settle

__all__ = ["inflated", "read_rtf", "rtf_text"]

_MAX_DEPTH = 2_000
_HEADING = re.compile(r"(?:heading|заголовок|titlu)\s*(\d)", re.I)
_NEAR = 40  # twips: borders of cells that are meant to be one line


@dataclass(frozen=True, slots=True)
class _State:
    """What holds inside one pair of braces. ``into`` names where text goes: the body, a note, a mark or nowhere."""

    into: str = "body"
    page: str = "cp1252"
    fallbacks: int = 1
    bold: bool = False
    quiet: bool = False
    gone: bool = False
    colour: int = 0
    size: int = 24
    backed: bool = False  # a colour lies behind these letters


@dataclass(slots=True)
class _Look:
    """What the paragraph that is being read was given since the last reset."""

    style: int = 0
    outline: int | None = None
    in_table: bool = False
    backed: bool = False


@dataclass(slots=True)
class _Row:
    edges: list[int] = field(default_factory=list)
    joins: list[str] = field(default_factory=list)  # what each cell says of merging: "", "right", "down"
    texts: list[str] = field(default_factory=list)
    next_join: str = ""
    backed: bool = False


def read_rtf(data: bytes) -> Reading:
    """Paragraphs, headings by style, printed list marks, tables and footnotes; headers, footers and pictures are left out."""
    pen = _Pen()
    pen.run(data.decode("latin-1"))
    drafts = pen.drafts()
    settle(drafts)
    warnings = ("it has unaccepted changes: deleted text was left out; accept or reject them",) if pen.deleted else ()
    title = title_of(pen.title, drafts, anywhere=True)
    told = [f"running header or footer: {text[:80]}" for text in pen.running if text]
    told.extend(f"text nobody can see: {text[:120]}" for text in (" ".join(one.split()) for one in pen.unseen) if text)
    left_out = tuple(dict.fromkeys(told))
    return Reading(tuple(drafts), RTF, "rtf", title, left_out=left_out, warnings=warnings)


def rtf_text(data: bytes) -> str:
    """The words alone, a paragraph a line."""
    lines: list[str] = []
    for draft in read_rtf(data).drafts:
        lines.extend([draft.text] if draft.text else ["\t".join(cell.text for cell in row) for row in draft.rows])
    return "\n\n".join(lines)


@dataclass(frozen=True, slots=True)
class _Paragraph:
    text: str
    bold: bool
    level: int | None


class _Pen:
    def __init__(self) -> None:
        self.state = _State()
        self.kept: list[_State] = []
        self.look = _Look()
        self.fonts: dict[int, str] = {}
        self.styles: dict[int, str] = {}
        self.style_levels: dict[int, int] = {}
        self.default_page = "cp1252"
        self.found: list[_Paragraph | Draft] = []
        self.text: dict[str, str] = {"body": "", "note": "", "mark": "", "title": "", "run": "", "name": ""}
        self.bytes = bytearray()
        self.skip = 0  # fallback characters still to be passed over after a Unicode one
        self.starred = False
        self.all_bold = True
        self.row: _Row | None = None
        self.rows: list[_Row] = []
        self.notes: list[str] = []
        self.running: list[str] = []
        self.title = ""
        self.deleted = False
        self.unseen: list[str] = []
        self.whites: frozenset[int] = frozenset()
        self.font = self.numbered_style = 0

    def run(self, source: str) -> None:
        self.whites = whites_of(source)
        for match in TOKEN.finditer(source):
            word, number, code, symbol, brace, plain = match.groups()
            if code is not None or plain is not None:
                self._say_bytes(bytes([int(code, 16)]) if code is not None else plain.encode("latin-1"))
                continue
            self._flush_bytes()
            if brace == "{":
                self._open()
            elif brace == "}":
                self._close()
            elif symbol is not None:
                self._symbol(symbol)
            elif word is not None:
                self._word(word, int(number) if number else None)
        self._flush_bytes()
        self._end_paragraph()
        self._end_table()

    def _open(self) -> None:
        if len(self.kept) >= _MAX_DEPTH:
            raise LimitError(f"its groups are nested deeper than {_MAX_DEPTH} levels", "save it in another format")
        self.kept.append(self.state)
        self.skip = 0

    def _close(self) -> None:
        inner, self.starred, self.skip = self.state.into, False, 0
        if self.kept:
            self.state = self.kept.pop()
        if inner == self.state.into:
            return
        text = " ".join(self.text.get(inner, "").split())
        if inner == "note":
            self.notes.append(text)
        elif inner == "run":
            self.running.append(text)
        elif inner == "title":
            self.title = text
        elif inner == "mark":
            self.text["body"] += f"{text} " if text else ""
        elif inner == "name":
            self._name(self.text["name"])
        if inner != "body":
            self.text[inner] = ""

    def _name(self, text: str) -> None:
        """An entry of the style sheet has ended."""
        name = text.strip().rstrip(";").strip()
        if name:
            self.styles[self.numbered_style] = name

    def _symbol(self, symbol: str) -> None:
        if symbol == "*":
            self.starred = True
        elif symbol in "\r\n":
            self._layout("par", 0)
        elif symbol in SYMBOLS:
            self._say(SYMBOLS[symbol])

    def _word(self, word: str, number: int | None) -> None:
        starred, self.starred = self.starred, False
        if word in SILENT or (starred and word not in SPEAKING_STARRED):
            self.state = replace(self.state, into="nowhere")
        elif word in RUNNING:
            self.state = replace(self.state, into="run")
        elif word in ("fonttbl", "stylesheet", "info", "footnote", "listtext", "pntext", "title"):
            into = {"footnote": "note", "listtext": "mark", "pntext": "mark", "title": "title", "stylesheet": "styles"}
            self.state = replace(self.state, into=into.get(word, "nowhere" if word == "info" else "fonts"))
        elif word == "u" and number is not None:
            self._say(chr(number % 0x10000))
            self.skip = self.state.fallbacks
        elif word in SIGNS or word in ("cell", "row", "trowd", "cellx", "pard", "clmgf", "clmrg", "clvmgf", "clvmrg"):
            self._layout(word, number or 0)
        else:
            self._setting(word, number)

    def _setting(self, word: str, number: int | None) -> None:
        value = number if number is not None else 1
        if word == "ansicpg":
            self.default_page = f"cp{value}" if value != 65001 else "utf-8"
            self.state = replace(self.state, page=self.default_page)
        elif word == "uc":
            self.state = replace(self.state, fallbacks=max(0, min(value, 8)))
        elif word == "f":
            self.font = value
            if self.state.into != "fonts":
                self.state = replace(self.state, page=self.fonts.get(value, self.default_page))
        elif word == "fcharset" and value in CHARSETS:
            self.fonts[self.font] = self.default_page if value == 0 else CHARSETS[value]
        elif word == "b":
            self.state = replace(self.state, bold=value != 0)
        elif word == "plain":
            self.state = replace(self.state, bold=False, quiet=False, colour=0, size=24, backed=False)
        elif word == "cf":
            self.state = replace(self.state, colour=value)
        elif word == "fs":
            self.state = replace(self.state, size=value)
        elif word in BACKS:
            self._backed(word, value)
        elif word in ("v", "deleted"):
            self.deleted = self.deleted or (word == "deleted" and value != 0)
            gone = value != 0 if word == "deleted" else self.state.gone
            self.state = replace(self.state, quiet=value != 0, gone=gone)
        elif word == "outlinelevel" and value < 9 and self.state.into == "name":
            self.style_levels[self.numbered_style] = value + 1
        elif word in ("s", "cs") and self.state.into in ("styles", "name"):
            self.numbered_style = value if word == "s" else -1
            self.state = replace(self.state, into="name")
        elif self.state.into == "body":
            self._look(word, value)

    def _backed(self, word: str, value: int) -> None:
        """A colour behind letters, a paragraph or a cell; the first of the table is none."""
        backed = value not in self.whites and value != 0
        if word in ("cbpat", "shading"):
            self.look.backed = backed
        elif word == "clcbpat" and self.row:
            self.row.backed = self.row.backed or backed
        else:
            self.state = replace(self.state, backed=backed)

    def _is_unseen(self) -> bool:
        """White letters with nothing behind them, or letters of a point and less."""
        backed = (
            self.state.backed or self.look.backed or (self.look.in_table and self.row is not None and self.row.backed)
        )
        return (self.state.colour in self.whites and not backed) or self.state.size <= TINY

    def _look(self, word: str, value: int) -> None:
        if word == "intbl":
            self.look.in_table = True
        elif word == "outlinelevel" and value < 9:
            self.look.outline = value + 1
        elif word == "s":
            self.look.style = value

    def _layout(self, word: str, number: int) -> None:
        if self.state.into not in ("body", "note", "mark", "run", "title"):
            return
        if word == "trowd":
            self.row = _Row()
        elif word in ("clmrg", "clvmrg") and self.row:
            self.row.next_join = "right" if word == "clmrg" else "down"
        elif word == "cellx" and self.row:
            self.row.edges.append(number)
            self.row.joins.append(self.row.next_join)
            self.row.next_join = ""
        elif word == "cell" and self.state.into == "body":
            self.row = self.row or _Row()
            self.row.texts.append(self._taken())
        elif word == "row" and self.state.into == "body" and self.row:
            self.rows.append(self.row)
            self.row = replace(self.row, texts=[])
        elif word == "pard":
            self.look = _Look()
        elif word == "par" and self.state.into == "body":
            self._paragraph_mark()
        elif word in SIGNS:
            self._say(SIGNS[word])

    def _paragraph_mark(self) -> None:
        if self.look.in_table and self.row is not None:
            self.text["body"] += "\n"
        else:
            self._end_paragraph()

    def _say_bytes(self, data: bytes) -> None:
        if self.skip and data:
            passed = min(self.skip, len(data))
            self.skip, data = self.skip - passed, data[passed:]
        self.bytes += data

    def _flush_bytes(self) -> None:
        if self.bytes:
            data, self.bytes = bytes(self.bytes), bytearray()
            try:
                self._say(data.decode(self.state.page, "replace"))
            except LookupError:
                self._say(data.decode("cp1252", "replace"))

    def _say(self, text: str) -> None:
        into = self.state.into
        if into not in self.text:
            return
        if self.state.quiet or (into in ("body", "note") and self._is_unseen()):
            if not self.state.gone and text.strip():
                self.unseen.append(text)
            return
        self.text[into] += text
        if into == "body" and text.strip() and not self.state.bold:
            self.all_bold = False

    def _taken(self) -> str:
        text = self.text["body"].encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        self.text["body"], self.all_bold = "", True
        return "\n".join(line.strip() for line in text.split("\n")).strip()

    def _end_paragraph(self) -> None:
        bold = self.all_bold
        text = self._taken()
        if text:
            self._end_table()
            self.found.append(_Paragraph(text, bold, self._level()))
        self._end_notes()

    def _end_notes(self) -> None:
        self.found.extend(Draft("footnote", note, link="footnote_of") for note in self.notes if note)
        self.notes = []

    def _level(self) -> int | None:
        """What the paragraph says itself wins over its style's name and its style's level."""
        match = _HEADING.match(self.styles.get(self.look.style, ""))
        named = int(match[1]) if match and match[1] != "0" else self.style_levels.get(self.look.style)
        return self.look.outline or named

    def drafts(self) -> list[Draft]:
        """Blocks in order, once it is known whether the document marks its headings."""
        styled = any(isinstance(one, _Paragraph) and one.level for one in self.found)
        drafts: list[Draft] = []
        for one in self.found:
            if isinstance(one, _Paragraph):
                drafts.append(titled(one.text, one.level) if one.level else by_hand(one.text, one.bold, styled))
            else:
                if one.kind == "footnote":
                    one.link_to = next((draft.kind for draft in reversed(drafts) if draft.kind != "footnote"), None)
                drafts.append(one)
        return drafts

    def _end_table(self) -> None:
        rows, self.rows = self.rows, []
        if rows:
            self.found.extend(table_drafts(_grid(rows), GridRules()))
            self._end_notes()


def _grid(rows: list[_Row]) -> list[list[GridCell]]:
    """Columns are the borders that any row draws; a cell covers those between its own."""
    edges: list[int] = []
    for edge in sorted({edge for row in rows for edge in row.edges}):
        if not edges or edge - edges[-1] > _NEAR:
            edges.append(edge)
    grid: list[list[GridCell]] = []
    above: dict[int, GridCell] = {}
    for row in rows:
        cells: list[GridCell] = []
        column = 1
        for at, text in enumerate(row.texts):
            border = row.edges[at] if at < len(row.edges) else -1
            last = max(column, next((n for n, e in enumerate(edges, 1) if border >= 0 and e >= border - _NEAR), column))
            join = row.joins[at] if at < len(row.joins) else ""
            if join == "right" and cells and not text:
                cells[-1].columns += last - column + 1
            elif join == "down" and column in above and not text:
                above[column].rows += 1
            else:
                cell = GridCell(text, column, last - column + 1)
                cells.append(cell)
                above[column] = cell
            column = last + 1
        grid.append(cells)
    return grid
