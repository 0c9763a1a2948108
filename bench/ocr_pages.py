"""What do forty scanned pages look like whose every letter is known? Drawn here, the same ones every time.

Four languages, 150 and 300 dpi, turned by up to two degrees, with noise, blur, grey paper and JPEG marks. Worn pages are
what a bad fax gives: 100 dpi and everything worse, so that there are numbers that are read wrongly.
"""

from __future__ import annotations

import io
import math
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

LANGUAGES = ("ru", "uk", "ro", "en")
PAGES = 40
FACES = ("DejaVuSerif", "DejaVuSans", "DejaVuSerifCondensed", "DejaVuSansCondensed")
_WIDTH_IN, _HEIGHT_IN, _MARGIN_IN = 8.27, 5.6, 0.8

_TITLES = {
    "ru": ("Условия обслуживания счёта", "Порядок возмещения убытков", "Тарифы на перевозку груза"),
    "uk": ("Умови обслуговування рахунку", "Порядок відшкодування збитків", "Тарифи на перевезення вантажу"),
    "ro": ("Condițiile de deservire a contului", "Modul de despăgubire", "Tarifele pentru transportul mărfii"),
    "en": ("Terms of account service", "How losses are made good", "Rates for carriage of goods"),
}
_SENTENCES = {
    "ru": (
        "Ежемесячная плата за ведение счёта составляет {money}, если остаток выше {count} единиц.",
        "Предельная сумма возмещения по одному случаю равна {money} и пересматривается каждый год.",
        "При просрочке больше {days} дней начисляется пеня в размере {rate} от суммы долга.",
        "Договор № {number} подписан {date} и действует до конца следующего квартала.",
        "Платёж зачисляется на счёт {account} в течение {days} рабочих дней.",
        "Стоимость хранения одной паллеты — {money} за каждые начатые сутки.",
        "Скидка {rate} предоставляется при заказе от {money} без учёта доставки.",
        "Заявление подаётся не позднее {date}, после этого срок не продлевается.",
    ),
    "uk": (
        "Щомісячна плата за ведення рахунку становить {money}, якщо залишок вищий за {count} одиниць.",
        "Гранична сума відшкодування за одним випадком дорівнює {money} і переглядається щороку.",
        "У разі прострочення понад {days} днів нараховується пеня в розмірі {rate} від суми боргу.",
        "Договір № {number} підписано {date}, він діє до кінця наступного кварталу.",
        "Платіж зараховується на рахунок {account} протягом {days} робочих днів.",
        "Вартість зберігання однієї палети — {money} за кожну розпочату добу.",
        "Знижка {rate} надається при замовленні від {money} без урахування доставки.",
        "Заява подається не пізніше {date}, після цього строк не подовжується.",
    ),
    "ro": (
        "Taxa lunară pentru deservirea contului este de {money}, dacă soldul depășește {count} unități.",
        "Suma maximă a despăgubirii pentru un caz este de {money} și se revizuiește în fiecare an.",
        "La o întârziere mai mare de {days} zile se calculează o penalitate de {rate} din datorie.",
        "Contractul nr. {number} a fost semnat la {date} și este valabil până la sfârșitul trimestrului.",
        "Plata se înregistrează în contul {account} în termen de {days} zile lucrătoare.",
        "Păstrarea unui palet costă {money} pentru fiecare zi începută.",
        "Reducerea de {rate} se acordă la o comandă de cel puțin {money} fără livrare.",
        "Cererea se depune cel târziu la {date}, apoi termenul nu se mai prelungește.",
    ),
    "en": (
        "The monthly fee for keeping the account is {money} when the balance is above {count} units.",
        "The most that is paid for a single loss is {money}, and the figure is reviewed every year.",
        "After a delay of more than {days} days a charge of {rate} of the debt is added.",
        "Contract No. {number} was signed on {date} and runs to the end of the next quarter.",
        "The payment is booked to account {account} within {days} working days.",
        "Storing one pallet costs {money} for every day that has begun.",
        "A discount of {rate} is given on orders from {money} without delivery.",
        "The claim is to be filed by {date} at the latest; after that the term is not extended.",
    ),
}
_ROWS = {
    "ru": ("Приём груза", "Упаковка", "Страховой сбор", "Доставка до склада", "Срочная обработка"),
    "uk": ("Приймання вантажу", "Пакування", "Страховий збір", "Доставка до складу", "Термінова обробка"),
    "ro": ("Primirea mărfii", "Ambalarea", "Taxa de asigurare", "Livrarea la depozit", "Prelucrarea urgentă"),
    "en": ("Receiving the goods", "Packing", "Insurance charge", "Delivery to the store", "Urgent handling"),
}


@dataclass(frozen=True, slots=True)
class Page:
    """A drawn page: its lines as printed, its amounts in order, its image as PNG or JPEG, and how it was spoilt."""

    name: str
    language: str
    dpi: int
    angle: float
    spoilt: str
    lines: tuple[str, ...]
    amounts: tuple[str, ...]
    image: bytes


def page(number: int, seed: int = 2026, worn: bool = False, faces: Sequence[str] = FACES) -> Page:
    """The page of this number; it does not depend on the others. Languages and resolutions take turns.

    ``faces``: names of font files without their weight.
    """
    dice = random.Random(f"{seed}-{number}")
    language = LANGUAGES[number % len(LANGUAGES)]
    dpi = 100 if worn else (300, 150)[number // len(LANGUAGES) % 2]
    angle = round(dice.uniform(-2.0, 2.0), 2)
    spoilt = ("clean", "grain", "specks", "soft", "copied")[number % 5]
    amounts: list[str] = []
    lines = _lines(language, dice, amounts)
    face = dice.choice(faces)
    picture, printed = _draw(lines, face, dpi)
    image = spoil(picture, "worn" if worn else spoilt, angle, dice, dpi)
    return Page(f"{number:02}-{language}-{dpi}", language, dpi, angle, spoilt, printed, tuple(amounts), image)


def _lines(language: str, dice: random.Random, amounts: list[str]) -> list[tuple[str, ...]]:
    """Paragraphs (one text each) and table rows (two texts); what they say in figures goes to ``amounts``."""
    out: list[tuple[str, ...]] = [(dice.choice(_TITLES[language]),)]
    told = dice.sample(_SENTENCES[language], 6)
    out += [(_filled(sentence, language, dice, amounts),) for sentence in told]
    return out + [(name, _filled("{money}", language, dice, amounts)) for name in dice.sample(_ROWS[language], 3)]


def _filled(sentence: str, language: str, dice: random.Random, amounts: list[str]) -> str:
    out = sentence
    for kind in ("money", "count", "days", "rate", "number", "date", "account"):
        while f"{{{kind}}}" in out:
            out = out.replace(f"{{{kind}}}", _value(kind, language, dice), 1)
    amounts.extend(runs(out))
    return out


def runs(text: str) -> list[str]:
    """Runs of digits with the signs between them: "1 250,00", "12.03.2027"."""
    return re.findall(r"\d+(?:[ .,/-]\d+)*", text)


def _value(kind: str, language: str, dice: random.Random) -> str:
    whole = dice.choice((dice.randint(12, 999), dice.randint(1_000, 99_999), dice.randint(100_000, 9_999_999)))
    comma = "," if language != "en" else "."
    if kind == "money":
        group = "," if language == "en" else "." if language == "ro" else " "
        body = f"{whole:,}".replace(",", group)
        cents = f"{comma}{dice.randint(0, 99):02}" if dice.random() < 0.6 else ""
        sign = {"ru": "руб.", "uk": "грн", "ro": "lei", "en": "USD"}[language]
        return f"{body}{cents} {sign}"
    if kind == "rate":
        return f"{dice.randint(0, 24)}{comma}{dice.randint(1, 99)} %"
    if kind == "date":
        return f"{dice.randint(1, 28):02}.{dice.randint(1, 12):02}.{dice.randint(2019, 2031)}"
    if kind == "account":
        return "".join(str(dice.randint(0, 9)) for _ in range(20))
    if kind == "number":
        return f"{dice.randint(100, 999)}/{dice.randint(10, 99)}-{dice.randint(1000, 9999)}"
    return str(dice.randint(2, 90) if kind == "days" else whole)


def _draw(texts: list[tuple[str, ...]], face: str, dpi: int) -> tuple[Any, tuple[str, ...]]:
    """The page as it comes from the printer, and its lines as they are broken."""
    from PIL import Image, ImageDraw

    size, margin = round(11 * dpi / 72), round(_MARGIN_IN * dpi)
    width, height = round(_WIDTH_IN * dpi), round(_HEIGHT_IN * dpi)
    picture = Image.new("L", (width, height), 255)
    pen = ImageDraw.Draw(picture)
    plain, bold = _font(_file(face, ""), size), _font(_file(face, "-Bold"), round(1.3 * size))
    printed: list[str] = []
    top = margin
    for place, parts in enumerate(texts):
        font = bold if place == 0 else plain
        for line in _broken(parts[0], font, width - 2 * margin) if len(parts) == 1 else [parts[0]]:
            pen.text((margin, top), line, fill=20, font=font)
            printed.append(line if len(parts) == 1 else " ".join(parts))
            if len(parts) == 2:
                pen.text((width - margin, top), parts[1], fill=20, font=font, anchor="ra")
            top += round(1.45 * font.size)
        top += round((0.55 if len(parts) == 1 else 0.1) * size)
    return picture, tuple(printed)


def _file(face: str, weight: str) -> str:
    if face.startswith("DejaVu"):
        return face if "Condensed" in face else face + weight
    return face + (weight or "-Regular")


def _font(face: str, size: int) -> Any:
    from PIL import ImageFont

    return ImageFont.truetype(f"{face}.ttf", size)


def _broken(text: str, font: Any, width: int) -> list[str]:
    """Lines that fit, broken at spaces, as any printer would: an amount may be parted too."""
    lines: list[str] = []
    for word in text.split(" "):
        if lines and font.getlength(f"{lines[-1]} {word}") <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def spoil(picture: Any, how: str, angle: float, dice: random.Random, dpi: int) -> bytes:
    """What a scanner, a copier and a telephone do to it."""
    import numpy as np
    from PIL import Image, ImageFilter

    turned = picture.rotate(angle, Image.Resampling.BICUBIC, fillcolor=255)
    noise = np.random.default_rng(dice.randrange(2**32))
    pixels = np.asarray(turned, np.float32)
    if how != "clean":
        pixels = 255 - (255 - pixels) * dice.uniform(0.7, 0.95) - dice.uniform(0, 25)
    if how == "grain":
        pixels = pixels + noise.normal(0, dice.uniform(8, 22), pixels.shape)
    if how == "specks":
        share = dice.uniform(0.004, 0.012)
        thrown = noise.random(pixels.shape)
        pixels = np.where(thrown < share, 0, np.where(thrown > 1 - share, 255, pixels))
    if how == "copied":
        shade = np.linspace(0, dice.uniform(15, 45), pixels.shape[1], dtype=np.float32)
        pixels = pixels - shade + noise.normal(0, 6, pixels.shape)
    if how == "worn":
        pixels = pixels + noise.normal(0, dice.uniform(10, 26), pixels.shape)
        out = Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))
        out = out.filter(ImageFilter.GaussianBlur(dice.uniform(0.3, 0.7)))
        pixels = np.asarray(out, np.float32) + noise.normal(0, dice.uniform(3, 9), pixels.shape)
    out = Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))
    if how == "soft":
        out = out.filter(ImageFilter.GaussianBlur(dice.uniform(0.5, 0.9) * math.sqrt(picture.width / 1240)))
    written = io.BytesIO()
    if how in ("soft", "copied", "worn"):
        out.save(written, "JPEG", quality=dice.randint(45, 75), dpi=(dpi, dpi))
    else:
        out.save(written, "PNG", dpi=(dpi, dpi))
    return written.getvalue()
