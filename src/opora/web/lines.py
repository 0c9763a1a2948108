"""Which line does the server write of each request and of each reply? JSON, one a line, on the standard error stream.

Nobody's words are in it unless the settings say ``log = "full"``; addresses of people never are. Writing never holds up a
reply: where nobody reads the stream, lines are dropped.
"""

from __future__ import annotations

import datetime as dt
import json
import logging
import os
import queue
import threading
from typing import TYPE_CHECKING, Any, Final, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.types import Scope

    from opora.commands.library_desk import Answered

Log = Literal["off", "lean", "full"]
FIELDS: Final = (
    *("requirements_extracted", "requirements_total", "requirements_covered", "requirements_uncovered"),
    *("coverage_status", "answer_grounding_status", "reply_semantic_type", "why_included_summary"),
    *("selection_reason_summary", "route_subject_match", "clarification_target", "dropped_intent_segments"),
)
_WORDS: Final = (
    *("requirements_extracted", "why_included_summary", "selection_reason_summary"),
    *("clarification_target", "dropped_intent_segments"),
)
"""What holds words of questions or documents; a lean line says how many there are."""
_SILENT: Final = ("/healthz", "/readyz", "/metrics", "/static")
_WAITING, _LAST_S = 1000, 1.0
LINES: Final = logging.getLogger("opora.web.lines")


def reply_fields(log: Mapping[str, object], full: bool) -> dict[str, Any]:
    """The fields of a reply by their names; ``log`` is that of its trace."""
    return {name: log.get(name) if full or name not in _WORDS else _how_many(log.get(name)) for name in FIELDS}


def write_reply(found: Answered, key_id: str, full: bool) -> None:
    trace = found.trace
    line: dict[str, Any] = {"event": "reply", "trace_id": trace.trace_id, "key_id": key_id}
    line |= {name: getattr(trace, name) for name in ("assistant", "channel", "at")}
    line |= {"action": found.body["action"], "took_ms": found.body["took_ms"], **reply_fields(trace.log, full)}
    LINES.info(line | {"question": trace.question} if full else line)


def write_request(scope: Scope, status: int, seconds: float) -> None:
    """The route as it is written in the code; an address could name a thing."""
    route = getattr(scope.get("route"), "path", None) or "other"
    if scope["path"].startswith(_SILENT):
        return
    reader = scope.get("state", {}).get("reader")
    who = {"key_id": reader.key_id if reader is not None else None}
    took = {"method": scope["method"], "route": route, "status": status, "took_ms": round(seconds * 1000, 1)}
    LINES.info({"event": "request", **took, **who})


def _how_many(words: object) -> int:
    return len(words) if isinstance(words, list | tuple) else int(bool(words))


class JsonLines(logging.Handler):
    """Writes records to a file descriptor, from a thread of its own. ``close`` waits for a second at most."""

    def __init__(self, target: int) -> None:
        super().__init__()
        self._target = target
        self._waiting: queue.Queue[bytes | None] = queue.Queue(_WAITING)
        self._thread = threading.Thread(target=self._write, daemon=True)
        self._thread.start()

    def emit(self, record: logging.LogRecord) -> None:
        when = dt.datetime.fromtimestamp(record.created, dt.UTC).isoformat(timespec="milliseconds")
        told = record.msg if isinstance(record.msg, dict) else {"event": "log", "message": record.getMessage()}
        if record.exc_info:
            told = told | {"error": logging.Formatter().formatException(record.exc_info)}
        line = {"time": when, "level": record.levelname.lower(), **told}
        try:
            self._waiting.put_nowait(json.dumps(line, ensure_ascii=True, default=str).encode() + b"\n")
        except queue.Full:
            return

    def close(self) -> None:
        try:
            self._waiting.put_nowait(None)
            self._thread.join(_LAST_S)
        except queue.Full:
            pass
        super().close()

    def _write(self) -> None:
        try:
            while (line := self._waiting.get()) is not None:
                while line:
                    line = line[os.write(self._target, line) :]
        except OSError:  # nobody reads it any more
            return


def write_lines(log: Log, target: int = 2) -> JsonLines | None:
    """Begin to write what the program logs; ``None`` when the settings say that nothing is written."""
    if log == "off":
        return None
    handler = JsonLines(target)
    ours = logging.getLogger("opora")
    ours.addHandler(handler)
    ours.propagate = False
    ours.setLevel(logging.WARNING)
    LINES.setLevel(logging.INFO)
    return handler
