"""What does a number in a text say? An amount with its unit, qualifier and basis; equal only if all that is said agrees."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from opora.domain.place import Span

ValueKind = Literal["amount", "rate", "date", "term", "count", "identifier", "name"]
Qualifier = Literal["up_to", "at_least", "less_than", "more_than", "from", "about", "not", "exactly"]


@dataclass(frozen=True, slots=True)
class Value:
    """``low``/``high`` bound ranges; a plain number has ``low == high == number``.

    ``unit`` is canonical ("day", "month", "percent", "kg"), ``currency`` an ISO 4217 code, ``scale`` a power of
    ten already applied to the number, ``basis`` what it is counted by ("calendar", "working", "per day").
    A date's ``unit`` is its precision (day, month, quarter, year; "time" for a time of day). ``note`` says what was
    ambiguous in the reading.
    ``text`` is verbatim and ``span`` its place in the text it was read from.
    """

    kind: ValueKind
    text: str
    span: Span
    number: Decimal | None = None
    low: Decimal | None = None
    high: Decimal | None = None
    date: dt.date | None = None
    unit: str | None = None
    currency: str | None = None
    scale: int = 0
    qualifier: Qualifier | None = None
    basis: str | None = None
    readable: bool = True
    note: str = ""
