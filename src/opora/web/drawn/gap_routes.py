"""The queue of open questions as pages: what waits, one of it, and the moves a person may make."""

from __future__ import annotations

from typing import Annotated, Any

import anyio.to_thread
from fastapi import APIRouter, Path, Query, Request
from starlette.responses import RedirectResponse, Response

from opora.errors import PersonalDataError, UsageError
from opora.review.approve import Said
from opora.web.asked import clean
from opora.web.drawn.page import Open, Who, page
from opora.web.drawn.unanswered import LOOKED_AT, gaps
from opora.web.refusals import NotHereError

router = APIRouter(include_in_schema=False)
Id = Annotated[str, Path(max_length=200)]
_ELSEWHERE = ("conflict", "needs_clarification", "partial")


@router.get("/gaps")
def open_gaps(
    request: Request, reader: Who, desk: Open, collection: Annotated[str, Query(max_length=200)] = ""
) -> Response:
    """What waits for an answer; and what was asked back or has two answers, from the latest questions."""
    waiting = desk.gaps(reader, ("pending",), collection)["items"]
    choice = {"collections": desk.gap_collections(reader), "collection": collection}
    rows = [row for row in gaps(desk.latest(reader, LOOKED_AT)) if row.status in _ELSEWHERE]
    return page(request, reader, "gaps.html", "gaps", waiting=waiting, rows=rows, looked_at=LOOKED_AT, **choice)


@router.get("/gaps/{gap_id}")
def one_gap(request: Request, reader: Who, desk: Open, gap_id: Id) -> Response:
    return _drawn(request, reader, desk.gap(reader, gap_id)["items"][0])


@router.post("/gaps/{gap_id}")
async def moved(request: Request, reader: Who, desk: Open, gap_id: Id) -> Response:
    """``move``: preview, answer, ignore, link (with ``of``), reopen, withdraw, assign (``owner``) or alias (``to``)."""
    form = await request.form(max_fields=200, max_part_size=100_000)
    many = {name: tuple(clean(str(one)) for one in form.getlist(name)) for name in ("aliases", "confirmed")}
    one: dict[str, str] = {name: clean(value) for name, value in form.items() if isinstance(value, str)}
    said = Said(
        text=one.get("text", ""),
        author="",
        now="",
        question=one.get("question", ""),
        mends=one.get("mends", ""),
        valid_until=one.get("valid_until") or None,
        aliases=many["aliases"],
        confirmed=many["confirmed"],
    )
    move: Any = one.get("move", "")
    if move == "preview":
        return await anyio.to_thread.run_sync(lambda: _previewed(request, reader, desk, gap_id, said))
    if move == "answer":
        try:
            await request.app.state.lanes.run(lambda: desk.answer_gap(reader, gap_id, said))
        except PersonalDataError:  # shown beside the answer, to be confirmed word by word
            return await anyio.to_thread.run_sync(lambda: _previewed(request, reader, desk, gap_id, said))
    elif move == "assign":
        await anyio.to_thread.run_sync(lambda: desk.assign_gap(reader, gap_id, one.get("owner", "")))
    elif move == "alias":
        await request.app.state.lanes.run(lambda: desk.lead_gap(reader, gap_id, one.get("to", "").strip()))
    elif move in ("ignore", "link", "reopen", "withdraw"):
        first = one.get("of", "")
        await anyio.to_thread.run_sync(lambda: desk.move_gap(reader, gap_id, move, "", first))
    else:
        desk.gap(reader, gap_id)
        raise UsageError("there is no such move", "use the buttons of the page")
    return RedirectResponse(f"/gaps/{gap_id}", 303)


def _previewed(request: Request, reader: Any, desk: Any, gap_id: str, said: Said) -> Response:
    shown = desk.preview_answer(reader, gap_id, said)
    row = desk.gap(reader, gap_id)["items"]
    if not row:
        raise NotHereError()
    return _drawn(request, reader, row[0], said, shown)


def _drawn(request: Request, reader: Any, gap: dict[str, Any], said: Said | None = None, shown: Any = None) -> Response:
    return page(request, reader, "gap.html", "gaps", gap=gap, said=said, shown=shown)
