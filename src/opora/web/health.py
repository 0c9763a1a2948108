"""Does it live, can it answer, and how does it do?"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from opora.web.identity import asking
from opora.web.permits import need
from opora.web.readers import Reader

router = APIRouter(include_in_schema=False)


@router.get("/healthz")
async def alive() -> Response:
    """The process answers; nothing is looked at."""
    return PlainTextResponse("ok\n")


@router.get("/readyz")
def ready(request: Request) -> Response:
    """The library can be read; ``warning`` says what it must do without, ``language_model`` whether one helps."""
    desk = request.app.state.desk
    desk.readable()
    told = desk.language_model
    return JSONResponse({"ready": True, "warning": desk.warning} | ({"language_model": told} if told else {}))


@router.get("/metrics")
def metrics(request: Request, reader: Annotated[Reader, Depends(asking)]) -> Response:
    """For Prometheus; where keys are asked for, one with the role debugger."""
    need(reader, "debugger")
    text, kind = request.app.state.figures.text()
    return Response(text, media_type=kind)
