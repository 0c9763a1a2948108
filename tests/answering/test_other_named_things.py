"""Is what a text says of another named thing, range, side or party refused, and the row that is asked about found?"""

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

AT = dt.date(2026, 10, 23)
TEXTS = {
    "hotel": "Rooms may be booked up to 60 days ahead. The minimum stay in high season is 3 nights. "
    "The late check-out fee is 25 EUR.",
    "subscription": "Абонемент «Утро» стоит 1 900 рублей в месяц. Карта восстанавливается бесплатно.",
    "limits": "Лимит на лекарства составляет 15 000 рублей в год. Лимит на очки не установлен.",
    "works": "Гарантия на двери — 3 года. Гарантия не распространяется на царапины. "
    "За каждый день задержки Исполнитель уплачивает неустойку 0,2 % цены, но не более 7 %. Ключи хранит Покупатель.",
    "ski": "Плановий огляд доступний через 10 днів. Терміновий огляд доступний з першого дня.",
    "library": "Laptops are welcome in the reading room. Договор хранится в архиве.",
    "notice": "Chiriașul notifică defecțiunea în termen de 2 zile lucrătoare.",
}
TABLES = {
    "lift": "Зона;Ціна квитка;Застава\nРанок;210 грн;50 грн\nНіч;340 грн;90 грн\n",
    "models": "Модель;Аренда\nВетер-2;700 руб.\nВетер-3;950 руб.\n",
    "parcels": "Parcel weight;Week fee;Month fee\nup to 5 kg;11 EUR;40 EUR\n5 to 20 kg;23 EUR;80 EUR\n",
    "lots": "Parcare;Abonament lunar\nPiață;410 lei\nStadion;260 lei\n",
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteLibrary]:
    folder: Path = tmp_path_factory.mktemp("named")
    for name, text in TABLES.items():
        (folder / f"{name}.csv").write_text(text, "utf-8")
    found = SqliteLibrary.open(folder / "library", create=True)
    entries = [Entry(name, name, text=text) for name, text in TEXTS.items()]
    entries += [Entry(name, f"{name}.csv", path=folder / f"{name}.csv") for name in TABLES]
    assert all(item.error is None for item in add(entries, found, AddRules()))
    yield found
    found.close()


def asked(library: SqliteLibrary, text: str) -> Reply:
    reply, _ = ask(Question(text, AT), library, None, AskRules())
    return reply


def answers(reply: Reply) -> list[str]:
    """Lines that answer, without those that limit the answer or stand beside it."""
    beside = (
        "Note the limit",
        "See also",
        "С ограничением",
        "К этому",
        "З обмеженням",
        "До цього",
        "Cu limita",
        "Pe lângă",
    )
    return [line for line in reply.text.splitlines() if not line.startswith(beside)]


def said(reply: Reply) -> list[str]:
    return [claim.evidence.quote for claim in reply.claims]


@pytest.mark.parametrize(
    "question",
    [
        "Сколько стоит абонемент «Вечер»?",  # another name in quotes
        "What is the maximum stay in high season?",  # the least is no most
        "Какая неустойка за задержку покупателем?",  # the other party
        "Какая гарантия на лампы?",  # another thing of the kind
        "What is the year fee for parcels of 5 to 20 kg?",  # of the week and of the month
        "What is the week fee for a parcel up to 30 kg?",  # no row goes so far
        "What is the week fee for lockers?",  # lockers stand in no row
        "Care este abonamentul lunar la Gară?",
        "Сколько стоит аренда Ветер-9?",
        "Are drinks welcome?",  # laptops are
        "Кто подписывает договор?",
    ],
)
def test_another_thing_of_the_kind_is_never_given(library: SqliteLibrary, question: str) -> None:
    reply = asked(library, question)
    assert reply.action == "abstain", reply.text
    assert not reply.claims


@pytest.mark.parametrize(
    ("question", "quote"),
    [
        ("Сколько стоит абонемент «Утро»?", "1 900 рублей"),
        ("What is the minimum stay in high season?", "3 nights"),
        ("Какая неустойка за задержку исполнителем?", "0,2 %"),
        ("Какая гарантия на двери?", "3 года"),
        ("What is the month fee for parcels of 5 to 20 kg?", "80 EUR"),
        ("What is the week fee for a parcel up to 5 kg?", "11 EUR"),
        ("Care este abonamentul lunar la Stadion?", "260 lei"),
        ("Сколько стоит аренда Ветер-3?", "950 руб."),
        ("Какова максимальная неустойка исполнителя?", "не более 7 %"),
        ("Are laptops welcome?", "Laptops are welcome"),
        ("Где хранится договор?", "в архиве"),
        ("Яка ціна квитка вночі?", "340 грн"),
        ("Яка нічна застава?", "90 грн"),
        ("Коли доступний терміновий огляд?", "з першого дня"),
        ("În cât timp trebuie notificată defecțiunea?", "2 zile lucrătoare"),
    ],
)
def test_the_thing_itself_is_found(library: SqliteLibrary, question: str, quote: str) -> None:
    reply = asked(library, question)
    assert reply.action == "answer", reply.text
    assert quote in said(reply)[0]
    assert len(answers(reply)) == 1


def test_what_is_not_set_for_this_thing_goes_before_what_is_set_for_another(library: SqliteLibrary) -> None:
    reply = asked(library, "Какой лимит на очки?")
    assert reply.action == "abstain"
    assert said(reply) == ["Лимит на очки не установлен."]
