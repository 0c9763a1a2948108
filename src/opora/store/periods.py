"""Which version is in force when? How a new version's period meets those that are there."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace

from opora.domain.place import Validity
from opora.domain.source import Version
from opora.errors import UsageError

_DAY = dt.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Settled:
    """The new version as it is to be kept, and the earlier ones that change with it."""

    version: Version
    changed: tuple[Version, ...]


def settle(new: Version, others: Sequence[Version]) -> Settled:
    """Periods of one source's current versions made not to overlap; both ends of a period are included.

    Without ``valid_from`` the new version takes the place of those it overlaps. An open end gives way: the earlier
    one is closed the day before the later starts, also when it had been closed for a third. Two explicit periods that overlap are a UsageError.
    """
    if new.status != "current":
        return Settled(new, ())
    rivals = [other for other in others if other.status == "current" and other.version_id != new.version_id]
    new = _ending_before_the_next(new, rivals)
    starts = {other.validity.start for other in rivals}
    changed: list[Version] = []
    for other in rivals:
        if not other.validity.overlaps(new.validity):
            continue
        changed.append(_gives_way(other, new, starts))
    if new.supersedes is None and changed:
        new = replace(new, supersedes=max(changed, key=lambda v: v.validity.start or dt.date.min).version_id)
    return Settled(new, tuple(changed))


def _ending_before_the_next(new: Version, rivals: Sequence[Version]) -> Version:
    start, end = new.validity.start, new.validity.end
    if start is None or end is not None:
        return new
    later = [other.validity.start for other in rivals if other.validity.start and other.validity.start > start]
    return replace(new, validity=Validity(start, min(later) - _DAY)) if later else new


def _gives_way(other: Version, new: Version, starts: set[dt.date | None]) -> Version:
    old, period = other.validity, new.validity
    if period.start is None or old == period or (old.start == period.start and old.end is None):
        return replace(other, status="archived")
    # an end that is only the next one's start counts as open: versions may be added in any order
    is_open = old.end is None or (old.end == period.end and old.end + _DAY in starts)
    if (old.start is None or old.start < period.start) and is_open:
        return replace(other, validity=Validity(old.start, period.start - _DAY))
    raise UsageError(
        f"{new.version_id} ({_shown(period)}) overlaps {other.version_id} ({_shown(old)})",
        "change valid_from or valid_until of one of them",
    )


def _shown(period: Validity) -> str:
    return f"{period.start or '…'} to {period.end or '…'}"
