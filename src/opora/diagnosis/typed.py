"""Is it the same value? By type and value: 14 is not 14.0, "true" is a bool, dates are real days of the calendar."""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, get_args

from opora.domain.case import ClaimValue
from opora.domain.place import calendar_day
from opora.domain.source import Fact
from opora.domain.value import Value
from opora.language.agreement import agree
from opora.language.values import find_values
from opora.language.words import fold, words

TypeName = Literal["int", "decimal", "bool", "text", "date"]
TYPES: tuple[TypeName, ...] = get_args(TypeName)
_GROUPED = re.compile(r"[+-]?\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?:[.,]\d+)?")  # 1 000,50
_INT = re.compile(r"[+-]?\d+")
_DECIMAL = re.compile(r"[+-]?\d+(?:\.\d+|,(?:\d{1,2}|\d{4,}))")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_SHORT = 200  # characters; ``fold`` remembers what it has seen, which is for words, not for documents
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—−", "-"))


@dataclass(frozen=True, slots=True)
class Typed:
    """A value with its type; ``value`` is an int, Decimal, bool, date or normalised text."""

    type: TypeName
    value: int | Decimal | bool | dt.date | str


def typed(written: ClaimValue, declared: str | None = None) -> Typed:
    """A value as written, read by its declared type or, without one, by its form. ValueError says what is wrong."""
    if not isinstance(written, str):
        return _from_json(written)
    text = _ungrouped(written.strip()) if declared != "text" else written.strip()
    kind = declared or _type_of(text)
    if kind == "int" and _INT.fullmatch(text):
        return Typed("int", int(text))
    if kind == "decimal" and (_DECIMAL.fullmatch(text) or _INT.fullmatch(text)):
        return Typed("decimal", Decimal(text.replace(",", ".")))
    if kind == "bool" and text.lower() in ("true", "false"):
        return Typed("bool", text.lower() == "true")
    if kind == "date":
        return Typed("date", as_day(text))
    if kind == "text":
        return Typed("text", normal(text))
    if kind not in TYPES:
        raise ValueError(f"type {kind!r} is not one of {', '.join(TYPES)}")
    raise ValueError(f"{text!r} is not of type {kind}")


def as_day(text: str) -> dt.date:
    """A real day of the calendar written YYYY-MM-DD; ValueError otherwise."""
    if _DATE.fullmatch(text):
        try:
            return calendar_day(text)
        except ValueError:
            raise ValueError(f"{text!r} is not a day of the calendar") from None
    raise ValueError(f"{text!r} is not a date; write YYYY-MM-DD")


def normal(text: str) -> str:
    """Text as it is compared: one Unicode form, single spaces, one kind of dash, no case."""
    one_line = " ".join(unicodedata.normalize("NFKC", text).translate(_DASHES).split())
    return fold(one_line) if len(one_line) < _SHORT else fold.__wrapped__(one_line)


def same_value(fact: Fact, written: ClaimValue) -> bool:
    """Whether what was written is the fact's value, by type and value; text that holds amounts agrees part by part."""
    own = typed(fact.value, fact.type)
    if own.type == "text":
        return isinstance(written, str) and _same_text(fact.value, written)
    if isinstance(written, str) and written.strip() == fact.value.strip():
        return True
    if isinstance(written, str) and own.type == "date":
        return _only_day(written) == own.value
    if isinstance(written, str) and fact.unit and _same_text(f"{fact.value} {fact.unit}", written):
        return True
    try:
        return typed(written) == own
    except ValueError:
        return False


def _ungrouped(text: str) -> str:
    return "".join(text.split()) if _GROUPED.fullmatch(text) else text


def _only_day(text: str) -> dt.date | None:
    """The day of the calendar that a text is, in any spelling, and nothing else."""
    values = find_values(text)
    if len(values) != 1 or values[0].unit != "day" or _words_of(_without(text, values)):
        return None
    return values[0].date


def _from_json(written: object) -> Typed:
    if isinstance(written, bool):
        return Typed("bool", written)
    if isinstance(written, int):
        return Typed("int", written)
    if isinstance(written, Decimal):
        return Typed("decimal", written)
    raise ValueError("there is no value")


def _type_of(text: str) -> TypeName:
    if _INT.fullmatch(text):
        return "int"
    if _DECIMAL.fullmatch(text):
        return "decimal"
    if text.lower() in ("true", "false"):
        return "bool"
    return "date" if _DATE.fullmatch(text) else "text"


def _same_text(one: str, other: str) -> bool:
    if normal(one) == normal(other):
        return True
    left, right = find_values(one), find_values(other)
    if not left or len(left) != len(right):
        return False
    alike = all(agree(a, b) for a, b in zip(left, right, strict=True))
    return alike and _words_of(_without(one, left)) == _words_of(_without(other, right))


def _without(text: str, values: list[Value]) -> str:
    for value in reversed(values):
        text = f"{text[: value.span.start]} {text[value.span.end :]}"
    return text


def _words_of(text: str) -> list[str]:
    return [fold(word.text) for word in words(text)]
