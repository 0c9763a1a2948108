"""Of two statements that give other values: does one narrow its case, or do both tell of the same thing?"""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from pathlib import Path

import pytest

from opora.answering.apart import _names, another_thing
from opora.answering.cases import case_apart
from opora.answering.finding import Draft
from opora.answering.lexed import lexed
from opora.ask import AskRules, ask
from opora.domain.question import Question
from opora.domain.result import Evidence
from opora.domain.source import Validity
from opora.ingest import AddRules, add
from opora.ingest_manifest import Entry, Given
from opora.language.values import find_values
from opora.store.sqlite import SqliteLibrary

APART = [
    ("Members get a locker for 12 euros.", "Junior members get a locker for 5 euros.", "How much do members pay for a locker?"),
    ("The ferry runs every 20 minutes.", "At weekends the ferry comes every 50 minutes.", "How often does the ferry run?"),
    ("Repairs take 6 days.", "If parts are missing, repairs take 25 days.", "How long do repairs take?"),
    ("Наклейка на автомобиль стоит 90 рублей.", "Наклейка на мотоцикл стоит 40 рублей.", "Сколько стоит наклейка на автомобиль?"),
    ("Посуду сдают за 3 дня.", "Ночью посуду принимают за 1 день.", "За сколько дней сдают посуду?"),
    ("Ученики-отличники получают 600 рублей.", "Ученики получают 200 рублей.", "Сколько получают ученики?"),
    ("Оренда зали коштує 700 гривень.", "Шахісти платять 150 гривень.", "Скільки коштує оренда зали?"),
    ("Перевірка ліфта триває 2 години.", "Перевірка котла триває 5 годин.", "Скільки триває перевірка ліфта?"),
    ("Dosarul se închide în 8 zile.", "Iarna dosarul se închide în 12 zile.", "În câte zile se închide dosarul?"),
    ("Coletul costă 14 lei.", "Coletul de peste 5 kg costă 33 de lei.", "Cât costă coletul?"),
]  # fmt: skip
ONE_CASE = [
    ("Members get a locker for 12 euros.", "Whoever is a member pays 18 euros for a locker.", "How much do members pay for a locker?"),
    ("Repairs take 6 days.", "Customers have their repair back in 9 days.", "How long do repairs take?"),
    ("Посуду сдают за 3 дня.", "На сдачу посуды сотруднику даётся 5 дней.", "За сколько дней сдают посуду?"),
    ("Аренда зала стоит 700 рублей.", "За аренду зала клиент платит 950 рублей.", "Сколько стоит аренда зала?"),
    ("Перевірка ліфта триває 2 години.", "Ліфт перевіряють протягом 5 годин.", "Скільки триває перевірка ліфта?"),
    ("О потере ключа сообщают коменданту в течение 2 дней.", "О потере ключа нужно сообщить не позднее 6 дней.", "В какой срок сообщают о потере ключа?"),
    ("Unused vouchers are refunded within 9 days.", "Vouchers that were not used are refunded within 16 days.", "Within how many days are unused vouchers refunded?"),
    ("Dosarul se închide în 8 zile.", "Clientul află că dosarul este închis după 12 zile.", "În câte zile se închide dosarul?"),
]  # fmt: skip


def _draft(text: str) -> Draft:
    evidence = Evidence("E", ("R1",), "a@1:para1", text, 0, len(text), "a", "a@1", "Terms", Validity(), "00")
    value = max(find_values(text), key=lambda one: one.span.start)
    return Draft(text, evidence, 1.0, 1.0, (), (), value=value)


@pytest.mark.parametrize(("one", "other", "question"), APART)
def test_what_one_of_them_alone_names_makes_it_another_case(one: str, other: str, question: str) -> None:
    assert case_apart(_draft(one), _draft(other), question, 0.9)


@pytest.mark.parametrize(("one", "other", "question"), ONE_CASE)
def test_other_words_of_one_thing_make_no_other_case(one: str, other: str, question: str) -> None:
    assert case_apart(_draft(one), _draft(other), question, 0.9) is None


def test_a_heading_may_name_the_case() -> None:
    plain, narrow = _draft("Cancellation costs 10 euros."), _draft("Cancellation costs 35 euros.")
    below = replace(narrow, evidence=replace(narrow.evidence, headings=("Prices", "Winter season")))
    assert case_apart(plain, narrow, "How much does cancellation cost?", 0.9) is None
    assert case_apart(plain, below, "How much does cancellation cost?", 0.9)


def test_a_title_names_a_case_only_beside_a_title_of_the_like() -> None:
    question = "How much does the cancellation of a trip cost?"
    plain, other = _draft("The cancellation of a trip costs 10 euros."), _draft("Cancellation costs 35 euros a trip.")
    titled = replace(other, evidence=replace(other.evidence, headings=("Coach cancellation",)))
    assert case_apart(plain, titled, question, 0.95) is None
    sister = replace(plain, evidence=replace(plain.evidence, headings=("Cruise cancellation",)))
    assert case_apart(sister, titled, question, 0.95)


def test_what_is_of_another_year_is_another_thing() -> None:
    one, other = (
        _draft("Leases signed in 2024 end with 60 days' notice."),
        _draft("Leases signed in 2023 end with 30 days' notice."),
    )
    assert another_thing(one, other, "With how much notice do leases signed in 2024 end?")


def test_a_rank_makes_no_answer_of_another_case(tmp_path: Path) -> None:
    library = SqliteLibrary.open(tmp_path / "library", create=True)
    rows = [
        Entry("a", "a", text="Members get a locker for 12 euros.", given=Given(authority=1)),
        Entry("b", "b", text="Junior members get a locker for 5 euros.", given=Given(authority=9)),
    ]
    assert all(item.error is None for item in add(rows, library, AddRules()))
    question = Question("How much do members pay for a locker?", dt.date(2026, 10, 23))
    reply, _ = ask(question, library, None, AskRules())
    library.close()
    assert "12 euros" in reply.claims[0].text and reply.conflicts == ()


def test_a_name_is_known_by_the_same_form_in_every_run() -> None:
    towns = "Твери, Керчи, Казани, Рязани, Перми, Астрахани, Сызрани"  # with two forms of one length each
    told = lexed(f"Склады стоят в {towns}.")
    first = {min(sorted(word.lemmas), key=len) for word in told.words if word.text in towns and word.content}
    assert _names(told, lexed("что")) == first
