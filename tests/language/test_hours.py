"""Is an hour without minutes a time of day, and a number of hours or days not?"""

from __future__ import annotations

import datetime as dt

import pytest

from opora.language.dates import find_dates
from opora.language.values import find_values

HOURS = {
    "The office opens at 9 a.m. on weekdays": 540,
    "Open until 7pm": 1140,
    "Lunch is at 12 p.m.": 720,
    "We meet at 3 o’clock": 180,
    "Контора открывается в 9 часов утра": 540,
    "Открыто до 6 вечера": 1080,
    "Приём в 2 часа дня": 840,
    "Офіс відчиняється о 8-й годині": 480,
    "Працюємо до 7 вечора": 1140,
    "Biroul se deschide la ora 9": 540,
    "Se închide la ora 17.30": 1050,
}
NO_HOURS = [
    "в течение 3 дня",
    "21 дня после оплаты",
    "срок 3 рабочих дня",
    "до 3 годин",
    "în termen de 3 ore",
    "12 amps",
]


@pytest.mark.parametrize(("text", "minutes"), HOURS.items())
def test_an_hour_is_a_time_of_day(text: str, minutes: int) -> None:
    (value,) = find_values(text)
    assert (value.kind, value.unit) == ("date", "time")
    assert [found.minutes for found in find_dates(text)] == [minutes]


@pytest.mark.parametrize("text", NO_HOURS)
def test_a_number_of_hours_or_days_is_no_time_of_day(text: str) -> None:
    assert all(value.unit != "time" for value in find_values(text))


@pytest.mark.parametrize("numeral", ["I", "i", "І", "İ", "ı"])
def test_a_quarter_is_read_whatever_i_its_numeral_is_written_with(numeral: str) -> None:
    assert [one.date for one in find_dates(f"{numeral} квартал 2026 года")] == [dt.date(2026, 1, 1)]


def test_a_named_hour_is_found_beside_a_soft_hyphen() -> None:
    assert [one.minutes for one in find_dates("closed at noon\u00ad\u00adtoday")] == [720]
