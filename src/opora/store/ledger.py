"""How are traces, searches and deeds kept so that a change, a loss or another order shows?

Each row names the digest of the row before; how many there are and the digest of the newest stand in ``meta``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Final

from opora.canonical import digest, plain
from opora.domain.deed import Deed
from opora.domain.result import SearchLog
from opora.domain.trace import Step, Trace
from opora.seal import Sealed, sealed
from opora.store.connection import fetch, first

if TYPE_CHECKING:
    import apsw

    Reading = Callable[[], AbstractContextManager[apsw.Connection]]

_OF_THE_CHAIN: Final = ("addresses", "previous", "digest", "seals")


@dataclass(frozen=True, slots=True)
class Row:
    """One record as it stands on disk: its number, the id and digest beside it (a search has no id), and its JSON."""

    number: int
    name: str
    digest: str
    data: str


class Rows:
    """All records of one kind in their order, read anew each time they are gone through."""

    def __init__(self, reading: Reading, query: str) -> None:
        self._reading, self._query = reading, query

    def __iter__(self) -> Iterator[Row]:
        with self._reading() as connection:
            for number, *texts in connection.execute(self._query):
                # what is no longer UTF-8 is read with replacement characters, and then has not the digest it should
                yield Row(int(number), *(bytes(text or b"").decode("utf-8", "replace") for text in texts))


@dataclass(frozen=True, slots=True)
class Chain:
    """All rows of one kind, and what ``meta`` says of them. The first ``unsealed`` were written before seals."""

    rows: Rows
    count: int
    head: str
    unsealed: int = 0


@dataclass(frozen=True, slots=True)
class Ledger:
    traces: Chain
    searches: Chain
    deeds: Chain


def append_trace(connection: apsw.Connection, trace: Trace) -> Trace:
    """Inside the caller's transaction. The trace as it is kept: with ``previous``, ``seals`` and ``digest``."""
    previous = first(connection, "select v from meta where k = 'trace_head'") or ""
    record = {field.name: getattr(trace, field.name) for field in fields(trace)}
    record |= {"previous": previous, "steps": [_step(step) for step in trace.steps]}
    done = sealed(record)
    values = (trace.trace_id, done.digest, done.text)
    connection.execute("insert into trace(trace_id, digest, data) values(?,?,?)", values)
    _advance(connection, "trace", done)
    return replace(trace, previous=previous, digest=done.digest, seals=done.seals)


def append_search(connection: apsw.Connection, log: SearchLog) -> None:
    """Inside the caller's transaction."""
    record: Any = plain(log)
    record["addresses"] = [[one.get("fragment_id"), digest(str(one.get("text")))] for one in log.candidates]
    record["previous"] = first(connection, "select v from meta where k = 'search_head'") or ""
    done = sealed(record)
    connection.execute("insert into search_log(digest, data) values(?,?)", (done.digest, done.text))
    _advance(connection, "search", done)


def append_deed(connection: apsw.Connection, deed: Deed) -> None:
    """Inside the caller's transaction."""
    record: Any = plain(deed)
    record["previous"] = first(connection, "select v from meta where k = 'deed_head'") or ""
    done = sealed(record)
    connection.execute("insert into deed(digest, data) values(?,?)", (done.digest, done.text))
    _advance(connection, "deed", done)


def bare(record: dict[str, object]) -> dict[str, object]:
    """A search as it was logged, without what the chain added."""
    return {name: value for name, value in record.items() if name not in _OF_THE_CHAIN}


def read(reading: Reading) -> Ledger:
    """All chains; ``reading`` opens a read transaction."""
    with reading() as connection:
        query = "select cast(k as blob), case typeof(v) when 'text' then cast(v as blob) else v end from meta"
        meta = {_text(key): _text(value) for key, value in fetch(connection, query)}
    traces = Rows(
        reading, "select seq, cast(trace_id as blob), cast(digest as blob), cast(data as blob) from trace order by seq"
    )
    searches = Rows(reading, "select seq, x'', cast(digest as blob), cast(data as blob) from search_log order by seq")
    deeds = Rows(reading, "select seq, x'', cast(digest as blob), cast(data as blob) from deed order by seq")
    return Ledger(
        Chain(traces, _number(meta.get("trace_count")), str(meta.get("trace_head", ""))),
        Chain(
            searches,
            _number(meta.get("search_count")),
            str(meta.get("search_head", "")),
            _number(meta.get("search_unsealed")),
        ),
        Chain(deeds, _number(meta.get("deed_count")), str(meta.get("deed_head", ""))),
    )


def _step(step: Step) -> dict[str, object]:
    return {"name": step.name, "input": step.input, "output": step.output, "took_ms": step.took_ms}


def _advance(connection: apsw.Connection, kind: str, done: Sealed) -> None:
    connection.execute("update meta set v = v + 1 where k = ?", (f"{kind}_count",))
    connection.execute("update meta set v = ? where k = ?", (done.digest, f"{kind}_head"))


def _text(value: Any) -> Any:
    """Bytes as text; what is no longer UTF-8 becomes something else than it was."""
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value


def _number(value: object) -> int:
    return value if isinstance(value, int) else -1
