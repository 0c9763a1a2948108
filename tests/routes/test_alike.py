"""Is one of two texts left out only when nothing that matters differs between them?"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opora.routes.alike import Duplicates, Said, say_the_same

TEXTS = (
    "The buyer returns the goods within 14 days of delivery, unused and in their packing, and pays 17 lei for the way back to "
    "the shop in Chisinau; the refund is not paid in cash and comes by 1 July 2026 to the same card that was charged.",
    "Покупатель возвращает товар в течение 14 дней со дня доставки, без следов использования и в упаковке, и платит 17 рублей "
    "за обратную дорогу в магазин в Твери; деньги не выдаются наличными и приходят до 1 июля 2026 года на ту же карту.",
    "Покупець повертає товар протягом 14 днів з дня доставки, без слідів користування та в упаковці, і сплачує 17 гривень за "
    "зворотну дорогу до магазину в Одесі; гроші не видаються готівкою та надходять до 1 липня 2026 року на ту саму картку.",
    "Cumpărătorul returnează marfa în termen de 14 zile de la livrare, nefolosită și în ambalaj, și plătește 17 lei pentru drumul "
    "înapoi la magazinul din Orhei; banii nu se dau în numerar și vin până la 1 iulie 2026 pe același card de plată.",
)
TURNED = (
    *(
        ("14", "15"),
        ("14", "4"),
        ("17", "17,5"),
        ("2026", "2025"),
        ("1 ", "11 "),
        ("17 lei", "17 EUR"),
        ("17 lei", "17 bani"),
    ),
    *(
        ("July", "June"),
        ("июля", "июня"),
        ("липня", "червня"),
        ("iulie", "iunie"),
        ("14 days", "14 weeks"),
        ("дней", "часов"),
    ),
    *(("Chisinau", "Balti"), ("Твери", "Туле"), ("Одесі", "Києві"), ("Orhei", "Soroca"), ("17 рублей", "17 гривен")),
    *(
        (" not ", " "),
        (" не ", " "),
        (" nu ", " "),
        ("The buyer", "No buyer"),
        ("returns", "never returns"),
        ("днів", "годин"),
    ),
    *(("возвращает", "не возвращает"), ("повертає", "не повертає"), ("returnează", "nu returnează"), ("17 lei", "17%")),
    *(
        ("unused", "used"),
        ("within 14", "after 14"),
        ("until", "from"),
        ("до 1", "после 1"),
        ("zile", "luni"),
        ("17", "-17"),
    ),
    *(("14 days", "fourteen weeks"), ("14 days", "14 working days"), ("refund", "refund of Maria"), ("cash", "cash?")),
    *(("nefolosită", "folosită"), ("гривень", "копійок"), ("до 1 липня", "після 1 липня")),
)


@pytest.mark.parametrize("how", ["same", "near"])
@pytest.mark.parametrize("text", TEXTS, ids=["en", "ru", "uk", "ro"])
def test_a_changed_number_date_name_negation_or_unit_is_another_text(text: str, how: Duplicates) -> None:
    tried = 0
    for old, new in TURNED:
        other = text.replace(old, new, 1)
        if other != text:
            tried += 1
            assert not say_the_same(Said(text), Said(other), how), (old, new)
            assert not say_the_same(Said(other), Said(text), how), (new, old)
    assert tried >= 8


MARKS = st.sampled_from([".", "!", ",", ";", ":", " —", "…", "»", ")"])


@settings(max_examples=60, deadline=None)
@given(
    text=st.sampled_from(TEXTS), marks=st.lists(st.tuples(st.integers(0, 30), MARKS), max_size=6), shout=st.booleans()
)
def test_stops_commas_and_capitals_do_not_make_another_text(
    text: str, marks: list[tuple[int, str]], shout: bool
) -> None:
    words = text.split()
    for at, mark in marks:
        if not words[at][-1].isdigit():
            words[at] = words[at].rstrip(".,;") + mark
    other = " ".join(words)
    assert say_the_same(Said(text), Said(other.upper() if shout else other), "same")


@settings(max_examples=120, deadline=None)
@given(
    text=st.sampled_from(TEXTS),
    old=st.integers(0, 30),
    digits=st.integers(0, 99_999).map(str),
    how=st.sampled_from(["same", "near"]),
)
def test_a_number_anywhere_is_never_passed_over(text: str, old: int, digits: str, how: Duplicates) -> None:
    words = text.split()
    other = " ".join([*words[:old], digits, *words[old:]])
    assert not say_the_same(Said(text), Said(other), how)


@pytest.mark.parametrize(
    ("old", "new"),
    [("to the same card", "to that same card"), ("in their packing", "in packing"), ("of delivery", "of the delivery")],
)
def test_another_word_of_form_in_ten_is_near_and_not_the_same(old: str, new: str) -> None:
    other = TEXTS[0].replace(old, new, 1)
    assert other != TEXTS[0]
    assert [say_the_same(Said(TEXTS[0]), Said(other), how) for how in ("exact", "same", "near")] == [False, False, True]


OTHER_WORDS = [
    ("goods", "wares"),
    ("buyer", "seller"),
    ("unused", "untouched"),
    ("товар", "билет"),
    ("наличными", "картой"),
    ("returns the goods", "returns the goods of acme"),
    ("card", "office@alder.example"),
    ("dau", "dădeau"),
    ("гроші", "чеки"),
]


@pytest.mark.parametrize(("old", "new"), OTHER_WORDS)
def test_another_word_that_means_something_is_never_passed_over(old: str, new: str) -> None:
    text = next(text for text in TEXTS if old in text)
    assert not say_the_same(Said(text), Said(text.replace(old, new, 1)), "near")


PAIRS = [
    "Vânzarea acestor produse pe teritoriul țării este legală pentru toți comercianții / ilegală",
    "Оплата надурочних годин на складі у подвійному розмірі належить працівникам нічної зміни / потрійному",
    "Smoking on the terrace behind the main building is allowed for guests of the hotel / forbidden",
    "Самовывоз товара со склада в субботу разрешена для всех клиентов компании / запрещена",
    "The transport of the machine to the site is paid by the buyer in full / seller",
    "Use the left valve when you fill the tank of the heating system in winter / right",
]


@pytest.mark.parametrize("pair", PAIRS)
def test_opposites_are_never_one_text(pair: str) -> None:
    text, _, word = pair.rpartition(" / ")
    replaced = {"ilegală": "legală", "потрійному": "подвійному", "forbidden": "allowed", "запрещена": "разрешена"}
    old = replaced.get(word, {"seller": "buyer", "right": "left"}.get(word, ""))
    assert old in text
    assert not say_the_same(Said(text), Said(text.replace(old, word, 1)), "near")


def test_a_short_text_with_another_word_is_another_text() -> None:
    assert not say_the_same(Said("The shop pays the fee."), Said("The shop pays the toll."), "near")
