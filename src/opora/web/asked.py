"""What is a question over the wire made of? The one place where bodies of requests become calls."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from opora.commands.library_desk import Call
from opora.domain.place import calendar_day
from opora.domain.question import LONGEST
from opora.errors import UsageError

Lang = Literal["ru", "uk", "ro", "en"]
Purpose = Literal["products", "documentation", "faq", "other"]
Name = Annotated[str, Field(max_length=200)]
Day = Annotated[str, Field(description="YYYY-MM-DD; today when it is left out", examples=["2026-10-23"], max_length=10)]


class _Narrowed(BaseModel):
    at: Day | None = None
    assistant: Name = "default"
    collection: Name | None = None
    jurisdiction: Name | None = None
    purpose: Purpose | None = None

    def _call(self, text: str, channel: str) -> Call:
        return Call(
            text=clean(text),
            at=day_of(self.at),
            at_given=bool(self.at),
            assistant=self.assistant or "default",
            collections=(self.collection,) if self.collection else (),
            jurisdiction=self.jurisdiction or None,
            purposes=(self.purpose,) if self.purpose else (),
            channel=channel,
        )


class Asked(_Narrowed):
    """A question. ``history``: what the same person asked before, oldest first; ``after``: the trace of the reply before."""

    question: Annotated[str, Field(max_length=LONGEST, examples=["How long is the trial period?"])]
    lang: Lang | None = None
    history: Annotated[list[Annotated[str, Field(max_length=LONGEST)]], Field(max_length=50)] = []
    after: Name | None = None

    def call(self, channel: str = "api") -> Call:
        from dataclasses import replace

        found = self._call(self.question, channel)
        return replace(found, lang=self.lang, history=tuple(map(clean, self.history)), after=self.after or None)


class Sought(_Narrowed):
    """A search."""

    query: Annotated[str, Field(max_length=LONGEST, examples=["deductible for flood"])]
    limit: Annotated[int, Field(ge=1, le=20)] | None = None
    mode: Literal["hybrid", "semantic", "lexical"] | None = None

    def call(self, channel: str = "api") -> Call:
        from dataclasses import replace

        return replace(self._call(self.query, channel), limit=self.limit, mode=self.mode)


def day_of(text: str | None) -> dt.date:
    """The day that was said, or today: this is a door."""
    try:
        return calendar_day(text.strip()) if text else dt.date.today()
    except ValueError:
        raise UsageError(f"{text!r} is not a date", "write YYYY-MM-DD") from None


def clean(text: str) -> str:
    """Text that can be stored: lone surrogates replaced."""
    return text.encode("utf-8", "replace").decode("utf-8")
