"""Gaps, quality, assistants, traces, and the page where a key is given."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Form, Path, Query, Request
from starlette.responses import RedirectResponse, Response

from opora.commands.library_desk import Call
from opora.web.asked import clean, day_of
from opora.web.drawn.drawer import drawer
from opora.web.drawn.page import Open, Who, page, part_of, tongue_of
from opora.web.drawn.preview import MODES, changes_from, halves
from opora.web.drawn.quality import quality
from opora.web.drawn.turn import turn
from opora.web.drawn.unanswered import LOOKED_AT, gaps

router = APIRouter(include_in_schema=False)
Id = Annotated[str, Path(max_length=200)]


@router.get("/gaps")
def open_gaps(request: Request, reader: Who, desk: Open) -> Response:
    rows = gaps(desk.latest(reader, LOOKED_AT))
    return page(request, reader, "gaps.html", "gaps", rows=rows, looked_at=LOOKED_AT)


@router.get("/quality")
def scores(request: Request, reader: Who, desk: Open) -> Response:
    return page(request, reader, "quality.html", "quality", body=quality(desk.place, tongue_of(request)))


@router.get("/assistants")
def assistants(
    request: Request, reader: Who, desk: Open, name: Annotated[str, Query(max_length=200)] = "default"
) -> Response:
    rows = desk.assistants(reader)
    own = next((one for one in rows if one["name"] == name), rows[0])
    shown: dict[str, Any] = {"rows": rows, "own": own, "modes": MODES, "at": dt.date.today().isoformat()}
    return page(request, reader, "assistants.html", "assistants", **shown)


@router.post("/assistants")
async def previewed(request: Request, reader: Who, desk: Open) -> Response:
    """The same question as the assistant answers it, and with the settings of the form."""
    form = await request.form(max_fields=20, max_part_size=20_000)
    said = {name: clean(value) for name, value in form.items() if isinstance(value, str)}
    changes = changes_from(said)
    call = Call(
        text=said.get("question", ""),
        at=day_of(said.get("at")),
        at_given=True,
        assistant=said.get("assistant") or "default",
        channel="preview",
    )
    lanes = request.app.state.lanes
    now = await lanes.run(lambda: desk.preview(reader, call, {}))
    then = await lanes.run(lambda: desk.preview(reader, call, changes))
    tongue = tongue_of(request)
    shown = [(half, turn({**half.body, "at_given": True}, tongue)) for half in halves(now, then)]
    return page(request, reader, "preview.html", sides=shown, changes=changes, assistant=call.assistant)


@router.get("/traces")
def traces(
    request: Request,
    reader: Who,
    desk: Open,
    text: Annotated[str, Query(max_length=200)] = "",
    before: Annotated[int | None, Query(ge=1, le=2**62)] = None,
) -> Response:
    found = desk.traces(reader, text.strip(), before, 30)
    return page(request, reader, "traces.html", "traces", rows=found["items"], more=found["next"], text=text)


@router.get("/traces/{trace_id}")
def trace(request: Request, reader: Who, desk: Open, trace_id: Id) -> Response:
    """One trace: the drawer of a reply, or a page of its own with the replay."""
    found = desk.trace(reader, trace_id)
    drawn = drawer(found, tongue_of(request))
    if part_of(request) == "drawer":
        return page(request, reader, "drawer.html", drawer=drawn)
    return _trace_page(request, reader, desk, found, drawn)


@router.post("/traces/{trace_id}/replay")
async def replay(
    request: Request, reader: Who, desk: Open, trace_id: Id, assistant: Annotated[str, Form(max_length=200)] = ""
) -> Response:
    """Again on the recorded context; both replies, and the first difference."""
    body = await request.app.state.lanes.run(lambda: desk.replay(reader, trace_id, assistant or None))
    found = desk.trace(reader, trace_id)
    return _trace_page(request, reader, desk, found, drawer(found, tongue_of(request)), body)


def _trace_page(request: Request, reader: Any, desk: Any, found: Any, drawn: Any, again: Any = None) -> Response:
    names = [one["name"] for one in desk.assistants(reader)]
    shown = {"drawer": drawn, "trace": found, "again": again, "assistants": names}
    return page(request, reader, "trace.html", "traces", **shown, is_replay=bool(found["context"].get("of")))


@router.get("/login")
def login(request: Request) -> Response:
    return page(request, None, "login.html")


@router.get("/ask")
def asked_again(q: Annotated[str, Query(max_length=20_000)] = "") -> Response:
    """A reloaded reply of a browser without scripts: back to the question."""
    return RedirectResponse(f"/?q={quote(q)}" if q else "/", 303)
