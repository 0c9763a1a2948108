"""Does a reply whose checks embedded texts come out the same from its trace alone?"""

from __future__ import annotations

from pathlib import Path

import pytest
from desk import asked_of, run_json

from opora.store.sqlite import SqliteLibrary

pytestmark = pytest.mark.slow

_SOURCES = [
    {"source_id": "prices", "text": "Washing a carpet costs 30 EUR.\n\nDry cleaning of a coat costs 18 EUR."},
    {"source_id": "show", "text": "Maria Lund performed the anthem at the opening of the games in Oslo."},
    {"source_id": "clinic", "text": "Чистка зубов кошки стоит 3 450 рублей.\n\nПрививка собаки стоит 1 500 рублей."},
]
_QUESTIONS = (
    "What does dry cleaning of a dress cost?",
    "How much does washing a curtain cost?",
    "What did Maria Lund sing at the opening of the games?",
    "Сколько стоит чистка ушей собаки?",
)


def test_replies_that_embedded_texts_are_replayed_without_the_model(tmp_path: Path) -> None:
    replies = asked_of(tmp_path, _SOURCES, _QUESTIONS)
    library = SqliteLibrary.open(tmp_path / "lib", read_only=True)
    traces = [library.trace(reply["trace_id"]) for reply in replies]
    library.close()
    assert any(trace is not None and trace.context.get("embedded") for trace in traces)
    for reply in replies:
        code, told = run_json(tmp_path / "lib", "replay", reply["trace_id"])
        assert (code, told.get("error"), told["first_difference"]) == (0, None, None), told
