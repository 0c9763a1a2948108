"""Which types are there, what are they called, and which of them are read?"""

from __future__ import annotations

from opora.reading.code_languages import LANGUAGES

DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
XLSB = "application/vnd.ms-excel.sheet.binary.macroenabled.12"
XLS = "application/vnd.ms-excel"
ODS = "application/vnd.oasis.opendocument.spreadsheet"
ODT = "application/vnd.oasis.opendocument.text"
ODP = "application/vnd.oasis.opendocument.presentation"
PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
EML = "message/rfc822"
MSG = "application/vnd.ms-outlook"
RTF = "application/rtf"
DOC = "application/msword"
VTT = "text/vtt"
SRT = "application/x-subrip"
ENCRYPTED_OFFICE = "application/x-encrypted-office"

MEDIA_TYPES: dict[str, str] = {
    "text/plain": "plain text",
    "text/markdown": "Markdown",
    "text/html": "HTML",
    "text/csv": "CSV",
    "application/json": "JSON",
    "application/x-ndjson": "JSON lines",
    "application/xml": "XML",
    "application/pdf": "PDF",
    DOCX: "Word document (DOCX)",
    XLSX: "Excel workbook (XLSX)",
    XLSB: "Excel binary workbook (XLSB)",
    XLS: "Excel 97-2003 workbook (XLS)",
    ODS: "OpenDocument spreadsheet (ODS)",
    PPTX: "PowerPoint presentation (PPTX)",
    ODT: "OpenDocument text (ODT)",
    ODP: "OpenDocument presentation (ODP)",
    EML: "e-mail message (EML)",
    MSG: "Outlook message (MSG)",
    RTF: "rich text (RTF)",
    DOC: "Word 97-2003 document (DOC)",
    VTT: "subtitles (VTT)",
    SRT: "subtitles (SRT)",
    **{media_type: f"{language[0]} source code" for media_type, language in LANGUAGES.items()},
    ENCRYPTED_OFFICE: "password-protected Office document",
    "application/vnd.ms-powerpoint": "PowerPoint 97-2003 presentation (PPT)",
    "application/x-ole-storage": "OLE compound file",
    "application/epub+zip": "e-book (EPUB)",
    "image/png": "image (PNG)",
    "image/jpeg": "image (JPEG)",
    "image/gif": "image (GIF)",
    "image/tiff": "image (TIFF)",
    "image/bmp": "image (BMP)",
    "image/webp": "image (WebP)",
    "image/svg+xml": "image (SVG)",
    "image/heic": "image (HEIC)",
    "audio/wav": "audio (WAV)",
    "audio/mpeg": "audio (MP3)",
    "audio/ogg": "audio (OGG)",
    "audio/flac": "audio (FLAC)",
    "video/mp4": "audio or video (MP4)",
    "video/x-matroska": "video (Matroska)",
    "video/x-msvideo": "video (AVI)",
    "application/zip": "ZIP archive",
    "application/gzip": "gzip archive",
    "application/x-7z-compressed": "7-Zip archive",
    "application/vnd.rar": "RAR archive",
    "application/x-tar": "tar archive",
    "application/x-bzip2": "bzip2 archive",
    "application/x-xz": "xz archive",
    "application/zstd": "Zstandard archive",
    "application/vnd.sqlite3": "SQLite database",
    "application/x-executable": "program",
    "application/java-archive": "Java archive",
    "application/pkcs7-signature": "signature (PKCS #7)",
    "application/octet-stream": "unknown binary file",
}

IMAGES = frozenset(f"image/{kind}" for kind in ("png", "jpeg", "gif", "tiff", "bmp", "webp"))
RECORDINGS = frozenset(("audio/wav", "audio/mpeg", "audio/ogg", "audio/flac", "video/mp4", "video/x-matroska"))
READ_TYPES = frozenset(list(MEDIA_TYPES)[: list(MEDIA_TYPES).index(ENCRYPTED_OFFICE)]) | IMAGES | RECORDINGS

OFFICE_PARTS: tuple[tuple[str, str], ...] = (
    ("word/document.xml", DOCX),
    ("xl/workbook.xml", XLSX),
    ("xl/workbook.bin", XLSB),
    ("ppt/presentation.xml", PPTX),
    ("META-INF/MANIFEST.MF", "application/java-archive"),
)
# Order matters: an encrypted package also names the stream of what it hides, a message may hold a Word attachment.
OLE_STREAMS: tuple[tuple[str, str], ...] = (
    ("EncryptedPackage", ENCRYPTED_OFFICE),
    ("__substg1.0_", MSG),
    ("PowerPoint Document", "application/vnd.ms-powerpoint"),
    ("WordDocument", DOC),
    ("Workbook", XLS),
    ("Book", XLS),
)
BINARY_MAGIC: tuple[tuple[int, bytes, str], ...] = (
    (0, b"\x89PNG\r\n\x1a\n", "image/png"),
    (0, b"\xff\xd8\xff", "image/jpeg"),
    (0, b"GIF87a", "image/gif"),
    (0, b"GIF89a", "image/gif"),
    (0, b"II*\x00", "image/tiff"),
    (0, b"MM\x00*", "image/tiff"),
    (8, b"WEBP", "image/webp"),
    (8, b"WAVE", "audio/wav"),
    (8, b"AVI ", "video/x-msvideo"),
    (4, b"ftypheic", "image/heic"),
    (4, b"ftyp", "video/mp4"),
    (0, b"ID3", "audio/mpeg"),
    (0, b"\xff\xfb", "audio/mpeg"),
    (0, b"\xff\xf3", "audio/mpeg"),
    (0, b"OggS", "audio/ogg"),
    (0, b"fLaC", "audio/flac"),
    (0, b"\x1aE\xdf\xa3", "video/x-matroska"),
    (0, b"\x1f\x8b", "application/gzip"),
    (0, b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"),
    (0, b"Rar!\x1a\x07", "application/vnd.rar"),
    (257, b"ustar", "application/x-tar"),
    (0, b"BZh", "application/x-bzip2"),
    (0, b"\xfd7zXZ\x00", "application/x-xz"),
    (0, b"\x28\xb5\x2f\xfd", "application/zstd"),
    (0, b"SQLite format 3\x00", "application/vnd.sqlite3"),
    (0, b"\x7fELF", "application/x-executable"),
    (0, b"MZ\x90\x00", "application/x-executable"),
    (0, b"-----BEGIN PKCS7-----", "application/pkcs7-signature"),
)

_EXTENSIONS: dict[str, str] = {
    "txt": "text/plain",
    "log": "text/plain",
    "text": "text/plain",
    "md": "text/markdown",
    "mdx": "text/markdown",
    "markdown": "text/markdown",
    "html": "text/html",
    "htm": "text/html",
    "xhtml": "text/html",
    "csv": "text/csv",
    "tsv": "text/csv",
    "json": "application/json",
    "jsonl": "application/x-ndjson",
    "ndjson": "application/x-ndjson",
    "xml": "application/xml",
    "page": "application/xml",
    "pdf": "application/pdf",
    "wav": "audio/wav",
    "mp3": "audio/mpeg",
    "ogg": "audio/ogg",
    "oga": "audio/ogg",
    "opus": "audio/ogg",
    "flac": "audio/flac",
    "m4a": "video/mp4",
    "mp4": "video/mp4",
    "mkv": "video/x-matroska",
    "webm": "video/x-matroska",
    "docx": DOCX,
    "docm": DOCX,
    "dotx": DOCX,
    "xlsx": XLSX,
    "xlsm": XLSX,
    "xlsb": XLSB,
    "xls": XLS,
    "ods": ODS,
    "pptx": PPTX,
    "pptm": PPTX,
    "ppsx": PPTX,
    "potx": PPTX,
    "eml": EML,
    "msg": MSG,
    "doc": DOC,
    "rtf": RTF,
    "vtt": VTT,
    "srt": SRT,
    "odt": ODT,
    "odp": ODP,
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "tif": "image/tiff",
    "tiff": "image/tiff",
    "zip": "application/zip",
    **{ending: media_type for media_type, language in LANGUAGES.items() for ending in language[1]},
}
_IN_ZIP = frozenset({DOCX, XLSX, XLSB, ODS, ODT, ODP, PPTX})


def by_extension(name: str, only_zip: bool = False) -> str | None:
    """What a file's name promises, or ``None``; ``only_zip``: only types that live in a ZIP container."""
    stem, dot, extension = name.rpartition(".")
    found = _EXTENSIONS.get(extension.lower()) if dot and stem else None
    return found if not only_zip or found in _IN_ZIP else None


def display_name(media_type: str) -> str:
    return MEDIA_TYPES.get(media_type, media_type)
