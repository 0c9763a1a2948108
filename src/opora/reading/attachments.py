"""Which files travel inside this one?"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from opora.reading.mail import Attachment, files_of
from opora.reading.media import EML, MSG
from opora.reading.sniff import read_bytes_type


def attachments(path: Path, name: str) -> tuple[Attachment, ...]:
    """The files of a message under names of their own, those of messages inside it too; none for any other file.

    ReadingError when the message cannot be opened. Run it in a guarded child.
    """
    media_type = read_bytes_type(path, name)
    if media_type == EML:
        from opora.reading.eml import letter_of

        return _renamed(files_of(letter_of(path.read_bytes())))
    if media_type == MSG:
        from opora.reading.msg import letter_of_msg

        return _renamed(files_of(letter_of_msg(path)))
    return ()


def _renamed(files: Iterable[Attachment]) -> tuple[Attachment, ...]:
    """A name that comes again gets a number before its ending: ``a.pdf``, ``a~2.pdf``."""
    taken: set[str] = set()
    found: list[Attachment] = []
    for file in files:
        stem, dot, ending = file.name.rpartition(".")
        stem, ending = (stem, dot + ending) if stem else (file.name, "")
        name, number = file.name, 1
        while name in taken:
            number += 1
            name = f"{stem}~{number}{ending}"
        taken.add(name)
        found.append(Attachment(name, file.media_type, file.data))
    return tuple(found)
