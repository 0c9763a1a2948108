"""Is a question that is too long refused before any work is done on it?"""

from __future__ import annotations

import datetime as dt
from typing import cast

import pytest

from opora.ask import AskRules, ask
from opora.domain.question import LONGEST, Question
from opora.errors import UsageError
from opora.ports import Library


def test_a_question_over_the_limit_is_refused_unread() -> None:
    untouched = cast(Library, object())
    with pytest.raises(UsageError, match=f"{LONGEST + 1:,} characters, and at most {LONGEST:,} are read"):
        ask(Question("ж" * (LONGEST + 1), dt.date(2026, 10, 23)), untouched, None, AskRules())
