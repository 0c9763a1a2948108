"""Which lines are running headers, footers and page numbers?"""

from __future__ import annotations

import re
from collections import defaultdict

from opora.reading.pdf_layout import Sheet, free_words
from opora.reading.pdf_lines import Line, rows

_EDGE = 0.13  # of the page's height
_NUMBER_EDGE = 0.22  # a page number alone may stand deeper in a wide margin
_DEPTH = 4  # lines from the edge
_NUMBER = re.compile(
    r"^[-–— |]*(?:page|стр\.?|страница|сторінка|стор\.?|с\.|pag\.?|pagina|p\.)?\s*(\d{1,4}|[ivxlc]{1,6})"
    r"(?:\s*(?:/|of|из|з|із|din|от)\s*\d{1,4})?[-–— |.]*$",
    re.I,
)
_NAMED = re.compile(
    r"(?:^|\s)(?:page|стр\.?|страница|сторінка|стор\.|pag\.|pagina)\s*(\d{1,4})(?:\s*(?:/|of|из|з|із|din)\s*\d+)?\W*$",
    re.I,
)


def take_furniture(sheets: list[Sheet]) -> list[str]:
    """Take running lines off the pages; returns what was left out, one entry a kind of line with its pages."""
    found = [(sheet, side, line) for sheet in sheets for side, line in _edge_lines(sheet)]
    keys = [(side, _key(line.text)) for _, side, line in found]
    places: dict[tuple[bool, str], list[tuple[int, float]]] = defaultdict(list)
    for (sheet, _, line), key in zip(found, keys, strict=True):
        places[key].append((sheet.number, line.base))
    needed = 2 if len(sheets) <= 4 else 3
    taken: dict[tuple[bool, str], list[int]] = defaultdict(list)
    samples: dict[tuple[bool, str], str] = {}
    gone: set[tuple[int, int]] = set()
    for (sheet, _side, line), key in zip(found, keys, strict=True):
        alike = {number for number, base in places[key] if abs(base - line.base) < 8}
        alone = bool(_NUMBER.match(line.text)) and _is_page_number(line.text, sheet, places[key], len(sheets))
        if len(alike) < needed and not alone:
            continue
        _label(sheet, line)
        gone.update((sheet.number, id(word)) for word in line.words)
        taken[key].append(sheet.number)
        samples.setdefault(key, line.text)
    for sheet in sheets:
        sheet.words = [word for word in sheet.words if (sheet.number, id(word)) not in gone]
        sheet.lines = [line for line in sheet.lines if (sheet.number, id(line.words[0])) not in gone]
    return [
        f"running {'header' if side else 'footer'} “{samples[side, key]}” on {len(pages)} page{'s' if len(pages) > 1 else ''} ({pages[0]}-{pages[-1]})"
        for (side, key), pages in taken.items()
    ]


def _key(text: str) -> str:
    if _NUMBER.match(text):
        return "#"
    return re.sub(r"\d+", "#", text).casefold()


def _is_page_number(text: str, sheet: Sheet, places: list[tuple[int, float]], count: int) -> bool:
    named = _NAMED.search(text)
    if named and int(named.group(1)) <= 9999:
        return True
    found = _NUMBER.match(text)
    return bool(
        found and found.group(1).isdigit() and int(found.group(1)) == sheet.number and (len(places) > 1 or count == 1)
    )


def _label(sheet: Sheet, line: Line) -> None:
    found = _NUMBER.match(line.text) or _NAMED.search(line.text)
    if found and not sheet.label:
        sheet.label = found.group(1)


def _edge_lines(sheet: Sheet) -> list[tuple[bool, Line]]:
    """The lines at the top (True) and at the bottom edge of a page that white space parts from the body."""
    sheet.lines = rows(free_words(sheet))
    sides = ((True, sheet.lines), (False, sheet.lines[::-1]))
    return [(top, line) for top, lines in sides for line in _at_edge(lines, sheet, top)]


def _at_edge(lines: list[Line], sheet: Sheet, top: bool) -> list[Line]:
    """Outermost first."""
    picked: list[Line] = []
    for line in lines[:_DEPTH]:
        edge = _NUMBER_EDGE if _NUMBER.match(line.text) else _EDGE
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
