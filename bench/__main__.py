"""Which measurements run? All of them, or those named: ``python -m bench retrieval latency``.

Exit code: 0 when all ran and met their goals; 1 when one failed, missed a goal or had no data; 2 for an unknown name.
"""

from __future__ import annotations

import subprocess
import sys

MEASUREMENTS = (
    "retrieval",
    "ingest",
    "latency",
    "load",
    "case_link",
    "altered",
    "check_sets",
    "dated",
    "conflicts",
    "timed",
    "joined",
    "answerable_table",
    "answers",
    "clapnq_citations",
    "mtrag",
    "stated_answers",
    "ocr",
    "ocr_tables",
    "tables",
    "real_tables",
    "formats",
    "reading",
)


def main(names: list[str]) -> int:
    if not {"-h", "--help"}.isdisjoint(names):
        print(f"{__doc__}\nThere are {', '.join(MEASUREMENTS)}; each takes --help by itself.")
        return 0
    unknown = [name for name in names if name not in MEASUREMENTS]
    if unknown:
        print(f"bench: no measurement {unknown[0]!r}; there are {', '.join(MEASUREMENTS)}", file=sys.stderr)
        return 2
    failed = False
    for name in names or MEASUREMENTS:
        print(f"== bench.{name}", flush=True)
        failed |= subprocess.run([sys.executable, "-m", f"bench.{name}"]).returncode != 0
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
