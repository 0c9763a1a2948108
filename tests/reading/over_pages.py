"""Which pages do the tests of numbers broken over a page or a column draw?"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont
from reportlab.pdfgen.canvas import Canvas

SENTENCES = {
    "en": (
        "The ferry leaves the old pier when the bell of the harbour has rung twice.",
        "Ropes are checked by the mate before the first car drives on board.",
        "In fog the captain waits until the light of the far bank can be seen.",
        "Cyclists stand behind the red line and hold their wheels themselves.",
    ),
    "ru": (
        "Паром отходит от старой пристани, когда колокол пробьёт дважды.",
        "Канаты проверяет помощник, прежде чем на борт заедет первая машина.",
        "В туман капитан ждёт, пока не станет виден огонь на другом берегу.",
        "Велосипедисты стоят за красной чертой и сами держат велосипеды.",
    ),
    "uk": (
        "Пором відходить від старої пристані, коли дзвін проб'є двічі.",
        "Канати перевіряє помічник, перш ніж на борт заїде перша машина.",
        "У туман капітан чекає, доки не буде видно вогню на іншому березі.",
        "Велосипедисти стоять за червоною лінією і самі тримають велосипеди.",
    ),
    "ro": (
        "Bacul pleacă de la debarcaderul vechi când clopotul a sunat de două ori.",
        "Parâmele sunt verificate de secund înainte ca prima mașină să urce.",
        "Pe ceață căpitanul așteaptă până când se vede lumina de pe celălalt mal.",
        "Bicicliștii stau în spatele liniei roșii și își țin singuri bicicletele.",
    ),
}
OPENS = {
    "en": "For a lorry with a trailer the owner pays a fee of",
    "ru": "За грузовик с прицепом владелец платит сбор ровно",
    "uk": "За вантажівку з причепом власник сплачує збір рівно",
    "ro": "Pentru un camion cu remorcă proprietarul plătește o taxă de",
}
CLOSES = {
    "en": "which is due on the day of the crossing.",
    "ru": "и сумма вносится в день переправы.",
    "uk": "і сума вноситься в день переправи.",
    "ro": "iar suma se achită în ziua traversării.",
}
AMOUNTS = {  # what stands before the border, what behind it, and how the two read as one
    "en": (
        ("USD 4,", "720", "USD 4,720"),
        ("$48,", "391", "$48,391"),
        ("EUR", "1,285", "EUR 1,285"),
        ("12.", "75%", "12.75%"),
        ("48", "391 dollars", "48 391 dollars"),
        ("360", "USD", "360 USD"),
    ),
    "ru": (
        ("70", "215 рублей", "70 215 рублей"),
        ("1 285", "360 рублей", "1 285 360 рублей"),
        ("37,", "5 %", "37,5 %"),
        ("9", "640,50 рубля", "9 640,50 рубля"),
        ("215", "рублей", "215 рублей"),
    ),
    "uk": (
        ("79", "167 гривень", "79 167 гривень"),
        ("2 450", "800 грн", "2 450 800 грн"),
        ("640", "315 гривень", "640 315 гривень"),
        ("6,", "25 %", "6,25 %"),
    ),
    "ro": (
        ("48.", "467 de lei", "48.467 de lei"),
        ("1.250.", "300 de lei", "1.250.300 de lei"),
        ("12,", "75% din preț", "12,75% din preț"),
        ("48.", "467 lei", "48.467 lei"),
        ("48", "467 de lei", "48 467 de lei"),
        ("48.", "467 elevi", "48. 467 elevi"),
        ("1.250.", "300 de elevi", "1.250. 300 de elevi"),
    ),
}


@dataclass(frozen=True, slots=True)
class Case:
    """A text whose amount is cut by a border, and how it is printed; lengths in points."""

    language: str
    amount: tuple[str, str, str]
    columns: bool = False
    short: bool = False  # the line before the border has room left
    size: float = 10.0
    leading: float = 13.0
    furniture: bool = False
    note: bool = False
    paragraphs: int = 2
    seed: int = 0


def any_case(seed: int) -> Case:
    """A random case."""
    rng = random.Random(seed)
    language = rng.choice(sorted(AMOUNTS))
    size = rng.choice((8.5, 9.0, 10.0, 11.0, 12.0))
    return Case(
        language,
        rng.choice(AMOUNTS[language]),
        columns=rng.random() < 0.5,
        short=rng.random() < 0.4,
        size=size,
        leading=size * rng.choice((1.15, 1.25, 1.4)),
        furniture=rng.random() < 0.5,
        note=rng.random() < 0.3,
        paragraphs=rng.randint(1, 3),
        seed=seed,
    )


def letters() -> str:
    """The name of a font with the letters of all languages, registered; OSError where there is none."""
    if "DejaVuSans" not in pdfmetrics.getRegisteredFontNames():
        try:
            pdfmetrics.registerFont(TTFont("DejaVuSans", "DejaVuSans.ttf"))
        except TTFError as error:
            raise OSError("the DejaVu fonts are not installed") from error
    return "DejaVuSans"


def draw(path: Path, case: Case) -> None:
    """Two pages, or two columns of one page, with the amount over the border."""
    page = Canvas(str(path), pagesize=A4)
    width = 215.0 if case.columns else 470.0
    rng = random.Random(case.seed)
    head = _before(case, rng, width)
    after = f"{case.amount[1]}, {CLOSES[case.language]} {_prose(case.language, rng, 12)}"
    tail = simpleSplit(after, letters(), case.size, width)
    top = 770.0
    bottom = top - case.leading * (len(head) - 1)
    _furniture(page, case, 1)
    _lines(page, 60, top, head, case)
    if case.note:
        _lines(page, 60, min(bottom - 30, 90), ["¹ " + SENTENCES[case.language][0]], case, 0.75)
    if case.columns:
        _lines(page, 60 + width + 25, top, tail[: len(head)], case)
    else:
        page.showPage()
        _furniture(page, case, 2)
        _lines(page, 60, top, tail, case)
        page.showPage()
        _furniture(page, case, 3)
        _lines(page, 60, top, simpleSplit(_prose(case.language, rng, 9), letters(), case.size, width), case)
    page.save()


def _before(case: Case, rng: random.Random, width: float) -> list[str]:
    """Lines of which the last ends in the first half of the amount; it is full, or has room for the second."""
    out: list[str] = []
    for _ in range(case.paragraphs - 1):
        out += simpleSplit(_prose(case.language, rng, 6), letters(), case.size, width)
    best: tuple[float, list[str]] | None = None
    for _ in range(40):
        text = f"{_prose(case.language, rng, 5)} {OPENS[case.language]} {case.amount[0]}"
        lines = simpleSplit(text, letters(), case.size, width)
        used = pdfmetrics.stringWidth(lines[-1], letters(), case.size) / width
        away = abs(used - 0.55 if case.short else used - 1) + (lines[-1].count(" ") < 3)
        if best is None or away < best[0]:
            best = (away, lines)
    assert best is not None
    return [*out, *best[1]]


def _prose(language: str, rng: random.Random, sentences: int) -> str:
    return " ".join(rng.choice(SENTENCES[language]) for _ in range(sentences))


def _furniture(page: Canvas, case: Case, number: int) -> None:
    if case.furniture:
        _lines(page, 60, 815, ["Ferry 12 / Паром 12"], case, 0.8)
        _lines(page, 290, 30, [str(number + 68)], case, 0.8)


def _lines(page: Canvas, x: float, top: float, lines: Sequence[str], case: Case, scale: float = 1.0) -> None:
    page.setFont(letters(), case.size * scale)
    for at, line in enumerate(lines):
        page.drawString(x, top - at * case.leading, line)
