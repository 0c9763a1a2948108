"""Does this ZIP container hold what it says, and no more than we can take?"""

from __future__ import annotations

import struct
import zipfile
import zlib
from pathlib import Path
from typing import BinaryIO

from opora.errors import BrokenFileError, EncryptedError, LimitError, ReadingError
from opora.reading.limits import MEGABYTE, ReadLimits

_CHUNK = 256 * 1024
_LOCAL_HEADER = struct.Struct("<4s5H3I2H")


def check_container(path: Path, limits: ReadLimits) -> None:
    """Raise LimitError when a container declares or really holds too much, EncryptedError or BrokenFileError as found.

    The declared sizes are checked first; then every member is inflated from its own bytes and thrown away, because a
    bomb lies in its index and readers differ in whether they believe it.
    """
    try:
        with zipfile.ZipFile(path) as archive, path.open("rb") as raw:
            members = archive.infolist()
            _check_declared(members, limits)
            left = limits.max_inflated_bytes
            for member in members:
                left -= _inflate(raw, member, min(left, member.file_size))
    except ReadingError:
        raise
    except (zipfile.BadZipFile, zlib.error, struct.error, EOFError, NotImplementedError, OSError, ValueError) as error:
        raise damaged(str(error)) from error


def _check_declared(members: list[zipfile.ZipInfo], limits: ReadLimits) -> None:
    if len(members) > limits.max_members:
        raise LimitError(f"it holds {len(members)} parts; at most {limits.max_members} are read", "split it")
    if any(member.flag_bits & 0x1 for member in members):
        raise EncryptedError("it is encrypted", "remove the password and add it again")
    if sum(member.file_size for member in members) > limits.max_inflated_bytes:
        size = limits.max_inflated_bytes // MEGABYTE
        raise LimitError(f"it inflates to more than {size} MB", "split it into smaller files")


def _inflate(raw: BinaryIO, member: zipfile.ZipInfo, left: int) -> int:
    """Bytes that really come out of a member; more than ``left`` is a bomb."""
    raw.seek(member.header_offset)
    *_, name_length, extra_length = _LOCAL_HEADER.unpack(raw.read(_LOCAL_HEADER.size))
    raw.seek(name_length + extra_length, 1)
    crc = None
    if member.compress_type == zipfile.ZIP_STORED:
        size = member.compress_size
    elif member.compress_type == zipfile.ZIP_DEFLATED:
        size, crc = _deflated(raw, member.compress_size, left)
    else:
        raise damaged(f"compression {member.compress_type} is not used in documents")
    if size > left:
        raise LimitError(f"its part {member.filename!r} inflates to more than it declares", "it looks like a ZIP bomb")
    if crc is not None and crc != member.CRC:
        raise damaged(f"the checksum of its part {member.filename!r} is wrong")
    return size


def _deflated(raw: BinaryIO, compressed: int, left: int) -> tuple[int, int]:
    """Size and checksum of what comes out, as far as ``left`` allows."""
    inflater = zlib.decompressobj(-15)
    size = crc = 0
    while compressed > 0 and not inflater.eof and size <= left:
        chunk = raw.read(min(_CHUNK, compressed))
        if not chunk:
            raise EOFError("it ends early")
        compressed -= len(chunk)
        while chunk and size <= left:
            inflated = inflater.decompress(chunk, _CHUNK)
            size += len(inflated)
            crc = zlib.crc32(inflated, crc)
            chunk = inflater.unconsumed_tail
    return size, crc


def damaged(reason: str) -> BrokenFileError:
    return BrokenFileError(f"the ZIP container is damaged ({reason})", "open it in its program and save it again")
