"""Where do the parts of a long file wait until the whole of it is published?"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

from opora.canonical import canonical_json, digest
from opora.reading.long import Parts
from opora.reading.read import InParts

PARTS = "parts"
"""The folder of a library with what a run that was killed has read of long files; the next run ends with its removal."""


def in_parts(folder: Path | None, made_of: tuple[str | int | None, ...], tell: Callable[[str], None]) -> InParts:
    """``made_of``: the file's digest and all else that decides what is read; the program's version is added."""

    def told(done: int, of: int) -> None:
        tell(f"reading, {done:,} of {of:,} pages")

    if folder is None:
        return InParts(None, told)
    return InParts(Parts(folder / digest(canonical_json([*made_of, version("opora")]))[:32]), told)


def forget(folder: Path | None) -> None:
    """All that was begun is published or has failed: nothing waits any more."""
    if folder is not None:
        shutil.rmtree(folder, ignore_errors=True)
