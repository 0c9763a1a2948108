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


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("How many people does cabin 12 sleep?", "Cabin 14 sleeps 6 people."),
        ("When does tram 3 leave?", "Tram 5 leaves at 10:30."),
        ("How much is a ticket to hall number 2?", "A ticket to hall number 1 costs 5 EUR."),
        ("Когда открываются ворота 4?", "Ворота 6 открываются в 9:00."),
        ("Сколько стоит аренда зала № 2?", "Аренда зала № 1 стоит 900 рублей."),
        ("Скільки хворих вміщує палата 5?", "Палата 8 вміщує 6 хворих."),
        ("Cât costă biletul în zona 2?", "Biletul în zona 1 costă 90 de lei."),
    ],
)
def test_a_thing_with_another_number_is_another_thing(question: str, statement: str) -> None:
    for kind in ("amount", "count", "date", "fact"):
        assert another_measure(question, statement, None, kind)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("How many people does cabin 12 sleep?", "Cabin 12 sleeps 6 people, cabin 14 sleeps 4."),
        ("How much is cabin 3?", "Cabins 1-5 cost 30 EUR."),
        ("Which is bigger, hall 1 or hall 2?", "Hall 2 has 90 seats."),
        ("What is the fee under article 5?", "Under article 6 a deposit is added to the fee of article 5."),
        ("Can readers borrow 3 books?", "Readers borrow 5 books."),
        ("Можно ли взять 3 книги?", "Читатель может взять 5 книг."),
        ("What was the fee in summer 2025?", "In summer 2026 the fee rises."),
    ],
)
def test_a_number_that_is_asked_about_or_counts_is_no_other_name(question: str, statement: str) -> None:
    assert another_measure(question, statement, None, "yes_no") is None
