"""What does a full-text expression find, run as it stands? Over the documents' own words, one row a document."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import TYPE_CHECKING

from opora.domain.case import GivenDocument, Retrieved
from opora.store.connection import fetch, sql

if TYPE_CHECKING:
    import apsw


class ExpressionError(ValueError):
    """The expression is not one that the full-text index understands."""


class ExpressionIndex:
    """An index in memory, closed to writing once it is made. Words are folded by case alone: no forms, no lemmas."""

    def __init__(self, documents: Iterable[GivenDocument]) -> None:
        import apsw

        self._connection: apsw.Connection = apsw.Connection(":memory:")
        self._connection.execute(sql("expression_schema"))
        rows = ((d.source_id, d.version_id, d.text, d.validity.start, d.validity.end) for d in documents if d.enabled)
        for source_id, version_id, text, start, end in rows:
            self._connection.execute(
                "insert into document(source_id, version_id, text, valid_from, valid_until) values(?, ?, ?, ?, ?)",
                (source_id, version_id, text, start and start.isoformat(), end and end.isoformat()),
            )
        self._connection.execute("insert into words(words) values('rebuild')")
        self._connection.execute("pragma query_only = on")

    def run(self, expression: str, at: dt.date) -> tuple[Retrieved, ...]:
        """Every document in force that matches, by source id and version id; none is left out. Raises ExpressionError."""
        import apsw

        values = {"expression": expression, "at": at.isoformat()}
        try:
            rows = fetch(self._connection, sql("expression_run"), values)
        except apsw.Error as problem:
            raise ExpressionError(str(problem).removeprefix("SQLError: ")) from problem
        return tuple(Retrieved(source_id, text, version_id) for source_id, version_id, text in rows)

    def close(self) -> None:
        self._connection.close()
