"""Is the old price the one before today's, said with its day, and never today's?"""

from __future__ import annotations

from pathlib import Path

import pytest
from desk import asked_of, run_json

pytestmark = pytest.mark.slow

_POLICY = {"source_id": "osago"}
_SOURCES = [
    {
        "text": "Полис для мотоцикла стоит 4 300 рублей.",
        "label": "v1",
        "valid_from": "2026-01-01",
        "valid_until": "2026-06-30",
    },
    {"text": "Полис для мотоцикла стоит 4 750 рублей.", "label": "v2", "valid_from": "2026-07-01"},
]
_OTHERS = [
    {
        "source_id": "gym-a",
        "text": "The Harbour pass costs $24.",
        "valid_from": "2026-01-01",
        "valid_until": "2026-08-31",
    },
    {"source_id": "gym-b", "text": "The Harbour pass costs $31.", "valid_from": "2026-09-01"},
    {"source_id": "pool", "text": "A swimming lesson costs $12.", "valid_from": "2026-03-01"},
    {"source_id": "rent", "text": "The old price of a skate rental was $7.", "valid_from": "2026-03-01"},
]
_NONE = ("What was the former price of a swimming lesson?",)
_FORMER = {
    "Старая цена полиса для мотоцикла?": "4 300",
    "Какой была прежняя цена полиса для мотоцикла?": "4 300",
    "Сколько раньше стоил полис для мотоцикла?": "4 300",
    "What was the old price of the Harbour pass?": "$24",
    "How much did the Harbour pass use to cost?": "$24",
    "What was the old price of a skate rental?": "$7",
}


def test_the_old_price_is_the_one_before_todays(tmp_path: Path) -> None:
    sources = [_POLICY | one for one in _SOURCES] + _OTHERS
    replies = asked_of(tmp_path, sources, (*_FORMER, *_NONE))
    for reply, (question, price) in zip(replies, _FORMER.items(), strict=False):
        assert reply["claims"], (question, reply["text"])
        assert price in reply["claims"][0]["text"].replace("\xa0", " "), (question, reply["text"])
    for reply in replies[len(_FORMER) :]:
        assert reply["action"] != "answer", reply["text"]
    for reply in replies:
        code, told = run_json(tmp_path / "lib", "replay", reply["trace_id"])
        assert (code, told.get("error"), told["first_difference"]) == (0, None, None), told
