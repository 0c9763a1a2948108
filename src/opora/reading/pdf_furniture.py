"""Which lines are running headers, footers and page numbers?"""

from __future__ import annotations

from collections import defaultdict

from opora.reading.pdf_folio import Folios, lone_number, often
from opora.reading.pdf_layout import Sheet
from opora.reading.pdf_margin import EdgeLine, edge_lines

_MOST = 0.4  # of the pages: a line with no white space of its own that runs, on facing pages perhaps


def take_furniture(sheets: list[Sheet]) -> list[str]:
    """Take running lines off the pages; returns what was left out, one entry a kind of line with its pages.

    A line runs when it stands at the same height of several pages and says the same on them, or differs in nothing but
    the number of the page. A line that differs in any other number is what its page says.
    """
    found = edge_lines(sheets)
    needed = 2 if len(sheets) <= 4 else 3
    folios = Folios(found, needed, len(sheets))
    same: dict[tuple[bool, str], list[EdgeLine]] = defaultdict(list)
    for one in found:
        same[one.top, one.line.text.casefold()].append(one)
    taken: dict[tuple[bool, str], list[int]] = defaultdict(list)
    samples: dict[tuple[bool, str], str] = {}
    gone: set[tuple[int, int]] = set()
    for one in found:
        folio = folios.of(one)
        enough = needed if one.apart or one.small else max(needed, round(_MOST * len(sheets)))
        if folio is None and not often(one, same[one.top, one.line.text.casefold()], enough):
            continue
        one.sheet.label = one.sheet.label or (folio.printed if folio else lone_number(one.line))
        gone.update((one.sheet.number, id(word)) for word in one.line.words)
        taken[one.top, one.key].append(one.sheet.number)
        samples.setdefault((one.top, one.key), one.line.text)
    for sheet in sheets:
        sheet.words = [word for word in sheet.words if (sheet.number, id(word)) not in gone]
        sheet.lines = [line for line in sheet.lines if (sheet.number, id(line.words[0])) not in gone]
    return [
        f"running {'header' if side else 'footer'} “{samples[side, key]}” on {len(pages)} page{'s' if len(pages) > 1 else ''} ({pages[0]}-{pages[-1]})"
        for (side, key), pages in taken.items()
    ]
