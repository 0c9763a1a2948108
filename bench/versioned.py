"""Price lists and policies in three to six versions, and questions about the days at their borders."""

from __future__ import annotations

import csv
import datetime as dt
import io
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_DAY: Final = dt.timedelta(days=1)
_ITEMS: Final = {
    "en": ("Oak shelf", "Brass lamp", "Wool blanket", "Garden chair", "Copper kettle", "Silk curtain"),
    "ru": ("Дубовая полка", "Латунная лампа", "Шерстяной плед", "Садовый стул", "Медный чайник", "Шёлковая штора"),
    "uk": ("Дубова полиця", "Латунна лампа", "Вовняний плед", "Садовий стілець", "Мідний чайник", "Шовкова штора"),
    "ro": (
        "Raft de stejar",
        "Lampă de alamă",
        "Pătură de lână",
        "Scaun de grădină",
        "Ceainic de cupru",
        "Perdea de mătase",
    ),
}
_HEADS: Final = {
    "en": ("Item", "Price", "{} EUR"),
    "ru": ("Товар", "Цена", "{} руб."),
    "uk": ("Товар", "Ціна", "{} грн"),
    "ro": ("Produs", "Preț", "{} lei"),
}
_PRICE_ASKED: Final = {
    "en": ("How much is the {}?", "What is the price of the {}?"),
    "ru": ("Сколько стоит {}?", "Какая цена у товара {}?"),
    "uk": ("Скільки коштує {}?", "Яка ціна товару {}?"),
    "ro": ("Cât costă {}?", "Care este prețul pentru {}?"),
}
_CLAUSES: Final = {  # the clause, what it is asked with
    "en": (
        ("Annual leave lasts {} calendar days.", "How long does annual leave last?"),
        ("Expense reports must be filed within {} working days after the trip.", "Within how many days must expense reports be filed?"),
        ("The travel allowance is {} EUR per day.", "What is the travel allowance?"),
        ("The probation period is {} weeks.", "How long is the probation period?"),
        ("Visitors must be announced {} hours in advance.", "How many hours in advance must visitors be announced?"),
    ),
    "ru": (
        ("Ежегодный отпуск составляет {} календарных дней.", "Сколько дней составляет ежегодный отпуск?"),
        ("Авансовый отчёт сдаётся в течение {} рабочих дней после поездки.", "В течение скольких дней сдаётся авансовый отчёт?"),
        ("Суточные составляют {} руб. в день.", "Сколько составляют суточные?"),
        ("Испытательный срок длится {} недель.", "Сколько длится испытательный срок?"),
        ("О посетителях предупреждают за {} часов.", "За сколько часов предупреждают о посетителях?"),
    ),
    "uk": (
        ("Щорічна відпустка становить {} календарних днів.", "Скільки днів становить щорічна відпустка?"),
        ("Авансовий звіт подають протягом {} робочих днів після поїздки.", "Протягом скількох днів подають авансовий звіт?"),
        ("Добові становлять {} грн на день.", "Скільки становлять добові?"),
        ("Випробувальний термін триває {} тижнів.", "Скільки триває випробувальний термін?"),
        ("Про відвідувачів попереджають за {} годин.", "За скільки годин попереджають про відвідувачів?"),
    ),
    "ro": (
        ("Concediul anual este de {} zile calendaristice.", "Câte zile are concediul anual?"),
        ("Decontul se depune în termen de {} zile lucrătoare după deplasare.", "În câte zile se depune decontul?"),
        ("Diurna este de {} lei pe zi.", "Cât este diurna?"),
        ("Perioada de probă durează {} săptămâni.", "Cât durează perioada de probă?"),
        ("Vizitatorii se anunță cu {} ore înainte.", "Cu câte ore înainte se anunță vizitatorii?"),
    ),
}  # fmt: skip


_NAMED: Final = {"en": "on {}", "ru": "на {}", "uk": "на {}", "ro": "la {}"}
_MONTHS: Final = {
    "en": "January February March April May June July August September October November December",
    "ru": "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
    "uk": "січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня",
    "ro": "ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie",
}
_LATER: Final = dt.date(2028, 1, 1)


def _written(day: dt.date, language: str) -> str:
    month = _MONTHS[language].split()[day.month - 1]
    return f"{day.day} {month} {day.year}" if day.day % 2 else f"{day:%d.%m.%Y}"


@dataclass(frozen=True, slots=True)
class Dated:
    """A question on a day; ``value`` is that day's, ``others`` are the values of the other versions; both verbatim."""

    question: str
    at: dt.date
    value: str | None
    others: tuple[str, ...]
    language: str
    place: str

    def as_row(self, number: int) -> dict[str, object]:
        """A line of ``opora ask --file``."""
        return {"id": number, "question": self.question, "at": self.at.isoformat(), "collection": self.language}


@dataclass(frozen=True, slots=True)
class _Version:
    source_id: str
    start: dt.date
    end: dt.date | None
    values: tuple[str, ...]


def write(folder: Path, count: int, seed: int, languages: Sequence[str] = tuple(_ITEMS)) -> tuple[Path, list[Dated]]:
    """Files and a manifest in the folder, and ``count`` questions on, before and after the borders, in turns."""
    draw = random.Random(seed)
    rows = [["source_id", "path", "collection", "valid_from", "valid_until"]]
    asked: list[Dated] = []
    for language in languages:
        for kind in ("prices", "policy"):
            versions = _versions(f"{kind}-{language}", kind, draw)
            for number, version in enumerate(versions):
                name = f"{version.source_id}-{number}.{'csv' if kind == 'prices' else 'md'}"
                (folder / name).write_text(_text(kind, language, version), "utf-8")
                rows.append([version.source_id, name, language, str(version.start), str(version.end or "")])
            asked += _questions(kind, language, versions, draw)
    manifest = folder / "manifest.csv"
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    manifest.write_text(out.getvalue(), "utf-8")
    draw.shuffle(asked)
    return manifest, asked[:count]


def _versions(source_id: str, kind: str, draw: random.Random) -> list[_Version]:
    """Periods that follow one another; every second time the end of a version is only the start of the next."""
    count = draw.randrange(3, 7)
    starts = [dt.date(2025, 1, 1) + _DAY * draw.randrange(0, 60)]
    while len(starts) < count:
        starts.append(starts[-1] + _DAY * draw.randrange(20, 120))
    open_ends = draw.random() < 0.5
    found = []
    low, high = (1000, 9999) if kind == "prices" else (32, 99)
    drawn = [draw.sample(range(low, high), count) for _ in range(6 if kind == "prices" else 5)]
    for number, start in enumerate(starts):
        last = number == count - 1
        end = None if last or open_ends else starts[number + 1] - _DAY
        found.append(_Version(source_id, start, end, tuple(str(values[number]) for values in drawn)))
    return found


def _text(kind: str, language: str, version: _Version) -> str:
    if kind == "policy":
        lines = [clause.format(value) for (clause, _), value in zip(_CLAUSES[language], version.values, strict=True)]
        return "".join(f"{n}. {line}\n\n" for n, line in enumerate(lines, 1))
    item, price, form = _HEADS[language]
    pairs = zip(_ITEMS[language], version.values, strict=True)
    return "\n".join([f"{item},{price}", *(f"{name},{form.format(value)}" for name, value in pairs)]) + "\n"


def _questions(kind: str, language: str, versions: list[_Version], draw: random.Random) -> list[Dated]:
    found: list[Dated] = []
    for number, version in enumerate(versions):
        for step, place in ((-1, "day before"), (0, "border day"), (1, "day after")):
            holds = versions[number - 1] if step < 0 and number else (None if step < 0 else version)
            for row in draw.sample(range(len(version.values)), 3):
                others = tuple(v.values[row] for v in versions if v is not holds)
                value = holds.values[row] if holds else None
                question, day = _asked(kind, language, row, draw), version.start + _DAY * step
                if value and draw.random() < 0.25:
                    told = f"{question[:-1]} {_NAMED[language].format(_written(day, language))}?"
                    found.append(Dated(told, _LATER, value, others, language, "day named in the question"))
                else:
                    found.append(Dated(question, day, value, others, language, place))
    return found


def _asked(kind: str, language: str, row: int, draw: random.Random) -> str:
    if kind == "policy":
        return _CLAUSES[language][row][1]
    name = _ITEMS[language][row]
    return draw.choice(_PRICE_ASKED[language]).format(name[0].lower() + name[1:])
