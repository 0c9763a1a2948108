"""Which lines at the foot of a column are footnotes, and where does each begin?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from opora.reading.inline import raised
from opora.reading.pdf_layout import Sheet
from opora.reading.pdf_lines import Line
from opora.reading.pdf_rules import Rule

_OPENS = re.compile(r"(?P<mark>[⁰¹²³⁴-⁹]{1,3}|\*{1,4}|[†‡§]{1,2}|\d{1,3}(?=[.)]?\s))[.)]?\s*\S")
_RAISED = re.compile(r"(?<=[^\s⁰¹²³⁴-⁹])[⁰¹²³⁴-⁹]+")
_SMALL = 0.95  # of the running text
_SHORT = (20.0, 260.0)  # points: the line over footnotes does not cross the page
_AFTER = 2  # lines beyond a gap under the footnotes: what the edge of the page says on this page alone
_LOWER = 0.45  # of the page's height: no footnote stands above it


@dataclass(frozen=True, slots=True)
class Foot:
    """The footnotes of a column: where they begin and end among its lines, and each one's mark and lines.

    The first has no mark when it goes on from the page before.
    """

    start: int
    end: int
    notes: tuple[tuple[str, tuple[Line, ...]], ...]


def foot_of(lines: Sequence[Line], sheet: Sheet, size: float) -> Foot | None:
    """The footnotes at the end of a column's ``lines`` (top to bottom); ``size`` of the running text.

    A line opens them when its mark stands raised at a word of the page, and it is smaller than the text or a short rule
    stands over it; all lines below belong to them. Small lines under a short rule need no mark: they may be the rest of
    a note from the page before.
    """
    low = _LOWER * sheet.height
    rules = [
        rule for rule in sheet.rules if rule.level and rule.at > low and _SHORT[0] < rule.high - rule.low < _SHORT[1]
    ]
    called = " ".join(word.text for word in sheet.words)
    for at, line in enumerate(lines):
        if not at or line.top < low:
            continue
        small = line.size <= _SMALL * size
        parted = any(_parts(rule, lines[at - 1], line) for rule in rules)
        if not (small or parted) or any(below.size > max(line.size, _SMALL * size) + 0.3 for below in lines[at:]):
            continue
        end = next((n for n in range(at + 1, len(lines)) if _apart(lines[n - 1], lines[n])), len(lines))
        if len(lines) - end > _AFTER:
            continue
        mark = mark_of(line.text)
        if (small and parted) or (mark is not None and _is_called(mark, called)):
            return Foot(at, end, tuple(_notes(lines[at:end], called)))
    return None


def _apart(before: Line, line: Line) -> bool:
    return line.top - before.bottom > 1.1 * before.size


def _parts(rule: Rule, before: Line, line: Line) -> bool:
    return before.bottom - 1 <= rule.at <= line.top + 1 and abs(rule.low - line.left) < 40


def mark_of(text: str) -> str | None:
    """The mark a footnote opens with, raised: ``1) See …`` has ¹."""
    found = _OPENS.match(text)
    return raised(found["mark"], True) if found else None


def _is_called(mark: str, text: str) -> bool:
    """Whether a word of the text ends with the mark, and with all of it: ¹ is not called by ¹²."""
    if mark[0] in "⁰¹²³⁴⁵⁶⁷⁸⁹":
        return any(found[0] == mark for found in _RAISED.finditer(text))
    return re.search(rf"(?<=[\w.,;:!?»”)]){re.escape(mark)}(?![\w*])", text) is not None


def _notes(lines: Sequence[Line], called: str) -> list[tuple[str, tuple[Line, ...]]]:
    out: list[tuple[str, list[Line]]] = []
    for line in lines:
        mark = mark_of(line.text)
        if not out or (mark is not None and (_is_called(mark, called) or line.text[0] == mark[0])):
            out.append((mark or "", [line]))
        else:
            out[-1][1].append(line)
    return [(mark, tuple(part)) for mark, part in out]
