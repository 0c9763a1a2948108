"""Does an answer know whether it still holds on another day?"""

from __future__ import annotations

import datetime as dt

import pytest

from opora.answering.finding import Draft, Finding
from opora.domain.place import Validity
from opora.domain.question import Requirement
from opora.domain.result import Evidence

_ASKED = Requirement("R1", "the old price", "amount", "price", ())
_TEXT = "A towel costs $2."
_DAY = dt.date(2026, 10, 23)


def _finding(start: str, end: str | None, outcome: str = "answer") -> Finding:
    period = Validity(dt.date.fromisoformat(start), dt.date.fromisoformat(end) if end else None)
    evidence = Evidence("E", ("R1",), "a@1:para1", _TEXT, 0, len(_TEXT), "a", "a@1", "Terms", period, "00")
    return Finding(_ASKED, outcome, (Draft(_TEXT, evidence, 1.0, 1.0, (), ()),))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("start", "end", "holds"),
    [
        ("2026-01-01", None, True),
        ("2026-01-01", "2026-12-31", True),
        ("2026-01-01", "2026-10-23", True),
        ("2026-01-01", "2026-10-22", False),
        ("2026-10-24", None, False),
    ],
)
def test_an_answer_holds_on_the_days_of_its_version(start: str, end: str | None, holds: bool) -> None:
    assert _finding(start, end).holds_on(_DAY) is holds


def test_what_is_no_answer_holds_on_no_day() -> None:
    assert not _finding("2026-01-01", None, "weak").holds_on(_DAY)
