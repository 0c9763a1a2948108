"""Is what a text says of zone B, form 3 or plan C seen as speaking of another thing than zone A, form 2 or plan D?"""

from __future__ import annotations

import pytest

from opora.answering.awaited import awaited
from opora.answering.contrast import contrast, unsaid_modifiers
from opora.answering.cues import kind_of
from opora.answering.lexed import lexed
from opora.answering.roles import tells_role

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
        ("Когда совет учредил эту премию?", "Премия появилась по решению, которое совет принял в 1961 году."),
        ("Скільки гуртків відвідували діти?", "У гуртків було 12 годин на тиждень."),
    ],
)
def test_a_verb_beside_a_noun_narrows_nothing(question: str, statement: str) -> None:
    assert not unsaid_modifiers(lexed(question), lexed(statement), lexed(statement))


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("Când a avut loc ultima întâlnire?", "Întâlnirea a avut loc în mai."),
        ("Câte zile de concediu medical am?", "Concediul are 21 de zile."),
        ("How much is green tea in a pot?", "Tea in a pot costs 4 euros."),
    ],
)
def test_what_narrows_a_noun_must_be_said(question: str, statement: str) -> None:
    assert unsaid_modifiers(lexed(question), lexed(statement), lexed(statement))


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
    ("question", "statement", "told"),
    [
        ("Who signs the contract for the county?", "The contract is signed no earlier than 15 days after it.", False),
        ("Who approves leave?", "Leave is not approved during the audit.", False),
        ("Who signs the contract?", "The contract is signed by the clerk.", True),
        ("Who signs the contract?", "The clerk signs the contract once it is signed.", True),
        ("Who is the contract signed with?", "The contract is signed after the award.", None),
        ("When is the contract signed?", "The contract is signed after the award.", None),
        ("Кто подписывает акт?", "Акт подписывается в двух экземплярах.", False),
        ("Кто подписывает акт?", "Акт подписывает директор.", True),
        ("Кем подписывается акт?", "Акт подписывается директором.", True),
        ("кому подавать отчёт", "3.2. Отчёт подаётся в течение трёх рабочих дней после возвращения.", False),
        ("кому подавать отчёт", "Отчёт подаётся в бухгалтерию в течение трёх дней.", True),
        ("кому подавать отчёт", "Сотрудник подаёт отчёт в течение трёх дней.", False),
        ("куда подать заявку", "Заявка подаётся не позднее 5 марта.", False),
        ("куда подать заявку", "Заявка подаётся через личный кабинет.", True),
        ("хто його підписує", "Акт приймання підписується у двох примірниках.", False),
        ("хто його підписує", "Акт підписує завідувач складу.", True),
        ("кому подають скаргу", "Скаргу подають протягом 10 днів.", False),
        ("кому подають скаргу", "Скаргу подають директору протягом 10 днів.", True),
        ("cui se depune cererea", "Cererea se depune cu 14 zile înainte.", False),
        ("cui se depune cererea", "Cererea se depune la secretariat.", True),
        ("cine aprobă cererea", "Cererea este aprobată de șeful direct.", True),
        ("cine aprobă cererea", "Cererea se aprobă în 3 zile.", False),
        ("unde predau laptopul", "Laptopul se predă la departamentul tehnic.", True),
        ("Where do I send the claim?", "A claim must be sent within 2 months.", False),
        ("Where do I send the claim?", "A claim must be sent to claims@skerry.example within 2 months.", True),
        ("To whom do I send the claim?", "A claim is sent to the manager.", True),
    ],
)
def test_a_statement_says_who_to_whom_and_where_or_does_not(question: str, statement: str, told: bool | None) -> None:
    assert tells_role(question, statement) is told
