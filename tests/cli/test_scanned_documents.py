"""Does a scan answer like any other document, with its words marked on its page?"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from desk import run_json, words_library

from opora.reading.ocr_rules import OcrRules, find_engine

SAID = ("Warehouse charges", "Storing one pallet costs 1,250.00 USD for every day.", "The gate closes at nine.")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_engine(OcrRules()) is None, reason="Tesseract with its language data is not installed"),
]


def picture(lines: Sequence[str]) -> Any:
    from PIL import Image, ImageDraw, ImageFont

    try:
        font = ImageFont.truetype("DejaVuSans.ttf", 46)
    except OSError:
        pytest.skip("the font DejaVu Sans is not installed")
    found = Image.new("L", (2480, 900), 255)
    for row, line in enumerate(lines):
        ImageDraw.Draw(found).text((200, 200 + 110 * row), line, fill=0, font=font)
    return found


def pdf(path: Path) -> Path:
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(path), pagesize=(595, 842))
    canvas.drawString(72, 760, "The office opens at eight.")
    canvas.showPage()
    canvas.drawImage(ImageReader(picture(SAID)), 0, 842 - 216, 595, 216)
    canvas.showPage()
    canvas.save()
    return path


def test_a_scan_is_answered_from_and_the_page_shows_the_very_words(tmp_path: Path) -> None:
    from PIL import Image, ImageChops

    file = tmp_path / "charges.png"
    picture(SAID).save(file, dpi=(300, 300))
    library = words_library(tmp_path / "lib")
    (item,) = run_json(library, "add", str(file))[1]["items"]
    assert item["state"] == "ready", item
    body = run_json(library, "ask", "What does storing one pallet cost?")[1]
    assert body["action"] == "answer" and "1,250.00 USD" in body["text"]
    cite = body["claims"][0]["citation"]
    target = tmp_path / "page.png"
    shown = run_json(library, "show", cite["anchor"], "--page-image", str(target))[1]
    assert shown["page_image"] == {"file": str(target), "page": 1, "of": "page"}
    with Image.open(target) as drawn:
        scale = drawn.width * 72 / 595.2 / 72
        coloured = ImageChops.difference(drawn.convert("RGB"), drawn.convert("L").convert("RGB")).getbbox()
    assert coloured is not None
    (box,) = cite["boxes"]
    edges = [box["left"] * scale, box["top"] * scale, box["right"] * scale, box["bottom"] * scale]
    assert all(abs(a - b) <= 6 for a, b in zip(coloured, edges, strict=True))


def test_pages_that_waited_for_ocr_are_read_when_it_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = pdf(tmp_path / "charges.pdf")
    library = words_library(tmp_path / "lib")
    monkeypatch.setenv("OPORA_READING_OCR", "false")
    (item,) = run_json(library, "add", str(file))[1]["items"]
    assert item["state"] == "ready" and any("needs OCR" in warning for warning in item["warnings"])
    assert run_json(library, "report", "charges")[1]["pages_needing_ocr"] == [2]
    assert run_json(library, "add", str(file))[1]["items"][0]["unchanged"] is True
    monkeypatch.delenv("OPORA_READING_OCR")
    (item,) = run_json(library, "add", str(file))[1]["items"]
    assert item["state"] == "ready" and item["unchanged"] is False
    report = run_json(library, "report", item["version_id"])[1]
    assert (report["pages_needing_ocr"], report["pages_read_by_ocr"]) == ([], [2])
    assert run_json(library, "ask", "What does storing one pallet cost?")[1]["claims"][0]["citation"]["page"] == 2
