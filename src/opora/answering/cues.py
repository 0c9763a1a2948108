"""Which words tell what kind of answer is wanted, where a second question begins, and what is only politeness?"""

from __future__ import annotations

import re

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
        r"\bwhen\b|\bкогда\b|\bколи\b|\bc[âa]nd\b|\bwhat (?:date|year|day|time)\b|\bwhich year\b|\bво сколько\b|\bдо скольки\b|\bо котрій\b|\bla ce or[ăa]\b|\bпо какое число\b|\bв каком году\b|\bв якому році\b"
        r"|\bс какого числа\b|\bкакого числа\b|\bîn ce an\b|\bс какой даты\b|\bз якої дати\b",
    ),
    (
        "amount",
        r"\bhow (?:much|many|long|often|far|old|big|large|high|fast)\b|\bсколько\b|\bскільки\b|\bc[âa]t(?:e|ă|a|i|ți)?\b"
        r"|\b(?:price|cost|fee|rate|deductible|limit|deadline|amount)\b|\b(?:цен[аыуе]|стоимост[ьи]|тариф|ставк[аи]|размер|лимит|срок[аеиу]?)\b"
        r"|\b(?:ціна|ціну|вартість|термін|строк|розмір)\b|\b(?:preț|prețul|pret|pretul|costul|termenul|termen|tariful)\b",
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
        r"|^\W*(?:pot|se poate|este|sunt|există|trebuie|am voie)\b",
    ),
)
KIND_PATTERNS = tuple((kind, re.compile(pattern, _I)) for kind, pattern in _KINDS)

QUESTION_WORD = re.compile(
    r"\b(?:what|when|where|who|whom|whose|which|why|how"
    r"|что|чего|чему|когда|где|куда|откуда|кто|кого|кому|кем|как|какой|какая|какое|какие|каков|какова|каковы|какого|какую|каком|каким|каких|сколько|скольки|скольких|почему|зачем|чей|чья"
    r"|що|чого|коли|де|куди|звідки|хто|кого|кому|як|який|яка|яке|які|якого|якої|якому|яку|яким|яких|скільки|чому|навіщо|чий"
    r"|ce|când|cand|unde|cine|cui|care|cum|cât|cat|câte|cate|câți|cati|câtă|de ce)\b",
    _I,
)
_FORE = r"(?:(?:for|to|in|at|by|on|from|with|within|в|во|на|за|по|до|с|из|от|для|у|з|із|від|про|о|об|în|in|la|pe|de|cu|pentru|din|până la)\s+)?"
_ANY_QUESTION = QUESTION_WORD.pattern.removeprefix(r"\b")
_AUX = (
    r"(?:(?:can|could|is|are|do|does|did|will|may|must|should|has|have)\s+(?=\w)|(?:можно|нужно|есть|надо|будет|возможна|возможно)\s+ли\b"
    r"|(?:чи)\s+(?=\w)|(?:можно|можна)\s+(?=\w)|(?:pot|se poate|este|sunt|există|trebuie)\s+(?=\w))"
)
_AND = r"(?:and also|and|as well as|а также|и|а|та|і|й|а також|și|si|iar|precum și|plus|also)"
_IF_SO = r"(?:(?:if (?:so|yes|not)|если (?:да|так|нет)|якщо (?:так|да|ні)|dac[ăa] (?:da|nu))\s*,?\s*(?:то\s+|then\s+|atunci\s+)?)?"
SECOND_QUESTION = re.compile(rf"(?:\s*,\s*|\s+){_AND}\s*,?\s+{_IF_SO}(?={_FORE}{_ANY_QUESTION})", _I)
SECOND_YES_NO = re.compile(
    rf"(?:\s*,\s*|\s+){_AND}\s*,?\s+{_IF_SO}(?={_AUX})"
    r"|\s*,\s*(?=(?:можно|есть|нужно|возможно|надо) ли\b|чи (?:можна|є|потрібно)\b|(?:can|do|is|are) (?:i|we|you|it|there)\b)",
    _I,
)
COMMA_QUESTION = re.compile(
    rf"\s*,\s*(?={_FORE}(?:how (?:much|many|long|often|do|does|can)|what (?:is|are)|who (?:is|was)|сколько|какой|какая|какое|какие|какова|каков|кто|скільки|який|яка|яке|які|хто"
    r"|cât|câte|câți|câtă|cine)\b)",
    _I,
)
STARTS_YES_NO = re.compile(rf"^\W*{_AUX}", _I)
BARE_HEAD = re.compile(r"^how (?:many|much) [\w-]+(?: [\w-]+)?$", _I)
AUXILIARY = re.compile(r"\b(?:do|does|did|is|are|was|were|will|would|can|could|should|must|may|has|have)\b", _I)
CONDITION = re.compile(
    r"^\W*(?P<condition>(?:if|in case|when i|suppose|если|в случае|якщо|у разі|dacă|daca|în cazul)\b[^,?;\n]{6,120}),\s*(?=\w)",
    _I,
)
ENGLISH_IT = re.compile(r"\b(?:it|they|them)\b", _I)
ENGLISH_THAT = re.compile(
    r"\b(?:it|they) (?:possible|necessary|allowed|true)\b|\bis it (?:possible|necessary|allowed|true)\b", _I
)
PRONOUN = re.compile(
    r"\b(?:it|they|them|its|their|this|that|these|он|она|оно|они|его|её|ее|их|ей|ему|им|это|этот|эта|він|вона|воно|вони|його|її|їх|це"
    r"|el|ea|ele|acesta|aceasta|acestea|lui|lor|îl)\b|\bthe (?:\w+ )?ones?\b",
    _I,
)
_POLITE = """
здравствуйте привет добрый день доброе утро вечер спасибо заранее пожалуйста подскажите скажите уважаемые коллеги помогите извините
вітаю доброго дня добрий день дякую будь ласка підкажіть скажіть привіт перепрошую
hello hi hey dear team good morning afternoon evening thanks thank you please tell advance sorry greetings help
bună ziua buna seara dimineața mulțumesc multumesc vă rog va anticipat salut spuneți spuneti-mi spuneți-mi scuzați
""".replace("ё", "е")
POLITE = frozenset(_POLITE.split())
LEADING_POLITE = re.compile(rf"^(?:(?:{'|'.join(sorted(POLITE, key=len, reverse=True))})\b[\s,!.:-]*)+(?=\w)", _I)
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


def asks_before(text: str, place: int) -> bool:
    """Whether a question word stands before the place: "how old was he when …" does not ask when."""
    return bool(QUESTION_WORD.search(text[:place]))


def kind_of(text: str) -> RequirementKind:
    """The first kind whose cue the text holds; a plain fact otherwise."""
    for kind, pattern in KIND_PATTERNS:
        match = pattern.search(text)
        if match and not (kind == "date" and asks_before(text, match.start())):
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
            "коштувати",
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
        *("день", "година", "місяць", "рік", "тиждень", "отримати", "потрібно", "термін", "строк", "довго"),
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
