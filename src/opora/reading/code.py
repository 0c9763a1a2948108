"""Which definitions does a source file hold, and where may it be cut without cutting a statement?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from opora.reading.assemble import Draft, Reading
from opora.reading.code_languages import LANGUAGES, parser_for
from opora.reading.decode import decode

if TYPE_CHECKING:
    from tree_sitter import Node

_MOST = 1_000  # characters of a block: a statement that is longer stays whole where it cannot be cut at inner ones
_MAX_DEPTH = 60
_DEFINES = re.compile(
    r"(?:^|_)(?:function|method|class|struct|interface|trait|impl|enum|module|namespace|constructor|type|object|record|"
    r"union|singleton|property|package|decorated|export|internal_module)(?:_|$)"
)
_NAMES = ("name", "declarator", "type", "definition", "declaration")
_LEADS = ("comment", "line_comment", "block_comment", "doc_comment", "attribute_item", "decorator", "annotation")
_STATEMENT_END = re.compile(r";[ \t]*(?:--[^\n]*)?(?:\n|\Z)")
_MUCH_BROKEN = 0.2


@dataclass(frozen=True, slots=True)
class _Mark:
    """A line (from 0) at which a block begins, the name of what it defines, and the lines that open what it stands in."""

    line: int
    name: str
    under: tuple[str, ...]


def read_code(data: bytes, media_type: str) -> Reading:
    """One ``code`` block a function, class or run of small statements; ``section`` is its qualified name (``Plan.fee``).

    The blocks hold every line as written. A long definition is cut between its statements, never inside one.
    """
    text, encoding, warnings = decode(data)
    text = text.lstrip("\ufeff")
    parser = parser_for(media_type)
    if parser is None:
        marks = _at_semicolons(text)
    else:
        root = parser.parse(text.encode("utf-8", "replace")).root_node
        if _broken(root) > _MUCH_BROKEN:
            warnings = (*warnings, f"much of it is not valid {LANGUAGES[media_type][0]}; it is cut at blank lines")
            marks = _at_blank_lines(text)
        else:
            walk = _Walk(text)
            walk.inside(root, "", (), 0)
            marks = walk.marks
    return Reading(tuple(_drafts(text, marks)), media_type, "code", warnings=warnings, meta=(("encoding", encoding),))


def _drafts(text: str, marks: list[_Mark]) -> list[Draft]:
    lines = text.split("\n")
    first = _Mark(0, marks[0].name if marks and marks[0].line == 0 else "", ())
    marks = [first, *(mark for mark in marks if mark.line > 0)] if not marks or marks[0].line else marks
    drafts: list[Draft] = []
    for number, mark in enumerate(marks):
        stop = marks[number + 1].line if number + 1 < len(marks) else len(lines)
        drafts.append(Draft("code", "\n".join(lines[mark.line : stop]).rstrip(), section=mark.name, under=mark.under))
    return drafts


class _Walk:
    """Goes down the syntax tree and marks the lines where blocks begin."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.lengths = [0]
        for line in self.lines:
            self.lengths.append(self.lengths[-1] + len(line) + 1)
        self.marks: list[_Mark] = []

    def _size(self, first: int, last: int) -> int:
        return self.lengths[min(last + 1, len(self.lines))] - self.lengths[first]

    def _mark(self, line: int, name: str, under: tuple[str, ...]) -> None:
        if not self.marks or line > self.marks[-1].line:
            self.marks.append(_Mark(line, name, under))

    def inside(self, node: Node, name: str, under: tuple[str, ...], depth: int) -> None:
        """Mark the parts of a node that is too long for one block."""
        held = self.marks[-1].line if self.marks else -1  # where the block that is being filled begins
        lead: int | None = None
        named = False  # the block being filled is a definition: the next part opens another one
        for child in node.named_children:
            first, last = child.start_point[0], child.end_point[0]
            if child.type in _LEADS:
                lead = first if lead is None else lead
                continue
            begin, lead = (lead if lead is not None else first), None
            own = _name_of(child)
            full = ".".join(part for part in (name, own) if part)
            if own:
                self._mark(begin, full, under)
                held, named = begin, True
                if self._size(begin, last) > _MOST and depth < _MAX_DEPTH:
                    self._long(child, full, under, depth)
            elif named or held < 0 or self._size(held, last) > _MOST:
                self._mark(begin, name, under)
                held, named = begin, False
                if self._size(begin, last) > _MOST and depth < _MAX_DEPTH:
                    self.inside(child, name, under, depth + 1)
                    held = self.marks[-1].line

    def _long(self, child: Node, full: str, under: tuple[str, ...], depth: int) -> None:
        defined = child
        while (inner := defined.child_by_field_name("definition")) is not None:  # below its decorators
            defined = inner
        opening = " ".join(self.lines[defined.start_point[0]].split())[:120]
        body = _body(child)
        self.inside(body, full, (*under, opening), depth + 1)


def _body(node: Node) -> Node:
    """The part of a definition that holds its statements; its own definition for an export or a decorator."""
    for field in ("body", "definition", "declaration", "value"):
        found = node.child_by_field_name(field)
        if found is not None:
            return found if field == "body" else _body(found)
    blocks = [child for child in node.named_children if child.end_point[0] > child.start_point[0]]
    return max(blocks, key=lambda child: child.end_byte - child.start_byte) if blocks else node


def _name_of(node: Node, depth: int = 0) -> str:
    """What a node defines, or nothing when it defines nothing (a call, a loop, a plain variable)."""
    if depth > 6 or (node.type.endswith(("_call", "_expression", "_statement")) and node.type != "export_statement"):
        return ""
    if not _DEFINES.search(node.type):
        return ""
    for field in _NAMES:
        found = node.child_by_field_name(field)
        if found is None:
            continue
        inner = _name_of(found, depth + 1)
        if inner:
            return inner
        while found.child_by_field_name("declarator") is not None:  # C: the name is wrapped in what it is declared as
            found = found.child_by_field_name("declarator") or found
        if found.text and field != "definition" and field != "declaration":
            return re.sub(r"[^\w.~:-]+.*", "", found.text.decode("utf-8", "replace"), flags=re.S)[:80].replace(
                "::", "."
            )
    return ""


def _broken(root: Node) -> float:
    """Share of the file that the grammar could not make sense of."""
    if not root.has_error or not root.end_byte:
        return 0.0
    lost = 0
    todo = [root]
    while todo:
        node = todo.pop()
        if node.type == "ERROR":
            lost += node.end_byte - node.start_byte
        elif node.has_error:
            todo.extend(node.children)
    return lost / root.end_byte


def _at_semicolons(text: str) -> list[_Mark]:
    """Statements of SQL, small ones together; a semicolon inside quotes ends nothing."""
    marks: list[_Mark] = [_Mark(0, "", ())]
    start = 0
    for match in _STATEMENT_END.finditer(text):
        if text.count("'", 0, match.start()) % 2:
            continue
        if match.end() - start > _MOST // 2 and match.end() < len(text):
            marks.append(_Mark(text.count("\n", 0, match.end()), "", ()))
            start = match.end()
    return marks


def _at_blank_lines(text: str) -> list[_Mark]:
    marks = [_Mark(0, "", ())]
    size = 0
    blank = False
    for number, line in enumerate(text.split("\n")):
        if blank and line.strip() and size > _MOST // 2:
            marks.append(_Mark(number, "", ()))
            size = 0
        blank = not line.strip()
        size += len(line) + 1
    return marks
