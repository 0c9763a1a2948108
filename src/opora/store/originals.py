"""Where are the bytes of every version? In files named by their digest, written before the transaction."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from opora.canonical import digest


def keep(folder: Path, data: bytes) -> str:
    """Write the bytes durably under their digest, whole or not at all; returns the digest."""
    name = digest(data)
    target = folder / name
    if target.exists() and target.stat().st_size == len(data):
        return name
    folder.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=".new-", dir=folder)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    _flush_folder(folder)
    return name


def found(folder: Path, bytes_digest: str) -> Path | None:
    """The file, if the digest is one and the file is there."""
    if len(bytes_digest) != 64 or not set(bytes_digest) <= set("0123456789abcdef"):
        return None
    path = folder / bytes_digest
    return path if path.is_file() else None


def sweep(folder: Path, wanted: set[str], older_than: float) -> int:
    """Delete files that no version names and that were last written before ``older_than`` (seconds since 1970)."""
    gone = 0
    for path in folder.iterdir() if folder.is_dir() else ():
        if path.name not in wanted and path.is_file() and path.stat().st_mtime < older_than:
            path.unlink(missing_ok=True)
            gone += 1
    return gone


def _flush_folder(folder: Path) -> None:
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
