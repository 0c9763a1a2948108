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
    assert [(one.label, one.force) for one in made] == [("d-0", "in_force"), ("d-7", "replaced")]


def test_periods_decide_the_order_before_the_time_of_reading() -> None:
    later, now = read("b", "current", "2026-11-01"), read("a", "current", "2026-10-01", "2026-10-31")
    made = editions([now, later, read("c", "draft", "2026-12-01")], DAY)
    assert [(one.label, one.force) for one in made] == [("c", "draft"), ("b", "later"), ("a", "in_force")]


def test_what_took_the_place_of_another_is_newer_whatever_its_period_says() -> None:
    """Seen on a file that was added with a period, and again without one: the old text stood as the new one."""
    versions = [
        read("b", "current") | {"supersedes": "leave@a"},
        read("a", "archived", "2026-01-01") | {"supersedes": "leave@0"},
        read("0", "archived", "2026-06-01"),
    ]
    assert [(one.label, one.number) for one in editions(versions, DAY)] == [("b", 3), ("a", 2), ("0", 1)]


def test_versions_that_name_each_other_in_a_ring_are_all_shown() -> None:
    ring = [read("a", "archived") | {"supersedes": "leave@b"}, read("b", "archived") | {"supersedes": "leave@a"}]
    assert len(editions(ring, DAY)) == 2
