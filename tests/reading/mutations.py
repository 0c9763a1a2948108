"""How is a file damaged, the same way every time? Bytes of any file, and what lies compressed inside a container."""

from __future__ import annotations

import io
import random
import re
import zipfile
import zlib
from collections.abc import Callable, Sequence

_TOKENS = (
    *(
        b"\x00",
        b"\xff\xfe",
        b"\xef\xbb\xbf",
        b"\xed\xa0\x80",
        b"\r",
        b"\n\n\n",
        b"\t\t",
        b"]]>",
        b"-->",
        b"<!--",
        b"&#0;",
    ),
    *(
        b"&#x110000;",
        b"&nope;",
        b"99999999999999999999",
        b"-1",
        b"0",
        b"1e400",
        b"NaN",
        b'"',
        b"'",
        b"{",
        b"}",
        b"\\",
        b"%s",
    ),
    *("\u202e\u200b\u2028".encode(), "е́ї".encode(), "😀".encode(), b"A" * 5000, b"<w:p>" * 300, b"{" * 300, b"(" * 300),
)
_NUMBER = re.compile(rb"\d{1,9}")


def damaged(data: bytes, others: Sequence[bytes], dice: random.Random) -> bytes:
    """One to four changes; a container is opened and changed inside as often as from outside."""
    if data.startswith(b"PK") and dice.random() < 0.6:
        return _inside(data, others, dice)
    for _ in range(dice.choice((1, 1, 1, 2, 4))):
        data = dice.choice(_KINDS)(data, others, dice)
    return data


def _place(data: bytes, dice: random.Random) -> int:
    return dice.randrange(len(data) + 1)


def _flip(data: bytes, others: Sequence[bytes], dice: random.Random) -> bytes:
    out = bytearray(data)
    for _ in range(dice.choice((1, 2, 8, 64))):
        if out:
            out[dice.randrange(len(out))] = dice.randrange(256)
    return bytes(out)


def _cut(data: bytes, others: Sequence[bytes], dice: random.Random) -> bytes:
    return data[: _place(data, dice)]


def _drop(data: bytes, others: Sequence[bytes], dice: random.Random) -> bytes:
    at = _place(data, dice)
    return data[:at] + data[at + dice.choice((1, 7, 100, 2000)) :]


def _double(data: bytes, others: Sequence[bytes], dice: random.Random) -> bytes:
    at = _place(data, dice)
    piece = data[at : at + dice.choice((1, 20, 500))]
    return data[:at] + piece * dice.choice((2, 3, 50)) + data[at + len(piece) :]


def _insert(data: bytes, others: Sequence[bytes], dice: random.Random) -> bytes:
    at = _place(data, dice)
    return data[:at] + dice.choice(_TOKENS) + data[at:]


def _splice(data: bytes, others: Sequence[bytes], dice: random.Random) -> bytes:
    other = dice.choice(others)
    at, start = _place(data, dice), _place(other, dice)
    return data[:at] + other[start : start + dice.choice((50, 1000, 10**6))] + data[at:]


def _swap(data: bytes, others: Sequence[bytes], dice: random.Random) -> bytes:
    a, b = sorted((_place(data, dice), _place(data, dice)))
    return data[b:] + data[a:b] + data[:a]


def _number(data: bytes, others: Sequence[bytes], dice: random.Random) -> bytes:
    """Counts, sizes and offsets that lie."""
    found = list(_NUMBER.finditer(data[:200_000]))
    if not found:
        return _flip(data, others, dice)
    match = dice.choice(found)
    lie = dice.choice((b"0", b"-1", b"65536", b"2147483648", b"99999999999", b"1.5"))
    return data[: match.start()] + lie + data[match.end() :]


_KINDS: tuple[Callable[[bytes, Sequence[bytes], random.Random], bytes], ...] = (
    *(_flip, _cut, _drop, _double, _insert, _splice, _swap, _number),
)


def _inside(data: bytes, others: Sequence[bytes], dice: random.Random) -> bytes:
    """A container whose parts are whole but for one: damaged, missing, empty or another part's content."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = {name: archive.read(name) for name in archive.namelist()}
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, OSError, ValueError):
        return _flip(data, others, dice)
    names = [name for name in parts if name.endswith((".xml", ".rels"))] or list(parts)
    name = dice.choice(names)
    what = dice.random()
    if what < 0.1:
        del parts[name]
    elif what < 0.2:
        parts[name] = dice.choice((b"", b"<x/>", parts[dice.choice(names)]))
    else:
        parts[name] = dice.choice(_KINDS)(parts[name], others, dice)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for one, content in parts.items():
            archive.writestr(one, content)
    return buffer.getvalue()
