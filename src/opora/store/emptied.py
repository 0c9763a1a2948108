"""What is left of a trace or a logged search when its text is taken out, and its chain still holds?"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from opora.canonical import canonical_text
from opora.seal import erased, is_erased
from opora.store.connection import fetch

if TYPE_CHECKING:
    import apsw

Keeping = frozenset[str]


@dataclass(frozen=True, slots=True)
class Kept:
    """Names of what stays in the parts of a trace; ``search``: what goes of a logged search; ``steps``: those that stay whole."""

    reply: Keeping
    log: Keeping
    context: Keeping
    search: Keeping
    steps: Keeping = frozenset()
    question: bool = True


def empty_records(connection: apsw.Connection, holds: Callable[[str], bool], kept: Kept) -> list[str]:
    """Inside the caller's transaction: every record that ``holds`` the text loses it. As "trace ID" and "search NUMBER"."""
    done: list[str] = []
    for number, name, data in fetch(connection, "select seq, trace_id, data from trace order by seq"):
        told = _emptied(data, holds, lambda record: _of_trace(record, kept))
        if told is not None:
            connection.execute("update trace set data = ? where seq = ?", (told, number))
            done.append(f"trace {name}")
    for number, data in fetch(connection, "select seq, data from search_log order by seq"):
        told = _emptied(data, holds, lambda record: _of_search(record, kept))
        if told is not None:
            connection.execute("update search_log set data = ? where seq = ?", (told, number))
            done.append(f"search {number}")
    return done


def _emptied(data: str, holds: Callable[[str], bool], empty: Callable[[dict[str, Any]], dict[str, Any]]) -> str | None:
    """The record in the form it is kept in; ``None`` when it does not hold the text, or nothing of it is left to take."""
    if not holds(data):
        return None
    try:
        record = json.loads(data)
    except ValueError:
        return None
    if not isinstance(record, dict) or record.get("channel") == "erasure":
        return None
    told = canonical_text(empty(record))
    return None if told == data else told


def _of_search(record: dict[str, Any], kept: Kept) -> dict[str, Any]:
    return {key: erased(value) if key in kept.search else value for key, value in record.items()}


def _of_trace(record: dict[str, Any], kept: Kept) -> dict[str, Any]:
    if "seals" not in record:  # from before there were seals: its one digest is all that can be left of it
        empty: dict[str, Any] = {"question": "", "steps": [], "reply": {}, "log": {}}
        return {**record, **empty, "context": {"whole": {"erased": record.get("digest")}}}
    for part, names in (("reply", kept.reply), ("log", kept.log), ("context", kept.context)):
        if isinstance(record.get(part), dict) and not is_erased(record[part]):
            record[part] = _keeping(record[part], names)
    steps = record.get("steps") or ()
    record["steps"] = [one if one.get("name") in kept.steps else _keeping(one, _STEP) for one in steps]
    if not kept.question:
        record["question"] = erased(record.get("question"))
    return record


_STEP = frozenset(("name", "took_ms"))


def _keeping(record: dict[str, Any], names: Keeping) -> dict[str, Any]:
    return {key: value if key in names else erased(value) for key, value in record.items()}
