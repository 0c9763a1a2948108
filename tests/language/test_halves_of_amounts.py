"""Is an amount that a line broke inside its digits never read as half of it?"""

from __future__ import annotations

import pytest

from opora.language.values import find_values

BROKEN = ["Theft, House: £4 80", "The fee is $6 25.", "2 40 EUR", "Plata: 7 5 lei", "4 9 500 грн", "€7 00"]
WHOLE = {
    "1 500 руб.": ["1 500 руб"],
    "We pay £300 14 days after the claim": ["£300", "14 days"],
    "Zone 2: 80 EUR": ["2", "80 EUR"],
    "3 x 80 EUR": ["3", "80 EUR"],
    "стоит 700 рублей 2 раза": ["700 рублей", "2 раза"],
}


@pytest.mark.parametrize("text", BROKEN)
def test_what_may_be_half_of_an_amount_is_not_read(text: str) -> None:
    assert [value.readable for value in find_values(text)] == [False]


@pytest.mark.parametrize(("text", "values"), WHOLE.items())
def test_two_values_side_by_side_are_two(text: str, values: list[str]) -> None:
    found = find_values(text)
    assert [value.text for value in found] == values
    assert all(value.readable for value in found)
