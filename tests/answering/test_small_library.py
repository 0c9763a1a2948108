"""What a small library is asked, on the real road: reader, store, search and checks; by words alone, so it is quick."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest

from opora.ask import AskRules, ask
from opora.domain.question import Question
from opora.domain.reply import Reply
from opora.errors import BackendError
from opora.ingest import AddRules, add
from opora.ingest_manifest import Entry, Given
from opora.reply_record import reply_json
from opora.store.sqlite import SqliteLibrary

AT = dt.date(2026, 10, 23)
TEXTS = {
    "delivery": "Standard delivery takes 3 to 5 working days.\n\nExpress delivery arrives on the next working day. "
    "It costs 12 EUR per parcel.",
    "contract": "Покупатель оплачивает товар в течение 10 рабочих дней со дня подписания накладной.\n\n"
    "Поставщик отгружает товар в течение 15 календарных дней.",
    "plans": "The Team plan allows 25 users. The number of users on the Enterprise plan is not defined in this agreement.",
    "kettle": "Гарантия на чайник составляет 12 месяцев.",
}
PRICES = "Код,Услуга,Тариф\nA-1,Выпуск карты,300 руб.\nA-2,Срочный выпуск карты,900 руб.\n"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteLibrary]:
    folder: Path = tmp_path_factory.mktemp("answers")
    (folder / "prices.csv").write_text(PRICES, "utf-8")
    found = SqliteLibrary.open(folder / "library", create=True)
    entries = [Entry(name, name, text=text) for name, text in TEXTS.items()]
    entries.append(Entry("prices", "prices.csv", path=folder / "prices.csv", given=Given(collection="money")))
    assert all(item.error is None for item in add(entries, found, AddRules()))
    yield found
    found.close()


def asked(library: SqliteLibrary, text: str, rules: AskRules | None = None) -> Reply:
    reply, _ = ask(Question(text, AT), library, None, rules or AskRules())
    for claim in reply.claims:
        evidence = claim.evidence
        assert library.text(evidence.version_id)[evidence.start : evidence.end] == evidence.quote
    return reply


def test_an_aspect_pair_of_a_verb_is_one_word(library: SqliteLibrary) -> None:
    assert "10 рабочих дней" in asked(library, "Когда нужно оплатить товар?").text


def test_express_is_never_answered_with_standard(library: SqliteLibrary) -> None:
    reply = asked(library, "How long does express delivery take?")
    assert "Standard" not in reply.text
    assert "next working day" in reply.text


def test_the_price_of_another_kind_is_no_price(library: SqliteLibrary) -> None:
    reply = asked(library, "How much does standard delivery cost?")
    assert reply.action != "answer", reply.text


def test_a_guarantee_for_another_thing_is_no_answer(library: SqliteLibrary) -> None:
    assert asked(library, "Какая гарантия на чайник?").action == "answer"
    assert asked(library, "Какая гарантия на утюг?").action != "answer"


def test_how_much_is_not_answered_with_how_long(library: SqliteLibrary) -> None:
    assert asked(library, "Сколько стоит чайник?").action != "answer"


def test_a_row_is_called_by_its_name_not_by_its_code(library: SqliteLibrary) -> None:
    reply = asked(library, "Сколько стоит выпуск карты?")
    assert [claim.text for claim in reply.claims] == ["Выпуск карты, Тариф: 300 руб."]


def test_free_on_a_condition_does_not_hide_the_prices(tmp_path: Path) -> None:
    """ "Delivery is included if …" holds the words of the question, but the prices of both kinds are what is asked."""
    (tmp_path / "prices.csv").write_text(
        "Код,Товар,Цена\nA-1,Короб,55 руб.\nD-1,Доставка по городу,1 800 руб.\nD-2,Доставка за город,3 600 руб.\n",
        "utf-8",
    )
    with_free = "Доставка входит в цену, если сумма заявки не менее 100 000 рублей."
    found = SqliteLibrary.open(tmp_path / "library", create=True)
    add(
        [Entry("prices", "prices.csv", path=tmp_path / "prices.csv"), Entry("deal", "deal", text=with_free)],
        found,
        AddRules(),
    )
    reply = asked(found, "Сколько стоит доставка?")
    found.close()
    assert "1 800 руб." in reply.text and "3 600 руб." in reply.text


def test_two_attributes_of_one_thing_are_two_questions(library: SqliteLibrary) -> None:
    reply = asked(library, "Сколько стоит выпуск карты и срочный выпуск карты?")
    assert "300 руб." in reply.text
    assert "900 руб." in reply.text


def test_what_is_left_undefined_is_said_to_be_with_its_place(library: SqliteLibrary) -> None:
    reply = asked(library, "How many users does the Enterprise plan allow?")
    assert reply.type == "empty_but_valid"
    assert reply.action == "abstain"
    assert "not defined" in reply.claims[0].evidence.quote


def test_an_empty_collection_is_empty_but_valid(library: SqliteLibrary) -> None:
    reply = asked(library, "Сколько стоит выпуск карты?", AskRules(collections=("nowhere",)))
    assert reply.type == "empty_but_valid"


def test_a_search_that_fails_is_a_reply_that_says_so(library: SqliteLibrary) -> None:
    class Broken:
        def __getattr__(self, name: str) -> object:
            if name == "lexical":
                raise BackendError("the index is not reachable")
            return getattr(library, name)

    reply, trace = ask(Question("Сколько стоит выпуск карты?", AT), Broken(), None, AskRules())  # type: ignore[arg-type]
    assert reply.type == "backend_error"
    assert not reply.claims
    assert trace.log["results"][0]["errors"] == ["the index is not reachable"]  # type: ignore[index]


def test_every_search_leaves_its_unified_result_in_the_trace(library: SqliteLibrary) -> None:
    reply, trace = ask(Question("Сколько стоит выпуск карты?", AT), library, None, AskRules())
    result = trace.log["results"][0]  # type: ignore[index]
    assert result["status"] == "ok"
    assert result["requirement_ids"] == ["R1"]
    assert result["evidence"][0]["quote"] == "300 руб."
    assert reply_json(reply, trace)["took_ms"] == trace.log["took_ms"]


def test_what_stands_beside_a_quote_is_named(library: SqliteLibrary) -> None:
    reply = asked(library, "Когда нужно оплатить товар?")
    assert reply.claims[0].evidence.neighbours
    for anchor in reply.claims[0].evidence.neighbours:
        version_id, _, path = anchor.partition(":")
        assert library.block(version_id, path) is not None


def test_a_cell_is_shown_with_the_note_that_concerns_it(tmp_path: Path) -> None:
    table = "| Cause | Zone A | Zone B |\n|---|---|---|\n| Flood | $5,000 | $9,000 |\n| Wind | $1,000 | $2,500 |\n"
    (tmp_path / "form.md").write_text(
        f"# Deductibles\n\nDeductible by cause of loss.\n\n{table}\nNote: the wind deductible in Zone B applies from June.\n",
        "utf-8",
    )
    library = SqliteLibrary.open(tmp_path / "library", create=True)
    add([Entry("form", "form.md", path=tmp_path / "form.md")], library, AddRules())
    with_note = asked(library, "What is the wind deductible in zone B?")
    assert [claim.text.split(":")[0] for claim in with_note.claims] == ["Wind, Zone B", "Note"]
    assert with_note.type == "factual_with_explanation"
    assert [claim.text for claim in asked(library, "What is the flood deductible in zone A?").claims] == [
        "Flood, Zone A: $5,000"
    ]
    both = asked(library, "What is my deductible for wind?")
    assert both.action == "clarify"
    assert len(both.claims) == 2
    library.close()
