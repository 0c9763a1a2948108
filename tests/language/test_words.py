"""Words and lemmas: spellings that are one word meet, and nothing is lost."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opora.language.lemmas import index_lemmas, is_stopword, lemmas_of, search_lemmas
from opora.language.words import WORD, fold, number_readings, words


@given(st.text(max_size=80))
def test_a_token_is_what_stands_at_its_span(text: str) -> None:
    tokens = words(text)
    assert [token.text for token in tokens] == [token.span.of(text) for token in tokens]
    assert [t.span.start for t in tokens] == sorted(t.span.start for t in tokens)


@given(st.text("aбі2٣½ .,'’-_\u0301\u00ad\u00a0ă", max_size=14))
def test_words_found_run_by_run_are_those_found_sign_by_sign(text: str) -> None:
    sign = "(?:[^\\W\\d_][\u0300-\u036f\u00ad\u200b\u200c\u200d\u2060\ufeff\u0301]*|\\d)+"
    numbers, joined = WORD.pattern.rpartition("|")[0], "['’‘ʼ`´ʹ′‐‑-]"
    slow = re.compile(f"{numbers}|{sign}(?:{joined}{sign})*")
    assert [m.span() for m in WORD.finditer(text)] == [m.span() for m in slow.finditer(text)]
    assert bool(WORD.fullmatch(text)) == bool(slow.fullmatch(text))


@given(st.text(max_size=30))
def test_folding_twice_changes_nothing(word: str) -> None:
    assert fold(fold(word)) == fold(word)


def test_every_digit_and_letter_of_our_languages_is_in_a_token() -> None:
    text = "Ціна – 5 000,50 грн за м’яту; п. 4.2.1, e-mail: x1@y.z (ședința)"
    assert [t.text for t in words(text)] == [
        "Ціна", "5 000,50", "грн", "за", "м’яту", "п", "4.2.1", "e-mail", "x1", "y", "z", "ședința",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ещё", "еще"),
        ("ŞEDINŢA", "ședința"),
        ("м’ята", "м'ята"),
        ("об\u00adъём", "объем"),
        ("ﬁle", "file"),
        ("за́мок", "замок"),
    ],
)
def test_spellings_of_one_word_fold_alike(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize("written", ["5 000", "5\u00a0000", "5,000", "5.000", "5'000", "5000", "5 000,00", "5,000.00"])
def test_a_number_is_found_however_its_thousands_are_grouped(written: str) -> None:
    assert words(written)[0].text == written
    assert "5000" in index_lemmas(written)


def test_clause_numbers_and_dates_are_not_taken_for_amounts() -> None:
    assert number_readings("4.10") == ("4.10",)
    assert index_lemmas("п. 4.2.1 от 01.02.2026")[1:] == ["4.2.1", "от", "01.02.2026"]
    assert number_readings("0,5") == ("0.5",)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("доставкой", "доставка"),
        ("возвраты", "возврата"),
        ("дней", "день"),
        ("повернення", "поверненням"),
        ("повернення", "поверненню"),
        ("retururi", "retur"),
        ("ședințe", "ședință"),
        ("sedinta", "ședință"),
        ("returns", "return"),
        ("policies", "policy"),
        ("интернет-магазина", "магазин"),
        ("A-100", "A100"),
    ],
)
def test_forms_of_a_word_meet_in_search(one: str, other: str) -> None:
    assert set(search_lemmas(one)) & set(search_lemmas(other))


def test_all_readings_of_an_ambiguous_form_are_given() -> None:
    assert {"стать", "сталь"} <= set(lemmas_of("стали", "ru"))


def test_a_query_without_language_meets_an_index_with_one() -> None:
    for word, language in [("договора", "ru"), ("договору", "uk"), ("contractului", "ro"), ("contracts", "en")]:
        assert set(lemmas_of(word, language)) <= set(lemmas_of(word))


def test_stems_serve_search_only() -> None:
    assert not any(lemma.startswith("^") for lemma in lemmas_of("контракт"))
    assert "^контр" in search_lemmas("контракт")


def test_function_words_of_all_languages_are_known() -> None:
    assert all(map(is_stopword, ["Какой", "який", "care", "which", "для", "și", "the", "чи"]))
    assert not any(map(is_stopword, ["возврат", "повернення", "retur", "refund", "14"]))
