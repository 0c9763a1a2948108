"""Did a bot answer, ask back or refuse? Read from its words, for logs that do not say it."""

from __future__ import annotations

import re

from opora.diagnosis.stating import numbers_in
from opora.diagnosis.typed import normal
from opora.domain.reply import Action
from opora.language.agreement import agree

_REFUSES = re.compile(
    r"нет (?:такой |точной |никакой )?(?:информаци|сведени|данных|ответа)|информаци\w* (?:\w+ ){0,3}(?:нет|отсутству|не найден)"
    r"|не (?:удалось найти|найден|нашл|наш[её]л|могу (?:ответить|подсказать|найти|помочь|подтвердить)|знаю|располага)"
    r"|недостаточно (?:информаци|данных|сведени)|(?:в|из) (?:документ|источник|материал)\w* (?:этого|об этом|такого) (?:нет|не)"
    r"|немає (?:\w+ )?(?:інформаці|відомост|даних|відповіді)|не (?:вдалося знайти|знайш|можу (?:відповісти|знайти|допомогти))"
    r"|nu (?:am|există|exista|avem|dispun|știu|stiu|pot (?:răspunde|raspunde|găsi|gasi)|s-a găsit|s-au găsit)\b"
    r"|(?:do not|don't|does not|doesn't|did not|didn't) (?:know|have (?:\w+ ){0,3}(?:information|data|answer)|find|contain|mention|say)"
    r"|(?:cannot|can't|can not|could not|couldn't|unable to) (?:\w+ )?(?:answer|find|help|confirm|provide|determine)"
    r"|no (?:such |relevant |specific )?(?:information|data|answer|mention)|(?:not enough|insufficient) (?:information|data|context)"
    r"|(?:is|are)(?: not|n't) (?:mentioned|specified|provided|covered|available)"
)
_ASKS_BACK = re.compile(
    r"уточнит|расход[ия]т|противореч|по-разному|какой именно|какую именно|что именно|не согласу"
    r"|уточніть|супереч|розбіжн|розход|який саме|яку саме"
    r"|preciza[țt]i|clarific|contrazic|difer[ăa]|se contrazic|la care anume|care anume"
    r"|clarif|please specify|which (?:one|of)|could you (?:say|tell|specify)|contradict|disagree|conflict|inconsistent|sources differ"
)


def action_of(text: str, question: str = "") -> Action:
    """A refusal has words of refusal and no value of its own; asking back names a choice or a conflict, or only asks."""
    told = normal(text)
    if not told:
        return "abstain"
    if _ASKS_BACK.search(told):
        return "clarify"
    if _REFUSES.search(told) and not _own_values(text, question):
        return "abstain"
    asks = told.endswith("?") and "." not in told.rstrip("?")
    return "clarify" if asks else "answer"


def _own_values(text: str, question: str) -> bool:
    asked = numbers_in(question)
    return any(not any(agree(value, other) for other in asked) for value in numbers_in(text))
