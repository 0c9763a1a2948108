"""Each part of a message is answered by what speaks of it, not by the words that it shares with another part."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest
from texts import asked, library_of

from opora.answering.asked_value import asked_for, says, value_for
from opora.answering.lexed import lexed
from opora.answering.normalise import normalise
from opora.answering.quoted import speaker_named
from opora.answering.require import require
from opora.answering.roles import tells_role
from opora.answering.subject import of_another_head
from opora.domain.question import Question
from opora.language.values import find_values
from opora.store.sqlite import SqliteLibrary

TEXTS = {
    "leave": "Unpaid leave lasts 30 days.\n\nThe application for annual leave is filed 14 days before.\n\n"
    "Annual leave lasts 24 days.",
    "tour": "Екскурсія англійською коштує 700 грн. Екскурсія триває 75 хвилин. Замовляти її треба за 3 дні.",
    "fire": "Справку о пожаре выдаёт пожарная служба, справку о заливе — управляющая компания.",
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteLibrary]:
    made = library_of(tmp_path_factory.mktemp("parts"), TEXTS)
    yield made
    made.close()


def test_what_tells_how_long_does_not_tell_who_approves(library: SqliteLibrary) -> None:
    reply = asked(library, "How long does unpaid leave last and who approves it?")
    assert [status for _, status in reply.requirements][1] != "covered"
    assert "who approves unpaid leave" in reply.text


def test_the_deed_of_a_part_weighs_more_than_what_it_borrows(library: SqliteLibrary) -> None:
    reply = asked(library, "Нас 12 осіб: скільки коштує екскурсія англійською і за скільки днів її замовляти?")
    assert "75" not in reply.text
    assert "замовляти" in reply.text


def test_an_application_for_leave_is_no_leave(library: SqliteLibrary) -> None:
    assert asked(library, "How many days does annual leave last?").text.startswith("Annual leave lasts 24 days.")
    question = lexed("How many days of leave do I have?")
    assert of_another_head(question, lexed("The application for leave is filed 14 days before."))
    assert of_another_head(question, lexed("Employees with a child have 3 days of leave more."))
    assert not of_another_head(question, lexed("The number of days of leave is 24."))


def test_a_verb_left_out_before_a_dash_is_put_back() -> None:
    message = normalise(Question("Кто выдаёт справку о пожаре и кто — о заливе?", dt.date(2026, 11, 20)))
    assert [one.text for one in require(message)[0]] == ["Кто выдаёт справку о пожаре", "Кто выдаёт справку о заливе"]


@pytest.mark.parametrize(
    "message", ["Who pays the fee?", "Кому подавати скаргу на рішення комісії?", "Кто платит комиссию?"]
)
def test_who_is_no_amount(message: str) -> None:
    assert require(normalise(Question(message, dt.date(2026, 11, 20))))[0][0].kind == "fact"


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("who restores a backup", "Restoring a backup is free on the Business plan and costs €15 on the other plans."),
        ("cine o spală", "O spălare costă 6 lei."),
        ("Куди повертати неякісний товар", "Неякісний товар повертається за рахунок постачальника."),
    ],
)
def test_that_it_is_done_tells_neither_who_nor_where(question: str, statement: str) -> None:
    assert tells_role(question, statement) is False


def test_somebody_named_after_a_place_is_who_does_it() -> None:
    assert tells_role("Хто проводить інструктаж", "Перед роботою на верстаті майстер проводить інструктаж.")
    assert tells_role("Who can download invoices", "The owner can download invoices in Settings.")


@pytest.mark.parametrize(
    ("question", "statement", "told"),
    [
        ("сколько раз в год платить взнос", "Скидка составляет 10 процентов за каждый год.", False),
        ("сколько раз в год платить взнос", "Взнос уплачивается один раз в год.", True),
        ("How often are they checked", "They are checked every six months.", True),
        ("сколько длится чистка", "Чистку рекомендуется проходить каждые шесть месяцев.", False),
        ("de câte ori pot schimba camera", "Camera se schimbă o singură dată pe semestru.", True),
    ],
)
def test_how_often_is_no_amount_and_no_duration(question: str, statement: str, told: bool) -> None:
    asks = asked_for(question, "amount")
    assert says(asks, statement, value_for(asks, statement, find_values(statement))) is told


@pytest.mark.parametrize(
    ("message", "parts"),
    [
        ("Чи можна збільшити ціну договору, на скільки і як часто?", ["на скільки (збільшити ціну договору)"]),
        ("May I swim in the harbour or have a barbecue?", ["May I have a barbecue in the harbour"]),
        ("Can I install solar panels or connect a heater?", ["Can I connect a heater"]),
    ],
)
def test_a_part_takes_all_that_it_leaves_out(message: str, parts: list[str]) -> None:
    found = [one.text for one in require(normalise(Question(message, dt.date(2026, 11, 20))))[0]]
    assert found[1 : 1 + len(parts)] == parts


def test_may_that_asks_is_no_month() -> None:
    words = {
        w.text: w.is_content for w in normalise(Question("May the fee be paid in May?", dt.date(2026, 1, 1))).words
    }
    assert words["May"]  # the month
    assert not normalise(Question("May I park here?", dt.date(2026, 1, 1))).words[0].is_content


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Files larger than 4 GB cannot be uploaded.", "Can I upload a 6 GB file or export to PDF?"),
        (
            "Гарантия не распространяется на протезы.\n\nСкидка не действует на имплантацию.",
            "Какая гарантия на имплант?",
        ),
        ("Prima de Crăciun este de 600 de lei. Tatăl primește 10 zile lucrătoare.", "Cât e prima de Paște?"),
    ],
)
def test_what_the_statement_leaves_unsaid_is_not_answered(tmp_path: Path, text: str, message: str) -> None:
    library = library_of(tmp_path, {"one": text})
    reply = asked(library, message)
    library.close()
    assert all(status != "covered" for _, status in reply.requirements)


def test_a_limit_under_another_heading_is_shown(tmp_path: Path) -> None:
    text = "# Rules\n\n## 1. Refunds\n\n1.1. The deposit is refunded in ten days.\n\n## 2. Calls\n\n2.1. Calls are free.\n\n"
    text += (
        "## 3. Exceptions\n\n3.1. The deposit is not refunded to tenants in arrears.\n\n3.2. Calls abroad are not free."
    )
    library = library_of(tmp_path, {"rules": text})
    reply = asked(library, "When is the deposit refunded?")
    library.close()
    assert [claim.text for claim in reply.claims] == [
        "1.1. The deposit is refunded in ten days.",
        "3.1. The deposit is not refunded to tenants in arrears.",
    ]


TURNS = "Anna Petrova: The mobile client is shipped on 3 March 2026.\n\nMark Lewis: The budget is 4,000 euros."


def test_in_the_words_of_one_nothing_is_told_that_another_said(tmp_path: Path) -> None:
    library = library_of(tmp_path, {"call": TURNS})
    other = asked(library, "When is the mobile client shipped according to Mark Lewis?")
    told = asked(library, "When is the mobile client shipped according to Anna Petrova?")
    library.close()
    assert not other.claims
    assert [claim.text for claim in told.claims] == [TURNS.partition("\n")[0]]


@pytest.mark.parametrize(
    ("question", "place"),
    [
        ("What did Ann Lee say about May?", "did Ann Lee say"),
        ("Did Ann Lee win?", None),
        ("По словам Анны, когда?", "По словам Анны"),
    ],
)
def test_whose_words_are_asked_for(question: str, place: str | None) -> None:
    span = speaker_named(question)
    assert (span.of(question) if span else None) == place


def test_an_article_is_no_part_of_a_code(tmp_path: Path) -> None:
    texts = {"parts": "The bearing A-1070 costs 24 EUR.", "library": "The price of copying is 0.20 EUR a page."}
    library = library_of(tmp_path, texts)
    reply = asked(library, "What is the price of A-1070?")
    library.close()
    assert [claim.text for claim in reply.claims] == [texts["parts"]]


def test_at_whose_cost_is_not_who_and_a_day_before_is_when(tmp_path: Path) -> None:
    assert tells_role("Хто ремонтує інструмент", "Інструмент ремонтують за рахунок члена осередку.") is False
    asks = asked_for("Когда напоминают о приёме", "date")
    assert says(asks, "Администратор напоминает о приёме за сутки.", None)


def test_the_price_for_adults_is_none_for_a_child(tmp_path: Path) -> None:
    table = "| Service | Adults | Children |\n| --- | --- | --- |\n| Cleaning | 40 EUR | 30 EUR |\n| Whitening | 150 EUR | |\n"
    library = library_of(tmp_path, {"prices": f"# Prices\n\n{table}"})
    child, adult = (
        asked(library, "How much is whitening for a child?"),
        asked(library, "How much is whitening for adults?"),
    )
    library.close()
    assert not child.claims
    assert [claim.value for claim in adult.claims] == ["150 EUR"]
