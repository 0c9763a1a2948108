"""What does the owner say about each file? A manifest (CSV or YAML) as entries, and a named problem for each bad row."""

from __future__ import annotations

import csv
import datetime as dt
import difflib
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, get_args

from opora.domain.place import Validity, calendar_day
from opora.domain.source import Purpose
from opora.errors import UsageError

COLUMNS = (
    "source_id", "path", "text", "collection", "label", "valid_from", "valid_until", "jurisdiction", "purpose",
    "authority", "owner", "enabled",
)  # fmt: skip
_SOURCE_ID = re.compile(r"[^@:#\s\x00-\x1f\x7f\ud800-\udfff]{1,200}")
_UNREADABLE = "\0"  # the column of what is wrong with a record that is no row
_LONGEST = 1 << 30  # characters of a text that stands in the manifest itself
_TRUE, _FALSE = {"true", "yes", "1", "on"}, {"false", "no", "0", "off"}


@dataclass(frozen=True, slots=True)
class Given:
    """What was said about a source and its version; ``None`` is not said and changes nothing."""

    collection: str | None = None
    label: str | None = None
    valid_from: dt.date | None = None
    valid_until: dt.date | None = None
    jurisdiction: str | None = None
    purpose: Purpose | None = None
    authority: int | None = None
    owner: str | None = None
    enabled: bool | None = None

    @property
    def validity(self) -> Validity:
        return Validity(self.valid_from, self.valid_until)


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing to add: a file or a text, under a source id; ``problem`` says why it cannot be.

    ``row`` is its row in the manifest; 0 when there is none. ``inside``: the file of this name in the message at ``path``.
    """

    source_id: str
    name: str
    path: Path | None = None
    text: str | None = None
    given: Given = Given()
    problem: str | None = None
    row: int = 0
    inside: str = ""


class FieldError(ValueError):
    """A value that is not allowed; the message names the field."""


def read_manifest(path: Path) -> list[Entry]:
    """Entries in the order of the rows. UsageError when the file as a whole cannot be read."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UsageError(f"cannot read manifest {str(path)!r}: {reason}", "give a CSV or YAML file in UTF-8") from error
    rows = _yaml_rows(text, path) if path.suffix.lower() in (".yaml", ".yml") else _csv_rows(text, path)
    return _checked_periods([_entry(row, number, path.parent) for number, row in rows])


def given_from(values: Mapping[str, Any]) -> Given:
    """Checked settings from raw text values. FieldError names the field."""
    start, end = as_date(values.get("valid_from"), "valid_from"), as_date(values.get("valid_until"), "valid_until")
    if start and end and end < start:
        raise FieldError(f"valid_until {end} is before valid_from {start}")
    return Given(
        collection=_text(values, "collection"),
        label=_text(values, "label"),
        valid_from=start,
        valid_until=end,
        jurisdiction=_text(values, "jurisdiction"),
        purpose=as_purpose(values.get("purpose")),
        authority=as_whole(values.get("authority"), "authority"),
        owner=_text(values, "owner"),
        enabled=as_switch(values.get("enabled"), "enabled"),
    )


def _text(values: Mapping[str, Any], name: str) -> str | None:
    value = values.get(name)
    return str(value).strip() or None if value is not None else None


def as_date(value: Any, name: str) -> dt.date | None:
    if value is None or value == "":
        return None
    if isinstance(value, dt.datetime):
        return value.date()
    if isinstance(value, dt.date):
        return value
    try:
        return calendar_day(str(value).strip())
    except ValueError:
        raise FieldError(f"{name} {str(value)!r} is not a date; write YYYY-MM-DD") from None


def as_whole(value: Any, name: str) -> int | None:
    if value is None or value == "":
        return None
    try:
        return int(str(value).strip())
    except ValueError:
        raise FieldError(f"{name} {str(value)!r} is not a whole number") from None


def as_switch(value: Any, name: str) -> bool | None:
    if value is None or value == "":
        return None
    word = str(value).strip().lower()
    if word in _TRUE | _FALSE:
        return word in _TRUE
    raise FieldError(f"{name} {str(value)!r} is neither true nor false")


def as_purpose(value: Any) -> Purpose | None:
    if value is None or value == "":
        return None
    for purpose in get_args(Purpose):
        if str(value).strip() == purpose:
            return purpose  # type: ignore[no-any-return]
    raise FieldError(f"purpose {str(value)!r} is not one of {', '.join(get_args(Purpose))}")


def as_source_id(value: Any) -> str:
    """A source id as it stands, or FieldError; it becomes the first step of every anchor."""
    if isinstance(value, str) and _SOURCE_ID.fullmatch(value):
        return value
    raise FieldError(f"source_id {str(value)[:80]!r} must be 1 to 200 characters without spaces, '@', ':' or '#'")


def _csv_rows(text: str, path: Path) -> list[tuple[int, dict[str, Any]]]:
    sample = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=sample.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        names = _without_tail([name.strip() for name in next(reader, [])])
    except csv.Error as error:
        raise UsageError(f"manifest {str(path)!r} is not a CSV file: {error}", "check its quotes") from error
    _known_columns(names, path)
    rows = [(number, told if isinstance(told, str) else _without_tail(told)) for number, told in _records(reader)]
    if len(rows) == 1 and isinstance(rows[0][1], str):
        raise UsageError(f"manifest {str(path)!r} {rows[0][1]}", "no row stands before it")
    return [
        (number, {_UNREADABLE: told} if isinstance(told, str) else _as_row(names, told))
        for number, told in rows
        if told
    ]


def _records(reader: Any) -> Iterator[tuple[int, list[str] | str]]:
    """The line each record begins on with its cells, or what is wrong with it: then it is the last one.

    After a record whose quotes do not fit nothing can be told apart: the lines of a text would be taken for rows.
    """
    begins = reader.line_num + 1
    usual = csv.field_size_limit(_LONGEST)
    try:
        for cells in reader:
            yield begins, cells
            begins = reader.line_num + 1
    except csv.Error as error:
        yield begins, f"is not CSV: {error}; check its quotes; no row after it was read"
    finally:
        csv.field_size_limit(usual)


def _without_tail(cells: list[str]) -> list[str]:
    """Spreadsheets write empty cells after the last column."""
    while cells and not cells[-1].strip():
        cells = cells[:-1]
    return cells


def _as_row(names: list[str], cells: list[str]) -> dict[str, Any]:
    """Cells by column; what has no column stands under the empty name."""
    row: dict[str, Any] = dict(zip(names, cells, strict=False))
    return row | ({"": cells[len(names) :]} if len(cells) > len(names) else {})


def _yaml_rows(text: str, path: Path) -> list[tuple[int, dict[str, Any]]]:
    """Every value stays the text that was written: a label 1.10 is not the number 1.1, and a wrong date is one bad row."""
    import yaml

    try:
        loaded = yaml.load(text, yaml.BaseLoader)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise UsageError(f"manifest {str(path)!r} is not YAML: {error}", "check its indents") from error
    rows = loaded.get("sources") if isinstance(loaded, dict) else loaded
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise UsageError(f"manifest {str(path)!r} must be a list of sources", "start each with '- source_id: …'")
    for row in rows:
        _known_columns([str(key) for key in row], path)
    return [
        (number, {key: None if value in ("~", "null") else value for key, value in row.items()})
        for number, row in enumerate(rows, start=1)
    ]


def _known_columns(names: list[str], path: Path) -> None:
    for name in names:
        if name not in COLUMNS:
            close = difflib.get_close_matches(name, COLUMNS, n=1)
            hint = f"did you mean {close[0]!r}?" if close else f"known columns: {', '.join(COLUMNS)}"
            raise UsageError(f"manifest {str(path)!r} has an unknown column {name!r}", hint)
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UsageError(f"manifest {str(path)!r} has the column {twice!r} twice", "leave one of them out")
    if "path" not in names and "text" not in names:
        raise UsageError(f"manifest {str(path)!r} has neither a path nor a text column", "add one of them")


def _entry(row: dict[str, Any], number: int, folder: Path) -> Entry:
    name = str(row.get("path") or row.get("source_id") or f"row {number}")
    try:
        if _UNREADABLE in row:
            raise FieldError(row[_UNREADABLE])
        if "" in row:
            raise FieldError("there are more fields than columns")
        for column, value in row.items():
            if value is not None and not isinstance(value, str):
                raise FieldError(f"{column} must be one value, not a list")
            row[column] = value and value.encode("utf-8", "replace").decode("utf-8")
        path, text = row.get("path") or None, row.get("text") or None
        if (path is None) == (text is None):
            raise FieldError("give either path or text")
        if path is not None and "\x00" in str(path):
            raise FieldError("path holds a NUL character")
        source_id = row.get("source_id")
        if not source_id and path is None:
            raise FieldError("a text needs a source_id")
        return Entry(
            source_id=as_source_id(str(source_id)) if source_id else "",
            name=name,
            path=folder / str(path) if path is not None else None,
            text=str(text) if text is not None else None,
            given=given_from(row),
            row=number,
        )
    except FieldError as error:
        return Entry(str(row.get("source_id") or ""), name, problem=f"row {number}: {error}", row=number)


def _checked_periods(entries: list[Entry]) -> list[Entry]:
    """Refuse a row whose period contradicts an earlier row of the same source; an open end before a later start does not."""
    kept: list[Entry] = []
    for entry in entries:
        earlier = [other for other in kept if other.source_id == entry.source_id and not other.problem]
        clash = next((other for other in earlier if entry.source_id and _contradict(other.given, entry.given)), None)
        if clash is not None and not entry.problem:
            entry = replace(
                entry,
                problem=f"row {entry.row}: valid_from/valid_until of version {_period_name(entry)} contradict those of "
                f"version {_period_name(clash)} of source {entry.source_id!r} in row {clash.row}",
            )
        kept.append(entry)
    return kept


def _period_name(entry: Entry) -> str:
    start, end = entry.given.valid_from or "…", entry.given.valid_until or "…"
    return f"{entry.given.label or entry.name!r} ({start} to {end})"


def _contradict(one: Given, two: Given) -> bool:
    if not one.validity.overlaps(two.validity):
        return False
    if one.valid_from == two.valid_from:
        return True
    first = min(one, two, key=lambda given: given.valid_from or dt.date.min)
    return first.valid_until is not None
