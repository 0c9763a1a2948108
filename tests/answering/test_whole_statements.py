"""What a statement is shown with so that it is understood: its yes or no, the sentence that it points to, its list."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from opora.answering.asked_value import asked_for
from opora.answering.closely import Bench
from opora.answering.cues import kind_of
from opora.answering.lexed import lexed
from opora.answering.normalise import normalise
from opora.answering.require import require
from opora.answering.select import candidates
from opora.answering.subject import subject_missing
from opora.answering.unspoken import done_otherwise, unspoken
from opora.answering.weights import wanted
from opora.ask import AskRules, ask
from opora.domain.question import Question
from opora.domain.reply import Reply
from opora.domain.source import Filter
from opora.ingest import AddRules, add
from opora.ingest_manifest import Entry
from opora.routes.documents import SearchRules, search
from opora.store.sqlite import SqliteLibrary

AT = dt.date(2026, 10, 23)
PAGES = {
    "help": """# Help for buyers

## Are vouchers valid in the branch shop?

Yes, until 31 March 2027. After that day vouchers are valid in the branch shop only for books.

## Resetting the scanner

Reset the scanner like this:

1. Hold the lower key for eight seconds.
2. Wait until the lamp blinks.

## What the warranty leaves out

The warranty does not cover:

- broken lenses,
- batteries that leak.
""",
    "abonament": """# Întrebări

## Se poate suspenda abonamentul?

Da, pentru cel mult 60 de zile. Suspendarea abonamentului costă 15 lei.
""",
    "связь": """# Вопросы

## Можно ли перенести номер?

Нет. Перенести номер от другого оператора пока нельзя, договоры ещё не подписаны.
""",
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteLibrary]:
    folder: Path = tmp_path_factory.mktemp("whole")
    entries = []
    for name, text in PAGES.items():
        (folder / f"{name}.md").write_text(text, "utf-8")
        entries.append(Entry(name, f"{name}.md", path=folder / f"{name}.md"))
    found = SqliteLibrary.open(folder / "library", create=True)
    assert all(item.error is None for item in add(entries, found, AddRules()))
    yield found
    found.close()


def asked(library: SqliteLibrary, text: str) -> Reply:
    reply, _ = ask(Question(text, AT), library, None, AskRules())
    for claim in reply.claims:
        evidence = claim.evidence
        assert library.text(evidence.version_id)[evidence.start : evidence.end] == evidence.quote
    return reply


@pytest.mark.parametrize(
    ("question", "opening"),
    [
        ("Are vouchers valid in the branch shop?", "Yes, until 31 March 2027."),
        ("Se poate suspenda abonamentul?", "Da, pentru cel mult 60 de zile."),
        ("Можно ли перенести номер?", "Нет."),
    ],
)
def test_a_yes_or_no_is_told_with_what_follows_it(library: SqliteLibrary, question: str, opening: str) -> None:
    assert asked(library, question).claims[0].text.startswith(opening)


def test_a_line_that_leads_to_steps_brings_them_in_their_order(library: SqliteLibrary) -> None:
    reply = asked(library, "How do I reset the scanner?")
    assert [claim.text for claim in reply.claims] == [
        "Reset the scanner like this:",
        "1. Hold the lower key for eight seconds.",
        "2. Wait until the lamp blinks.",
    ]
    assert "1. 1." not in reply.text
    assert "eight seconds" in reply.sections.conclusion


def test_an_item_is_never_told_without_what_leads_to_it(library: SqliteLibrary) -> None:
    reply = asked(library, "Does the warranty cover batteries that leak?")
    assert reply.claims[0].text == "The warranty does not cover:"
    assert reply.claims[1].text.startswith("batteries that leak")


def test_a_refusal_names_where_a_similar_place_stands(library: SqliteLibrary) -> None:
    reply = asked(library, "Are vouchers valid in the museum café?")
    if reply.action == "abstain" and "similar place" in reply.text:
        assert "Help for buyers" in reply.text


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Can I use two discount codes?", "yes_no"),
        ("Is there a fee?", "yes_no"),
        ("Есть ли скидка пенсионерам?", "yes_no"),
        ("Чи є комісія за переказ?", "yes_no"),
        ("Can you tell me the price of express delivery?", "amount"),
        ("Можно узнать стоимость доставки?", "amount"),
        ("Is it known how much express delivery costs?", "amount"),
    ],
)
def test_what_is_asked_whether_asks_for_no_amount(text: str, kind: str) -> None:
    assert kind_of(text) == kind


@pytest.mark.parametrize(
    ("question", "evidence", "same"),
    [
        ("How long is the warranty of the router R5?", "Router R2: the warranty is 24 months.", False),
        ("How long is the warranty of the router R2?", "Router R2: the warranty is 24 months.", True),
        ("Сколько стоит модель Бриз-8?", "Модель Бриз-6 стоит 900 рублей.", False),
        ("How do I cancel my order?", "You may cancel the policy at any time.", True),
    ],
)
def test_another_number_after_the_same_letters_is_another_thing(question: str, evidence: str, same: bool) -> None:
    assert (subject_missing(lexed(question), lexed(evidence)) is None) == same


HOUSE = {
    "house": """# House rules

## Hours

The pool is open from 08:00 to 20:00 on working days. It is closed on Mondays.

## Warranty

The warranty on pumps is 24 months from the date of the delivery note.

The warranty does not cover seals.
""",
    "personal": "# Regulament\n\n## Concediu\n\nConcediul de odihnă este de 21 de zile lucrătoare.\n",
}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteLibrary]:
    folder: Path = tmp_path_factory.mktemp("house")
    entries = []
    for name, text in HOUSE.items():
        (folder / f"{name}.md").write_text(text, "utf-8")
        entries.append(Entry(name, f"{name}.md", path=folder / f"{name}.md"))
    found = SqliteLibrary.open(folder / "library", create=True)
    add(entries, found, AddRules())
    yield found
    found.close()


def test_a_quote_goes_on_to_the_sentence_that_speaks_of_what_is_asked(house: SqliteLibrary) -> None:
    reply = asked(house, "When is the pool closed?")
    assert "closed on Mondays" in reply.claims[0].text


def test_the_next_clause_that_denies_it_is_shown_with_the_rule(house: SqliteLibrary) -> None:
    reply = asked(house, "How long is the warranty on the seals of pumps?")
    assert "does not cover seals" in reply.text


def test_leave_of_another_kind_is_no_answer_in_romanian(house: SqliteLibrary) -> None:
    assert "21 de zile" not in asked(house, "Câte zile de concediu medical am?").text
    assert "21 de zile" in asked(house, "Câte zile de concediu de odihnă am?").text


class Turned:
    """A model in which the question without a word is nearer to every passage than with it, or farther."""

    model_id, dim, max_tokens = "turned", 2, 512

    def __init__(self, word: str, nearer: bool) -> None:
        self.word, self.nearer = word, nearer

    def count_tokens(self, text: str) -> int:
        return len(text.split())

    def encode_query(self, text: str) -> np.ndarray:
        near = (self.word in text) != self.nearer
        return np.array([1.0, 0.0] if near else [0.8, 0.6], np.float32)

    def encode_passages(self, texts: Sequence[str]) -> np.ndarray:
        return np.array([[1.0, 0.0]] * len(texts), np.float32)


@pytest.mark.parametrize(("nearer", "told"), [(True, "recordings"), (False, None)])
def test_a_word_that_the_statement_is_no_farther_from_without_is_unspoken(
    library: SqliteLibrary, nearer: bool, told: str | None
) -> None:
    message = normalise(Question("How long are recordings held?", AT))
    (requirement,), _ = require(message)
    want = wanted(message, requirement, library)
    (hit, *_), _ = search("steps of the scanner", Filter(AT), library, None, SearchRules(threshold=0.0))
    bench = Bench(requirement, want, asked_for(requirement.text, requirement.kind), lexed(requirement.text), library)
    best = candidates(bench, [hit])[0]
    assert unspoken(message, requirement, want, best, 0.5, Turned("recordings", nearer)) == told
    assert unspoken(message, requirement, want, best, 0.5, None) is None


@pytest.mark.parametrize(
    ("question", "word", "nearer", "other"),
    [
        ("What did Ada sing?", "sing", False, True),  # without it the question goes away: it is said in another word
        ("What did Ada sing?", "sing", True, False),
        ("Что пела Ада?", "пела", False, True),
        ("Where do I leave my bicycle?", "bicycle", False, False),  # a thing
        ("Поёт ли Ада?", "Поёт", False, False),  # whether it is done is what is asked
    ],
)
def test_a_deed_may_be_told_in_another_word(
    library: SqliteLibrary, question: str, word: str, nearer: bool, other: bool
) -> None:
    message = normalise(Question(question, AT))
    (requirement,), _ = require(message)
    (hit, *_), _ = search("steps of the scanner", Filter(AT), library, None, SearchRules(threshold=0.0))
    want = wanted(message, requirement, library)
    bench = Bench(requirement, want, asked_for(requirement.text, requirement.kind), lexed(requirement.text), library)
    best = candidates(bench, [hit])[0]
    words = [one for one in message.words if one.text == word]
    assert words
    assert done_otherwise(message, requirement, words, best, Turned(word, nearer)) is other
    assert not done_otherwise(message, requirement, words, best, None)


def test_under_the_very_question_a_procedure_is_told_from_its_first_step(tmp_path: Path) -> None:
    (tmp_path / "faq.md").write_text(
        "# Запитання\n\n## Як оформити рахунок на юридичну особу?\n\nНадішліть реквізити бухгалтерії та вкажіть номер. "
        "Рахунок надходить протягом 1 робочого дня.\n",
        "utf-8",
    )
    library = SqliteLibrary.open(tmp_path / "library", create=True)
    add([Entry("faq", "faq.md", path=tmp_path / "faq.md")], library, AddRules())
    reply = asked(library, "Як оформити рахунок на юридичну особу?")
    library.close()
    assert reply.claims[0].text.startswith("Надішліть реквізити")
    assert "1 робочого дня" in reply.claims[0].text


def test_the_value_may_stand_in_the_next_sentence(tmp_path: Path) -> None:
    library = SqliteLibrary.open(tmp_path / "library", create=True)
    text = "After 14 days you may cancel the policy at any time in writing. We charge an administration fee of £25."
    add([Entry("policy", "policy", text=text)], library, AddRules())
    reply = asked(library, "What does it cost to cancel the policy after 14 days?")
    library.close()
    assert reply.action == "answer"
    assert "£25" in reply.claims[0].text
    assert reply.claims[0].value == "£25"


@pytest.mark.parametrize("question", ["What is a limited case?", "Who hears a limited case?"])
def test_what_the_text_asks_itself_is_no_answer(tmp_path: Path, question: str) -> None:
    library = SqliteLibrary.open(tmp_path / "library", create=True)
    text = (
        "What is a limited case? It is one about less than 25,000 dollars. "
        "Who hears a limited case? One judge, in the room named on the notice."
    )
    add([Entry("court", "court", text=text)], library, AddRules())
    reply = asked(library, question)
    library.close()
    assert reply.claims
    assert not reply.claims[0].text.rstrip().endswith("?")
    assert ("25,000" if "What" in question else "One judge") in reply.claims[0].text


def test_a_line_that_only_names_what_is_asked_about_is_no_answer(tmp_path: Path) -> None:
    library = SqliteLibrary.open(tmp_path / "library", create=True)
    path = tmp_path / "card.md"
    path.write_text("# Boat rental\n\nEmergency\n\nRing +40 21 555 0198 on any day.\n", "utf-8")
    add([Entry("card", "card", path=path)], library, AddRules())
    reply = asked(library, "What is the emergency phone number of the boat rental?")
    library.close()
    assert all(claim.text != "Emergency" for claim in reply.claims)
