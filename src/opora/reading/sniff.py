"""What is this file, judged by what is in it?"""

from __future__ import annotations

import json
import mmap
import re
import zipfile
from pathlib import Path

from opora.reading.code_languages import LANGUAGES, language_of_shebang
from opora.reading.decode import decode
from opora.reading.media import BINARY_MAGIC, MEDIA_TYPES, OFFICE_PARTS, OLE_STREAMS, by_extension

_HEAD = 64 * 1024
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_HEADER_LINE = re.compile(r"^([A-Za-z][A-Za-z0-9-]{1,40}):[ \t]?")
_MAIL_HEADERS = frozenset(
    ("from", "to", "subject", "date", "message-id", "mime-version", "received", "return-path", "delivered-to")
)
_SRT = re.compile(r"\s*\d+\s*\n\d{1,2}:\d\d:\d\d[,.]\d{1,3}\s+-->\s+\d{1,2}:\d\d:\d\d")
_HTML_START = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.I | re.S)
_HTML_TAG = re.compile(
    r"</?(?:p|div|span|br|h[1-6]|ul|ol|li|table|tr|td|th|a|b|i|strong|em|body|head|html)\b[^>]*>", re.I
)
_XML_START = re.compile(r"\s*(?:<\?xml\b[^>]*\?>|<!--.*?-->|<!DOCTYPE[^>]*>|\s)*<([A-Za-z_][\w.:-]*)[\s/>]", re.S)
_MARKDOWN = (
    re.compile(r"^#{1,6} \S", re.M),
    re.compile(r"\[[^\]\n]+\]\([^)\s]+\)"),
    re.compile(r"^(?:```|~~~)", re.M),
    re.compile(r"^\|?[ :]*-{3,}[ :]*\|[ :|-]*$", re.M),
    re.compile(r"\*\*[^*\n]+\*\*"),
    re.compile(r"^[-*+] \S", re.M),
    re.compile(r"\A---\n(?:.*\n)+?---\n"),
)


def read_bytes_type(path: Path, name: str | None = None) -> str:
    """Media type of a file by its content; the extension of ``name`` (else of the path) only breaks ties.

    A type nobody knows is ``application/octet-stream``; OSError when the file cannot be opened.
    """
    with path.open("rb") as file:
        head = file.read(_HEAD)
    binary = _binary_type(path, head)
    if binary:
        return binary
    return text_type(head, by_extension(name or path.name), whole=len(head) < _HEAD)


def _binary_type(path: Path, head: bytes) -> str | None:
    if b"%PDF-" in head[:1024] and head.lstrip()[:1] != b"<":
        return "application/pdf"
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")):
        return _zip_type(path)
    if head.startswith(_OLE):
        return _ole_type(path)
    for offset, magic, media_type in BINARY_MAGIC:
        if head[offset:].startswith(magic):
            return media_type
    return None if _looks_like_text(head) else "application/octet-stream"


def _zip_type(path: Path) -> str:
    try:
        with zipfile.ZipFile(path) as archive:
            names = set(archive.namelist())
            for part, media_type in OFFICE_PARTS:
                if part in names:
                    return media_type
            if "mimetype" in names and archive.getinfo("mimetype").file_size < 200:
                declared = archive.read("mimetype").decode("ascii", "replace").strip()
                return declared if declared in MEDIA_TYPES else "application/zip"
            for name in sorted(names):
                if re.fullmatch(r"word/document\d*\.xml", name):
                    return "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, ValueError, OSError, EOFError):
        return by_extension(path.name, only_zip=True) or "application/zip"
    return "application/zip"


def _ole_type(path: Path) -> str:
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        for stream, media_type in OLE_STREAMS:
            if data.find(stream.encode("utf-16-le")) >= 0:
                return media_type
    return "application/x-ole-storage"


def _looks_like_text(head: bytes) -> bool:
    if not head:
        return True
    text, encoding, _ = decode(head)
    if encoding.startswith(("utf-16", "utf-32")):
        return text.count("\ufffd") * 20 <= len(text)
    if head.count(0) * 200 > len(head):
        return False
    odd = sum(1 for char in text if (ord(char) < 32 and char not in "\t\n\r\f\x1b\x0b") or char == "\ufffd")
    return odd * 20 <= len(text)


def text_type(head: bytes, expected: str | None, whole: bool) -> str:
    """Media type of a text file from its first bytes; ``expected`` is what its name says, ``whole`` that this is all of it."""
    text, _, _ = decode(head)
    if not whole:
        text = text[: text.rfind("\n") + 1] or text
    text = text.lstrip("\ufeff")
    marked = _marked_up(text, expected)
    if expected in LANGUAGES and (not marked or "<?php" in text):
        return expected
    if marked:
        return marked
    script = language_of_shebang(text)
    if script and expected in (None, "text/plain"):
        return script
    if text.lstrip()[:1] in ("{", "["):
        found = _json_type(text, expected, whole)
        if found:
            return found
    if expected == "message/rfc822" or _is_mail(text):
        return "message/rfc822" if _is_mail(text, enough=2) else "text/plain"
    return _plain_type(text, expected)


def _marked_up(text: str, expected: str | None) -> str | None:
    start = text.lstrip()
    if start.startswith("{\\rtf"):
        return "application/rtf"
    if start.startswith("WEBVTT"):
        return "text/vtt"
    if _SRT.match(text):
        return "application/x-subrip"
    if _HTML_START.match(text[:20_000]):
        return "text/html"
    root = _XML_START.match(text[:20_000]) if start.startswith("<") else None
    if root and root[1].lower() == "svg":
        return "image/svg+xml"
    tags = len(_HTML_TAG.findall(text))
    if start.startswith("<?xml") or (root and expected == "application/xml"):
        return "application/xml"
    if tags >= 3 and (expected == "text/html" or (start.startswith("<") and expected != "text/markdown")):
        return "text/html"
    return None


def _json_type(text: str, expected: str | None, whole: bool) -> str | None:
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > 1 and all(_is_json(line) and line.lstrip()[0] in "{[" for line in lines[: 20 if whole else 3]):
        return "application/x-ndjson"
    if whole and _is_json(text):
        return "application/json"
    if not whole and (expected == "application/json" or re.match(r'\s*(?:\[\s*)?\{\s*"', text)):
        return "application/json"
    return expected if expected in ("application/json", "application/x-ndjson") else None


def _is_json(text: str) -> bool:
    try:
        json.loads(text, parse_int=str, parse_float=str)
    except (ValueError, RecursionError):
        return False
    return True


def _is_mail(text: str, enough: int = 3) -> bool:
    seen: set[str] = set()
    for line in text.lstrip().splitlines()[:40]:
        if not line.strip():
            break
        match = _HEADER_LINE.match(line)
        if match:
            seen.add(match[1].lower())
        elif not line.startswith((" ", "\t")) and not line.startswith(("From ", ">")):
            return False
    return len(seen & _MAIL_HEADERS) >= enough or {"mime-version", "content-type"} <= seen


def _plain_type(text: str, expected: str | None) -> str:
    signs = sum(1 for pattern in _MARKDOWN if pattern.search(text))
    if expected == "text/markdown" or signs >= (3 if expected == "text/plain" else 2):
        return "text/markdown"
    if delimiter_of(text, trusted=expected == "text/csv"):
        return "text/csv"
    return "text/plain"


def delimiter_of(text: str, trusted: bool = False) -> str | None:
    """The sign that cuts every line into the same number of short cells, or ``None``.

    Untrusted text (a name that does not say CSV) must show at least three lines cut alike without one exception.
    """
    import csv

    best: tuple[float, str] | None = None
    lines = text.splitlines()[:200]
    for mark in ("\t", ";", ",", "|"):
        rows = [row for row in csv.reader(lines, delimiter=mark) if any(cell.strip() for cell in row)]
        if len(rows) < (1 if trusted else 3):
            continue
        widths = [len(row) for row in rows]
        usual = max(set(widths), key=lambda width: (widths.count(width), width))
        alike = widths.count(usual) / len(widths)
        if usual < 2 or (not trusted and (alike < 1 or _is_prose(rows, mark))):
            continue
        if alike >= 0.5 and (best is None or alike + usual / 1000 > best[0]):
            best = (alike + usual / 1000, mark)
    if best:
        return best[1]
    return "," if trusted and len(lines) >= 1 and not _looks_like_sentences(lines) else None


def _is_prose(rows: list[list[str]], mark: str) -> bool:
    """A comma between words is no separator: cells of prose start with a space and end in full stops."""
    cells = [cell for row in rows for cell in row]
    spaced = sum(1 for row in rows for cell in row[1:] if cell.startswith(" ")) / max(1, len(cells) - len(rows))
    long = sum(1 for cell in cells if len(cell) > 80) / len(cells)
    return long > 0.2 or (mark in ",;" and spaced > 0.5) or (mark == "," and len(rows[0]) < 3)


def _looks_like_sentences(lines: list[str]) -> bool:
    full = [line for line in lines if line.strip()]
    return bool(full) and sum(1 for line in full if len(line) > 60 and line.rstrip()[-1:] in ".!?") / len(full) > 0.3
