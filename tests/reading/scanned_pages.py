"""Small pages as a scanner gives them: drawn lines of text, as images and inside PDFs."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from opora.reading.ocr_rules import OcrRules, find_engine

ENGINE = find_engine(OcrRules())
needs_ocr_engine = pytest.mark.skipif(ENGINE is None, reason="Tesseract with its language data is not installed")
DPI = 150


def drawn(lines: Sequence[str], size: int = 24, width: int = 1240, angle: float = 0.0) -> Any:
    """Black on white, one text a line, turned anticlockwise by ``angle`` degrees."""
    from PIL import Image, ImageDraw, ImageFont

    try:
        font = ImageFont.truetype("DejaVuSans.ttf", size)
    except OSError:
        pytest.skip("the font DejaVu Sans is not installed")
    picture = Image.new("L", (width, 120 + 2 * size * len(lines)), 255)
    pen = ImageDraw.Draw(picture)
    for row, line in enumerate(lines):
        pen.text((80, 60 + 2 * size * row), line, fill=0, font=font)
    return picture.rotate(angle, Image.Resampling.BICUBIC, fillcolor=255)


def image_file(path: Path, *pages: Any) -> Path:
    first, *rest = pages
    more = {"save_all": True, "append_images": rest} if rest else {}
    first.save(path, dpi=(DPI, DPI), **more)
    return path


def mixed_pdf(path: Path, pages: Sequence[str | Any]) -> Path:
    """A PDF: a text is a page with a text layer, a picture a scanned one."""
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(path), pagesize=(595, 842))
    for page in pages:
        if isinstance(page, str):
            canvas.setFont("Helvetica", 12)
            for row, line in enumerate(page.split("\n")):
                canvas.drawString(72, 760 - 16 * row, line)
        else:
            data = io.BytesIO()
            page.save(data, "PNG")
            data.seek(0)
            wide, high = page.width * 72 / DPI, page.height * 72 / DPI
            canvas.drawImage(ImageReader(data), 0, 842 - high, wide, high)
        canvas.showPage()
    canvas.save()
    return path
