"""How do programs that speak to a chat model speak to Opora? ``/v1/models`` and ``/v1/chat/completions``.

The model is an assistant; the last message of the user is the question and those before it are its history. Nothing is
streamed before it is checked: a stream tells the parts of a reply that is whole already.
"""

from __future__ import annotations

import dataclasses
import json
import re
import time
from collections.abc import AsyncIterator, Iterator
from typing import Annotated, Any, Final, Literal
from urllib.parse import quote

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, Field
from starlette.responses import JSONResponse, Response, StreamingResponse

from opora.commands.library_desk import Answered, Call
from opora.domain.question import LONGEST
from opora.errors import UsageError
from opora.web.asked import Day, Lang, Name, clean, day_of
from opora.web.rest import BEARER, ERRORS, Open, Who, count, lanes_of

router = APIRouter(prefix="/v1", responses=ERRORS, dependencies=[Depends(BEARER)], tags=["openai"])
OWN: Final = "opora"
_ROLES = Literal["system", "developer", "user", "assistant", "tool", "function"]
_HISTORY: Final = 50


class Part(BaseModel):
    type: str = "text"
    text: str | None = None


class Said(BaseModel):
    """One message; only text is read."""

    role: _ROLES
    content: Annotated[str, Field(max_length=100_000)] | list[Part] | None = None

    @property
    def text(self) -> str:
        if isinstance(self.content, str):
            return self.content
        return "\n".join(part.text or "" for part in self.content or () if part.type == "text")


class StreamOptions(BaseModel):
    include_usage: bool = False


class Completion(BaseModel):
    """What is not named here (temperature, tools …) is taken and has no effect."""

    model: Name = "default"
    messages: Annotated[list[Said], Field(min_length=1, max_length=500)]
    stream: bool | None = False
    stream_options: StreamOptions | None = None
    at: Day | None = None
    lang: Lang | None = None
    collection: Name | None = None

    def call(self) -> Call:
        asked = [clean(one.text) for one in self.messages if one.role == "user"]
        if self.messages[-1].role != "user" or not asked[-1].strip():
            raise UsageError("the last message must be the user's question", "send it as the last of 'messages'")
        if len(asked[-1]) > LONGEST:
            raise UsageError(f"the question has {len(asked[-1])} characters", f"at most {LONGEST} are read")
        earlier = tuple(text[:LONGEST] for text in asked[:-1] if text.strip())[-_HISTORY:]
        return Call(
            text=asked[-1],
            at=day_of(self.at),
            at_given=bool(self.at),
            assistant=assistant_named(self.model),
            collections=(self.collection,) if self.collection else (),
            lang=self.lang,
            history=earlier,
            channel="chat",
        )


def assistant_named(model: str) -> str:
    """``opora`` is the default assistant."""
    return "default" if model in ("", OWN) else model


@router.get("/models")
def models(reader: Who, desk: Open) -> dict[str, Any]:
    """The assistants."""
    rows = desk.assistants(reader)
    return {"object": "list", "data": [_model(row["name"]) for row in rows]}


@router.get("/models/{model}")
def model(model: str, reader: Who, desk: Open) -> dict[str, Any]:
    desk.assistant(reader, assistant_named(model))
    return _model(model)


def _model(name: str) -> dict[str, Any]:
    return {"id": name, "object": "model", "created": 0, "owned_by": OWN}


@router.post("/chat/completions", responses={200: {"content": {"text/event-stream": {}}}})
async def completions(asked: Completion, request: Request, reader: Who, desk: Open) -> Response:
    """The checked reply as a message; its citations are ``annotations``, and ``opora`` holds the reply whole."""
    call = asked.call()
    found = await lanes_of(request).run(lambda: desk.ask(reader, call))
    count(request, found, "chat")
    made = _Made(found, asked, str(request.base_url).rstrip("/"))
    if asked.stream:
        return StreamingResponse(made.events(), media_type="text/event-stream")
    return JSONResponse(made.whole())


@dataclasses.dataclass(frozen=True, slots=True)
class _Made:
    """A reply in the shapes of a chat model."""

    found: Answered
    asked: Completion
    site: str

    def _head(self, kind: str) -> dict[str, Any]:
        trace_id = self.found.body["trace_id"]
        return {"id": f"chatcmpl-{trace_id}", "object": kind, "created": int(time.time()), "model": self.asked.model}

    def whole(self) -> dict[str, Any]:
        message = {"role": "assistant", "content": self.found.body["text"], "refusal": None}
        message["annotations"] = citations(self.found.body, self.site)
        choice = {"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}
        return self._head("chat.completion") | {
            "choices": [choice],
            "usage": self._usage(),
            OWN: self.found.body,
        }

    async def events(self) -> AsyncIterator[str]:
        head = self._head("chat.completion.chunk")
        for delta in self._deltas():
            yield _data(head | {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]})
        cited = {"annotations": citations(self.found.body, self.site)}
        last = {"index": 0, "delta": cited, "finish_reason": "stop"}
        usage = (
            {"usage": self._usage()} if self.asked.stream_options and self.asked.stream_options.include_usage else {}
        )
        yield _data(head | {"choices": [last], OWN: self.found.body} | usage)
        yield "data: [DONE]\n\n"

    def _deltas(self) -> Iterator[dict[str, Any]]:
        yield {"role": "assistant", "content": ""}
        for line in self.found.body["text"].splitlines(keepends=True):
            yield {"content": line}

    def _usage(self) -> dict[str, int]:
        """Words, since no model wrote the reply."""
        asked = sum(len(one.text.split()) for one in self.asked.messages)
        said = len(self.found.body["text"].split())
        return {"prompt_tokens": asked, "completion_tokens": said, "total_tokens": asked + said}


def _data(body: dict[str, Any]) -> str:
    return f"data: {json.dumps(body, ensure_ascii=False)}\n\n"


def citations(body: dict[str, Any], site: str) -> list[dict[str, Any]]:
    """One for each place where the reply's text names a citation: ``text[start_index:end_index]`` is its marker.

    A citation that the text does not name stands at the end of the text, so that none is lost.
    """
    text, found = body["text"], []
    for claim in body["claims"]:
        cited = claim["citation"]
        marker = f"[{cited['number']}]"
        own = f"{' '.join(claim['text'].split())} {marker}"
        places = [match.end() - len(marker) for match in re.finditer(re.escape(own), text)]
        for start in places or [len(text) - len(marker) if text.endswith(marker) else len(text)]:
            end = start + len(marker) if text.startswith(marker, start) else start
            found.append(_annotation(cited, start, end, site))
    return found


def _annotation(cited: dict[str, Any], start: int, end: int, site: str) -> dict[str, Any]:
    """Where others look for it (``url_citation``) and where the interface of Opora has it (beside ``type``)."""
    place = {
        "start_index": start,
        "end_index": end,
        "url": cited.get("url") or address(site, cited["anchor"]),
        "title": f"{cited['source_id']} · {cited['label']}",
        "anchor": cited["anchor"],
        "quote": cited["quote"],
        "version_id": cited["version_id"],
    }
    return {"type": "url_citation", "url_citation": place, **place}


def address(site: str, anchor: str) -> str:
    """The page that opens a place."""
    return f"{site}/open/{quote(anchor, safe=':@~')}"
