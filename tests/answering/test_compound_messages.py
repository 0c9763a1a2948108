"""Is a message of several questions cut into them, each with what it needs, and is no content word ever lost?"""

from __future__ import annotations

import datetime as dt
import json
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opora.answering.normalise import normalise
from opora.answering.openings import QUESTION_WORD
from opora.answering.require import require, unaccounted
from opora.domain.question import Question
from opora.language.lemmas import is_stopword
from opora.language.words import fold, words

AT = dt.date(2026, 10, 23)
TABLE = Path(__file__).with_name("compound_messages.txt")
DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"


def rows() -> list[tuple[str, str]]:
    lines = [line.split(" | ") for line in TABLE.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    return [(message, parts) for _, _, message, parts in lines]


def told(text: str) -> set[str]:
    return {fold(word.text) for word in words(text)}


def content(text: str) -> set[str]:
    return {w for w in told(text) if not is_stopword(w) and not QUESTION_WORD.fullmatch(w)}


def test_the_table_holds_enough_messages_of_every_language() -> None:
    languages = [line.split(" | ")[0] for line in TABLE.read_text("utf-8").splitlines() if not line.startswith("#")]
    assert len(languages) >= 60
    assert all(languages.count(one) >= 12 for one in ("en", "ru", "uk", "ro"))


@pytest.mark.parametrize(("message", "parts"), rows())
def test_each_part_holds_its_own_words_and_no_others(message: str, parts: str) -> None:
    requirements, _ = require(normalise(Question(message, AT)))
    wanted = parts.split(" & ")
    assert len(requirements) == len(wanted), [r.text for r in requirements]
    for requirement, part in zip(requirements, wanted, strict=True):
        must, _, may = part.partition(";")
        assert told(must) <= told(requirement.text)
        assert content(requirement.text) <= told(must) | told(may)


@cache
def real_questions() -> dict[str, tuple[str, ...]]:
    """Real questions by language where the data lie beside the repository; the messages of the table in any case."""
    found = {"table": tuple(message for message, _ in rows())}
    for language in ("en", "ru", "ro"):
        path = DATA / "xquad" / f"xquad.{language}.json"
        if path.exists():
            articles = json.loads(path.read_text("utf-8"))["data"]
            found[language] = tuple(qa["question"] for a in articles for p in a["paragraphs"] for qa in p["qas"])
    path = DATA / "bitcoin_faq_4lang" / "faq.json"
    if path.exists():
        found["uk"] = tuple(row["uk"]["q"] for row in json.loads(path.read_text("utf-8")))
    return found


JOINTS = [" ", "? ", " and ", " и ", " та ", " și ", ", ", "; ", "\n2) ", "\n- ", ". Also, ", "? Дякую! ", ". Thanks. "]


@given(st.data())
def test_no_content_word_of_joined_real_questions_is_lost(data: st.DataObject) -> None:
    language = data.draw(st.sampled_from(sorted(real_questions())))
    some = data.draw(st.lists(st.sampled_from(real_questions()[language]), min_size=2, max_size=3))
    text = some[0]
    for one in some[1:]:
        joint = data.draw(st.sampled_from(JOINTS))
        text = (text if joint == " " else text.rstrip("?!. ")) + joint + one
    message = normalise(Question(text, AT))
    requirements, dropped = require(message)
    assert not unaccounted(message, requirements, dropped)
    spans = [span for requirement in requirements for span in requirement.spans]
    for word in message.words:
        if word.is_content and not any(span.covers(word.span) for span in spans):
            assert any(word.text in segment for segment in dropped), word.text


COURTESIES = [
    ("Thanks in advance! How much is delivery?", "How much is delivery"),
    ("How much is delivery, thank you so much", "How much is delivery"),
    ("Hi there how much is delivery", "how much is delivery"),
    ("Dear support team, how much is delivery? Kind regards, Ana Lupu", "how much is delivery"),
    ("Ok, thanks. And how much is delivery?", "how much is delivery"),
    ("Спасибо большое за помощь! Сколько стоит доставка?", "Сколько стоит доставка"),
    ("Добрый день сколько стоит доставка спасибо", "сколько стоит доставка"),
    ("Здравствуйте, подскажите, пожалуйста, сколько стоит доставка? С уважением, Пётр", "сколько стоит доставка"),
    ("Дякую за швидку відповідь! Скільки коштує доставка?", "Скільки коштує доставка"),
    ("Доброго дня, скільки коштує доставка? Щиро дякую!", "скільки коштує доставка"),
    ("Mulțumesc frumos! Cât costă livrarea?", "Cât costă livrarea"),
    ("Bună ziua, cât costă livrarea? Vă mulțumesc anticipat, o zi bună!", "cât costă livrarea"),
]


@pytest.mark.parametrize(("message", "question"), COURTESIES)
def test_greetings_and_thanks_are_no_part_of_a_question(message: str, question: str) -> None:
    assert [r.text for r in require(normalise(Question(message, AT)))[0]] == [question]


@pytest.mark.parametrize(
    "message",
    [
        "Is a thank you letter needed?",
        "Welcome bonus: how much?",
        "Good day rates: how much?",
        "Bună calitate are produsul?",
    ],
)
def test_words_of_courtesy_that_name_a_thing_stay(message: str) -> None:
    requirements, dropped = require(normalise(Question(message, AT)))
    assert content(message) <= content(requirements[0].text)
    assert dropped == ()


@pytest.mark.parametrize(
    ("message", "questions"),
    [
        ("Can I pay in instalments? And change my address?", ["Can I pay in instalments", "Can I change my address"]),
        ("Можно ли платить частями? А сменить номер?", ["Можно ли платить частями", "Можно ли сменить номер"]),
        (
            "What does a berth cost, is water included and how much is power?",
            ["What does a berth cost", "is water included", "how much is power"],
        ),
        ("La ce oră începe cursul și se poartă uniformă?", ["La ce oră începe cursul", "se poartă uniformă"]),
        ("Thanks for the offer, how long is the notice period? Thanks a lot, Anna", ["how long is the notice period"]),
    ],
)
def test_each_question_of_a_message_keeps_its_own_words(message: str, questions: list[str]) -> None:
    assert [one.text for one in require(normalise(Question(message, AT)))[0]] == questions


def test_a_day_of_the_next_question_is_not_put_on_the_one_before() -> None:
    first, second = require(normalise(Question("How long are backups kept? And on 1 March 2026?", AT)))[0]
    assert (first.at, second.at) == (None, dt.date(2026, 3, 1))
    assert second.text == "How long are backups kept on 1 March 2026"


def test_a_conjunction_in_capitals_is_no_label() -> None:
    assert require(normalise(Question("Хто директор? А скільки коштує квиток?", AT)))[1] == ()


SEVERAL_THINGS = [
    (
        "Цена УЗИ для кошки и чистки зубов для собаки до 15 кг, а также часы работы клиники?",
        ["Цена УЗИ для кошки", "Цена чистки зубов для собаки до 15 кг", "часы работы клиники"],
    ),
    (
        "Сколько стоит УЗИ для кошки и чистка зубов для собаки до 15 кг?",
        ["Сколько стоит УЗИ для кошки", "Сколько стоит чистка зубов для собаки до 15 кг"],
    ),
    (
        "Ціна глюкози і феритину, а також години роботи лабораторії?",
        ["Ціна глюкози", "Ціна феритину", "години роботи лабораторії"],
    ),
    (
        "Price of scanning and of a colour page, and also the opening hours?",
        ["Price of scanning", "Price of a colour page", "opening hours"],
    ),
    (
        "Prețul mesei la programul scurt și la cel normal, precum și vârsta de înscriere?",
        ["Prețul mesei la programul scurt", "Prețul mesei la cel normal", "vârsta de înscriere"],
    ),
    (
        "Tell me the fares for a bicycle and a motorcycle in the low season, the luggage limit and the claims address.",
        [
            "the fares for a bicycle",
            "the fares for a motorcycle in the low season",
            "the luggage limit",
            "the claims address",
        ],
    ),
    (
        "Se aplică reducerea pentru al doilea copil și la masă?",
        ["Se aplică reducerea pentru al doilea copil", "Se aplică reducerea la masă"],
    ),
    (
        "О котрій зачиняється музей узимку і чи можна прийти із собакою?",
        ["О котрій зачиняється музей узимку", "чи можна прийти із собакою"],
    ),
    ("Are cameras allowed and is there a cloakroom?", ["Are cameras allowed", "is there a cloakroom"]),
]


@pytest.mark.parametrize(("message", "questions"), SEVERAL_THINGS)
def test_each_of_several_things_is_asked_in_words_that_stand_together(message: str, questions: list[str]) -> None:
    requirements, dropped = require(normalise(Question(message, AT)))
    assert [one.text for one in requirements] == questions
    assert dropped == ()


@pytest.mark.parametrize(
    "message",
    [
        "How much was a card on 1 May 2025, and how much is a lost card?",
        "Сколько стоила стрижка 1 мая 2025 года и работает ли салон во вторник?",
    ],
)
def test_a_past_day_is_not_put_on_what_is_asked_of_today(message: str) -> None:
    assert [one.at for one in require(normalise(Question(message, AT)))[0]] == [dt.date(2025, 5, 1), None]


def test_a_day_before_both_questions_holds_for_both() -> None:
    requirements, _ = require(normalise(Question("On 1 May 2025, how much was a card and how long was a loan?", AT)))
    assert [one.at for one in requirements] == [dt.date(2025, 5, 1)] * 2


@pytest.mark.parametrize(
    ("message", "questions"),
    [
        ("Can I eat or drink in the library?", ["Can I eat in the library", "Can I drink in the library"]),
        ("Можно ли курить или пить в зале?", ["Можно ли курить в зале", "Можно ли пить в зале"]),
        ("Can I come and see it?", ["Can I come and see it"]),
        ("Can I eat in the hall or drink coffee?", ["Can I eat in the hall", "Can I drink coffee in the hall"]),
        ("Можно ли есть в зале или пить кофе?", ["Можно ли есть в зале", "Можно ли пить кофе в зале"]),
        ("Чи можна їсти в залі або пити каву?", ["Чи можна їсти в залі", "Чи можна пити каву в залі"]),
        ("Am voie să fumez sau să beau cafea?", ["Am voie să fumez", "Am voie să beau cafea"]),
        ("Can I bring food or drink in the hall?", ["Can I bring food or drink in the hall"]),
    ],
)
def test_of_two_deeds_each_is_asked(message: str, questions: list[str]) -> None:
    assert [one.text for one in require(normalise(Question(message, AT)))[0]] == questions


@pytest.mark.parametrize(
    ("message", "questions"),
    [
        ("Are dogs, cats or birds allowed?", ["Are dogs allowed", "Are cats allowed", "Are birds allowed"]),
        ("Does it cover storm damage or theft?", ["Does it cover storm damage", "Does it cover theft"]),
        ("Can I pay by card or cash?", ["Can I pay by card", "Can I pay by cash"]),
        ("Can I bring a cat?", ["Can I bring a cat"]),
        ("Можно ли с кошкой или собакой в номер?", ["Можно ли с кошкой в номер", "Можно ли с собакой в номер"]),
        ("Чи покриває поліс крадіжку та пожежу?", ["Чи покриває поліс крадіжку", "Чи покриває поліс пожежу"]),
        ("Sunt permiși câinii sau pisicile?", ["Sunt permiși câinii", "Sunt permiși pisicile"]),
        ("Is the fee fixed or variable?", ["Is the fee fixed or variable"]),
        ("Can I use a voucher and a card together?", ["Can I use a voucher and a card together"]),
    ],
)
def test_of_two_things_each_is_asked_about(message: str, questions: list[str]) -> None:
    requirements = require(normalise(Question(message, AT)))[0]
    assert [one.text for one in requirements] == questions
    assert {one.kind for one in requirements} == {"yes_no"}


def test_they_stand_for_both_things() -> None:
    requirements = require(normalise(Question("Are an act and an invoice needed, and who signs them?", AT)))[0]
    assert requirements[-1].text == "who signs them (an act and an invoice)"
