"""Atoms: sentences and values are whole."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opora.language.atoms import atoms, value_atoms
from opora.language.sentences import sentences


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Цена 5 000 руб. за шт.", "5 000 руб."),
        ("в течение 14 календарных дней", "14 календарных дней"),
        ("від 15 березня 2026 р.", "15 березня 2026 р."),
        ("до 1,5 млн грн", "1,5 млн грн"),
        ("on March 5, 2026", "March 5, 2026"),
        ("fee $5.50 each", "$5.50"),
        ("termen de 14 zile lucrătoare", "14 zile lucrătoare"),
        ("10–20 % от суммы", "10–20 %"),
        ("30 de zile", "30 de zile"),
    ],
)
def test_a_number_keeps_its_unit(text: str, value: str) -> None:
    assert value in [span.of(text) for span in value_atoms(text)]


@given(st.text(alphabet="а1 ,.%руб–\n", max_size=60))
def test_atoms_are_sorted_and_hold_every_sentence(text: str) -> None:
    found = atoms(text)
    assert found == sorted(found, key=lambda span: (span.start, -span.end))
    assert set(sentences(text)) <= set(found)
