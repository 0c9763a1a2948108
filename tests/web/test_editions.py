"""Which version of a source is shown as the one that answers?"""

from __future__ import annotations

import datetime as dt
from typing import Any

from opora.web.drawn.opened import editions

DAY = dt.date(2026, 10, 23)


def read(version: str, status: str, start: str | None = None, end: str | None = None) -> dict[str, Any]:
    return {
        "version_id": f"leave@{version}",
        "label": version,
        "valid_from": start,
        "valid_until": end,
        "status": status,
    }


def test_what_was_archived_is_not_shown_as_in_force_and_the_last_read_comes_first() -> None:
    made = editions([read("d-7", "archived"), read("d-0", "current")], DAY)
    assert [(one.label, one.force) for one in made] == [("d-0", "in_force"), ("d-7", "ended")]


def test_periods_decide_the_order_before_the_time_of_reading() -> None:
    later, now = read("b", "current", "2026-11-01"), read("a", "current", "2026-10-01", "2026-10-31")
    made = editions([now, later, read("c", "draft", "2026-12-01")], DAY)
    assert [(one.label, one.force) for one in made] == [("c", "draft"), ("b", "later"), ("a", "in_force")]
