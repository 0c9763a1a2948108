"""What structure does a plain text file or a log show?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from opora.reading.assemble import Draft, Reading
from opora.reading.decode import decode
from opora.reading.numbering import Opening, is_all_caps, is_bullet, list_mark, looks_like_title, opening
from opora.reading.sequence import lettered_lines, settle
from opora.reading.turns import is_conversation

_RULE = re.compile(r"\s*([=\-~*_#^])\1{2,}\s*")
_UNDERLINE = re.compile(r"\s*(=+|-+|~+)\s*")
_LOG_LINE = re.compile(
    r"\s*[\[(]?(?:\d{4}[-/.]\d\d[-/.]\d\d[T ]\d\d:\d\d|\d\d[./]\d\d[./]\d{4}[ ,]+\d\d:\d\d|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d)"
)
_ENDS = ".;:!?"
_WRAP_MIN, _WRAP_MAX = 40, 130


def read_plain(data: bytes) -> Reading:
    """Paragraphs at blank lines, headings and clauses where they show themselves, list items with their marks.

    Lines that were only wrapped are joined by a space; other line breaks stay. A conversation is left as it stands: see
    ``as_turns``.
    """
    text, encoding, warnings = decode(data)
    drafts = drafts_of(text)
    title = next((draft.text for draft in drafts if draft.kind == "heading"), "")
    return Reading(tuple(drafts), "text/plain", "plain", title, warnings=warnings, meta=(("encoding", encoding),))


def drafts_of(text: str) -> list[Draft]:
    groups = list(_groups(text))
    if is_conversation([line for group in groups for line in group]):
        return [Draft("paragraph", "\n".join(group)) for group in groups]
    if _is_log(groups):
        return [Draft("paragraph", line) for group in groups for line in group]
    width = _wrap_width(groups)
    lettered = lettered_lines(line for group in groups for line in group)
    drafts: list[Draft] = []
    for number, group in enumerate(groups):
        drafts.extend(_Group(group, width, number == 0 and len(groups) > 1, lettered).drafts())
    settle(drafts)
    return drafts


def _groups(text: str) -> Iterator[list[str]]:
    """Runs of lines between blank lines, form feeds and drawn rules; an underline stays with its title."""
    group: list[str] = []
    for line in text.replace("\f", "\n\n").split("\n"):
        line = line.rstrip()
        rule = _RULE.fullmatch(line)
        if not line.strip() or (rule and not (len(group) == 1 and _underlines(group[0], line))):
            if group:
                yield group
            group = []
        elif rule:
            yield [*group, line]
            group = []
        else:
            group.append(line)
    if group:
        yield group


def _underlines(title: str, line: str) -> bool:
    return (
        _UNDERLINE.fullmatch(line) is not None
        and abs(len(line.strip()) - len(title.strip())) <= 3
        and looks_like_title(title.rstrip(" .:"), 120)
    )


def _is_log(groups: list[list[str]]) -> bool:
    lines = [line for group in groups[:200] for line in group][:500]
    return len(lines) >= 3 and sum(1 for line in lines if _LOG_LINE.match(line)) >= 0.6 * len(lines)


def _wrap_width(groups: list[list[str]]) -> int:
    """The column lines were wrapped at, or 0 when they were not."""
    inner = sorted(len(line) for group in groups for line in group[:-1] if len(group) > 1)
    if not inner:
        return 0
    width = inner[int(len(inner) * 0.95)]
    return width if _WRAP_MIN <= width <= _WRAP_MAX else 0


class _Group:
    """One run of lines: which of them begin something of their own?"""

    def __init__(self, lines: list[str], width: int, first: bool, lettered: frozenset[str]) -> None:
        self.lettered = lettered
        self.lines = lines
        self.width = width
        self.first = first

    def drafts(self) -> list[Draft]:
        lines = self.lines
        if len(lines) == 2 and _underlines(lines[0], lines[1]):
            return [_heading(lines[0], opening(lines[0]), 1 if "=" in lines[1] else 2)]
        if len(lines) == 1:
            heading = self._lone_heading(lines[0])
            if heading:
                return [heading]
        return [draft for part in self._parts() for draft in self._draft(part)]

    def _lone_heading(self, line: str) -> Draft | None:
        found = opening(line)
        if found and found.named and len(line) <= 160:
            return _heading(line, found)
        if found and looks_like_title(found.rest):
            return _heading(line, found)
        if is_all_caps(line) and looks_like_title(line.rstrip(" .:"), 120):
            return _heading(line, None, 1)
        if self.first and looks_like_title(line) and not list_mark(line, self.lettered):
            return _heading(line, None, 1)
        return None

    def _parts(self) -> list[list[str]]:
        """Lines cut where one opens a clause or list item, or where the one before was not wrapped."""
        parts: list[list[str]] = []
        for line in self.lines:
            if parts and not self._begins(line, parts[-1][-1]) and self._continues(parts[-1][-1]):
                parts[-1].append(line)
            else:
                parts.append([line])
        return parts

    def _begins(self, line: str, before: str) -> bool:
        """A number or dash at the start of a line that only wrapped there is part of the sentence."""
        if self._wrapped(before, line) and before.rstrip()[-1:] not in _ENDS:
            return False
        return opening(line) is not None or list_mark(line, self.lettered) is not None

    def _continues(self, before: str) -> bool:
        """A line that is longer than any wrap is a paragraph by itself."""
        return len(before) <= _WRAP_MAX

    def _draft(self, part: list[str]) -> list[Draft]:
        head = part[0]
        found, mark = opening(head), list_mark(head, self.lettered)
        text = self._joined(part)
        if found and found.named and len(part) == 1 and len(head) <= 160 and len(self.lines) > 1:
            return [_heading(head, found)]
        if mark and not (found and found.depth > 1):
            body = self._joined([mark[1], *part[1:]]) if is_bullet(mark[0]) else text
            return [Draft("list_item", body)]
        if found:
            return [Draft("paragraph", text, section=found.number)]
        return [Draft("paragraph", text)]

    def _joined(self, lines: list[str]) -> str:
        """A break is kept unless the line above it was full and the text runs on."""
        text = lines[0].strip()
        for above, line in pairwise(lines):
            text += (" " if self._wrapped(above, line) else "\n") + line.strip()
        return text

    def _wrapped(self, above: str, line: str) -> bool:
        if not self.width:
            return False
        next_word = line.split()[0] if line.split() else ""
        return len(above) + 1 + len(next_word) > self.width * 0.85 and "  " not in above.strip() and "\t" not in above


def _heading(line: str, found: Opening | None, level: int | None = None) -> Draft:
    if level is None:
        level = (found.depth if found.named else found.depth + 1) if found else 2
    scope = found.scope if found else None
    number = found.number if found and not scope else None
    return Draft("heading", line.strip(), level=level, section=number, scope=scope)
