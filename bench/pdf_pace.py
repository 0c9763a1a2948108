"""How many pages of a PDF are read in a second beside pdfplumber, and how much memory do a thousand pages take?"""

from __future__ import annotations

import gc
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

_TEXT = (
    "the insured shall notify its insurer within working days of any loss damage claim policy premium deductible amount "
    "coverage section water fire wind hail burglary contract supplier delivery payment invoice"
)
_PEAK = """
import resource, sys
from pathlib import Path
from opora.reading.assemble import assemble
from opora.reading.pdf import read_pdf
parsed = assemble(read_pdf(Path(sys.argv[1])))
print(len(parsed.pages), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def seconds(read: Callable[[Path], object], path: Path) -> float:
    """Processor time of one reading, the better of two; what was left by the one before is cleared away first."""
    found: list[float] = []
    for _ in range(2):
        gc.collect()
        start = time.process_time()
        read(path)
        found.append(time.process_time() - start)
    return min(found)


def whole_opora(path: Path) -> int:
    """The whole road of a PDF: words, tables, blocks, text. Returns the number of pages."""
    from opora.reading.assemble import assemble
    from opora.reading.pdf import read_pdf

    return len(assemble(read_pdf(path)).pages)


def whole_pdfplumber(path: Path) -> None:
    import pdfplumber

    with pdfplumber.open(path) as document:
        for page in document.pages:
            page.extract_text()
            page.extract_tables()


def draw_long(path: Path, pages: int, lines: int = 45) -> None:
    """Pages of a heading, ``lines`` lines of 13 words and a page number."""
    from reportlab.pdfgen.canvas import Canvas

    some = _TEXT.split()
    rng, canvas = random.Random(1), Canvas(str(path), pagesize=(595, 842))
    for number in range(1, pages + 1):
        canvas.setFont("Helvetica-Bold", 12)
        canvas.drawString(50, 800, f"{number}. Section about {rng.choice(some)}")
        canvas.setFont("Helvetica", 10)
        for line in range(lines):
            text = " ".join(rng.choice(some) for _ in range(12))
            canvas.drawString(50, 784 - 16 * line, f"{text} {rng.randint(1, 9999)}.")
        canvas.drawString(280, 20, f"Page {number}")
        canvas.showPage()
    canvas.save()


def peak(pages: int = 1000) -> tuple[int, float]:
    """Pages read and the most memory held, in megabytes (10^6 bytes), of a process that reads a drawn file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.pdf"
        draw_long(path, pages)
        done = subprocess.run([sys.executable, "-c", _PEAK, str(path)], check=True, capture_output=True, text=True)
    read, kilobytes = done.stdout.split()
    return int(read), int(kilobytes) * 1024 / 1e6
