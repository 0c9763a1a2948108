"""What a reply does not put beside an answer, and how it reads where several parts meet."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import pytest
from texts import AT, asked, library_of

from opora.answering.normalise import normalise
from opora.answering.phrases import say
from opora.answering.require import require
from opora.domain.question import Question
from opora.store.sqlite import SqliteLibrary

SPRING, SUMMER = (dt.date(2026, 1, 1), dt.date(2026, 6, 30)), (dt.date(2026, 7, 1), None)
TEXTS = {
    "staff": "# Staff\n\n## Time\n\n1.1. The shift has 38 hours a week.\n\n1.2. Cooks may rest two days a week.\n\n"
    "1.3. This does not apply to trainees.\n\n## Leave\n\n2.1. Parental leave lasts 18 weeks. It must be requested "
    "8 weeks in advance.",
    "desk": "# Зал\n\n## Места\n\nОтдельный кабинет стоит 300 рублей.\n\nСтудентам место в общем зале стоит 90 рублей.",
    "clinic": "# Цены\n\n| Услуга | Взрослые, руб. | Дети, руб. | Длительность |\n| --- | --- | --- | --- |\n"
    "| Осмотр врача | 800 | 700 | 30 мин |\n| Анализ крови | 650 | 650 | 5 мин |",
    "found": "# Pierdute\n\nObiectele găsite se păstrează la dispecerat. Obiectele se ridică de luni până vineri.",
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteLibrary]:
    made = library_of(
        tmp_path_factory.mktemp("beside"),
        TEXTS,
        {
            "plans": [
                (p, f"# Plans\n\nThe Solo plan costs {8 + n} EUR per month.") for n, p in enumerate((SPRING, SUMMER))
            ]
        },
    )
    yield made
    made.close()


def test_this_does_not_apply_is_said_of_the_line_right_before_it(library: SqliteLibrary) -> None:
    assert "trainees" not in asked(library, "How many hours a week has the shift?").text
    assert "trainees" in asked(library, "May cooks rest two days a week?").text


def test_another_measure_of_the_week_is_not_put_beside_the_hours(library: SqliteLibrary) -> None:
    assert "rest" not in asked(library, "How many hours a week has the shift?").text


def test_a_price_of_another_thing_for_someone_is_not_put_beside_it(library: SqliteLibrary) -> None:
    reply = asked(library, "Сколько стоит отдельный кабинет?")
    assert "300 рублей" in reply.text
    assert "Студентам" not in reply.text


def test_what_answers_the_next_question_is_not_shown_twice(library: SqliteLibrary) -> None:
    text = asked(library, "How long does parental leave last and how far in advance must it be requested?").text
    assert text.count("8 weeks in advance") == 1


def test_a_price_is_no_duration(library: SqliteLibrary) -> None:
    reply = asked(library, "Сколько стоит осмотр врача для детей и сколько он длится?")
    assert "Дети, руб.: 700" in reply.text
    assert "Длительность: 30 мин" in reply.text


def test_one_price_for_all_is_told_for_all(library: SqliteLibrary) -> None:
    text = asked(library, "Сколько стоит анализ крови?").text
    assert "Взрослые, руб.: 650" in text
    assert "Дети, руб.: 650" in text


def test_where_is_answered_by_the_sentence_that_says_where(library: SqliteLibrary) -> None:
    assert "la dispecerat" in asked(library, "Unde se ridică obiectele găsite?").text


def test_each_price_stands_under_its_own_day(library: SqliteLibrary) -> None:
    reply = asked(library, "What did the Solo plan cost in May 2026, and what does it cost now?")
    lines = reply.text.splitlines()
    then = say("en", "historical", date="2026-05-31")
    assert lines[0] == then
    assert lines[1].startswith("The Solo plan costs 8 EUR")
    assert lines[2].startswith("The Solo plan costs 9 EUR")
    assert lines.count(then) == 1


@pytest.mark.parametrize("text", ["Какой будет тариф 1 января 2030?", "What will the price be on 1 May 2027?"])
def test_a_price_of_nothing_is_asked_back(library: SqliteLibrary, text: str) -> None:
    assert asked(library, text).type == "clarification_required"


def test_a_request_and_what_must_be_done_are_no_words_to_look_for() -> None:
    for text, left in (("Дайте цены на анализ", "дайте"), ("By when must claims be sent?", "must")):
        assert left not in require(normalise(Question(text, AT)))[0][0].subject.lower()


def test_a_unit_names_no_thing(library: SqliteLibrary) -> None:
    assert asked(library, "How much is it per week?").type == "clarification_required"


def test_another_thing_is_asked_for_with_the_same_words() -> None:
    for text, second in (
        ("Is there breakfast? And a laundry?", "Is there a laundry"),
        ("Есть ли завтрак? А прачечная?", "Есть ли прачечная"),
    ):
        assert require(normalise(Question(text, AT)))[0][1].text == second


def test_the_frame_of_a_reply_is_in_its_own_language() -> None:
    words = {"en": "column", "ru": "столбец", "uk": "стовпець", "ro": "coloana"}
    for language, word in words.items():
        assert word in say(language, "source_column", name="A")
        assert say(language, "missing_none", text="A").startswith(say(language, "not_answered", text="")[:9])
