"""What does an Outlook message hold?"""

from __future__ import annotations

import datetime as dt
import struct
from pathlib import Path
from typing import TYPE_CHECKING, Any

from opora.errors import BrokenFileError
from opora.reading.assemble import Reading
from opora.reading.decode import decode
from opora.reading.mail import Attachment, Letter, file_name, reading_of
from opora.reading.media import MSG

if TYPE_CHECKING:
    import olefile

_SUBJECT, _BODY, _HTML, _RTF = "0037", "1000", "1013", "1009"
_SENDER, _SENDER_MAIL, _SENDER_SMTP, _TO, _CC = "0C1A", "0C1F", "5D01", "0E04", "0E03"
_SENT, _RECEIVED, _CODEPAGE, _BODY_CODEPAGE = "0039", "0E06", "3FFD", "3FDE"
_FILE, _LONG_NAME, _SHORT_NAME, _MIME, _CONTENT_ID, _HIDDEN = "3701", "3707", "3704", "370E", "3712", "7FFE"
_EPOCH = dt.datetime(1601, 1, 1, tzinfo=dt.UTC)
_MAX_DEPTH = 10
_MAX_FILES = 500
Place = tuple[str, ...]


def read_msg(path: Path) -> Reading:
    """Subject, sender, recipients, date and body of a message, with messages attached to it; files are left out by name."""
    return reading_of(letter_of_msg(path), MSG, "msg")


def letter_of_msg(path: Path) -> Letter:
    """BrokenFileError when it is no message; odd or missing properties are left out."""
    import olefile

    try:
        with olefile.OleFileIO(str(path)) as ole:
            listing = [tuple(entry) for entry in ole.listdir(streams=True, storages=True)]
            return _Storage(ole, (), listing).letter(0)
    except (OSError, ValueError, IndexError, struct.error, AttributeError, TypeError) as error:
        raise BrokenFileError(f"the Outlook message is damaged ({error})", "save it again from Outlook") from error


class _Storage:
    """One message (or attachment, or recipient) inside the file: its streams and fixed-size properties."""

    def __init__(self, ole: olefile.OleFileIO, place: Place, listing: list[Place]) -> None:
        self.ole, self.place, self.listing = ole, place, listing
        self.names = {entry[-1].upper(): entry for entry in listing if entry[:-1] == place}
        self.fixed = self._fixed()

    def _fixed(self) -> dict[str, bytes]:
        """Property → its 8 bytes. The header before them is 32 bytes at the top, 24 in a message inside, else 8."""
        data = self._stream("__PROPERTIES_VERSION1.0")
        header = 32 if not self.place else 24 if self.place[-1].upper().startswith("__SUBSTG") else 8
        found: dict[str, bytes] = {}
        for at in range(header, len(data) - 15, 16):
            (tag,) = struct.unpack_from("<I", data, at)
            found[f"{tag >> 16:04X}"] = data[at + 8 : at + 16]
        return found

    def _stream(self, name: str) -> bytes:
        entry = self.names.get(name.upper())
        if entry is None:
            return b""
        data: bytes = self.ole.openstream(list(entry)).read()
        return data

    def binary(self, tag: str) -> bytes:
        return self._stream(f"__SUBSTG1.0_{tag}0102")

    def text(self, tag: str) -> str:
        """A text property, wide or in the code page of the message."""
        wide = self._stream(f"__SUBSTG1.0_{tag}001F")
        if wide:
            return wide.decode("utf-16-le", "replace").rstrip("\x00")
        narrow = self._stream(f"__SUBSTG1.0_{tag}001E").rstrip(b"\x00")
        return _narrow(narrow, self.number(_CODEPAGE)) if narrow else ""

    def number(self, tag: str) -> int:
        value = self.fixed.get(tag)
        return int.from_bytes(value[:4], "little") if value else 0

    def moment(self, tag: str) -> dt.datetime | None:
        value = self.fixed.get(tag)
        try:
            return _EPOCH + dt.timedelta(microseconds=int.from_bytes(value, "little") // 10) if value else None
        except OverflowError:
            return None

    def inner(self, prefix: str) -> list[Place]:
        """Storages below whose name begins so, in order."""
        depth = len(self.place)
        found = {
            entry[: depth + 1]
            for entry in self.listing
            if len(entry) > depth + 1 and entry[:depth] == self.place and entry[depth].lower().startswith(prefix)
        }
        return sorted(found)[:_MAX_FILES]

    def letter(self, depth: int) -> Letter:
        letter = Letter(subject=" ".join(self.text(_SUBJECT).split()), plain=self.text(_BODY))
        sender, address = self.text(_SENDER), self.text(_SENDER_SMTP) or self.text(_SENDER_MAIL)
        self._header(
            letter, "From", f"{sender} <{address}>" if "@" in address and address != sender else sender or address
        )
        for name, tag, kind in (("To", _TO, 1), ("Cc", _CC, 2)):
            self._header(letter, name, self._recipients(kind) or self.text(tag))
        sent = self.moment(_SENT) or self.moment(_RECEIVED)
        if sent:
            self._header(letter, "Date", sent.strftime("%Y-%m-%d %H:%M UTC"))
            letter.meta.append(("date", sent.date().isoformat()))
        letter.html = self._html()
        if not letter.plain.strip() and not letter.html.strip():
            letter.plain = self._rich()
        for place in self.inner("__attach"):
            self._attachment(_Storage(self.ole, place, self.listing), letter, depth)
        return letter

    def _header(self, letter: Letter, name: str, value: str) -> None:
        line = " ".join(value.replace("\x00", " ").split())
        if line:
            letter.headers.append((name, line))

    def _recipients(self, kind: int) -> str:
        found: list[str] = []
        for place in self.inner("__recip"):
            one = _Storage(self.ole, place, self.listing)
            if (one.number("0C15") & 0xF) == kind:
                name, address = one.text("3001"), one.text("39FE") or one.text("3003")
                found.append(f"{name} <{address}>" if "@" in address and address != name else name or address)
        return ", ".join(found)

    def _html(self) -> str:
        data = self.binary(_HTML)
        return _narrow(data, self.number(_BODY_CODEPAGE)) if data else self.text(_HTML)

    def _rich(self) -> str:
        from opora.reading.rtf import inflated, rtf_text

        data = self.binary(_RTF)
        return rtf_text(inflated(data)) if data else ""

    def _attachment(self, one: _Storage, letter: Letter, depth: int) -> None:
        inside = one.inner("__substg1.0_3701000d")
        if inside:
            if depth < _MAX_DEPTH:
                letter.forwarded.append(_Storage(self.ole, inside[0], self.listing).letter(depth + 1))
            return
        data = one.binary(_FILE)
        if not data:
            return
        name = file_name(one.text(_LONG_NAME) or one.text(_SHORT_NAME))
        kind = one.text(_MIME) or "application/octet-stream"
        inline = bool(one.text(_CONTENT_ID)) and (kind.startswith("image/") or one.number(_HIDDEN) == 1)
        letter.attachments.append(Attachment(name or "attachment", kind, data, inline=inline))


def _narrow(data: bytes, page: int) -> str:
    names: dict[int, str] = {65001: "utf-8", 20127: "ascii", 28591: "cp1252", 20866: "koi8-r", 21866: "koi8-u"}
    name: Any = names.get(page) or (f"cp{page}" if 0 < page < 20_000 else None)
    if name:
        try:
            return data.decode(name)
        except (LookupError, UnicodeError):
            pass
    return decode(data)[0]
