"""Which id does a new version get, which version does it follow, and how much does its report count?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence

from opora.domain.anchor import slug
from opora.domain.source import Version


def version_id_of(source_id: str, label: str, text_digest: str, earlier: Iterable[Version]) -> str:
    """``source@label``; the same label with other text is ``label~2``, then ``label~3``."""
    taken = {version.version_id: version.text_digest for version in earlier}
    base = f"{source_id}@{slug(label)}"
    candidate, number = base, 1
    while candidate in taken and taken[candidate] != text_digest:
        number += 1
        candidate = f"{base}~{number}"
    return candidate


def latest(versions: Sequence[Version]) -> str | None:
    ordered = sorted(versions, key=lambda version: (version.validity.start or dt.date.min, version.version_id))
    return ordered[-1].version_id if ordered else None


def blocks_in(report: Mapping[str, object]) -> int:
    """How many blocks a version has, by its report."""
    kinds = report.get("blocks")
    return sum(whole(count) for count in kinds.values()) if isinstance(kinds, dict) else 0


def whole(value: object) -> int:
    """The count that a report holds; 0 for anything else."""
    return value if isinstance(value, int) else 0
