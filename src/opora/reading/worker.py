"""How is one file read in another process that may crash, hang or swell without harm?"""

from __future__ import annotations

import atexit
import dataclasses
import json
import os
import pickle
import select
import signal
import struct
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import IO, Any, cast

from opora.domain.document import Parsed
from opora.errors import (
    BrokenFileError,
    EmptySourceError,
    EncryptedError,
    LimitError,
    ReadingError,
    UnsupportedTypeError,
)
from opora.reading.limits import MEGABYTE, ReadLimits
from opora.reading.long import LongFileError, Window
from opora.reading.mail import Attachment
from opora.reading.wire import unpack

_FRAME = struct.Struct(">Q")
_FILES_PER_WORKER = 500
_PATIENCE_S = 5.0
_ERRORS = {
    error.__name__: error
    for error in (UnsupportedTypeError, EncryptedError, EmptySourceError, BrokenFileError, LimitError)
}


class _Died(Exception):
    """The child ended before it answered."""


class _Worker:
    """One child process; not to be shared between threads."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "opora.reading.child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
        )
        self.files = 0

    def ask(self, request: dict[str, Any], limits: ReadLimits) -> Any:
        self.files += 1
        request = {
            **request,
            "limits": dataclasses.asdict(limits),
        }
        deadline = time.perf_counter() + limits.wall_s
        try:
            _pipe(self.process.stdin).write(json.dumps(request).encode("ascii") + b"\n")
            (size,) = _FRAME.unpack(self._take(_FRAME.size, deadline))
            if size > limits.max_result_bytes:
                raise LimitError("what was read from it is too large", "split it into smaller files")
            answer = unpack(self._take(size, deadline), packed=bool(request.get("window")))
        except (BrokenPipeError, _Died) as error:
            raise self._cause(limits) from error
        except (pickle.UnpicklingError, ValueError, TypeError, EOFError) as error:
            raise BrokenFileError(
                f"its reader gave an answer that is none ({error})", "save it in another format"
            ) from error
        return _unwrap(answer, request["want"])

    def _take(self, size: int, deadline: float) -> bytes:
        out = _pipe(self.process.stdout)
        waiting = select.poll()  # select.select fails for files numbered 1024 and up
        waiting.register(out, select.POLLIN)
        data = bytearray()
        while len(data) < size:
            left = deadline - time.perf_counter()
            if left <= 0 or not waiting.poll(left * 1000):
                raise TimeoutError
            chunk = out.read(min(size - len(data), MEGABYTE))
            if not chunk:
                raise _Died
            data += chunk
        return bytes(data)

    def _cause(self, limits: ReadLimits) -> ReadingError:
        try:
            code = self.process.wait(_PATIENCE_S)
        except subprocess.TimeoutExpired:
            return BrokenFileError("its reader stopped answering", "save it again or in another format")
        if code == -signal.SIGXCPU:
            return LimitError(
                f"reading it takes more than {limits.cpu_s} seconds of processor time", "split it into smaller files"
            )
        if code == -signal.SIGKILL:
            return LimitError("its reader was killed, most likely for lack of memory", "split it into smaller files")
        if code == -signal.SIGABRT:  # native readers end so when an allocation is refused
            return LimitError(
                "its reader gave up, most likely for lack of memory", "it may be damaged: save it again or split it"
            )
        how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        return BrokenFileError(f"its reader crashed ({how})", "save it again or in another format")

    def end(self) -> None:
        self.process.kill()
        for pipe in (self.process.stdin, self.process.stdout):
            _pipe(pipe).close()
        self.process.wait()


def _written(path: Path) -> str:
    """A path as text that JSON holds, whatever its bytes are."""
    return os.fsencode(path.absolute()).decode("utf-8", "surrogateescape")


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise RuntimeError("the child was started without pipes")
    return pipe


def _unwrap(answer: tuple[Any, ...], want: str) -> Any:
    if answer[0] == want:
        return answer[1]
    if answer[0] == "long":
        raise LongFileError(int(answer[1]))
    kind, message, hint = (str(part) for part in (*answer[1:], "", "", "")[:3])
    error_type = _ERRORS.get(kind, BrokenFileError)
    raise error_type(message, hint)


class ReaderPool:
    """Children that wait for the next file. Threads may share it; each running read has a child of its own.

    A child that failed in any way but a ReadingError of its own making is replaced, and so is one that has read many files.
    """

    def __init__(self) -> None:
        self._idle: list[_Worker] = []
        self._lock = threading.Lock()
        self._pid = os.getpid()

    def read(
        self, path: Path, name: str, limits: ReadLimits, scans: str | Path = "", window: Window | None = None
    ) -> Parsed:
        """``scans``: "look", to be told which pages need OCR instead of an error, or a file with what it has read.

        Without a ``window`` a PDF of too many pages at once is a LongFileError.
        """
        request = {
            "want": "parsed",
            "path": _written(path),
            "name": name,
            "scans": scans if isinstance(scans, str) else _written(scans),
            "window": dataclasses.astuple(window) if window else None,
        }
        return cast(Parsed, self._asked(request, limits))

    def attachments(self, path: Path, name: str, limits: ReadLimits) -> tuple[Attachment, ...]:
        """The files inside a message; none for any other file."""
        request = {"want": "files", "path": _written(path), "name": name}
        return tuple(Attachment(*one) for one in self._asked(request, limits))

    def _asked(self, request: dict[str, Any], limits: ReadLimits) -> Any:
        worker = self._borrow()
        healthy = False
        try:
            answer = worker.ask(request, limits)
            healthy = True
            return answer
        except TimeoutError as error:
            raise LimitError(
                f"reading it takes longer than {limits.wall_s:g} seconds", "split it into smaller files"
            ) from error
        except (ReadingError, LongFileError):
            healthy = worker.process.poll() is None
            raise
        finally:
            self._give_back(worker, healthy)

    def close(self) -> None:
        """End the waiting children; the pool may be used again."""
        with self._lock:
            idle, self._idle = self._idle, []
        if self._pid == os.getpid():
            for worker in idle:
                worker.end()

    def _borrow(self) -> _Worker:
        with self._lock:
            if self._pid != os.getpid():  # after a fork the children belong to the parent
                self._idle, self._pid = [], os.getpid()
            while self._idle:
                worker = self._idle.pop()
                if worker.process.poll() is None:
                    return worker
                worker.end()
        return _Worker()

    def _give_back(self, worker: _Worker, healthy: bool) -> None:
        if healthy and worker.files < _FILES_PER_WORKER:
            with self._lock:
                self._idle.append(worker)
        else:
            worker.end()


_shared: list[ReaderPool] = []
_sharing = threading.Lock()


def shared_pool() -> ReaderPool:
    """The pool of this process, started at the first call and ended at exit."""
    with _sharing:
        if not _shared:
            pool = ReaderPool()
            atexit.register(pool.close)
            _shared.append(pool)
        return _shared[0]
