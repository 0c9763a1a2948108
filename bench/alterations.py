"""How is one thing in a true sentence changed, so that it is true no more? Found by patterns of its own, not Opora's."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Final

Alter = Callable[[str, str, random.Random], str | None]  # text, language, chance → altered text

_MONTHS: Final = {
    "en": "January February March April May June July August September October November December",
    "ru": "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
    "uk": "січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня",
    "ro": "ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie",
}
_NUMBER_WORDS: Final = {
    "en": "two three four five six seven eight nine ten",
    "ru": "два три четыре пять шесть семь восемь девять десять",
    "uk": "два три чотири п'ять шість сім вісім дев'ять десять",
    "ro": "două trei patru cinci șase șapte opt nouă zece",
}
_ORDINALS: Final = {
    "en": "first second third fourth fifth",
    "ru": "первый второй третий четвертый пятый;первая вторая третья четвертая;первого второго третьего четвертого",
    "uk": "перший другий третій четвертий п'ятий;перша друга третя четверта;першого другого третього",
    "ro": "primul;al doilea;al treilea",
}
# Words after a number; each row is one kind, another word of the row makes another quantity.
_UNITS: Final = {
    "en": "days weeks months years hours minutes;day week month year hour;thousand million billion;% ‰;percent permille;"
    "percent percentage-points;km m cm;kilometres metres;miles kilometres;kg tonnes;metres feet;$ € £;dollars euros pounds",
    "ru": "дней недель месяцев лет часов минут;дня месяца года часа;тыс млн млрд;тысяч миллионов миллиардов;% ‰;"
    "процентов промилле;км м см;километров метров;кг т г;тонн килограммов;рублей долларов евро;руб. долл.;$ € ₽",
    "uk": "днів тижнів місяців років годин хвилин;дня місяця року;тис млн млрд;тисяч мільйонів мільярдів;% ‰;"
    "відсотків проміле;км м см;кілометрів метрів;кг т г;миль кілометрів;гривень доларів євро;грн євро;$ € ₴",
    "ro": "zile săptămâni luni ani ore minute;mii milioane miliarde;% ‰;km m cm;kilometri metri;kg tone;lei euro dolari;"
    "$ € £;la-sută la-mie",
}
_QUALIFIERS: Final = {
    "en": "at-least at-most;more-than less-than;up-to at-least;over under;above below;within after;before after;until from;"
    "no-more-than more-than;not-less-than less-than;about exactly-under;approximately over;nearly over;minimum maximum;"
    "since until;only at-least",
    "ru": "не-более не-менее;более менее;до свыше;свыше до;около свыше;примерно более;не-позднее не-ранее;не-менее менее;"
    "не-более более;минимум максимум;больше меньше;выше ниже;почти свыше;до после;раньше позже;после до;более-чем менее-чем",
    "uk": "не-більше не-менше;більше менше;понад до;до понад;близько понад;майже понад;не-пізніше не-раніше;не-менше менше;"
    "не-більше більше;мінімум максимум;вище нижче;щонайменше щонайбільше;після до;приблизно понад",
    "ro": "cel-puțin cel-mult;mai-mult-de mai-puțin-de;peste sub;până-la peste;aproximativ peste;circa peste;"
    "minimum maximum;aproape peste;înainte-de după;minim maxim;cel-mult cel-puțin;nu-mai-mult-de mai-mult-de",
}
_ADDED: Final = {
    "en": ("up to", "at least"),
    "ru": ("до", "не менее"),
    "uk": ("до", "не менше"),
    "ro": ("cel mult", "cel puțin"),
}
_DAY_WORDS: Final = {
    "en": "working calendar;business calendar",
    "ru": "рабочих календарных;рабочего календарного;рабочие календарные",
    "uk": "робочих календарних;робочого календарного;робочі календарні",
    "ro": "lucrătoare calendaristice",
}
_TAXES: Final = {
    "en": "including-VAT excluding-VAT;VAT income-tax;with-VAT without-VAT;net gross",
    "ru": "с-НДС без-НДС;НДС НДФЛ;включая-НДС не-включая-НДС;НДС акциз;с-учетом-НДС без-учета-НДС",
    "uk": "з-ПДВ без-ПДВ;ПДВ ПДФО;включаючи-ПДВ не-включаючи-ПДВ;з-урахуванням-ПДВ без-урахування-ПДВ",
    "ro": "cu-TVA fără-TVA;TVA accize;inclusiv-TVA exclusiv-TVA",
}
_NEGATED: Final = {
    "en": r"is are was were has had can will could would may must shall does did do should",
    "ru": r"был была было были может могут является являются имеет имеют должен должны включает включен включена входит "
    r"применяется взимается начисляется действует вправе обязан допускается требуется облагается распространяется "
    r"состоит стал стала стали используется находится находится",
    "uk": r"був була було були може можуть є має мають повинен включає включено входить застосовується стягується "
    r"нараховується діє зобов'язаний допускається потрібно оподатковується поширюється став стала",
    "ro": r"este sunt poate pot are au fost era erau trebuie include inclusă inclus percepe aplică permite necesită "
    r"sunt devine face",
}
_NOT: Final = {"en": "not", "ru": "не", "uk": "не", "ro": "nu"}
_LETTER: Final = r"[^\W\d_]"


def _rows(table: str) -> list[list[str]]:
    return [[word.replace("-", " ") for word in row.split()] for row in table.split(";")]


def _swap(
    text: str, rows: list[list[str]], chance: random.Random, before: str = r"(?<!\w)", after: str = r"(?!\w)"
) -> str | None:
    """One word of a row replaced by another word of its row; a capital stays one."""
    found: list[tuple[int, int, str]] = []
    for row in rows:
        for word in row:
            for match in re.finditer(f"{before}{re.escape(word)}{after if word[-1].isalpha() else ''}", text, re.I):
                others = [other for other in row if other != word]
                # "more than" inside "no more than" is not the whole phrase
                if match.group().strip() and others:
                    found.append((match.start(), match.end(), chance.choice(others)))
    if not found:
        return None
    start = chance.choice(sorted({f[0] for f in found}))
    _, end, other = max((f for f in found if f[0] == start), key=lambda f: f[1])
    other = other.capitalize() if text[start].isupper() and not other[0].isupper() else other
    return text[:start] + other + text[end:]


def digit(text: str, language: str, chance: random.Random) -> str | None:
    places = [m.start() for m in re.finditer(r"\d", text)]
    if not places:
        return None
    at = chance.choice(places)
    first = at == 0 or not text[at - 1].isdigit()
    other = chance.choice([d for d in ("123456789" if first else "0123456789") if d != text[at]])
    return text[:at] + other + text[at + 1 :]


def number_word(text: str, language: str, chance: random.Random) -> str | None:
    return _swap(text, _rows(_NUMBER_WORDS[language]), chance)


def ordinal(text: str, language: str, chance: random.Random) -> str | None:
    rows = [row for row in _rows(_ORDINALS[language]) if len(row) > 1]
    if language == "ro":
        rows = [["primul", "al doilea", "al treilea", "al patrulea"], ["prima", "a doua", "a treia"]]
    return _swap(text, rows, chance)


def unit(text: str, language: str, chance: random.Random) -> str | None:
    """The word or sign after a number, years of the calendar left out; else a currency sign."""
    rows = _rows(_UNITS[language])
    signs = [row for row in rows if row[0] == "$"]
    words = [row for row in rows if row[0] != "$"]
    measured = r"(?<=(?<!\d{3})\d[ \u00a0])"
    after_number = _swap(text, words, chance, before=measured)
    percent = after_number or _swap(text, [row for row in words if row[0] == "%"], chance, before=r"(?<=\d)")
    return percent or _swap(text, signs, chance, before="", after="")


def sign(text: str, language: str, chance: random.Random) -> str | None:
    """A minus put before, or taken from, a measured number; parentheses of a negative figure taken off."""
    negative = list(re.finditer(r"(?<=\s)[-−–](?=\d)|\((?=[\d$]+(?:,\d{3})*(?:\.\d+)?\)$)", text))
    if negative:
        match = chance.choice(negative)
        if match.group() == "(":
            return text[: match.start()] + text[match.end() : -1]
        return text[: match.start()] + text[match.end() :]
    positive = list(
        re.finditer(
            r"(?:(?<=\s)|^)(?=[$€]?\d+(?:[.,]\d+)?\s?(?:%|percent|million|°|млн|процент|відсот|milioane)|\d[\d,.]*$)",
            text,
        )
    )
    if not positive:
        return None
    at = chance.choice(positive).start()
    return f"{text[:at]}-{text[at:]}"


def qualifier(text: str, language: str, chance: random.Random) -> str | None:
    limited = r"(?=[\s ]+(?:[$€£₴₽]\s?)?\d)"
    return _swap(text, _rows(_QUALIFIERS[language]), chance, after=limited)


_IS: Final = (
    r"(?:is|are|was|were|of|has|had|pays|составляет|составила|имеет|равна|платит|становить|дорівнює|сплачує|este|sunt|"
    r"plătește|este de)[ \u00a0]"
)
_MEASURED: Final = r"[$€]?\d[\d,.\u00a0]*[ \u00a0]?(?:%|percent|days|дней|днів|zile|лет|ani|років|years|million|млн|milioane|руб|грн|lei|USD)"


def added_qualifier(text: str, language: str, chance: random.Random) -> str | None:
    word = chance.choice(_ADDED[language])
    plain = [m.start(1) for m in re.finditer(rf"(?<!\w){_IS}(?=({_MEASURED}))", text)]
    if not plain:
        return None
    at = chance.choice(plain)
    return f"{text[:at]}{word} {text[at:]}"


def day_basis(text: str, language: str, chance: random.Random) -> str | None:
    if not re.search(r"\d[ \u00a0]\w+ days|дней|дня|днів|zile", text):
        return None
    return _swap(text, _rows(_DAY_WORDS[language]), chance)


def dropped_basis(text: str, language: str, chance: random.Random) -> str | None:
    words = "|".join(word for row in _rows(_DAY_WORDS[language]) for word in row)
    changed = re.sub(rf"(?<=\d[ \u00a0])(?:{words})[ \u00a0]|(?<=zile)[ \u00a0](?:{words})", "", text, count=1)
    return changed if changed != text else None


def tax(text: str, language: str, chance: random.Random) -> str | None:
    return _swap(text, _rows(_TAXES[language]), chance)


def date(text: str, language: str, chance: random.Random) -> str | None:
    months = r"(?<=\d[ \u00a0])" if language != "en" else r"(?<!\w)(?=\w+[ \u00a0]\d)"
    changed = _swap(text, _rows(_MONTHS[language]), chance, before=months)
    if changed and changed != text:
        return changed
    years = list(re.finditer(r"(?<![\d.,/$€£-])(?:1[5-9]|20)\d\d(?![\d%])(?![.,]\d)", text))
    if not years:
        return None
    match = chance.choice(years)
    other = int(match.group()) + chance.choice([-2, -1, 1, 2])
    return f"{text[: match.start()]}{other}{text[match.end() :]}"


def negation(text: str, language: str, chance: random.Random) -> str | None:
    word = _NOT[language]
    verbs = "|".join(_NEGATED[language].split())
    there = list(
        re.finditer(
            rf"(?<![-\w]){word} (?!only|только|лише|тільки|numai|doar|более|менее|більше|менше|mai|more|less)", text
        )
    )
    if there and chance.random() < 0.7:
        match = chance.choice(there)
        return text[: match.start()] + text[match.end() :]
    places = list(re.finditer(rf"(?<![-\w])(?<!{word} )({verbs})(?![-\w:])(?! {word})", text))
    if not places:
        return None
    match = chance.choice(places)
    if language == "en":
        return f"{text[: match.end()]} not{text[match.end() :]}"
    return f"{text[: match.start()]}{word} {text[match.start() :]}"


_STRANGERS: Final = {
    "en": ("Wexford", "Hartmann", "Calloway", "Denmark", "Toronto", "Fiona"),
    "ru": ("Орлов", "Тверь", "Дания", "Сомов", "Вологда", "Эльза"),
    "uk": ("Мельник", "Полтава", "Данія", "Остап", "Чернівці", "Лариса"),
    "ro": ("Ionescu", "Craiova", "Danemarca", "Grigore", "Bacău", "Sofia"),
}
_NAME: Final = re.compile(r"(?<=[a-zа-яіїєґăâîșț,] )[A-ZА-ЯІЇЄҐȘȚĂÎ][a-zа-яіїєґăâîșț]{2,}(?![-\w.])")
_NO_NAMES: Final = frozenset({"The", "This", "That", "These", "It", "In"})


def name(text: str, language: str, chance: random.Random) -> str | None:
    found = [m for m in _NAME.finditer(text) if m.group() not in _NO_NAMES]
    if not found:
        return None
    match = chance.choice(found)
    return text[: match.start()] + chance.choice(_STRANGERS[language]) + text[match.end() :]


def name_beside(text: str, evidence: str, chance: random.Random) -> str | None:
    """A name put in place of another that the evidence holds too, in another sentence."""
    found = [m for m in _NAME.finditer(text) if m.group() not in _NO_NAMES]
    others = sorted(
        {m.group() for m in _NAME.finditer(evidence)} - {m.group() for m in _NAME.finditer(text)} - _NO_NAMES
    )
    if not found or not others:
        return None
    match = chance.choice(found)
    others = [other for other in others if other[:4] != match.group()[:4]]
    return text[: match.start()] + chance.choice(others) + text[match.end() :] if others else None


def number_beside(text: str, evidence: str, chance: random.Random) -> str | None:
    """A number put in place of another that the evidence holds too."""
    found = list(_NUMBER.finditer(text))
    others = sorted({m.group() for m in _NUMBER.finditer(evidence)} - {m.group() for m in found})
    if not found or not others:
        return None
    match = chance.choice(found)
    return text[: match.start()] + chance.choice(others) + text[match.end() :]


_NUMBER: Final = re.compile(r"(?<![\w.,/-])\d+(?:[.,]\d+)*(?![\w/-])(?![.,]\d)")
BESIDE: Final = {"name_beside": name_beside, "number_beside": number_beside}


def clause_number(text: str, language: str, chance: random.Random) -> str | None:
    found = list(re.finditer(r"(?<![\w.,])\d{1,2}(?:\.\d{1,2})+(?![\w%])", text))
    if not found or not re.search(
        r"clause|section|article|пункт|п\.|раздел|розділ|стать|статт|punct|art|secți", text, re.I
    ):
        return None
    match = chance.choice(found)
    head, _, last = match.group().rpartition(".")
    return f"{text[: match.start()]}{head}.{int(last) + chance.choice([1, 2, 10])}{text[match.end() :]}"


KINDS: Final[dict[str, Alter]] = {
    f.__name__: f
    for f in (
        digit, number_word, ordinal, unit, sign, qualifier, added_qualifier, day_basis, dropped_basis, tax, date, negation,
        name, clause_number,
    )
}  # fmt: skip
