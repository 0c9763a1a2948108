"""Is what a text says of zone B, form 3 or plan C seen as speaking of another thing than zone A, form 2 or plan D?"""

from __future__ import annotations

import pytest

from opora.answering.awaited import awaited
from opora.answering.contrast import contrast, unsaid_modifier
from opora.answering.cues import kind_of
from opora.answering.doer import without_doer
from opora.answering.lexed import lexed

NOTHING = lexed("")


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("What is the deductible in zone A?", "In zone B the deductible is $9,000."),
        ("Какой тариф в зоне А?", "В зоне Б тариф составляет 300 рублей."),
        ("Яка плата у зоні 2?", "Плата у зоні 3 — 40 гривень."),
        ("Care este taxa pentru zona A?", "Pentru zona C taxa este 90 de lei."),
        ("Who signs form K2?", "Form K3 is signed by the owner."),
    ],
)
def test_another_label_after_the_same_word_is_another_thing(question: str, statement: str) -> None:
    assert contrast(lexed(question), lexed(statement), NOTHING)


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("What is the deductible in zone A?", "In zone A the deductible is $5,000."),
        ("What is the deductible in zone A?", "In zones A and B the deductible is $5,000."),
        ("What is the deductible in zone A?", "The deductible is $5,000."),
        ("Какой тариф в зоне А?", "В зоне А тариф составляет 300 рублей."),
    ],
)
def test_the_same_label_or_none_is_the_same_thing(question: str, statement: str) -> None:
    assert contrast(lexed(question), lexed(statement), NOTHING) is None


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("Câte echipe a condus Peyton Manning?", "Peyton Manning a fost primul care a dus două echipe în finală."),
        ("Când a spus Setanta că pleacă?", "Setanta a anunțat că pleacă în martie."),
    ],
)
def test_a_verb_before_a_romanian_noun_narrows_nothing(question: str, statement: str) -> None:
    assert not unsaid_modifier(lexed(question), lexed(statement), lexed(statement))


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("Când a avut loc ultima întâlnire?", "Întâlnirea a avut loc în mai."),
        ("Câte zile de concediu medical am?", "Concediul are 21 de zile."),
        ("How much is green tea in a pot?", "Tea in a pot costs 4 euros."),
    ],
)
def test_what_narrows_a_noun_must_be_said(question: str, statement: str) -> None:
    assert unsaid_modifier(lexed(question), lexed(statement), lexed(statement))


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("What is the term for a school that no state pays?", "fact"),
        ("Which term describes it?", "fact"),
        ("Ce termen se folosește pentru o școală privată?", "fact"),
        ("What is the term of the contract?", "amount"),
        ("What term does the loan have?", "amount"),
        ("Care este termenul de livrare?", "amount"),
    ],
)
def test_a_term_is_a_word_or_a_time(question: str, kind: str) -> None:
    assert kind_of(question) == kind


def test_a_decade_is_a_moment() -> None:
    assert awaited("In what year was it built?").year_given_by("It was built in the 1950s.")


@pytest.mark.parametrize(
    ("question", "statement", "missing"),
    [
        ("Who signs the contract for the county?", "The contract is signed no earlier than 15 days after it.", True),
        ("Who approves leave?", "Leave is not approved during the audit.", True),
        ("Who signs the contract?", "The contract is signed by the clerk.", False),
        ("Who signs the contract?", "The clerk signs the contract once it is signed.", False),
        ("Who is the contract signed with?", "The contract is signed after the award.", False),
        ("When is the contract signed?", "The contract is signed after the award.", False),
    ],
)
def test_what_is_done_by_nobody_does_not_say_who(question: str, statement: str, missing: bool) -> None:
    assert without_doer(question, statement) is missing
