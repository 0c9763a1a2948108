"""Which lines make one heading, paragraph, list item, note or table?"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from opora.domain.document import BlockKind
from opora.reading.assemble import Draft
from opora.reading.pdf_chunks import Chunk
from opora.reading.pdf_fields import Fixed
from opora.reading.pdf_footnotes import foot_of, mark_of
from opora.reading.pdf_layout import Column, Item, Sheet, column
from opora.reading.pdf_lines import Line, flow, listing, rows
from opora.reading.pdf_marks import (
    EXCEPTION,
    NOTE,
    goes_on_at_mark,
    is_caption,
    list_marker,
    looks_unfinished,
    section_number,
    titled,
)
from opora.reading.pdf_over import half_of, join, moved
from opora.reading.pdf_regions import regions
from opora.reading.pdf_rows import table_draft, take_over
from opora.reading.pdf_tables import Table, ruled_tables
from opora.reading.pdf_titles import titles_among
from opora.reading.pdf_turned import Frame
from opora.reading.pdf_unruled import unruled_tables
from opora.reading.sequence import lettered_lines

_FULL = 18  # characters of a line that may be full
_NOTED = re.compile(r"[*†‡⁰¹²³⁴-⁹]|\d{1,3}\)")
_LEADERS = re.compile(r"(?:[.…·_]\s?){4,}\s*[\dIVXLCivxlc]*$")  # of a line in a table of contents


@dataclass(frozen=True, slots=True)
class Look:
    """How the document's running text looks: its size, and whether it is bold; the sizes of its headings, big first."""

    size: float
    bold: bool
    sizes: tuple[float, ...] = ()
    mono: bool = False  # the running text itself is of fixed width: nothing is told by it
    known: tuple[tuple[float, int], ...] = ()  # sizes of headings whose level the document itself gives
    lettered: frozenset[str] = frozenset()  # lines of the page that open a list item with a letter and a dot


def find_tables(sheet: Sheet) -> None:
    """Find the ruled tables of a page; their words stay in ``sheet.words`` until the page is split."""
    sheet.tables = ruled_tables(sheet.rules, sheet.words)


def part_sides(sheet: Sheet, frames: Sequence[Frame]) -> None:
    """What runs sideways and stands in no table of the page becomes a page of its own, in the frame that makes it upright."""
    celled = {id(word) for table in sheet.tables for word in table.words()}
    turned = {id(word.turned) for word in sheet.words if word.turned is not None and id(word) not in celled}
    sheet.words = [word for word in sheet.words if word.turned is None or id(word) in celled]
    for frame in frames:
        own = [word for word in frame.found.words if id(word) in turned]
        if own:
            side = Sheet(sheet.number, frame.width, frame.height, sheet.label, own, frame.rules, quarter=frame.quarter)
            side.chars = sum(len(word.text) for word in own)
            find_tables(side)
            sheet.sides.append(side)


def drafts_of(sheets: Sequence[Sheet], left_out: list[str]) -> list[Draft]:
    """Drafts of the whole document in reading order; tables and paragraphs that run over a page are joined."""
    look = _look(sheets)
    chunks: list[Chunk] = []
    for sheet in sheets:
        for part in sheet.parts:
            for chunk in _page_chunks(part, look):
                chunk.aside = part is not sheet and part.chars < 0.5 * sheet.chars
                if chunk.aside and chunk.kind == "heading":
                    chunk.kind = "paragraph"  # beside the text of the page, not over it
                _append(chunks, chunk, left_out)
    look = replace(look, sizes=_heading_sizes(chunks, look), known=_known_levels(chunks))
    labels = {sheet.number: sheet.label for sheet in sheets}
    return _drafts(chunks, look, labels)


def _look(sheets: Sequence[Sheet]) -> Look:
    sizes: Counter[float] = Counter()
    bold: Counter[bool] = Counter()
    mono: Counter[bool] = Counter()
    for part in (part for sheet in sheets for part in sheet.parts):
        for word in part.words:
            sizes[round(word.size, 1)] += len(word.text)
            bold[word.bold] += len(word.text)
            mono[word.mono] += len(word.text)
    if not sizes:
        return Look(10.0, False)
    return Look(sizes.most_common(1)[0][0], bold[True] > bold[False], mono=mono[True] > 0.5 * mono[False])


def _page_chunks(sheet: Sheet, look: Look) -> list[Chunk]:
    chunks: list[Chunk] = []
    for region in regions(sheet.lines, [*sheet.tables, *sheet.fixed], look.mono):
        lines, found = region.lines, [region.table] if region.table else _unruled(region.lines, look)
        if found:
            taken = {id(word) for table in found for word in table.words()}
            lines = rows(word for line in lines for word in line.words if id(word) not in taken)
        chunks += _column_chunks(column([*lines, *region.tables, *found]), look, sheet, chunks[-1] if chunks else None)
    celled = {id(word) for table in sheet.tables for word in table.words()}
    turned = [word for word in sheet.words if not word.upright and id(word) not in celled]
    if turned:
        chunks.append(Chunk("paragraph", [Line(turned)], sheet=sheet.number))
    return [chunk for chunk in chunks if chunk.kind != "footnote"] + [c for c in chunks if c.kind == "footnote"]


def _unruled(lines: Sequence[Line], look: Look) -> list[Table]:
    """Unruled tables between the lines of code, which are aligned as well."""
    out: list[Table] = []
    for coded, run in itertools.groupby(lines, key=lambda line: line.mono and not look.mono):
        if not coded:
            out.extend(unruled_tables(list(run)))
    return out


def _column_chunks(column: Column, look: Look, sheet: Sheet, over: Chunk | None) -> list[Chunk]:
    lines = [item for item in column.items if isinstance(item, Line)]
    items = list(column.items)
    notes = _take_foot(items, look, sheet)
    titles = _titles(items, sheet)
    leading = _leading(lines)
    look = replace(look, lettered=lettered_lines(line.text for line in lines))
    out: list[Chunk] = []
    previous: Line | None = None
    for at, item in enumerate(items):
        if at in titles:
            level, opens = titles[at]
            if opens:
                out.append(Chunk("heading", sheet=sheet.number, right=column.right, settled=True, level=level))
            out[-1].lines.append(item)  # type: ignore[arg-type]
            previous = None
            continue
        if isinstance(item, Table):
            out.append(Chunk("table", table=item, sheet=sheet.number))
            previous = None
            continue
        if isinstance(item, Fixed):
            out.append(Chunk(item.kind, item.lines, sheet=sheet.number, fixed=item))
            previous = None
            continue
        coded = item.mono and not look.mono
        if previous is not None and coded and previous.mono:
            new = item.base - previous.base > 3.5 * item.size
        else:
            new = previous is None or _starts_new(out[-1].lines, previous, item, (leading, column, look.lettered))
            new = new or previous is None or (previous.mono != item.mono and not look.mono)
        if new:
            out.append(Chunk("paragraph", sheet=sheet.number, right=column.right))
        out[-1].lines.append(item)
        previous = item
    for at, chunk in enumerate(out):
        if chunk.table is None and chunk.fixed is None and not chunk.settled:
            before = out[at - 1] if at else over if _stands_over(over, chunk) else None
            chunk.kind = _kind(chunk, before, look, sheet)
    return [*out, *notes]


def _take_foot(items: list[Item], look: Look, sheet: Sheet) -> list[Chunk]:
    """Take the footnotes off the end of a column."""
    start = next((at for at in range(len(items), 0, -1) if not isinstance(items[at - 1], Line)), 0)
    tail = [item for item in items[start:] if isinstance(item, Line)]
    foot = foot_of(tail, sheet, look.size)
    if foot is None:
        return []
    del items[start + foot.start : start + foot.end]
    return [Chunk("footnote", list(lines), sheet=sheet.number, settled=True, mark=mark) for mark, lines in foot.notes]


def _titles(items: Sequence[Item], sheet: Sheet) -> dict[int, tuple[int, bool]]:
    """Of the items, the lines of headings that the document names: their level, and whether a heading opens there."""
    places = [at for at, item in enumerate(items) if isinstance(item, Line)] if sheet.titles else []
    found = titles_among([item for item in items if isinstance(item, Line)], sheet.titles) if places else {}
    return {places[at + more]: (level, more == 0) for at, (level, count) in found.items() for more in range(count)}


def _stands_over(over: Chunk | None, chunk: Chunk) -> bool:
    """Whether a table, found by itself, ends above the first chunk of what follows."""
    return over is not None and over.table is not None and over.table.bottom <= chunk.lines[0].base


def _leading(lines: Sequence[Line]) -> float:
    steps = sorted(
        round(b.base - a.base, 1) for a, b in itertools.pairwise(lines) if 0 < b.base - a.base < 2.2 * b.size
    )
    return steps[len(steps) // 3] if steps else 0.0


def _starts_new(lines: Sequence[Line], before: Line, line: Line, place: tuple[float, Column, frozenset[str]]) -> bool:
    leading, column, lettered = place
    step = line.base - before.base
    size = max(before.size, line.size)
    if step > 1.28 * max(leading, 1.05 * size) or step > 2.2 * size or step < 0:
        return True
    if abs(before.size - line.size) > 0.12 * size or before.bold != line.bold:
        return True
    marked = list_marker(line.text, lettered) or (section_number(line.text) and line.left <= lines[0].left + 2)
    if marked and not _breaks_at_mark(lines, line, column):
        return True
    if is_caption(line.text) or (NOTE.match(line.text) and before.right < column.right - 2 * size):
        return True
    short = before.right < column.right - 0.15 * (column.right - column.left)
    ended = before.text.rstrip('»"”’)').endswith((".", "!", "?", ":", ";"))
    if list_marker(lines[0].text, lettered):
        return line.left < lines[0].left - size or (line.left <= lines[0].left + 1 and short and ended)
    indented = line.left > before.left + 0.9 * size and line.left > column.left + 0.9 * size
    if indented and ended and len(lines) > 1:
        return True
    return short and ended and line.text[:1].isupper() and (before.text.endswith((".", ":")) and step > 1.1 * leading)


def _breaks_at_mark(lines: Sequence[Line], line: Line, column: Column) -> bool:
    """A sentence whose line is full goes on with a dash or a number, which only looks like the mark of an item."""
    before = lines[-1]
    if not (before.text[-1].isalpha() or before.text[-1] == ",") or list_marker(lines[0].text):
        return False
    return goes_on_at_mark(line.text) and _is_full(before, line, column.right)


def _is_full(before: Line, line: Line, right: float) -> bool:
    """Whether the first word of a line had no room at the end of the one before it."""
    word = line.words[0]
    return before.right + 0.25 * before.size + word.box.right - word.box.left > right - 0.5


def _kind(chunk: Chunk, before: Chunk | None, look: Look, sheet: Sheet) -> BlockKind:
    text, first = chunk.text, chunk.lines[0]
    small = first.size <= 0.92 * look.size
    if not look.mono and all(line.mono for line in chunk.lines) and (len(chunk.lines) > 1 or len(text.split()) > 2):
        return "code"
    if is_caption(text) and len(text) < 300:
        return "caption"
    if before is not None and (before.table is not None or before.kind == "note") and (NOTE.match(text) or small):
        return "note"
    if small and first.top > 0.6 * sheet.height and _NOTED.match(text):
        return "footnote"
    if _is_heading(chunk, text, look):
        return "heading"
    if list_marker(text) or first.text in look.lettered:
        return "list_item"
    return "paragraph"


def _is_heading(chunk: Chunk, text: str, look: Look) -> bool:
    first = chunk.lines[0]
    if len(chunk.lines) > 3 or len(text) > 180 or not re.search(r"[^\W\d]{2}", text):
        return False
    if _LEADERS.search(text):
        return False
    if first.size >= 1.15 * look.size:
        return True
    unfinished = not text.endswith((".", ";", ",")) or titled(text)
    if first.size < 0.95 * look.size or not unfinished or len(chunk.lines) > 2:
        return False
    bold = first.bold and not look.bold
    if bold and (not text.endswith(":") or section_number(text)):
        return True
    if titled(text) and len(text) < 120:
        return True
    words = text.split()
    if (
        section_number(text, loose=True)
        and len(words) <= 10
        and len(chunk.lines) == 1
        and not text.endswith((":", "."))
    ):
        return text[:1].isdigit() and words[-1].lower() not in ("and", "or", "и", "и/или")
    return text.isupper() and 4 <= len(text) <= 90 and len(chunk.lines) <= 2 and not re.search(r"\d{3}", text)


def _append(chunks: list[Chunk], chunk: Chunk, left_out: list[str]) -> None:
    """Add a chunk, or join it to the one it continues on a new page or column."""
    last = next((one for one in reversed(chunks) if one.kind != "footnote" and one.aside <= chunk.aside), None)
    if chunk.fixed is not None or (last is not None and last.fixed is not None):
        chunks.append(chunk)
        return
    if chunk.settled and chunk.kind == "footnote" and not chunk.mark:
        earlier = next((one for one in reversed(chunks) if one.kind == "footnote"), None)
        if earlier is not None and earlier.sheet == chunk.sheet - 1:
            earlier.lines.extend(chunk.lines)
            earlier.sheet = chunk.sheet
            return
    if last is not None and last.table is not None and chunk.table is not None and last.sheet != chunk.sheet:
        if take_over(last.table, chunk.table, left_out):
            last.sheet = chunk.sheet
            return
    elif last is not None and last.kind in ("paragraph", "list_item") and _continues(last, chunk):
        join(last, chunk)
        return
    half = half_of(chunks, chunk)
    if half is not None:
        join(half, chunk)
        return
    chunks.append(chunk)


def _continues(last: Chunk, chunk: Chunk) -> bool:
    if chunk.kind != "paragraph" or not moved(last, chunk):
        return False
    end, start = last.lines[-1], chunk.lines[0]
    if section_number(start.text) or (EXCEPTION.match(start.text) and start.text[:1].isupper()):
        return False
    full = len(end.text) >= _FULL and _is_full(end, start, last.right)
    return looks_unfinished(end.text, start.text, end.words[-1].soft, full)


def _heading_sizes(chunks: Sequence[Chunk], look: Look) -> tuple[float, ...]:
    sizes = {
        round(c.lines[0].size * 2) / 2 for c in chunks if c.kind == "heading" and c.lines[0].size >= 1.08 * look.size
    }
    return tuple(sorted(sizes, reverse=True))


def _known_levels(chunks: Sequence[Chunk]) -> tuple[tuple[float, int], ...]:
    """The level that most headings of a size have in the outline or by their tags."""
    votes: dict[float, Counter[int]] = {}
    for chunk in chunks:
        if chunk.level:
            votes.setdefault(round(chunk.lines[0].size * 2) / 2, Counter())[chunk.level] += 1
    return tuple((size, levels.most_common(1)[0][0]) for size, levels in votes.items())


def _level(chunk: Chunk, look: Look, number: str | None) -> int:
    if chunk.level:
        return chunk.level
    size = round(chunk.lines[0].size * 2) / 2
    if look.known and not number:  # what the document does not name ranks among what it names
        same = [level for known, level in look.known if known == size]
        bigger = [level for known, level in look.known if known > size]
        return min(6, same[0] if same else max(bigger, default=0) + 1)
    by_size = look.sizes.index(size) + 1 if size in look.sizes else len(look.sizes) + 1
    if number and re.fullmatch(r"[\d.]+", number):
        depth = number.strip(".").count(".")
        return min(6, max(depth + 1, min(by_size, depth + 2)))
    return min(6, by_size)


def _drafts(chunks: Sequence[Chunk], look: Look, labels: dict[int, str | None]) -> list[Draft]:
    out: list[Draft] = []
    for chunk in chunks:
        if chunk.table is not None:
            draft = table_draft(chunk.table)
            if out and out[-1].kind == "caption":
                draft.link, draft.link_to = "title_of", "caption"
        else:
            draft = _draft(chunk, look, out[-1] if out else None)
        draft.page_label = labels.get(draft.page or 0)
        out.append(draft)
    return out


def _draft(chunk: Chunk, look: Look, before: Draft | None) -> Draft:
    text, pieces = listing(chunk.lines) if chunk.kind == "code" else flow(chunk.lines)
    number = section_number(text, loose=chunk.kind == "heading") if chunk.kind in ("heading", "paragraph") else None
    draft = Draft(chunk.kind, text, page=chunk.lines[0].page, section=number, pieces=pieces)
    if chunk.fixed is not None:
        draft.under = chunk.fixed.under
        return draft
    if chunk.kind == "heading":
        draft.level = _level(chunk, look, number)
    elif chunk.kind == "footnote":
        draft.link, draft.link_at = "footnote_of", chunk.mark or mark_of(text) or "\0"
    elif chunk.kind == "note":
        draft.link, draft.link_to = "note_of", "table"
    elif EXCEPTION.match(text) and before is not None and before.kind in ("paragraph", "list_item"):
        draft.link, draft.link_to = "exception_of", before.kind
        draft.section = number or before.section
    return draft
