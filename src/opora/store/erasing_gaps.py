"""How are the words of a person who asked taken out of the library, and the chains go on holding?

They stand in the gap, in its vector, in wordings that lead to answers, in traces and in logged searches. What stays: that
something was asked, when, how often, and by which moves it was settled.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from opora.canonical import canonical_json, canonical_text, digest, revived
from opora.domain.gap import Approved, Gap, Moved
from opora.domain.trace import Trace
from opora.errors import UsageError
from opora.store.connection import connect, fetch, first, writing
from opora.store.emptied import Kept, empty_records
from opora.store.ledger import append_trace

if TYPE_CHECKING:
    import apsw

_KEPT: Final = Kept(
    reply=frozenset(("language", "type", "action", "gap_id")),
    log=frozenset(("addresses", "took_ms", "replay")),
    context=frozenset(("format", "program", "model_id", "rules", "of", "fragment_count", "digests")),
    search=frozenset(("query", "expression", "candidates", "parameters", "warnings")),
    question=False,
)


@dataclass(frozen=True, slots=True)
class ErasedGap:
    """``records``: what was changed, as "trace ID", "search NUMBER", "gap ID". ``sources``: those that wordings led to, which
    have to be cut anew. ``left``: where the same words stand in a document, which only its removal takes out."""

    records: tuple[str, ...]
    sources: tuple[str, ...]
    left: tuple[str, ...]


def erase_gaps(path: Path, gap_id: str, naming: Sequence[str], moved: Moved) -> ErasedGap:
    """The words of one gap (``gap_id`` "" for none), and all that holds one of ``naming``, in capitals or not.

    All in one transaction, with a record of it in the chain. UsageError when there is no such gap. A gap that still waited
    needs no answer from then on: nobody could know what to.
    """
    connection = connect(path, read_only=False)
    try:
        connection.execute("pragma secure_delete=on")
        with writing(connection, path):
            return _erase(connection, gap_id, naming, moved)
    finally:
        connection.close()


def forget_answer(connection: apsw.Connection, source_id: str) -> list[str]:
    """Inside the transaction that erases a source: gaps that it answered no longer hold what it said."""
    done: list[str] = []
    for row in fetch(connection, "select data from gap"):
        gap: Gap = revived(Gap, json.loads(row[0]))
        if gap.answer is None or gap.answer.source_id != source_id:
            continue
        state = "pending" if gap.state == "approved" else gap.state
        history = tuple(replace(one, note="") for one in gap.history)
        _put(connection, replace(gap, state=state, answer=None, history=history))
        done.append(f"gap {gap.gap_id}")
    return done


def _erase(c: apsw.Connection, gap_id: str, naming: Sequence[str], moved: Moved) -> ErasedGap:
    gaps: list[Gap] = [revived(Gap, json.loads(row[0])) for row in fetch(c, "select data from gap")]
    gap = next((one for one in gaps if one.gap_id == gap_id), None)
    if gap_id and gap is None:
        raise UsageError(f"there is no gap {gap_id!r}", "see 'opora gaps list'")
    told = (*((gap.part, gap.question) if gap else ()), *naming)
    words = tuple(dict.fromkeys(one.strip().casefold() for one in told if one.strip()))
    sources = _wordings_out(c, gap_id, words)
    written = [json.dumps(one, ensure_ascii=False)[1:-1] for one in words]
    done = [
        *empty_records(c, lambda data: _holds(data, written), _KEPT),
        *(f"gap {one}" for one in _gaps_out(c, gaps, gap_id, words, moved)),
    ]
    left = [line for one in gaps for line in _left(c, one, words)]
    head = first(c, "select v from meta where k = 'trace_head'")
    name = "E" + digest(canonical_text([gap_id, moved.at, head]))[:16]
    log: dict[str, object] = {"gap_id": gap_id, "erased": done}
    append_trace(c, Trace(name, "", moved.at[:10], "", "erasure", (), {"action": "erased"}, log))
    return ErasedGap(tuple(done), tuple(sources), tuple(left))


def _holds(text: str, words: Sequence[str]) -> bool:
    folded = text.casefold()
    return any(one in folded for one in words)


def _wordings_out(c: apsw.Connection, gap_id: str, words: Sequence[str]) -> list[str]:
    """Wordings of this gap and those that hold the words, whichever answer they lead to; the sources that they led to."""
    found: list[str] = []
    for source_id, path, wording, came_from in fetch(c, "select source_id, path, wording, gap_id from alias"):
        if (gap_id and came_from == gap_id) or _holds(wording, words):
            c.execute("delete from alias where source_id = ? and path = ? and wording = ?", (source_id, path, wording))
            found.append(str(source_id))
    return list(dict.fromkeys(found))


def _gaps_out(c: apsw.Connection, gaps: list[Gap], gap_id: str, words: Sequence[str], moved: Moved) -> list[str]:
    """Gaps lose these words: their own, the messages they stood in, and what leads to their answers."""
    done: list[str] = []
    for own in gaps:
        now = own if own.answer is None else replace(own, answer=_unworded(own.answer, words))
        if own.gap_id == gap_id or _holds(own.part, words):
            waits = own.state == "pending"
            history = tuple(replace(one, note="") for one in own.history)
            history = (*history, replace(moved, note="its words were erased")) if waits else history
            now = replace(now, part="", question="", state="ignored" if waits else own.state, history=history)
            c.execute("delete from gap_vector where gap_id = ?", (own.gap_id,))
        elif _holds(own.question, words):
            now = replace(now, question=own.part)
        if any(_holds(one.note, words) for one in now.history):
            history = tuple(replace(one, note="") if _holds(one.note, words) else one for one in now.history)
            now = replace(now, history=history)
        if now != own:
            _put(c, now)
            done.append(own.gap_id)
    return done


def _unworded(answer: Approved, words: Sequence[str]) -> Approved:
    aliases = tuple(one for one in answer.aliases if not _holds(one, words))
    published = f"{answer.question}\n{answer.text}"
    return replace(answer, aliases=aliases, confirmed=tuple(one for one in answer.confirmed if one in published))


def _left(c: apsw.Connection, gap: Gap, words: Sequence[str]) -> list[str]:
    """An answer that quotes the words is a document of somebody's: its removal is a decision of its own."""
    answer = gap.answer
    if answer is None or first(c, "select 1 from source where source_id = ?", (answer.source_id,)) is None:
        return []
    if not _holds(f"{answer.question}\n{answer.text}", words):
        return []
    return [f"the answer {answer.source_id} quotes it: opora remove {answer.source_id} --erase"]


def _put(c: apsw.Connection, gap: Gap) -> None:
    c.execute("update gap set state = ?, data = ? where gap_id = ?", (gap.state, canonical_json(gap), gap.gap_id))
