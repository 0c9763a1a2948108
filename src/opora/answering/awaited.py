"""Which sort of answer does a question await (who, where, when, which city, how many, why), and does a sentence give one that is new?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from opora.answering.lexed import Lexed, Lexeme, lexed
from opora.language.lemmas import lemmas_of
from opora.language.words import WORD, fold

Sort = Literal["moment", "number", "person", "place", "name", "reason", "other"]

_I = re.IGNORECASE
_MEASURE_RU: Final = (
    r"(?:высот|длин|ширин|глубин|площад|скорост|расстояни|температур|численност|числ[оа]|количеств|населени|возраст|вес\b|рост"
    r"|процент|дол[яюи]|сумм|стоимост|цен[аыуе]\b|дистанци|мощност|объ[её]м|срок)\w*"
)
_MEASURE_UK: Final = (
    r"(?:висот|довжин|ширин|глибин|площ|швидкіст|відстан|температур|чисельніст|числ[оа]|кількіст|населенн|вік\b|ваг[аиуі]\b|зріст"
    r"|відсот|частк|сум[аиуі]\b|вартіст|цін[аиуі]\b|потужніст|об.єм|строк|термін)\w*"
)
_SORTS: Final[tuple[tuple[Sort, re.Pattern[str]], ...]] = (
    (
        "moment",
        re.compile(
            r"\bwhen\b|\b(?:what|which) (?:year|date|day|month|century|decade)s?\b"
            r"|\bкогда\b|\bкак\w+ (?:год\w*|дат\w+|век\w*|месяц\w*|дн\w+|столети\w+)\b|\bкаким? числ\w+\b|\bкакого числа\b"
            r"|\bколи\b|\bяк\w+ (?:рік|році|року|дат\w+|день|місяц\w+|столітт\w+)\b|\bякого числа\b"
            r"|\bc[âa]nd\b|\bce (?:an|ani|dată|data|zi|lună|secol)\b",
            _I,
        ),
    ),
    (
        "number",
        re.compile(
            r"\bhow (?:much|many|long|old|far|big|large|high|fast|often|tall|deep|wide|heavy)\b"
            r"|\b(?:number|population|percentage|amount|height|length|area) of\b|\bwhat percentage\b"
            r"|\bскольк\w+\b|\b(?:численность|население|количество|высота|длина|площадь|возраст|процент)\b"
            rf"|\bкак(?:ов|ова|ово|ой|ая|ое|ую|ом)\s+(?:\w+\s+)?{_MEASURE_RU}|\bяк(?:а|ий|е|ою|ій|ому|у)\s+(?:\w+\s+)?{_MEASURE_UK}"
            r"|\bскільк\w+\b|\b(?:чисельність|населення|кількість|висота|довжина|площа|вік|відсоток)\b"
            r"|\bc[âa]t(?:e|ă|a|i|ți)?\b|\b(?:numărul|populația|procentul|înălțimea|lungimea|suprafața)\b",
            _I,
        ),
    ),
    ("reason", re.compile(r"\bwhy\b|\b(?:почему|зачем|отчего|чому|навіщо)\b|\bпо какой причине\b|\bde ce\b", _I)),
    (
        "person",
        re.compile(
            r"\b(?:who|whom|whose|кто|кого|кому|кем|чей|чья|чьё|чье|чьи|хто|ким|чий|чия|чиє|cine|cui)\b(?! так\w+)",
            _I,
        ),
    ),
    (
        "name",
        re.compile(
            r"\b(?:which|what) (?:\w+ )?(?:city|town|country|state|county|river|mountain|lake|island|continent|team|club|company|university"
            r"|king|queen|emperor|president|minister|author|writer|poet|actor|actress|singer|player|artist|scientist|director|band)\b"
            r"|\bкак(?:ой|ая|ую|ого|ому|им|ом)\s+(?:\w+\s+)?(?:город|стран|штат|област|рек[аиеу]\b|гор[аыуе]\b|озер|остров|континент|команд|клуб|компани"
            r"|университет|корол|император|президент|министр|автор|писател|поэт|акт[её]р|актрис|певе?ц|певиц|игрок|художник|уч[её]н|режисс[её]р|групп)\w*"
            r"|\bяк(?:ий|а|у|ого|ому|им|ою|ій)\s+(?:\w+\s+)?(?:міст|країн|штат|област|річк|гор[аиуі]\b|озер|остр[оі]в|континент|команд|клуб|компані"
            r"|університет|корол|імператор|президент|міністр|автор|письменник|поет|актор|актрис|співа|грав[еце]|художник|учен|режисер|гурт)\w*"
            r"|\b(?:ce|care|cărui|cărei)\s+(?:oraș|țar[ăa]|stat|județ|râu|munte|lac|insul|continent|echip|club|compani|universit|rege|regin|împărat"
            r"|președinte|ministru|autor|scriitor|poet|actor|actriț|cântăreț|jucător|artist|regizor|trup)\w*",
            _I,
        ),
    ),
    ("place", re.compile(r"\b(?:where|где|куда|откуда|де|куди|звідки|unde)\b", _I)),
)
_MONTH = re.compile(
    r"\b(?:january|february|march|april|may|june|july|august|september|october|november|december|century|centuries"
    r"|январ\w+|феврал\w+|март\w*|апрел\w+|ма[йя]|июн\w+|июл\w+|август\w*|сентябр\w+|октябр\w+|ноябр\w+|декабр\w+|век|века|веке|столети\w+"
    r"|січ\w+|лют\w+|берез\w+|квіт\w+|травн\w+|черв\w+|лип\w+|серп\w+|верес\w+|жовт\w+|листопад\w*|груд\w+|столітт\w+"
    r"|ianuarie|februarie|martie|aprilie|mai|iunie|iulie|septembrie|octombrie|noiembrie|decembrie|secol\w*)\b",
    _I,
)
_YEAR = re.compile(r"\b(?:1\d|20)\d\d(?=s?\b)")  # "in the 1950s" too
_CENTURY = re.compile(r"\b(?:century|centuries|век[аеу]?|столети\w+|столітт\w+|secol\w*)\b", _I)
_DIGITS = re.compile(r"\d[\d.,]*")
_NUMBER_WORD = re.compile(
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundreds?|thousands?|millions?"
    r"|billions?|dozen|half|twice|both|один|одна|одно|дв[ае]|двух|двое|тр[её]х|три|трое|четыр\w+|пят[ьи]|шест[ьи]|сем[ьи]|восемь"
    r"|девят[ьи]|десят[ьи]|двадцат\w+|тридцат\w+|сорок|пятьдесят|сто|тысяч\w*|миллион\w*|миллиард\w*|полтора|половин\w+"
    r"|дві|двох|чотир\w+|п.ять|шість|сім|вісім|тисяч\w*|мільйон\w*"
    r"|unu|una|doi|două|trei|patru|cinci|șase|șapte|opt|nouă|zece|sut[ăe]|mi[ie]|milio\w+|miliard\w*|jumătate)",
    _I,
)
_COUNTED = re.compile(
    r"\bhow (?:many|much)\s+(?P<en>[^?]{2,40})|\b(?:сколько|скольких|скільки|скількох)\s+(?P<ru>[^?]{2,40})|\bc[âa]t(?:e|ă|a|i|ți)\s+(?P<ro>[^?]{2,40})",
    _I,
)
# What a thing costs is told beside its name, its label or a heading: nothing is counted there.
_PRICED = re.compile(
    r"\b(?:costs?|priced?|charged?|pay|paid|сто(?:ит|ят|ила?|ить)|обойд[её]тся|платить|заплатить|кошту\w+|платити|cost[ăa]|pl[ăa]t\w+)\b",
    _I,
)
_MEASURES: Final[tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]] = tuple(
    (re.compile(asked, _I), re.compile(told, _I))
    for asked, told in (
        (
            r"\bhow old\b|\bсколько лет\b|\bвозраст|\bскільки років\b|\bce v[âa]rst[ăa]|\bc[âa]ți ani\b",
            r"\b(?:aged?|years?|born|лет|года?|родил\w+|возраст\w*|років|роки|народи\w+|ani|născut\w*|vârst\w+)\b",
        ),
        (
            r"\bhow (?:tall|high|far|wide|deep|big|large)\b|\b(?:height|length|distance|depth|width|area)\b"
            r"|\b(?:высот|длин|рост|расстояни|глубин|ширин|площад|дистанци|висот|довжин|відстан|глибин|площ|înălțime|lungime|suprafaț)\w*",
            r"\d\s*-?(?:(?:square|cubic|sq|кв)\.? ?)?(?:km|m|cm|mm|ft|feet|foot|inch(?:es)?|miles?|met(?:er|re)s?|kilomet(?:er|re)s?|hectares?"
            r"|acres?|yards?|км|м|см|мм|га|метр\w*|километр\w*|кілометр\w*|metri|kilometri|hectare)\b",
        ),
        (
            r"\bhow long\b|\bсколько времени\b|\bкак долго\b|\bскільки часу\b|\bяк довго\b|\bc[âa]t timp\b|\bc[âa]t durează\b",
            r"\b(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|decades?|centur\w+|секунд\w*|минут\w*|час\w*|дн\w+|недел\w*"
            r"|месяц\w*|лет|год\w*|хвилин\w*|тижн\w*|місяц\w*|рок\w*|ore|minut\w*|zile|săptămâni|luni|ani|km|miles|met(?:er|re)s|км|метр\w*)\b",
        ),
        (r"\bpopulation\b|\bнаселени\w+|\bнаселенн\w+|\bpopulați\w+", r"\d[\d., ]{2,}"),
        (
            r"\bpercent(?:age)?\b|\bпроцент\w*|\bвідсот\w*|\bprocent\w*",
            r"\d\s*(?:%|per ?cent|процент\w*|відсот\w*|la sută)",
        ),
    )
)
_REASON = re.compile(
    r"\b(?:because|since|due to|thus|therefore|in order to|so that|as a result|reasons?|caus(?:e|ed|es)|led to|leads? to|result(?:s|ed|ing)? (?:in|from)"
    r"|to (?:avoid|prevent|protect|make|allow|ensure|reduce|help|keep))\b"
    r"|\b(?:потому|так как|поскольку|из-за|вследствие|благодаря|чтобы|причин\w+|поэтому|в связи|ведь|вызван\w*|объясня\w+|привод\w+|привел\w*)\b"
    r"|\b(?:тому що|оскільки|через|щоб|завдяки|внаслідок|адже)\b"
    r"|\b(?:deoarece|pentru c[ăa]|din cauza|fiindc[ăa]|datorit[ăa]|astfel|întrucât|motiv\w*|pentru a|rezultat)\b",
    _I,
)
_PLACE = re.compile(
    r"(?:\b(?:in|at|near|from|to|of|on|into|through|along|across|between)\s+(?:the\s+)?|\b(?:в|во|на|из|под|около|у|возле|близ|от|до|к|над|з|із|біля|від)\s+"
    r"|\b(?:în|la|din|lângă|spre|pe|de)\s+)(?P<place>[^\W\d_][\w'’-]+)",
    _I,
)
_BEFORE, _AFTER = 3, 5  # words between a number and what it counts


@dataclass(frozen=True, slots=True)
class Awaited:
    """What a question awaits. ``counted``: the words of what is counted; ``told``: how a measure of that kind is told."""

    sort: Sort
    question: Lexed
    numbers: frozenset[str]
    counted: tuple[Lexeme, ...] = ()
    told: re.Pattern[str] | None = None

    def given_by(self, text: str) -> bool:
        """Whether a sentence gives something of the sort that the question does not hold itself; true when any will do."""
        return self.sort == "other" or _GIVES[self.sort](self, text)

    def year_given_by(self, text: str) -> bool:
        """Whether a moment is asked for and the text names a year or a century that the question does not."""
        if self.sort != "moment":
            return False
        years = (match.group() for match in _YEAR.finditer(text))
        return bool(_CENTURY.search(text)) or any(year not in self.numbers for year in years)


@lru_cache(maxsize=64)
def awaited(question: str) -> Awaited:
    """From the words of the question; the first sort whose cue stands in it."""
    sort: Sort = next((sort for sort, cue in _SORTS if cue.search(question)), "other")
    counted, told = _counted(question) if sort == "number" else ((), None)
    return Awaited(sort, lexed(question), numbers_of(question), counted, told)


def numbers_of(text: str) -> frozenset[str]:
    return frozenset(match.group().strip(".,") for match in _DIGITS.finditer(text))


def _counted(question: str) -> tuple[tuple[Lexeme, ...], re.Pattern[str] | None]:
    told = next((told for asked, told in _MEASURES if asked.search(question)), None)
    after = _COUNTED.search(question) if told is None and not _PRICED.search(question) else None
    words = lexed(next(group for group in after.groups() if group)).words if after else ()
    return tuple([word for word in words if word.content][:2]), told


def _moment(asked: Awaited, text: str) -> bool:
    return bool(_MONTH.search(text)) or any(match.group() not in asked.numbers for match in _YEAR.finditer(text))


def _number(asked: Awaited, text: str) -> bool:
    """A number that is not the question's own, of the measure asked for or beside what is counted."""
    words = WORD.findall(text)
    places = [n for n, word in enumerate(words) if _is_number(word) and word.strip(".,") not in asked.numbers]
    if not places or asked.told is not None:
        return bool(places) and bool(asked.told and asked.told.search(text))
    if not asked.counted:
        return True
    near = {word for n in places for word in words[max(0, n - _BEFORE) : n + _AFTER]}
    return any(not _lemmas(word).isdisjoint(one.lemmas) for word in near for one in asked.counted)


@lru_cache(maxsize=16384)
def _lemmas(word: str) -> frozenset[str]:
    """Of the few words beside a number: to read the whole sentence would take ten times as long."""
    folded = fold(word)
    return frozenset(lemmas_of(folded)) | {folded}


@lru_cache(maxsize=16384)
def _is_number(word: str) -> bool:
    return word[0].isdigit() or bool(_NUMBER_WORD.fullmatch(word))


def _person(asked: Awaited, text: str) -> bool:
    """A capitalised word inside the sentence that the question does not hold."""
    return any(
        word.text[0].isupper() and not word.opens and not asked.question.holds(word) for word in lexed(text).words
    )


def _place(asked: Awaited, text: str) -> bool:
    named = (match.group("place") for match in _PLACE.finditer(text))
    return any(name[0].isupper() and fold(name) not in asked.question.folded for name in named)


def _reason(asked: Awaited, text: str) -> bool:
    return bool(_REASON.search(text))


_GIVES: Final = {
    "moment": _moment,
    "number": _number,
    "person": _person,
    "name": _person,
    "place": _place,
    "reason": _reason,
}
