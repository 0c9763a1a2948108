"""Which kind of value must an answer hold, and does a text say one?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from opora.answering.cues import asks_before
from opora.domain.question import RequirementKind
from opora.domain.value import Value

_I = re.IGNORECASE
_ANY: Final = ("amount", "rate", "term", "count")

_MONEY = re.compile(
    r"\b(?:price|prices|cost|costs|fee|fees|pays?|paid|charged?|salary|rent|deductible|fine)\b|\bhow expensive\b"
    r"|\bсто(?:ит|ят|ила?|ить)\b|\b(?:цен[аыуе]|стоимост\w+|тариф\w*|плат[аыуе]|(?:за|у|вы|о)?плат(?:ить|ит|ят|им|ите|ил[аи]?)|доплат\w+|зарплат\w+|оклад\w*|аренд\w+|суточны\w+|штраф\w*|комисси\w+|сумм(?:а|ы|у|е|ой))\b"
    r"|\bкошту\w+\b|\b(?:ціна|ціну|ціни|вартість|тариф\w*|плат[аиу]|(?:за|с|ви|о)?плат(?:ити|ить|ять|имо|ите|ив|ил[аи])|доплачувати|зарплата|оклад|оренд\w+|штраф\w*|комісі\w+|сум(?:а|и|у|ою))\b"
    r"|\bcost[ăa]\b|\b(?:preț\w*|pret\w*|costul|tarif\w*|tax[ăae]|chiri\w+|salari\w+|plătesc|platesc|plătește|amend[ăa]|penalit\w+)\b",
    _I,
)
_BARE_MUCH = re.compile(r"\bhow much (?:is|are|was|were|do|does|did|will|would)\b|^\W*c[âa]t (?:fac|face)\b", _I)
_MASS = re.compile(
    r"\b(?:weigh\w*|hold|storage|space|вес\w*|весит|важить|вміщує|cântăre\w+|time|времени|часу|timp)\b", _I
)
_DURATION = re.compile(
    r"\bhow (?:long(?! an?\b)|soon|fast|quickly|late)\b|\bhow many (?:[\w-]+ ){0,2}(?:seconds|minutes|hours|days|weeks|months|years|nights)\b|\bhow much (?:time|notice)\b"
    r"|\b(?:сколько|скольких|несколько) (?:\w+ ){0,2}(?:секунд|минут|часов|времени|дней|дня|суток|недель|месяцев|лет)\b|\bкак (?:долго|быстро|скоро)\b"
    r"|\bсколько (?:он[аои]? |это )?(?:длит\w+|длятся|занимает|занимают|ид[её]т|идут|жд[её]м|ждать|действует|хранится|хранятся|рассматрива\w+|делается|готовится|едет)\b"
    r"|\bскільк(?:и|ох|ом|ома) (?:\w+ ){0,2}(?:секунд|хвилин|годин|часу|днів|діб|тижнів|місяців|років)\b|\bяк (?:довго|швидко|скоро)\b"
    r"|\bскільки (?:він |вона |воно |вони |це )?(?:триває|тривають|діє|чекати|займає|йде|зберігається|розглядають)\b"
    r"|\bc[âa]t timp\b|\bc[âa]te (?:\w+ ){0,1}(?:secunde|minute|ore|zile|săptămâni|saptamani|luni|nopți)\b|\bc[âa]ți ani\b|\bc[âa]t (?:mai )?(?:durează|dureaza|ține|valabil)\b|\bc[âa]t de (?:repede|mult timp)\b",
    _I,
)
_TIME = re.compile(
    r"\b(?:deadline|notice period|time ?frame)\b|\b(?:term|period|duration) of\b|\bсрок(?:а|е|и|ов|у|ом)?\b|\b(?:термін|строк)(?:у|и|ом|ів|і)?\b|\btermen(?:ul|ului)?\b|\bperioad\w+\b",
    _I,
)
# "Within which period must the bill be paid": money is paid, and asked about is the time.
_WHAT_TIME = re.compile(
    r"\b(?:what|which|how long a) (?:\w+ )?(?:period|term|deadline|time ?frame|time limit)\b"
    r"|\b(?:как(?:ой|ие|ого|ому|им|ов|овы)|(?:як(?:ий|і|ого|ому|им|а)))\s+(?:\w+\s+)?(?:срок|термін|строк)(?:а|е|и|ов|у|ом|ів|і)?\b"
    r"|\b(?:ce|care(?: este| e)?) (?:\w+ )?termen(?:ul|ului)?\b",
    _I,
)
_OFTEN = re.compile(
    r"\b(?:how (?:often|many times)|(?:как|як) часто|сколько раз|скільки раз(?:ів)?|c[âa]t de des|(?:de )?c[âa]te ori)\b",
    _I,
)
_TIME_UNIT = (
    r"(?:minute|hour|day|night|week|fortnight|month|quarter|semester|year|season|shift|visit"
    r"|минут|час|дн|день|сут|недел|месяц|квартал|полугод|пол ?год|год|лет|сезон|смен|визит"
    r"|хвилин|годин|діб|добу|тиж|місяц|квартал|рік|рок|пів ?рок|сезон|змін"
    r"|minut|or[ăe]|zi(?!c)|zile|săptămân|lun[ăi]|trimestr|semestr|an\b|ani\b|sezon)"
)
# "Once a year", «раз на пів року», "every six months": how often; "10 percent for each year" is none.
_FREQUENT: Final = re.compile(
    r"\b(?:once|twice|times|раз(?:а|у|ів|ом)?|двічі|тричі|дважды|трижды|ori|dat[ăe])\b"
    rf"|(?<!\bза )(?<!\bfor )(?<!\bpentru )\b(?:every|each|кажд\w+|кожн\w+|fiecare)\s+(?:[\w-]+\s+){{0,3}}?{_TIME_UNIT}",
    _I,
)
# What comes again and again is no duration: "every six months".
_AGAIN: Final = re.compile(r"\b(?:every|each|once (?:in|every)|кажд\w+|кожн\w+|раз (?:на|в)|fiecare)\s+$", _I)
_EACH = re.compile(
    r"\b(?:daily|weekly|monthly|quarterly|yearly|annually|always|never"
    r"|ежедневно|еженедельно|ежемесячно|ежеквартально|ежегодно|всегда|никогда|щодня|щотижня|щомісяця|щокварталу|щороку|завжди|ніколи"
    r"|zilnic|săptămânal|lunar|trimestrial|anual|mereu|niciodată)\b",
    _I,
)
_EACH_TIME: Final = re.compile(f"{_FREQUENT.pattern}|{_EACH.pattern}", _I)
_NOT_OFTEN: Final = frozenset(("%", "percent"))
# "За сколько нужно предупредить" asks for time, "за сколько можно купить" for money.
_AHEAD = re.compile(
    r"\bза (?:сколько|скільки)\b(?!.*\b(?:куп|прода|прид|рубл|гривен|ден[ье]г|грош))|\bcu c[âa]t(?: timp)? (?:înainte|inainte)\b|\bhow far in advance\b",
    _I,
)
_CLOCK = re.compile(
    r"\b(?:what time|at what hour|во сколько(?!\s+(?:\w{2,4}\s+){0,2}(?:обойд|обош|встан|выйд|вышл|оцен))|до скольки|со скольки|с (?:которого|какого) часа|о котрій|(?:з|із|до|після|від) котрої|la ce or[ăa])\b",
    _I,
)
_WHEN = re.compile(
    r"\bwhen\b|\bwhat (?:time|date|year|day|month)\b|\bwhich (?:year|day|month)\b|\buntil what\b|\bwhat are the (?:opening )?hours\b|\bкогда\b|\bкакого числа\b|\bдо какого\b|\bв каком году\b|\bво сколько(?!\s+(?:\w{2,4}\s+){0,2}(?:обойд|обош|встан|выйд|вышл|оцен))\b|\bс какой даты\b|\bдо скольки\b|\bв котором часу\b"
    r"|\bколи\b|\bякого числа\b|\bв якому році\b|\bо котрій\b|\bз якої дати\b|\bc[âa]nd\b|\bla ce or[ăa]\b|\bîn ce an\b|\bpână când\b",
    _I,
)
_MANY = re.compile(
    r"\bhow (?:many|often)\b|\bnumber of\b|\bскольк(?:о|их|им|ими)\b|\bскільк(?:и|ох|ом|ома)\b|\bc[âa]te(?:le|lor)?\b|\bc[âa]ți\b|\bc[âa]t[ăa]\b|\bколичество\b|\bкількість\b|\bкак часто\b|\bяк часто\b|\bc[âa]t de des\b",
    _I,
)
_SIZE = re.compile(
    r"\bhow (?:long an?|far|old|big|large|high|tall|heavy|deep|wide|much)\b|\bc[âa]t\b|\bнасколько\b|\bнаскільки\b", _I
)
_SHARE = re.compile(
    r"\b(?:rate|percent(?:age)?|interest|discount|share)\b|\b(?:ставк\w+|процент\w*|скидк\w+|пен[яиюе]|неустойк\w+|дол[яию])\b|\b(?:відсот\w+|знижк\w+|част(?:ка|ку))\b|\b(?:dobând\w+|procent\w*|reducere\w*|cot[ăa])\b",
    _I,
)

_FREE = re.compile(
    r"\b(?:free|no (?:charge|fee|cost)|at no (?:charge|cost)|without (?:charge|fee|commission)|included?|includes)\b|\bбесплатн\w*\b|\bбез (?:оплаты|комиссии|доплаты)\b|\bвходит\b|\bвходят\b|\bвключ[её]н\w*\b"
    r"|\bбезкоштовн\w*\b|\bбез (?:оплати|комісії|доплати)\b|\bвходить\b|\bвключен\w*\b|\bgratuit\w*\b|\bgratis\b|\bfără (?:taxă|comision|cost)\b|\binclus\w*\b",
    _I,
)
_NTH: Final = (
    r"(?:second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\w+teenth|twentieth|\d+(?:st|nd|rd|th)) "
    r"(?:working |business |calendar )?(?:day|week|month|quarter)s?"
    r"|(?:\w{3,}(?:ого|ий|ый|ой|ому|ему|ього|ьего)|\d+(?:-?(?:го|е|му|й))?) "
    r"(?:(?:рабоч|робоч|календарн|банковск|банківськ)\w+ )?(?:числ[аоу]|день|дню)"
    r"|data de \d+|(?:a|al) \w+(?:a|lea) zi\w*|ziua a \w+"
)
_MOMENT = re.compile(
    rf"\b(?:{_NTH})\b|"
    r"\b(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december)s?\b"
    r"|\b(?:today|tomorrow|immediately|at once|weekly|daily|monthly|yearly|annually|every|each|same|next|first|last|end|start) ?(?:working |business |calendar )?(?:day|night|week|month|year|quarter|morning)?\b(?<=day|ght|eek|nth|ear|ter|ing|row|ely|nce|ily|hly|rly|lly)"
    r"|\b(?:an?|one) (?:hour|day|week|month) (?:before|earlier|ahead|in advance)\b|\bза (?:сутки|день|час|неделю|месяц|добу|годину|тиждень|місяць)\b"
    r"|\bcu (?:o (?:zi|oră|săptămână|lună)|un ceas) înainte\b"
    r"|\b(?:before|after|until|upon|once|during|in (?:spring|summer|autumn|winter)|always|never)\b"
    r"|\b(?:понедельник|вторник|сред[уа]|четверг|пятниц|суббот|воскресень|будн|выходн|январ|феврал|март|апрел|ма[йяе]|июн|июл|август|сентябр|октябр|ноябр|декабр)\w*\b"
    r"|\b(?:сегодня|завтра|сразу|немедленно|ежедневно|еженедельно|ежемесячно|ежегодно|круглосуточно|после|до(?!\s+\d[\d\s.,]*\s*(?!час|год|числ|дн|хв|мин|рок|міс|мес|січ|лют|бер|квіт|трав|черв|лип|серп|вер|жов|лист|груд|янв|фев|мар|апр|ма[яй]|июн|июл|авг|сен|окт|ноя|дек)[^\W\d_])|накануне|в день|в момент|(?:перв|последн)\w+ (?:день|дня|дни|числа)|следующ\w+|кажд\w+)\b"
    r"|\b(?:понеділ|вівтор|серед[уа]|четвер|п.ятниц|субот|неділ|будн|вихідн|січ|лют|берез|квіт|трав|черв|лип|серп|верес|жовт|листопад|груд)\w*\b"
    r"|\b(?:сьогодні|завтра|одразу|негайно|щодня|щотижня|щомісяця|щороку|цілодобово|після|у день|в день|(?:перш|останн)\w+ (?:день|дня|дні|числа)|наступн\w+|кожн\w+)\b"
    r"|\b(?:luni|marți|miercuri|joi|vineri|sâmbăt|duminic|ianuarie|februarie|martie|aprilie|mai|iunie|iulie|august|septembrie|octombrie|noiembrie|decembrie)\w*\b"
    r"|\b(?:azi|mâine|imediat|zilnic|săptămânal|lunar|anual|fiecăre\w+|după|până|(?:prim|ultim)a zi|următoare\w*)\b",
    _I,
)
# What answers "at what hour" in words.
_HOUR = re.compile(
    r"\b(?:around the clock|day and night|24/7|morning|evening|night|dawn|dusk|sunset|sunrise|lunch\w*|any time|closed"
    r"|круглосуточно|утр\w+|вечер\w*|ноч\w+|рассвет\w*|закат\w*|обед\w*|выходн\w+|закрыт\w*"
    r"|цілодобово|ран(?:ок|ку|ці|ком)|вранці|веч[оі]р\w*|ніч|ночі|вночі|світанк\w*|обід\w*|вихідн\w+|зачинен\w*"
    r"|non-?stop|dimineaț\w+|seara|seară|noapte\w*|zori|apus\w*|prânz\w*|închis\w*)\b",
    _I,
)
# "When may the buyer withdraw?" is answered by "if delivery is late" too; what has happened was on a day.
_PAST = re.compile(
    r"\b(?:did|was|were|had|born|founded|был[аио]?|родил\w+|основан\w*|бу(?:в|ла|ло|ли)|народи\w+|a fost|s-a|au fost)\b",
    _I,
)
_PART = re.compile(r"[,;:]\s|\s(?:and|but|и|а|но|та|і|але|și|iar|dar)\s", _I)
_MOMENT_OR_CONDITION = re.compile(
    rf"{_MOMENT.pattern}|\b(?:if|unless|provided|for orders|если|в случае|при условии|(?:для|при) заказ\w*|якщо|у разі|за умови|для замовлен\w*"
    r"|dacă|în cazul|pentru comenzi)\b",
    _I,
)
_CONDITION = re.compile(
    r"\b(?:if|when|provided|unless|for (?:orders|purchases) (?:of|over|above)|если|при (?:заказе|сумме|покупке|оплате)|когда|якщо|при (?:замовленні|сумі)|для (?:заказов|замовлень)|коли|dacă|la (?:comenzi|comanda)|pentru comenzi\w*)\b[^,.;]*",
    _I,
)


@dataclass(frozen=True, slots=True)
class Asked:
    """Kinds of value an answer may give, best first; ``strict``: without one of them a text is no answer.

    ``words``: what says it in words ("free of charge", "the next day").
    """

    kinds: tuple[str, ...] = ()
    strict: bool = False
    words: re.Pattern[str] | None = None
    hour: bool = False  # a time of day: a term of days or years is none
    often: bool = False  # how often: an amount or a bare term is none
    lasting: bool = False  # how long: "every six months" is none


def asked_for(text: str, kind: RequirementKind) -> Asked:
    """From the requirement's own words. "How long" wants a duration, "how much" money or a measure, "when" a time."""
    if kind not in ("amount", "date"):
        return Asked(("amount", "rate", "term", "count", "date")) if kind in ("fact", "list") else Asked()
    if _OFTEN.search(text):
        return Asked(("count", "term", "rate"), True, _EACH_TIME, often=True)
    if _AHEAD.search(text):
        return Asked(("term", "date"), True, _MOMENT)
    if _CLOCK.search(text):
        return Asked(("date", "term"), True, _HOUR, hour=True)
    if _DURATION.search(text):
        days = ("count",) if _MANY.search(text) else ()
        return Asked(("term", "date", *days), True, None if days else _MOMENT, lasting=True)
    time, money, when = _last(_TIME, text), _last(_MONEY, text), _last(_WHEN, text)
    if _last(_BARE_MUCH, text) >= 0 and money < 0 and not _MASS.search(text):
        money = 0
    if _WHAT_TIME.search(text) or (time >= 0 and time >= money):
        return Asked(("term", "date"), True, _MOMENT)
    if when >= 0 and not asks_before(text, when):
        return Asked(("date", "term"), True, _MOMENT if _PAST.search(text) else _MOMENT_OR_CONDITION)
    if _SHARE.search(text):
        return Asked(("rate", "amount", "count"), True, _FREE)
    if money >= 0:
        return Asked(("amount", "rate"), True, _FREE)
    if _MANY.search(text):
        return Asked(("count", "term", "amount", "rate"), True)
    if _SIZE.search(text):
        return Asked(_ANY, True)
    return Asked(_ANY, True) if kind == "amount" else Asked(("date", "term"), True, _MOMENT)


def names_a_value(word: str) -> bool:
    """Whether a word only says which value is wanted: "penalty", "неустойка", "deadline"; a rule may give it unnamed."""
    return any(pattern.fullmatch(word) for pattern in (_MONEY, _SHARE, _TIME))


def value_for(asked: Asked, text: str, values: Sequence[Value]) -> Value | None:
    """The first value of the text that is of a kind asked for and does not only state a condition."""
    return next(iter(values_for(asked, text, values)), None)


def values_for(asked: Asked, text: str, values: Sequence[Value]) -> list[Value]:
    """All values of the kinds asked for but those that only state a condition: the best kind first, then in order."""
    if asked.often and not _FREQUENT.search(text):
        return []
    outside = [
        value
        for value in values
        if value.kind in asked.kinds
        and not (asked.often and value.unit in _NOT_OFTEN)
        and not (asked.lasting and _AGAIN.search(text[: value.span.start]))
        and value.readable
        and not (asked.hour and value.kind == "term" and value.unit not in ("hour", "minute"))
        and not any(c.start() <= value.span.start < c.end() for c in _CONDITION.finditer(text))
        and not (value.kind == "count" and _numbers_a_clause(value, text))
    ]
    return sorted(outside, key=lambda value: value.kind != asked.kinds[0])


def parts_of(text: str, values: Sequence[Value]) -> list[str]:
    """What belongs to each of several values (in order) in one sentence: its words up to those beside it, or to a comma."""
    ends = [0, *(value.span.end for value in values)]
    parts: list[str] = []
    for n, value in enumerate(values):
        before = text[ends[n] : value.span.start]
        after = text[value.span.end : values[n + 1].span.start if n + 1 < len(values) else len(text)]
        cut = _PART.search(after)
        parts.append(
            f"{_PART.split(before)[-1] if n and _PART.search(before) else before} {after[: cut.start()] if cut else ''}"
        )
    return parts


def says(asked: Asked, text: str, value: Value | None) -> bool:
    """Whether the text gives what is asked, as a value or in words; always true when nothing is demanded."""
    return not asked.strict or value is not None or bool(asked.words and asked.words.search(text))


def only_on_condition(asked: Asked, text: str) -> bool:
    """Whether "free" or "included" is said of some cases alone ("delivery is free if …"): no answer to "how much?"."""
    return asked.words is _FREE and bool(_CONDITION.search(text))


def _numbers_a_clause(value: Value, text: str) -> bool:
    """ "3.2. Goods …", "4) …", "7 Goods …"; not "9 books"."""
    return value.span.start < 2 and bool(
        re.match(r"\d+(?:\.\d+)*[.)]\s|\d+(?:\.\d+)+\s|\d+\s+[^\W\d_a-zа-яіїєґăâîșț]", text)
    )


def _last(pattern: re.Pattern[str], text: str) -> int:
    return max((match.start() for match in pattern.finditer(text)), default=-1)
