"""What says nothing of the thing that is asked about is no answer, and what limits another deed is no limit."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import numpy as np
import pytest

from opora.answering.finding import Draft
from opora.answering.heads import asks_of_nothing, exists
from opora.answering.lexed import lexed
from opora.answering.other_thing import half_unsaid, of_nothing_asked, thing_sought_is_nowhere, without_prefix
from opora.answering.unspoken import keeps_away
from opora.answering.weights import Wanted
from opora.ask import AskRules, ask
from opora.domain.place import Span
from opora.domain.question import Question, Requirement, Word
from opora.domain.result import Evidence
from opora.domain.source import Validity
from opora.ingest import AddRules, add
from opora.ingest_manifest import Entry, Given
from opora.store.sqlite import SqliteLibrary


def told(text: str, beside: tuple[float, ...], heading: str = "") -> Draft:
    evidence = Evidence(
        "E", ("R1",), "a@1:p1", text, 0, len(text), "a", "a@1", "A", Validity(None, None), "", (heading,)
    )
    return Draft(text, evidence, 1.0, 1.0, beside, beside, beside, context=heading)


def wanted(*words: str) -> Wanted:
    told_of = tuple(Word(word, Span(0, len(word)), (word.casefold(),), True) for word in words)
    return Wanted(told_of, (1.0,) * len(words), frozenset(), things=frozenset(range(len(words))))


def asks(text: str) -> Requirement:
    return Requirement("R1", text, "yes_no", "", (Span(0, len(text)),))


def test_a_statement_that_holds_half_of_whether_does_not_settle_it() -> None:
    question = asks("Возвращается ли залог за лодку при отъезде?")
    want = wanted("Возвращается", "залог", "лодку", "отъезде")
    left = told("Лодку сдают в день отъезда.", (0.0, 0.0, 1.0, 1.0))
    assert half_unsaid(question, want, left)
    assert not half_unsaid(question, want, told("Залог за лодку сдают в день отъезда.", (0.0, 1.0, 1.0, 1.0)))


def test_readers_are_no_e_readers() -> None:
    want = wanted("lend", "e-readers")
    assert without_prefix(want, told("Maps are not lent.", (1.0, 1.0), "Rules for readers")) == "e-readers"
    assert without_prefix(want, told("An e-reader is lent for a week.", (1.0, 1.0))) is None
    assert without_prefix(want, told("Ereaders are lent for a week.", (1.0, 1.0))) is None


class Alike:
    """An embedder to which "shop" and "крамниця" are one thing, and all others are two."""

    def encode_query(self, text: str) -> np.ndarray:
        return self.encode_passages([text])[0]

    def encode_passages(self, texts: list[str]) -> np.ndarray:
        same = ("shop", "крамниця")
        return np.array([[1.0, 0.0] if text.casefold() in same else [0.6, 0.8] for text in texts], dtype=np.float32)


@pytest.mark.parametrize(
    ("statement", "heading", "nowhere"),
    [
        ("Млин працює щодня з 10:00 до 18:00.", "Години", True),
        ("Крамниця працює щодня з 10:00 до 18:00.", "Години", False),
        ("Працює щодня з 10:00 до 18:00.", "Крамниця", False),
    ],
)
def test_a_thing_that_is_sought_must_be_told_of_in_the_other_language(
    statement: str, heading: str, nowhere: bool
) -> None:
    draft = told(statement, (0.0, 0.0), heading)
    assert thing_sought_is_nowhere(asks("Does the mill have a shop?"), draft, Alike()) is nowhere  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("statement", "beside", "nothing"),
    [
        ("Оренда вулика коштує 800 гривень.", 0.0, True),
        ("Крамниця коштує 800 гривень.", 0.0, False),
        ("The shop is closed.", 1.0, False),
    ],
)
def test_what_has_nothing_of_the_question_is_no_similar_place(statement: str, beside: float, nothing: bool) -> None:
    draft = told(statement, (beside,))
    assert of_nothing_asked(wanted("shop"), draft, Alike()) is nothing  # type: ignore[arg-type]


def test_what_may_not_be_done_with_something_else_is_no_limit(tmp_path: Path) -> None:
    text = (
        "# Cable car\n\n## 4. Loads\n\n4.1 Each rider may carry two boxes up to 9 kg each.\n\n"
        "4.2 Flares and fuel cans may not be carried.\n"
    )
    (tmp_path / "cable.md").write_text(text, "utf-8")
    library = SqliteLibrary.open(tmp_path / "library", create=True)
    add([Entry("cable", "cable", path=tmp_path / "cable.md", given=Given())], library, AddRules())
    reply, _ = ask(Question("How many boxes may each rider carry?", dt.date(2026, 10, 23)), library, None, AskRules())
    library.close()
    assert "two boxes" in reply.text
    assert "Flares" not in reply.text


class _Heard:
    """An embedder in which a text is the shares of the words that it has of a few, so that nearness can be told by eye."""

    model_id, dim, max_tokens = "heard", 8, 512
    words = ("empire", "global", "worldwide", "delivery", "express", "takes", "days", "rebuilt")
    same = {"worldwide": "global"}

    def count_tokens(self, text: str) -> int:
        return len(text.split())

    def encode_query(self, text: str) -> np.ndarray:
        told = [self.same.get(word, word) for word in text.casefold().strip(".?").split()]
        row = np.array([told.count(word) for word in self.words], np.float32)
        return row / max(float(np.linalg.norm(row)), 1e-9)

    def encode_passages(self, texts: list[str]) -> np.ndarray:
        return np.stack([self.encode_query(text) for text in texts])


@pytest.mark.parametrize(
    ("question", "narrows", "statement", "kept"),
    [
        ("When express delivery takes days", "express", "Delivery takes days.", True),
        ("When the global empire rebuilt", "global", "The worldwide empire rebuilt.", False),
    ],
)
def test_what_narrows_a_thing_keeps_the_question_away_unless_it_is_told_otherwise(
    question: str, narrows: str, statement: str, kept: bool
) -> None:
    words = [word for word in lexed(question).words if word.text == narrows]
    assert keeps_away(question, words, told(statement, (1.0,)), _Heard()) is kept


@pytest.mark.parametrize("text", ["exist", "существовать", "існувати", "exista"])
def test_that_there_is_such_a_thing_names_no_thing(text: str) -> None:
    word = Word(text, Span(0, len(text)), (text,), True)
    assert exists(word) and asks_of_nothing(word)
