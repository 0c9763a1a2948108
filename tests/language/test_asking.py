"""A title names a topic; a question asks."""

import pytest

from opora.language.asking import asks


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
