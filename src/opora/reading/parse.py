"""Which reader reads this type, and what did it find?"""

from __future__ import annotations

import zipfile
from dataclasses import replace
from pathlib import Path

from opora.domain.document import Parsed
from opora.errors import BrokenFileError, EmptySourceError, EncryptedError, UnsupportedTypeError
from opora.reading.assemble import Reading, assemble
from opora.reading.belongs import carry_sections, tie
from opora.reading.clean import clean
from opora.reading.limits import ReadLimits
from opora.reading.media import (
    DOCX,
    EML,
    ENCRYPTED_OFFICE,
    MSG,
    ODS,
    PPTX,
    READ_TYPES,
    RTF,
    XLS,
    XLSB,
    XLSX,
    by_extension,
    display_name,
)
from opora.reading.sniff import read_bytes_type

_MAY_DIFFER = frozenset(
    {"text/plain", "text/markdown", "application/xml", "text/html", "application/x-ndjson", "application/json"}
)


def parse(path: Path, name: str, limits: ReadLimits) -> Parsed:
    """Read one file in this process; ReadingError messages do not yet name the file. Run it in a guarded child."""
    media_type = read_bytes_type(path, name)
    if media_type == ENCRYPTED_OFFICE:
        raise EncryptedError("it is encrypted", "remove the password and add it again")
    if media_type not in READ_TYPES:
        raise UnsupportedTypeError(
            f"unsupported type: {display_name(media_type)}", "save it as PDF, DOCX, HTML, Markdown or plain text"
        )
    try:
        reading = clean(_read(path, media_type, limits))
    except zipfile.BadZipFile as error:
        raise BrokenFileError(
            f"the ZIP container is damaged ({error})", "open it in its program and save it again"
        ) from error
    warning = _wrong_name(name, media_type)
    if warning:
        reading = replace(reading, warnings=(warning, *reading.warnings))
    parsed = assemble(reading)
    if not _visible(parsed.text):
        raise _empty(parsed)
    return parsed


def _read(path: Path, media_type: str, limits: ReadLimits) -> Reading:
    """Readers are imported when their type turns up: start-up of the child is paid by every run."""
    if media_type == "application/pdf":
        from opora.reading.pdf import read_pdf

        return read_pdf(path)
    if media_type in (DOCX, PPTX, XLSX, XLSB, ODS):
        from opora.reading.containers import check_container

        check_container(path, limits)
    if media_type == DOCX:
        from opora.reading.docx import read_docx

        return _tied(read_docx(path))
    if media_type == PPTX:
        from opora.reading.pptx import read_pptx

        return _tied(read_pptx(path))
    if media_type in (XLSX, XLSB, ODS, XLS):
        from opora.reading.sheets import read_sheets

        return _tied(read_sheets(path, media_type))
    if media_type == MSG:
        from opora.reading.msg import read_msg

        return _tied(read_msg(path))
    return _tied(_read_text(path.read_bytes(), media_type))


def _tied(reading: Reading) -> Reading:
    return replace(reading, drafts=tuple(tie(carry_sections(list(reading.drafts)))))


def _read_text(data: bytes, media_type: str) -> Reading:
    if media_type == "text/html":
        from opora.reading.html import read_html

        return read_html(data)
    if media_type == "application/xml":
        from opora.reading.xml import read_xml

        return read_xml(data)
    if media_type == "text/csv":
        from opora.reading.delimited import read_csv

        return read_csv(data)
    if media_type in ("application/json", "application/x-ndjson"):
        from opora.reading.records import read_json

        return read_json(data, lines=media_type == "application/x-ndjson")
    if media_type == EML:
        from opora.reading.eml import read_eml

        return read_eml(data)
    if media_type == RTF:
        from opora.reading.rtf import read_rtf

        return read_rtf(data)
    if media_type == "text/markdown":
        from opora.reading.markdown import read_markdown

        return read_markdown(data)
    from opora.reading.plain import read_plain

    return read_plain(data)


def _wrong_name(name: str, media_type: str) -> str | None:
    expected = by_extension(name)
    if expected is None or expected == media_type or {expected, media_type} <= _MAY_DIFFER:
        return None
    return f"its name says {display_name(expected)} but its content is {display_name(media_type)}; it was read by its content"


def _visible(text: str) -> bool:
    """Whether a reader would see anything: marks without a shape (zero-width spaces, soft hyphens) are not text."""
    return any(char.isprintable() and not char.isspace() for char in text)


def _empty(parsed: Parsed) -> EmptySourceError:
    scanned = [str(page.label or page.number) for page in parsed.pages if page.needs_ocr]
    if scanned:
        shown = ", ".join(scanned[:20]) + (" …" if len(scanned) > 20 else "")
        said = (
            f"page {shown} of {len(parsed.pages)} has"
            if len(scanned) == 1
            else f"pages {shown} of {len(parsed.pages)} have"
        )
        return EmptySourceError(
            f"no text can be read: {said} no text layer",
            "it needs OCR: install OCR or upload a DOCX or text file",
        )
    return EmptySourceError("it holds no text", "add text to it or leave it out")
