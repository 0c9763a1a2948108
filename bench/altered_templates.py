"""What do contracts and price lists say about limits, terms, rates, taxes and names, said in two ways that mean the same?"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_WAYS: Final = {  # one meaning a row, its wordings apart by commas
    "en": {
        "up_to": "up to, no more than, not more than, at most",
        "at_least": "at least, no less than, not less than",
        "more_than": "more than, over",
        "less_than": "less than, under",
        "about": "about, approximately",
        "": ",",
    },
    "ru": {
        "up_to": "до, не более, не больше, максимум",
        "at_least": "не менее, не меньше, минимум",
        "more_than": "более, свыше, больше",
        "less_than": "менее, меньше",
        "about": "около, примерно",
        "": ",",
    },
    "uk": {
        "up_to": "до, не більше, щонайбільше, не більш як",
        "at_least": "не менше, щонайменше, не менш як",
        "more_than": "понад, більше, більш як",
        "less_than": "менше, менш як",
        "about": "близько, приблизно",
        "": ",",
    },
    "ro": {
        "up_to": "până la, cel mult, nu mai mult de, maximum",
        "at_least": "cel puțin, minimum, nu mai puțin de",
        "more_than": "peste, mai mult de",
        "less_than": "sub, mai puțin de",
        "about": "aproximativ, circa",
        "": ",",
    },
}
# {q} a limit; {n} 5..90; {m} thousands of money; {d} a date; {c} a clause number; {t} decimal; {p} a name; {b} day basis
_LINES: Final = {
    "en": (
        "The Buyer may return the goods within {n} {b} days of delivery.",
        "The warranty period is {q} {n} months.",
        "The penalty is {q} {n} % of the contract price.",
        "The interest rate rises by {n} percentage points from {d}.",
        "The monthly fee is {q} {m} dollars, including VAT.",
        "The price is {m} USD excluding VAT.",
        "Delivery takes {n} to {N} {b} days.",
        "The deductible for flood is {q} ${m} per event.",
        "The budget is {q} {n} million euros.",
        "The tariff applies from {d} and is not refundable.",
        "The temperature in the store must not fall below -{n} °C.",
        "Under clause {c} the Supplier is not liable for delays of less than {n} hours.",
        "The contract was signed by {p} on {d}.",
        "VAT at {n} % is charged on every invoice.",
        "Express delivery is included in the price of the Standard plan.",
        "The Lender may terminate the agreement before {d}.",
        "The load must not exceed {n} kg per shelf.",
        "Insurance does not cover damage caused by earthquakes.",
    ),
    "ru": (
        "Покупатель вправе вернуть товар в течение {n} {b} дней со дня доставки.",
        "Срок гарантии составляет {q} {n} месяцев.",
        "Неустойка составляет {q} {n} % от цены договора.",
        "Ставка повышается на {n} процентных пунктов с {d}.",
        "Ежемесячная плата составляет {q} {m} рублей, включая НДС.",
        "Цена составляет {m} руб. без НДС.",
        "Доставка занимает от {n} до {N} {b} дней.",
        "Франшиза по риску «Наводнение» составляет {q} {m} руб. за каждый случай.",
        "Бюджет проекта составляет {q} {n} млн рублей.",
        "Тариф действует с {d} и не пересматривается.",
        "Температура на складе должна быть не ниже -{n} °C.",
        "Согласно п. {c} поставщик не несёт ответственности за задержку менее {n} часов.",
        "Договор подписан {d}, подписант — {p}.",
        "НДС по ставке {n} % начисляется на каждый счёт.",
        "Срочная доставка входит в стоимость тарифа «Стандарт».",
        "Кредитор вправе расторгнуть договор до {d}.",
        "Нагрузка на полку не должна превышать {n} кг.",
        "Страхование не распространяется на ущерб от землетрясения.",
    ),
    "uk": (
        "Покупець має право повернути товар протягом {n} {b} днів з дня доставки.",
        "Строк гарантії становить {q} {n} місяців.",
        "Неустойка становить {q} {n} % від ціни договору.",
        "Ставка підвищується на {n} відсоткових пунктів з {d}.",
        "Щомісячна плата становить {q} {m} гривень, включаючи ПДВ.",
        "Ціна становить {m} грн без ПДВ.",
        "Доставка триває від {n} до {N} {b} днів.",
        "Франшиза за ризиком «Повінь» становить {q} {m} грн за кожен випадок.",
        "Бюджет проєкту становить {q} {n} млн гривень.",
        "Тариф діє з {d} і не переглядається.",
        "Температура на складі має бути не нижче -{n} °C.",
        "Згідно з п. {c} постачальник не несе відповідальності за затримку менше {n} годин.",
        "Договір підписано {d}, підписант — {p}.",
        "ПДВ за ставкою {n} % нараховується на кожен рахунок.",
        "Термінова доставка входить у вартість тарифу «Стандарт».",
        "Кредитор може розірвати договір до {d}.",
        "Навантаження на полицю не повинно перевищувати {n} кг.",
        "Страхування не поширюється на збитки від землетрусу.",
    ),
    "ro": (
        "Cumpărătorul poate returna bunurile în termen de {n} zile {b} de la livrare.",
        "Perioada de garanție este de {q} {n} luni.",
        "Penalitatea este de {q} {n} % din prețul contractului.",
        "Dobânda crește cu {n} puncte procentuale din {d}.",
        "Taxa lunară este de {q} {m} lei, inclusiv TVA.",
        "Prețul este de {m} lei fără TVA.",
        "Livrarea durează între {n} și {N} zile {b}.",
        "Franșiza pentru inundații este de {q} {m} lei pentru fiecare eveniment.",
        "Bugetul proiectului este de {q} {n} milioane de lei.",
        "Tariful se aplică din {d} și nu se modifică.",
        "Temperatura din depozit nu poate coborî sub -{n} °C.",
        "Conform pct. {c} furnizorul nu răspunde pentru întârzieri de {q} {n} ore.",
        "Contractul a fost semnat la {d} de {p}.",
        "TVA în cotă de {n} % se aplică la fiecare factură.",
        "Livrarea rapidă este inclusă în prețul planului Standard.",
        "Creditorul poate rezilia contractul până la {d}.",
        "Sarcina pe raft nu trebuie să depășească {n} kg.",
        "Asigurarea nu acoperă daunele cauzate de cutremur.",
    ),
}
_BASES: Final = {
    "en": ("working", "calendar"),
    "ru": ("рабочих", "календарных"),
    "uk": ("робочих", "календарних"),
    "ro": ("lucrătoare", "calendaristice"),
}
_MONTHS: Final = {
    "en": "January February March April May June July August September October November December",
    "ru": "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
    "uk": "січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня",
    "ro": "ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie",
}
_PEOPLE: Final = {
    "en": ("John Carter", "Alice Brown", "Peter Novak"),
    "ru": ("Иван Крылов", "Анна Белова", "Пётр Новак"),
    "uk": ("Іван Коваль", "Олена Бондар", "Петро Новак"),
    "ro": ("Ion Popescu", "Ana Rusu", "Petru Moraru"),
}


@dataclass(frozen=True, slots=True)
class Told:
    """One statement in two wordings of one meaning, and others of the same document."""

    language: str
    text: str
    reworded: str
    beside: tuple[str, ...]


def told(count: int, seed: int) -> Iterator[Told]:
    """``count`` statements a language."""
    for language in _LINES:
        draw = random.Random(f"{seed} {language}")
        for number in range(count):
            line = _LINES[language][number % len(_LINES[language])]
            text, reworded = _filled(line, language, draw)
            others = draw.sample([other for other in _LINES[language] if other != line], 3)
            yield Told(language, text, reworded, tuple(_filled(other, language, draw)[0] for other in others))


def _filled(line: str, language: str, draw: random.Random) -> tuple[str, str]:
    first, second = {}, {}
    ways = [way.strip() for way in draw.choice(list(_WAYS[language].values())).split(",")]
    low = draw.randrange(5, 20)
    money = draw.randrange(2, 90) * 1000 + draw.choice([0, 500, 250])
    first["q"], second["q"] = draw.choice(ways), draw.choice(ways)
    first["n"] = second["n"] = str(low)
    first["N"] = second["N"] = str(low + draw.randrange(1, 12))
    groups = {"en": ",", "ru": " ", "uk": "\u00a0", "ro": "."}[language]
    first["m"], second["m"] = f"{money:,}".replace(",", groups), str(money)
    day, month, year = draw.randrange(1, 29), draw.randrange(1, 13), draw.randrange(2015, 2029)
    worded = _MONTHS[language].split()[month - 1]
    first["d"] = f"{worded} {day}, {year}" if language == "en" else f"{day} {worded} {year}"
    second["d"] = f"{day:02}.{month:02}.{year}" if language != "en" else f"{day} {worded} {year}"
    first["c"] = second["c"] = f"{draw.randrange(1, 12)}.{draw.randrange(1, 9)}"
    first["p"] = second["p"] = draw.choice(_PEOPLE[language])
    first["b"] = second["b"] = draw.choice(_BASES[language])
    return _tidy(line.format(**first)), _tidy(line.format(**second))


def _tidy(text: str) -> str:
    return " ".join(text.replace("de  ", "de ").split()).replace("de până", "de până")
