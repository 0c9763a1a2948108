"""How is the text of a source taken out of traces and logged searches while their chains go on holding?

The parts that may hold it are replaced by their seals; where it stood (``log.addresses``, ``addresses``) is left. A trace
that cites other sources too loses their text as well: a reply cannot be cut apart.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from opora.canonical import canonical_text, digest
from opora.domain.trace import Trace
from opora.seal import erased, is_erased
from opora.store.connection import as_library_error, connect, fetch, first, writing
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
_SEARCH: Final = frozenset(("candidates",))


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
    done: list[str] = []
    for number, name, data in fetch(connection, "select seq, trace_id, data from trace order by seq"):
        told = _without_text(data, source_id, trace=True)
        if told is not None and told != data:
            connection.execute("update trace set data = ? where seq = ?", (told, number))
            done.append(f"trace {name}")
    for number, data in fetch(connection, "select seq, data from search_log order by seq"):
        told = _without_text(data, source_id, trace=False)
        if told is not None and told != data:
            connection.execute("update search_log set data = ? where seq = ?", (told, number))
            done.append(f"search {number}")
    return done


def _without_text(data: str, source_id: str, trace: bool) -> str | None:
    """The record without text, in the form it is kept in; ``None`` when it does not name the source."""
    own = json.dumps(source_id, ensure_ascii=False)[:-1]
    if f'{own}"' not in data and f"{own}@" not in data:
        return None
    try:
        record = json.loads(data)
    except ValueError:
        return None
    if not isinstance(record, dict) or record.get("channel") == "erasure":
        return None
    if not trace:
        return canonical_text({key: erased(value) if key in _SEARCH else value for key, value in record.items()})
    if "seals" not in record:
        return canonical_text(_whole(record))
    for part, names in (("reply", _REPLY), ("log", _LOG), ("context", _CONTEXT)):
        if isinstance(record.get(part), dict) and not is_erased(record[part]):
            record[part] = _keeping(record[part], names)
    record["steps"] = [_step(step) for step in record.get("steps") or ()]
    return canonical_text(record)


def _step(step: dict[str, Any]) -> dict[str, Any]:
    return step if step.get("name") in _STEPS else _keeping(step, frozenset(("name", "took_ms")))


def _keeping(record: dict[str, Any], names: frozenset[str]) -> dict[str, Any]:
    return {key: value if key in names else erased(value) for key, value in record.items()}


def _whole(record: dict[str, Any]) -> dict[str, Any]:
    """A trace from before there were seals: its one digest is all that can be left of it."""
    empty = {"question": "", "steps": [], "reply": {}, "log": {}}
    return {**record, **empty, "context": {"whole": {"erased": record.get("digest")}}}
