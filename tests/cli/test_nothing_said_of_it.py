"""Is a price question about a thing that is nowhere in the documents refused, and one in other words answered?"""

from __future__ import annotations

from pathlib import Path

import pytest
from desk import asked_of

pytestmark = pytest.mark.slow

SOURCES = [
    ("barber", "# Парикмахерская\n\nБритьё опасной бритвой стоит 800 рублей.\n\nОкрашивание волос стоит 2 600 рублей."),
    ("studio", "# Студія\n\nМанікюр з покриттям коштує 540 гривень.\n\nЛамінування вій коштує 700 гривень."),
    ("salon", "# Salon\n\nTunsul bărbii costă 45 de lei.\n\nVopsirea sprâncenelor costă 60 de lei."),
    ("garage", "# Garage\n\nA wheel alignment costs 65 euros.\n\nDelivery of a car costs 30 euros."),
]
ROWS = [{"source_id": name, "text": text} for name, text in SOURCES]
PRICE_LISTS = [
    ("nails", "# Салон\n\nПедикюр коштує 640 гривень.\n\nЛамінування брів коштує 2 900 гривень."),
    ("hair", "# Salon\n\nTunsoarea costă 85 de lei.\n\nBărbieritul costă 60 de lei."),
    ("shave", "# Salon\n\nA beard wash costs 14 euros.\n\nA neck shave costs 9 euros."),
    ("locks", "# Салон\n\nСтрижка чёлки стоит 500 рублей.\n\nОкрашивание прядей стоит 1 700 рублей."),
]
NOWHERE = [
    "Сколько стоит солярий?",
    "Сколько стоит массаж спины?",
    "Скільки коштує епіляція?",
    "Скільки коштує фарбування стін?",
    "Cât costă masajul?",
    "Cât costă parcarea?",
    "How much is a towing?",
    "How much does an oil change cost?",
    "What is the price of a spare key?",
]
SAID = [
    ("Сколько стоит бритьё?", "800 рублей"),
    ("Какая цена окрашивания волос?", "2 600 рублей"),
    ("Скільки коштує манікюр?", "540 гривень"),
    ("Cât costă tunsul bărbii?", "45 de lei"),
    ("How much is a wheel alignment?", "65 euros"),
    ("How much was a wheel alignment in September 2026?", "65 euros"),
    ("Сколько стоило бритьё в прошлом месяце?", "800 рублей"),
]


def test_what_no_document_speaks_of_has_no_price(tmp_path: Path) -> None:
    replies = asked_of(tmp_path, ROWS, NOWHERE)
    assert [q for q, reply in zip(NOWHERE, replies, strict=True) if reply["action"] == "answer"] == []


def test_the_price_of_another_thing_is_not_given_from_another_language(tmp_path: Path) -> None:
    sources = [{"source_id": name, "text": text} for name, text in PRICE_LISTS]
    replies = asked_of(tmp_path, sources, ["How much is a massage?", "How much is a facial?", "Cât costă epilarea?"])
    assert [reply["text"] for reply in replies if reply["action"] == "answer"] == []


def test_what_a_document_says_is_answered(tmp_path: Path) -> None:
    replies = asked_of(tmp_path, ROWS, [question for question, _ in SAID])
    said = [(question, reply["text"]) for (question, _), reply in zip(SAID, replies, strict=True)]
    assert [text for text, (_, value) in zip(said, SAID, strict=True) if value not in text[1]] == []
