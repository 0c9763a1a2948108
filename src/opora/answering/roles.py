"""Who does it, to whom, where: does a statement say what the question word asks for, or only that and when it is done?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, Literal

from opora.answering.finding import NEAR, Draft
from opora.answering.heads import is_action
from opora.answering.kindred import kindred
from opora.answering.lexed import Lexed, Lexeme, lexed
from opora.language.lemmas import lemmas_of
from opora.language.values import find_values

Role = Literal["doer", "whom", "where", "whence"]

_I = re.IGNORECASE
_BE: Final = (
    r"(?:is|are|was|were|be|do|does|did|has|have|had|can|could|will|would|may|must|should|este|sunt|e|era|fost|a|au)"
)
_ASKS: Final[tuple[tuple[Role, re.Pattern[str]], ...]] = (
    (
        "whom",
        re.compile(r"^\W*(?:and |и |а |та |і |și )?(?:to whom|кому|к кому|до кого|cui)\b|^\W*whom?\b.*\bto\W*$", _I),
    ),
    (
        "whence",
        re.compile(r"^\W*(?:and |и |а |та |і |și )?(?:from where|откуда|звідки|de unde)\b|^\W*where\b.*\bfrom\W*$", _I),
    ),
    ("where", re.compile(r"^\W*(?:and |и |а |та |і |și )?(?:to |на |în )?(?:where|куда|где|куди|де|unde)\b", _I)),
    (
        "doer",
        re.compile(
            rf"^\W*(?:and |и |а |та |і |și )?(?:who\s+(?:(?:can|may|must|should|will)\s+(?!be\b)|(?!{_BE}\b))|by whom\b|(?:кто|кем|хто|ким)\s+(?!-)|(?:de către )?cine\s+(?!{_BE}\b))",
            _I,
        ),
    ),
)
_NO_VERBS: Final = """
îl o îi le se mă ne vă i l do does we you is are can must to
"""
# Before what is done to whom, where and through what; before whoever does it.
_WHERE: Final = """
to at in on into with via through в во на к ко у через по за до поза біля la în către prin pe lângă
"""
_BEFORE: Final = """
of for from after before until till within during since about under over without upon per than as if when из от с со о
об для без после перед под над при между около против кроме вместо ради про із зі від з після під між крім замість
щодо протягом упродовж течение din de cu fără după înainte până pentru despre sub peste prin dacă când если когда якщо
коли
"""
# After a preposition these say when, how or how many: no place and nobody.
_OF_MANNER: Final = """
day days time hour hours week weeks month months year years advance writing form copy copies full part case order
amount cash event once person monday tuesday wednesday thursday friday saturday sunday weekend weekdays total течение
срок день дней час неделя месяц год раз случай размер порядок форма вид экземпляр сумма соответствие рассрочка
письменный основание условие необходимость окончание итог понедельник вторник среда четверг пятница суббота
воскресенье протягом строк термін година тиждень місяць рік випадок розмір вигляд примірник сума відповідність
письмовий підстава умова понеділок вівторок середа четвер п'ятниця субота неділя termen zi zile oră ore săptămână lună
luni an ani dată caz formă scris exemplar exemplare sumă avans mod perioadă curs cel puțin mult înainte data marți
miercuri joi vineri sâmbătă duminică
"""
_CLITICS: Final = frozenset(_NO_VERBS.split())
_PLACE: Final = frozenset(_WHERE.split())
_FROM: Final = frozenset(
    ("from", "at", "in", "through", "via", "из", "от", "у", "в", "на", "з", "із", "від", "de", "la", "din", "prin")
)
_AT_WHOSE_COST: Final = "за рахунок"
_PAID_BY: Final = frozenset(lemma for word in ("рахунок", "счет", "cheltuiala") for lemma in lemmas_of(word))
_ANYONE: Final = frozenset(
    (
        "i",
        "we",
        "you",
        "he",
        "she",
        "they",
        "anyone",
        "everyone",
        "anybody",
        "everybody",
        "нас",
        "ми",
        "мы",
        "вы",
        "ви",
        "noi",
    )
)
_LIGHT_RO: Final = re.compile(r"\b(?:o|îl|le|îi|se) fac[ei]?\b|\b(?:efectu|realiz|execut|asigur)\w+", _I)
_NOUN_OF_DEED_RO: Final = re.compile(r"\w{2,}(?:are|area|ere|erea|ire|irea|ării|erii|irii|âre|ârea)", _I)
_VERB_RO: Final = re.compile(r"\w{2,}(?:ește|ează|esc|uie)|cost[ăa]|durează|este|sunt|au|are", _I)
_ADJECTIVE: Final = ("ый", "ий", "ой", "ій")
_TO: Final = frozenset(("to", "at", "with", "в", "во", "на", "к", "ко", "у", "до", "la", "către"))
_BY: Final = frozenset(("by", "de", "către"))
_OTHER: Final = frozenset(_BEFORE.split())
_CONTACT = re.compile(r"[\w.+-]+@[\w-]+\.\w|https?://|\bwww\.|\+?\d[\d ()–-]{6,}\d")
_PASSIVE_EN = re.compile(r"\b(?:is|are|was|were|be|been|being)\s+(?:not |\w+ly |also |only )?$", _I)
_PASSIVE_RO = re.compile(r"\b(?:se|este|sunt|e|fi|fost|fie)\s+$", _I)
_PASSIVE = re.compile(
    r"\w+(?:ется|ются|ится|ятся|лся|лась|лось|лись|ється|ються|иться|яться|ано|ана|аны|ена|ено|ены|ёна|ено|ані|ені|ений|аний|ану|ено)",
    _I,
)
_INSTRUMENTAL = re.compile(r"\w+(?:ом|ем|ём|єм|ой|ей|ою|ею|єю|ами|ями|ым|им)", _I)
_DATIVE = re.compile(r"\w+(?:у|ю|е|и|і|ї|ам|ям|ой|ей|ій|ові|еві|єві|ui|ei|lor)", _I)
_ADVERB = re.compile(r"\w{5,}(?:ly|но|ньо|во|ковое)|lunar|anual|zilnic|imediat|ulterior|дополнительно|додатково", _I)
_NO_DEEDS: Final = frozenset(("быть", "мочь", "бути", "могти", "находиться", "знаходитися"))
_ENDING = re.compile(r"(?:[ыиу]?ва|[аяеиіїоуюєё])*(?:ть|ти|чь|ет|єт|ют|ут|ят)?(?:ься|ся|сь|ь)?$")
_INFINITIVE = re.compile(r"(?:ть|ти|чь)(?:ся|сь)?$")
_STEM: Final = 3  # letters
_GOVERNED: Final = 3  # words after a preposition


@lru_cache(maxsize=1)
def _manner() -> frozenset[str]:
    return frozenset(lemma for word in _OF_MANNER.split() for lemma in (word, *lemmas_of(word)))


def asked_role(question: str) -> Role | None:
    """By the question word with which it begins.

    >>> asked_role("Who signs the act?"), asked_role("кому подавать отчёт"), asked_role("Who is the director?")
    ('doer', 'whom', None)
    """
    return next((role for role, pattern in _ASKS if pattern.search(unbracketed(question))), None)


def saying_role(question: str, drafts: Sequence[Draft]) -> list[Draft] | None:
    """The drafts led by the best one near the top that tells the role asked for; None when the first lacks it and none does.

    Only a statement that speaks of the very deed is judged; what tells it in other words stays where it is.
    """
    if not drafts or asked_role(question) is None:
        return list(drafts)
    near = [d for d in drafts if d.score >= NEAR * drafts[0].score and not d.against and not d.evidence.table]
    for draft in near:
        if tells_role(question, draft.text):
            return [draft, *(d for d in drafts if d is not draft)]
    lacking = not drafts[0].evidence.table and tells_role(question, drafts[0].text) is False
    return None if lacking else list(drafts)


def tells_role(question: str, statement: str) -> bool | None:
    """Whether the statement says who, to whom or where the deed is done; None where it may, in other words,
    or where none is asked. A statement that names nobody and no place at all tells none, whatever it speaks of.

    >>> tells_role("Who signs the act?", "The act is signed in May."), tells_role("Кому сдают отчёт?", "Отчёт сдают директору.")
    (False, True)
    """
    role = asked_role(question)
    if role is None:
        return None
    deeds, told = _deeds_asked(question), lexed(statement)
    places = [n for n, word in enumerate(told.words) if _is_done(word) and any(_same(word, deed) for deed in deeds)]
    others = list(_others(told, statement, lexed(question), places))
    if role == "doer":
        said = _names_doer(told, statement, others, places)
    else:
        said = bool(_CONTACT.search(statement)) or any(_is_place(role, word, before) for word, before in others)
    return said if places or not said else None


def _is_place(role: Role, word: Lexeme, before: str) -> bool:
    if role == "whom":
        return before in _TO or (not before and bool(_DATIVE.fullmatch(word.folded)))
    return before in (_FROM if role == "whence" else _PLACE)


def _names_doer(told: Lexed, statement: str, others: list[tuple[Lexeme, str]], places: list[int]) -> bool:
    """Whether somebody is named who does it; "restoring it is free" speaks of the deed and of nobody."""
    if any(word.folded in _ANYONE for word in told.words):
        return True
    if not places:
        return any(not before or before in _BY for _, before in others)
    if all(_is_gerund(told, n, statement) for n in places):
        return any(before in _BY for _, before in others)
    nominal = all(_NOUN_OF_DEED_RO.fullmatch(told.words[n].text) for n in places) and not _LIGHT_RO.search(statement)
    passive = all(_is_passive(told, n, statement) for n in places)
    return any(
        _may_do(word, before, passive) and not (nominal and _VERB_RO.fullmatch(word.folded)) for word, before in others
    )


def _is_gerund(told: Lexed, place: int, statement: str) -> bool:
    word = told.words[place]
    return word.text.isascii() and word.folded.endswith("ing") and not _PASSIVE_EN.search(statement[: word.start])


def unbracketed(question: str) -> str:
    """Without what is borrowed from another part, in brackets at the end."""
    return re.sub(r"\s\([^()]*\)\W*$", "", question)


def _deeds_asked(question: str) -> list[Lexeme]:
    """The words that say what is done: Cyrillic verbs; elsewhere the first content word after the question word."""
    words = lexed(unbracketed(question)).words
    cyrillic = [word for word in words if is_action(word.text) and word.lemmas.isdisjoint(_NO_DEEDS)]
    if cyrillic:
        return cyrillic
    after = [word for word in words[1:] if word.folded not in _CLITICS and word.content]
    return after[:1]


def _is_done(word: Lexeme) -> bool:
    """No noun made of a verb: "after the signing" says nothing of who signs. Only Cyrillic tells by the form."""
    cyrillic = "а" <= word.folded[:1] <= "ӿ"
    return not cyrillic or bool(_PASSIVE.fullmatch(word.folded)) or any(map(_INFINITIVE.search, word.lemmas))


def _same(word: Lexeme, deed: Lexeme) -> bool:
    """Forms of one verb, its reflexive and its other aspect too: «подать», «подаётся»."""
    if not word.lemmas.isdisjoint(deed.lemmas) or kindred(word.text, deed.text):
        return True
    return not _stems(word).isdisjoint(_stems(deed))


def _stems(word: Lexeme) -> set[str]:
    found = {_ENDING.sub("", lemma) for lemma in word.lemmas if "а" <= lemma[:1] <= "ӿ"}
    return {stem for stem in found if len(stem) >= _STEM}


def _others(told: Lexed, statement: str, question: Lexed, deeds: list[int]) -> Iterator[tuple[Lexeme, str]]:
    """Words that name somebody or something new, each with the preposition before it: no value, time or manner."""
    values = [value.span for value in find_values(statement)]
    before, reach, clause, named = "", 0, 0, False
    for n, word in enumerate(told.words):
        if before == "de" and word.folded == "la":
            continue  # "from"
        if word.clause != clause or reach >= _GOVERNED:
            before, reach, clause, named = "", 0, word.clause, False
        if word.folded in _PLACE or word.folded in _OTHER or word.folded in _BY:
            before, reach, named = word.folded, 0, False
            continue
        if n in deeds or not word.content:
            before = "" if n in deeds else before
            continue
        reach += 1
        if before == _AT_WHOSE_COST:
            continue
        if named and _is_nominative(word):
            before = ""  # "на верстаті майстер"
        named = named or not any(lemma.endswith(_ADJECTIVE) for lemma in word.lemmas)
        if before == "за" and not word.lemmas.isdisjoint(_PAID_BY):
            before, reach = _AT_WHOSE_COST, -_GOVERNED
            continue
        if not word.lemmas.isdisjoint(_manner()):
            continue
        if any(value.start <= word.start < value.end for value in values) or _ADVERB.fullmatch(word.folded):
            continue
        if question.holds(word) or is_action(word.text):
            before = ""
            continue
        yield word, before


def _is_nominative(word: Lexeme) -> bool:
    """Whether a Cyrillic noun stands in its dictionary form."""
    return "а" <= word.folded[:1] <= "ӿ" and word.folded in word.lemmas and not word.folded.endswith(_ADJECTIVE)


def _is_passive(told: Lexed, place: int, statement: str) -> bool:
    word = told.words[place]
    if "а" <= word.folded[:1] <= "ӿ":
        return bool(_PASSIVE.fullmatch(word.folded))
    before = statement[: word.start]
    return bool(_PASSIVE_EN.search(before) or _PASSIVE_RO.search(before))


def _may_do(word: Lexeme, before: str, passive: bool) -> bool:
    if "а" <= word.folded[:1] <= "ӿ":
        return not before and (not passive or bool(_INSTRUMENTAL.fullmatch(word.folded)))
    return before in _BY or (not passive and not before)  # "a hall designed by Ann"
