"""What a thing is stands where a sentence begins with it and says so."""

import pytest

from opora.routes.definitions import defined_thing, defines


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("What is a deductible?", "Rules. A deductible is the part of a loss that you bear."),
        ("Что такое франшиза?", "Франшиза — это часть убытка, которую страховщик не возмещает."),
        ("Що таке франшиза?", "Франшиза - це частина збитку, яку не відшкодовують."),
        ("Ce este franșiza?", "Franșiza este o parte a daunei care rămâne la asigurat."),
        ("Что такое облако-хранилище?", "Хранилище - это место для файлов."),
    ],
)
def test_a_sentence_that_says_what_the_thing_is_defines_it(query: str, text: str) -> None:
    assert defines(text, defined_thing(query))


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("What is a deductible?", "The deductible is paid by the insured."),
        ("Что такое франшиза?", "Размер франшизы — это вопрос договора."),
        ("Ce este mineritul de aur?", "Mineritul de aur este făcut iarna."),
        ("Что такое числа-близнецы?", "Числа - это знаки для счёта."),
        ("What is a deductible?", "A claim is a request for payment."),
    ],
)
def test_another_thing_or_what_is_done_to_it_defines_nothing(query: str, text: str) -> None:
    assert not defines(text, defined_thing(query))


@pytest.mark.parametrize(
    "query", ["How much is the deductible?", "Какой срок?", "What is the name of the river in the north of Spain?", ""]
)
def test_other_questions_ask_for_no_definition(query: str) -> None:
    assert defined_thing(query) == ()
