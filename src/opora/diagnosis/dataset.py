"""What does a folder of documents, queries and judgements hold? The BEIR layout, and every line that cannot be used."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from opora.errors import UsageError

LAYOUT = "a folder with corpus.jsonl, queries.jsonl and qrels/*.tsv"


@dataclass(frozen=True, slots=True)
class Problem:
    """A line that was left out, where it stands and why. ``line`` counts from 1; ``None``: the file as a whole."""

    file: str
    line: int | None
    field: str
    message: str


@dataclass(frozen=True, slots=True)
class Document:
    doc_id: str
    title: str
    text: str
    line: int | None = None


@dataclass(slots=True)
class Dataset:
    """``judged``: query → document → grade, only of queries with a relevant document; ``unjudged`` counts the others."""

    name: str
    split: str
    documents: dict[str, Document] = field(default_factory=dict)
    queries: dict[str, str] = field(default_factory=dict)
    judged: dict[str, dict[str, int]] = field(default_factory=dict)
    unjudged: int = 0
    problems: list[Problem] = field(default_factory=list)


class _LineError(ValueError):
    """What is wrong with one line, and in which field."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(message)
        self.name = name


def read_dataset(folder: Path, split: str | None = None) -> Dataset:
    """Read a dataset. Bad lines become problems and the others are used; UsageError when a file is missing altogether.

    ``split`` names a file in ``qrels/``; without it ``test`` is taken when there is one, else all of them together.
    """
    files, name = _judgement_files(folder, split)
    found = Dataset(folder.resolve().name, name)
    for number, row in _json_lines(folder / "corpus.jsonl", found.problems):
        _kept(found.problems, "corpus.jsonl", number, lambda row=row, number=number: _add_document(found, row, number))
    for number, row in _json_lines(folder / "queries.jsonl", found.problems):
        _kept(found.problems, "queries.jsonl", number, lambda row=row: _add_query(found, row))
    for file in files:
        _read_judgements(file, found)
    relevant = {query: grades for query, grades in found.judged.items() if any(grade > 0 for grade in grades.values())}
    found.unjudged = len(found.queries) - len(relevant)
    found.judged = relevant
    return found


def _judgement_files(folder: Path, split: str | None) -> tuple[list[Path], str]:
    for name in ("corpus.jsonl", "queries.jsonl"):
        if not (folder / name).is_file():
            raise UsageError(f"there is no {name} in {str(folder)!r}", f"give {LAYOUT}")
    present = sorted((folder / "qrels").glob("*.tsv"))
    if not present:
        raise UsageError(f"there is no qrels/*.tsv in {str(folder)!r}", f"give {LAYOUT}")
    names = [file.stem for file in present]
    wanted = split or ("test" if "test" in names else None)
    if wanted is None:
        return present, "+".join(names)
    if wanted not in names:
        raise UsageError(f"there is no split {wanted!r} in {str(folder / 'qrels')!r}", f"there are: {', '.join(names)}")
    return [folder / "qrels" / f"{wanted}.tsv"], wanted


def _kept(problems: list[Problem], file: str, line: int, add: Any) -> None:
    try:
        add()
    except _LineError as error:
        problems.append(Problem(file, line, error.name, str(error)))


def _lines(file: Path) -> Iterator[tuple[int, bytes]]:
    """Lines that hold something, numbered from 1, without the end of line and a mark of byte order."""
    try:
        with file.open("rb") as lines:
            for number, raw in enumerate(lines, start=1):
                line = raw.removeprefix(b"\xef\xbb\xbf") if number == 1 else raw
                if line.strip():
                    yield number, line.rstrip(b"\r\n")
    except OSError as error:
        raise UsageError(f"cannot read {str(file)!r}: {error.strerror}", "check the path") from error


def _text(line: bytes) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _LineError("", f"is not UTF-8 at byte {error.start + 1}") from error


def _json_lines(file: Path, problems: list[Problem]) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in _lines(file):
        try:
            row = json.loads(_text(line))
            if not isinstance(row, dict):
                raise _LineError("", "is not a JSON object")
        except _LineError as error:
            problems.append(Problem(file.name, number, error.name, str(error)))
        except (ValueError, RecursionError) as error:
            problems.append(Problem(file.name, number, "", f"is not JSON: {error}"))
        else:
            yield number, row


def _add_document(found: Dataset, row: dict[str, Any], line: int) -> None:
    name = _id(row, "_id", found.documents)
    title, text = _string(row, "title", needed=False), _string(row, "text", needed=True)
    if not (title.strip() or text.strip()):
        raise _LineError("text", "title and text are empty")
    found.documents[name] = Document(name, title, text, line)


def _add_query(found: Dataset, row: dict[str, Any]) -> None:
    name = _id(row, "_id", found.queries)
    text = _string(row, "text", needed=True)
    if not text.strip():
        raise _LineError("text", "the query is empty")
    found.queries[name] = text


def _id(row: dict[str, Any], name: str, taken: dict[str, Any]) -> str:
    """Ids are text without white space (a run file is made of words); a whole number is taken as written."""
    value = row.get(name)
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str) or not value:
        raise _LineError(name, f"{name} must be a string that is not empty")
    if value.split() != [value] or not value.isprintable():
        raise _LineError(name, f"{name} {value!r} holds white space or an unprintable character")
    if value in taken:
        raise _LineError(name, f"{name} {value!r} stands on an earlier line")
    return value


def _string(row: dict[str, Any], name: str, needed: bool) -> str:
    value = row.get(name)
    if value is None and not needed:
        return ""
    if not isinstance(value, str):
        raise _LineError(name, f"{name} must be a string")
    return value.encode("utf-8", "replace").decode("utf-8")


def _read_judgements(file: Path, found: Dataset) -> None:
    first = True
    for number, line in _lines(file):
        try:
            cells = [cell.strip() for cell in _text(line).split("\t")]
            if first and "query-id" in cells:
                continue
            _add_judgement(found, cells)
        except _LineError as error:
            found.problems.append(Problem(f"qrels/{file.name}", number, error.name, str(error)))
        finally:
            first = False


def _add_judgement(found: Dataset, cells: list[str]) -> None:
    """Three columns (query, document, grade), or the four of TREC with a second one that says nothing."""
    if len(cells) == 4:
        cells = [cells[0], *cells[2:]]
    if len(cells) != 3:
        raise _LineError("", f"has {len(cells)} columns; write query-id, corpus-id and score with tabs between")
    query, document, written = cells
    if not document or document.split() != [document]:
        raise _LineError("corpus-id", f"{document!r} is not an id")
    if query not in found.queries:
        raise _LineError("query-id", f"there is no query {query!r} in queries.jsonl")
    if not re.fullmatch(r"[+-]?[0-9]{1,9}(?:\.0*)?", written):
        raise _LineError("score", f"score {written!r} is not a whole number")
    grade = int(float(written))
    grades = found.judged.setdefault(query, {})
    if grades.setdefault(document, grade) != grade:
        raise _LineError("score", f"{query!r} and {document!r} were judged {grades[document]} on an earlier line")
    if document not in found.documents:
        raise _LineError("corpus-id", f"there is no document {document!r} in corpus.jsonl; it counts as not found")
