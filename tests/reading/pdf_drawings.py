"""How do the PDF tests draw their pages?"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

Grid = Sequence[Sequence[str]]


def canvas(path: Path, **options: object) -> Canvas:
    return Canvas(str(path), pagesize=A4, **options)


def write(page: Canvas, x: float, y: float, text: str, size: float = 10, font: str = "Helvetica") -> None:
    page.setFont(font, size)
    page.drawString(x, y, text)


def ruled(page: Canvas, left: float, top: float, widths: Sequence[float], grid: Grid, bold: bool = True) -> float:
    """A table with all its rules; ``\\n`` in a cell starts a printed line. Returns the y under it."""
    y = top
    right = left + sum(widths)
    page.line(left, y, right, y)
    for number, row in enumerate(grid):
        height = 8 + 12 * max(cell.count("\n") + 1 for cell in row)
        x = left
        for width, cell in zip(widths, row, strict=True):
            for at, line in enumerate(cell.split("\n")):
                write(
                    page, x + 4, y - 13 - 12 * at, line, font="Helvetica-Bold" if bold and not number else "Helvetica"
                )
            page.line(x, y, x, y - height)
            x += width
        page.line(right, y, right, y - height)
        y -= height
        page.line(left, y, right, y)
    return y


def unruled(
    page: Canvas, lefts: Sequence[float], top: float, grid: Grid, step: float = 20, stand: float = 0.0
) -> float:
    """A table told only by its gaps; cells stand at the top (0), the middle (0.5) or the foot (1) of their row.

    Returns the y under it.
    """
    y = top
    for row in grid:
        most = max(cell.count("\n") for cell in row)
        for x, cell in zip(lefts, row, strict=True):
            low = 12 * stand * (most - cell.count("\n"))
            for at, line in enumerate(cell.split("\n")):
                write(page, x, y - low - 12 * at, line)
        y -= step + 12 * most
    return y


PROSE = (
    "The insurer pays for loss that begins while the policy is in force and that the",
    "insured reports in writing within thirty days of the day on which it was found,",
    "and no later than ninety days after the end of the period that the policy names.",
)
