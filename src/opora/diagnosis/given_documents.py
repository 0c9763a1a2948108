"""Which documents is a golden set about? Those of a manifest with inline text, or those of a library."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from opora.diagnosis.shelf import base
from opora.domain.anchor import slug
from opora.domain.case import Case, GivenAnswer, GivenDocument, InputError
from opora.domain.place import Validity
from opora.domain.source import Fact
from opora.errors import ReadingError
from opora.ingest_manifest import COLUMNS, Entry, read_manifest
from opora.ports import Library

_ROW = re.compile(r"row (\d+): ")


def read_documents(path: Path) -> tuple[tuple[GivenDocument, ...], tuple[InputError, ...]]:
    """The documents of a manifest, and what is wrong with its bad rows. UsageError when it is no manifest at all.

    A row with ``text`` needs no file; a row with ``path`` is read as ``opora add`` would read it.
    """
    documents: list[GivenDocument] = []
    errors: list[InputError] = []
    taken: dict[str, int] = {}
    for entry in read_manifest(path):
        error = entry.problem
        text = ""
        if error is None:
            text, error = _text(entry)
        if error is not None:
            errors.append(_as_input_error(path.name, entry, error))
            continue
        version_id = f"{entry.source_id}@{slug(entry.given.label) if entry.given.label else 1}"
        taken[version_id] = taken.get(version_id, 0) + 1
        if taken[version_id] > 1:
            version_id = f"{version_id}~{taken[version_id]}"
        documents.append(_document(entry, version_id, text))
    return _settled(documents), tuple(errors)


def _settled(documents: list[GivenDocument]) -> tuple[GivenDocument, ...]:
    """An open end gives way to the next version's start, as it does when the manifest is added to a library."""
    starts: dict[str, list[dt.date]] = {}
    for one in documents:
        if one.validity.start is not None:
            starts.setdefault(one.source_id, []).append(one.validity.start)
    return tuple(_ending(one, starts.get(one.source_id, [])) for one in documents)


def _ending(document: GivenDocument, starts: list[dt.date]) -> GivenDocument:
    start, end = document.validity.start, document.validity.end
    later = [other for other in starts if start is None or other > start]
    if end is not None or not later:
        return document
    return replace(document, validity=Validity(start, min(later) - dt.timedelta(days=1)))


def _document(entry: Entry, version_id: str, text: str) -> GivenDocument:
    given = entry.given
    return GivenDocument(
        entry.source_id or Path(entry.name).stem,
        version_id,
        text,
        given.validity,
        given.label or "",
        given.authority,
        given.enabled is not False,
        given.collection or "default",
        entry.row,
    )


def _text(entry: Entry) -> tuple[str, str | None]:
    if entry.path is None:
        return entry.text or "", None
    from opora.reading.read import read

    try:
        return read(entry.path).text, None
    except ReadingError as error:
        return "", f"row {entry.row}: path: {error}"


def _as_input_error(file: str, entry: Entry, problem: str) -> InputError:
    message = _ROW.sub("", problem)
    told = next((name for name in sorted(COLUMNS, key=len, reverse=True) if message.startswith(name)), "")
    field = told or ("source_id" if message.startswith("a text needs") else "text" if "path or text" in message else "")
    return InputError(file, entry.row, field, message)


def documents_of(library: Library, names: Iterable[str]) -> tuple[GivenDocument, ...]:
    """Every version of the sources that are named, with its text; ids of versions name their source."""
    found: list[GivenDocument] = []
    for source_id in sorted({base(name) for name in names}):
        source = library.source(source_id)
        if source is None:
            continue
        found.extend(
            GivenDocument(
                source_id,
                version.version_id,
                library.text(version.version_id),
                version.validity,
                version.label,
                source.authority,
                source.enabled and version.status != "draft",
                source.collection,
            )
            for version in library.versions(source_id)
        )
    return tuple(found)


def sources_named(cases: Iterable[Case], facts: Iterable[Fact], answers: Iterable[GivenAnswer]) -> set[str]:
    """Every source that a golden set, its register or an answer speaks of."""
    named = {name for case in cases for name in case.source_ids} | {fact.source_id for fact in facts}
    for answer in answers:
        named.update(answer.source_ids)
        named.update(claim.source_id for claim in answer.claims if claim.source_id)
        named.update(one.source_id for one in answer.retrieved or ())
    return named
