"""What stands in which row of a CSV file? Cells by column, with the line each record begins on."""

from __future__ import annotations

import csv
import difflib
import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from opora.errors import UsageError

Problem = tuple[str, str]
"""A field and what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Columns:
    """What a file is called in messages, and its columns."""

    what: str
    needed: tuple[str, ...]
    optional: tuple[str, ...] = ()

    @property
    def header(self) -> str:
        return ",".join(self.needed)


@dataclass(frozen=True, slots=True)
class Row:
    """A record: the line it begins on (the header is line 1), its cells stripped, and what is wrong with its shape."""

    number: int
    cells: dict[str, str]
    problem: Problem | None = None

    def problems(self, check: Callable[[dict[str, str]], list[Problem]]) -> list[Problem]:
        """What is wrong with it; a record of a wrong shape is not looked into."""
        return check(self.cells) if self.problem is None else [self.problem]


@dataclass(frozen=True, slots=True)
class Table:
    rows: tuple[Row, ...]
    columns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Broken:
    """A record whose quotes do not fit together or that is too long, and the field, "" when it is not known.

    ``cells``: those that stand whole before it.
    """

    message: str
    field: str
    cells: dict[str, str]


def read_text(path: Path, what: str) -> str:
    """The file as text. UsageError when it cannot be opened or is not UTF-8."""
    try:
        return path.read_bytes().decode("utf-8-sig")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise UsageError(f"cannot read {what} {str(path)!r}: {reason}", "give a file in UTF-8") from error


def read_table(path: Path, columns: Columns) -> Table:
    """All records of a CSV file. UsageError when a needed column is not there or the file is no CSV at all.

    The delimiter is the comma, semicolon or tab that the header uses most; for columns that
    nobody asked for see ``unread_columns``.
    """
    records = _records(path, columns)
    _, header = next(records, (1, []))
    if isinstance(header, _Broken):
        raise UsageError(f"{columns.what} {str(path)!r} {header.message}", "check its quotes")
    names = [name.strip() for name in header]
    _check_header(names, columns, path)
    rows = [_row(number, names, record) for number, record in records if _holds_something(record)]
    return Table(tuple(rows), tuple(names))


def unread_columns(path: Path, columns: Columns) -> list[str]:
    """A warning for each column of the header that nobody asked for: a misspelt one would be left out in silence."""
    _, header = next(_records(path, columns), (1, []))
    names = [] if isinstance(header, _Broken) else [name.strip() for name in header]
    known = (*columns.needed, *columns.optional)
    return [_unread(name, path, known) for name in dict.fromkeys(names) if name and name not in known]


def _unread(name: str, path: Path, known: tuple[str, ...]) -> str:
    close = difflib.get_close_matches(name, known, n=1)
    return f"column {name!r} of {path.name} is not read" + (f"; did you mean {close[0]!r}?" if close else "")


def _records(path: Path, columns: Columns) -> Iterator[tuple[int, list[str] | _Broken]]:
    """The line each record begins on and its cells, or what is wrong with it: reading goes on in the line after it."""
    text = read_text(path, columns.what)
    lines = io.StringIO(text, newline="").readlines()
    delimiter = max(",;\t", key=text.split("\n", 1)[0].count)
    names: list[str] = []
    place = 0
    while place < len(lines):
        rest = (lines[number] for number in range(place, len(lines)))
        reader = csv.reader(rest, delimiter=delimiter, strict=True)
        begins = place
        try:
            for record in reader:
                names = names or [name.strip() for name in record]
                yield begins + 1, record
                begins = place + reader.line_num
            return
        except csv.Error as error:
            most = csv.field_size_limit()
            begun = next(csv.reader([lines[begins][:most]], delimiter=delimiter), [])
            yield begins + 1, _broken(str(error), most, names, begun)
            place = begins + 1


def _broken(error: str, most: int, names: list[str], begun: list[str]) -> _Broken:
    """``begun``: cells that the record's first line begins; the last of them is the one, unless all are there."""
    too_long = "limit" in error
    known = 0 < len(begun) < len(names) or (too_long and len(begun) == len(names))
    told = f"holds a cell of more than {most} characters; shorten it" if too_long else f"is not CSV: {error}"
    cells = {name: cell.strip() for name, cell in zip(names, begun[:-1], strict=False)} if known else {}
    return _Broken(f"{told}; check its quotes", names[len(begun) - 1] if known else "", cells)


def _holds_something(record: list[str] | _Broken) -> bool:
    return isinstance(record, _Broken) or any(cell.strip() for cell in record)


def _row(number: int, header: list[str], record: list[str] | _Broken) -> Row:
    if isinstance(record, _Broken):
        return Row(number, record.cells, (record.field, record.message))
    cells = {name: cell.strip() for name, cell in zip(header, record, strict=False)}
    problem = next(((name, "holds a NUL character") for name, cell in cells.items() if "\0" in cell), None)
    if len(record) != len(header):
        field = header[len(record)] if len(record) < len(header) else header[-1]
        message = f"the row has {len(record)} fields, the header has {len(header)}; put cells with commas in quotes"
        problem = field, message
    return Row(number, cells, problem)


def _check_header(header: list[str], columns: Columns, path: Path) -> None:
    missing = [name for name in columns.needed if name not in header]
    twice = [name for name in dict.fromkeys(header) if header.count(name) > 1]
    if missing:
        close = difflib.get_close_matches(missing[0], header, n=1)
        hint = f"did you mean {close[0]!r}? " if close else ""
        raise UsageError(
            f"{columns.what} {str(path)!r} has no column {missing[0]!r}", f"{hint}the header is {columns.header}"
        )
    if twice:
        raise UsageError(f"{columns.what} {str(path)!r} has the column {twice[0]!r} twice", "leave one out")
