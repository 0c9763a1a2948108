"""Is the price that is told that of the thing asked about, and is a price found where no currency stands beside it?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest

from opora.ask import AskRules, ask
from opora.domain.question import Question
from opora.domain.reply import Reply
from opora.ingest import AddRules, add
from opora.ingest_manifest import Entry
from opora.store.sqlite import SqliteLibrary

AT = dt.date(2026, 11, 20)
TEXTS = {
    "studio": "Стрижка пони стоит 2 700 рублей. Ковка жеребца стоит 6 100 рублей.",
    "quay": "Painting a dinghy costs £140. Lifting a yacht costs £310.",
    "tailor": "Пошиття штор коштує 900 гривень. Прасування скатертини коштує 70 гривень.",
    "bar": "O cană de ceai verde costă 12 lei. O cană de cafea costă 15 lei.",
    "course": "Абонемент на 6 занятий стоит 4 800 рублей.",
    "inn": "Check-in begins at 16:30 and check-out ends at 10:15.\n\nThe keys must be handed in by noon.",
    "office": "Заявки беремо з 10 до 19 години.",
}
TABLES = {
    "price-list": "Работа,Псков,Ржев\nСварка рамы,7300,6900\nСмазка цепи,450,380\n",
    "stock": "Товар,Псков,Ржев\nРуль,12,31\n",
    "fares": "Ride,PLN,CZK\nFerry,48,270\nTram,6,30\n",
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteLibrary]:
    folder: Path = tmp_path_factory.mktemp("things")
    for name, text in TABLES.items():
        (folder / f"{name}.csv").write_text(text, "utf-8")
    found = SqliteLibrary.open(folder / "library", create=True)
    entries = [Entry(name, name, text=text) for name, text in TEXTS.items()]
    entries += [Entry(name, f"{name}.csv", path=folder / f"{name}.csv") for name in TABLES]
    assert all(item.error is None for item in add(entries, found, AddRules()))
    yield found
    found.close()


def asked(library: SqliteLibrary, text: str) -> Reply:
    return ask(Question(text, AT), library, None, AskRules())[0]


@pytest.mark.parametrize(
    "question",
    [
        "Сколько стоит стрижка жеребца?",
        "How much does painting a yacht cost?",
        "Скільки коштує прасування штор?",
        "Cât costă o cană de ceai negru?",
        "Сколько стоит абонемент на 9 занятий?",
        "Сколько стоит сварка цепи в Ржеве?",
        "Сколько стоит руль в Ржеве?",
    ],
)
def test_the_price_of_another_thing_is_never_told(library: SqliteLibrary, question: str) -> None:
    assert asked(library, question).action != "answer"


@pytest.mark.parametrize(
    ("question", "price"),
    [
        ("Сколько стоит стрижка пони?", "2 700"),
        ("How much does lifting a yacht cost?", "£310"),
        ("Скільки коштує прасування скатертини?", "70"),
        ("Cât costă o cană de ceai verde?", "12 lei"),
        ("Сколько стоит абонемент на 6 занятий?", "4 800"),
    ],
)
def test_the_price_of_the_thing_asked_is(library: SqliteLibrary, question: str, price: str) -> None:
    reply = asked(library, question)
    assert reply.action == "answer" and price in reply.claims[0].text


@pytest.mark.parametrize(
    ("question", "price"),
    [
        ("Сколько стоит сварка рамы в Ржеве?", "6900"),
        ("Сколько стоит смазка цепи в Пскове?", "450"),
        ("How much is the ferry in PLN?", "48"),
    ],
)
def test_a_bare_number_in_a_list_of_prices_is_a_price(library: SqliteLibrary, question: str, price: str) -> None:
    reply = asked(library, question)
    assert reply.action == "answer" and reply.claims[0].evidence.quote == price


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("Until when is check-out?", "10:15"),
        ("From when is check-in?", "16:30"),
        ("When must the keys be handed in?", "by noon"),
        ("З котрої години берете заявки?", "з 10"),
        ("До котрої години берете заявки?", "до 19 години"),
    ],
)
def test_the_hour_asked_for_is_the_value(library: SqliteLibrary, question: str, value: str) -> None:
    reply = asked(library, question)
    assert reply.action == "answer" and reply.claims[0].value == value
