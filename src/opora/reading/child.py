"""What runs in the guarded process? One line of JSON asks for one file; one framed answer comes back.

Run as ``python -P -m opora.reading.child``. The answer is ``("parsed", Parsed)``,
``("files", ((name, type, bytes), …))``, ``("long", pages)`` or ``("error", class name, message, hint)``.
"""

from __future__ import annotations

import gc
import json
import os
import struct
import sys
from pathlib import Path
from typing import Any, BinaryIO

from opora.errors import ReadingError
from opora.reading.limits import ReadLimits, hold_to
from opora.reading.long import LongFileError, Window, placed
from opora.reading.ocr_wire import Scans, unpacked
from opora.reading.wire import pack

_FRAME = struct.Struct(">Q")


def main() -> int:
    """Answer requests from stdin on the original stdout until stdin ends; what libraries print goes nowhere."""
    answers = os.fdopen(os.dup(1), "wb")
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    for line in sys.stdin.buffer:
        request = json.loads(line)
        gc.disable()  # a table of 100,000 rows took 4.6 s of processor time instead of 6.2
        limits = ReadLimits(**request["limits"])
        _answer(answers, _one(request, limits), limits)
        gc.enable()
    return 0


def _one(request: dict[str, Any], limits: ReadLimits) -> tuple[object, ...]:
    hold_to(limits.memory_bytes, limits.cpu_s)
    try:
        file, name = _path(request["path"]), request["name"]
        if request["want"] == "files":
            from opora.reading.attachments import attachments

            return ("files", tuple((one.name, one.media_type, one.data) for one in attachments(file, name)))
        from opora.reading.parse import parse

        window = Window(*request["window"]) if request["window"] else None
        parsed = parse(file, name, limits, _scans(request["scans"]), window)
        return ("parsed", placed(parsed, window.before) if window else parsed)
    except LongFileError as error:
        return ("long", error.pages)
    except ReadingError as error:
        return ("error", type(error).__name__, error.message, error.hint)
    except MemoryError:
        return ("error", "LimitError", _memory(limits), "split it into smaller files")
    except RecursionError:
        return ("error", "LimitError", "it is nested too deeply", "flatten it or save it in another format")
    except Exception as error:  # noqa: BLE001 - the one door: whatever a parser throws is this file's fault, not the run's
        return ("error", "BrokenFileError", f"its reader failed ({_said(error)})", "save it again or in another format")


def _path(text: str) -> Path:
    return Path(os.fsdecode(text.encode("utf-8", "surrogateescape")))


def _scans(told: str) -> Scans:
    """Nothing, ``look``, or the path of a file with the pages that OCR has read."""
    if not told or told == "look":
        return Scans(look=bool(told))
    pages = map(unpacked, json.loads(_path(told).read_text("utf-8")))
    return Scans(pages={page.number: page for page in pages})


def _said(error: Exception) -> str:
    text = " ".join(str(error).split())[:200]
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _memory(limits: ReadLimits) -> str:
    return f"reading it takes more than {limits.memory_bytes // (1024 * 1024)} MB of memory"


def _answer(out: BinaryIO, answer: tuple[object, ...], limits: ReadLimits) -> None:
    try:
        data = pack(answer)
        if len(data) > limits.max_result_bytes:
            data = pack(("error", "LimitError", "what was read from it is too large", "split it into smaller files"))
    except MemoryError:
        data = pack(("error", "LimitError", _memory(limits), "split it into smaller files"))
    out.write(_FRAME.pack(len(data)))
    out.write(data)
    out.flush()


if __name__ == "__main__":
    raise SystemExit(main())
