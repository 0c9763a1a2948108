"""Which files are meant? A file, or a folder walked in order, as entries with stable source ids."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from opora.domain.anchor import slug
from opora.errors import ReadingError, UsageError
from opora.ingest_manifest import Entry, Given
from opora.reading.limits import ReadLimits
from opora.reading.media import EML, MSG, by_extension
from opora.reading.read import attachments
from opora.reading.sniff import read_bytes_type

_NOTHING = Given()
INLINE = "inline"
"""The origin of a text that stood in a manifest."""
_MESSAGES = (EML, MSG)
_LIBRARY = "opora.db"
_LIBRARY_PARTS = {
    *(_LIBRARY, f"{_LIBRARY}-wal", f"{_LIBRARY}-shm", f"{_LIBRARY}-journal"),
    *("opora.toml", "originals", "parts"),
}


def collect(
    path: Path, given: Given = _NOTHING, without: frozenset[Path] = frozenset()
) -> tuple[list[Entry], list[str]]:
    """Entries for one path, sorted, and a line for each thing that was passed over.

    Links to folders are followed once, and not out of the folder given; a loop ends where it closes. What a library keeps for itself is passed over: its
    originals would come back as sources of their own, switched on. Ids are set by ``identify``.
    """
    try:
        found = path.exists()
    except (OSError, ValueError):
        found = False
    if not found:
        raise UsageError(f"there is no file or folder {str(path)!r}", "check the path")
    if not path.is_dir():
        return [Entry("", _shown(path.name), path=path, given=given)], []
    skipped: list[str] = []
    files = [file for file in _walk(path, skipped, path.resolve(), set()) if file.resolve() not in without]
    named = [(file, _shown(file.relative_to(path).as_posix())) for file in files]
    return [Entry("", name, path=file, given=given) for file, name in named], [_shown(line) for line in skipped]


def _shown(name: str) -> str:
    """A file's name as text; a name that is none has marks where its bytes are not text."""
    return os.fsencode(name).decode("utf-8", "replace")


def identify(entries: list[Entry], known: Mapping[str, str]) -> list[Entry]:
    """Give each file without a source id one: that of the source with the same origin, else the slug of its name.

    ``known``: source id → origin. Names that two files share become their relative path joined with ``-``; a name that
    a source of another origin has keeps to that source only when the file it came from is gone, that is, was moved here,
    and was a file of the same kind: ``pond.md`` is no new version of ``pond.html``.
    """
    by_origin = {place: source_id for source_id, place in known.items()}
    kept = {source_id for source_id, place in known.items() if place == INLINE or _is_there(place)}
    named = [
        entry if entry.source_id or entry.path is None else replace(entry, source_id=by_origin.get(origin(entry), ""))
        for entry in entries
    ]
    taken = kept | {entry.source_id for entry in named if entry.source_id}
    stems = Counter(_stem(entry) for entry in named if not entry.source_id and entry.path is not None)
    done: list[Entry] = []
    for entry in named:
        if not entry.source_id and entry.path is not None:
            plain = _stem(entry)
            whole = slug(entry.name.replace("/", "-"))
            is_free = stems[plain] == 1 and plain not in taken and not of_another_kind(entry.name, known.get(plain, ""))
            unique = plain if is_free else _free(whole, taken)
            entry = replace(entry, source_id=unique)
            taken.add(unique)
        done.append(entry)
    return done


def origin(entry: Entry) -> str:
    """Where it came from, as kept with the source."""
    if entry.path is None:
        return INLINE
    place = os.fsencode(os.path.abspath(entry.path)).decode("utf-8", "backslashreplace")  # noqa: PTH100 (links stay links)
    return f"{place}#{entry.inside}" if entry.inside else place


def with_attachments(entries: list[Entry], limits: ReadLimits) -> list[Entry]:
    """Behind each message the files in it, as sources of their own (``letter~price``) with the message's settings.

    A message that cannot be opened brings none; its own reading will say why.
    """
    taken = {entry.source_id for entry in entries}
    found: list[Entry] = []
    for entry in entries:
        found.append(entry)
        for name in _names_inside(entry, limits):
            source_id = _free(f"{entry.source_id}~{slug(Path(name).stem)}", taken)
            taken.add(source_id)
            found.append(replace(entry, source_id=source_id, name=f"{entry.name}/{name}", inside=name))
    return found


def _names_inside(entry: Entry, limits: ReadLimits) -> list[str]:
    if entry.path is None or entry.problem or entry.inside or not _may_be_message(entry.path):
        return []
    try:
        return [file.name for file in attachments(entry.path, limits)]
    except ReadingError:
        return []


def _may_be_message(path: Path) -> bool:
    """By its name; where the name says nothing, or only that it is text, by its first bytes."""
    promised = by_extension(path.name)
    if promised not in (None, "text/plain"):
        return promised in _MESSAGES
    try:
        return path.is_file() and read_bytes_type(path) in _MESSAGES
    except (OSError, ValueError):
        return False


def bytes_inside(entry: Entry, limits: ReadLimits) -> bytes:
    """The file of this name in the entry's message; ReadingError when it is not there any more."""
    found = attachments(entry.path, limits) if entry.path is not None else ()
    data = next((file.data for file in found if file.name == entry.inside), None)
    if data is None:
        raise ReadingError(f"{entry.name!r} is not in its message any more", "add the message again")
    return data


def _is_there(place: str) -> bool:
    """Whether the file a source came from, or the message it came in, still stands where it stood."""
    return os.path.exists(place) or ("#" in place and os.path.exists(place.rpartition("#")[0]))  # noqa: PTH110


def of_another_kind(name: str, place: str) -> bool:
    """Whether a source came from a file of another extension than this one; ``place`` empty: there is none."""
    return bool(place) and Path(place.rpartition("#")[0] or place).suffix.lower() != Path(name).suffix.lower()


def _stem(entry: Entry) -> str:
    return slug(Path(entry.name).stem)


def _free(name: str, taken: set[str]) -> str:
    number, candidate = 1, name
    while candidate in taken:
        number += 1
        candidate = f"{name}~{number}"
    return candidate


def _walk(folder: Path, skipped: list[str], top: Path, seen: set[Path]) -> list[Path]:
    real = folder.resolve()
    if not real.is_relative_to(top):
        skipped.append(f"{folder}: link to a folder elsewhere; add that folder itself")
        return []
    if real in seen:
        skipped.append(f"{folder}: link back to a folder already walked")
        return []
    seen.add(real)
    try:
        children = sorted(folder.iterdir())
    except OSError as error:
        skipped.append(f"{folder}: {error.strerror}")
        return []
    files: list[Path] = []
    is_library = any(child.name == _LIBRARY for child in children)
    for child in children:
        if child.name.startswith("."):
            skipped.append(f"{child}: hidden")
        elif is_library and child.name in _LIBRARY_PARTS:
            skipped.append(f"{child}: part of a library")
        else:
            files.extend(_below(child, skipped, top, seen))
    return files


def _below(child: Path, skipped: list[str], top: Path, seen: set[Path]) -> list[Path]:
    """The file itself, or those of the folder; nothing where it is neither, or may not be looked at."""
    try:
        if child.is_dir():
            return _walk(child, skipped, top, seen)
        if child.is_file():
            if not child.is_symlink() or child.resolve().is_relative_to(top.resolve()):
                return [child]
            skipped.append(f"{child}: link to a file elsewhere; add that file itself")
            return []
    except OSError as error:
        skipped.append(f"{child}: {error.strerror}")
        return []
    skipped.append(f"{child}: not a file")
    return []
