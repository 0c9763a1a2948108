"""Are contradictions seen that two documents put in words of their own, and is what only looks alike left apart?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from desk import asked_of, paired

pytestmark = pytest.mark.slow

CONFLICTS = [
    (
        "Faulty goods are exchanged within 10 days of purchase.",
        "The customer may have faulty goods exchanged no later than 30 days after buying them.",
        "Within how many days are faulty goods exchanged?",
    ),
    (
        "The cancellation fee is 15% of the booking price.",
        "Guests who cancel a booking pay 25% of its price as a cancellation fee.",
        "What is the cancellation fee?",
    ),
    (
        "Invoices are paid within 30 days.",
        "The payment term for invoices is 45 days.",
        "When must invoices be paid?",
    ),
    (
        "Visitors may park for 2 hours.",
        "The time limit for visitor parking is 4 hours.",
        "How long may visitors park?",
    ),
    (
        "The notice period for the lease is three months.",
        "A tenant gives notice of the end of the lease two months ahead.",
        "What is the notice period for the lease?",
    ),
    (
        "Заявка на ремонт выполняется в течение 3 рабочих дней.",
        "Срок выполнения заявки на ремонт составляет 5 рабочих дней.",
        "За какой срок выполняется заявка на ремонт?",
    ),
    (
        "За просрочку аренды начисляется пеня 0,1% в день.",
        "Пеня за просрочку арендной платы равна 0,5% в день.",
        "Какая пеня начисляется за просрочку аренды?",
    ),
    (
        "Сотрудник сообщает о болезни не позднее чем за 2 часа до смены.",
        "О болезни нужно сообщить минимум за 4 часа до начала смены.",
        "За сколько часов до смены нужно сообщить о болезни?",
    ),
    (
        "Первый взнос по рассрочке составляет 20% цены.",
        "При оформлении рассрочки клиент вносит первый взнос 30% от цены.",
        "Какой первый взнос по рассрочке?",
    ),
    (
        "Заявку на довідку опрацьовують протягом 2 робочих днів.",
        "Опрацювання заявки на довідку триває 5 робочих днів.",
        "Скільки триває опрацювання заявки на довідку?",
    ),
    (
        "Добові у відрядженні становлять 400 гривень.",
        "За кожен день відрядження працівник отримує добові 600 гривень.",
        "Який розмір добових у відрядженні?",
    ),
    (
        "Гарантія на ремонт діє 6 місяців.",
        "Гарантійний строк після ремонту — 12 місяців.",
        "Скільки діє гарантія на ремонт?",
    ),
    (
        "Facturile se plătesc în 15 zile de la primire.",
        "Termenul de plată a facturilor este de 30 de zile de la primire.",
        "În câte zile se plătesc facturile?",
    ),
    (
        "Garanția pentru reparații este de 6 luni.",
        "Reparațiile efectuate beneficiază de garanție timp de 12 luni.",
        "Cât durează garanția pentru reparații?",
    ),
    (
        "Sesizările primesc răspuns în 10 zile lucrătoare.",
        "Răspunsul la o sesizare se dă în cel mult 20 de zile lucrătoare.",
        "În cât timp se răspunde la sesizări?",
    ),
    (
        "Bunurile defecte pot fi returnate în 14 zile de la livrare.",
        "Clientul are dreptul să returneze bunurile defecte în termen de 21 de zile de la livrare.",
        "În câte zile pot fi returnate bunurile defecte?",
    ),
    (
        "Обращения рассматриваются в течение 14 дней.",
        "Срок рассмотрения обращений составляет 21 день.",
        "Какой срок рассмотрения обращений?",
    ),
    (
        "Зламане обладнання замінюють протягом 14 робочих днів.",
        "Заміна зламаного обладнання триває 21 робочий день.",
        "Протягом скількох днів замінюють зламане обладнання?",
    ),
    (
        "Staff must request a locker at least 14 days in advance.",
        "A locker request has to be filed no later than 21 days before the locker is used.",
        "How many days in advance must a locker be requested?",
    ),
    (
        "Keycards must be renewed every 60 days.",
        "Staff have to renew their keycard once every six months.",
        "How often must keycards be renewed?",
    ),
    (
        "Taxi costs are reimbursed within 10 working days.",
        "We pay taxi costs back in 30 days.",
        "How soon are taxi costs reimbursed?",
    ),
    (
        "Водитель ждёт пассажира не более 10 минут.",
        "Время ожидания пассажира водителем — 20 минут.",
        "Сколько минут водитель ждёт пассажира?",
    ),
]
# The second of each speaks of another thing, or of the same thing in another case.
APART = [
    (
        "Standard delivery takes 5 days.",
        "Express delivery takes 2 days.",
        "How long does express delivery take?",
    ),
    (
        "Invoices are paid within 30 days.",
        "Complaints are answered within 10 days.",
        "When must invoices be paid?",
    ),
    (
        "The annual fee for the gold card is 80 euros.",
        "The annual fee for the silver card is 40 euros.",
        "What is the annual fee for the gold card?",
    ),
    (
        "A lost key costs 25 euros.",
        "A lost card costs 15 euros.",
        "How much does a lost key cost?",
    ),
    (
        "The office opens at 9 a.m.",
        "The warehouse opens at 7 a.m.",
        "When does the office open?",
    ),
    (
        "Доставка по городу стоит 300 рублей.",
        "Доставка за город стоит 900 рублей.",
        "Сколько стоит доставка по городу?",
    ),
    (
        "Срок рассмотрения жалоб составляет 10 дней.",
        "Срок рассмотрения заявок на кредит составляет 3 дня.",
        "Какой срок рассмотрения жалоб?",
    ),
    (
        "Гарантия на ноутбук действует 24 месяца.",
        "Гарантия на аккумулятор действует 6 месяцев.",
        "Сколько действует гарантия на ноутбук?",
    ),
    (
        "Отпуск предоставляется на 28 календарных дней.",
        "Учебный отпуск предоставляется на 40 календарных дней.",
        "Сколько дней предоставляется учебный отпуск?",
    ),
    (
        "Франшиза при краже составляет 10 000 рублей.",
        "Франшиза при пожаре составляет 30 000 рублей.",
        "Какая франшиза при краже?",
    ),
    (
        "Вхідний квиток для дорослих коштує 200 гривень.",
        "Вхідний квиток для дітей коштує 80 гривень.",
        "Скільки коштує вхідний квиток для дітей?",
    ),
    (
        "Строк оплати рахунка становить 14 днів.",
        "Строк оплати штрафу становить 30 днів.",
        "Який строк оплати рахунка?",
    ),
    (
        "Оренда велосипеда коштує 150 гривень на день.",
        "Оренда шолома коштує 30 гривень на день.",
        "Скільки коштує оренда велосипеда?",
    ),
    (
        "Abonamentul lunar costă 50 de lei.",
        "Abonamentul anual costă 500 de lei.",
        "Cât costă abonamentul lunar?",
    ),
    (
        "Garanția pentru frigidere este de 24 de luni.",
        "Garanția pentru aspiratoare este de 12 luni.",
        "Cât este garanția pentru frigidere?",
    ),
    (
        "Cererile de concediu se aprobă în 3 zile.",
        "Cererile de transfer se aprobă în 10 zile.",
        "În câte zile se aprobă cererile de concediu?",
    ),
]


def _sources(reply: dict[str, Any]) -> list[str]:
    said = {claim["id"]: claim["citation"]["source_id"] for claim in reply["claims"]}
    return sorted(said[value["claim_id"]] for conflict in reply["conflicts"] for value in conflict["values"])


def test_a_contradiction_in_other_words_is_told_with_both_values(tmp_path: Path) -> None:
    replies = asked_of(tmp_path, paired(CONFLICTS), [pair[2] for pair in CONFLICTS])
    assert [reply["type"] for reply in replies] == ["clarification_required"] * len(CONFLICTS)
    assert [_sources(reply) for reply in replies] == [[f"p{n}a", f"p{n}b"] for n in range(len(CONFLICTS))]


def test_of_two_in_other_words_the_higher_authority_answers(tmp_path: Path) -> None:
    replies = asked_of(tmp_path, paired(CONFLICTS, ("1", "9")), [pair[2] for pair in CONFLICTS])
    assert [reply["action"] for reply in replies] == ["answer"] * len(CONFLICTS)
    firsts = [reply["claims"][0]["citation"]["source_id"] for reply in replies]
    assert firsts == [f"p{n}b" for n in range(len(CONFLICTS))]


def test_another_thing_or_another_case_is_no_contradiction(tmp_path: Path) -> None:
    replies = asked_of(tmp_path, paired(APART), [pair[2] for pair in APART])
    assert [pair[2] for pair, reply in zip(APART, replies, strict=True) if reply["conflicts"]] == []
