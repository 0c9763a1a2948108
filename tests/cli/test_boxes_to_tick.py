"""Does a box that nobody ticked stay unsaid, and is the ticked one the answer, in all four languages?"""

from __future__ import annotations

from pathlib import Path

import pytest
from desk import asked_of

FORMS = [
    (
        "Home policy\n\nChosen covers:\n☐ Earthquake cover is included\n☒ Theft cover is included\n",
        ("Is earthquake cover included?", "Which covers were chosen?", "☒ Theft cover is included"),
    ),
    (
        "Договор страхования\n\nВыбранные риски:\n☐ Землетрясение включено в покрытие\n☒ Кража включена в покрытие\n",
        ("Включено ли землетрясение?", "Какие риски выбраны?", "☒ Кража включена в покрытие"),
    ),
    (
        "Договір страхування\n\nОбрані ризики:\n☐ Землетрус включено до покриття\n☒ Крадіжку включено до покриття\n",
        ("Чи включено землетрус?", "Які ризики обрано?", "☒ Крадіжку включено до покриття"),
    ),
    (
        "Contract de asigurare\n\nRiscuri alese:\n☐ Cutremurul este inclus în acoperire\n☒ Furtul este inclus în acoperire\n",
        ("Este inclus cutremurul?", "Ce riscuri au fost alese?", "☒ Furtul este inclus în acoperire"),
    ),
]


@pytest.mark.parametrize(("form", "asked"), FORMS)
def test_what_nobody_ticked_is_never_said(tmp_path: Path, form: str, asked: tuple[str, str, str]) -> None:
    whether, which, answer = asked
    first, second = asked_of(tmp_path, [{"source_id": "form", "text": form}], [whether, which])
    assert (first["type"], first["claims"]) == ("no_grounded_answer", [])
    assert answer in [claim["text"] for claim in second["claims"]]
    assert "☐" not in str(second)
