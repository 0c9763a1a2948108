"""Two statements for opposite cases contradict each other in nothing: with and without, working days and holidays, 8 and 10."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from opora.answering.deeds import deeds_of
from opora.answering.lexed import lexed
from opora.answering.opposite_cases import opposite_case
from opora.answering.sides import free_and_priced
from opora.ask import AskRules, ask
from opora.domain.question import Question
from opora.domain.reply import Reply
from opora.ingest import AddRules, add
from opora.ingest_manifest import Entry
from opora.store.sqlite import SqliteLibrary

OPPOSITE = [
    ("With a voucher, a haircut costs €11.", "Without a voucher, a haircut costs €17."),
    ("Со своей лыжной мазью прокат стоит 300 рублей.", "Без мази прокат стоит 450 рублей."),
    ("За попередньою заявкою огляд коштує 200 гривень.", "Без заявки огляд коштує 260 гривень."),
    ("Cu abonament, biletul costă 4 lei.", "Fără abonament, biletul costă 9 lei."),
    ("On working days the desk closes at 19:00.", "On public holidays the desk closes at 14:00."),
    ("В будние дни архив открыт до 18:00.", "В выходные архив открыт до 13:00."),
    ("У робочі дні каса працює до 20:00.", "У свята каса працює до 15:00."),
    ("În zilele lucrătoare ghișeul este deschis până la 18:00.", "De sărbători ghișeul este deschis până la 12:00."),
    ("Pump number 3 costs 40 euros.", "Pump number 7 costs 55 euros."),
]
ALIKE = [
    ("Entry is without charge.", "Entry with a charge of 5 euros."),
    ("Without a guide the cave costs 5 euros.", "Without a guide one pays 8 euros for the cave."),
    ("Refunds take 5 working days.", "At weekends refunds take 5 days."),
    ("On weekends and holidays it costs 8 euros.", "On holidays it costs 12 euros."),
    ("The hall seats 120 people.", "The hall seats 150 people."),
    ("Under section 4 the fee is 12 euros.", "Under section 9 the fee is 15 euros."),
]
MODALS = {
    "A donor may not give blood twice.": ["give"],
    "Un ghid poate conduce grupul.": ["conduce"],
    "În parc nu se intră cu bicicleta.": ["intră"],
    "The pot plants stand outside.": [],
}


@pytest.mark.parametrize(("one", "other"), OPPOSITE)
def test_opposite_cases_are_told_apart_either_way_round(one: str, other: str) -> None:
    assert opposite_case(one, other) and opposite_case(other, one)


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_what_names_no_opposite_case_is_not_told_apart(one: str, other: str) -> None:
    assert opposite_case(one, other) is None and opposite_case(other, one) is None


def test_a_word_right_after_a_modal_says_what_is_done() -> None:
    told = {text: [text[at:].split()[0].strip(".") for at in deeds_of(lexed(text))] for text in MODALS}
    assert told == MODALS


def test_two_deeds_done_to_one_thing_are_two_cases(tmp_path: Path) -> None:
    texts = ("You should water ferns every 3 days.", "You should feed ferns every 14 days.")
    reply = _asked(tmp_path, texts, "How often should I feed ferns?")
    assert reply.conflicts == () and "14 days" in reply.claims[0].text


def test_what_is_free_stands_against_its_price() -> None:
    assert free_and_priced(lexed("Storage is free."), lexed("Storage costs €3 a day."))
    assert not free_and_priced(lexed("Storage is free."), lexed("Storage costs nothing."))
    assert not free_and_priced(lexed("Storage costs €2."), lexed("Storage costs €3."))


def _asked(library: Path, texts: tuple[str, str], question: str) -> Reply:
    store = SqliteLibrary.open(library / "library", create=True)
    rows = [Entry(name, name, text=text) for name, text in zip("ab", texts, strict=True)]
    assert all(item.error is None for item in add(rows, store, AddRules()))
    reply, _ = ask(Question(question, dt.date(2026, 10, 23)), store, None, AskRules())
    store.close()
    return reply


@pytest.mark.parametrize(("texts", "question", "told"), [
    (OPPOSITE[0], "How much does a haircut cost with a voucher?", "€11"),
    (OPPOSITE[5], "До скольки открыт архив в выходные?", "13:00"),
    (OPPOSITE[3], "Cât costă biletul fără abonament?", "9 lei"),
    (("Guards need at least 2 keys for the vault.", "Guards may hold at most 5 keys for the vault."),
     "At most how many keys may guards hold for the vault?", "at most 5"),
])  # fmt: skip
def test_the_case_that_the_question_names_is_the_answer(
    tmp_path: Path, texts: tuple[str, str], question: str, told: str
) -> None:
    reply = _asked(tmp_path, texts, question)
    assert reply.conflicts == () and told in reply.claims[0].text


def test_a_least_above_a_most_contradicts_it(tmp_path: Path) -> None:
    texts = ("Guards hold at least 6 keys.", "Guards hold at most 4 keys.")
    assert _asked(tmp_path, texts, "How many keys do guards hold?").conflicts
