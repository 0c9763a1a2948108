"""Which words tell what kind of answer is wanted, where a second question begins, and what is only politeness?"""

from __future__ import annotations

import re

from opora.answering.openings import QUESTION_WORD
from opora.domain.question import RequirementKind

_I = re.IGNORECASE

_KINDS: tuple[tuple[RequirementKind, str], ...] = (
    ("reason", r"\bwhy\b|\bпочему\b|\bзачем\b|\bпо какой причине\b|\bчому\b|\bнавіщо\b|\bde ce\b|\bfor what reason\b"),
    (
        "comparison",
        r"\bdifference between\b|\bcompare\b|\bчем отлича|\bсравн|\bрізниц|\bпорівн|\bчим відрізня|\bdiferența dintre\b|\bcompar[aă]",
    ),
    (
        "date",
        r"\bwhen\b|\bwen\b|\bкогда\b|\bкада\b|\bколи\b|\bc[âa]nd\b|\bwhat (?:date|year|day|time)\b|\bwhich year\b|\bво сколько(?!\s+(?:\w{2,4}\s+){0,2}(?:обойд|обош|встан|выйд|вышл|оцен))\b|\bдо скольки\b|\bо котрій\b|\b(?:з|із|до|після|від) котрої\b|\bс которого часа\b|\bс какого часа\b|\bсо скольки\b|\bpână la ce or[ăa]\b|\bla ce or[ăa]\b|\bde la ce or[ăa]\b|\bпо какое число\b|\bв каком году\b|\bв якому році\b"
        r"|\bс какого числа\b|\bкакого числа\b|\bякого числа\b|\bpână pe ce dat[ăa]\b|\bîn ce an\b|\bс какой даты\b|\bз якої дати\b",
    ),
    (
        "amount",
        r"\b(?:как|як) часто\b|\bкак(?:ую|ой|ая|им) (?:сумм|процент)\w*|\bяк(?:у|а|ий|ої|ою|им) (?:сум|відсот)\w*|\bce (?:sumă|procent)\w*"
        r"|\bhow (?:much|many|long|often|far|old|big|large|high|fast)\b|\bсколько\b|\bскольк(?:их|им|ими)\b|\bскока\b|\bскоко\b|\bскільк(?:и|ох|ом|ома)\b|\bc[âa]t(?:e|ă|a|i|ți)?\b"
        r"|\b(?:prices?|costs?|fees?|fares?|rate|deductible|limits?|deadline|amount|term|commission|penalty|discount)\b|\b(?:цен[аыуе]|стоимост[ьи]|тариф|ставк[аи]|размер|лимит[ау]?|срок[аеиу]?|комисси[яию]|пен[яию]|штраф|скидк[аиу])\b"
        r"|\bнеустойк[аиу]\b|\bнеустойок\b|\b(?:maximum|minimum|(?:максимал|минимал|максимал|мінімал)ьн\w+|maxim[ăa]?|minim[ăa]?)\b"
        r"|\b(?:ціна|ціну|вартість|термін|строк|розмір|ліміт|комісі[яїю]|пен[яію]|знижк[аиу])\b|\b(?:preț|prețul|pret|pretul|costul|termenul|termen|tariful|limita|comision(?:ul)?|penalitatea|reducerea)\b",
    ),
    (
        "procedure",
        r"\bhow (?:do|can|should|to|does one)\b|\bкак (?:мне |я |нам )?(?:можно |нужно |правильно )?\w+(?:ть|ться|ти|чь)\b"
        r"|\bяк (?:мені |я |можна |потрібно )*\w+(?:ти|тися|тись)\b|\bcum (?:pot|se|să|fac|trebuie)\b",
    ),
    (
        "list",
        r"\bwhat are\b|\blist\b|\bкакие\b|\bперечисл|\bякі\b|\bперелік|\bcare sunt\b|\bce documente\b|\bwhich \w+s\b",
    ),
    (
        "yes_no",
        r"^\W*(?:is|are|was|were|do|does|did|can|could|may|must|should|will|has|have)\b|\bли\b|^\W*(?:можно|есть|нужно|чи|можна|є)\b"
        r"|^\W*(?:pot|se poate|se pot|este|sunt|există|trebuie|am voie)\b",
    ),
)
_OPENS_YES_NO = re.compile(
    r"\W*(?:(?:is|are|was|were|do|does|did|can|could|may|must|should|will|has|have)\b|чи\b|(?:[\w-]+ ){0,2}ли\b|(?:можно|можна|есть ли|є)\b|(?:se poate|se pot|pot|există|am voie)\b)",
    _I,
)
_ASKS_TO_TELL = re.compile(
    r"\W*(?:(?:can|could|will|would|do|may) (?:you|i|we|someone|anyone)(?: please)? (?:tell|say|give|know|have|name|explain|show|help|ask|learn|find)\b"
    r"|(?:(?:не )?(?:могли бы|можете|можно|можно ли|можна|чи можна|чи можете|чи не могли б)\W+(?:вы |ви |мне |мені )*(?:узнать|сказать|подсказать|назвать|уточнить|дізнатися|сказати|підказати|назвати|уточнити)\b)"
    r"|(?:pot|puteți|se poate|îmi puteți) (?:afla|ști|spune|să aflu|să știu)\b)",
    _I,
)
KIND_PATTERNS = tuple((kind, re.compile(pattern, _I)) for kind, pattern in _KINDS)

BARE_HEAD = re.compile(r"^how (?:many|much) [\w-]+(?: [\w-]+)?$", _I)
AUXILIARY = re.compile(r"\b(?:do|does|did|is|are|was|were|will|would|can|could|should|must|may|has|have)\b", _I)
_POLITE = """
здравствуйте привет добрый день доброе утро вечер спасибо заранее пожалуйста подскажите скажите уважаемые коллеги помогите извините плиз пж пожалста
вітаю доброго дня добрий день дякую будь ласка підкажіть скажіть привіт перепрошую
hello hi hey dear team good morning afternoon evening thanks thank you please tell advance sorry greetings help pls plz thx
bună ziua buna seara dimineața mulțumesc multumesc vă rog va anticipat salut spuneți spuneti-mi spuneți-mi scuzați
""".replace("ё", "е")
POLITE = frozenset(_POLITE.split())
EXCEPTION = re.compile(
    r"^\W*(?:except|unless|however|excluding|this does not apply|provided that|note|кроме|за исключением|исключени|однако|если иное|примечание|не распространяется"
    r"|крім|за винятком|виняток|однак|примітка|cu excepția|excepție|exceptie|însă|totuși|notă)",
    _I,
)
UNDEFINED = re.compile(
    r"\bnot (?:defined|specified|established|set|determined)\b|\bне (?:определ[её]н[аоы]?|установлен[аоы]?|указан[аоы]?|предусмотрен[аоы]?|регламентирован[аоы]?)\b"
    r"|\bне (?:визначен[аоиий]*|встановлен[аоиий]*|передбачен[аоиий]*)\b|\bnu (?:este|sunt) (?:definit|stabilit|specificat|prevăzut)[ăei]*\b",
    _I,
)
# "The term for a task that …" is a word; "the term of the contract" is a time.
_A_WORD = re.compile(
    r"\bterms? (?=(?:for (?:an?|the|any|some\w*|those|people|persons?|things?|when|being)|used|that (?:means|describes|refers)|meaning|describing|referring|coined|given|applied)\b)"
    r"|\b(?:what|which) terms? (?=(?:is|are|was|were|do|does|did|has|have|describes?|means?|refers?)\b(?! (?:of|the (?:contract|loan|lease|deposit)))(?! \w+ (?:last|end|begin|start|expire|run)))"
    r"|\btermen\w* (?=(?:(?:este|era|e) )?(?:se )?(?:folosit|folosește|foloseste|utiliz|descri|desemn|denum|numi|științific|tehnic|medical|juridic|dat\b))\w*"
    r"|\b(?:folos|utiliz)\w+ (?:a )?termen\w*",
    _I,
)


# "Who pays the fee", "where is the price list" ask for no amount.
_WHO_WHERE = re.compile(
    r"\W*(?:(?:and|и|а|та|і|și)\s)?(?:to whom|who|whom|where|by whom|кто|кому|кем|где|куда|хто|ким|де|куди|cine|cui|unde)\b",
    _I,
)
_HOW_MUCH = re.compile(r"\bhow (?:much|many|long|often)\b|\bскольк\w+\b|\bскільк\w+\b|\bc[âa]t\w*\b", _I)


def asks_before(text: str, place: int) -> bool:
    """Whether a question word stands before the place: "how old was he when …" does not ask when."""
    return bool(QUESTION_WORD.search(text[:place]))


def kind_of(text: str) -> RequirementKind:
    """The first kind whose cue the text holds; a plain fact otherwise. "Can I use two discount codes" asks for no amount."""
    if _OPENS_YES_NO.match(text) and not QUESTION_WORD.search(text) and not _ASKS_TO_TELL.match(text):
        return "yes_no"
    for kind, pattern in KIND_PATTERNS:
        match = pattern.search(_A_WORD.sub("", text) if kind == "amount" else text)
        elsewhere = match and kind == "amount" and _WHO_WHERE.match(text) and not _HOW_MUCH.search(text)
        if match and not elsewhere and not (kind == "date" and asks_before(text, match.start())):
            return kind
    return "fact"


# Words that only say what kind of value is wanted: "стоит" and "стоимость" ask for the same amount, so neither may decide
# between two sentences. Lemmas, folded.
ASKS_FOR_VALUE = frozenset(
    [
        *(
            "стоить",
            "тариф",
            "стоимость",
            "цена",
            "составлять",
            "занимать",
            "длиться",
            "обойтись",
            "коштувати",
            "обійтися",
            "вартість",
            "ціна",
            "тривати",
        ),
        *(
            "many",
            "much",
            "long",
            "fast",
            "often",
            "time",
            "day",
            "hour",
            "week",
            "month",
            "year",
            "get",
            "have",
            "need",
        ),
        *("время", "день", "час", "месяц", "год", "неделя", "получить", "нужно", "надо", "срок", "долго"),
        *("день", "година", "місяць", "рік", "тиждень", "отримати", "потрібно", "треба", "термін", "строк", "довго"),
        *("zi", "oră", "ora", "lună", "luna", "an", "termen", "timp", "trebui", "putea"),
        *(
            "становити",
            "costa",
            "cost",
            "preț",
            "pret",
            "dura",
            "price",
            "fee",
            "take",
            "last",
            "charge",
            "pay",
            "amount",
        ),
    ]
)
