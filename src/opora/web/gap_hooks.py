"""How does an answer come in from a messenger or a mail gateway? One signed delivery at ``/hooks/gaps``, taken once."""

from __future__ import annotations

import json
import os
import time
from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import Field, ValidationError
from starlette.responses import Response

from opora.errors import UsageError
from opora.review.signed import checked
from opora.web.gap_rest import Answer
from opora.web.readers import Reader
from opora.web.rest import desk_of, lanes_of, told

router = APIRouter(include_in_schema=False)
_KEY_ID = "webhook"


class Delivered(Answer):
    """An answer, the gap it is for, and who gives it: the signature vouches for the name."""

    gap_id: Annotated[str, Field(max_length=40)]
    by: Annotated[str, Field(min_length=1, max_length=120)]


@router.post("/hooks/gaps")
async def taken(request: Request) -> Response:
    """Publish the answer. A delivery that is forged, stale or repeated changes nothing."""
    desk = desk_of(request)
    said, body = desk.settings.gaps, await request.body()
    secret = os.environ.get(said.reply_secret_env, "") if said.reply_secret_env else ""
    now = int(time.time())
    name, seconds = checked(secret, request.headers, body, now, said.tolerance_s)
    try:
        delivered = Delivered.model_validate(json.loads(body))
    except (ValidationError, ValueError, RecursionError) as error:
        raise UsageError("the delivery has not the shape that it must have", "see docs/gaps.md") from error

    def work() -> dict[str, Any]:
        if not desk.takes(name, seconds, now - 2 * said.tolerance_s):
            return {"gap_id": delivered.gap_id, "state": "repeated", "changed": False}
        reader = Reader(delivered.by, frozenset(("approver",)), None, _KEY_ID)
        found = desk.answer_gap(reader, delivered.gap_id, delivered.said())
        return {"gap_id": delivered.gap_id, "state": found["items"][0]["state"], "changed": found["changed"]}

    return told(await lanes_of(request).run(work))
