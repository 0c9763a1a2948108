"""Can any damaged file do more than end in a reading or a typed error, within its limits?

``make fuzz`` makes 5,000 damaged files (``OPORA_FUZZ`` says how many), the suite 500; the same ones every time. What broke a
reader is kept by its own test.
"""

from __future__ import annotations

import os
import random
import time
from collections import Counter
from pathlib import Path

import pytest
from email_samples import letter
from mutations import damaged
from parsed_rules import check
from small_files import SAMPLES
from small_slides import line, pptx, shape, table
from test_open_document import odf

from opora.errors import ReadingError
from opora.reading.limits import MEGABYTE, ReadLimits
from opora.reading.read import read
from opora.reading.worker import ReaderPool

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"
COUNT = int(os.environ.get("OPORA_FUZZ", "500"))
LIMITS = ReadLimits(max_inflated_bytes=50 * MEGABYTE, memory_bytes=1024 * MEGABYTE, wall_s=20.0, cpu_s=10)
_LARGEST = 60_000
MADE: dict[str, bytes] = {
    **SAMPLES,
    "a.pptx": pptx(
        shape("Fees", role="title") + shape("one", line("two", '<a:pPr lvl="1"/>'), role="body", at=(1, 1, 90, 90)),
        table(("Class", "Fee"), ("A", "1,50")) + shape("x", role="ftr"),
        notes={1: "said"},
    ),
    "a.odt": odf(
        '<text:h text:outline-level="1">Fees</text:h><text:list text:style-name="L"><text:list-item><text:p>a</text:p>'
        "</text:list-item></text:list><table:table><table:table-row><table:table-cell><text:p>1,50</text:p>"
        "</table:table-cell></table:table-row></table:table>"
    ),
    "a.eml": letter(),
    "a.rtf": rb"{\rtf1\ansi\ansicpg1251{\fonttbl{\f0\fcharset204 A;}}\pard\b Fees\b0\par \'d6\'e5\u537?{\footnote n}\par"
    rb"\trowd\cellx1000\cellx2000\pard\intbl A\cell 1,50\cell\row\pard End\par}",
    "a.vtt": b"WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>The fee\n\n00:02.000 --> 00:03.000\n<v Bo>is 5 EUR.\n",
    "a.srt": b"1\n00:00:01,000 --> 00:00:02,000\n- One.\n- Two.\n\n2\n00:00:02,500 --> 00:00:03,000\nThree.\n",
    "call.txt": b"Ann: The fee is due.\nBo: When is it due then?\nAnn: It is due at once.\nBo: I see, thank you.\n",
    "a.py": b"import a\n\n\nclass Plan:\n    def fee(self) -> int:\n        return call(1,\n            2)\n",
    "a.ts": b"export class Plan { fee(x: number): string { return `a${x}`; } }\n",
    "a.sql": b"CREATE TABLE a (b int);\nINSERT INTO a VALUES ('x; y');\n",
}


def samples() -> dict[str, bytes]:
    """Small files made here, and the small real ones when they are beside the repository."""
    found = dict(MADE)
    for path in sorted((DATA / "docling").rglob("sources/*")) + sorted((DATA / "unstructured").rglob("*")):
        if path.is_file() and 0 < path.stat().st_size <= _LARGEST:
            found[f"{path.stem[:20]}{path.suffix}"] = path.read_bytes()
    return found


def _told(error: ReadingError) -> str:
    """The class of an outcome; a reader's own exception or death is named, all other errors are one."""
    for sign in ("its reader failed", "its reader crashed", "its reader gave an answer", "stopped answering"):
        if sign in error.message:
            return f"{sign}: {error.message.partition('(')[2]}"
    return type(error).__name__


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_a_damaged_file_ends_in_a_reading_or_a_typed_error_in_time(tmp_path: Path) -> None:
    dice = random.Random(20261130)
    known = samples()
    names, contents = list(known), list(known.values())
    pool = ReaderPool()
    outcomes: Counter[str] = Counter()
    worst = 0.0
    try:
        for number in range(COUNT):
            name = names[number % len(names)]
            path = tmp_path / f"{number}-{name}"
            path.write_bytes(damaged(known[name], contents, dice))
            began = time.perf_counter()
            try:
                parsed = read(path, LIMITS, pool=pool)
            except ReadingError as error:
                assert path.name in error.message
                outcomes[_told(error)] += 1
            else:
                check(parsed)
                outcomes["read"] += 1
            took = time.perf_counter() - began
            worst = max(worst, took)
            assert took < LIMITS.wall_s + 5, name
            path.unlink()
    finally:
        pool.close()
    print(
        f"{COUNT} damaged files, slowest {worst:.1f} s:", *(f"{count} {kind}" for kind, count in outcomes.most_common())
    )
    assert sum(outcomes.values()) == COUNT and outcomes["read"] > COUNT // 4
    assert not [kind for kind in outcomes if kind.startswith(("its reader", "stopped"))]
