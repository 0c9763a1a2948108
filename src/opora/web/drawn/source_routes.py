"""Sources in the browser: what is there, what was read of it, what changed, adding, and switching on and off."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Annotated, Any
from urllib.parse import quote

import anyio.to_thread
from fastapi import APIRouter, Form, Path, Query, Request
from starlette.responses import RedirectResponse, Response

from opora.web.desk import Desk
from opora.web.drawn.difference import difference
from opora.web.drawn.opened import Edition, editions
from opora.web.drawn.page import Open, Who, page, part_of, tongue_of
from opora.web.drawn.report import block_words, file_words, language_words, with_places
from opora.web.permits import need
from opora.web.readers import Reader
from opora.web.sent import sent_files

router = APIRouter(include_in_schema=False)
Id = Annotated[str, Path(max_length=400)]
Named = Annotated[str, Query(max_length=400)]
Start = Annotated[int, Query(ge=0, le=10**9)]
_PIECES, _SOURCES = 40, 200


@router.get("/sources")
def sources(request: Request, reader: Who, desk: Open, start: Start = 0) -> Response:
    day = dt.date.today()
    found = desk.sources(reader)
    rows = []
    for one in found[start : start + _SOURCES]:
        made = editions(one["versions"], day)
        rows.append({**one, "editions": made, "now": next((own for own in made if own.force == "in_force"), None)})
    shown = {"rows": rows, "start": start, "step": _SOURCES, "total": len(found)}
    return page(request, reader, "sources.html", "sources", **shown)


@router.post("/sources")
async def add(request: Request, reader: Who, desk: Open) -> Response:
    """Take files; a script gets rows that tell how far it is, a browser without scripts the page of the job."""
    need(reader, "editor")
    async with sent_files(request) as (uploads, given):
        job = await anyio.to_thread.run_sync(desk.add, reader, uploads, given)
    if "text/html-part" in request.headers.get("accept", ""):
        return page(request, reader, "sends.html", job=job)
    return RedirectResponse(f"/sources/jobs/{job['job_id']}", 303)


@router.get("/sources/jobs/{job_id}")
def job(request: Request, reader: Who, desk: Open, job_id: Id) -> Response:
    template = "sends.html" if part_of(request) == "rows" else "job.html"
    return page(request, reader, template, "sources", job=desk.job(reader, job_id))


@router.get("/sources/{source_id}")
def source(
    request: Request,
    reader: Who,
    desk: Open,
    source_id: Id,
    version: Named = "",
    start: Start = 0,
) -> Response:
    """One source: its settings, versions, and of one version the parse report and the fragments."""
    found, tongue = desk.source(reader, source_id), tongue_of(request)
    made = editions(found["versions"], dt.date.today())
    chosen = next((one for one in made if one.version_id == version), None) or _answering(made)
    shown: dict[str, Any] = {"source": found, "editions": made, "own": chosen, "report": None, "total": 0}
    if chosen is not None:
        report = desk.report(reader, chosen.version_id)
        pieces = desk.fragments(reader, chosen.version_id)
        blocks = desk.blocks(reader, chosen.version_id)
        shown |= {
            "report": report,
            "read_as": file_words(report["media_type"], tongue),
            "language": language_words(report["language"]),
            "holds": block_words(report["blocks"], tongue),
            "pieces": with_places(pieces[start : start + _PIECES], blocks, tongue),
            "total": len(pieces),
            "original": desk.has_original(reader, chosen.version_id),
        }
    shown |= {"start": start, "step": _PIECES}
    return page(request, reader, "source.html", "sources", **shown)


def _answering(made: Sequence[Edition]) -> Edition | None:
    """The version that answers today; else the newest."""
    return next((one for one in made if one.force == "in_force"), next(iter(made), None))


@router.get("/sources/{source_id}/difference")
def changed(request: Request, reader: Who, desk: Open, source_id: Id, old: Named = "", new: Named = "") -> Response:
    """Two versions side by side; without a choice the last two."""
    found = desk.source(reader, source_id)
    made = editions(found["versions"], dt.date.today())
    known = [one.version_id for one in made]
    new = new if new in known else next(iter(known), "")
    old = old if old in known else next(iter(known[known.index(new) + 1 :] if new else []), new)
    rows = difference(_blocks(desk, reader, old), _blocks(desk, reader, new)) if new else ()
    sides = {one.version_id: one for one in made}
    shown = {"source": found, "editions": made, "old": sides.get(old), "new": sides.get(new), "rows": rows}
    return page(request, reader, "difference.html", "sources", **shown)


def _blocks(desk: Desk, reader: Reader, version_id: str) -> list[str]:
    """Texts of the blocks, a row of a table each by itself."""
    text = desk.text(reader, version_id)
    return [text[one.start : one.end] for one in desk.blocks(reader, version_id) if one.kind != "table"]


@router.post("/sources/{source_id}")
def switch(
    request: Request, reader: Who, desk: Open, source_id: Id, enabled: Annotated[str, Form(max_length=5)]
) -> Response:
    """On or off: a source that is off answers nothing."""
    desk.set_source(reader, source_id, {"enabled": "true" if enabled == "true" else "false"})
    back = "/sources" if request.query_params.get("back") == "list" else f"/sources/{quote(source_id)}"
    return RedirectResponse(back, 303)


@router.get("/inventory")
def inventory(request: Request, reader: Who, desk: Open) -> Response:
    return page(request, reader, "inventory.html", "sources", body=desk.inventory(reader))
