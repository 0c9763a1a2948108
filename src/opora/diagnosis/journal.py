"""Which runs were made before? A file of one JSON a line, each naming the digest of the line before it."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from opora.canonical import canonical_json, digest
from opora.errors import LibraryError

_CHAIN = ("previous", "digest")


@dataclass(frozen=True, slots=True)
class Kept:
    """The records in the order they were made, and what is wrong with the chain ("" when nothing is).

    ``torn``: bytes at the end of a line that was not written to its end, by a program that was stopped.
    """

    records: tuple[dict[str, Any], ...]
    broken: str = ""
    torn: int = 0


class Note(Protocol):
    """Where the newest digest of a history is kept besides the file."""

    def kept(self) -> str | None: ...
    def keep(self, digest: str) -> None: ...


def append(file: Path, record: Mapping[str, object], note: Note | None = None) -> dict[str, Any]:
    """Keep a record durably at the end; returns it with ``previous`` and ``digest``.

    ``note`` keeps the newest digest elsewhere, so that lines cut off at the end are missed. It is told before the line is
    written, when the one before may still be the newest, and after.

    Writers take turns. A line that was never written to its end was never reported as kept, and goes. LibraryError when the
    file cannot be written or its chain is broken: a history that was altered is not continued in silence.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if file.exists() and not file.is_file():
            raise LibraryError(f"{str(file)!r} is not a regular file", "choose another one for the history")
        with file.open("a+b") as lines:
            fcntl.flock(lines, fcntl.LOCK_EX)
            lines.seek(0)
            before = _read(lines.read())
            broken = before.broken or (lost(before, note.kept()) if note is not None and before.records else "")
            if broken:
                raise LibraryError(
                    f"the history {str(file)!r} was altered: {broken}", "move it away to begin a new one"
                )
            lines.truncate(lines.tell() - before.torn)
            last = str(before.records[-1]["digest"]) if before.records else ""
            done = chained(record if note is None else {**record, "noted": True}, last)
            if note is not None:
                note.keep(f"{last} {done['digest']}")
            lines.write(canonical_json(done).encode("utf-8", "replace") + b"\n")
            lines.flush()
            os.fsync(lines.fileno())
            if note is not None:
                note.keep(done["digest"])
    except OSError as error:
        raise LibraryError(f"cannot keep the run in {str(file)!r}: {error.strerror}", "check the folder") from error
    return done


def chained(record: Mapping[str, object], previous: str) -> dict[str, Any]:
    """The record with the digest before it and its own, taken over everything else."""
    body = {name: value for name, value in record.items() if name not in _CHAIN} | {"previous": previous}
    told: dict[str, Any] = json.loads(canonical_json(body))
    return told | {"digest": digest(canonical_json(told))}


def lost(kept: Kept, noted: str | None) -> str:
    """What is missing at the end by the digest that was noted; "" for nothing. ``None``: none is kept."""
    last = str(kept.records[-1]["digest"]) if kept.records else ""
    if noted is None:
        return "no digest of it is kept any more" if kept.records and kept.records[-1].get("noted") else ""
    if last not in noted.split(" "):
        return "its last line is not the newest run"
    # A line is begun only while two digests are noted; see ``append``.
    return "something was added after its last line" if kept.torn and " " not in noted else ""


def read(file: Path) -> Kept:
    """All records; none when there is no file. LibraryError when it cannot be read."""
    try:
        return _read(file.read_bytes())
    except FileNotFoundError:
        return Kept(())
    except OSError as error:
        raise LibraryError(f"cannot read {str(file)!r}: {error.strerror}", "check the folder") from error


def _read(data: bytes) -> Kept:
    found: list[dict[str, Any]] = []
    previous = ""
    for number, line in enumerate(data.split(b"\n")[:-1], start=1):
        record = _record(line)
        if record is None or chained(record, previous) != record:
            return Kept(tuple(found), f"line {number} is not what was written")
        previous = str(record["digest"])
        found.append(record)
    return Kept(tuple(found), torn=len(data) - (data.rfind(b"\n") + 1))


def _record(line: bytes) -> dict[str, Any] | None:
    try:
        record = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) else None
