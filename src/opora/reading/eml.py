"""What does an e-mail message hold: which part is its text, which are its files?"""

from __future__ import annotations

import email
import email.header
import email.message
import email.policy
import email.utils
import re

from opora.errors import BrokenFileError, EncryptedError
from opora.reading.assemble import Reading
from opora.reading.decode import decode
from opora.reading.mail import Attachment, Letter, file_name, reading_of
from opora.reading.media import EML

_SHOWN = ("From", "To", "Cc", "Bcc", "Date", "Reply-To")
_SIGNATURES = frozenset(("application/pkcs7-signature", "application/x-pkcs7-signature", "application/pgp-signature"))
_SEALED = frozenset(("application/pkcs7-mime", "application/x-pkcs7-mime", "application/pgp-encrypted"))
_MAX_DEPTH = 20
_MAX_PARTS = 2_000


def read_eml(data: bytes) -> Reading:
    """Subject, sender, recipients, date and body of a message, with forwarded ones inside; files are left out by name."""
    return reading_of(letter_of(data), EML, "eml")


def letter_of(data: bytes) -> Letter:
    """EncryptedError for a message only its recipient can open; whatever else is odd becomes a warning."""
    text, encoding, _ = decode(data)
    recoded = encoding.startswith(("utf-16", "utf-32"))
    message = email.message_from_bytes(text.encode("utf-8", "replace") if recoded else data, policy=_RAW)
    if not message.keys():
        raise BrokenFileError("it has no headers of a message", "save it again from its mail program")
    return _Opener(recoded).letter(message, 0)


class _Raw(email.policy.Compat32):
    """Headers as they stand, bytes that are no text as lone surrogates; the library's own object has no string's methods."""

    def header_fetch_parse(self, name: str, value: str) -> str:
        return value


_RAW = _Raw()


class _Opener:
    """``recoded``: the file was written in wide characters as a whole, so what its parts declare no longer holds."""

    def __init__(self, recoded: bool) -> None:
        self.recoded = recoded
        self.parts = 0

    def letter(self, message: email.message.Message, depth: int) -> Letter:
        letter = Letter(subject=header(message.get("Subject")))
        for name in _SHOWN:
            values = [header(value) for value in message.get_all(name, [])]
            if any(values):
                letter.headers.append((name, ", ".join(value for value in values if value)))
        sent = email.utils.parsedate_tz(message.get("Date") or "")
        if sent:
            letter.meta.append(("date", f"{sent[0]:04}-{sent[1]:02}-{sent[2]:02}"))
        if message.get("Message-ID"):
            letter.meta.append(("message_id", header(message["Message-ID"])))
        self._part(message, letter, depth)
        return letter

    def _part(self, part: email.message.Message, letter: Letter, depth: int) -> None:
        self.parts += 1
        kind = part.get_content_type()
        if self.parts > _MAX_PARTS or depth > _MAX_DEPTH:
            self._say(letter, "it has more parts than are read")
        elif kind in _SEALED or kind == "multipart/encrypted":
            raise EncryptedError("it is encrypted", "decrypt it in a mail program and save it again")
        elif kind == "message/rfc822" and part.is_multipart():
            inner = part.get_payload(0)
            if isinstance(inner, email.message.Message):
                letter.forwarded.append(self.letter(inner, depth + 1))
        elif part.is_multipart():
            for inner in part.get_payload():
                if isinstance(inner, email.message.Message):
                    self._part(inner, letter, depth + 1)
        elif kind not in _SIGNATURES:
            self._leaf(part, kind, letter)

    def _leaf(self, part: email.message.Message, kind: str, letter: Letter) -> None:
        data = _bytes_of(part)
        name = _name_of(part)
        attached = part.get_content_disposition() == "attachment" or (
            bool(name) and kind not in ("text/plain", "text/html")
        )
        if not attached and kind == "text/html":
            letter.html += self._text(part, data, letter)
        elif not attached and kind in ("text/plain", "text/enriched", "text"):
            text = self._text(part, data, letter)
            letter.plain += ("\n\n" if letter.plain else "") + (_unflowed(text, part) if text else "")
        elif data.strip():
            inline = kind.startswith("image/") and bool(part.get("Content-ID")) and not _is_attached(part)
            letter.attachments.append(
                Attachment(name or f"part-{self.parts}.{_ending(kind)}", kind, data, inline=inline)
            )

    def _text(self, part: email.message.Message, data: bytes, letter: Letter) -> str:
        declared = (part.get_content_charset() or "").strip(" \"'")
        if declared and not self.recoded:
            try:
                return data.decode(declared)
            except (LookupError, UnicodeError):
                text, name, _ = decode(data)
                if any(byte > 0x7F for byte in data):
                    self._say(letter, f"its text is not {declared[:40]} as it says; read as {name}")
                return text
        return decode(data)[0]

    def _say(self, letter: Letter, warning: str) -> None:
        if warning not in letter.warnings:
            letter.warnings.append(warning)


def _is_attached(part: email.message.Message) -> bool:
    return part.get_content_disposition() == "attachment"


def _bytes_of(part: email.message.Message) -> bytes:
    data = part.get_payload(decode=True)
    return data if isinstance(data, bytes) else b""


def header(value: object) -> str:
    """A header as it is meant: encoded words decoded, folded lines joined; bytes that are none of it are guessed."""
    if value is None:
        return ""
    parts: list[str] = []
    try:
        pieces = email.header.decode_header(str(value) if isinstance(value, str) else value)  # type: ignore[arg-type]
    except (ValueError, email.errors.HeaderParseError):
        pieces = [(str(value), None)]
    for piece, charset in pieces:
        data = piece.encode("utf-8", "surrogateescape") if isinstance(piece, str) else piece
        parts.append(_decoded(data, charset) if isinstance(piece, bytes) else decode(data)[0])
    return " ".join("".join(parts).split())


def _decoded(data: bytes, charset: str | None) -> str:
    if charset and charset.lower() != "unknown-8bit":
        try:
            return data.decode(charset)
        except (LookupError, UnicodeError):
            pass
    return decode(data)[0]


def _name_of(part: email.message.Message) -> str:
    """File name of a part as text without path signs; empty when it has none."""
    try:
        name = part.get_filename() or ""
    except (ValueError, LookupError, TypeError):  # the standard library fails on some broken parameters
        return ""
    return file_name(header(name))


def _ending(kind: str) -> str:
    ending = kind.rpartition("/")[2]
    return ending if re.fullmatch(r"[a-z0-9]{2,5}", ending) else "bin"


def _unflowed(text: str, part: email.message.Message) -> str:
    """RFC 3676: a line that ends in a space goes on in the next one, unless it opens a signature."""
    if str(part.get_param("format") or "").lower() != "flowed":
        return text
    out: list[str] = []
    joins = False
    for line in text.replace("\r\n", "\n").split("\n"):
        if joins and out and not line.startswith(">"):
            out[-1] += line
        else:
            out.append(line)
        joins = line.endswith(" ") and line != "-- " and not line.startswith(">")
    return "\n".join(out)
