"""Is a refusal told from an answer that only denies something? Sentences of bots in four languages."""

from __future__ import annotations

import pytest

from opora.diagnosis.bot_action import action_of

REFUSALS = (
    "К сожалению, в материалах это не упоминается.",
    "Нет, в базе знаний такой информации нет, уточните у менеджера.",
    "Я не нашла ответа на этот вопрос в документах.",
    "Сожалею, но у меня недостаточно данных для ответа.",
    "Не могу точно сказать, сколько это стоит.",
    "В источниках об этом ничего нет.",
    "Эта тема в документах не раскрыта.",
    "Увы, подсказать не смогу: нужных сведений у меня нет.",
    "Срок не указан.",
    "Ответ на этот вопрос в базе знаний не найден.",
    "Я не знайшов цього в документах.",
    "У мене недостатньо інформації для відповіді.",
    "Інформації про доставку в базі знань немає.",
    "Вибачте, не можу підтвердити цього.",
    "Джерела про це не згадують.",
    "У тексті це не зазначено.",
    "Îmi pare rău, nu am această informație.",
    "Documentele nu menționează parcarea.",
    "Nu am găsit un răspuns în sursele furnizate.",
    "Nu știu.",
    "Nu există informații despre acest subiect.",
    "Contextul nu conține detalii despre reduceri.",
    "Nu pot răspunde la această întrebare.",
    "The context does not include this.",
    "Sorry, I could not locate any details on that.",
    "There isn't enough information to say.",
    "I have no data on that.",
    "The text is silent: it does not state the price.",
    "None of the documents mention it.",
    "My sources don't cover this topic.",
    "We are not able to answer this question.",
    "It is not stated in the contract.",
    "The deadline is not specified.",
    "That information is not available in the documents.",
    "No answer was found.",
)

ANSWERS = (
    "Платы за парковку нет.",
    "Завтрак не включён.",
    "Залог не нужен.",
    "Мы не храним персональных данных.",
    "По правилам отеля платы за отмену нет.",
    "Скидок нет.",
    "Доставка не предусмотрена.",
    "Нет, ответственность несёт арендатор.",
    "Документы предъявлять не нужно.",
    "Паспорт не требуется.",
    "Не знающим правил вход закрыт.",
    "Ваши данные не предоставляются третьим лицам.",
    "Отвечать на письмо не нужно.",
    "Это не входит в стоимость.",
    "Это не запрещено.",
    "Плати за паркування немає.",
    "Сніданок не включено.",
    "Документи показувати не потрібно.",
    "Знижок немає.",
    "Застава не потрібна.",
    "Nu există taxă de anulare.",
    "Nu, micul dejun nu este inclus.",
    "Nu sunt permise animale.",
    "Documentele nu trebuie prezentate.",
    "Nu aveți nevoie de pașaport.",
    "Dinner is not provided.",
    "Flood is not covered.",
    "Pets are not included in the price.",
    "There is no cancellation fee.",
    "The policy does not cover earthquakes.",
    "It is not available on Sundays.",
    "No, you do not need a passport.",
    "You cannot find a cheaper room.",
    "This is not included in the price.",
    "You don't need to show any documents.",
    "No documents are required.",
    "Guests without documents are not admitted.",
    "That is not provided by the hotel.",
    "Your information is not shared with anyone.",
    "You do not have to provide any details.",
    "It does not contain nuts.",
    "This does not include VAT.",
    "No information is shared with third parties.",
    "We do not keep your details.",
    "Details are not required.",
)


@pytest.mark.parametrize("text", REFUSALS)
def test_who_says_that_nothing_is_known_refuses(text: str) -> None:
    assert action_of(text) == "abstain"


@pytest.mark.parametrize("text", ANSWERS)
def test_who_denies_something_else_answers(text: str) -> None:
    assert action_of(text) == "answer"


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("Информации об этом нет. Уточните у менеджера.", "abstain"),
        ("I don't have this information. Could you specify the plan?", "clarify"),
        ("В документах об этом нет информации, но обычно это 14 дней.", "answer"),
        ("Источники расходятся, поэтому ответить не могу.", "clarify"),
    ],
)
def test_what_is_said_beside_a_refusal_counts(text: str, action: str) -> None:
    assert action_of(text) == action
