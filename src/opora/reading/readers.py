"""Which reader is asked for which type? Readers are imported when their type turns up: every child pays for its start-up."""

from __future__ import annotations

from pathlib import Path

from opora.reading.assemble import Reading
from opora.reading.code_languages import LANGUAGES
from opora.reading.media import DOC, DOCX, EML, MSG, ODP, ODS, ODT, PPTX, RTF, SRT, VTT, XLS, XLSB, XLSX

CONTAINERS = frozenset((DOCX, PPTX, XLSX, XLSB, ODS, ODT, ODP))
"""ZIP containers: what they hold is checked before any reader opens them."""
FROM_FILES = frozenset((*CONTAINERS, XLS, MSG, DOC))
"""Types whose reader wants the file itself; all others are read from their bytes."""


def read_file(path: Path, media_type: str) -> Reading:
    """Drafts of an office file or an Outlook message; ``media_type`` is one of ``FROM_FILES``."""
    if media_type == DOCX:
        from opora.reading.docx import read_docx

        return read_docx(path)
    if media_type == PPTX:
        from opora.reading.pptx import read_pptx

        return read_pptx(path)
    if media_type in (ODT, ODP):
        from opora.reading.odf import read_odf

        return read_odf(path, media_type)
    if media_type == DOC:
        from opora.reading.doc import read_doc

        return read_doc(path)
    if media_type == MSG:
        from opora.reading.msg import read_msg

        return read_msg(path)
    from opora.reading.sheets import read_sheets

    return read_sheets(path, media_type)


def read_text(data: bytes, media_type: str) -> Reading:
    """Drafts of a file that is text, whatever it marks its parts with; plain text when the type is none of these."""
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
    if media_type in LANGUAGES:
        from opora.reading.code import read_code

        return read_code(data, media_type)
    if media_type in (VTT, SRT):
        from opora.reading.subtitles import read_subtitles

        return read_subtitles(data, media_type)
    if media_type == RTF:
        from opora.reading.rtf import read_rtf

        return read_rtf(data)
    if media_type == "text/markdown":
        from opora.reading.markdown import read_markdown

        return read_markdown(data)
    from opora.reading.plain import read_plain

    return read_plain(data)
