"""Is a number that names the thing, in digits or in words, told from another one, and equal ones from none?"""

from __future__ import annotations

import pytest

from opora.answering.measured import another_measure
from opora.answering.ranges import fits
from opora.language.values import find_values


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("Cât costă trei sute de plicuri?", "O sută de plicuri costă 70 de lei."),
        ("Cât costă 200 de plicuri?", "O sută de plicuri costă 70 de lei."),
        ("How much are two hundred leaflets?", "One hundred leaflets cost 8 EUR."),
        ("Сколько стоит двести открыток?", "Сто открыток стоят 900 рублей."),
        ("Скільки коштують двісті конвертів?", "Сто конвертів коштують 300 гривень."),
    ],
)
def test_another_number_of_the_same_things_is_another_thing(question: str, statement: str) -> None:
    price = next(one for one in find_values(statement) if one.kind == "amount")
    assert another_measure(question, statement, price, "amount")


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("Cât costă 100 de plicuri?", "O sută de plicuri costă 70 de lei."),
        ("Cât costă o sută de plicuri?", "100 de plicuri costă 70 de lei."),
        ("How much are 100 leaflets?", "One hundred leaflets cost 8 EUR."),
        ("Сколько стоит сто открыток?", "100 открыток стоят 900 рублей."),
        ("Скільки коштують 200 конвертів?", "Двісті конвертів коштують 300 гривень."),
    ],
)
def test_a_number_in_words_is_the_same_number_in_digits(question: str, statement: str) -> None:
    price = next(one for one in find_values(statement) if one.kind == "amount")
    assert another_measure(question, statement, price, "amount") is None


@pytest.mark.parametrize(
    ("question", "row", "expected"),
    [
        ("Скільки коштує букет із 21 тюльпана?", "Букет із 11 тюльпанів", False),
        ("Сколько стоит набор из пяти свечей?", "Набор из трёх свечей", False),
        ("How much is a box of 24 bottles?", "Box of 12 bottles", False),
        ("Cât costă o cutie de 24 de sticle?", "Cutie de 12 sticle", False),
        ("How much is a box of twelve bottles?", "Box of 12 bottles", None),
        ("How much is a box of bottles?", "Box of 12 bottles", None),
    ],
)
def test_a_row_for_another_number_is_another_row(question: str, row: str, expected: bool | None) -> None:
    assert fits(question, row) is expected


def test_one_alone_is_still_an_article() -> None:
    assert [one.text for one in find_values("O vizită costă un leu, one visit")] == ["un leu"]
    assert [(one.text, one.low) for one in find_values("o sută")] == [("o sută", 100)]
