"""On which side a statement stands, when two values say the same, and for which measure a statement holds."""

from __future__ import annotations

import pytest

from opora.answering.apart import differ
from opora.answering.denied import denies, opposite
from opora.answering.lexed import lexed
from opora.answering.measured import another_measure
from opora.answering.sides import agreed, opposed, sides_of
from opora.domain.value import Value
from opora.language.values import find_values


def value(text: str) -> Value:
    return find_values(text)[-1]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Skating on the pond is permitted.", "Skating on the pond is banned."),
        ("A life jacket must be worn.", "A life jacket is optional."),
        ("The lockers cost nothing.", "A fee is charged for the lockers."),
        ("Bread is supplied with the soup.", "Guests bring their own bread to the soup."),
        ("Купание в пруду разрешается.", "Купаться в пруду воспрещается."),
        ("Санки выдаём без залога.", "Для выдачи санок нужен залог."),
        ("Ужин включён в цену.", "Ужин оплачивается отдельно."),
        ("Вхід до замку вільний.", "Вхід до замку за квитками."),
        ("Для сауни потрібна довідка.", "До сауни пускають без довідки."),
        ("Pescuitul este permis.", "Pescuitul este interzis."),
        ("Rezervarea este obligatorie.", "Se poate veni fără rezervare."),
    ],
)
def test_yes_and_no_of_one_matter_are_opposed_in_any_words(one: str, other: str) -> None:
    assert opposed(lexed(one), lexed(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("With a voucher the boat is free.", "Without a voucher the boat costs 9 EUR."),
        ("В шлеме въезд разрешён.", "Без шлема въезд запрещён."),
        ("Cu bilet intrarea este permisă.", "Fără bilet intrarea este interzisă."),
        ("Собакам на повідку вхід дозволено.", "Собакам без повідка вхід заборонено."),
    ],
)
def test_with_and_without_are_two_cases_of_one_rule(one: str, other: str) -> None:
    assert not opposed(lexed(one), lexed(other))
    assert not opposite(one, other) and not denies(one, other)


def test_what_is_not_paid_for_is_free() -> None:
    assert agreed(lexed("Sauna este gratuită."), lexed("Sauna nu se plătește."))
    assert not denies("Sauna este gratuită.", "Sauna nu se plătește.")
    assert sides_of(lexed("Хранение без оплаты.")) == {"free": 1}


def test_forbidden_without_a_thing_means_that_the_thing_is_needed() -> None:
    assert sides_of(lexed("Без пропуска вход запрещён.")) == {"need": 1}
    assert sides_of(lexed("Вход без пропуска.")) == {"need": -1}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("within 72 hours", "in three days"),
        ("36 месяцев", "три года"),
        ("30 календарных дней", "30 дней"),
        ("not more than 12 people", "12 people"),
        ("о 12:00", "опівдні"),
        ("until noon", "до 12:00"),
        ("jumătate de oră", "30 de minute"),
        ("впродовж доби", "24 години"),
        ("в течение суток", "24 часа"),
    ],
)
def test_equal_values_do_not_differ(one: str, other: str) -> None:
    assert not differ(value(one), value(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("40 EUR", "40 USD"),
        ("25 kg", "25 pounds"),
        ("12 годин", "12 днів"),
        ("10 %", "до 10 %"),
        ("18 people", "12 people"),
        ("до 21:00", "20:00"),
        ("один год", "6 месяцев"),
    ],
)
def test_other_numbers_units_and_currencies_differ(one: str, other: str) -> None:
    assert differ(value(one), value(other))


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("How much is a twenty-minute ride?", "A ten-minute ride costs 5 EUR."),
        ("Сколько стоит абонемент на 12 занятий?", "Абонемент на 8 занятий стоит 3 000 рублей."),
        ("Скільки коштує зберігання після 7 днів?", "Зберігання протягом 7 днів безкоштовне."),
    ],
)
def test_a_statement_for_another_measure_is_known(question: str, statement: str) -> None:
    price = next((one for one in find_values(statement) if one.kind == "amount"), None)
    assert another_measure(question, statement, price, "amount")


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("How much is delivery of a parcel of 3 kg?", "Delivery of parcels up to 5 kg costs 9 EUR."),
        ("Сколько стоит абонемент на 8 занятий?", "Абонемент на 8 занятий стоит 3 000 рублей."),
        ("How much is a ride?", "A ten-minute ride costs 5 EUR."),
        ("Сколько стоит гарантия на 2 года?", "Гарантия на 24 месяца стоит 900 рублей."),
    ],
)
def test_a_statement_for_the_measure_asked_or_a_range_around_it_holds(question: str, statement: str) -> None:
    price = next(one for one in find_values(statement) if one.kind == "amount")
    assert another_measure(question, statement, price, "amount") is None


def test_a_number_in_yes_or_no_is_no_other_measure() -> None:
    assert (
        another_measure("Can I return it after 20 days?", "Returns are taken within 14 days.", None, "yes_no") is None
    )
    assert another_measure("Do children under 7 years pay?", "Children over 7 years pay.", None, "yes_no")


def test_hours_from_and_to_are_times_of_day() -> None:
    told = [(one.text, one.number) for one in find_values("Приём с 9 до 18 часов.")]
    assert told == [("с 9", 540), ("до 18 часов", 1080)]
    assert [one.unit for one in find_values("Обход длится от 2 до 4 часов.")] == ["hour"]
    assert [int(one.number or 0) for one in find_values("Заявки беремо до 6 години вечора.")] == [1080]


def test_a_time_without_a_number_is_one() -> None:
    assert [(one.low, one.unit) for one in find_values("Відповідь дають упродовж місяця.")] == [(1, "month")]
    assert [(one.low, one.unit) for one in find_values("Пошив занимает неделю.")] == [(1, "week")]
    assert find_values("Неделя моды пройдёт осенью.") == []


def test_over_and_under_an_age_are_two_cases() -> None:
    assert [one.kind for one in find_values("Riders over 12 may use the slide.")] == ["count"]
    assert not opposite("Riders over 12 may use the slide.", "Riders under 12 may not use the slide.")
    assert not denies("Riders over 12 may use the slide.", "Riders under 12 may not use the slide.")
