"""How does the page look? Draws docs/page.png: a question, its answer, and the place that the answer stands on."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "web"))

from browser import CHROMIUM, Visit, chromium, opora, served  # noqa: E402
from PIL import Image  # noqa: E402

TARGET, MOST_BYTES = ROOT / "docs" / "page.png", 200_000


def main() -> None:
    if CHROMIUM is None:
        sys.exit("screenshot: Chromium is not installed; as root run: apt-get install chromium")
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "library"
        opora("init", library)
        opora("add", "--library", library, "--manifest", ROOT / "samples" / "manifest.csv")
        with served(library) as address, chromium() as browser:
            visit = Visit(browser, address, Path(folder), viewport={"width": 1280, "height": 800}, locale="en")
            visit.open()
            visit.open_chip(
                visit.ask("What is my flood deductible in zone A, and how much does express delivery cost?")
            )
            visit.page.mouse.move(5, 400)
            visit.page.wait_for_timeout(500)
            visit.shot("page")
        picture = Image.open(Path(folder) / "page.png").convert("RGB")
        picture.quantize(256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(TARGET, optimize=True)
    size = TARGET.stat().st_size
    print(f"{TARGET.relative_to(ROOT)}: {size:,} bytes")
    if size > MOST_BYTES:
        sys.exit(f"screenshot: more than {MOST_BYTES:,} bytes")


if __name__ == "__main__":
    main()
