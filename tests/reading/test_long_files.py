"""Is a PDF of very many pages read in parts, as one document, and gone on with after a crash?"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pdf_drawings import canvas, write

from opora.domain.document import Parsed
from opora.errors import EmptySourceError, LimitError
from opora.ingest_parts import forget
from opora.reading.limits import ReadLimits
from opora.reading.long import Parts, Window
from opora.reading.packed import PackedPieces
from opora.reading.read import InParts, read
from opora.reading.worker import ReaderPool

FEW = replace(ReadLimits(), pages_at_once=10)


def long_pdf(path: Path, pages: int) -> Path:
    page = canvas(path)
    for number in range(1, pages + 1):
        if number % 8 == 1:
            write(page, 60, 780, f"{number // 8 + 1} Part {'abcdefg'[number // 8]} of the policy", 16, "Helvetica-Bold")
        for line in range(5):
            write(page, 60, 740 - 13 * line, f"Page {number} line {line} says {number * 1000 + line} to everybody.")
        page.showPage()
    page.save()
    return path


class Counted(ReaderPool):
    def __init__(self) -> None:
        super().__init__()
        self.windows: list[Window | None] = []

    def read(
        self, path: Path, name: str, limits: ReadLimits, scans: str | Path = "", window: Window | None = None
    ) -> Parsed:
        self.windows.append(window)
        return super().read(path, name, limits, scans, window)


@pytest.fixture
def pool() -> Iterator[Counted]:
    made = Counted()
    yield made
    made.close()


def test_parts_make_the_document_that_one_reading_makes(tmp_path: Path, pool: Counted) -> None:
    path = long_pdf(tmp_path / "long.pdf", 25)
    whole, told = read(path, pool=pool), []
    parts = read(path, FEW, pool=pool, parts=InParts(None, lambda done, of: told.append((done, of))))
    assert told == [(10, 25), (20, 25), (25, 25)]
    assert parts.text == whole.text
    assert [(b.kind, b.start, b.end, b.page, b.headings, b.section) for b in parts.blocks] == [
        (b.kind, b.start, b.end, b.page, b.headings, b.section) for b in whole.blocks
    ]
    assert [page.number for page in parts.pages] == list(range(1, 26))
    assert any("read in 3 parts of 10 pages" in warning for warning in parts.warnings)
    assert len({block.path for block in parts.blocks}) == len(parts.blocks)
    for one, other in zip(parts.blocks, whole.blocks, strict=True):
        for piece, same in zip(one.pieces, other.pieces, strict=True):
            assert (piece.start, piece.end, piece.box.page) == (same.start, same.end, same.box.page)
            assert piece.box == same.box
            assert isinstance(piece.start, int)


def test_parts_that_are_kept_are_not_read_again(tmp_path: Path, pool: Counted) -> None:
    path, kept = long_pdf(tmp_path / "long.pdf", 25), Parts(tmp_path / "parts")
    first = read(path, FEW, pool=pool, parts=InParts(kept))
    files = sorted(kept.folder.iterdir())
    assert len(files) == 3
    files[1].write_bytes(files[1].read_bytes()[:-50])  # a part that was not written whole
    pool.windows.clear()
    again = read(path, FEW, pool=pool, parts=InParts(kept))
    assert again == first
    assert [(w.first, w.stop) for w in pool.windows if w is not None] == [(10, 20)]


def test_word_boxes_of_a_long_file_are_packed_and_equal_the_pieces_they_stand_for(
    tmp_path: Path, pool: Counted
) -> None:
    parsed = read(long_pdf(tmp_path / "long.pdf", 12), FEW, pool=pool)
    packed = parsed.blocks[0].pieces
    pieces = tuple(packed)
    assert isinstance(packed, PackedPieces)
    assert (packed, len(packed), packed[-1], packed[:2]) == (pieces, len(pieces), pieces[-1], pieces[:2])
    assert hash(packed) == hash(pieces)
    assert packed != pieces[1:]


def test_a_run_takes_no_parts_away_from_another_one_that_runs(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        theirs, mine, left = (tmp_path / "parts" / name for name in ("theirs", "mine", "left"))
        part = Parsed("text", (), "application/pdf", "pdf")
        for folder, number in ((theirs, other.pid), (mine, os.getpid()), (left, 2**22 + 1)):
            Parts(folder, f"{number}.reading").keep(Window(0, 10), part)
        forget(tmp_path / "parts")
        assert [one.name for one in (tmp_path / "parts").iterdir()] == ["theirs"]
        assert Parts(theirs).found(Window(0, 10)) == part
        other.communicate(b"\n")
    forget(tmp_path / "parts")
    assert not (tmp_path / "parts").exists()


_KILLED = """
import os, signal, sys
from dataclasses import replace
from pathlib import Path
from opora.reading.limits import ReadLimits
from opora.reading.long import Parts
from opora.reading.read import InParts, read
def told(done, of):
    if done == 20:
        os.kill(os.getpid(), signal.SIGKILL)
read(Path(sys.argv[1]), replace(ReadLimits(), pages_at_once=10), parts=InParts(Parts(Path(sys.argv[2])), told))
"""


@pytest.mark.slow
def test_a_reading_that_was_killed_goes_on_where_it_was(tmp_path: Path, pool: Counted) -> None:
    path, kept = long_pdf(tmp_path / "long.pdf", 35), Parts(tmp_path / "parts")
    killed = subprocess.run([sys.executable, "-c", _KILLED, str(path), str(kept.folder)], check=False, timeout=60)
    assert killed.returncode == -signal.SIGKILL
    parsed = read(path, FEW, pool=pool, parts=InParts(kept))
    assert [(w.first, w.stop) for w in pool.windows if w is not None] == [(20, 30), (30, 35)]
    assert parsed.text == read(path, pool=pool).text


def test_more_pages_than_may_be_are_told(tmp_path: Path, pool: Counted) -> None:
    path = long_pdf(tmp_path / "long.pdf", 25)
    with pytest.raises(LimitError, match="it has 25 pages, more than 20"):
        read(path, replace(FEW, max_pages=20), pool=pool)


def test_a_long_file_without_text_is_never_ready(tmp_path: Path, pool: Counted) -> None:
    path = tmp_path / "blank.pdf"
    page = canvas(path)
    for _ in range(12):
        page.showPage()
    page.save()
    with pytest.raises(EmptySourceError):
        read(path, FEW, pool=pool)
