"""How are the pages of a file read by OCR, each in a process that may hang or crash without harm to the others?"""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Any

from opora.reading.ocr_rules import LANGUAGES, Engine, OcrRules
from opora.reading.ocr_wire import OcrPage, unpacked

_LARGEST = 64 * 1024 * 1024
_SPOKEN = {data: name for name, data in LANGUAGES.items()}

Told = Callable[[int, int], None]
"""Called after each page with how many of how many are done."""


def read_pages(
    path: Path, media_type: str, numbers: Sequence[int], engine: Engine, rules: OcrRules, told: Told | None = None
) -> list[OcrPage]:
    """The pages in the order asked; one that could not be read has its ``problem``. Raises nothing for any file.

    The language most pages had so far is tried first on the next one.
    """
    job = _Job(path, media_type, engine, rules)
    wanted = list(numbers[: rules.max_pages])
    count = max(1, min(rules.workers, len(wanted), os.cpu_count() or 1))
    idle: SimpleQueue[_Child] = SimpleQueue()
    children = [_Child() for _ in range(count)]
    for child in children:
        idle.put(child)
    done: list[OcrPage] = []

    def one(number: int) -> OcrPage:
        child = idle.get()
        try:
            page = job.page(child, number)
        finally:
            idle.put(child)
        done.append(page)
        if told is not None:
            told(len(done), len(wanted))
        return page

    try:
        with ThreadPoolExecutor(count) as pool:
            read = list(pool.map(one, wanted))
    finally:
        for child in children:
            child.close()
    left = numbers[rules.max_pages :]
    return read + [OcrPage(number, problem=f"more than {rules.max_pages} pages need OCR") for number in left]


class _Job:
    """What is the same for all pages of one file."""

    def __init__(self, path: Path, media_type: str, engine: Engine, rules: OcrRules) -> None:
        self.path, self.media_type, self.engine, self.rules = path, media_type, engine, rules
        self.spoken: Counter[str] = Counter()

    def page(self, child: _Child, number: int) -> OcrPage:
        rules = self.rules
        request = {
            "path": os.fsencode(self.path.absolute()).decode("utf-8", "surrogateescape"),
            "media_type": self.media_type,
            "number": number,
            "tessdata": self.engine.tessdata,
            "known": sorted(self.engine.languages),
            "languages": [name for name in rules.languages if name in self.engine.languages],
            "hint": next((name for name, _ in self.spoken.most_common(1)), ""),
            "memory_bytes": rules.memory_bytes,
            "cpu_s": rules.page_cpu_s,
        }
        try:
            page = unpacked(json.loads(child.ask(json.dumps(request).encode("ascii"), rules.page_s)))
        except TimeoutError:
            child.close()
            return OcrPage(number, problem=f"reading it takes longer than {rules.page_s:g} seconds")
        except (OSError, EOFError):
            child.close()
            return OcrPage(number, problem="the OCR engine crashed, or needed more than it may")
        except (ValueError, TypeError, KeyError):
            child.close()
            return OcrPage(number, problem="the OCR engine gave no answer")
        if len(page.words) > 20:
            self.spoken[_SPOKEN.get(page.languages.split("+")[0], "")] += 1
        return page


class _Child:
    """The process, started when the first page is asked for and again after it was ended."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, line: bytes, wall_s: float) -> bytes:
        """One line for one line. TimeoutError, EOFError (it ended) or OSError."""
        process = self._running()
        deadline = time.perf_counter() + wall_s
        _open(process.stdin).write(line + b"\n")
        out = _open(process.stdout)
        waiting = select.poll()
        waiting.register(out, select.POLLIN)
        answer = bytearray()
        while not answer.endswith(b"\n"):
            left = deadline - time.perf_counter()
            if left <= 0 or not waiting.poll(left * 1000):
                raise TimeoutError
            chunk = os.read(out.fileno(), 1 << 16)
            if not chunk or len(answer) > _LARGEST:
                raise EOFError
            answer += chunk
        return bytes(answer)

    def close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            with closing(_open(process.stdin)), closing(_open(process.stdout)):
                process.wait()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "opora.reading.ocr_child"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
            )
        return self._process


def _open(pipe: IO[Any] | None) -> IO[Any]:
    if pipe is None:
        raise OSError("the process was started without pipes")
    return pipe
