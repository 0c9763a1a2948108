"""The process that reads one upload: ``python -m opora.web.uploaded LIBRARY JOB``. What becomes of each file?"""

from __future__ import annotations

import dataclasses
import fcntl
import json
import os
import secrets
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from opora.domain.anchor import slug
from opora.errors import OporaError, UsageError
from opora.web.uploads import FILES, FOLDER, GIVEN, STATE, write_json

if TYPE_CHECKING:
    from opora.ingest import Progress
    from opora.ingest_manifest import Entry

_NICE = 10


def main(library: Path, job: str) -> None:
    """One upload after the other: a library has one writer."""
    folder = library / FOLDER / job
    told = State(folder)
    os.nice(_NICE)
    with _turn(library / FOLDER / "turn"):
        try:
            told.tell(state="running")
            told.tell(state="done", items=_add(library, folder, told), stage="")
        except OporaError as error:
            told.tell(state="done", error=error.as_json(), stage="")
        finally:
            shutil.rmtree(folder / FILES, ignore_errors=True)


class State:
    """What stands in ``state.json``."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / STATE
        self._body: dict[str, Any] = json.loads(self._path.read_text("utf-8"))

    def tell(self, **changed: Any) -> None:
        self._body |= changed
        write_json(self._path, self._body)

    def heard(self, progress: Progress) -> None:
        self.tell(done=progress.done, total=progress.total, name=progress.name, stage=progress.stage)


def _add(library: Path, folder: Path, told: State) -> list[dict[str, Any]]:
    from opora.ingest import add
    from opora.wiring import Model, add_rules, open_library, open_settings

    settings = open_settings(library)
    store = open_library(library)
    try:
        entries = _entries(folder, {source.source_id: source.origin for source in store.sources()})
        rules = add_rules(settings, Model(settings), store.strategies())
        items = add(entries, store, dataclasses.replace(rules, tell=told.heard))
    finally:
        store.close()
    told.tell(done=len(items), total=len(items))
    return [dataclasses.asdict(item) for item in items]


def _entries(folder: Path, known: Mapping[str, str]) -> list[Entry]:
    from opora.ingest_manifest import Entry, FieldError, as_source_id, given_from

    said = json.loads((folder / GIVEN).read_text("utf-8"))
    try:
        given = given_from(said)
        own = as_source_id(said["source_id"]) if said.get("source_id") else ""
    except FieldError as error:
        raise UsageError(str(error), "correct the field and send the files again") from error
    places = sorted((folder / FILES).glob("*/*"), key=lambda place: int(place.parent.name))
    if own and len(places) != 1:
        raise UsageError(f"source_id names one file, not {len(places)}", "send them one by one")
    return [Entry(own or _own_id(place, said, known), place.name, path=place, given=given) for place in places]


def _own_id(place: Path, said: dict[str, Any], known: Mapping[str, str]) -> str:
    """Empty where the library may choose; with a prefix, an id that is none of the hidden ones."""
    from opora.ingest_collect import of_another_kind

    if not said.get("prefix"):
        return ""
    wanted = slug(said["prefix"] + place.stem)
    if of_another_kind(place.name, known.get(wanted, "")) and wanted not in said["hidden"]:
        wanted = slug(said["prefix"] + place.name)
    return f"{wanted}~{secrets.token_hex(3)}" if wanted in said["hidden"] else wanted


@contextmanager
def _turn(path: Path) -> Iterator[None]:
    """Waits until no other upload of this library is read."""
    with path.open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
