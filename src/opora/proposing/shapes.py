"""What must a model's answer look like? Strict shapes with bounds; anything beside them is no answer."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Text = Annotated[str, Field(min_length=1, max_length=4000)]
Short = Annotated[str, Field(min_length=1, max_length=300)]
Name = Annotated[str, Field(min_length=1, max_length=20)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class PhrasedClaim(_Strict):
    evidence: Name
    quote: Text
    text: Text


class Phrased(_Strict):
    claims: Annotated[list[PhrasedClaim], Field(max_length=60)]


class Questions(_Strict):
    questions: Annotated[list[Text], Field(min_length=1, max_length=40)]


class Variant(_Strict):
    id: Name
    queries: Annotated[list[Short], Field(max_length=3)]


class Variants(_Strict):
    variants: Annotated[list[Variant], Field(max_length=40)]
