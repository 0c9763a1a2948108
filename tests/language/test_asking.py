"""A title names a topic; a question asks."""

import pytest

from opora.language.asking import as_asked, asks


@pytest.mark.parametrize(
    "query",
    [
        "How to add a printer",
        "Как добавить принтер",
        "Навіщо додавати обліковий запис",
        "За какой срок",
        "Ce acte trebuie depuse",
        "printer offline?",
        "În cât timp se livrează",
    ],
)
def test_a_word_that_asks_or_a_question_mark_makes_a_question(query: str) -> None:
    assert asks(query)


@pytest.mark.parametrize(
    "query",
    [
        "Flood deductible in zone A",
        "Резервное копирование важных файлов",
        "Вилучення файлів і тек",
        "Setarea culorii",
        "",
    ],
)
def test_a_bare_title_names_a_topic(query: str) -> None:
    assert not asks(query)


@pytest.mark.parametrize(
    "query",
    [
        "who pays the fee",
        "Prior to Manning, who was the oldest quarterback in a final",
        "В каком году построен мост",
        "Во время игр плей-офф Бронкос кто вообще не делал вброса",
        "Какова оценка количества деревьев",
        "В якому році відкрили міст",
        "În apropierea coastei cărui continent se află insulele",
    ],
)
def test_what_asks_is_embedded_with_its_mark_whether_or_not_it_was_typed(query: str) -> None:
    assert asks(query)
    assert as_asked(query) == f"{query}?"
    assert as_asked(f"{query}?") == f"{query}?"


@pytest.mark.parametrize("query", ["Delivery fees", "Зміна поштової програми, яка використовуватиметься для листів"])
def test_a_title_gets_no_mark(query: str) -> None:
    assert as_asked(query) == query
