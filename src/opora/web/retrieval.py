"""How does a program that has its own chat fetch fragments? ``/retrieval``, in the shape of an external knowledge base.

The knowledge is a collection, ``all`` is everything that the key may see.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, Field
from starlette.responses import JSONResponse, Response

from opora.commands.library_desk import Call
from opora.domain.question import LONGEST
from opora.errors import OporaError
from opora.web.asked import Day, Name, clean, day_of
from opora.web.refusals import NotHereError
from opora.web.rest import BEARER, ERRORS, Open, Who, lanes_of

router = APIRouter(responses=ERRORS, dependencies=[Depends(BEARER)], tags=["retrieval"])
ALL: Final = "all"
PATH: Final = "/retrieval"
_CODES: Final = {401: 1001, 403: 1002, 404: 2001}


class RetrievalSetting(BaseModel):
    top_k: Annotated[int, Field(ge=1, le=20)] = 5
    score_threshold: Annotated[float, Field(ge=0, le=1)] = 0.0


class Wanted(BaseModel):
    """``at``: the day that is asked about; today when it is left out."""

    knowledge_id: Name = ALL
    query: Annotated[str, Field(min_length=1, max_length=LONGEST)]
    retrieval_setting: RetrievalSetting = RetrievalSetting()
    at: Day | None = None


@router.post(PATH)
async def retrieval(wanted: Wanted, request: Request, reader: Who, desk: Open) -> Response:
    """``records``: content, score (0 to 1), title, and in ``metadata`` where it stands."""
    if wanted.knowledge_id != ALL and wanted.knowledge_id not in desk.collections(reader):
        raise NotHereError("there is no such knowledge", "knowledge_id is the name of a collection")
    setting = wanted.retrieval_setting
    collections = () if wanted.knowledge_id == ALL else (wanted.knowledge_id,)
    day = day_of(wanted.at)
    call = Call(clean(wanted.query), day, bool(wanted.at), collections=collections, limit=setting.top_k)
    found = await lanes_of(request).run(lambda: desk.search(reader, call))
    site = str(request.base_url).rstrip("/")
    records = [_record(hit, site) for hit in found["hits"] if hit["score"] >= setting.score_threshold]
    return JSONResponse({"records": records})


def also_told(error: OporaError, status: int) -> dict[str, Any]:
    """An error as those who fetch from outside read it: a number and a text."""
    return {"error_code": _CODES.get(status, status), "error_msg": str(error)}


def _record(hit: dict[str, Any], site: str) -> dict[str, Any]:
    from opora.web.chat import address

    names = ("anchor", "source_id", "version_id", "label", "valid_from", "valid_until", "section", "page", "headings")
    metadata = {name: hit[name] for name in names} | {"url": address(site, hit["anchor"])}
    title = hit["title"] or f"{hit['source_id']} · {hit['label']}"
    return {"content": hit["text"], "score": min(1.0, max(0.0, hit["score"])), "title": title, "metadata": metadata}
