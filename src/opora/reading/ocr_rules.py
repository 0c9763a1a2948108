"""Is there an OCR engine on this machine, for which languages, and how much may one page cost?"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from pathlib import Path

LANGUAGES = {"ru": "rus", "uk": "ukr", "ro": "ron", "en": "eng"}
"""What Tesseract calls the languages that are read."""
INSTALL = (
    "install Tesseract with its language data (tesseract-ocr, -rus, -ukr, -ron, -eng) or upload a DOCX or text file"
)
FAILED = "OCR did not read page"
"""How the warning on a page begins that OCR was asked for and could not read."""
INSTEAD = "add it again, give each page more time (reading.ocr_page_s), or upload a DOCX or text file"
POOR = "poor OCR"
"""How the problem of a page begins whose letters were seen and make no words."""
CLEARER = "scan it again more clearly, or upload a DOCX or text file"
OFF = "OCR is switched off: set reading.ocr = true in the settings, or upload a DOCX or text file"
_PLACES = (
    *("/usr/share/tesseract-ocr/5/tessdata", "/usr/share/tesseract-ocr/4.00/tessdata", "/usr/share/tessdata"),
    *("/usr/share/tesseract/tessdata", "/usr/local/share/tessdata", "/opt/homebrew/share/tessdata"),
)


@dataclass(frozen=True, slots=True)
class OcrRules:
    """``languages`` (Tesseract's names) empty: each page's own. ``tessdata`` empty: where systems keep it.

    ``page_s`` and ``page_cpu_s`` bound one page, in seconds; a page that takes longer is left out and named.
    ``memory_bytes`` is address space of the process that reads pages.
    """

    enabled: bool = True
    languages: tuple[str, ...] = ()
    tessdata: str = ""
    page_s: float = 300.0
    page_cpu_s: int = 120
    memory_bytes: int = 3 * 1024 * 1024 * 1024
    workers: int = 2
    max_pages: int = 2_000


@dataclass(frozen=True, slots=True)
class Engine:
    """Where the language data lies, and which languages there are, by Tesseract's names."""

    tessdata: str
    languages: frozenset[str] = field(default_factory=frozenset)


def find_engine(rules: OcrRules) -> Engine | None:
    """The engine if it can be used: the package and at least one language; ``None`` otherwise."""
    if not rules.enabled or find_spec("tesserocr") is None:
        return None
    given = (rules.tessdata,) if rules.tessdata else (*_from_environment(), *_PLACES)
    for place in given:
        languages = _languages(place)
        if languages & (set(rules.languages) or set(LANGUAGES.values())):
            return Engine(place, languages)
    return None


def _from_environment() -> tuple[str, ...]:
    told = os.environ.get("TESSDATA_PREFIX", "")
    return (told, os.path.join(told, "tessdata")) if told else ()  # noqa: PTH118


@cache
def _languages(place: str) -> frozenset[str]:
    try:
        return frozenset(file.stem for file in Path(place).glob("*.traineddata"))
    except OSError:
        return frozenset()
