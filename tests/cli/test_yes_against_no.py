"""Is it told when one document in force allows what another forbids, and does the higher authority decide?"""

from __future__ import annotations

from pathlib import Path

import pytest
from desk import asked_of, paired

pytestmark = pytest.mark.slow

AGAINST = [
    ("Велосипеды можно оставлять во дворе.", "Велосипеды нельзя оставлять во дворе.", "Можно ли оставлять велосипеды во дворе?"),
    ("Предоплата возвращается.", "Предоплата не возвращается.", "Возвращается ли предоплата?"),
    ("Стоянка для мешканців безкоштовна.", "Стоянка для мешканців платна.", "Чи безкоштовна стоянка для мешканців?"),
    ("В'їзд на територію вночі дозволено.", "В'їзд на територію вночі заборонено.", "Чи дозволено в'їзд на територію вночі?"),
    ("Accesul cu bicicleta este permis.", "Accesul cu bicicleta este interzis.", "Este permis accesul cu bicicleta?"),
    ("Lunch is included in the course fee.", "Lunch is not included in the course fee.", "Is lunch included in the course fee?"),
    ("Filming is allowed in the hall.", "Filming is prohibited in the hall.", "Is filming allowed in the hall?"),
    ("Bicycles may be taken on the tram.", "Nobody may take a bicycle on the tram.", "May I take a bicycle on the tram?"),
    ("A helmet is required for karting.", "Karting is possible without a helmet.", "Is a helmet required for karting?"),
    ("Ужин входит в стоимость тура.", "Ужин оплачивается отдельно, в стоимость тура он не входит.", "Входит ли ужин в стоимость тура?"),
    ("В архіві можна фотографувати документи.", "Фотографувати документи в архіві не дозволяється.", "Чи можна фотографувати документи в архіві?"),
    ("Intrarea cu umbrele în sală este interzisă.", "Vizitatorii pot intra în sală cu umbrele.", "Se poate intra în sală cu umbrele?"),
    ("The ticket is refundable.", "The ticket is non-refundable.", "Is the ticket refundable?"),
]  # fmt: skip
APART = [
    ("Lunch is included in the full fee.", "Lunch is not included in the reduced fee.", "Is lunch included in the full fee?"),
    ("Filming is allowed in the yard.", "Filming is prohibited in the laboratory.", "Is filming allowed in the yard?"),
    ("The gym is open to guests over 14.", "Guests under 14 are not admitted to the gym.", "Are guests over 14 admitted to the gym?"),
    ("Bicycles with a bell are allowed in the park.", "Bicycles without a bell are not allowed in the park.", "Are bicycles with a bell allowed in the park?"),
    ("С договором замена возможна.", "Без договора замена невозможна.", "Возможна ли замена с договором?"),
    ("Members may use the sauna.", "Non-members may not use the sauna.", "May members use the sauna?"),
    ("Без пропуска въезд запрещён.", "Въезд по пропуску разрешён.", "Разрешён ли въезд по пропуску?"),
    ("Cameras are allowed in the tower.", "Cameras are not forbidden in the tower.", "Are cameras allowed in the tower?"),
    ("Детей пускают в бассейн.", "Детей не пускают в сауну.", "Пускают ли детей в бассейн?"),
]  # fmt: skip


def test_yes_against_no_is_told_with_both(tmp_path: Path) -> None:
    replies = asked_of(tmp_path, paired(AGAINST), [pair[2] for pair in AGAINST])
    assert [reply["type"] for reply in replies] == ["clarification_required"] * len(AGAINST)
    assert all(len(reply["conflicts"][0]["values"]) == 2 for reply in replies)


def test_of_yes_and_no_the_higher_authority_answers(tmp_path: Path) -> None:
    replies = asked_of(tmp_path, paired(AGAINST, ("1", "9")), [pair[2] for pair in AGAINST])
    said = [reply["claims"][0]["citation"]["source_id"] for reply in replies]
    assert said == [f"p{n}b" for n in range(len(AGAINST))]


def test_yes_here_and_no_there_is_no_contradiction(tmp_path: Path) -> None:
    replies = asked_of(tmp_path, paired(APART), [pair[2] for pair in APART])
    assert [reply["conflicts"] for reply in replies] == [[]] * len(APART)
    assert [reply["action"] for reply in replies] == ["answer"] * len(APART)
