"""Does the decision whether something is an answer follow what speaks for and against it?"""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

from opora.answering.answerable import decide
from opora.answering.awaited import awaited, numbers_of

GROUPS = ("same", "lexical", "across")


@pytest.mark.parametrize(
    ("question", "sort"),
    [
        ("When does the warranty end?", "moment"),
        ("В каком году построен мост?", "moment"),
        ("Cine semnează contractul?", "person"),
        ("Хто підписує договір?", "person"),
        ("Где находится склад?", "place"),
        ("Câte zile are clientul pentru retur?", "number"),
        ("How old is the bridge?", "number"),
        ("Почему отказали в возврате?", "reason"),
        ("Which form do I need?", "other"),
        ("На какой высоте стоит башня?", "number"),
        ("Який термін повернення?", "number"),
        ("Какое число сотрудников работает на складе?", "number"),
        ("Какого числа начинается отпуск?", "moment"),
        ("Which city is the warehouse in?", "name"),
        ("В каком городе находится офис?", "name"),
        ("Ce oraș are depozit?", "name"),
        ("Кто такой страхователь?", "other"),
    ],
)
def test_the_sort_of_answer_is_read_from_the_question(question: str, sort: str) -> None:
    assert awaited(question).sort == sort


@pytest.mark.parametrize(
    ("question", "giving", "silent"),
    [
        ("When was the bridge built?", "It was opened in May 1932.", "It was built by the city."),
        ("When was the bridge of 1932 closed?", "It was closed in 1961.", "The bridge of 1932 was closed later."),
        ("Who signs the contract?", "The contract is signed by Anna Rusu.", "The contract is signed at once."),
        ("Где находится склад?", "Склад находится в Бельцах.", "Склад находится рядом."),
        ("Which city is the warehouse in?", "The warehouse stands in Bălți.", "The warehouse is in the city."),
        ("Сколько дней хранится заказ?", "Заказ хранится пять дней.", "Заказ хранится бесплатно."),
        ("How many days do I have?", "You have 14 days.", "You have 3 options."),
        ("How tall is the tower?", "The tower rises 72 m.", "The tower has 72 rooms."),
        ("De ce s-a refuzat returul?", "S-a refuzat deoarece lipsea bonul.", "Returul a fost refuzat."),
    ],
)
def test_a_sentence_gives_what_is_awaited_or_does_not(question: str, giving: str, silent: str) -> None:
    assert awaited(question).given_by(giving)
    assert not awaited(question).given_by(silent)


@pytest.mark.parametrize(
    ("question", "text", "given"),
    [
        ("When was the bridge opened?", "The bridge was opened in the summer of 1932.", True),
        ("Când s-a deschis podul?", "Podul a fost deschis în 1932.", True),
        ("Когда появились дома?", "Дома появились в прошлом веке.", True),
        ("When was the bridge of 1932 closed?", "The bridge of 1932 was closed later.", False),
        ("When may I return it?", "You may return it at any time.", False),
        ("Who opened the bridge?", "It was opened in 1932.", False),
    ],
)
def test_a_year_answers_when_and_the_year_of_the_question_does_not(question: str, text: str, given: bool) -> None:
    assert awaited(question).year_given_by(text) is given


def test_numbers_lose_the_stop_behind_them() -> None:
    assert numbers_of("In 1932, 5.5 of 7.") == {"1932", "5.5", "7"}


@pytest.mark.parametrize("group", GROUPS)
def test_nothing_found_is_no_answer(group: str) -> None:
    assert decide({}, group)[0] == "none"


@pytest.mark.parametrize("group", ("latin", "cyrillic", "same", "across"))
def test_what_is_nearer_in_meaning_is_never_less_likely(group: str) -> None:
    figures = {"coverage": 0.6, "own": 0.5, "cosine": 0.84, "nearest": 0.85, "given": 0.85}
    nearer = {**figures, "cosine": 0.88, "nearest": 0.9, "given": 0.9}
    assert decide(nearer, group)[1] >= decide(figures, group)[1]


@pytest.mark.parametrize("group", GROUPS)
def test_what_asks_for_a_number_and_finds_none_is_never_more_likely(group: str) -> None:
    figures = {"coverage": 0.7, "own": 0.7, "cosine": 0.86, "nearest": 0.88, "given": 0.88, "asks_number": 1.0}
    assert decide({**figures, "number_not_given": 1.0}, group)[1] <= decide(figures, group)[1]


@pytest.mark.parametrize("figure", ("more_words", "more_lexical", "more_near", "more_fused", "joint_rare"))
def test_what_stands_out_from_the_other_passages_is_never_less_likely(figure: str) -> None:
    figures = {"cosine": 0.86, "cosine_held": 0.86, "near_words": 0.5, "joint_rare": 0.6}
    assert decide({**figures, figure: figures.get(figure, 0.0) + 0.1}, "same")[1] >= decide(figures, "same")[1]


def test_both_scripts_are_decided_alike() -> None:
    figures = {"cosine": 0.88, "cosine_held": 0.88, "near_words": 0.7, "joint_rare": 1.0}
    assert decide(figures, "latin")[1] == decide(figures, "cyrillic")[1] == decide(figures, "same")[1]


def test_every_group_has_its_weights_and_its_limits() -> None:
    table = tomllib.loads(files("opora.answering").joinpath("answerable.toml").read_text("utf-8"))
    assert set(table) == {*GROUPS, "answer", "weak"}
    assert all(table["weak"][group] < table["answer"][group] for group in GROUPS)


def test_a_caller_may_ask_for_more_certainty() -> None:
    figures = {"cosine": 0.9, "cosine_held": 0.9, "given": 0.92, "near_words": 1.0, "near_own": 1.0, "joint_rare": 1.5}
    assert decide(figures, "latin")[0] == "answer"
    assert decide(figures, "latin", at_least=1.1)[0] != "answer"
