"""A word in another alphabet is held when it sounds alike, and only then."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opora.answering.holding import Holding
from opora.answering.sounding import same_word
from opora.domain.place import Span
from opora.domain.question import Word
from opora.language.lemmas import lemmas_of

PAIRS = (
    ("Вашингтоном", "Washington"),
    ("Хьюстона", "Houston"),
    ("Чикаго", "Chicago"),
    ("Джексон", "Jackson"),
    ("Франції", "France"),
    ("Шварценеггер", "Schwarzenegger"),
    ("Варшаве", "Warsaw"),
    ("президента", "president"),
)


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_one_word_in_two_alphabets_sounds_alike_either_way(one: str, other: str) -> None:
    assert same_word(one, other) >= 0.8
    assert same_word(other, one) == same_word(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Тесла", "Edison"), ("Москва", "Mexico"), ("Гарвард", "Princeton"), ("дом", "dam"), ("Анна", "Ohio")],
)
def test_other_words_do_not(one: str, other: str) -> None:
    assert same_word(one, other) == 0.0


@given(st.text(max_size=12), st.text(max_size=12))
def test_any_two_texts_give_a_share(one: str, other: str) -> None:
    assert 0.0 <= same_word(one, other) <= 1.0


def test_within_one_alphabet_spelling_decides_and_no_sound() -> None:
    assert same_word("Harvard", "Harverd") == same_word("Гарвард", "Гарверд") == 0.0


def test_a_text_in_another_alphabet_holds_a_name_but_less_than_its_own_spelling() -> None:
    words = tuple(
        Word(text, Span(n, n + len(text)), lemmas_of(text), True) for n, text in enumerate(("Гарвард", "штат"))
    )
    holding = Holding(words)
    named, other = holding.of("Harvard lies in Cambridge.", "en")
    assert 0.5 < named < 1.0
    assert other == 0.0
    assert holding.of("Гарвард стоит в Кембридже.", "ru")[0] == 1.0
