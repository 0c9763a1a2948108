"""How is the text of a source taken out of traces and logged searches while their chains go on holding?

The parts that may hold it are replaced by their seals; where it stood (``log.addresses``, ``addresses``) is left. A trace
that cites other sources too loses their text as well: a reply cannot be cut apart.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

from opora.canonical import canonical_text, digest
from opora.domain.trace import Trace
from opora.store.connection import as_library_error, connect, first, writing
from opora.store.emptied import Kept, empty_records
from opora.store.erasing_gaps import forget_answer
from opora.store.frequent import choose
from opora.store.ledger import append_trace

if TYPE_CHECKING:
    import apsw

# What may stay: the question and what was made of it, places, digests and figures. Everything else goes.
_STEPS: Final = frozenset(("normalise", "require", "plan"))
_REPLY: Final = frozenset(("language", "type", "action", "coverage", "requirements", "gap_id"))
_LOG: Final = frozenset(("addresses", "took_ms", "replay"))
_CONTEXT: Final = frozenset(
    (
        *("format", "program", "model_id", "rules", "question", "queries", "failed", "of", "frequency"),
        *("fragment_count", "axes", "lexical", "dense", "bm25", "bm25_most", "cosines", "passage_cosines", "sentences"),
        *("statements", "fragment_cosines"),
        *("between", "neighbours", "digests", "dropped", "any_in_force"),
    )
)
_KEPT: Final = Kept(_REPLY, _LOG, _CONTEXT, search=frozenset(("candidates",)), steps=_STEPS)


def erase_records(path: Path, source_id: str, day: str) -> list[str]:
    """Erase, and chain a record of it, in one transaction. What was changed, as "trace ID" and "search NUMBER"."""
    connection = connect(path, read_only=False)
    try:
        connection.execute("pragma secure_delete=on")
        with writing(connection, path):
            done = [*erase(connection, source_id), *forget_answer(connection, source_id)]
            if done:
                append_trace(connection, _record(connection, source_id, day, done))
    finally:
        connection.close()
    return done


def scrub(path: Path) -> None:
    """Leave nothing of what was deleted in free pages, in the word index or in the write-ahead log. Rewrites the file."""
    import apsw

    connection = connect(path, read_only=False)
    try:
        connection.execute("insert into words(words) values('optimize')")
        with writing(connection, path):
            choose(connection)  # no place of what is gone is kept
        connection.execute("vacuum")
        connection.execute("pragma wal_checkpoint(truncate)")
    except apsw.Error as problem:
        raise as_library_error(problem, path) from problem
    finally:
        connection.close()


def _record(connection: apsw.Connection, source_id: str, day: str, done: list[str]) -> Trace:
    head = first(connection, "select v from meta where k = 'trace_head'")
    name = "E" + digest(canonical_text([source_id, day, head]))[:16]
    log: dict[str, object] = {"source_id": source_id, "erased": done}
    reply: dict[str, object] = {"action": "erased"}
    return Trace(name, "", day, "", "erasure", (), reply, log)


def erase(connection: apsw.Connection, source_id: str) -> list[str]:
    """Inside the caller's transaction."""
    own = json.dumps(source_id, ensure_ascii=False)[:-1]
    return empty_records(connection, lambda data: f'{own}"' in data or f"{own}@" in data, _KEPT)
