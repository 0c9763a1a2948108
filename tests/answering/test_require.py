"""What a message asks for, and that none of its words is lost."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opora.answering.normalise import normalise
from opora.answering.require import require
from opora.domain.question import Question, Requirement

AT = dt.date(2026, 10, 23)


def asked(text: str) -> tuple[tuple[Requirement, ...], tuple[str, ...]]:
    return require(normalise(Question(text, AT)))


COMPOUND = [
    ("How long does express delivery take and how much does it cost?", 2),
    ("Сколько стоит доставка и когда её привезут?", 2),
    ("Скільки коштує доставка та коли її привезуть?", 2),
    ("Cât costă livrarea și când ajunge?", 2),
    ("What is the price? Who is the owner?", 2),
    ("Какая цена доставки?", 1),
    ("When and where is the meeting held?", 2),
    ("Is delivery free and can I return the goods?", 2),
    ("Какая цена доставки в Москву, Казань и Тулу?", 3),
    ("What are the terms and conditions of the contract?", 1),
    ("Hello! How much is the delivery? Thank you!", 1),
]


@pytest.mark.parametrize(("text", "count"), COMPOUND)
def test_a_message_is_cut_into_what_it_asks(text: str, count: int) -> None:
    requirements, _ = asked(text)
    assert len(requirements) == count, [r.text for r in requirements]


def test_the_second_half_borrows_its_subject_from_the_first() -> None:
    requirements, _ = asked("How long does express delivery take and how much does it cost?")
    assert "express delivery" in requirements[1].text


def test_a_day_named_in_the_question_is_the_day_asked_about() -> None:
    requirements, _ = asked("Какая цена была 15 сентября 2026?")
    assert requirements[0].at == dt.date(2026, 9, 15)


STANDALONE = [
    ("How long does express delivery take and how much does it cost?", "how much does express delivery cost"),
    ("Сколько стоит доставка и когда её привезут?", "когда её привезут (доставка)"),
    ("Какой тариф и срок у срочного выпуска карты?", "Какой срок у срочного выпуска карты"),
    ("How long does premium support take, and standard support?", "How long does standard support take"),
    ("Можно ли вернуть товар и если да, то в какой срок?", "в какой срок (товар)"),
    ("Сколько стоит внутренний перевод, международный перевод и выпуск карты?", "Сколько стоит международный перевод"),
    ("If I return goods after 20 days, do I get a refund and who pays?", "who pays (If I return goods after 20 days)"),
    ("Cine plătește transportul, cât costă și în cât timp ajunge?", "cât costă (transportul)"),
]


@pytest.mark.parametrize(("text", "second"), STANDALONE)
def test_the_second_part_can_be_read_alone(text: str, second: str) -> None:
    requirements, _ = asked(text)
    assert requirements[1].text == second


@pytest.mark.parametrize(
    ("text", "second"),
    [
        ("What does room B cost, and how many people does it seat?", "how many people does room B seat"),
        ("Сколько стоит зал Б и сколько человек он вмещает?", "сколько человек он вмещает (зал Б)"),
        ("Скільки коштує зала Б і скільки людей вона вміщує?", "скільки людей вона вміщує (зала Б)"),
        ("Cât costă sala B și câte persoane încap în ea?", "câte persoane încap în ea (sala B)"),
    ],
)
def test_what_is_counted_is_not_what_it_stands_for(text: str, second: str) -> None:
    requirements, _ = asked(text)
    assert requirements[1].text == second


def test_when_in_the_middle_does_not_ask_for_a_date() -> None:
    requirements, _ = asked("How old was the founder when the company was sold?")
    assert [requirement.kind for requirement in requirements] == ["amount"]


STORIES = [
    ("Здравствуйте, подскажите цену доставки и срок возврата", ["цену доставки", "срок возврата"]),
    ("Меня интересует: стоимость, сроки, гарантия.", ["стоимость", "сроки", "гарантия"]),
    ("Вопросы: 1) срок гарантии 2) адрес сервиса", ["срок гарантии", "адрес сервиса"]),
    ("Есть ли доставка в Тирасполь? А в Кишинёв?", ["Есть ли доставка в Тирасполь", "Есть ли доставка в Кишинёв"]),
    ("Cât costă livrarea? Dar retur?", ["Cât costă livrarea", "Cât costă retur"]),
    (
        "What is the deductible for flood in zone A? And in zone B?",
        ["What is the deductible for flood in zone A", "What is the deductible for flood in zone B"],
    ),
    ("I bought a laptop yesterday. Can I return it?", ["Can I return it (I bought a laptop yesterday)"]),
    (
        "Dacă returnez produsul după 14 zile, primesc banii înapoi și cine plătește transportul?",
        [
            "primesc banii înapoi (Dacă returnez produsul după 14 zile)",
            "cine plătește transportul (Dacă returnez produsul după 14 zile)",
        ],
    ),
    ("Назвіть строк повернення та адресу складу", ["Назвіть строк повернення", "Назвіть адресу складу"]),
    ("delivery is late. how do I get my money back", ["how do I get my money back (delivery is late)"]),
    ("скока стоит доставка и када привезут", ["скока стоит доставка", "када привезут (доставка)"]),
    ("What strains of y. pestis were found?", ["What strains of y. pestis were found"]),
    ("Who mapped the St. Johns River in 1562?", ["Who mapped the St. Johns River in 1562"]),
    ("What is the growth between 2004 and 2014?", ["What is the growth between 2004 and 2014"]),
]


@pytest.mark.parametrize(("text", "parts"), STORIES)
def test_a_message_is_read_as_the_questions_it_puts(text: str, parts: list[str]) -> None:
    assert [requirement.text for requirement in asked(text)[0]] == parts


DAYS = [
    ("What was the price yesterday?", dt.date(2026, 10, 22)),
    ("What was the price two weeks ago?", dt.date(2026, 10, 9)),
    ("Какой тариф действовал в прошлом месяце?", dt.date(2026, 9, 30)),
    ("Яка була вартість минулого року?", dt.date(2025, 12, 31)),
    ("Cât era prețul luna trecută?", dt.date(2026, 9, 30)),
    ("Cât era prețul acum 3 zile?", dt.date(2026, 10, 20)),
    ("Какая цена будет в следующем месяце?", dt.date(2026, 11, 1)),
    ("I bought it yesterday, what is the price?", None),
    ("What is the price now?", None),
    ("What was the price on the 5th of May?", dt.date(2026, 5, 5)),
    ("Сколько стоил тариф 5 мая?", dt.date(2026, 5, 5)),
    ("What will the price be on 5 May?", dt.date(2027, 5, 5)),
    ("Какая цена станет с 1 января?", dt.date(2027, 1, 1)),
    ("I paid on 5 May, what is the price?", None),
    ("What was the fee at the start of last year?", dt.date(2025, 1, 1)),
    ("Яка ціна буде через два місяці?", dt.date(2026, 12, 23)),
    ("Cât va costa peste o lună?", dt.date(2026, 11, 23)),
]


@pytest.mark.parametrize(("text", "day"), DAYS)
def test_a_day_counted_from_the_question_is_the_day_asked_about(text: str, day: dt.date | None) -> None:
    assert asked(text)[0][0].at == day


def test_each_half_is_asked_about_its_own_day() -> None:
    requirements, _ = asked("Сколько стоил тариф Базовый в прошлом месяце и сколько он стоит сейчас?")
    assert [requirement.at for requirement in requirements] == [dt.date(2026, 9, 30), None]
    assert requirements[1].text == "сколько он стоит сейчас (Базовый)"
    requirements, _ = asked("Какая была цена на 1 сентября 2026 и какая станет с 1 января 2027?")
    assert [requirement.at for requirement in requirements] == [dt.date(2026, 9, 1), dt.date(2027, 1, 1)]


PIECES = [
    *(text for text, _ in COMPOUND),
    *(text for text, _ in STANDALONE),
    *(text for text, _ in STORIES),
    *(text for text, _ in DAYS),
]
PIECES += ["1) ", "\n- ", "; ", "Hello, ", "I have two questions: ", "Dacă nu, ", "what about", "а в"]
PIECES += ["and", "и", "та", "și", "if", "it", "?", ",", ";", "—", "A", "5,000", "15.09.2026"]
PIECES += sorted({word for text in PIECES for word in text.split()})


ANY_TEXT = st.text(
    st.sampled_from("abИвїșÎ ßŉ.,;:?!()-–•0123\n\t'’\u00a0\u0301") | st.characters(codec="utf-8"), max_size=60
)


@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=8).map(" ".join) | ANY_TEXT)
def test_every_content_word_is_owned_or_named_as_dropped(text: str) -> None:
    message = normalise(Question(text, AT))
    requirements, dropped = require(message)
    spans = [span for requirement in requirements for span in requirement.spans]
    for word in message.words:
        if word.is_content:
            owned = any(span.covers(word.span) for span in spans)
            assert owned or any(word.text in segment for segment in dropped), word.text
