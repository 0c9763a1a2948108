"""Does a number that was not read surely stand in the way of what needs it, and of nothing else?"""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest

from opora.answering.finding import Draft
from opora.answering.uncertain import is_unread, needed
from opora.domain.doubt import UNREAD, UncertainNumber
from opora.domain.place import Validity
from opora.domain.result import Evidence

FORCE = Validity(dt.date(2026, 1, 1), None)


def draft(text: str, quote: str, anchor: str) -> Draft:
    evidence = Evidence("E1", ("R1",), anchor, quote, 500, 500 + len(quote), "price", "price@1", "1", FORCE, "0" * 64)
    return Draft(text, evidence, 1.0, 1.0, (), ())


def number(path: str, start: int, text: str = "30") -> UncertainNumber:
    return UncertainNumber("N1", "price@1", path, start, start + len(text), text)


@pytest.mark.parametrize(
    ("path", "start", "is_needed"),
    [
        ("p1:t1:row1", 460, True),
        ("p1:t1:row2", 503, True),
        ("p1:t2:row1", 900, False),
        ("p1:t11:row1", 300, False),
        ("p1:h1", 10, True),
        ("p2:para4", 900, False),
    ],
)
def test_a_head_of_the_same_table_is_needed_and_the_same_digits_elsewhere_are_not(
    path: str, start: int, is_needed: bool
) -> None:
    said = draft("Over 30 km, price: 12 USD", "12 USD", "price@1:p1:t1:row2:col3")
    assert bool(needed(said, [number(path, start)])) is is_needed


def test_a_number_of_the_quote_is_needed_and_one_beside_it_is_not() -> None:
    said = draft("Storing costs 12 USD.", "Storing costs 12 USD.", "price@1:p1:para2#0-21")
    assert needed(said, [number("p1:para2", 514, "12")])
    assert not needed(said, [number("p1:para2", 530, "12")])


def test_a_place_nobody_could_read_holds_its_line_back_until_a_person_reads_it() -> None:
    said = draft("The fee is □ a day.", "The fee is □ a day.", "price@1:p1:para2#0-19")
    lost = number("p1:para2", 511, UNREAD)
    assert is_unread(said, [lost]) and not is_unread(said, [replace(lost, state="confirmed")])
    assert not is_unread(said, [number("p1:para2", 511, "7")]) and not is_unread(
        said, [number("p1:para2", 530, UNREAD)]
    )
