"""Are the pages that have no text layer read, those alone, and is it said when they cannot be?"""

from __future__ import annotations

from pathlib import Path

import pytest
from scanned_pages import ENGINE, drawn, image_file, mixed_pdf, needs_ocr_engine

from opora.domain.document import Parsed
from opora.domain.place import line_boxes
from opora.errors import BrokenFileError, EmptySourceError, LimitError
from opora.reading.ocr_pages import read_pages
from opora.reading.ocr_rules import Engine, OcrRules, find_engine
from opora.reading.read import Ocr, read

ENGLISH = Ocr(OcrRules(languages=("eng",), workers=1))
NONE = Ocr(OcrRules(tessdata="/nonexistent"))
SAID = ("The fee for storing one pallet", "is 1,250.00 USD for every day.")


def boxes_of(parsed: Parsed, quote: str) -> list[tuple[float, float, float, float]]:
    start = parsed.text.index(quote)
    block = next(b for b in parsed.blocks if b.start <= start < b.end and b.kind != "table")
    span = type(block.span)(start, start + len(quote))
    return [(box.left, box.top, box.right, box.bottom) for box in line_boxes(block.pieces, span)]


@needs_ocr_engine
def test_only_the_pages_without_a_text_layer_go_to_ocr(tmp_path: Path) -> None:
    pages = ["Chapter one tells of the terms.", drawn(SAID), "Chapter three ends it."]
    file = mixed_pdf(tmp_path / "mixed.pdf", pages)
    done: list[tuple[int, int]] = []
    parsed = read(file, ocr=Ocr(ENGLISH.rules, lambda n, of: done.append((n, of))))
    assert done == [(1, 1)]
    assert [note.confidence is None for note in parsed.pages] == [True, False, True]
    assert not any(note.needs_ocr for note in parsed.pages)
    places = [parsed.text.index(part) for part in ("Chapter one", "1,250.00 USD", "Chapter three")]
    assert places == sorted(places)
    quoted = next(b for b in parsed.blocks if b.start <= places[1] < b.end)
    assert quoted.page == 2 and all(piece.confidence is not None for piece in quoted.pieces)
    assert all(p.confidence is None for b in parsed.blocks if b.page != 2 for p in b.pieces)


@pytest.mark.slow
@needs_ocr_engine
def test_every_page_of_a_tiff_is_read_and_turned_ones_too(tmp_path: Path) -> None:
    lying = drawn(("The second page lies on its side and is read as well",) * 6).rotate(90, expand=True)
    over = drawn(("The third page stands upside down and is read as well",) * 6).rotate(180)
    file = image_file(tmp_path / "fax.tiff", drawn(SAID), lying, over)
    parsed = read(file, ocr=Ocr(OcrRules()))
    assert [note.number for note in parsed.pages] == [1, 2, 3] and parsed.reader == "ocr"
    assert "third page stands upside down" in parsed.text
    assert "1,250.00 USD" in parsed.text and "lies on its side" in parsed.text
    for left, top, right, bottom in boxes_of(parsed, "second page lies"):
        assert bottom - top > 1.5 * (right - left)  # it stands upright on the page as stored


@needs_ocr_engine
def test_the_box_of_a_word_on_a_page_askew_lies_over_its_ink(tmp_path: Path) -> None:
    import numpy as np

    picture = drawn(("", "", "", "", *SAID, "", "", ""), angle=1.7)
    parsed = read(image_file(tmp_path / "askew.png", picture), ocr=ENGLISH)
    pixels = np.asarray(picture, np.int32)
    for quote in ("storing", "1,250.00", "every"):
        left, top, right, bottom = (round(edge * 150 / 72) for edge in boxes_of(parsed, quote)[0])
        assert pixels[top:bottom, left:right].mean() < 215, quote
        assert pixels[top - 14 : top - 6, left:right].mean() > 235, quote


@needs_ocr_engine
def test_a_page_that_takes_too_long_is_named_and_the_process_is_gone(tmp_path: Path) -> None:
    assert ENGINE is not None
    file = image_file(tmp_path / "a.png", drawn(SAID))
    (page,) = read_pages(file, "image/png", [1], ENGINE, OcrRules(page_s=0.0))
    assert page.problem == "reading it takes longer than 0 seconds"
    (page,) = read_pages(file, "image/png", [1], ENGINE, OcrRules(memory_bytes=60 * 1024 * 1024))
    assert page.problem
    with pytest.raises(EmptySourceError, match=r"page 1 of 1 has no text layer; OCR did not read page 1: .* 0 seconds"):
        read(file, ocr=Ocr(OcrRules(page_s=0.0)))


@needs_ocr_engine
def test_a_blank_scan_is_in_error_and_says_that_ocr_found_nothing(tmp_path: Path) -> None:
    with pytest.raises(EmptySourceError, match="OCR found no words"):
        read(image_file(tmp_path / "blank.png", drawn(())), ocr=ENGLISH)


def test_without_the_engine_the_pages_are_named_and_what_to_do(tmp_path: Path) -> None:
    file = mixed_pdf(tmp_path / "scan.pdf", [drawn(SAID), drawn(SAID)])
    for ocr in (None, NONE, Ocr(OcrRules(enabled=False))):
        with pytest.raises(EmptySourceError) as caught:
            read(file, ocr=ocr)
        assert "pages 1, 2 of 2 have no text layer" in caught.value.message
        told = "OCR is switched off" if ocr and not ocr.rules.enabled else "install Tesseract"
        assert told in caught.value.hint and "DOCX" in caught.value.hint


def test_without_the_engine_an_image_is_in_error_too(tmp_path: Path) -> None:
    with pytest.raises(EmptySourceError, match="page 1 of 1 has no text layer"):
        read(image_file(tmp_path / "scan.png", drawn(SAID)), ocr=NONE)


def test_without_the_engine_a_mixed_pdf_is_read_and_names_its_scanned_pages(tmp_path: Path) -> None:
    parsed = read(mixed_pdf(tmp_path / "mixed.pdf", ["Chapter one.", drawn(SAID)]), ocr=NONE)
    assert [note.needs_ocr for note in parsed.pages] == [False, True]
    assert any("needs OCR" in warning and "page 2" in warning for warning in parsed.warnings)


def test_a_damaged_image_is_a_broken_file(tmp_path: Path) -> None:
    file = image_file(tmp_path / "cut.png", drawn(SAID))
    file.write_bytes(b"\x89PNG\r\n\x1a\n" + b"\x00" * 50)
    with pytest.raises(BrokenFileError):
        read(file, ocr=ENGLISH)


def test_a_picture_with_too_many_dots_is_over_the_limit(tmp_path: Path) -> None:
    import struct
    import zlib

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 100_000, 100_000, 1, 0, 0, 0, 0))
    file = tmp_path / "bomb.png"
    file.write_bytes(b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b""))
    with pytest.raises(LimitError, match="too large"):
        read(file, ocr=NONE)


def test_an_engine_without_the_wanted_language_is_none(tmp_path: Path) -> None:
    (tmp_path / "eng.traineddata").write_bytes(b"")
    assert find_engine(OcrRules(tessdata=str(tmp_path))) == Engine(str(tmp_path), frozenset({"eng"}))
    assert find_engine(OcrRules(tessdata=str(tmp_path), languages=("rus",))) is None
    assert find_engine(OcrRules(enabled=False)) is None
