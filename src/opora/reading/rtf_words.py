"""What do the control words of rich text mean, and how is it unpacked from a message?"""

from __future__ import annotations

import re
import struct

TOKEN = re.compile(
    r"\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z])|([{}])|([^\\{}\r\n]+)|[\r\n]+", re.S
)
SIGNS = {
    "par": "\n", "line": "\n", "tab": "\t", "emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’",
    "ldblquote": "“", "rdblquote": "”", "bullet": "•", "emspace": " ", "enspace": " ", "qmspace": " ",
    "softline": "\n", "sect": "\n", "page": "\n", "nestcell": "\t", "nestrow": "\n", "sectd": "",
}  # fmt: skip
SYMBOLS = {"~": "\u00a0", "_": "-", "-": "", "\t": "\t", "{": "{", "}": "}", "\\": "\\"}
# Groups that are not part of what the page shows.
SILENT = frozenset((
    "colortbl", "pict", "object", "fldinst", "themedata", "colorschememapping", "datastore", "xmlnstbl", "listtable",
    "listoverridetable", "generator", "rsidtbl", "latentstyles", "sp", "nonshppict", "bkmkstart", "bkmkend", "atnid",
    "atnauthor", "annotation", "atrfstart", "atrfend", "filetbl", "revtbl", "passwordhash", "objdata", "result",
    "pnseclvl", "xe", "tc", "template", "operator", "author", "category", "comment", "keywords", "subject", "company",
    "creatim", "revtim", "printim", "doccomm", "manager", "hlinkbase", "upr", "private", "mmathPr", "wgrffmtfilter",
))  # fmt: skip
RUNNING = frozenset(("header", "headerl", "headerr", "headerf", "footer", "footerl", "footerr", "footerf"))
SPEAKING_STARRED = frozenset(("shpinst", "shptxt", "fldrslt", "footnote", "listtext", "pntext", "ud"))
CHARSETS = {
    0: "cp1252", 77: "mac-roman", 128: "cp932", 129: "cp949", 134: "gbk", 136: "cp950", 161: "cp1253", 162: "cp1254",
    163: "cp1258", 177: "cp1255", 178: "cp1256", 186: "cp1257", 204: "cp1251", 222: "cp874", 238: "cp1250",
}  # fmt: skip
_DICTIONARY = (
    b"{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans "
    b"SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx"
)
_MAX_INFLATED = 50_000_000


def inflated(data: bytes) -> bytes:
    """Rich text out of a message's compressed stream; what is damaged ends where it can no longer be read.

    Source: [MS-OXRTFCP] Rich Text Format (RTF) Compression Algorithm.
    """
    if len(data) < 16:
        return b""
    raw_size, kind = struct.unpack_from("<I4s", data, 4)
    if kind == b"MELA":
        return data[16 : 16 + raw_size]
    if kind != b"LZFu":
        return b""
    window = bytearray(_DICTIONARY.ljust(4096, b"\x00"))
    at, out, place = len(_DICTIONARY), bytearray(), 16
    while place < len(data) and len(out) < min(raw_size, _MAX_INFLATED):
        control, place = data[place], place + 1
        for bit in range(8):
            if place >= len(data):
                break
            if control >> bit & 1:
                if place + 1 >= len(data):
                    return bytes(out)
                token = data[place] << 8 | data[place + 1]
                place += 2
                offset, length = token >> 4, (token & 0xF) + 2
                if offset == at:
                    return bytes(out)
                run = bytearray()
                for step in range(length):
                    byte = window[(offset + step) % 4096]
                    run.append(byte)
                    window[at] = byte
                    at = (at + 1) % 4096
                out += run
            else:
                out.append(data[place])
                window[at] = data[place]
                at, place = (at + 1) % 4096, place + 1
    return bytes(out)


BACKS = frozenset(["cb", "chcbpat", "highlight", "cbpat", "shading", "clcbpat"])
TINY = 2  # half points
_COLOURS = re.compile(r"\\colortbl\s?([^{}]{0,20000})\}")
_NEARLY_WHITE = 248


def whites_of(source: str) -> frozenset[int]:
    """Numbers of the colour table's entries that are white, or so near to it that nobody reads them on paper."""
    table = _COLOURS.search(source)
    entries = table[1].split(";") if table else []
    parts = [[int(told) for told in re.findall(r"\\(?:red|green|blue)(\d{1,3})", entry)] for entry in entries]
    return frozenset(n for n, entry in enumerate(parts) if len(entry) == 3 and min(entry) >= _NEARLY_WHITE)
