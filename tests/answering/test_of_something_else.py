"""What is said of something else: which lines are kept from an answer, and what a follow-up question borrows."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from texts import AT, asked, library_of

from opora.answering.contrast import contrast
from opora.answering.finding import Draft
from opora.answering.lexed import lexed
from opora.answering.normalise import normalise
from opora.answering.other_thing import no_rival
from opora.answering.require import require
from opora.answering.unspoken import done_otherwise
from opora.answering.weights import Wanted, wanted
from opora.domain.question import Question
from opora.domain.result import Evidence
from opora.domain.source import Validity
from opora.store.sqlite import SqliteLibrary

SUMMER, AUTUMN = (dt.date(2026, 1, 1), dt.date(2026, 9, 30)), (dt.date(2026, 10, 1), None)
TEXTS = {
    "skis": "# Skis\n\n## Claims\n\n4.1. A claim goes to the shop. The bill and the ski pass must be shown.\n\n"
    "4.2. We mend or replace the skis within 9 working days. Postage is paid by the owner, unless the claim is made "
    "within 20 days of purchase.",
    "clubs": "# Дворец\n\n| Студия | День | Цена за месяц, руб. |\n| --- | --- | --- |\n| Вокал | среда | 700 |\n"
    "| Витраж | пятница | 1300 |",
    "tools": "# Tools\n\n## Loans\n\nDrills are lent for three days.\n\nSaws are not lent on Sundays.",
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteLibrary]:
    made = library_of(
        tmp_path_factory.mktemp("else"),
        TEXTS,
        {"gas": [(p, f"# Gaz\n\nUn metru cub de gaz costă {2 + n} lei.") for n, p in enumerate((SUMMER, AUTUMN))]},
    )
    yield made
    made.close()


def parts(text: str) -> list[str]:
    return [one.text for one in require(normalise(Question(text, AT)))[0]]


def draft(text: str, source: str, cosine: float, held: float) -> Draft:
    evidence = Evidence(
        "E", ("R1",), f"{source}@1:para1", text, 0, len(text), source, f"{source}@1", "x", Validity(), "00"
    )
    return Draft(text, evidence, 1.0, 1.0, (held,) * 2, (held,) * 2, (held,) * 2, cosine=cosine)


def wants(library: SqliteLibrary, question: str) -> Wanted:
    message = normalise(Question(question, AT))
    return wanted(message, require(message)[0][0], library)


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        ("Чи можна свистіти на даху?", "На даху свистіти дозволено.", "Свистіти заборонено."),
        ("May one whistle on the roof?", "Whistling on the roof is allowed.", "Whistling is forbidden."),
    ],
)
def test_the_plain_opposite_rivals_an_answer_whatever_it_leaves_unnamed(
    library: SqliteLibrary, question: str, one: str, other: str
) -> None:
    want = replace(wants(library, question), things=frozenset({1}))
    best, against = draft(one, "a", 0.89, 1.0), draft(other, "b", 0.82, 0.0)
    assert not no_rival(against, best, want, question)
    assert no_rival(draft("Tickets are sold on Mondays.", "b", 0.82, 0.0), best, want, question)


def test_unless_opens_a_case_and_limits_no_other_rule(library: SqliteLibrary) -> None:
    assert "Postage" not in asked(library, "What must be shown for a claim?").text
    reply = asked(library, "Who mends the skis?")
    assert "4.2. We mend or replace the skis" in reply.text
    assert "Postage" not in reply.text


def test_what_the_next_paragraph_denies_is_told_with_it(library: SqliteLibrary) -> None:
    assert "Saws are not lent" in asked(library, "Are drills and saws lent?").text


@pytest.mark.parametrize(
    ("message", "later"),
    [
        ("Who mends the skis and how long does it take?", "how long does it take (mends the skis)"),
        ("Кто чинит лыжи и сколько это займёт?", "сколько это займёт (чинит лыжи)"),
        ("Хто лагодить лижі і скільки це триває?", "скільки це триває (лагодить лижі)"),
        ("Cine repară schiurile și cât durează?", "cât durează (repară schiurile)"),
    ],
)
def test_what_takes_long_is_what_is_done(message: str, later: str) -> None:
    assert parts(message)[1] == later


def test_what_is_done_with_a_thing_has_no_price() -> None:
    assert parts("Who sells the skis and how much do they cost?")[1] == "how much do skis cost"


@pytest.mark.parametrize(
    ("message", "month"),
    [
        ("Cât costa gazul în iulie și cât costă acum?", "iulie"),
        ("How much was gas in July and how much is it now?", "July"),
        ("Сколько стоил газ в июле и сколько стоит сейчас?", "июл"),
        ("Скільки коштував газ у липні і скільки коштує зараз?", "липн"),
    ],
)
def test_the_month_of_the_first_price_is_not_asked_of_the_second(message: str, month: str) -> None:
    first, second = parts(message)
    assert month in first
    assert month not in second


def test_a_price_then_and_a_price_now_are_both_told(library: SqliteLibrary) -> None:
    text = asked(library, "Cât costa gazul în iulie și cât costă acum?").text
    assert "costă 2 lei" in text
    assert "costă 3 lei" in text


def test_a_unit_of_time_makes_no_other_sort_of_the_thing() -> None:
    none = lexed("")
    assert contrast(lexed("Cât costă supa pe lună?"), lexed("Supa de pui costă 9 lei pe zi."), none) is None
    assert contrast(lexed("Cât costă supa de pui?"), lexed("Supa de pește costă 9 lei."), none)
    assert contrast(lexed("Сколько стоит пропуск на месяц?"), lexed("Пропуск на год стоит 900 рублей."), none)


@pytest.mark.parametrize("question", ["Сколько стоит студия Витраж в месяц?", "Сколько стоит студия Витраж?"])
def test_a_row_that_is_named_with_the_head_of_its_column_is_answered(library: SqliteLibrary, question: str) -> None:
    assert "Цена за месяц, руб.: 1300" in asked(library, question).text


def test_a_month_is_no_hour(library: SqliteLibrary) -> None:
    assert "1300" not in asked(library, "Сколько стоит прокат витрины в час?").text
    assert contrast(lexed("Доставка в город"), lexed("Доставка за город"), lexed(""))


class Away:
    """A model for which the question goes away from any statement when a word of it is left out."""

    model_id, dim, max_tokens = "away:1", 2, 512

    def encode_query(self, text: str) -> np.ndarray:
        return np.array([1.0, 0.0]) if "mend" in text or "чин" in text else np.array([0.5, 0.5])

    def encode_passages(self, texts: list[str]) -> np.ndarray:
        return np.array([[1.0, 0.0]] * len(texts))


@pytest.mark.parametrize(
    ("question", "word", "text", "told"),
    [
        ("Что будет, если не чинить лыжи?", "чинить", "Сдать лыжи можно за день.", False),
        ("Что будет, если не чинить лыжи?", "чинить", "За брошенные лыжи берут 200 рублей.", True),
        ("What happens if I do not mend the skis?", "mend", "Skis may be left until noon.", False),
        ("Где чинят лыжи?", "чинят", "Лыжи можно починить во дворе.", True),
    ],
)
def test_what_one_may_do_is_not_what_comes_of_another_deed(question: str, word: str, text: str, told: bool) -> None:
    message = normalise(Question(question, AT))
    (requirement, *_), _ = require(message)
    words = [one for one in message.words if one.text == word]
    assert words
    assert done_otherwise(message, requirement, words, draft(text, "a", 0.85, 0.5), Away()) is told
