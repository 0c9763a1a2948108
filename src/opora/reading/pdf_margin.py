"""Which lines stand at the edges of the pages, and does the page set them apart from its body?"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from opora.reading.pdf_layout import Sheet, free_words
from opora.reading.pdf_lines import Line, rows

_EDGE = 0.13  # of the page's height
_NUMBER_EDGE = 0.22  # a page number alone may stand deeper in a wide margin
_DEPTH = 4  # lines from the edge
_WIDER = 1.15  # than the pitch of the body: white space that parts
_SMALLER = 0.95  # than the body: small text
_LARGER = 1.4  # than the body: a title
_NEAR = 8.0  # points between the baselines of one running line on two pages
_FEWEST = 3  # pitches that tell the one of a page
LONE = re.compile(
    r"^[-–— |]*(?:(page|стр\.?|страница|сторінка|стор\.?|с\.|pag\.?|pagina|p\.)?\s*(\d{1,4}|[ivxlc]{1,6})"
    r"(?:\s*(?:/|of|из|з|із|din|от)\s*\d{1,4})?)[-–— |.]*$",
    re.I,
)


@dataclass(frozen=True, slots=True)
class EdgeLine:
    """A line at the top or at the bottom edge of a page."""

    sheet: Sheet
    top: bool
    line: Line
    key: str  # what it says with its numbers left open
    apart: bool  # more white space than between lines of the body parts it from the body
    small: bool  # smaller than the body
    large: bool  # much bigger than the body, as titles are

    @property
    def numbers(self) -> list[str]:
        return re.findall(r"\d+", self.line.text)

    def near(self, other: EdgeLine) -> bool:
        """Whether both stand at the same height of their pages."""
        return abs(self.line.base - other.line.base) < _NEAR


def edge_lines(sheets: Sequence[Sheet]) -> list[EdgeLine]:
    """The lines at the edges of all pages, outermost first, top before bottom; sets the lines of every sheet."""
    picked: list[tuple[Sheet, bool, list[Line], Line | None]] = []
    pitches: dict[int, list[float]] = {}
    sizes: dict[float, int] = defaultdict(int)
    for sheet in sheets:
        sheet.lines = rows(free_words(sheet))
        head, foot = _at_edge(sheet.lines, sheet, True), _at_edge(sheet.lines[::-1], sheet, False)
        body = sheet.lines[len(head) : len(sheet.lines) - len(foot)]
        picked.append((sheet, True, head, body[0] if body else None))
        picked.append((sheet, False, foot, body[-1] if body else None))
        steps = [below.base - above.base for above, below in pairwise(body)]
        pitches[sheet.number] = [step for step in steps if step > 2]
        for line in body:
            sizes[round(line.size, 1)] += len(line.text)
    everywhere = [pitch for found in pitches.values() for pitch in found]
    usual = median(everywhere) if everywhere else 0.0
    size = max(sizes, key=lambda one: sizes[one]) if sizes else 0.0
    out: list[EdgeLine] = []
    for sheet, top, lines, following in picked:
        own = pitches[sheet.number]
        parting = _WIDER * (median(own) if len(own) >= _FEWEST else usual)
        inward = [*lines, following][1:]
        gaps = [abs(b.base - a.base) if b else None for a, b in zip(lines, inward, strict=True)]
        for at, line in enumerate(lines):
            apart = any(gap is None or gap > parting for gap in gaps[at:])
            small, large = line.size < _SMALLER * size, line.size > _LARGER * size > 0
            out.append(EdgeLine(sheet, top, line, _key(line.text), apart, small, large))
    return out


def _key(text: str) -> str:
    return "#" if LONE.match(text) else re.sub(r"\d+", "#", text).casefold()


def _at_edge(lines: list[Line], sheet: Sheet, top: bool) -> list[Line]:
    """Lines that white space parts from what follows them, outermost first."""
    picked: list[Line] = []
    for line in lines[:_DEPTH]:
        edge = _NUMBER_EDGE if LONE.match(line.text) else _EDGE
        limit = sheet.height * (edge if top else 1 - edge)
        if (line.bottom > limit) if top else (line.top < limit):
            break
        picked.append(line)
    following = lines[len(picked)] if len(picked) < len(lines) else None
    while picked and following is not None:
        last = picked[-1]
        gap = following.top - last.bottom if top else last.top - following.bottom
        columns = 1 + sum(
            1 for a, b in zip(last.words, last.words[1:], strict=False) if b.box.left - a.box.right > 1.2 * last.size
        )
        if gap > (1.5 if columns > 2 else 0.55) * max(last.size, following.size if columns > 2 else last.size):
            break
        following = picked.pop()
    return picked
