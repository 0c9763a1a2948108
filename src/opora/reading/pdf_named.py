"""Do names stand on the left, and beside each of them the text that is about it?"""

from __future__ import annotations

from collections.abc import Sequence

from opora.reading.pdf_prose import Text, beside, in_rows
from opora.reading.pdf_tables import GridCell, Table, finish


def named_rows(texts: Sequence[Text]) -> Table | None:
    """A row for each name, its texts in cells; None where the columns do not keep to the names of the first."""
    common = beside(texts)
    names = common[0]
    if not names.is_cells or names.valued >= 0.5 or not any(text.is_prose for text in common[1:]):
        return None
    modes = {in_rows(names, text) for text in common[1:]}
    if len(modes) > 1 or "" in modes:
        return None
    cells = _begun(names, texts, common) if modes == {"begun"} else _centred(names, common)
    words = [word for cell in cells for word in cell.words]
    left, top = min(word.box.left for word in words), min(word.box.top for word in words)
    right, bottom = max(word.box.right for word in words), max(word.box.bottom for word in words)
    edges = tuple(text.runs[0].left for text in texts)
    page, height, width = words[0].box.page, len(names.items), len(texts)
    return finish(Table(page, left, top, right, bottom, height, width, cells, edges))


def _begun(names: Text, texts: Sequence[Text], common: Sequence[Text]) -> list[GridCell]:
    """Cells whose first lines stand on the line of the name; the last row ends with what follows closely."""
    places = [item.runs[0].base - 0.3 * item.runs[0].size for item in names.items]
    bottom = max(_end(whole, part) for whole, part in zip(texts, common, strict=True)) + 1
    cells: dict[tuple[int, int], GridCell] = {}
    for column, text in enumerate(texts):
        for run in text.runs:
            if places[0] <= run.base <= bottom:
                row = sum(1 for place in places if place <= run.base) - 1
                cells.setdefault((row, column), GridCell(row, column)).words.extend(run.words)
    return list(cells.values())


def _centred(names: Text, common: Sequence[Text]) -> list[GridCell]:
    """Cells whose middle is as high as that of the name."""
    places = [item.middle for item in names.items]
    cells: dict[tuple[int, int], GridCell] = {}
    for column, text in enumerate(common):
        for item in text.items:
            row = min(range(len(places)), key=lambda n: abs(places[n] - item.middle))
            words = [word for run in item.runs for word in run.words]
            cells.setdefault((row, column), GridCell(row, column)).words.extend(words)
    return list(cells.values())


def _end(whole: Text, part: Text) -> float:
    """The baseline of the last line that follows closely on what stands beside the other columns."""
    at = next(n for n, run in enumerate(whole.runs) if run is part.runs[-1]) + 1
    while at < len(whole.runs) and whole.near(at):
        at += 1
    return whole.runs[at - 1].base
