"""How do uploaded files get into the library without keeping anybody from asking?

A job is a folder: the files, what was said of them, and ``state.json``, which the process that reads them writes. So every
worker can tell how far it is, and a server that is stopped loses nothing but the telling.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final

from opora.errors import LibraryError, UsageError
from opora.web.refusals import NotHereError

FOLDER: Final = "uploads"
STATE: Final = "state.json"
GIVEN: Final = "given.json"
FILES: Final = "files"
PID: Final = "pid"
_KEPT_S: Final = 24 * 3600
_JOB: Final = re.compile(r"J[0-9a-f]{16}")
_BAD: Final = re.compile(r"[\x00-\x1f/\\]+")
_NAME_BYTES: Final = 200


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as it was sent: its name there, and its bytes from where they stand."""

    name: str
    data: BinaryIO


class Uploads:
    """The jobs of one library."""

    def __init__(self, library: Path) -> None:
        self._library, self._folder = library, library / FOLDER

    def start(self, uploads: list[Upload], given: dict[str, Any], owner: str) -> dict[str, Any]:
        """Keep the files and begin; UsageError when there is none. ``owner``: the id of the key that sent them."""
        if not uploads:
            raise UsageError("there is no file", "send at least one in the field 'files'")
        self._sweep()
        job = "J" + secrets.token_hex(8)
        folder = self._folder / job
        try:
            for number, upload in enumerate(uploads):
                place = folder / FILES / str(number)
                place.mkdir(parents=True)
                with (place / safe_name(upload.name)).open("wb") as file:
                    shutil.copyfileobj(upload.data, file)
        except OSError as error:
            shutil.rmtree(folder, ignore_errors=True)
            raise LibraryError(f"cannot keep the upload: {error.strerror}", "see whether the disk is full") from error
        names = [safe_name(one.name) for one in uploads]
        state = {"job_id": job, "state": "waiting", "done": 0, "total": len(names), "name": names[0], "stage": ""}
        write_json(folder / GIVEN, given | {"owner": owner})
        write_json(folder / STATE, state | {"items": [], "error": None})
        self._begin(job)
        return self.job(job, None)

    def _begin(self, job: str) -> None:
        """A process of its own, which gives way to whoever is asking; it outlives this one."""
        log = (self._folder / job / "log").open("wb")
        command = [sys.executable, "-m", "opora.web.uploaded", str(self._library), job]
        with log:
            child = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True, env=os.environ
            )
        (self._folder / job / PID).write_text(str(child.pid), encoding="utf-8")
        threading.Thread(target=child.wait, daemon=True).start()  # so that it does not stay as a dead process

    def job(self, job_id: str, owner: str | None) -> dict[str, Any]:
        """Its state; NotHereError when there is none of ``owner`` (``None``: of anybody)."""
        folder = self._folder / job_id
        if not _JOB.fullmatch(job_id) or not (folder / STATE).is_file():
            raise NotHereError()
        if owner is not None and json.loads((folder / GIVEN).read_text("utf-8"))["owner"] != owner:
            raise NotHereError()
        found: dict[str, Any] = json.loads((folder / STATE).read_text("utf-8"))
        if found["state"] != "done" and not _runs(folder / PID):
            error = LibraryError("the reading was stopped before it was done", "send the files again")
            found |= {"state": "done", "error": error.as_json()}
        return found

    def _sweep(self) -> None:
        """Jobs of yesterday are forgotten; their files went when they were read."""
        for state in self._folder.glob(f"*/{STATE}"):
            if time.time() - state.stat().st_mtime > _KEPT_S:
                shutil.rmtree(state.parent, ignore_errors=True)


def _runs(place: Path) -> bool:
    """Whether the process that reads the job is there."""
    try:
        os.kill(int(place.read_text("utf-8")), 0)
    except (OSError, ValueError):
        return False
    return True


def safe_name(name: str) -> str:
    """A file name that leads nowhere else; never empty."""
    bare = _BAD.sub("_", name.replace("\\", "/").rsplit("/", 1)[-1]).encode("utf-8", "replace").decode("utf-8")
    stem, dot, suffix = bare.rpartition(".")
    while len(bare.encode()) > _NAME_BYTES:
        stem = stem[: -max(1, len(stem) // 8)]
        bare = f"{stem}{dot}{suffix}" if stem else bare[-50:]
    return bare if bare.strip(" .") else "file"


def write_json(path: Path, body: dict[str, Any]) -> None:
    """Whole or not at all: whoever reads never sees half of it."""
    beside = path.with_suffix(f".{os.getpid()}")
    beside.write_text(json.dumps(body, ensure_ascii=False, default=str), encoding="utf-8")
    beside.replace(path)
