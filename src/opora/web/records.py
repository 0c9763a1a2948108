"""What was asked, what was replied, does it come out again, and who did what? The records that a reader may see."""

from __future__ import annotations

import dataclasses
import datetime as dt
import uuid
from typing import TYPE_CHECKING, Any

from opora.commands.library_desk import Call
from opora.web import permits
from opora.web.opened import Opened
from opora.web.refusals import NotAllowedError

if TYPE_CHECKING:
    from opora.domain.trace import Trace
    from opora.web.readers import Reader

_PAGE, _MOST_PAGES = 50, 20


class Records(Opened):
    """Traces are for the role debugger, what was asked of late for the role approver."""

    def traces(self, reader: Reader, text: str = "", before: int | None = None, limit: int = 20) -> dict[str, Any]:
        """Newest first: ``items``, and ``next`` to give as ``before``. ``text``: what question or reply must contain; of
        the newest thousand, so that a search for something rare does not take minutes: ``next`` goes on from there."""
        permits.need(reader, "debugger")
        items: list[dict[str, Any]] = []
        for _ in range(_MOST_PAGES):
            page = self._store.latest_traces(before, _PAGE)
            for number, trace in page:
                before = number
                told = f"{trace.trace_id} {trace.question} {trace.reply.get('text', '')}".casefold()
                if text.casefold() in told and permits.sees_trace(self._store, reader, trace):
                    items.append(_trace_row(trace))
                if len(items) == limit:
                    break
            if len(items) == limit or len(page) < _PAGE:
                break
        ended = len(items) < limit and len(page) < _PAGE
        return {"items": items, "next": None if ended else before}

    def latest(self, reader: Reader, most: int) -> list[Trace]:
        """Of the newest ``most`` traces those that the reader may see, newest first: what was asked of late."""
        permits.need(reader, "approver")
        found = [trace for _, trace in self._store.latest_traces(None, most)]
        return [trace for trace in found if permits.sees_trace(self._store, reader, trace)]

    def trace(self, reader: Reader, trace_id: str) -> dict[str, Any]:
        permits.need(reader, "debugger")
        return dataclasses.asdict(permits.trace_for(self._store, reader, trace_id))

    def replay(self, reader: Reader, trace_id: str, assistant: str | None = None) -> dict[str, Any]:
        """Answer again on the recorded context, by the rules of the trace or of another assistant; both are compared."""
        return self._noted(reader, "replay", trace_id, lambda: self._replay(reader, trace_id, assistant))

    def deeds(self, reader: Reader, before: int | None = None, limit: int = 50) -> dict[str, Any]:
        """Who did what, newest first; ``next`` as that of ``traces``. For administrators who may see all collections."""
        permits.need(reader, "admin")
        if reader.collections is not None:
            raise NotAllowedError("this tells of all collections", "it needs the key of an administrator who sees all")
        found = self._store.deeds(before, limit)
        ended = len(found) < limit
        return {"items": [dataclasses.asdict(deed) for _, deed in found], "next": None if ended else found[-1][0]}

    def _replay(self, reader: Reader, trace_id: str, assistant: str | None) -> dict[str, Any]:
        from opora.commands.proving import known_trace, replay_body
        from opora.diagnosis.replay import Anew
        from opora.diagnosis.replay import replay as answer_again
        from opora.wiring import ask_rules

        permits.need(reader, "debugger")
        permits.trace_for(self._store, reader, trace_id)
        trace = known_trace(self._store, trace_id)
        rules = None
        if assistant:
            self._follow_settings()
            permits.assistant_for(self._desk.settings, reader, assistant)
            own = self._desk.settings.assistant(assistant)
            rules = ask_rules(own, Call("", dt.date.min, True, within=reader.collections).seen(own))
        beside = self._store if reader.collections is None else None
        found = answer_again(trace, Anew(rules, assistant, uuid.uuid4().hex, beside))
        self._store.append_trace(found.after)
        return replay_body(found) | {"warnings": []}


def _trace_row(trace: Any) -> dict[str, Any]:
    reply = trace.reply
    head = {name: getattr(trace, name) for name in ("trace_id", "question", "at", "assistant", "channel")}
    return head | {"action": reply.get("action"), "type": reply.get("type"), "text": reply.get("text")}
