"""Is the one cell told that a question names by its row and its column, however it names them?"""

from __future__ import annotations

from pathlib import Path

import pytest
from texts import asked, library_of

PETS = """# Pet cover: premiums

The premium depends on the kind and the age of the pet.

| Pet | Under 2 years | 2 to 7 years | Over 7 years |
| --- | --- | --- | --- |
| Dog | $318 | $405 | $640 |
| Cat | $196 | $244 | $388 |
| Rabbit | $88 | $112 | $147 |
"""
HOME = """# Home deductibles

Deductibles by peril and zone.

| Peril | Zone A | Zone B |
| --- | --- | --- |
| Flood | $4,750 | $9,250 |
| Wind | $1,150 | $2,350 |
| Hail | $650 | $850 |
"""
CARGO = """# Тарифи вантажів

Премія за одне перевезення вантажу.

| Вантаж | Залізниця | Літак |
| --- | --- | --- |
| Електроніка | 2 480 грн | 4 020 грн |
| Меблі | 760 грн | 1 580 грн |
"""
TRAVEL = """# Asigurare de călătorie

Prima depinde de zonă și de durată.

| Zona | 7 zile | 14 zile |
| --- | --- | --- |
| Europa | 42,50 lei | 68,90 lei |
| Asia | 87,30 lei | 141,75 lei |
"""


@pytest.mark.parametrize(
    ("text", "question", "cell"),
    [
        (HOME, "Flood deductible, Zone A", "$4,750"),
        (HOME, "Zone B, hail deductible?", "$850"),
        (PETS, "What is the premium for a cat over 7 years?", "$388"),
        (PETS, "Premium for a dog, 2 to 7 years?", "$405"),
        (CARGO, "Скільки становить премія за вантаж «Електроніка», Залізниця?", "2 480 грн"),
        (CARGO, "Меблі, Літак: премія", "1 580 грн"),
        (TRAVEL, "Cât costă asigurarea pentru Europa, 7 zile?", "42,50 lei"),
    ],
)
def test_a_cell_named_by_row_and_column_is_told_alone(tmp_path: Path, text: str, question: str, cell: str) -> None:
    reply = asked(library_of(tmp_path, {"prices": text}), question)
    assert [claim.evidence.quote for claim in reply.claims] == [cell]
    assert reply.type == "factual"
    assert reply.coverage.requirements_covered == reply.coverage.requirements_total


def test_a_row_alone_singles_out_no_cell(tmp_path: Path) -> None:
    reply = asked(library_of(tmp_path, {"prices": HOME}), "What is the flood deductible?")
    assert {claim.evidence.quote for claim in reply.claims} == {"$4,750", "$9,250"}


def test_two_rows_of_one_column_are_both_told(tmp_path: Path) -> None:
    reply = asked(library_of(tmp_path, {"prices": HOME}), "Flood deductible and hail deductible in Zone A?")
    assert {claim.evidence.quote for claim in reply.claims} == {"$4,750", "$650"}


def test_a_thing_that_no_row_names_is_not_told_by_its_column(tmp_path: Path) -> None:
    reply = asked(library_of(tmp_path, {"prices": HOME}), "What is the theft deductible in Zone A?")
    assert reply.action == "abstain"
