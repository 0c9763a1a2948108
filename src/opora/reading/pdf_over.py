"""Does a number that a page or a column ends with go on at the top of the next one?"""

from __future__ import annotations

import re
from collections.abc import Sequence

from opora.reading.pdf_amounts import broken_inside, is_money, may_group
from opora.reading.pdf_chunks import Chunk
from opora.reading.pdf_lines import Line
from opora.reading.pdf_marks import list_marker, titled

_LEADERS = re.compile(r"(?:[.…·_]\s?){4,}\s*[\dIVXLCivxlc]*$")  # of a line in a table of contents
_SPOKEN = re.compile(r"[^\W\d_]{2}")
_COUNTED = re.compile(r"^\(?(\d{1,4})[.)]?$")
_REFERS = re.compile(
    r"^\(?(№|п|пп|пункт\w*|ст|стат\w+|разд\w*|розд\w*|глав\w*|част\w*|прил\w*|додат\w*|стр|с|рис|табл\w*"
    r"|nr|no|art|alin|lit|pct|punct\w*|articol\w*|cap\w*|anex\w*|pag\w*|p|pp|sections?|clauses?|articles?|pages?|items?"
    r"|figures?|tables?|fig|tab|part|chapter)\.?$",
    re.I,
)
_TEXTS = ("paragraph", "list_item", "heading", "note")
_STRIP = 2.0  # of the font size: what stands farther from the word before it is in a column of its own


def join(last: Chunk, chunk: Chunk) -> None:
    """Give the lines of ``chunk`` to the text it goes on with."""
    if last.kind == "heading":
        last.kind = "list_item" if list_marker(last.text) else "paragraph"
    last.lines.extend(chunk.lines)
    last.sheet = chunk.sheet


def half_of(chunks: Sequence[Chunk], chunk: Chunk) -> Chunk | None:
    """The text that ends in a number which ``chunk`` goes on with; tables and captions may stand between."""
    if chunk.kind not in _TEXTS or chunk.settled or not _is_upright(chunk):
        return None
    for one in reversed(chunks):
        if one.kind in _TEXTS and _is_upright(one):
            fits = one.fixed is None and not one.settled and one.sheet >= chunk.sheet - 1 and moved(one, chunk)
            return one if fits and _goes_on(one.lines, chunk.lines[0]) else None
    return None


def _is_upright(chunk: Chunk) -> bool:
    return bool(chunk.lines) and chunk.lines[0].words[0].upright


def moved(last: Chunk, chunk: Chunk) -> bool:
    """Whether text of one look goes on in another place: on a new page or higher up, in the next column."""
    end, start = last.lines[-1], chunk.lines[0]
    elsewhere = end.page != start.page or start.base < end.base
    return elsewhere and abs(end.size - start.size) < 0.1 * end.size and end.bold == start.bold


def _goes_on(lines: Sequence[Line], start: Line) -> bool:
    """Whether ``lines``, the last of a page or column, end in a piece of a number or amount that ``start`` goes on with.

    Where nobody can tell (``70`` and ``215 …``), the two are held together: a half is never told as the whole.
    """
    end = lines[-1]
    before, after = [word.text for word in end.spoken[-2:]], [word.text for word in start.spoken[:3]]
    if not _broken(before, after):
        return False
    if not any(_SPOKEN.search(line.text) for line in lines[-2:]) or _LEADERS.search(end.text):
        return False
    if len(lines) == 1 and (titled(end.text) or len(end.words) == 1):
        return False
    if any(_counts_on(line.words[0].text, after[0]) for line in (lines[0], end)):
        return False
    return not _apart(end)


def _broken(before: Sequence[str], after: Sequence[str]) -> bool:
    left, right = before[-1], after[0]
    if left.endswith(".") and len(before) > 1 and _REFERS.match(before[0]):  # “under clause 4.” ends there
        return False
    if broken_inside(before, after, False) or may_group(left, right):
        return True
    return (left[-1].isdigit() and is_money(right)) or (is_money(left) and right[0].isdigit())


def _counts_on(first: str, then: str) -> bool:
    """``214.`` and ``215.``: items or rows that are numbered, not a number that goes on."""
    one, two = _COUNTED.match(first), _COUNTED.match(then)
    return one is not None and two is not None and int(two[1]) == int(one[1]) + 1


def _apart(line: Line) -> bool:
    """The last word stands in a column of its own, as in a table or a list of contents."""
    return len(line.words) > 1 and line.words[-1].box.left - line.words[-2].box.right > _STRIP * line.size
