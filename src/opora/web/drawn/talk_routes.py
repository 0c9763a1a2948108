"""Asking in the browser: the chat, and the place that a citation opens."""

from __future__ import annotations

import asyncio
import datetime as dt
import json
from collections.abc import AsyncIterator
from typing import Annotated, Any

import anyio.to_thread
from fastapi import APIRouter, Form, Path, Query, Request
from starlette.responses import FileResponse, Response, StreamingResponse

from opora.commands.library_desk import Answered, Call
from opora.domain.place import Span
from opora.domain.question import LONGEST
from opora.errors import OporaError, UsageError
from opora.page_image import has_pages
from opora.web.asked import clean, day_of
from opora.web.desk import Desk
from opora.web.drawn.look import draw
from opora.web.drawn.opened import View, editions, facts_of, force_on, sheet_of
from opora.web.drawn.page import Open, Who, page, part_of, said_of, tongue_of
from opora.web.drawn.place import around
from opora.web.drawn.turn import Turn, turn
from opora.web.drawn.words import Tongue, catalogue
from opora.web.identity import csrf_of
from opora.web.readers import Reader

router = APIRouter(include_in_schema=False)
Text = Annotated[str, Form(max_length=100_000)]
Short = Annotated[str, Form(max_length=200)]
_INLINE = ("application/pdf", "image/png", "image/jpeg")


def stages(tongue: Tongue) -> list[tuple[str, str]]:
    """The stages by the names of the trace, and what a person reads while each runs."""
    _ = catalogue(tongue).gettext
    return [
        ("normalise", _("Reading the question")),
        ("require", _("What is asked")),
        ("plan", _("Where to look")),
        ("retrieve", _("Searching")),
        ("explain", _("Reading the places")),
        ("ground", _("Checking")),
        ("compose", _("Putting together")),
    ]


@router.get("/")
def chat(request: Request, reader: Who, desk: Open, q: Annotated[str, Query(max_length=20_000)] = "") -> Response:
    return _chat(request, reader, desk, draft=q)


def _chat(request: Request, reader: Reader, desk: Desk, **told: Any) -> Response:
    count = desk.source_count(reader)
    names = [one["name"] for one in desk.assistants(reader)]
    shown = {
        "turns": [],
        "draft": "",
        "after": "",
        "at": dt.date.today().isoformat(),
        "assistant": "default" if "default" in names else next(iter(names), "default"),
        "collection": "",
        "assistants": names,
        "collections": desk.collections(reader),
        "count": count,
        "empty": count == 0,
        "stages": stages(tongue_of(request)),
        "longest": LONGEST,
    }
    return page(request, reader, "chat.html", "ask", **(shown | told))


@router.post("/ask")
async def ask(
    request: Request,
    reader: Who,
    desk: Open,
    question: Text,
    at: Annotated[str, Form(max_length=10)] = "",
    assistant: Short = "default",
    collection: Short = "",
    after: Short = "",
    follow: Annotated[str, Form(max_length=5)] = "",
) -> Response:
    """The checked reply: a stream of stages and at last the turn, when a script asks; else the page with it."""
    day = day_of(at)
    if len(question) > LONGEST:
        raise UsageError(f"the question has {len(question)} characters", f"at most {LONGEST} are read")
    call = Call(
        text=clean(question),
        at=day,
        at_given=bool(at) and day != dt.date.today(),
        assistant=assistant or "default",
        collections=(collection,) if collection else (),
        after=after if after and follow else None,
        channel="web",
    )
    base = str(request.base_url).rstrip("/")
    if "text/event-stream" in request.headers.get("accept", ""):
        return StreamingResponse(_events(request, reader, desk, call, base), media_type="text/event-stream")
    found: Answered = await request.app.state.lanes.run(lambda: desk.ask(reader, call))
    _count(request, found)
    told = {
        "turns": [await anyio.to_thread.run_sync(lambda: _turn(desk, reader, found, call, (tongue_of(request), base)))],
        "after": found.body["trace_id"],
        "at": day.isoformat(),
        "assistant": call.assistant,
        "collection": collection,
    }
    return await anyio.to_thread.run_sync(lambda: _chat(request, reader, desk, **told))


async def _events(request: Request, reader: Reader, desk: Desk, call: Call, base: str) -> AsyncIterator[str]:
    tongue = tongue_of(request)
    shown = {"tongue": tongue, "csrf": csrf_of(request), "may_debug": reader.may("debugger")}
    try:
        async for one in request.app.state.lanes.told(lambda tell: desk.ask(reader, call, tell)):
            if isinstance(one, str):
                yield _event("stage", one)
                continue
            _count(request, one)
            made = await anyio.to_thread.run_sync(_turn, desk, reader, one, call, (tongue, base))
            html = draw(tongue, "turn.html", shown | {"turn": made})
            yield _event("reply", {"html": html, "after": one.body["trace_id"]})
    except OporaError as error:
        own = f"{error.message}. {error.hint}" if error.hint else error.message
        yield _event("problem", said_of(error, tongue) or own)
    await asyncio.sleep(0)


def _event(name: str, body: object) -> str:
    return f"event: {name}\ndata: {json.dumps(body, ensure_ascii=False)}\n\n"


def _turn(desk: Desk, reader: Reader, found: Answered, call: Call, shown: tuple[Tongue, str]) -> Turn:
    body = with_titles(desk, reader, found.body)
    return turn(body, shown[0], shown[1], call.assistant, call.collections[0] if call.collections else "")


def with_titles(desk: Desk, reader: Reader, body: dict[str, Any]) -> dict[str, Any]:
    """The reply with the title of the document in each citation."""
    cited = {claim["citation"]["source_id"] for claim in body["claims"] if "url" not in claim["citation"]}
    titles = {one["version_id"]: one["title"] for name in cited for one in desk.versions(reader, name)}
    claims = [
        claim | {"citation": claim["citation"] | {"title": titles.get(claim["citation"]["version_id"], "")}}
        for claim in body["claims"]
    ]
    return body | {"claims": claims}


def _count(request: Request, found: Answered) -> None:
    request.app.state.figures.reply(found.body, found.trace.steps, "web")


@router.get("/open/{anchor:path}")
def opened(
    request: Request,
    reader: Who,
    desk: Open,
    anchor: Annotated[str, Path(max_length=1000)],
    at: Annotated[str, Query(max_length=10)] = "",
) -> Response:
    """The place of an anchor: a page of its own, or the panel beside a reply."""
    alone = part_of(request) != "place"
    view = view_of(desk, reader, anchor, (day_of(at), at), tongue_of(request), alone)
    return page(request, reader, "open.html" if alone else "place.html", view=view)


def view_of(
    desk: Desk, reader: Reader, anchor: str, at: tuple[dt.date, str], tongue: Tongue, alone: bool = False
) -> View:
    """What is shown of a place. ``at``: the day to look from, and how it was said."""
    body = desk.show(reader, anchor)
    version_id, day = body["version_id"], at[0]
    versions = desk.versions(reader, body["source_id"])
    own = next(one for one in versions if one["version_id"] == version_id)
    drawn = bool(body["boxes"]) and has_pages(body["media_type"]) and desk.has_original(reader, version_id)
    sheet = around_it = None
    if drawn:
        size = desk.page_points(reader, version_id, body["boxes"][0]["page"])
        sheet = sheet_of(body, size, tongue)
    else:
        text = desk.text(reader, version_id)
        around_it = around(text, desk.blocks(reader, version_id), Span(body["start"], body["end"]))
    return View(
        body=body,
        title=body["title"] or body["source_id"],
        trail=tuple(one for one in body["headings"] if one != body["title"]),
        facts=facts_of(body, tongue),
        force=force_on(day, body["valid_from"], body["valid_until"], own["status"]),
        versions=editions(versions, day),
        at=at[1],
        language=own["language"],
        sheet=sheet,
        around=around_it,
        original=f"/original/{version_id}" if desk.has_original(reader, version_id) else "",
        alone=alone,
    )


@router.get("/page/{number}/{version_id:path}")
def page_picture(
    reader: Who,
    desk: Open,
    number: Annotated[int, Path(ge=1, le=100_000)],
    version_id: Annotated[str, Path(max_length=1000)],
) -> Response:
    """A page of the original without marks; they are drawn over it."""
    picture = desk.bare_page(reader, version_id, number)
    return Response(picture, media_type="image/png", headers={"cache-control": "private, max-age=300"})


@router.get("/original/{version_id:path}")
def original(reader: Who, desk: Open, version_id: Annotated[str, Path(max_length=1000)]) -> Response:
    """The bytes a version was read from: shown when a browser can do so safely, else saved."""
    found = desk.original(reader, version_id)
    shown = found.media_type in _INLINE
    return FileResponse(
        found.path,
        media_type=found.media_type if shown else "application/octet-stream",
        filename=found.name,
        content_disposition_type="inline" if shown else "attachment",
        headers={"content-security-policy": "sandbox; default-src 'none'"},
    )
