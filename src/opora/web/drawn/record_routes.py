"""Quality, assistants, traces, and the page where a key is given."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Any
from urllib.parse import quote

import anyio.to_thread
from fastapi import APIRouter, Form, Path, Query, Request
from starlette.responses import RedirectResponse, Response

from opora.commands.library_desk import Call
from opora.domain.question import LONGEST
from opora.web.asked import clean, day_of
from opora.web.drawn.drawer import drawer
from opora.web.drawn.page import Open, Who, page, part_of, tongue_of
from opora.web.drawn.preview import changes_from, differences, halves, mode_names
from opora.web.drawn.quality import quality
from opora.web.drawn.turn import turn
from opora.web.refusals import NotHereError
from opora.web.tuned import TUNED

router = APIRouter(include_in_schema=False)
Id = Annotated[str, Path(max_length=200)]


@router.get("/quality")
def scores(request: Request, reader: Who, desk: Open) -> Response:
    return page(request, reader, "quality.html", "quality", body=quality(desk.place, tongue_of(request)))


@router.get("/assistants")
def assistants(
    request: Request,
    reader: Who,
    desk: Open,
    name: Annotated[str, Query(max_length=200)] = "default",
    saved: Annotated[str, Query(max_length=1)] = "",
) -> Response:
    """How each one searches; for an administrator also who changed it, and the way to change it."""
    rows = desk.assistants(reader)
    own = next((one for one in rows if one["name"] == name), next(iter(rows), None))
    if own is None:  # the collections of all of them are hidden from this reader
        raise NotHereError()
    may_tune = reader.may("admin")
    seen, changed = desk.tuned(reader, own["name"]) if may_tune else ("", [])
    tongue = tongue_of(request)
    shown: dict[str, Any] = {
        "rows": rows,
        "own": own,
        "modes": mode_names(tongue),
        "at": dt.date.today().isoformat(),
        "may_tune": may_tune,
        "seen": seen,
        "changes": [(one, differences(one, tongue)) for one in changed],
        "saved": saved,
        "longest": LONGEST,
    }
    return page(request, reader, "assistants.html", "assistants", **shown)


@router.post("/assistants")
async def previewed(request: Request, reader: Who, desk: Open) -> Response:
    """The same question as the assistant answers it, and with the settings of the form; nothing is kept."""
    said = await _said(request)
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
    return page(request, reader, "preview.html", sides=shown)


@router.post("/assistants/save")
async def saved(request: Request, reader: Who, desk: Open) -> Response:
    """Keep the settings of the form; with ``inherit`` the assistant takes those of the library again."""
    said = await _said(request)
    name = said.get("assistant") or "default"
    changes = dict.fromkeys(TUNED) if said.get("inherit") else changes_from(said)
    when = dt.datetime.now().astimezone().isoformat(timespec="seconds")
    done = await anyio.to_thread.run_sync(lambda: desk.tune(reader, name, changes, said.get("seen", ""), when))
    return RedirectResponse(f"/assistants?name={quote(name)}&saved={'1' if done['after'] else '0'}", 303)


async def _said(request: Request) -> dict[str, str]:
    form = await request.form(max_fields=20, max_part_size=20_000)
    return {name: clean(value) for name, value in form.items() if isinstance(value, str)}


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
