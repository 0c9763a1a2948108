"""Tables of values in four languages: what is written, and what it must be read as."""

from __future__ import annotations

import datetime as dt
import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opora.language.values import agree, disagreement, find_values, matches_quote

MEASURED = [
    # text, kind, low, high, unit, currency, qualifier, basis
    ("0,1 % за каждый день просрочки", "rate", "0.1", "0.1", "percent", None, None, "per day"),
    ("не более 10 %", "rate", "10", "10", "percent", None, "up_to", None),
    ("$5,000", "amount", "5000", "5000", None, "USD", None, None),
    ("1,25 mil. lei", "amount", "1250000", "1250000", None, "LEI", None, None),
    ("14 calendar days", "term", "14", "14", "day", None, None, "calendar"),
    ("в течение пяти (5) рабочих дней", "term", "5", "5", "day", None, "up_to", "working"),
    ("от 5 до 7 дней", "term", "5", "7", "day", None, None, None),
    ("from 5 to 7 days", "term", "5", "7", "day", None, None, None),
    ("від 5 до 7 днів", "term", "5", "7", "day", None, None, None),
    ("între 5 și 7 zile lucrătoare", "term", "5", "7", "day", None, None, "working"),
    ("10-15%", "rate", "10", "15", "percent", None, None, None),
    ("$1.2 million to $3 million", "amount", "1200000", "3000000", None, "USD", None, None),
    ("20 de zile calendaristice", "term", "20", "20", "day", None, None, "calendar"),
    ("5 % от неоплаченной суммы", "rate", "5", "5", "percent", None, None, "of amount"),
    ("2 % of the outstanding balance per month", "rate", "2", "2", "percent", None, None, "of balance per month"),
    ("двадцать пять тысяч рублей", "amount", "25000", "25000", None, "RUB", None, None),
    ("two hundred and five days", "term", "205", "205", "day", None, None, None),
    ("п'ятнадцять робочих днів", "term", "15", "15", "day", None, None, "working"),
    ("cel mult 30 de zile", "term", "30", "30", "day", None, "up_to", None),
    ("cel puțin 3 luni", "term", "3", "3", "month", None, "at_least", None),
    ("понад 1 500 грн", "amount", "1500", "1500", None, "UAH", "more_than", None),
    ("не менше 2 років", "term", "2", "2", "year", None, "at_least", None),
    ("no more than 24 hours", "term", "24", "24", "hour", None, "up_to", None),
    ("5 дней и более", "term", "5", "5", "day", None, "at_least", None),
    ("около 1,5 млн руб.", "amount", "1500000", "1500000", None, "RUB", "about", None),
    ("-5 °C", "count", "-5", "-5", "celsius", None, None, None),
    ("-5 to 40 °C", "count", "-5", "40", "celsius", None, None, None),
    ("(1,234)", "count", "-1234", "-1234", None, None, None, None),
    ("1.250 lei", "amount", "1250", "1250", None, "LEI", None, None),
    ("1,250 кг", "count", "1.25", "1.25", "kg", None, None, None),
    ("USD 5,000 per month", "amount", "5000", "5000", None, "USD", None, "per month"),
    ("30-day", "term", "30", "30", "day", None, None, None),
    ("100 м²", "count", "100", "100", "m2", None, None, None),
    ("5 GB", "count", "5", "5", "GB", None, None, None),
    ("0,5 la sută pe zi", "rate", "0.5", "0.5", "percent", None, None, "per day"),
    ("50 basis points", "rate", "50", "50", "basis point", None, None, None),
    ("50 cents", "amount", "0.5", "0.5", None, "CENT", None, None),
    ("99¢", "amount", "0.99", "0.99", None, "CENT", None, None),
    ("20p", "amount", "0.2", "0.2", None, "GBP", None, None),
    ("£2 and 50 pence", "amount", "2.5", "2.5", None, "GBP", None, None),
    ("30 копеек", "amount", "0.3", "0.3", None, "KOPECK", None, None),
    ("5 рублей 50 копеек", "amount", "5.5", "5.5", None, "RUB", None, None),
    ("100 (сто) рублей 00 коп", "amount", "100", "100", None, "RUB", None, None),
    ("12 грн 50 коп", "amount", "12.5", "12.5", None, "UAH", None, None),
    ("NOK 4,150", "amount", "4150", "4150", None, "NOK", None, None),
    ("4 150 kr per season", "amount", "4150", "4150", None, "CROWN", None, None),
    ("kr 300", "amount", "300", "300", None, "CROWN", None, None),
    ("14 500 Kč", "amount", "14500", "14500", None, "CZK", None, None),
    ("HUF 14 500", "amount", "14500", "14500", None, "HUF", None, None),
    ("120 шведских крон", "amount", "120", "120", None, "SEK", None, None),
    ("1,250.50 NZD", "amount", "1250.50", "1250.50", None, "NZD", None, None),
    ("S$40", "amount", "40", "40", None, "SGD", None, None),
    ("A$40", "amount", "40", "40", None, "AUD", None, None),
    ("GEL 40", "amount", "40", "40", None, "GEL", None, None),
    ("40 лари", "amount", "40", "40", None, "GEL", None, None),
    ("AED 1,000", "amount", "1000", "1000", None, "AED", None, None),
    ("PLN 21000", "amount", "21000", "21000", None, "PLN", None, None),
    ("50 копійок", "amount", "0.5", "0.5", None, "UAH", None, None),
    ("5 lei și 50 de bani", "amount", "5.5", "5.5", None, "LEI", None, None),
    ("25 bani", "amount", "0.25", "0.25", None, "LEI", None, None),
    ("50 евроцентов", "amount", "0.5", "0.5", None, "EUR", None, None),
    ("10 to 50 cents", "amount", "0.1", "0.5", None, "CENT", None, None),
    ("10–50 копеек", "amount", "0.1", "0.5", None, "KOPECK", None, None),
    ("5 рублей 50 копеек – 7 рублей 20 копеек", "amount", "5.5", "7.2", None, "RUB", None, None),
    ("полтора – два часа", "term", "1.5", "2", "hour", None, None, None),
    ("half an hour", "term", "0.5", "0.5", "hour", None, None, None),
    ("an hour and a half", "term", "1.5", "1.5", "hour", None, None, None),
    ("two and a half years", "term", "2.5", "2.5", "year", None, None, None),
    ("three quarters of an hour", "term", "0.75", "0.75", "hour", None, None, None),
    ("half a million dollars", "amount", "500000", "500000", None, "USD", None, None),
    ("в течение полутора часов", "term", "1.5", "1.5", "hour", None, "up_to", None),
    ("полторы тысячи рублей", "amount", "1500", "1500", None, "RUB", None, None),
    ("не более получаса", "term", "0.5", "0.5", "hour", None, "up_to", None),
    ("5 с половиной лет", "term", "5.5", "5.5", "year", None, None, None),
    ("півтора року", "term", "1.5", "1.5", "year", None, None, None),
    ("півроку", "term", "0.5", "0.5", "year", None, None, None),
    ("дві з половиною години", "term", "2.5", "2.5", "hour", None, None, None),
    ("jumătate de oră", "term", "0.5", "0.5", "hour", None, None, None),
    ("o oră și jumătate", "term", "1.5", "1.5", "hour", None, None, None),
    ("twice a week", "count", "2", "2", "times", None, None, "per week"),
    ("раз в год", "count", "1", "1", "times", None, None, "per year"),
    ("двічі на рік", "count", "2", "2", "times", None, None, "per year"),
    ("dată pe lună", "count", "1", "1", "times", None, None, "per month"),
    ("one month's", "term", "1", "1", "month", None, None, None),
    ("100 US dollars", "amount", "100", "100", None, "USD", None, None),
    ("5,000 U.S. dollars", "amount", "5000", "5000", None, "USD", None, None),
    ("50 Canadian dollars", "amount", "50", "50", None, "CAD", None, None),
    ("100 долларов США", "amount", "100", "100", None, "USD", None, None),
    ("1500р", "amount", "1500", "1500", None, "RUB", None, None),
    ("5 тыс. руб", "amount", "5000", "5000", None, "RUB", None, None),
    ("1,5 млн. грн", "amount", "1500000", "1500000", None, "UAH", None, None),
    ("2 mii de lei", "amount", "2000", "2000", None, "LEI", None, None),
    ("1 234 567,89 ₽", "amount", "1234567.89", "1234567.89", None, "RUB", None, None),
    ("1.234.567,89 lei", "amount", "1234567.89", "1234567.89", None, "LEI", None, None),
    ("1'234'567.89 CHF", "amount", "1234567.89", "1234567.89", None, "CHF", None, None),
    ("от 10 000 до 20 000 руб", "amount", "10000", "20000", None, "RUB", None, None),
    ("between $5 and $10", "amount", "5", "10", None, "USD", None, None),
    ("from 1500 to 2000 EUR", "amount", "1500", "2000", None, "EUR", None, None),
    ("0,5 процентного пункта", "rate", "0.5", "0.5", "percentage point", None, None, None),
    ("1 відсотковий пункт", "rate", "1", "1", "percentage point", None, None, None),
]  # fmt: skip


@pytest.mark.parametrize("row", MEASURED, ids=[row[0] for row in MEASURED])
def test_a_measured_value_is_read_with_all_its_parts(row: tuple[str | None, ...]) -> None:
    text, kind, low, high, unit, currency, qualifier, basis = row
    (value,) = find_values(str(text))
    assert (value.kind, value.low, value.high) == (kind, Decimal(str(low)), Decimal(str(high)))
    assert (value.unit, value.currency, value.qualifier, value.basis) == (unit, currency, qualifier, basis)
    assert value.readable


DATES = [
    ("2026-02-01", dt.date(2026, 2, 1), "day", None),
    ("01.02.2026", dt.date(2026, 2, 1), "day", None),
    ("15 сентября 2026 г.", dt.date(2026, 9, 15), "day", None),
    ("до 31 грудня 2026 р.", dt.date(2026, 12, 31), "day", "up_to"),
    ("15 septembrie 2026", dt.date(2026, 9, 15), "day", None),
    ("September 15, 2026", dt.date(2026, 9, 15), "day", None),
    ("15 Sep 2026", dt.date(2026, 9, 15), "day", None),
    ("January 8 , 1935", dt.date(1935, 1, 8), "day", None),
    ("сентябре 2026 года", dt.date(2026, 9, 1), "month", None),
    ("III квартал 2026 года", dt.date(2026, 7, 1), "quarter", None),
    ("Q3 2026", dt.date(2026, 7, 1), "quarter", None),
    ("2024 году", dt.date(2024, 1, 1), "year", None),
    ("since January 1, 2020", dt.date(2020, 1, 1), "day", "from"),
    ("before 5 May 2026", dt.date(2026, 5, 5), "day", "less_than"),
]


@pytest.mark.parametrize(("text", "day", "precision", "qualifier"), DATES, ids=[row[0] for row in DATES])
def test_a_date_is_read_with_its_precision(text: str, day: dt.date, precision: str, qualifier: str | None) -> None:
    (value,) = find_values(text)
    assert (value.kind, value.date, value.unit, value.qualifier) == ("date", day, precision, qualifier)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Билет стоит 1500р.", "amount"),
        ("Цены: 2000 р. взрослый", "amount"),
        ("Договір діє до кінця 2026 р.", "date"),
        ("у жовтні 2026р. ціну змінено", "date"),
        ("from 2000 to 3000 people", "date"),
        ("в 2026 г.", "date"),
    ],
)
def test_the_rouble_and_the_ukrainian_year_share_a_letter(text: str, kind: str) -> None:
    assert find_values(text)[0].kind == kind


@pytest.mark.parametrize(
    "text",
    [
        "once the bill is paid",
        "раз так",
        "data limită",
        "half of the price",
        "the second half",
        "половина суммы",
        "a quarter of the fee",
    ],
)
def test_half_of_a_thing_is_no_number(text: str) -> None:
    assert find_values(text) == []


def test_a_video_format_is_no_price() -> None:
    assert find_values("1080p video")[0].kind != "amount"


def test_a_date_that_could_be_swapped_says_so() -> None:
    (value,) = find_values("1/2/2026")
    assert "swapped" in value.note


def test_a_day_that_does_not_exist_is_unreadable_and_agrees_with_nothing() -> None:
    (value,) = find_values("31.02.2026")
    assert not value.readable
    assert not agree(value, value)


def test_clause_and_document_numbers_are_identifiers_not_numbers() -> None:
    values = find_values("п. 3.2 договора № 12-А от 01.02.2026, section 5(a), HO-3")
    assert [(v.kind, v.text) for v in values] == [
        ("identifier", "п. 3.2"), ("identifier", "№ 12-А"), ("date", "01.02.2026"), ("identifier", "section 5(a)"),
        ("identifier", "HO-3"),
    ]  # fmt: skip


DISAGREE = [
    ("up to 5 %", "5 %", "qualifier"),
    ("10 working days", "10 calendar days", "basis"),
    ("10 рабочих дней", "10 дней", "basis"),
    ("5 дней", "5 месяцев", "unit"),
    ("$5", "€5", "currency"),
    ("5 млн руб.", "5 тыс. руб.", "number"),
    ("0,1 % за каждый день", "0,1 % в месяц", "basis"),
    ("не более 10 %", "более 10 %", "qualifier"),
    ("до 1 мая 2026", "после 1 мая 2026", "qualifier"),
    ("1 мая 2026", "май 2026", "date"),
    ("-5 %", "5 %", "number"),
    ("п. 3.2", "п. 3.3", "identifier"),
    ("5 RON", "5 MDL", "currency"),
    ("50 cents", "£0.50", "currency"),
    ("50 копеек", "50 рублей", "number"),
    ("1500 рублей", "1500 грн", "currency"),
]


@pytest.mark.parametrize(("one", "other", "part"), DISAGREE)
def test_values_that_differ_in_one_part_disagree_and_name_it(one: str, other: str, part: str) -> None:
    (a,), (b,) = find_values(one), find_values(other)
    assert str(disagreement(a, b)).startswith(part)
    assert str(disagreement(b, a)).startswith(part)
    assert not matches_quote(a, [b])


AGREE = [
    ("5 000 руб.", "5000 рублей"),
    ("пять рабочих дней", "5 рабочих дней"),
    ("up to 5 percent", "no more than 5 %"),
    ("1.5 million dollars", "$1,500,000"),
    ("01.02.2026", "1 февраля 2026 г."),
    ("двадцять днів", "20 днів"),
    ("douăzeci de zile", "20 de zile"),
    ("14:30", "2:30 p.m."),
    ("5 lei", "5 RON"),
    ("50 cents", "$0.50"),
    ("50 cents", "€0.50"),
    ("50 копеек", "0,50 руб."),
    ("12 грн 50 коп.", "12,50 грн"),
    ("5 lei și 50 de bani", "5,50 RON"),
    ("полтора года", "1,5 года"),
    ("half an hour", "0.5 hours"),
]


@pytest.mark.parametrize(("one", "other"), AGREE)
def test_one_value_in_two_spellings_agrees(one: str, other: str) -> None:
    (a,), (b,) = find_values(one), find_values(other)
    assert disagreement(a, b) is None


FORMATS = ["{:,}", "{:_}"]


@given(
    st.integers(10_000, 10**9), st.sampled_from([",", " ", "\u00a0", "\u202f", "'"]), st.sampled_from(["$", "€", "£"])
)
def test_a_formatted_amount_is_found_again(number: int, separator: str, sign: str) -> None:
    text = f"The price is {sign}{number:,}, paid once.".replace(",", separator, f"{number:,}".count(","))
    found = find_values(text)
    assert [value.low for value in found] == [Decimal(number)]


@given(st.dates(dt.date(1900, 1, 1), dt.date(2099, 12, 31)))
def test_a_formatted_date_is_found_again(day: dt.date) -> None:
    for text in (
        day.isoformat(),
        f"{day:%d.%m.%Y}",
        f"{day:%B} {day.day}, {day.year}",
        f"{day.day} {day:%b} {day.year}",
    ):
        (value,) = find_values(f"It ends on {text}.")
        assert value.date == day


_SPOKEN = """10 1,5 2 to – до and и 50 cents копеек руб. рублей 20p bani lei half an hour полтора часа тыс. млн between от
полчаса twice a week раз в год US dollars $ £ р. 2026 ½ three quarters of hours с половиной și jumătate oră"""


@given(st.lists(st.sampled_from(_SPOKEN.split()), max_size=12).map(" ".join))
def test_any_order_of_coins_halves_and_ranges_is_read_without_a_fault(text: str) -> None:
    for value in find_values(text):
        assert text[value.span.start : value.span.end] == value.text
        assert value.low is None or value.high is None or not value.readable or value.low <= value.high


@given(st.text(alphabet="0123456789 .,-–()%$€даysзмlnитоp№/:'\n", max_size=60))
def test_spans_are_verbatim_in_order_and_apart(text: str) -> None:
    end = 0
    for value in find_values(text):
        assert text[value.span.start : value.span.end] == value.text
        assert value.span.start >= end
        assert value.text
        end = value.span.end


@pytest.mark.parametrize(
    ("text", "number", "currency"),
    [
        ("the fee is $19⁹⁹ a month", "19.99", "USD"),
        ("$1,299⁹⁹", "1299.99", "USD"),
        ("цена 1 299⁹⁰ руб.", "1299.90", "RUB"),
        ("ціна 249⁵⁰ грн", "249.50", "UAH"),
        ("prețul 1.299⁹⁹ lei", "1299.99", "LEI"),
        ("€5⁰⁰", "5.00", "EUR"),
    ],
)
def test_raised_cents_are_hundredths(text: str, number: str, currency: str) -> None:
    (value,) = find_values(text)
    assert (value.number, value.currency, value.readable) == (Decimal(number), currency, True)
    without = re.sub("[⁰-⁹¹²³]", "", value.text)
    assert (disagreement(value, find_values(without)[0]) is None) == (value.number == value.number.to_integral_value())


@pytest.mark.parametrize("text", ["10⁶ units", "25¹² pieces", "$19.99⁹⁹", "10⁻⁶ m", "19⁹⁹⁹"])
def test_raised_digits_that_are_no_cents_are_not_guessed(text: str) -> None:
    assert not find_values(text)[0].readable


@pytest.mark.parametrize(
    ("text", "number", "unit"),
    [
        ("12 months¹", "12", "month"),
        ("5,000¹ days", "5000", "day"),
        ("25 m²", "25", "m2"),
        ("30 дней² со дня", "30", "day"),
    ],
)
def test_a_note_mark_is_no_part_of_a_value(text: str, number: str, unit: str) -> None:
    (value,) = find_values(text)
    assert (value.number, value.unit) == (Decimal(number), unit)


@pytest.mark.parametrize(
    "text", ["shower gel 250 ml", "Try 3 times", "the crown of the tree is 3 m", "крон 3 м", "20 ft"]
)
def test_words_that_look_like_currencies_are_no_money(text: str) -> None:
    assert not any(value.kind == "amount" for value in find_values(text))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("14 days", "two weeks", True),
        ("24 hours", "1 day", True),
        ("12 месяцев", "1 год", True),
        ("60 хвилин", "1 година", True),
        ("3 luni", "un trimestru", True),
        ("up to 14 days", "up to 2 weeks", True),
        ("от 7 до 14 дней", "от 1 до 2 недель", True),
        ("up to 14 days", "2 weeks", False),
        ("5 working days", "1 week", False),
        ("14 working days", "2 weeks", False),
        ("30 days", "1 month", False),
        ("365 days", "1 year", False),
        ("2 weeks", "15 days", False),
        ("14 days", "14 weeks", False),
    ],
)
def test_terms_in_other_units_agree_when_they_last_the_same(one: str, other: str, same: bool) -> None:
    (left,), (right,) = find_values(one), find_values(other)
    assert agree(left, right) is agree(right, left) is same


def test_kr_may_be_any_of_the_crowns_and_nothing_else() -> None:
    (crown,), (swedish,), (euro,) = find_values("40 kr"), find_values("SEK 40"), find_values("40 EUR")
    assert agree(crown, swedish)
    assert not agree(crown, euro)
    assert not agree(swedish, find_values("NOK 40")[0])
