"""Did a bot answer, ask back or refuse? Read from its words, for logs that do not say it.

A refusal speaks of knowing and of sources, and denies them: "the documents do not say", "I have no information". The same
denial of anything else is an answer: "breakfast is not provided", "there is no fee".
"""

from __future__ import annotations

import re

from opora.diagnosis.stating import numbers_in
from opora.diagnosis.typed import normal
from opora.domain.reply import Action
from opora.language.agreement import agree

_UNABLE = re.compile(
    r"\bне (?:знаю|знаем|можу|могу|можем|можемо|смог\w*|зміг|змогла|получилось|удалось|вдалося|вийшло) "
    r"(?:\w+ ){0,3}(?:ответ|подсказ|найти|помоч|подтверд|скаж|сказат|определ|відпов|підказ|знайти|допомог|підтверд|визнач)"
    r"|\bне (?:знаю|знаем|знаємо)\b|затрудня(?:юсь|емся|ється)|\b(?:важко|трудно|сложно) (?:ответ|сказат|відпов|сказати)"
    r"|\bneputând să|\bnu (?:știu|stiu|știm)\b|\bnu (?:pot|putem|am putut|am reușit) (?:\w+ ){0,2}(?:răspun|raspun|găs|gas|ajut|confirm|spun)"
    r"|\b(?:i|we) (?:do not|don't|did not|didn't) know\b"
    r"|\b(?:i|we)(?: am| are|'m|'re| was| were)?(?:n't)? (?:\w+ )?(?:cannot|can't|can not|could not|couldn't|unable to|not able to|able to) "
    r"(?:\w+ ){0,2}(?:answer|find|help|confirm|provide|determine|tell|say|locate)"
    r"|\b(?:cannot|can't|could not|couldn't) be (?:answered|determined|confirmed|found)"
    r"|\bunable to (?:\w+ )?(?:answer|find|help|confirm|determine|locate)"
)
_LACKS = re.compile(
    r"\bнет\b|отсутству\w+|\bнема\w*|відсутн\w+|\b(?:не|ничего|нічого) (?:\w+ )?(?:име\w+|мае\w*|має\w*|маю\w*|располага\w+|облада\w+|владе\w+"
    r"|володі\w+|найден\w*|наш\w+|знай\w+|обнаруж\w+|виявл\w+|хвата\w+|вистача\w+|достаточно|достатньо)"
    r"|\bнедостаточно\b|\bнедостатньо\b"
    r"|\bnu (?:\w+ )?(?:am|avem|are|există|exista|dispun\w*|dețin\w*|găs\w+|gas\w+|oferă)\b|\bnu s-a\w* găsit|\blipse\w+"
    r"|\bno (?:\w+ ){0,2}(?:information|details?|answer|mention|knowledge)\b"
    r"(?! (?:is|are|was|were|will be) (?:shared|stored|kept|collected|sold|passed|disclosed|required|needed))"
    r"|(?:\bnot|n't) (?:\w+ )?(?:have|got|enough|find|found)\b(?! to)|\binsufficient\b|\bnothing\b|\bnone of\b|\black\w*"
)
_TELLS_NOT = re.compile(
    r"\b(?:не|ничего|нічого) (?:\w+ )?(?:сказ\w+|говор\w+|йдеться|упомина\w+|упомян\w+|згад\w+|указ\w+|вказ\w+|зазнач\w+|описа\w+|описыва\w+"
    r"|опису\w+|регламент\w+|освещ\w+|висвітл\w+|раскры\w+|розкри\w+|отраж\w+|затраг\w+|уточня\w+)"
    r"|\bnu (?:\w+ )?(?:mențion\w+|mention\w+|preciz\w+|specific\w+|spun\w*|vorb\w+|apar\w*|figur\w+|trat\w+|descri\w+)"
    r"|(?:\bnot|n't|\bnothing) (?:\w+ )?(?:mention\w*|say\w*|said|specif\w+|state[sd]?|address\w*|discuss\w*|describe\w*|indicate\w*)\b"
    r"|\b(?:say|says|mention|mentions) nothing|\bnothing (?:\w+ ){0,4}(?:says|mentions|addresses|about)"
)
"""What only somebody who speaks of texts denies: enough with any of the three below."""
_HOLDS_NOT = re.compile(
    r"\b(?:не|ничего|нічого) (?:\w+ )?(?:содерж\w+|міст\w+|привед\w+|навед\w+)|\bnu (?:\w+ )?(?:conț\w+|includ\w*)"
    r"|(?:\bnot|n't|\bnothing) (?:\w+ )?(?:contain\w*|include\w*|cover\w*|provide\w*|give|gives|available|found|in|listed)\b"
    r"|\bnone of (?:\w+ ){0,4}(?:mention\w*|say\w*|cover\w*|contain\w*|include\w*)|\bcontains? nothing|\bnothing (?:\w+ ){0,4}covers"
)
"""What is denied of other things too ("breakfast is not included"): enough with a word for a source or for knowledge."""
_BARE = re.compile(
    r"\bне (?:указан|упомянут|сказан|описан|уточн[её]н|вказан|зазначен|згадан|описан)[аоыиі]?\b"
    r"|\bnu (?:este|sunt|e) (?:\w+ )?(?:specificat|menționat|precizat|indicat)\w*"
    r"|\b(?:is|are)(?: not|n't) (?:\w+ )?(?:mentioned|specified|stated|indicated)\b"
)
_OUTSIDERS = re.compile(r"третьим лиц|посторонн|третім особ|сторонн|\bterți|\bthird part|\banyone\b|\banybody\b")
_KNOWLEDGE = re.compile(
    r"информаци|сведени|\bданн(?:ых|ые|ыми)\b|\bответ(?:а|у|ы|ов|ом)?\b|упоминани|подробност|\bдетал(?:ей|и)\b"
    r"|інформаці|відомост|\bдан(?:их|і)\b|\bвідповід(?:ь|і|ей)\b|згадк|подробиц|\bдеталей\b"
    r"|informați|informati|\bdate(?:le)?\b|răspuns|raspuns|\bdetali|mențiun"
    r"|\binformation\b|\bdetails?\b|\banswer\b|\bmention\b|\bknowledge\b"
)
_SOURCE = re.compile(
    r"документ|источник|материал|контекст|баз[аеуы]\b|\bправил|инструкци|\bтекст|\bфайл"
    r"|джерел|матеріал|\bбаз[аіиу]\b|інструкц"
    r"|\bsurs|\bmaterial|\bregulament|\bbaza\b|\btextul|\bfișier"
    r"|\bdocument\w*|\bsources?\b|\bcontext\b|\bmaterials?\b|\brules\b|\bknowledge base\b|\btexts?\b|\bpassages?\b|\bfiles?\b"
)
_ABOUT = re.compile(
    r"\b(?:об|про) (?:этом|это|цьому|це)\b|\bэт(?:о|ого|от вопрос|ому вопросу)\b|\bтак(?:ого|ой|их|ої)\b|\b(?:данн|эт)\w* вопрос"
    r"|\bцього\b|\bце питання\b|\bна це\b|\bцим запитом\b|\bцього питання\b"
    r"|\b(?:acest lucru|asta|aceasta|această întrebare|subiect)"
    r"|\b(?:it|this|that|this question|this topic)\b"
)
_DATA = re.compile(
    r"\bno (?:\w+ )?data (?:\w+ ){0,2}(?:found|available|on|about|regarding)\b|(?:not|n't) have (?:\w+ ){0,3}data\b"
)
_DIFFER = re.compile(
    r"расход[ия]т|противореч|по-разному|не согласу|супереч|розбіжн|розход|contrazic|difer[ăa]"
    r"|contradict|disagree|conflict|inconsistent|sources differ"
)
_ASKS_BACK = re.compile(
    r"уточнит|какой именно|какую именно|что именно|уточніть|який саме|яку саме|preciza[țt]i|clarific|la care anume|care anume"
    r"|clarif|please specify|which (?:one|of)|could you (?:say|tell|specify)"
)
_SENTENCES = re.compile(r"(?<=[.!?;])\s+|\n")


def action_of(text: str, question: str = "") -> Action:
    """A refusal has words of refusal and no value of its own; asking back names a choice or a conflict, or only asks."""
    told = normal(text)
    if not told:
        return "abstain"
    if _DIFFER.search(told):
        return "clarify"
    asks = told.endswith("?")
    refuses = any(_refuses(part) for part in _SENTENCES.split(told)) and not _own_values(text, question)
    if refuses and not asks:
        return "abstain"
    if _ASKS_BACK.search(told) or (asks and "." not in told.rstrip("?")):
        return "clarify"
    return "abstain" if refuses else "answer"


def _refuses(sentence: str) -> bool:
    """Whether a sentence says that something is not known, or that sources do not tell it."""
    if _UNABLE.search(sentence) or _DATA.search(sentence):
        return True
    if _OUTSIDERS.search(sentence):
        return False
    knowledge, source, about = (bool(one.search(sentence)) for one in (_KNOWLEDGE, _SOURCE, _ABOUT))
    return bool(
        _BARE.search(sentence)
        or (_TELLS_NOT.search(sentence) and (knowledge or source or about))
        or (_HOLDS_NOT.search(sentence) and (knowledge or source))
        or (_LACKS.search(sentence) and (knowledge or (about and source)))
    )


def _own_values(text: str, question: str) -> bool:
    asked = numbers_in(question)
    return any(not any(agree(value, other) for other in asked) for value in numbers_in(text))
