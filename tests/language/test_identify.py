"""Languages: by letters, by words, and for queries of two words."""

import pytest

from opora.language.identify import identify


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("возврат товара", "ru"),
        ("политика возврата", "ru"),
        ("Сколько стоит доставка?", "ru"),
        ("условия договора аренды", "ru"),
        ("срок доставки", "ru"),
        ("Как настроить MacBook Pro и iPhone?", "ru"),
        ("повернення товару", "uk"),
        ("Скільки коштує доставка?", "uk"),
        ("політика повернення", "uk"),
        ("як повернути кошти", "uk"),
        ("умови договору оренди", "uk"),
        ("termen livrare", "ro"),
        ("Cum returnez un produs?", "ro"),
        ("politica de retur", "ro"),
        ("ședință", "ro"),
        ("cat costa livrarea", "ro"),
        ("delivery time", "en"),
        ("refund policy", "en"),
        ("How long is the warranty?", "en"),
        ("naïve café menu for the guests", "en"),
    ],
)
def test_a_short_query_is_identified(text: str, language: str) -> None:
    assert identify(text) == language


@pytest.mark.parametrize("text", ["", "12345", "€ 5.00", "你好", "???"])
def test_a_text_without_our_letters_has_a_language_all_the_same(text: str) -> None:
    assert identify(text) in ("ru", "uk", "ro", "en")
