"""Which documents are there, and which of them were in force on a day? Looked up by source id, version id or label."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from opora.domain.case import GivenDocument


def base(reference: str) -> str:
    """The source id of a source id or version id.

    >>> base("price@2026-10"), base("price")
    ('price', 'price')
    """
    return reference.partition("@")[0]


def same_source(one: str, other: str) -> bool:
    """Whether two references may mean one thing: equal, or one names the source and the other a version of it."""
    return one == other or (base(one) == base(other) and not ("@" in one and "@" in other))


class Shelf:
    """All documents of a diagnosis. Without any (``None``) every question about them is answered ``None``."""

    def __init__(self, documents: Iterable[GivenDocument] | None) -> None:
        self.given = documents is not None
        self._by_source: dict[str, list[GivenDocument]] = {}
        for document in documents or ():
            self._by_source.setdefault(document.source_id, []).append(document)

    def all(self) -> list[GivenDocument]:
        return [document for documents in self._by_source.values() for document in documents]

    def editions(self, reference: str) -> list[GivenDocument]:
        """The versions a reference may mean; a source id means all of its versions."""
        found = self._by_source.get(base(reference), [])
        if "@" not in reference:
            return found
        return [document for document in found if document.version_id == reference]

    def known(self, reference: str) -> bool | None:
        return bool(self.editions(reference)) if self.given else None

    def nearest(self, version_id: str) -> str:
        """The version as it is named; its source alone, where a manifest without labels names no versions at all."""
        editions = self.editions(base(version_id))
        unnamed = bool(editions) and all(one.row and not one.label for one in editions)
        return base(version_id) if unnamed else version_id

    def in_force(self, reference: str, at: dt.date) -> list[GivenDocument]:
        """The versions that may answer on that day: period and switch both."""
        return [one for one in self.editions(reference) if one.enabled and one.validity.includes(at)]

    def is_in_force(self, reference: str, at: dt.date) -> bool | None:
        """``None`` when there are no documents to look at; something that does not exist is not in force."""
        return bool(self.in_force(reference, at)) if self.given else None

    def text(self, reference: str, at: dt.date) -> str:
        """All texts in force on the day, or "" ."""
        return "\n".join(document.text for document in self.in_force(reference, at))

    def authority(self, reference: str, at: dt.date) -> int | None:
        ranks = [one.authority for one in self.in_force(reference, at) if one.authority is not None]
        return max(ranks, default=None)
