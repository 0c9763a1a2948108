"""Which tables are drawn for measuring, and what stands in each of their cells?

Twenty files: five kinds (ruled, unruled, merged heads, over page breaks, turned pages) in four ways of writing amounts.
Amounts, labels and breaks come from one seed; the truth is what was drawn.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

KINDS = ("ruled", "unruled", "merged", "over_break", "turned")
WRITINGS = ("en", "ru", "uk", "ro")
_X, _WIDTHS = 50.0, (150.0, 110.0, 110.0, 110.0)
_TOP, _LOW, _LEADING = 760.0, 70.0, 12.0
_WORDS = {
    "en": ("Flood", "Storm", "Theft", "Hail", "Glass", "Frost", "Quake", "Fire and explosion of gas"),
    "ru": ("Паводок", "Буря", "Кража", "Град", "Стекло", "Мороз", "Обвал", "Пожар и взрыв газа"),
    "uk": ("Повінь", "Буря", "Крадіжка", "Град", "Скло", "Мороз", "Зсув", "Пожежа і вибух газу"),
    "ro": ("Inundatie", "Furtuna", "Furt", "Grindina", "Geam", "Ger", "Cutremur", "Incendiu si explozie de gaz"),
}
_HEADS = {
    "en": ("Peril", "North", "South", "Limit a year", "Deductible"),
    "ru": ("Риск", "Север", "Юг", "Лимит в год", "Франшиза"),
    "uk": ("Ризик", "Північ", "Південь", "Ліміт на рік", "Франшиза"),
    "ro": ("Risc", "Nord", "Sud", "Limita pe an", "Fransiza"),
}


@dataclass(slots=True)
class Drawing:
    """A file and the truth: (name of the row, column from 1, text) of every cell, and the texts that are amounts."""

    path: Path
    cells: list[tuple[str, int, str]] = field(default_factory=list)
    amounts: list[str] = field(default_factory=list)
    head: set[str] = field(default_factory=set)  # texts of header cells


def draw_all(folder: Path, seed: int = 5) -> list[Drawing]:
    """Draw the files into ``folder``. Raises OSError when the DejaVu fonts are not installed."""
    rng = random.Random(seed)
    return [
        _draw(folder / f"{kind}-{writing}.pdf", kind, writing, rng.randrange(10**6))
        for kind in KINDS
        for writing in WRITINGS
    ]


def _draw(path: Path, kind: str, writing: str, seed: int) -> Drawing:
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFError, TTFont
    from reportlab.pdfgen.canvas import Canvas

    try:
        for name in ("DejaVuSans", "DejaVuSans-Bold"):
            pdfmetrics.registerFont(TTFont(name, f"{name}.ttf"))
    except TTFError as error:
        raise OSError("the fonts DejaVuSans and DejaVuSans-Bold are not installed") from error
    turned = kind == "turned"
    page, drawing, rng = (
        Canvas(str(path), pagesize=(842, 595) if turned else (595, 842)),
        Drawing(path),
        random.Random(seed),
    )
    if turned:  # drawn along the long side of the sheet; the page says that it is shown turned
        page.setPageRotation(90)
        page.transform(0, 1, -1, 0, 842, 0)
    pen = _Pen(page, kind != "unruled")
    heads = _HEADS[writing]
    pen.text(_X, _TOP + 40, f"{heads[0]} – {heads[4]}", bold=True, size=14)
    pen.head(kind, heads)
    drawing.head = set(heads)
    for number in range(60 if kind == "over_break" else 12):
        label = f"{rng.choice(_WORDS[writing])} {number + 1}"
        drawn = [_amount(rng, writing) for _ in range(3)]
        if pen.y < _LOW + 60:
            page.showPage()
            pen.y = _TOP
            pen.head(kind, heads)
        broken = [_broken(rng, text) if rng.random() < 0.35 else text for text in drawn]
        pen.row([_wrapped(label), *broken], bold_first=True)
        drawing.cells.extend((label, at, text) for at, text in enumerate([label, *drawn], start=1))
        drawing.amounts.extend(drawn)
    page.save()
    return drawing


class _Pen:
    """Draws rows downwards; with rules or without."""

    def __init__(self, page: Any, rules: bool) -> None:
        self.page, self.rules, self.y = page, rules, _TOP

    def text(self, x: float, y: float, text: str, bold: bool = False, size: float = 9) -> None:
        self.page.setFont("DejaVuSans-Bold" if bold else "DejaVuSans", size)
        self.page.drawString(x, y, text)

    def head(self, kind: str, heads: tuple[str, ...]) -> None:
        if kind == "merged":
            low = self.y - 20
            self.text(_X + _WIDTHS[0] + 4, low + 6, heads[4], bold=True)
            self.page.rect(_X + _WIDTHS[0], low, sum(_WIDTHS[1:3]), 20)
            self.page.rect(_X, low, _WIDTHS[0], 20)
            self.page.rect(_X + sum(_WIDTHS[:3]), low, _WIDTHS[3], 20)
            self.y = low
        self.row(list(heads[:4]), bold=True)

    def row(self, cells: list[str], bold: bool = False, bold_first: bool = False) -> None:
        height = 9 + _LEADING * max(cell.count("|") + 1 for cell in cells)
        x = _X
        for at, (cell, width) in enumerate(zip(cells, _WIDTHS, strict=True)):
            for line, text in enumerate(cell.split("|")):
                self.text(x + 4, self.y - 13 - _LEADING * line, text.strip(), bold or (bold_first and not at))
            if self.rules:
                self.page.rect(x, self.y - height, width, height)
            x += width
        self.y -= height


def _wrapped(label: str) -> str:
    words = label.split()
    return label if len(words) < 4 else f"{' '.join(words[:2])}|{' '.join(words[2:])}"


def _amount(rng: random.Random, writing: str) -> str:
    number = rng.choice(
        (rng.randrange(2, 99), rng.randrange(100, 999), rng.randrange(1000, 99999), rng.randrange(10**6))
    )
    if rng.random() < 0.12:
        return f"{number % 97},5 %" if writing != "en" else f"{number % 97}.5%"
    whole, cents = f"{number:,}", rng.choice(("", "", f"{rng.randrange(1, 99):02d}"))
    spaced: dict[str, Callable[[], str]] = {
        "en": lambda: f"${whole}{'.' * bool(cents)}{cents}",
        "ru": lambda: f"{whole.replace(',', ' ')}{',' * bool(cents)}{cents} ₽",
        "uk": lambda: f"{whole.replace(',', ' ')}{',' * bool(cents)}{cents} грн",
        "ro": lambda: f"{whole.replace(',', '.')}{',' * bool(cents)}{cents} lei",
    }
    return spaced[writing]()


def _broken(rng: random.Random, text: str) -> str:
    """A line break at a space, after a mark between digits, or before the last two digits of a group."""
    places = [at for at in range(1, len(text)) if text[at - 1] in " " or (text[at - 1] in ",." and text[at].isdigit())]
    return text if not places else f"{text[: (at := rng.choice(places))]}|{text[at:]}"
