"""The line that tells of the day, the people or the thing which a question names leads, or stands beside the rule."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from texts import asked, library_of

from opora.answering.yearly import Yearly, holds_all, parts_of_every_year
from opora.store.sqlite import SqliteLibrary

TEXTS = {
    "pool": "# Brook Pool\n\n## Hours\n\nThe pool is open every day from 8:00 to 21:00. From 1 June to 31 August it closes at 23:00.\n\n"
    "## Late lockers\n\nThe fine is 2 EUR for each hour a locker is late. Pupils under 14 pay no fine. "
    "For LEDs the fine is 5 EUR an hour.",
    "sad": "# Ботанический сад\n\n## Часы\n\nСад открыт ежедневно с 9:00 до 20:00. С 1 ноября по 31 марта сад закрывается в 16:00.\n\n"
    "## Участки\n\n2.1. Плата за участок вносится до 10-го числа.\n\n2.2. Сироты и инвалиды от платы за участок освобождаются.\n\n"
    "| Участок | Плата |\n| --- | --- |\n| Малый | 900 руб. |\n| Большой | 1 500 руб. |\n\n"
    "## Можно ли вернуть билет?\n\nДа, до начала дня. Билеты на выставку орхидей не возвращаются.",
    "muzeu": "# Muzeul morii\n\n## Program\n\nMoara este deschisă de marți până duminică, între 10:00 și 18:00. În luna ianuarie moara este închisă.",
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteLibrary]:
    made = library_of(tmp_path_factory.mktemp("cases"), TEXTS)
    yield made
    made.close()


def answer(library: SqliteLibrary, text: str) -> list[str]:
    """The lines of the reply that cite something."""
    return [line for line in asked(library, text).text.splitlines() if line.endswith("]")]


@pytest.mark.parametrize(
    ("question", "leads", "beside"),
    [
        ("Is the pool open until 21:00 on 15 July?", "closes at 23:00", "from 8:00 to 21:00"),
        ("Сад открыт 5 декабря до 20:00?", "закрывается в 16:00", "с 9:00 до 20:00"),
        ("До которого часа открыт сад 31 марта?", "закрывается в 16:00", "с 9:00 до 20:00"),
        ("Moara este deschisă pe 20 ianuarie?", "moara este închisă", "între 10:00 și 18:00"),
    ],
)
def test_the_period_that_holds_the_day_asked_about_leads(
    library: SqliteLibrary, question: str, leads: str, beside: str
) -> None:
    lines = answer(library, question)
    assert leads in lines[0]
    assert beside in " ".join(lines[1:])


def test_a_period_that_does_not_hold_the_day_does_not_lead(library: SqliteLibrary) -> None:
    assert "from 8:00 to 21:00" in answer(library, "Is the pool open until 21:00 on 15 October?")[0]
    assert "с 9:00 до 20:00" in answer(library, "Сад открыт 5 июня до 20:00?")[0]


def test_the_people_named_decide_a_yes_or_no(library: SqliteLibrary) -> None:
    assert "Pupils under 14 pay no fine" in answer(library, "Do pupils pay the fine for late lockers?")[0]


def test_people_who_are_freed_are_told_beside_a_price_in_a_table(library: SqliteLibrary) -> None:
    lines = answer(library, "Я сирота. Сколько платить за малый участок?")
    assert "900 руб." in lines[0]
    assert "освобождаются" in " ".join(lines[1:])


def test_the_value_of_the_thing_named_leads_the_general_one(library: SqliteLibrary) -> None:
    lines = answer(library, "What is the fine for a late LED?")
    assert "5 EUR" in lines[0]
    assert "2 EUR" in " ".join(lines[1:])


def test_an_exception_that_names_the_thing_asked_about_is_no_yes(library: SqliteLibrary) -> None:
    assert answer(library, "Можно ли вернуть билет на выставку орхидей?")[0].startswith("Билеты на выставку")
    assert answer(library, "Можно ли вернуть билет?")[0].startswith("Да, до начала дня")


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("З 1 листопада до 31 березня", [Yearly((11, 1), (3, 31))]),
        ("July 1 to August 31", [Yearly((7, 1), (8, 31))]),
        ("С июня по август", [Yearly((6, 1), (8, 31))]),
        ("closed on 25 December and 1 January", [Yearly((12, 25), (12, 25)), Yearly((1, 1), (1, 1))]),
        ("from 1 May 2025 to 3 June 2026", []),
        ("it may come by 1 March", []),
    ],
)
def test_parts_of_every_year_are_read(text: str, parts: list[Yearly]) -> None:
    assert list(parts_of_every_year(text)) == parts


def test_a_part_of_the_year_may_turn_it() -> None:
    winter = parts_of_every_year("from 1 November to 28 February")
    assert holds_all(winter, parts_of_every_year("in winter"))
    assert holds_all(winter, (Yearly((1, 7), (1, 7)),))
    assert not holds_all(winter, (Yearly((3, 1), (3, 1)),))
    assert not holds_all(winter, ())
