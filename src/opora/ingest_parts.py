"""Where do the parts of a long file wait until the whole of it is published?"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

from opora.canonical import canonical_json, digest
from opora.reading.long import Parts
from opora.reading.read import InParts

_MARK = ".reading"
PARTS = "parts"
"""The folder of a library with what a run that was killed has read of long files; the next run ends with its removal.

In each file's folder every run that reads it leaves its process number, so that no other takes its parts away."""


def in_parts(folder: Path | None, made_of: tuple[str | int | None, ...], tell: Callable[[str], None]) -> InParts:
    """``made_of``: the file's digest and all else that decides what is read; the program's version is added."""

    def told(done: int, of: int) -> None:
        tell(f"reading, {done:,} of {of:,} pages")

    if folder is None:
        return InParts(None, told)
    name = digest(canonical_json([*made_of, version("opora")]))[:32]
    return InParts(Parts(folder / name, f"{os.getpid()}{_MARK}"), told)


def forget(folder: Path | None) -> None:
    """All that was begun here is published or has failed: nothing waits any more but what another run is reading.

    A run that was killed does not count; a run that takes up its parts at this very moment reads them again.
    """
    if folder is None or not folder.is_dir():
        return
    for one in list(folder.iterdir()):
        (one / f"{os.getpid()}{_MARK}").unlink(missing_ok=True)
        if not any(_runs(mark.name.removesuffix(_MARK)) for mark in one.glob(f"*{_MARK}")):
            shutil.rmtree(one, ignore_errors=True)
    try:
        folder.rmdir()
    except OSError:  # not empty: another run is at work
        return


def _runs(number: str) -> bool:
    """Whether a process of this number runs on this machine; where that cannot be asked it counts as running."""
    if sys.platform == "win32" or not number.isdecimal():
        return True
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
