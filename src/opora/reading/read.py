"""How does a file become typed blocks with coordinates, whatever is in it?"""

from __future__ import annotations

import json
import os
import stat
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from opora.domain.document import Parsed
from opora.errors import BrokenFileError, EmptySourceError, LimitError, ReadingError
from opora.reading.limits import MEGABYTE, ReadLimits
from opora.reading.long import LongFileError, Parts, Window, read_parts
from opora.reading.mail import Attachment
from opora.reading.media import IMAGES, RECORDINGS, by_extension
from opora.reading.ocr_pages import Told, read_pages
from opora.reading.ocr_rules import INSTALL, OFF, OcrRules, find_engine
from opora.reading.ocr_wire import packed
from opora.reading.parse import with_text
from opora.reading.worker import ReaderPool, shared_pool

_DEFAULT = ReadLimits()


@dataclass(frozen=True, slots=True)
class Ocr:
    """How pages without a text layer are read; ``told`` is called after each with how many of how many are done."""

    rules: OcrRules = field(default_factory=OcrRules)
    told: Told | None = None


@dataclass(frozen=True, slots=True)
class InParts:
    """How a PDF of thousands of pages is read: where its parts are kept, and who is told after each."""

    keep: Parts | None = None
    told: Told | None = None


_NOT_KEPT = InParts()


def read(
    path: Path,
    limits: ReadLimits = _DEFAULT,
    name: str | None = None,
    pool: ReaderPool | None = None,
    ocr: Ocr | None = None,
    parts: InParts = _NOT_KEPT,
) -> Parsed:
    """Read a file in a guarded child process.

    ``name`` stands for the file in messages and breaks ties of type (default: the path's name). With ``ocr`` its pages
    without a text layer are read by OCR when there is an engine. Raises ReadingError and nothing else for any file:
    UnsupportedTypeError, EncryptedError, EmptySourceError, BrokenFileError or LimitError. A PDF of more than
    ``limits.pages_at_once`` pages is read as ``parts`` says, each part within the limits.
    """
    shown, pool = name or path.name, pool or shared_pool()
    try:
        _check_outside(path, limits)
        if by_extension(shown) in RECORDINGS:
            limits = limits.for_recording()
        job = _Job(path, shown, limits, pool, ocr)
        try:
            return job.read(None)
        except LongFileError as long:
            if long.pages > limits.max_pages:
                raise LimitError(
                    f"it has {long.pages:,} pages, more than {limits.max_pages:,}", "split it into smaller files"
                ) from None
            return with_text(read_parts(long.pages, limits.pages_at_once, job.read, parts.keep, parts.told))
    except ReadingError as error:
        raise _named(error, shown) from error


@dataclass(frozen=True, slots=True)
class _Job:
    """One file: what is the same for all its parts."""

    path: Path
    shown: str
    limits: ReadLimits
    pool: ReaderPool
    ocr: Ocr | None

    def read(self, window: Window | None) -> Parsed:
        """All of it, or the pages of the window."""
        engine = find_engine(self.ocr.rules) if self.ocr else None
        if self.ocr is None or engine is None:
            return self._without(window)
        parsed = self.pool.read(self.path, self.shown, self.limits, scans="look", window=window)
        drawn = parsed.media_type == "application/pdf" or parsed.media_type in IMAGES
        needing = [page.number for page in parsed.pages if page.needs_ocr and drawn]
        if not needing:
            return parsed if drawn else with_text(parsed)
        pages = read_pages(self.path, parsed.media_type, needing, engine, self.ocr.rules, self.ocr.told)
        with tempfile.NamedTemporaryFile("w", encoding="ascii", suffix=".json") as file:
            json.dump([packed(page) for page in pages], file)
            file.flush()
            return self.pool.read(self.path, self.shown, self.limits, scans=Path(file.name), window=window)

    def _without(self, window: Window | None) -> Parsed:
        """Without OCR; that it is switched off is said instead of how to install it."""
        try:
            return self.pool.read(self.path, self.shown, self.limits, window=window)
        except EmptySourceError as error:
            if self.ocr is not None and not self.ocr.rules.enabled and error.hint.endswith(INSTALL):
                raise EmptySourceError(error.message, OFF) from error
            raise


def attachments(path: Path, limits: ReadLimits = _DEFAULT, name: str | None = None) -> tuple[Attachment, ...]:
    """The files inside a message (EML, MSG) with names of their own, opened in a guarded child; none for other files.

    Raises ReadingError and nothing else.
    """
    shown = name or path.name
    try:
        _check_outside(path, limits)
        return shared_pool().attachments(path, shown, limits)
    except ReadingError as error:
        raise _named(error, shown) from error


def _named(error: ReadingError, shown: str) -> ReadingError:
    return type(error)(f"cannot read {_printable(shown)}: {error.message}", error.hint)


def _check_outside(path: Path, limits: ReadLimits) -> None:
    """What can be told without opening it: devices and pipes would hang a reader."""
    try:
        status = path.stat()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BrokenFileError(f"it cannot be opened ({reason})", "check the path") from error
    if not stat.S_ISREG(status.st_mode):
        raise BrokenFileError("it is not a regular file", "give a file")
    if not os.access(path, os.R_OK):
        raise BrokenFileError("it cannot be opened (Permission denied)", "check its permissions")
    if status.st_size == 0:
        raise EmptySourceError("it has 0 bytes", "upload it again")
    if status.st_size > limits.max_bytes:
        raise LimitError(f"it is larger than {limits.max_bytes // MEGABYTE} MB", "split it into smaller files")


def _printable(name: str) -> str:
    return repr(name).encode("utf-8", "backslashreplace").decode("utf-8")
