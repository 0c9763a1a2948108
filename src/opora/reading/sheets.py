"""What do a workbook's sheets show?"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from opora.errors import BrokenFileError, EncryptedError
from opora.reading.assemble import Draft, Reading
from opora.reading.cell_formats import CellFormats, Place
from opora.reading.date_format import shown_date, shown_time
from opora.reading.grid import GridCell, GridRules, head_rows_of, is_numeric, table_drafts
from opora.reading.media import XLSX
from opora.reading.number_format import general, is_scaled, shown, shown_text
from opora.reading.sheet_looks import draws_nothing
from opora.reading.sheet_marks import NO_MARKS, SheetMarks, letters_of

_DEFAULT_NAME = re.compile(r"(?:sheet|лист|аркуш|foaie|tabelle|hoja|feuil)\s*\d*", re.I)
_CYRILLIC = re.compile(r"[а-яіїєґ]", re.I)
_LONG = 60
_NAMED = 5
_SHOWN = 120
Rows = list[list[Any]]


def read_sheets(path: Path, media_type: str) -> Reading:
    """Each sheet under its name; tables cut at blank rows and columns; a row's number is the sheet's own.

    Numbers are written as their format draws them where it can be told (XLSX), dates as ISO. Hidden sheets, rows and
    columns are left out by name; formulas without a stored result are warned of.
    """
    import python_calamine as calamine

    try:
        book = calamine.CalamineWorkbook.from_path(str(path))
        formats = CellFormats(path) if media_type == XLSX else None
        drafts: list[Draft] = []
        left_out: list[str] = []
        warnings: list[str] = []
        for meta in book.sheets_metadata:
            kind = str(meta.visible).rsplit(".", 1)[-1]
            if kind != "Visible":
                left_out.append(f"hidden sheet: {meta.name}")
            elif str(meta.typ).rsplit(".", 1)[-1] != "WorkSheet":
                left_out.append(f"sheet without cells: {meta.name}")
            else:
                marks = formats.marks_of(meta.name) if formats else NO_MARKS
                left_out.extend(marks.left_out(meta.name))
                warnings.extend(marks.warnings(meta.name))
                sheet = book.get_sheet_by_name(meta.name)
                codes = formats.of_sheet(meta.name) if formats else {}
                rows = sheet.to_python(skip_empty_area=False)
                left_out.extend(_unseen(meta.name, rows, codes))
                warnings.extend(_scaled(meta.name, rows, codes))
                drafts.extend(_sheet(sheet, rows, codes, marks))
    except calamine.PasswordError as error:
        raise EncryptedError("it is encrypted", "remove the password and add it again") from error
    except calamine.CalamineError as error:
        raise BrokenFileError(
            f"the workbook is damaged ({error})", "open it in its program and save it again"
        ) from error
    return Reading(tuple(drafts), media_type, "sheets", left_out=tuple(left_out), warnings=tuple(warnings))


def _sheet(sheet: Any, rows: Rows, codes: dict[Place, str], marks: SheetMarks) -> list[Draft]:
    cyrillic = any(isinstance(v, str) and _CYRILLIC.search(v) for row in rows[:200] for v in row)
    group = "\u00a0" if cyrillic else ","
    texts = {
        (row, column): text
        for row, values in enumerate(rows)
        if row not in marks.hidden_rows
        for column, value in enumerate(values)
        if column not in marks.hidden_columns
        if (text := _shown(value, codes.get((row, column)), group).strip())
    }
    spans = _spans(sheet)
    drafts: list[Draft] = []
    if not _DEFAULT_NAME.fullmatch(sheet.name.strip()) and texts:
        drafts.append(Draft("heading", sheet.name, level=1, sheet=sheet.name))
    for region in _regions(texts, marks):
        drafts.extend(_region(region, spans, sheet.name))
    return drafts


def _unseen(sheet: str, rows: Rows, codes: dict[Place, str]) -> Iterator[str]:
    """White letters, and formats that show nothing: how text is hidden from people only."""
    found = [(place, str(value)) for place, value in _valued(rows, codes, draws_nothing) if str(value).strip()]
    for (row, column), text in found[:_NAMED]:
        short = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
        yield f"text nobody can see in {sheet}, {letters_of(column + 1)}{row + 1}: {' '.join(short.split())}"
    if len(found) > _NAMED:
        yield f"text nobody can see in {sheet}: {len(found) - _NAMED} more cells"


def _scaled(sheet: str, rows: Rows, codes: dict[Place, str]) -> Iterator[str]:
    """Figures shown in thousands or millions: what the file holds is said beside the first of them."""
    found = [(place, value) for place, value in _valued(rows, codes, is_scaled) if isinstance(value, int | float)]
    if found:
        (row, column), value = found[0]
        yield (
            f"{len(found)} cells of {sheet} are shown in thousands or millions by their format "
            f"({letters_of(column + 1)}{row + 1} holds {general(value)})"
        )


def _valued(rows: Rows, codes: dict[Place, str], kind: Callable[[str], bool]) -> Iterator[tuple[Place, object]]:
    meant = {code for code in set(codes.values()) if kind(code)}
    for (row, column), code in sorted(codes.items()) if meant else ():
        if code in meant and row < len(rows) and column < len(rows[row]):
            yield (row, column), rows[row][column]


def _shown(value: object, code: str | None, group: str) -> str:
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, int | float):
        drawn = shown(value, code, group) if code else None
        return general(value) if drawn is None else drawn
    if isinstance(value, dt.date):
        return shown_date(value, code or "", "en" if group == "," else None)
    if isinstance(value, dt.time | dt.timedelta):
        return shown_time(value, code or "")
    return shown_text(str(value), code) if code else str(value)


def _spans(sheet: Any) -> dict[Place, Place]:
    """Place of a merged cell to the rows and columns it covers."""
    return {
        (first[0], first[1]): (last[0] - first[0] + 1, last[1] - first[1] + 1)
        for first, last in sheet.merged_cell_ranges or ()
    }


Region = dict[Place, str]


def _regions(texts: Region, marks: SheetMarks) -> list[Region]:
    """Parts of a sheet between blank rows, then between blank columns where the right part has labels of its own.

    A hidden row or column is no gap: what stands on either side of it is one table.
    """
    runs: list[Region] = []
    last = -2
    for place in sorted(texts):
        if _gap(last, place[0], marks.hidden_rows):
            runs.append({})
        runs[-1][place] = texts[place]
        last = place[0]
    joined: list[Region] = []
    for run in runs:
        if joined and _runs_on(joined[-1], run):
            joined[-1].update(run)
        else:
            joined.append(run)
    return [part for run in joined for part in _side_by_side(run, marks)]


def _runs_on(above: Region, below: Region) -> bool:
    """The rows below a blank row have no header of their own and stay under the columns above."""
    columns = {column for _, column in above}
    if len(columns) < 2 or not {column for _, column in below} <= columns or len({c for _, c in below}) < 2:
        return False
    return (
        head_rows_of(_grid(above, {})) > 0
        and head_rows_of(_grid(below, {})) == 0
        and any(is_numeric(text) for text in below.values())
    )


def _gap(before: int, after: int, hidden: frozenset[int]) -> bool:
    return any(between not in hidden for between in range(before + 1, after))


def _side_by_side(run: Region, marks: SheetMarks) -> list[Region]:
    """Tables beside each other: a blank column between two parts that each begin with a header row."""
    columns = sorted({column for _, column in run})
    for before, column in pairwise(columns):
        if _gap(before, column, marks.hidden_columns):
            left = {place: text for place, text in run.items() if place[1] <= before}
            right = {place: text for place, text in run.items() if place[1] >= column}
            if all(head_rows_of(_grid(_below_title(part), {})) for part in (left, right)):
                return [left, *_side_by_side(right, marks)]
    return [run]


def _below_title(region: Region) -> Region:
    """The part without the single cells that stand over its first row of several; all of it when there is none."""
    rows = [row for row, _ in region]
    first = next((row for row in sorted(set(rows)) if rows.count(row) > 1), min(rows))
    return {place: text for place, text in region.items() if place[0] >= first}


def _grid(region: Region, spans: dict[Place, Place]) -> list[list[GridCell]]:
    first, last = min(row for row, _ in region), max(row for row, _ in region)
    rows: list[list[GridCell]] = [[] for _ in range(last - first + 1)]
    for (row, column), text in sorted(region.items()):
        height, width = spans.get((row, column), (1, 1))
        rows[row - first].append(GridCell(text, column + 1, width, height))
    return rows


def _region(region: Region, spans: dict[Place, Place], sheet: str) -> list[Draft]:
    columns = {column for _, column in region}
    texts = [text for _, text in sorted(region.items())]
    if len(columns) == 1 and (len(texts) < 3 or any(len(text) > _LONG for text in texts)):
        return [Draft("paragraph", text, sheet=sheet) for text in texts]
    first = min(row for row, _ in region) + 1
    return table_drafts(_grid(region, spans), GridRules(sheet=sheet, first_row=first))
