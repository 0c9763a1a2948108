"""Which measurements run? All of them, or those named: ``python -m bench retrieval latency``."""

from __future__ import annotations

import subprocess
import sys

MEASUREMENTS = (
    "retrieval",
    "ingest",
    "latency",
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
    "tables",
)


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in MEASUREMENTS]
    if unknown:
        print(f"bench: no measurement {unknown[0]!r}; there are {', '.join(MEASUREMENTS)}", file=sys.stderr)
        return 2
    failed = 0
    for name in names or MEASUREMENTS:
        print(f"== bench.{name}", flush=True)
        failed |= subprocess.run([sys.executable, "-m", f"bench.{name}"]).returncode
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
