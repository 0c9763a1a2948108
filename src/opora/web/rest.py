"""What is under ``/api/v1``? The nouns of the commands, in the shapes of their ``--json``."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any, Literal

import anyio.to_thread
from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.security import HTTPBearer
from pydantic import BaseModel, Field
from starlette.responses import FileResponse, Response, StreamingResponse
from typing_extensions import TypedDict

from opora.commands.library_desk import Answered
from opora.commands.proving_shapes import Replay
from opora.commands.reply_shapes import Ask, Search
from opora.commands.shapes import AddItem, Error, ErrorBody, Fragment, Inventory, Removed, Report, Show, Source
from opora.commands.shapes import Trace as TraceShape
from opora.commands.shapes import Version as VersionShape
from opora.domain.deed import Deed
from opora.errors import OporaError
from opora.web.asked import Asked, Sought
from opora.web.desk import Desk
from opora.web.identity import asking
from opora.web.lanes import Lanes
from opora.web.permits import need
from opora.web.readers import Reader
from opora.web.sent import GIVEN, sent_files

ERRORS: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": Error, "description": "what is wrong, and what to do"},
    "5XX": {"model": Error, "description": "it cannot be done now"},
}
BEARER = HTTPBearer(auto_error=False, description="A key of 'opora keys add'; none is needed until the first is made.")
router = APIRouter(prefix="/api/v1", responses=ERRORS, dependencies=[Depends(BEARER)])

Who = Annotated[Reader, Depends(asking)]
Id = Annotated[str, Path(max_length=400)]
Flag = Annotated[str | None, Query(description="given, and not false: events instead of one JSON", max_length=5)]


class Assistant(TypedDict):
    name: str
    mode: str
    dense_weight: float
    lexical_weight: float
    threshold: float
    limit: int
    answer_threshold: float | None
    collections: list[str]
    jurisdiction: str | None
    purposes: list[str]
    lang: str | None


class Me(TypedDict):
    name: str
    roles: list[str]
    collections: list[str] | None


class Job(TypedDict):
    """``items`` are there when the ``state`` is done; ``error``: why nothing was read at all."""

    job_id: str
    state: Literal["waiting", "running", "done"]
    done: int
    total: int
    name: str
    stage: str
    items: list[AddItem]
    error: ErrorBody | None


class TraceRow(TypedDict):
    trace_id: str
    question: str
    at: str
    assistant: str
    channel: str
    action: str | None
    type: str | None
    text: str | None


class Traces(TypedDict):
    """``next``: what to give as ``before`` for the page that follows; ``None`` at the end."""

    items: list[TraceRow]
    next: int | None


class Deeds(TypedDict):
    """``next``: what to give as ``before`` for the page that follows; ``None`` at the end."""

    items: list[Deed]
    next: int | None


class Changes(BaseModel):
    """Settings of a source as ``opora set`` takes them, values as text; ``version_id``: whose period to change."""

    changes: Annotated[dict[str, Annotated[str, Field(max_length=400)]], Field(max_length=20)]
    version_id: Annotated[str, Field(max_length=400)] | None = None


class Again(BaseModel):
    assistant: Annotated[str, Field(max_length=200)] | None = None


def told(body: object, status: int = 200) -> Response:
    """The body whole: it may have more fields than the shape that the page of the API promises."""
    text = json.dumps(body, ensure_ascii=False, default=str)
    return Response(text.encode("utf-8", "replace"), status, media_type="application/json")


def desk_of(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


Open = Annotated[Desk, Depends(desk_of)]


@router.get("/me")
def me(reader: Who) -> Me:
    seen = None if reader.collections is None else list(reader.collections)
    return {"name": reader.name, "roles": sorted(reader.roles), "collections": seen}


# asking


@router.post("/ask", response_model=Ask, responses={200: {"content": {"text/event-stream": {}}}})
async def ask(asked: Asked, request: Request, reader: Who, desk: Open, stream: Flag = None) -> Response:
    """The checked reply. With ``?stream``: an event ``stage`` for each stage as it begins, then ``reply`` (or ``error``)."""
    call, lanes = asked.call(), lanes_of(request)
    if is_on(stream):
        events = _events(lanes.told(lambda tell: desk.ask(reader, call, tell)), request)
        return StreamingResponse(events, media_type="text/event-stream")
    found = await lanes.run(lambda: desk.ask(reader, call))
    count(request, found, "api")
    return told(found.body)


async def _events(told: AsyncIterator[str | Answered], request: Request) -> AsyncIterator[str]:
    try:
        async for one in told:
            if isinstance(one, str):
                yield event("stage", {"name": one})
            else:
                count(request, one, "api")
                yield event("reply", one.body)
    except OporaError as error:
        yield event("error", {"error": error.as_json()})


def event(name: str, body: object) -> str:
    """One server-sent event; JSON has no line breaks of its own."""
    return f"event: {name}\ndata: {json.dumps(body, ensure_ascii=False)}\n\n"


def count(request: Request, found: Answered, door: str) -> None:
    request.app.state.figures.reply(found.body, found.trace.steps, door)


def lanes_of(request: Request) -> Lanes:
    lanes: Lanes = request.app.state.lanes
    return lanes


def is_on(flag: str | None) -> bool:
    return flag is not None and flag.lower() not in ("0", "false", "no")


@router.post("/search", response_model=Search)
async def search(sought: Sought, request: Request, reader: Who, desk: Open) -> Response:
    call = sought.call()
    return told(await lanes_of(request).run(lambda: desk.search(reader, call)))


@router.get("/assistants", response_model=list[Assistant])
def assistants(reader: Who, desk: Open) -> Response:
    return told(desk.assistants(reader))


@router.get("/collections")
def collections(reader: Who, desk: Open) -> list[str]:
    return desk.collections(reader)


# opening


@router.get("/show/{anchor:path}", response_model=Show)
def show(anchor: Id, reader: Who, desk: Open) -> Response:
    """The quote at an anchor, its place, neighbours and version."""
    return told(desk.show(reader, anchor))


@router.get("/page-image/{anchor:path}", response_class=Response, responses={200: {"content": {"image/png": {}}}})
def page_image(anchor: Id, reader: Who, desk: Open) -> Response:
    """The page with the place marked; of a source without pages, its text."""
    return Response(desk.page_image(reader, anchor), media_type="image/png")


@router.get("/originals/{version_id:path}", response_class=FileResponse)
def original(version_id: Id, reader: Who, desk: Open) -> Response:
    """The very bytes a version was read from."""
    found = desk.original(reader, version_id)
    shown = found.media_type in ("application/pdf", "image/png", "image/jpeg")
    return FileResponse(
        found.path,
        media_type=found.media_type if shown else "application/octet-stream",
        filename=found.name,
        content_disposition_type="inline" if shown else "attachment",
        headers={"content-security-policy": "sandbox; default-src 'none'"},
    )


# sources


@router.get("/sources", response_model=list[Source])
def sources(reader: Who, desk: Open) -> Response:
    return told(desk.sources(reader))


_FORM = {
    "type": "object",
    "required": ["files"],
    "properties": {
        "files": {"type": "array", "items": {"type": "string", "format": "binary"}, "minItems": 1, "maxItems": 20},
        **{name: {"type": "string", "maxLength": 200} for name in GIVEN},
    },
}


@router.post(
    "/sources",
    status_code=202,
    response_model=Job,
    openapi_extra={"requestBody": {"required": True, "content": {"multipart/form-data": {"schema": _FORM}}}},
)
async def add(request: Request, reader: Who, desk: Open) -> Response:
    """Send files in ``files``; they are read by a process of their own. ``/jobs/{job_id}`` tells how far it is."""
    need(reader, "editor")  # before the files are taken
    async with sent_files(request) as (uploads, given):
        return told(await anyio.to_thread.run_sync(desk.add, reader, uploads, given), 202)


@router.get("/jobs/{job_id}", response_model=Job)
def job(job_id: Id, reader: Who, desk: Open) -> Response:
    return told(desk.job(reader, job_id))


@router.get("/sources/{source_id}", response_model=Source)
def source(source_id: Id, reader: Who, desk: Open) -> Response:
    return told(desk.source(reader, source_id))


@router.patch("/sources/{source_id}", response_model=Source)
def set_source(source_id: Id, changes: Changes, reader: Who, desk: Open) -> Response:
    return told(desk.set_source(reader, source_id, changes.changes, changes.version_id))


@router.delete("/sources/{source_id}", response_model=Removed)
def remove(source_id: Id, reader: Who, desk: Open, erase: bool = False) -> Response:
    return told(desk.remove(reader, source_id, erase))


@router.get("/sources/{source_id}/versions", response_model=list[VersionShape])
def versions(source_id: Id, reader: Who, desk: Open) -> Response:
    return told(desk.versions(reader, source_id))


@router.get("/versions/{version_id}/report", response_model=Report)
def report(version_id: Id, reader: Who, desk: Open) -> Response:
    """What was read, and what could not be."""
    return told(desk.report(reader, version_id))


@router.get("/versions/{version_id}/fragments", response_model=list[Fragment])
def fragments(version_id: Id, reader: Who, desk: Open) -> Response:
    return told(desk.fragments(reader, version_id))


@router.get("/inventory", response_model=Inventory)
def inventory(reader: Who, desk: Open) -> Response:
    return told(desk.inventory(reader))


# records


@router.get("/traces", response_model=Traces)
def traces(
    reader: Who,
    desk: Open,
    text: Annotated[str, Query(max_length=200)] = "",
    before: Annotated[int, Query(ge=1, le=2**62)] | None = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
) -> Response:
    """Newest first."""
    return told(desk.traces(reader, text, before, limit))


@router.get("/traces/{trace_id}", response_model=TraceShape)
def trace(trace_id: Id, reader: Who, desk: Open) -> Response:
    return told(desk.trace(reader, trace_id))


@router.post("/traces/{trace_id}/replay", response_model=Replay)
async def replay(trace_id: Id, again: Again, request: Request, reader: Who, desk: Open) -> Response:
    """Answer again on the recorded context; both replies, and where they differ."""
    work: Callable[[], dict[str, Any]] = lambda: desk.replay(reader, trace_id, again.assistant)  # noqa: E731
    return told(await lanes_of(request).run(work))


@router.get("/audit", response_model=Deeds)
def audit(
    reader: Who,
    desk: Open,
    before: Annotated[int, Query(ge=1, le=2**62)] | None = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Response:
    """Who did what and when, newest first; for administrators who may see all collections."""
    return told(desk.deeds(reader, before, limit))
