"""Which day do a season, a quarter, a half of a year or a count of months mean, and is a time not read said to be so?"""

from __future__ import annotations

import datetime as dt

import pytest

from opora.answering.asked_day import counted_days, time_not_read, without_days
from opora.answering.normalise import normalise
from opora.answering.require import require
from opora.domain.question import Question
from opora.language.dates import find_dates

AT = dt.date(2026, 11, 20)
MEANT = {
    "What did a stall cost in Q1 2026?": "2026-03-31",
    "What did a stall cost in the summer of 2025?": "2025-08-31",
    "How much was a stall in spring 2026?": "2026-05-31",
    "How much was a stall in the first half of 2026?": "2026-06-30",
    "How much was a stall at the end of 2025?": "2025-12-31",
    "How much was a stall in mid-2025?": "2025-06-30",
    "How much was a stall six months ago?": "2026-05-20",
    "How much will a stall cost next spring?": "2027-03-01",
    "Сколько стоил прилавок весной 2025 года?": "2025-05-31",
    "Сколько стоил прилавок прошлой зимой?": "2026-02-28",
    "Сколько стоил прилавок зимой 2024/25?": "2025-02-28",
    "Сколько стоил прилавок осенью?": "2026-11-20",
    "Сколько стоил прилавок прошлой осенью?": "2025-11-30",
    "Сколько стоил прилавок в первом полугодии?": "2026-06-30",
    "Сколько стоил прилавок в III квартале?": "2026-09-30",
    "Сколько стоил прилавок в первом квартале прошлого года?": "2025-03-31",
    "Сколько стоил прилавок за первый квартал 2026?": "2026-03-31",
    "Сколько стоил прилавок полгода назад?": "2026-05-20",
    "Сколько стоил прилавок пять месяцев назад?": "2026-06-20",
    "Сколько будет стоить прилавок зимой?": "2026-12-01",
    "Скільки коштував прилавок у другому кварталі?": "2026-06-30",
    "Скільки коштував прилавок влітку 2025 року?": "2025-08-31",
    "Скільки коштував прилавок пів року тому?": "2026-05-20",
    "Скільки коштував прилавок минулої весни?": "2026-05-31",
    "Скільки коштував прилавок наприкінці 2025 року?": "2025-12-31",
    "Скільки коштуватиме прилавок навесні?": "2027-03-01",
    "Cât costa taraba în primăvara anului 2025?": "2025-05-31",
    "Cât costa taraba în toamna lui 2025?": "2025-11-30",
    "Cât costa taraba în trimestrul al doilea?": "2026-06-30",
    "Cât costa taraba în primul semestru al anului 2026?": "2026-06-30",
    "Cât a costat taraba acum jumătate de an?": "2026-05-20",
    "Cât va costa taraba la anul?": "2027-01-01",
    "Cât va costa taraba iarna?": "2026-12-01",
}
NO_DAY = (
    "When do the lessons start in winter?",
    "Будет ли открыт каток летом?",
    "What did the summer camp cost?",
    "Работает ли касса зимой?",
    "We bought it in spring 2026. Is it under warranty?",
)


@pytest.mark.parametrize(("question", "day"), MEANT.items())
def test_a_part_of_a_year_is_a_day_of_that_year(question: str, day: str) -> None:
    requirements, _ = require(normalise(Question(question, AT)))
    assert [str(one.at) for one in requirements] == [day]


@pytest.mark.parametrize("question", NO_DAY)
def test_a_season_that_is_no_day_of_the_answer_is_none(question: str) -> None:
    requirements, _ = require(normalise(Question(question, AT)))
    assert {one.at for one in requirements} == {None}


@pytest.mark.parametrize("at", [dt.date(2026, month, 15) for month in range(1, 13)])
def test_no_past_season_ends_after_the_day_of_asking(at: dt.date) -> None:
    for season in ("весной", "летом", "осенью", "зимой", "прошлым летом", "в IV квартале", "во втором полугодии"):
        days = [one.day for one in counted_days(f"Сколько стоил прилавок {season}?", at)]
        assert len(days) == 1 and days[0] <= at and (at - days[0]).days < 366


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("на ІІ квартал 2026 року", "2026-04-01"),
        ("trimestrul al treilea din 2025", "2025-07-01"),
        ("четвёртый квартал 2025 года", "2025-10-01"),
        ("Q3/2026", "2026-07-01"),
        ("trimestrul întâi 2026", "2026-01-01"),
    ],
)
def test_a_quarter_of_a_year_is_read_in_words_and_figures(text: str, day: str) -> None:
    assert [(one.precision, str(one.date)) for one in find_dates(text)] == [("quarter", day)]


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What did a stall cost in 2025?", "2025"),
        ("Сколько стоил прилавок в 2025 году?", "2025"),
        ("Сколько стоил прилавок несколько месяцев назад?", "несколько месяцев назад"),
        ("Cât costa taraba acum câteva luni?", "acum câteva luni"),
        ("Who was the mayor in 2025?", None),
        ("How much did a stall cost at 10:00?", None),
    ],
)
def test_a_past_time_without_a_day_is_named(question: str, words: str | None) -> None:
    assert time_not_read(question, AT) == words


def test_a_season_goes_out_of_the_question_with_its_year() -> None:
    assert without_days("Сколько стоил прилавок весной 2026 года у входа?", AT).split() == (
        ["Сколько", "стоил", "прилавок", "у", "входа?"]
    )
