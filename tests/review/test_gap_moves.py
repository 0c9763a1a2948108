"""Which moves may an open question make, and which words of an answer tell of a person?"""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from opora.domain.gap import MOVES, Gap, GapMove, GapState, refusal
from opora.errors import PersonalDataError
from opora.review.alike import alike
from opora.review.asked import gap_id_of
from opora.review.personal_data import flags_in, need_confirmed

GAP = Gap("G1", "Who pays", "Who pays?", "2026-10-23", "en", "cli", "default", "T1", "2026-10-23", "2026-10-23")


@pytest.mark.parametrize("state", get_args(GapState))
@pytest.mark.parametrize("move", get_args(GapMove))
def test_what_is_not_in_the_table_is_refused_with_what_can_be_done(state: GapState, move: GapMove) -> None:
    gap = replace(GAP, state=state)
    told = refusal(gap, move)
    if (state, move) in MOVES:
        assert told is None
        return
    assert told is not None
    possible = [one for start, one in MOVES if start == state]
    assert state in told[0] and all(one in told[1] for one in possible)


def test_from_every_state_a_way_leads_back_to_waiting() -> None:
    for state in get_args(GapState):
        if state != "pending":
            assert "pending" in {to for (start, _), to in MOVES.items() if start == state}


def test_the_same_words_are_one_gap_and_another_collection_is_another() -> None:
    assert gap_id_of("Who  pays?", ()) == gap_id_of("who pays", ())
    assert gap_id_of("Who pays", ("a", "b")) == gap_id_of("Who pays", ("b", "a"))
    assert len({gap_id_of("Who pays", ()), gap_id_of("Who pays", ("a",)), gap_id_of("Who paid", ())}) == 3


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("Ask Maria Petrova in room 4.", "name of a person", "Maria Petrova"),
        ("Спросите Марию Петрову в комнате 4.", "name of a person", "Марию Петрову"),
        ("Зверніться до пані Олени.", "name of a person", "Олени"),
        ("Întrebați pe dl. Popescu.", "name of a person", "Popescu"),
        ("Решает И. И. Иванов.", "name of a person", "И. И. Иванов"),
        ("Write to olga@example.org.", "e-mail address", "olga@example.org"),
        ("Call +373 22 123 456.", "phone number", "+373 22 123 456"),
        ("Sunați la 022 123 456.", "phone number", "022 123 456"),
        ("Your order #A-10442 is late.", "order or file number", "A-10442"),
        ("Заказ № 884512 задержан.", "order or file number", "884512"),
        ("Ваш полис АВ-776655 истёк.", "policy or contract number", "АВ-776655"),
        ("Polița nr. RCA1234567 a expirat.", "policy or contract number", "RCA1234567"),
        ("Карта 4111 1111 1111 1111 не подходит.", "card number", "4111 1111 1111 1111"),
    ],
)
def test_what_tells_of_a_person_is_flagged(text: str, kind: str, words: str) -> None:
    assert any(flag.kind == kind and words in flag.text and flag.span.of(text) == flag.text for flag in flags_in(text))


@pytest.mark.parametrize(
    "text",
    ["Dogs may be brought on Fridays.", "Возврат возможен в течение 14 дней.", "Plata se face în 30 de zile.", ""],
)
def test_an_answer_about_nobody_has_no_flags(text: str) -> None:
    assert flags_in(text) == []


def test_flagged_words_are_published_only_when_each_was_confirmed() -> None:
    text = "Write to olga@example.org or call +373 22 123 456."
    with pytest.raises(PersonalDataError, match=r"\+373 22 123 456") as told:
        need_confirmed([text], ["olga@example.org"])
    assert "olga" not in told.value.message
    assert need_confirmed([text], ["OLGA@example.org", "+373 22  123 456"]) == ("olga@example.org", "+373 22 123 456")


def test_other_forms_of_the_same_words_are_proposed_as_a_duplicate() -> None:
    one = replace(GAP, part="Какие документы нужны для возврата товара", language="ru")
    other = replace(one, gap_id="G2", part="Какой документ нужен для возвратов товаров?")
    far = replace(one, gap_id="G3", part="Сколько стоит доставка")
    hidden = replace(other, gap_id="G4", collections=("vault",))
    linked = replace(other, gap_id="G5", state="duplicate", first="G2")
    found = alike(one, [one, other, far, hidden, linked], {})
    assert [(like.gap_id, like.why) for like in found] == [("G2", "word forms")]
