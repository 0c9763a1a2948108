"""Which random pages of columns, notes and tables are drawn, and what must stand on each of them unbroken?

Sentences, labels and amounts come from one seed; the truth is what was drawn: every sentence, and every row of a table.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from opora.domain.document import Parsed

LANGUAGES = ("en", "ru", "uk", "ro")
LAYOUTS = (
    "columns",
    "columns",
    "columns",
    "columns and a table under them",
    "a table in a column",
    "side notes",
    "ruled table",
    "amounts",
    "short words",
    "names and values",
    "names and texts",
)
_TEXTS = {
    "en": (
        "A visit by a gardener costs £{n} per hour.",
        "Delivery is free for orders above £{n}, otherwise it costs £{m} for each order.",
        "The deposit of £{n} is returned after {m} days.",
        "Closed on day {n}.",
        "A young apple tree costs £{n} and is planted for a further £{m} in any garden of the town.",
        "Members pay {n} % less, which holds for all goods but not for work done on Sundays or holidays.",
        "Returns within {n} days.",
        "Damage is charged at the cost of repair, but never more than £{n}.",
    ),
    "ru": (
        "Выезд садовника стоит {n} рублей в час.",
        "Доставка бесплатна от {n} рублей, иначе она стоит {m} рублей.",
        "Залог {n} рублей возвращается через {m} дней.",
        "Гарантия — {n} дней.",
        "Яблоня стоит {n} рублей и высаживается ещё за {m} рублей в любом саду города.",
        "По карте скидка {n} %, она действует на все товары, кроме работ в выходные и праздничные дни.",
        "Оплата до {n} числа.",
        "Повреждение оплачивается по цене ремонта, но не дороже {n} рублей.",
    ),
    "uk": (
        "Виїзд садівника коштує {n} гривень за годину.",
        "Доставка безкоштовна від {n} гривень, інакше вона коштує {m} гривень.",
        "Застава {n} гривень повертається через {m} днів.",
        "Гарантія — {n} днів.",
        "Яблуня коштує {n} гривень і висаджується ще за {m} гривень у будь-якому саду міста.",
        "За карткою знижка {n} %, вона діє на всі товари, крім робіт у вихідні та святкові дні.",
        "Оплата до {n} числа.",
        "Пошкодження оплачується за ціною ремонту, але не дорожче ніж {n} гривень.",
    ),
    "ro": (
        "O vizită a grădinarului costă {n} lei pe oră.",
        "Livrarea este gratuită peste {n} lei, altfel costă {m} lei pentru fiecare comandă.",
        "Garanția de {n} lei se returnează după {m} zile.",
        "Închis în ziua {n}.",
        "Un măr tânăr costă {n} lei și se plantează pentru încă {m} lei în orice grădină din oraș.",
        "Membrii plătesc cu {n} % mai puțin, ceea ce este valabil pentru toate produsele, dar nu și duminica.",
        "Retur în {n} zile.",
        "Pagubele se plătesc la prețul reparației, dar nu mai mult de {n} lei.",
    ),
}
_HEADS = {
    "en": ("Prices", "Terms of delivery", "Advice", "Opening hours", "Guarantee"),
    "ru": ("Цены", "Условия доставки", "Советы", "Часы работы", "Гарантия"),
    "uk": ("Ціни", "Умови доставки", "Поради", "Години роботи", "Гарантія"),
    "ro": ("Prețuri", "Condiții de livrare", "Sfaturi", "Program", "Garanție"),
}
_WORDS = {
    "en": ("Flood", "Storm", "Theft of goods", "Hail", "Glass", "Fire and smoke", "Frost", "Water damage"),
    "ru": ("Паводок", "Буря", "Кража вещей", "Град", "Стекло", "Пожар и дым", "Мороз", "Залив водой"),
    "uk": ("Повінь", "Буря", "Крадіжка речей", "Град", "Скло", "Пожежа і дим", "Мороз", "Залиття водою"),
    "ro": ("Inundație", "Furtună", "Furt de bunuri", "Grindină", "Geam", "Foc și fum", "Ger", "Daune de apă"),
}
_KINDS = {
    "en": ("red", "steel", "covered", "on request", "dark oak", "none", "by hand", "linen"),
    "ru": ("красный", "сталь", "включено", "по заявке", "тёмный дуб", "нет", "вручную", "лён"),
    "uk": ("червоний", "сталь", "включено", "за заявкою", "темний дуб", "немає", "вручну", "льон"),
    "ro": ("roșu", "oțel", "inclus", "la cerere", "stejar închis", "nimic", "manual", "in"),
}
_COLUMNS = {
    "en": ("Peril", "North", "South", "East"),
    "ru": ("Риск", "Север", "Юг", "Восток"),
    "uk": ("Ризик", "Північ", "Південь", "Схід"),
    "ro": ("Risc", "Nord", "Sud", "Est"),
}
_HIGH, _WIDE = 842.0, 595.0


@dataclass(slots=True)
class Page:
    """A drawn page: its sentences, and the rows of its tables as lists of cells."""

    path: Path
    layout: str
    sentences: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)


@dataclass(slots=True)
class Faults:
    """What is wrong on a page: sentences that stand nowhere whole, or in a table; rows that are not read as drawn."""

    cut: list[str] = field(default_factory=list)
    tabled: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)

    @property
    def found(self) -> bool:
        return bool(self.cut or self.tabled or self.rows)


def draw(path: Path, seed: int) -> Page:
    """One page. Raises OSError when the DejaVu fonts are not installed."""
    rng = random.Random(seed)
    pen = _Pen(path, rng)
    page = Page(path, rng.choice(LAYOUTS))
    pen.page = page
    pen.title()
    {
        "columns": pen.columns,
        "columns and a table under them": pen.columns_and_table,
        "a table in a column": pen.table_in_column,
        "side notes": pen.side_notes,
        "ruled table": pen.ruled,
        "amounts": pen.amounts,
        "short words": pen.short_words,
        "names and values": pen.names_and_values,
        "names and texts": pen.names_and_texts,
    }[page.layout]()
    if rng.random() < 0.4:
        pen.paragraph(pen.sentences(2), gap=18)
    pen.sheet.save()
    return page


def faults(page: Page, parsed: Parsed) -> Faults:
    """What of a page was not read as it was drawn."""
    lines = [" ".join(line.split()) for line in re.split(r"[\n\t]", parsed.text)]
    tables = {tuple(re.sub(r"\s+", " ", cell) for cell in line.split("\t")) for line in parsed.text.splitlines()}
    tabular = [parsed.text[b.start : b.end] for b in parsed.blocks if b.kind == "table_row"]
    out = Faults()
    for sentence in page.sentences:
        if not any(sentence in line for line in lines):
            out.cut.append(sentence)
        elif any(sentence in " ".join(row.split()) for row in tabular):
            out.tabled.append(sentence)
    out.rows = [row for row in page.rows if tuple(cell for cell in row if cell) not in tables]
    return out


class _Pen:
    """Draws one page from top to bottom."""

    def __init__(self, path: Path, rng: random.Random) -> None:
        from reportlab.pdfbase import pdfmetrics
        from reportlab.pdfbase.ttfonts import TTFError, TTFont
        from reportlab.pdfgen.canvas import Canvas

        try:
            for name in ("DejaVuSans", "DejaVuSans-Bold"):
                pdfmetrics.registerFont(TTFont(name, f"{name}.ttf"))
        except TTFError as error:
            raise OSError("the DejaVu fonts are not installed") from error
        self.sheet: Any = Canvas(str(path), pagesize=(_WIDE, _HIGH))
        self.rng, self.y = rng, 785.0
        self.language = rng.choice(LANGUAGES)
        self.page = Page(path, "")

    def write(self, x: float, y: float, text: str, size: float, bold: bool = False) -> None:
        self.sheet.setFont("DejaVuSans-Bold" if bold else "DejaVuSans", size)
        self.sheet.drawString(x, y, text)

    def wrapped(self, text: str, size: float, width: float) -> list[str]:
        from reportlab.lib.utils import simpleSplit

        return list(simpleSplit(text, "DejaVuSans", size, width))

    def sentences(self, count: int) -> list[str]:
        rng, out = self.rng, []
        for _ in range(count):
            text = rng.choice(_TEXTS[self.language])
            out.append(text.format(n=rng.randrange(11, 990), m=rng.choice((7.25, 12, 19, 430, 88))))
        return out

    def title(self) -> None:
        if self.rng.random() < 0.7:
            self.write(55, self.y, self.rng.choice(_HEADS[self.language]), 17, bold=True)
            self.y -= 28
        if self.rng.random() < 0.4:
            self.paragraph(self.sentences(self.rng.randrange(1, 4)))
        self.y -= self.rng.choice((4, 10, 18))

    def paragraph(self, texts: list[str], gap: float = 0.0) -> None:
        """Over the whole width of the page."""
        self.y -= gap
        self.page.sentences += texts
        for line in self.wrapped(" ".join(texts), 10, 485):
            self.write(55, self.y, line, 10)
            self.y -= 13

    def column(self, x: float, y: float, width: float, texts: list[str], size: float, leading: float) -> float:
        """Paragraphs of one or two sentences, perhaps under a heading. Returns the y under them."""
        rng = self.rng
        self.page.sentences += texts
        gap = rng.choice((0.0, 0.35, 0.6)) * leading
        at = 0
        while at < len(texts):
            count = rng.choice((1, 1, 2))
            for line in self.wrapped(" ".join(texts[at : at + count]), size, width):
                self.write(x, y, line, size)
                y -= leading
            y -= gap
            at += count
        return y

    def columns(self, most: int = 4) -> None:
        rng = self.rng
        count = rng.choice([n for n in (1, 2, 2, 2, 3, 3, 4) if n <= most])
        gutter = rng.choice((14.0, 20.0, 30.0))
        width = (485 - gutter * (count - 1)) / count
        shared = rng.random() < 0.4
        size = rng.choice((8.0, 9.0, 9.5)) if count > 2 else rng.choice((9.0, 10.0, 11.0))
        leading = size * rng.choice((1.2, 1.3, 1.45))
        headed = rng.choice((0.0, 0.0, 1.0, 1.0, 0.5))
        low, bold = self.y, rng.random() < 0.7
        for number in range(count):
            x, y = 55 + number * (width + gutter), self.y
            if not shared:
                y -= rng.choice((0.0, 0.0, 1.0, 3.0, 5.5))
                size = size * rng.choice((1.0, 1.0, 0.9, 1.05))
                leading = size * rng.choice((1.18, 1.25, 1.35, 1.5))
            if rng.random() < headed:
                self.write(x, y, rng.choice(_HEADS[self.language]), size if rng.random() < 0.6 else size + 2, bold)
                y -= leading * rng.choice((1.0, 1.2, 1.5))
            texts = self.sentences(rng.choice((1, 1, 2, 3, 4, 5)))
            low = min(low, self.column(x, y, width, texts, size, leading))
        self.y = low

    def columns_and_table(self) -> None:
        self.columns(3)
        self.y -= 14
        self.rng.choice((self.ruled, self.amounts))()

    def table_in_column(self) -> None:
        rng, top = self.rng, self.y
        side = rng.random() < 0.5
        here, there = (55.0, 320.0) if side else (320.0, 55.0)
        y = self.column(there, top, 220, self.sentences(rng.randrange(3, 7)), 9, 12)
        low = self.column(here, top - 2, 220, self.sentences(rng.randrange(1, 4)), 9, 12.5) - 8
        low = self.rows(self.grid(3, rng.randrange(3, 6)), [here, here + 95, here + 160], low, 9, 14)
        low = self.column(here, low - 8, 220, self.sentences(2), 9, 12.5)
        self.y = min(y, low)

    def side_notes(self) -> None:
        rng, top = self.rng, self.y
        texts = self.sentences(rng.randrange(4, 9))
        left = rng.random() < 0.5
        body, notes = (175.0, 55.0) if left else (55.0, 440.0)
        self.y = self.column(body, top, 360, texts, 10, 13)
        self.column(notes, top - rng.choice((0, 4, 9)), 100, self.sentences(rng.choice((1, 1, 2))), 7.5, 9.5)

    def grid(self, width: int, height: int, words: bool = False) -> list[list[str]]:
        rng, language = self.rng, self.language
        names = rng.sample(_WORDS[language], height)
        out = [[_COLUMNS[language][n] for n in range(width)]]
        for name in names:
            cells = [rng.choice(_KINDS[language]) if words else self.amount() for _ in range(width - 1)]
            out.append([name, *cells])
        return out

    def amount(self) -> str:
        number = self.rng.choice((self.rng.randrange(5, 99), self.rng.randrange(100, 999), 1250, 12400))
        spaced = f"{number:,}"
        if self.language == "en":
            return f"£{spaced}"
        unit = {"ru": "₽", "uk": "грн", "ro": "lei"}[self.language]
        return f"{spaced.replace(',', '.' if self.language == 'ro' else ' ')} {unit}"

    def rows(self, grid: list[list[str]], lefts: list[float], y: float, size: float, step: float) -> float:
        """An open table; the first row is bold. Returns the y under it."""
        self.page.rows += grid
        for number, row in enumerate(grid):
            for x, cell in zip(lefts, row, strict=True):
                self.write(x, y, cell, size, bold=not number)
            y -= step
        return y

    def ruled(self) -> None:
        rng = self.rng
        grid = self.grid(rng.choice((2, 3, 4)), rng.randrange(2, 6), words=rng.random() < 0.3)
        self.page.rows += grid
        for number, row in enumerate(grid):
            for at, cell in enumerate(row):
                self.write(59 + 110 * at, self.y - 13, cell, 9, bold=not number)
                self.sheet.rect(55 + 110 * at, self.y - 20, 110, 20)
            self.y -= 20

    def amounts(self) -> None:
        rng = self.rng
        grid = self.grid(rng.choice((2, 3, 4)), rng.randrange(3, 7))
        lefts = [55.0 + (rng.choice((100.0, 120.0)) * at) for at in range(1)] + [190.0 + 100 * n for n in range(3)]
        self.y = self.rows(grid, lefts[: len(grid[0])], self.y, 10, rng.choice((13, 16, 20)))

    def short_words(self) -> None:
        rng = self.rng
        grid = self.grid(rng.choice((2, 2, 3)), rng.randrange(3, 7), words=True)
        self.y = self.rows(grid, [55.0, 200.0, 320.0][: len(grid[0])], self.y, 10, rng.choice((13, 16, 20)))

    def names_and_values(self) -> None:
        """A list of names and values without a head."""
        rng = self.rng
        grid = self.grid(2, rng.randrange(3, 7), words=rng.random() < 0.4)[1:]
        self.page.rows += grid
        for name, value in grid:
            self.write(55, self.y, name, 10)
            self.write(230, self.y, value, 10)
            self.y -= rng.choice((15, 15, 15.5))

    def names_and_texts(self) -> None:
        """Names on the left, each beside a sentence or two that begin on its line and have no row of a table to be in."""
        rng = self.rng
        for name in rng.sample(_WORDS[self.language], rng.randrange(2, 5)):
            self.write(55, self.y, name, 10, bold=rng.random() < 0.5)
            self.y = self.column(190, self.y, 330, self.sentences(rng.choice((1, 1, 2))), 10, 12.5) - 5
        self.page.sentences, self.page.rows = self.page.sentences, []
