"""What runs in the process that reads images? One line of JSON asks for one page; one line of JSON comes back.

Run as ``python -P -m opora.reading.ocr_child``. The answer is the page, or ``{"problem": why it could not be read}``.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

from opora.errors import ReadingError
from opora.reading.limits import hold_to
from opora.reading.ocr_wire import OcrPage, packed


def main() -> int:
    """Answer requests from stdin on the original stdout until stdin ends; what the engine prints goes nowhere."""
    os.environ["OMP_THREAD_LIMIT"] = (
        "1"  # set before the engine is loaded: its threads wait for each other more than they work
    )
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    readers: dict[str, Any] = {}
    for line in sys.stdin.buffer:
        request = json.loads(line)
        hold_to(request["memory_bytes"], request["cpu_s"])
        answers.write(json.dumps(packed(_one(request, readers)), ensure_ascii=True) + "\n")
        answers.flush()
    return 0


def _one(request: dict[str, Any], readers: dict[str, Any]) -> OcrPage:
    number = int(request["number"])
    try:
        from opora.reading.ocr_engine import Reader
        from opora.reading.ocr_page import Task, read_page

        reader = readers.setdefault(request["tessdata"], Reader(request["tessdata"]))
        path = Path(os.fsdecode(request["path"].encode("utf-8", "surrogateescape")))
        known, languages = frozenset(request["known"]), tuple(request["languages"])
        return read_page(Task(path, request["media_type"], number, languages, request["hint"], known), reader)
    except ReadingError as error:
        return OcrPage(number, problem=error.message)
    except MemoryError:
        return OcrPage(number, problem="reading it takes too much memory")
    except Exception as error:  # noqa: BLE001 - the one door: whatever the engine throws is this page's fault, not the file's
        return OcrPage(number, problem=f"the OCR engine failed ({type(error).__name__})")


if __name__ == "__main__":
    raise SystemExit(main())
