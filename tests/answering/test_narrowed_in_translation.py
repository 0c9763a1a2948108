"""Is a question of one language not answered from a text of another that leaves out what narrows it?"""

from __future__ import annotations

import pytest

from opora.answering.awaited import awaited
from opora.answering.lexed import lexed
from opora.answering.translated import unsaid_in_translation


@pytest.mark.parametrize(
    ("question", "text", "unsaid"),
    [
        ("Скільки коштує паркування вночі?", "Parking costs 4 EUR per hour.", True),
        ("Скільки коштує паркування вночі?", "Parking costs 2 EUR per hour at night.", False),
        ("What is covered in case of fire?", "Pagubele produse de incendiu sunt acoperite.", False),
        ("Сколько стоит детский билет?", "Biletul costă 90 de lei.", True),
        ("Сколько стоит билет?", "Biletul pentru copii costă 50 de lei.", False),
    ],
)
def test_what_narrows_a_question_must_be_said(question: str, text: str, unsaid: bool) -> None:
    assert unsaid_in_translation(lexed(question), lexed(text)) is unsaid


def test_nothing_is_counted_where_a_price_is_asked() -> None:
    assert awaited("Скільки коштує місячний абонемент?").given_by("Абонемент на місяць, плата: 700 грн")
    assert not awaited("How many lockers are there?").given_by("The hall has 3 doors.")
