"""What is under ``/api/v1/gaps``? The queue of open questions, in the shape of ``opora gaps --json``."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from opora.commands.gap_shapes import Gaps, Preview
from opora.review.approve import LONGEST_ANSWER, Said
from opora.web.asked import clean
from opora.web.rest import BEARER, ERRORS, Id, Open, Who, lanes_of, told

router = APIRouter(prefix="/api/v1/gaps", responses=ERRORS, dependencies=[Depends(BEARER)])
State = Literal["pending", "approved", "ignored", "duplicate"]
_Line = Annotated[str, Field(max_length=500)]
_Wording = Annotated[str, Field(max_length=2000)]


class Answer(BaseModel):
    """As ``opora gaps answer``; the author is whoever holds the key. ``confirmed``: flagged words that may be published."""

    text: Annotated[str, Field(max_length=LONGEST_ANSWER)]
    question: _Line = ""
    use_wording: bool = False
    aliases: Annotated[list[_Wording], Field(max_length=50)] = []
    valid_from: _Line | None = None
    valid_until: _Line | None = None
    collection: _Line = ""
    mends: _Line = ""
    confirmed: Annotated[list[_Wording], Field(max_length=200)] = []

    def said(self) -> Said:
        return Said(
            text=clean(self.text),
            author="",
            now="",
            question=clean(self.question),
            use_wording=self.use_wording,
            aliases=tuple(map(clean, self.aliases)),
            valid_from=self.valid_from,
            valid_until=self.valid_until,
            collection=clean(self.collection),
            mends=clean(self.mends),
            confirmed=tuple(map(clean, self.confirmed)),
        )


class Note(BaseModel):
    note: _Line = ""


class First(BaseModel):
    """``of``: the gap that was there first."""

    of: Annotated[str, Field(max_length=400)]


class Owner(BaseModel):
    owner: Annotated[str, Field(max_length=120)]


class Place(BaseModel):
    """``to``: an anchor, or a source, that says it."""

    to: Annotated[str, Field(min_length=1, max_length=1000)]


@router.get("", response_model=Gaps)
def listed(
    reader: Who,
    desk: Open,
    state: Annotated[tuple[State, ...], Query(description="any of them when left out")] = (),
    collection: Annotated[str, Query(max_length=200, description="only what was asked of it")] = "",
) -> Response:
    """The latest first, 200 at most."""
    return told(desk.gaps(reader, state, collection))


@router.get("/{gap_id}", response_model=Gaps)
def one(gap_id: Id, reader: Who, desk: Open) -> Response:
    return told(desk.gap(reader, gap_id))


@router.post("/{gap_id}/preview", response_model=Preview)
def preview(gap_id: Id, answer: Answer, reader: Who, desk: Open) -> Response:
    """The answer as it would be cited, and what of it may tell of a person; nothing is done."""
    return told(desk.preview_answer(reader, gap_id, answer.said()))


@router.post("/{gap_id}/answer", response_model=Gaps)
async def answer(gap_id: Id, answer: Answer, request: Request, reader: Who, desk: Open) -> Response:
    """Publish it, once: the same again changes nothing."""
    return told(await lanes_of(request).run(lambda: desk.answer_gap(reader, gap_id, answer.said())))


@router.post("/{gap_id}/ignore", response_model=Gaps)
def ignore(gap_id: Id, note: Note, reader: Who, desk: Open) -> Response:
    return told(desk.move_gap(reader, gap_id, "ignore", note.note))


@router.post("/{gap_id}/duplicate", response_model=Gaps)
def duplicate(gap_id: Id, first: First, reader: Who, desk: Open) -> Response:
    return told(desk.move_gap(reader, gap_id, "link", first=first.of))


@router.post("/{gap_id}/reopen", response_model=Gaps)
def reopen(gap_id: Id, note: Note, reader: Who, desk: Open) -> Response:
    return told(desk.move_gap(reader, gap_id, "reopen", note.note))


@router.post("/{gap_id}/withdraw", response_model=Gaps)
def withdraw(gap_id: Id, note: Note, reader: Who, desk: Open) -> Response:
    """Its answer answers nothing from now on."""
    return told(desk.move_gap(reader, gap_id, "withdraw", note.note))


@router.post("/{gap_id}/assign", response_model=Gaps)
def assign(gap_id: Id, owner: Owner, reader: Who, desk: Open) -> Response:
    """Say who is responsible."""
    return told(desk.assign_gap(reader, gap_id, owner.owner))


@router.post("/{gap_id}/alias", response_model=Gaps)
async def alias(gap_id: Id, place: Place, request: Request, reader: Who, desk: Open) -> Response:
    """A document does say it: let these words lead there. They are searched and never quoted."""
    return told(await lanes_of(request).run(lambda: desk.lead_gap(reader, gap_id, clean(place.to))))
