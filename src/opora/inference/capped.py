"""How is an answer over HTTP kept from being endless, in bytes or in time, even when it is an error page?"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import httpx2

from opora.errors import ModelError, ModelOutputError


class _Stream(httpx2.SyncByteStream):
    def __init__(self, inner: httpx2.SyncByteStream, most: int, ends: float, late: Callable[[], ModelError]) -> None:
        self._inner, self._most, self._ends, self._late = inner, most, ends, late

    def __iter__(self) -> Iterator[bytes]:
        size = 0
        for chunk in self._inner:
            size += len(chunk)
            if size > self._most:
                raise ModelOutputError(f"the model's answer has more than {self._most} bytes", "check the address")
            if time.perf_counter() > self._ends:
                raise self._late()
            yield chunk

    def close(self) -> None:
        self._inner.close()


class _Capped(httpx2.BaseTransport):
    def __init__(
        self, inner: httpx2.BaseTransport, most: int, ends: Callable[[], float], late: Callable[[], ModelError]
    ) -> None:
        self._inner, self._most, self._ends, self._late = inner, most, ends, late

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        request.headers["accept-encoding"] = "identity"
        found = self._inner.handle_request(request)
        if found.headers.get("content-encoding", "identity") != "identity":
            found.close()
            raise ModelOutputError("the model's answer is packed, which was not asked for", "check the address")
        assert isinstance(found.stream, httpx2.SyncByteStream)
        stream = _Stream(found.stream, self._most, self._ends(), self._late)
        return httpx2.Response(found.status_code, headers=found.headers, stream=stream, extensions=found.extensions)

    def close(self) -> None:
        self._inner.close()


def capped(
    inner: httpx2.BaseTransport, most: int, ends: Callable[[], float], late: Callable[[], ModelError]
) -> httpx2.BaseTransport:
    """The transport, of whose answers at most ``most`` bytes are read, and none after the moment of ``ends``."""
    return _Capped(inner, most, ends, late)
