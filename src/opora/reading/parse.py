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
from opora.reading.long import Window
from opora.reading.media import ENCRYPTED_OFFICE, IMAGES, READ_TYPES, RECORDINGS, by_extension, display_name
from opora.reading.ocr_rules import CLEARER, FAILED, INSTALL, INSTEAD, POOR
from opora.reading.ocr_wire import Scans
from opora.reading.options import LEFT_OUT, without_unticked
from opora.reading.page_pictures import AS_PDF
from opora.reading.readers import CONTAINERS, FROM_FILES, read_file, read_text
from opora.reading.sniff import read_bytes_type
from opora.reading.turns import as_turns

_MAY_DIFFER = frozenset(
    {"text/plain", "text/markdown", "application/xml", "text/html", "application/x-ndjson", "application/json"}
)


def parse(
    path: Path, name: str, limits: ReadLimits, scans: Scans | None = None, window: Window | None = None
) -> Parsed:
    """Read one file in this process; ReadingError messages do not yet name the file. Run it in a guarded child.

    ``scans``: what OCR has read of its pages, or that it is only asked which pages need it; ``None``: nothing was read.
    ``window``: these pages of a PDF alone, which may be empty; without it a long PDF is a LongFileError.
    """
    scans = scans or Scans()
    media_type = read_bytes_type(path, name)
    if media_type == ENCRYPTED_OFFICE:
        raise EncryptedError("it is encrypted", "remove the password and add it again")
    if media_type not in READ_TYPES:
        raise UnsupportedTypeError(
            f"unsupported type: {display_name(media_type)}", "save it as PDF, DOCX, HTML, Markdown or plain text"
        )
    try:
        reading = clean(_read(path, media_type, limits, scans, window))
    except zipfile.BadZipFile as error:
        raise BrokenFileError(
            f"the ZIP container is damaged ({error})", "open it in its program and save it again"
        ) from error
    warning = _wrong_name(name, media_type)
    if warning:
        reading = replace(reading, warnings=(warning, *reading.warnings))
    parsed = assemble(without_unticked(reading))
    if window is not None:
        return parsed
    return with_text(parsed, scans.look)


def with_text(parsed: Parsed, look: bool = False) -> Parsed:
    """The same, or EmptySourceError; with ``look`` pages that need OCR are no error."""
    if not _visible(parsed.text) and not (look and any(page.needs_ocr for page in parsed.pages)):
        raise _empty(parsed)
    return parsed


def _read(path: Path, media_type: str, limits: ReadLimits, scans: Scans, window: Window | None) -> Reading:
    """Readers are imported when their type turns up: start-up of the child is paid by every run."""
    if media_type == "application/pdf":
        from opora.reading.pdf import read_pdf

        pages = range(window.first, window.stop) if window else None
        reading = read_pdf(path, scans, pages, limits.pages_at_once)
        return replace(reading, drafts=tuple(as_turns(reading.drafts)))
    if media_type in IMAGES:
        from opora.reading.images import read_image

        return _tied(read_image(path, media_type, scans))
    if media_type in RECORDINGS:
        from opora.reading.audio import read_audio

        return read_audio(path, media_type)
    if media_type in CONTAINERS:
        from opora.reading.containers import check_container

        check_container(path, limits)
    if media_type in FROM_FILES:
        return _tied(read_file(path, media_type))
    return _tied(read_text(path.read_bytes(), media_type))


def _tied(reading: Reading) -> Reading:
    return replace(reading, drafts=tuple(tie(carry_sections(as_turns(reading.drafts)))))


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
        if parsed.media_type != "application/pdf" and parsed.media_type not in IMAGES:
            return EmptySourceError("no text can be read: its pages are pictures", AS_PDF)
        tried = next((warning for warning in parsed.warnings if warning.startswith(FAILED)), None)
        if tried:
            return EmptySourceError(
                f"no text can be read: {said} no text layer; {tried}", CLEARER if POOR in tried else INSTEAD
            )
        return EmptySourceError(f"no text can be read: {said} no text layer", f"it needs OCR: {INSTALL}")
    if any(page.confidence is not None for page in parsed.pages):
        return EmptySourceError("it holds no text: OCR found no words on its pages", "scan it again or leave it out")
    if any(line.startswith(LEFT_OUT) for line in parsed.left_out):
        return EmptySourceError(
            "it holds nothing but options that are not ticked", "tick what is chosen, or say it in a sentence"
        )
    return EmptySourceError("it holds no text", "add text to it or leave it out")
