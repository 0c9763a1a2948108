"""How do the files of a bundle become one thing, and come out again without touching the disk?

A zip is written without compression and with fixed dates, so its bytes follow from its files on every machine.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from opora.diagnosis.integrity import Found
from opora.errors import UsageError

_DATE: Final = (1980, 1, 1, 0, 0, 0)


def write_container(target: Path, files: Mapping[str, bytes]) -> None:
    """A folder, or one file when the name ends in ``.zip``. UsageError when it is there already or cannot be written."""
    if target.exists():
        raise UsageError(f"{str(target)!r} is there already", "choose another name; a bundle is never overwritten")
    try:
        if target.suffix == ".zip":
            target.write_bytes(packed(files))
            return
        target.mkdir(parents=True)
        for name, data in files.items():
            (target / name).write_bytes(data)
    except OSError as problem:
        raise UsageError(f"cannot write {str(target)!r}: {problem.strerror}", "choose another place") from problem


def packed(files: Mapping[str, bytes]) -> bytes:
    """The zip of these files."""
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, _DATE)
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, files[name])
    return into.getvalue()


def read_container(target: Path) -> tuple[dict[str, bytes], list[Found]]:
    """All files by name, and what is wrong with what holds them. Nothing is unpacked. UsageError when there is none."""
    if target.is_dir():
        return _folder(target)
    try:
        data = target.read_bytes()
    except OSError as problem:
        raise UsageError(
            f"cannot read {str(target)!r}: {problem.strerror}", "give a bundle made by 'opora export'"
        ) from problem
    return _zip(data, target.name)


def _folder(target: Path) -> tuple[dict[str, bytes], list[Found]]:
    files: dict[str, bytes] = {}
    findings: list[Found] = []
    for path in sorted(target.rglob("*")):
        name = path.relative_to(target).as_posix()
        if path.is_symlink():
            findings.append(Found("added", name, "link", "a file", "a symbolic link"))
        elif path.is_file():
            files[name] = path.read_bytes()
        elif path.is_dir():
            findings.append(Found("added", name, "folder", "", "a folder"))
    return files, findings


def _zip(data: bytes, name: str) -> tuple[dict[str, bytes], list[Found]]:
    files: dict[str, bytes] = {}
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for entry in archive.infolist():
                if entry.filename in files or entry.compress_type != zipfile.ZIP_STORED or entry.file_size > len(data):
                    return files, [
                        Found("unreadable", name, entry.filename, "one stored file", "another kind of entry")
                    ]
                files[entry.filename] = archive.read(entry)
    except (zipfile.BadZipFile, ValueError, NotImplementedError, RuntimeError, EOFError, OSError) as problem:
        return files, [Found("unreadable", name, "container", "a zip of stored files", str(problem)[:200])]
    return files, []
