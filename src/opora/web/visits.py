"""What does the widget on another site's page ask, and what is it told? Replies and places as the pages draw them."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Annotated, Any, Final

import anyio.to_thread
from fastapi import APIRouter, Depends, Path, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import FileResponse, Response

from opora.commands.library_desk import Call
from opora.domain.question import LONGEST
from opora.web.asked import Day, Lang, Name, clean, day_of
from opora.web.drawn.look import WEB, label, period
from opora.web.drawn.opened import View
from opora.web.drawn.talk_routes import view_of, with_titles
from opora.web.drawn.told import Group, Part, Side
from opora.web.drawn.turn import Turn, turn
from opora.web.drawn.words import Tongue, catalogue
from opora.web.readers import Reader
from opora.web.rest import Open, count, lanes_of, told
from opora.web.sites import visiting

router = APIRouter(include_in_schema=False)
SCRIPT: Final = "/widget.js"
CHANNEL: Final = "widget"
Visitor = Annotated[Reader, Depends(visiting)]
Anchor = Annotated[str, Path(max_length=1000)]
Language = Annotated[Lang, Query()]
_FILE: Final = {
    "cross-origin-resource-policy": "cross-origin",
    "access-control-allow-origin": "*",
    "cache-control": "public, max-age=3600",
}


class Visited(BaseModel):
    """A question of a visitor. ``lang``: of the page; ``after``: the trace of the reply before."""

    question: Annotated[str, Field(max_length=LONGEST)]
    at: Day | None = None
    lang: Lang = "en"
    after: Name | None = None


@router.get(SCRIPT)
def script() -> Response:
    """The widget itself: any page may load it, and without a public key it gets nothing."""
    return FileResponse(WEB / "static" / "widget.js", media_type="text/javascript", headers=_FILE)


@router.post("/widget/{assistant}/ask")
async def ask(assistant: Name, visited: Visited, request: Request, visitor: Visitor, desk: Open) -> Response:
    """The checked reply, in parts that the widget draws."""
    call = Call(
        text=clean(visited.question),
        at=day_of(visited.at),
        at_given=bool(visited.at),
        assistant=assistant,
        after=visited.after or None,
        channel=CHANNEL,
    )
    found = await lanes_of(request).run(lambda: desk.ask(visitor, call))
    count(request, found, CHANNEL)
    drawn = await anyio.to_thread.run_sync(lambda: turn(with_titles(desk, visitor, found.body), visited.lang))
    return told(_reply(drawn))


@router.get("/widget/{assistant}/place/{anchor:path}")
def place(
    assistant: Name, anchor: Anchor, visitor: Visitor, desk: Open, lang: Language = "en", at: Day | None = None
) -> Response:
    """Where a citation stands: the words around it, or the picture of its page beside it."""
    return told(_place(view_of(desk, visitor, anchor, (day_of(at), at or ""), lang), lang))


@router.get("/widget/{assistant}/page-image/{anchor:path}")
def page_image(assistant: Name, anchor: Anchor, visitor: Visitor, desk: Open) -> Response:
    """The page with the place marked, as a PNG."""
    return Response(desk.page_image(visitor, anchor), media_type="image/png")


def _reply(drawn: Turn) -> dict[str, Any]:
    body = drawn.body
    named = ("trace_id", "question", "at", "language")
    return {name: body[name] for name in named} | {
        "status": drawn.status,
        "state": drawn.state,
        "groups": [_group(one) for one in drawn.told.groups],
        "why": [list(pair) for pair in drawn.why],
        "unsure": [
            {"anchor": one["anchor"], "numbers": [n["text"] for n in one["numbers"]]} for one in body["unverified"]
        ],
    }


def _group(group: Group) -> dict[str, Any]:
    lines = [[_part(part) for part in line] for line in group.lines]
    return {
        "kind": group.kind,
        "lines": lines,
        "sides": [_side(one) for one in group.sides],
        "limits": list(group.limits),
    }


def _side(side: Side) -> dict[str, Any]:
    return {"title": side.title, "label": side.label, "ask": side.ask, "parts": [_part(one) for one in side.parts]}


def _part(part: Part) -> dict[str, Any]:
    return {"text": part.text, "chip": dataclasses.asdict(part.chip) if part.chip else None}


def _place(view: View, tongue: Tongue) -> dict[str, Any]:
    body = view.body
    return {
        "title": view.title,
        "trail": list(view.trail),
        "facts": list(view.facts),
        "edition": label(body),
        "force": view.force,
        "force_text": _force(view, tongue),
        "quote": body["quote"],
        "language": view.language,
        "picture": view.sheet.label if view.sheet else None,
        "around": dataclasses.asdict(view.around) if view.around else None,
    }


def _force(view: View, tongue: Tongue) -> str:
    """In force or not on the day of the question, and the period."""
    _ = catalogue(tongue).gettext
    start, end = view.body["valid_from"], view.body["valid_until"]
    if view.force == "in_force":
        return period(start, end, tongue) if start or end else _("In force")
    known: Mapping[str, str] = {
        "replaced": _("Replaced"),
        "ended": _("No longer in force"),
        "later": _("Not yet in force"),
    }
    told = known.get(view.force, _("Draft"))
    return f"{told} · {period(start, end, tongue)}" if start or end else told
