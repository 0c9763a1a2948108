"""Which characters do these bytes stand for?"""

from __future__ import annotations

import codecs
import re

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# One-byte code pages of the four languages; a guess among few is right on short texts where a guess among ninety is not.
_ONE_BYTE = ("cp1251", "koi8-u", "cp866", "cp1252", "cp1250", "iso8859-16", "mac-cyrillic")
_SAMPLE = 200_000
_CASE_JUMP = re.compile(r"[a-zа-яёіїєґăâîșț][A-ZА-ЯЁІЇЄҐĂÂÎȘȚ]")
_CYRILLIC_WORD = re.compile(r"\b[А-ЯЁІЇЄҐ]?[а-яёіїєґ]+\b|\b[А-ЯЁІЇЄҐ]{2,}\b")
_COMMON_CYRILLIC = frozenset("оеаинтсрвлкі")
_ROMANIAN = frozenset("ăâîșțşţĂÂÎȘȚŞŢ")
_WESTERN = frozenset("éèàçüöäßñóáíúôêëïœÉÖÜÄ“”’‘–—…€£§°«»©®")


def decode(data: bytes) -> tuple[str, str, tuple[str, ...]]:
    """Text with ``\\n`` line ends, the encoding's name, and warnings; never fails."""
    for bom, name in _BOMS:
        if data.startswith(bom):
            return _lines(data.decode(name, "replace")), name.removesuffix("-sig"), ()
    wide = _wide(data)
    if wide:
        return _lines(data.decode(wide, "replace")), wide, ()
    try:
        return _lines(data.decode("utf-8")), "utf-8", ()
    except UnicodeDecodeError:
        pass
    if _mostly_utf8(data):
        text = data.decode("utf-8", "replace")
        lost = text.count("\ufffd")
        return _lines(text), "utf-8", (f"{lost} bytes are not valid UTF-8 and stand as U+FFFD",)
    name = _guess(data[:_SAMPLE])
    text = data.decode(name, "replace")
    return _lines(text), name, (f"the encoding is not declared; read as {name}",)


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _wide(data: bytes) -> str | None:
    """UTF-16 without a mark shows on one side of the pairs: the high bytes of Latin are 0, those of Cyrillic 4."""
    sample = data[:4000]
    if len(sample) < 8:
        return None
    even, odd = (sum(1 for byte in side if byte in (0, 4)) / len(side) for side in (sample[::2], sample[1::2]))
    if odd > 0.6 and even < 0.1:
        return "utf-16-le"
    if even > 0.6 and odd < 0.1:
        return "utf-16-be"
    return None


def _mostly_utf8(data: bytes) -> bool:
    """Some real multi-byte characters, and broken bytes are rare beside them."""
    text = data[:_SAMPLE].decode("utf-8", "replace")
    wide = sum(1 for char in text if ord(char) > 0x7F and char != "\ufffd")
    return wide > 0 and text.count("\ufffd") * 8 <= wide


def _guess(sample: bytes) -> str:
    scores = {name: _score(sample, name) for name in _ONE_BYTE}
    best = max(scores, key=lambda name: scores[name])
    if scores[best] > 0:
        return best
    from charset_normalizer import from_bytes

    match = from_bytes(sample).best()
    return match.encoding if match else "cp1252"


def _score(sample: bytes, name: str) -> float:
    """How much the text looks like one of the four languages; 0 or less: it does not."""
    try:
        text = sample.decode(name)
    except UnicodeDecodeError:
        text = sample.decode(name, "replace")
    high = [char for char in text if ord(char) > 0x7F]
    if not high:
        return 0.0
    bad = sum(1 for char in high if char == "\ufffd" or not char.isprintable() or 0x2500 <= ord(char) <= 0x25FF)
    words = "".join(_CYRILLIC_WORD.findall(text))
    cyrillic = len(words) + sum(1 for char in words if char in _COMMON_CYRILLIC)
    western = sum(1 for char in high if char in _WESTERN)
    romanian = 1.5 * sum(1 for char in high if char in _ROMANIAN)
    return (cyrillic + western + romanian - 4 * bad - 2 * len(_CASE_JUMP.findall(text))) / len(high)
