"""Is a month or season read as a day however it is named, and is a time that cannot be read said to be so?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import pytest

from opora.answering.asked_day import counted_days, time_not_read
from opora.answering.follow_up import read
from opora.answering.require import require
from opora.ask import AskRules, ask
from opora.domain.question import Question
from opora.domain.reply import Reply
from opora.ingest import AddRules, add
from opora.ingest_manifest import Entry, Given
from opora.language.dates import find_dates
from opora.store.sqlite import SqliteLibrary

AT = dt.date(2026, 11, 20)


@pytest.mark.parametrize(
    ("question", "day"),
    [
        ("What was the August price of a berth?", "2026-08-31"),
        ("Какой была июльская цена?", "2026-07-31"),
        ("Якою була липнева ціна?", "2026-07-31"),
        ("What did a berth cost in July last year?", "2025-07-31"),
        ("Сколько стоил причал в июле прошлого года?", "2025-07-31"),
        ("Cât a costat locul în iulie anul trecut?", "2025-07-31"),
        ("Сколько стоил причал летом 2025?", "2025-08-31"),
        ("How much was a berth last winter?", "2026-02-28"),
        ("How much was a berth last quarter?", "2026-09-30"),
        ("Скільки коштувало місце минулого кварталу?", "2026-09-30"),
        ("Сколько стоил причал в начале июня?", "2026-06-01"),
        ("How much was a berth at the end of May?", "2026-05-31"),
        ("What was the price before June?", "2026-05-31"),
        ("Сколько стоил причал до сентября?", "2026-08-31"),
    ],
)
def test_a_month_or_season_in_any_words_is_a_day(question: str, day: str) -> None:
    assert [str(one.day) for one in counted_days(question, AT)] == [day]


def test_a_month_in_figures_is_a_month() -> None:
    assert [(one.precision, str(one.date)) for one in find_dates("Цена на 07.2026")] == [("month", "2026-07-01")]
    assert find_dates("Клапан 07.2026.1") == []


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("How much was a berth last Easter?", "last Easter"),
        ("Сколько стоил причал прошлой Пасхой?", "прошлой Пасхой"),
        ("How much was a berth?", ""),
        ("How much is a berth?", None),
        ("How much was a berth in July?", None),
    ],
)
def test_words_of_a_time_without_a_day_are_known(question: str, words: str | None) -> None:
    assert time_not_read(question, AT) == words


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteLibrary]:
    found = SqliteLibrary.open(tmp_path_factory.mktemp("berths") / "library", create=True)
    spring = Given(label="1", valid_from=dt.date(2026, 3, 1), valid_until=dt.date(2026, 5, 31))
    later = Given(label="2", valid_from=dt.date(2026, 6, 1))
    entries = [
        Entry("berth", "berth-1", text="Место у причала стоит 510 рублей.", given=spring),
        Entry("berth", "berth-2", text="Место у причала стоит 640 рублей.", given=later),
    ]
    assert all(item.error is None for item in add(entries, found, AddRules()))
    yield found
    found.close()


def asked(library: SqliteLibrary, text: str) -> Reply:
    return ask(Question(text, AT), library, None, AskRules())[0]


@pytest.mark.parametrize(
    ("question", "price"),
    [
        ("Сколько стоило место у причала в начале июня 2026?", "640"),
        ("Сколько стоило место у причала до июня 2026?", "510"),
        ("Сколько стоило место у причала в 04.2026?", "510"),
        ("Сколько стоило место у причала весной?", "510"),
    ],
)
def test_the_version_of_the_day_meant_answers(library: SqliteLibrary, question: str, price: str) -> None:
    reply = asked(library, question)
    assert reply.action == "answer" and price in reply.claims[0].text


def test_a_past_price_without_a_day_is_told_with_the_day_it_holds_on(library: SqliteLibrary) -> None:
    assert "20.11.2026" in asked(library, "Сколько стоило место у причала?").text
    assert "20.11.2026" not in asked(library, "Сколько стоит место у причала?").text


def days_of(question: str, at: dt.date = AT) -> list[str]:
    return [str(one.at) for one in require(read(Question(question, at)))[0]]


@pytest.mark.parametrize(
    ("question", "day"),
    [
        ("How much was a berth until 1 July 2026?", "2026-06-30"),
        ("Сколько стоил причал до 1 июля 2026 года?", "2026-06-30"),
        ("Скільки коштувало місце до 1 липня?", "2026-06-30"),
        ("Cât costa locul înainte de 1 iulie 2026?", "2026-06-30"),
        ("Сколько стоит причал после 31 декабря 2026 года?", "2027-01-01"),
        ("How much is a berth from 1 July 2026?", "2026-07-01"),
        ("What was the price two weeks before 16 November 2026?", "2026-11-02"),
        ("Сколько стоил причал за две недели до 16 ноября 2026 года?", "2026-11-02"),
        ("Какой была цена двадцать первого июля 2026 года?", "2026-07-21"),
        ("Якою була ціна п'ятого липня 2026 року?", "2026-07-05"),
        ("What was the price on the third of May 2026?", "2026-05-03"),
        ("Сколько стоит причал сегодня?", "2026-11-20"),
    ],
)
def test_before_and_after_a_day_are_other_days_than_it(question: str, day: str) -> None:
    assert days_of(question) == [day]


@pytest.mark.parametrize(
    ("question", "day"),
    [
        ("What was the price of a berth in 2024?", "2024-12-31"),
        ("Сколько стоил причал в 2025 году?", "2025-12-31"),
        ("Скільки коштувало місце у 2026 році?", "2026-11-20"),
        ("What will the price be in 2027?", "2027-01-01"),
        ("How much does the berth of the model 2024 cost?", "None"),
        ("How much did a berth cost on the last day of 2025?", "2025-12-31"),
        ("What was the price of a berth at Christmas 2025?", "2025-12-31"),
        ("Сколько стоил причал в последний день 2025 года?", "2025-12-31"),
        ("Скільки коштувало місце в перший день 2025 року?", "2025-01-01"),
        ("Cât a costat locul în ultima zi a anului 2025?", "2025-12-31"),
    ],
)
def test_a_price_of_a_year_is_that_of_its_last_day(question: str, day: str) -> None:
    assert days_of(question) == [day]


@pytest.mark.parametrize(
    ("question", "days"),
    [
        ("Чем отличается цена причала 30 июня и 1 июля 2024 года?", ["2024-06-30", "2024-07-01"]),
        ("What were the prices in May and July 2025?", ["2025-05-31", "2025-07-31"]),
        ("Какой была цена в мае и июле 2024 года?", ["2024-05-31", "2024-07-31"]),
        ("How much was a berth on 3 May and on 4 June 2026?", ["2026-05-03", "2026-06-04"]),
    ],
)
def test_two_days_in_one_question_are_both_asked_about(question: str, days: list[str]) -> None:
    assert days_of(question) == days


def test_the_old_price_is_said_to_name_no_day() -> None:
    assert time_not_read("Старая цена причала?", AT) == "Старая цена"
    assert time_not_read("What was the former price of a berth?", AT) == "former price"
