"""How much memory and time does a PDF of 10,000 pages take, and what is read again after a kill in the middle?"""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.figures import ROOT, commit, options, write_section
from bench.pdf_pace import draw_long

PAGE = ROOT / "docs" / "reading.md"
_READ = """
import os, resource, signal, sys
from pathlib import Path
from opora.reading.long import Parts
from opora.reading.read import InParts, read
from opora.reading.worker import shared_pool
path, folder, stop = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
begun = len(list(folder.glob("*.part"))) if folder.exists() else 0
def told(done, of):
    if done >= stop:
        os.kill(os.getpid(), signal.SIGKILL)
parsed = read(path, parts=InParts(Parts(folder), told))
shared_pool().close()
mine = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
child = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
words = sum(len(block.pieces) for block in parsed.blocks)
print(len(parsed.pages), words, mine, child, begun)
"""


def main() -> int:
    parser = options(__doc__, PAGE)
    parser.add_argument("--pages", type=int, default=10_000)
    parser.add_argument("--lines", type=int, default=10, help="lines a page, of 13 words")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path, parts = Path(folder) / "long.pdf", Path(folder) / "parts"
        draw_long(path, chosen.pages, chosen.lines)
        command = [sys.executable, "-c", _READ, str(path), str(parts)]
        start = time.perf_counter()
        killed = subprocess.run([*command, str(chosen.pages // 2)], check=False)
        half = time.perf_counter() - start
        done = subprocess.run([*command, str(chosen.pages + 1)], check=True, capture_output=True, text=True)
        wall = time.perf_counter() - start
    pages, words, mine, child, begun = map(int, done.stdout.split())
    if killed.returncode != -signal.SIGKILL:
        print("bench.long_pdf: the first reading was not killed", file=sys.stderr)
        return 1
    text = (
        f"`python -m bench.long_pdf`, commit {commit()}, on a machine that others used: {pages:,} drawn pages, {words:,} words. "
        f"Killed (signal 9) at half after {half:.0f} s; the next reading found {begun} parts and ended {wall - half:.0f} s later. "
        f"At most {mine * 1024 / 1e6:.0f} MB in the process that keeps the whole and {child * 1024 / 1e6:.0f} MB in the one that reads.\n"
    )
    print(text)
    if not chosen.no_page:
        write_section(PAGE, "Memory of a very long PDF", text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
