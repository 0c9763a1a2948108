"""Which cell of a table in another language is meant: the one that is named by its numbers, and nearest in meaning?"""

from __future__ import annotations

import re
from typing import Final

from opora.answering.finding import Draft
from opora.domain.question import Requirement
from opora.errors import BackendError
from opora.ports import Embedder

_MARGIN: Final = 0.008  # cosine by which the nearest cell must go before the next one
_SHOWN: Final = 3
_NUMBER = re.compile(r"(?<![\w.,])(?:\d{1,3}|[IVX]{1,4}|[A-Z])(?!\w|[.,]\d)")


def nearest_cells(requirement: Requirement, drafts: list[Draft], embedder: Embedder) -> list[Draft]:
    """Cells of the best one's table: one where one is meant, a few where it cannot be told; none without a model.

    The words of two languages cannot be compared: "theft, class 1" beside "Furt, Clasa 1" is told by its number, and by
    what the names of row and column mean.
    """
    best = drafts[0]
    table = best.evidence.anchor.rsplit(":row", 1)[0]
    cells = [d for d in drafts if d.evidence.table and d.evidence.anchor.rsplit(":row", 1)[0] == table and d.says]
    asked = set(_NUMBER.findall(requirement.text[1:]))
    numbered = [cell for cell in cells if asked & set(_NUMBER.findall(_label(cell)))]
    cells = numbered or cells
    if len(cells) < 2:
        return cells
    try:
        question = embedder.encode_query(requirement.text)
        near = [float(question @ vector) for vector in embedder.encode_passages([_label(cell) for cell in cells])]
    except BackendError:
        return []
    order = sorted(range(len(cells)), key=lambda n: -near[n])
    if near[order[0]] - near[order[1]] >= _MARGIN:
        return [cells[order[0]]]
    return [cells[n] for n in order[:_SHOWN]]


def _label(cell: Draft) -> str:
    return cell.text.removesuffix(cell.evidence.quote).rstrip(" :")
