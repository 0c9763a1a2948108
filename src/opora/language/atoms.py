"""What may never be cut in two? Sentences, and numbers with the words that make them amounts, dates and terms."""

from __future__ import annotations

import re

from opora.domain.place import Span
from opora.language.sentences import sentences

_NUMBER = r"\d+(?:[ \u00a0\u2009\u202f'’]\d{3}(?!\d)|[.,:/]\d+)*"
_UNIT = (
    r"(?:[%‰₽₴€$£]|°C|(?:тыс|тис|млн|млрд|руб\w*|грн|грив\w+|коп\w*|долл\w*|дол|євро|евро|лей|лея|lei|leu|ron|eur|"
    r"euro|usd|uah|mdl|rub|dollars?|процент\w*|відсотк\w*|procente?|percent|суток|сут|дн\w*|день|дні\w*|рабоч\w+|"
    r"робоч\w+|календар\w+|zile|zi|lucrătoare|calendaristice|days?|working|business|calendar|час\w*|годин\w*|ore|oră|"
    r"hours?|мин\w*|хвил\w*|minute|minutes?|недел\w*|тиж\w*|săptămân\w+|weeks?|месяц\w*|мес|місяц\w*|luni|lună|months?|"
    r"лет|год\w*|рок\w*|рік|г|р|ani|an|years?|кг|г|мг|т|л|мл|км|м|см|мм|kg|g|mg|l|ml|km|m|cm|mm|шт\w*|ед|од|buc|"
    r"pcs|items?|thousand|million|billion|mii|mie|milioane|milion|miliarde)\b\.?)"
)
_MONTH = (
    r"(?:январ\w*|феврал\w*|март\w*|апрел\w*|ма[йя]|июн\w*|июл\w*|август\w*|сентябр\w*|октябр\w*|ноябр\w*|декабр\w*|"
    r"січ\w+|лют\w+|берез\w+|квіт\w+|трав\w+|черв\w+|лип\w+|серп\w+|верес\w+|жовт\w+|листопад\w*|груд\w+|"
    r"ianuarie|februarie|martie|aprilie|mai|iunie|iulie|august|septembrie|octombrie|noiembrie|decembrie|"
    r"january|february|march|april|may|june|july|september|october|november|december)"
)
_VALUE = re.compile(
    rf"{_MONTH}\s\d{{1,2}}(?:st|nd|rd|th)?,?\s\d{{4}}"
    rf"|[№§$€£₴₽#]\s?{_NUMBER}"
    rf"|{_NUMBER}(?:\s?[–—-]\s?{_NUMBER})?(?:\s(?:de\s)?{_MONTH}(?:\s\d{{4}})?(?:\s?(?:г\.|р\.|года|року))?|(?:[ \u00a0]?(?:de[ \u00a0])?{_UNIT})*)",
    re.IGNORECASE,
)

_PHONE = r"\+\d[\d()\s.–-]{5,18}\d|\b\d[ -]?\(\d{3,5}\)[\d \u00a0–-]{5,12}\d"
_NAMED = (
    r"(?:art|alin|lit|pct|par|cap|sect?|nr|no|cl|paras?|anexa|clauses?|sections?|articles?|пп?|ст|ч|абз|подп|підп|гл|разд|розд|"
    r"прил|приложени\w+|додат\w+|д|буд|кв|корп|оф|эт|стр|№)\b\.?"
)
_NUMBERED = rf"\s?\(?(?:{_NAMED}\s?)?\d[\w.]*\)?"
# "art. 5 alin. (2) lit. a)", "пп. 3, 4 и 5", "ул. Ленина, д. 5, кв. 12": parts named one after the other.
_REFERENCE = re.compile(
    rf"{_PHONE}|"
    rf"(?<!\w){_NAMED}{_NUMBERED}(?:,?\s{_NAMED}\s?\(?\w{{1,6}}\)?|(?:,|\s(?:и|или|та|або|și|sau|and|or|to|по))\s\d[\d.]*(?!\w)){{0,8}}"
    rf"|(?<!\w)(?:ул|вул|просп|пер|пл|str|bd)\.\s\w[\w -]{{1,40}}(?:,\s{_NAMED}{_NUMBERED})+",
    re.IGNORECASE,
)


def atoms(text: str) -> list[Span]:
    """Spans that may not be cut: every sentence, and every value with its unit; sorted, they may nest.

    >>> [a.of("Цена 5 000 руб. за шт.") for a in atoms("Цена 5 000 руб. за шт.")]
    ['Цена 5 000 руб. за шт.', '5 000 руб.']
    """
    return sorted([*sentences(text), *value_atoms(text)], key=lambda span: (span.start, -span.end))


def value_atoms(text: str) -> list[Span]:
    """Numbers with their units, dates and ranges, in order: what may not be cut even inside one long sentence."""
    return [Span(m.start(), m.end()) for m in _VALUE.finditer(text)]


def reference_atoms(text: str) -> list[Span]:
    """Parts of documents and addresses named one after the other, and numbers of telephones, in order.

    >>> [a.of("согласно ст. 5 ч. 2 и п. 3") for a in reference_atoms("согласно ст. 5 ч. 2 и п. 3")]
    ['ст. 5 ч. 2', 'п. 3']
    """
    return [Span(m.start(), m.end()) for m in _REFERENCE.finditer(text)]
