"""Is a question that is too long refused before any work is done on it?"""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import cast

import pytest
from texts import asked, library_of

from opora.ask import AskRules, ask
from opora.domain.question import LONGEST, MOST_PARTS, Question
from opora.errors import UsageError
from opora.ports import Library


def test_a_question_over_the_limit_is_refused_unread() -> None:
    untouched = cast(Library, object())
    with pytest.raises(UsageError, match=f"{LONGEST + 1:,} characters, and at most {LONGEST:,} are read"):
        ask(Question("ж" * (LONGEST + 1), dt.date(2026, 10, 23)), untouched, None, AskRules())


def test_questions_beyond_the_number_answered_are_named(tmp_path: Path) -> None:
    library = library_of(tmp_path, {"prices": "Card A1 costs 3 EUR.\n\nCard A60 costs 7 EUR."})
    reply = asked(library, " ".join(f"How much is card A{number}?" for number in range(1, 61)))
    assert len(reply.requirements) == MOST_PARTS
    assert reply.coverage.dropped_intent_segments[-1].startswith(f"How much is card A{MOST_PARTS + 1}")
    assert "this was not looked at, ask it anew: “How much is card A41" in reply.text
    library.close()


def test_what_is_asked_over_and_over_is_asked_once(tmp_path: Path) -> None:
    library = library_of(tmp_path, {"prices": "A card costs 3 EUR."})
    reply = asked(library, "How much is a card? " * 150)
    assert [one.text for one, _ in reply.requirements] == ["How much is a card"]
    assert not reply.coverage.dropped_intent_segments
    library.close()
