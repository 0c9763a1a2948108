"""Of several values in one sentence, is the one that was asked about the claim's value?"""

from __future__ import annotations

from pathlib import Path

import pytest
from desk import asked_of

pytestmark = pytest.mark.slow

ASKED = [
    ("Взрослый абонемент стоит 2 400 рублей, детский абонемент — 1 100 рублей.", "Сколько стоит детский абонемент?", "1 100 рублей"),
    ("Прання сорочки коштує 90 гривень, а прання пальта коштує 340 гривень.", "Скільки коштує прання пальта?", "340 гривень"),
    ("Un bilet costă 12 lei, iar abonamentul anual costă 900 de lei.", "Cât costă abonamentul anual?", "900 de lei"),
    ("The most we pay for a broken window is EUR 400 and for a stolen bicycle EUR 1,500.", "What is the most you pay for a stolen bicycle?", "EUR 1,500"),
    ("The harbour tour takes 45 minutes and costs €18.", "How much is the harbour tour?", "€18"),
]  # fmt: skip


def test_the_value_is_that_of_the_part_asked_about(tmp_path: Path) -> None:
    sources = [{"source_id": f"s{n}", "text": text} for n, (text, _, _) in enumerate(ASKED)]
    replies = asked_of(tmp_path, sources, [question for _, question, _ in ASKED])
    assert [[claim["value"] for claim in reply["claims"]] for reply in replies] == [[value] for _, _, value in ASKED]
