"""Of sources that give a value for another measure none disagrees; a measure that a word alone gives is heard."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from opora.answering.apart import by_side
from opora.answering.lexed import lexed
from opora.answering.sides import sides_of
from opora.answering.unspelled import unspelled
from opora.ask import AskRules, ask
from opora.domain.question import Question
from opora.domain.reply import Reply
from opora.ingest import AddRules, add
from opora.ingest_manifest import Entry
from opora.store.sqlite import SqliteLibrary


def _asked(folder: Path, one: str, other: str, question: str) -> Reply:
    library = SqliteLibrary.open(folder / "library", create=True)
    rows = [Entry("a", "a", text=one), Entry("b", "b", text=other)]
    assert all(item.error is None for item in add(rows, library, AddRules()))
    reply, _ = ask(Question(question, dt.date(2026, 10, 23)), library, None, AskRules())
    library.close()
    return reply


@pytest.mark.parametrize(
    ("one", "other", "question", "price"),
    [
        ("Sacks up to 3 kg cost €4.", "Sacks up to 8 kg cost €7.", "How much does a sack up to 3 kg cost?", "€4"),
        ("Мешок до 15 кг стоит 210 рублей.", "Мешок до 40 кг стоит 530 рублей.", "Сколько стоит мешок до 40 кг?", "530"),
        ("Скриня до 6 кг коштує 80 гривень.", "Скриня до 9 кг коштує 95 гривень.", "Скільки коштує скриня до 6 кг?", "80"),
        ("O ladă de până la 4 kg costă 30 de lei.", "O ladă de până la 7 kg costă 45 de lei.", "Cât costă o ladă de până la 4 kg?", "30"),
        ("A pass for children up to 6 years costs €2.", "A pass for children up to 12 years costs €5.", "How much is a pass for children up to 6 years?", "€2"),
        ("A 3-hour kayak trip costs €20.", "A 5-hour kayak trip costs €31.", "How much is a 5-hour kayak trip?", "€31"),
    ],
)  # fmt: skip
def test_a_price_for_another_measure_disagrees_with_none(
    tmp_path: Path, one: str, other: str, question: str, price: str
) -> None:
    reply = _asked(tmp_path, one, other, question)
    assert reply.conflicts == () and reply.action == "answer"
    assert price in reply.claims[0].text


def test_two_prices_for_the_measure_asked_about_still_disagree(tmp_path: Path) -> None:
    told = "Sacks up to 3 kg cost €4.", "Sacks up to 3 kg cost €7."
    assert _asked(tmp_path, *told, "How much does a sack up to 3 kg cost?").conflicts


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("The tent is returned in a week.", "term"),
        ("Справку готовят в день запроса.", "term"),
        ("Пропуск видають негайно.", "term"),
        ("Pauza durează o oră.", "term"),
        ("Night work is paid at double rate.", "count"),
        ("Срок можно продлить дважды.", "count"),
        ("Абонемент можна призупинити двічі.", "count"),
        ("Copiii plătesc jumătate.", "amount"),
    ],
)
def test_a_word_alone_gives_a_measure(text: str, kind: str) -> None:
    assert unspelled(text, [kind])


@pytest.mark.parametrize("text", ["The tent is returned dry.", "Справку готовит архив.", "Пропуск видає охорона."])
def test_words_that_measure_nothing_give_none(text: str) -> None:
    assert not unspelled(text, ["term", "count"])
    assert not unspelled("The tent is returned in a week.", ["amount"])


def test_what_costs_nothing_is_free() -> None:
    assert sides_of(lexed("Pensioners swim for nothing.")).get("free") == 1
    assert sides_of(lexed("Pensioners pay nothing for the pool.")).get("free") == 1


def test_only_a_word_that_takes_a_side_says_no_of_the_same_thing() -> None:
    assert by_side("'pay' stands where the question has 'free'")
    assert not by_side("'pool' stands where the question has 'sauna'")
