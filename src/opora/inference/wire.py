"""How does a request reach a model behind an OpenAI-compatible address, and come back in bounded time and size?

The official client makes the requests. Its own retries are off: those here end before the time that an answer may take.
Nothing that the other side says, and no key, is ever part of an error.
"""

from __future__ import annotations

import random
import socket
import threading
import time
import urllib.parse
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from opora.errors import (
    ModelBusyError,
    ModelError,
    ModelOutputError,
    ModelRejectedError,
    ModelTimeoutError,
    ModelUnreachableError,
)

LOOPBACK: Final = frozenset(("localhost", "127.0.0.1", "::1"))
_FAILURES: Final = 3  # in a row, after which nothing is tried for a while
_REST_S: Final = 15.0
_KNOWN_S: Final = 5.0
_LOOK_S: Final = 1.0
_PAUSE_S: Final = 0.2
_NO_KEY: Final = "none"  # the client insists on one


@dataclass(frozen=True, slots=True)
class WireRules:
    """``time_s``: for a whole request, all tries together. ``most_bytes``: of one answer."""

    base_url: str
    key: str = field(default="", repr=False)
    time_s: float = 30.0
    retries: int = 2
    concurrency: int = 4
    most_bytes: int = 1 << 20

    @property
    def host(self) -> str:
        return urllib.parse.urlsplit(self.base_url).hostname or ""

    @property
    def is_remote(self) -> bool:
        return self.host not in LOOPBACK


class _Again(Exception):
    """Worth another try, after at least ``after`` seconds."""

    def __init__(self, problem: ModelError, after: float = 0.0) -> None:
        super().__init__()
        self.problem, self.after = problem, after


class Wire:
    """Thread-safe. ModelError of some kind for everything that goes wrong."""

    def __init__(self, rules: WireRules) -> None:
        self.rules = rules
        self._room = threading.BoundedSemaphore(rules.concurrency)
        self._lock = threading.Lock()
        self._ends = threading.local()
        self._client: Any = None
        self._failed, self._rests_until = 0, 0.0
        self._looked: tuple[float, str | None] = (-_KNOWN_S, None)

    def fetch(self, what: Literal["chat", "embeddings"], body: dict[str, Any]) -> dict[str, Any]:
        """The answer's JSON object."""
        self._awake()
        self._open()  # loading it is not the other side's time
        ends = time.perf_counter() + self.rules.time_s
        with self._turn(ends):
            try:
                found = self._tried(what, body, ends)
            except (ModelUnreachableError, ModelTimeoutError):
                self._count(failed=True)
                raise
            self._count(failed=False)
            return found

    def trouble(self) -> str | None:
        """Why a request would hardly be answered now: nobody listens there, or the last ones failed. Known for a while."""
        with self._lock:
            seen, told = self._looked
            if time.perf_counter() - seen < _KNOWN_S:
                return told
        told = self._listens()
        if told is None and self._failed:
            told = f"{self.rules.host} did not answer lately"
        with self._lock:
            self._looked = (time.perf_counter(), told)
        return told

    def _listens(self) -> str | None:
        parts = urllib.parse.urlsplit(self.rules.base_url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        try:
            socket.create_connection((self.rules.host, port), timeout=_LOOK_S).close()
        except OSError:
            return f"{self.rules.host} cannot be reached"
        return None

    def _awake(self) -> None:
        with self._lock:
            left = self._rests_until - time.perf_counter()
        if left > 0:
            raise ModelUnreachableError(
                f"{self.rules.host} did not answer {_FAILURES} times and is left alone for a while",
                "check that the model's address answers",
            )

    def _count(self, failed: bool) -> None:
        with self._lock:
            self._failed = self._failed + 1 if failed else 0
            if self._failed >= _FAILURES:
                self._failed, self._rests_until = 0, time.perf_counter() + _REST_S

    @contextmanager
    def _turn(self, ends: float) -> Iterator[None]:
        if not self._room.acquire(timeout=max(0.0, ends - time.perf_counter())):
            raise ModelBusyError(
                f"{self.rules.concurrency} requests to {self.rules.host} are under way", "raise concurrency"
            )
        try:
            yield
        finally:
            self._room.release()

    def _tried(self, what: str, body: dict[str, Any], ends: float) -> dict[str, Any]:
        tries = 0
        while True:
            try:
                return self._once(what, body, ends)
            except _Again as again:
                tries += 1
                wait = max(again.after, _PAUSE_S * 2**tries * random.uniform(0.5, 1.5))
                if tries > self.rules.retries or time.perf_counter() + wait >= ends:
                    raise again.problem from None
            time.sleep(wait)

    def _once(self, what: str, body: dict[str, Any], ends: float) -> dict[str, Any]:
        import openai

        left = ends - time.perf_counter()
        if left <= 0:
            raise self._late()
        client = self._open().with_options(timeout=left)
        self._ends.at = ends
        try:
            raw = (client.chat.completions if what == "chat" else client.embeddings).with_raw_response
            return _object(raw.create(**body).content, self.rules.host)
        except openai.APITimeoutError:
            raise self._late() from None
        except openai.APIStatusError as error:
            raise self._said_no(error.status_code, error.response.headers.get("retry-after")) from None
        except openai.APIConnectionError as error:
            if isinstance(error.__cause__, ModelError):
                raise error.__cause__ from None
            raise _Again(
                ModelUnreachableError(f"{self.rules.host} cannot be reached", "check the address, and that it runs")
            ) from None
        except openai.OpenAIError:
            raise ModelOutputError(f"{self.rules.host} answered in no known way", "check the address") from None

    def _late(self) -> ModelTimeoutError:
        return ModelTimeoutError(
            f"{self.rules.host} did not answer within {self.rules.time_s:g} s", "raise time_s, or use a faster model"
        )

    def _said_no(self, status: int, after: str | None) -> Exception:
        told = f"{self.rules.host} answered HTTP {status}"
        if status == 429:
            return _Again(ModelBusyError(told, "ask less often, or raise the limits there"), _seconds(after))
        if status >= 500 or status in (408, 409, 425):
            return _Again(ModelUnreachableError(told, "look into its log"), _seconds(after))
        return ModelRejectedError(told, "check the key, the address and the model's name")

    def _open(self) -> Any:
        """The client, made at the first request."""
        with self._lock:
            if self._client is None:
                self._client = self._made()
            return self._client

    def _made(self) -> Any:
        import httpx2
        import openai

        from opora.inference.capped import capped

        usual = self.rules.is_remote  # a proxy of the environment is not for this machine
        inner = httpx2.HTTPTransport(trust_env=usual)
        guard = capped(inner, self.rules.most_bytes, lambda: float(self._ends.at), self._late)
        return openai.OpenAI(
            base_url=self.rules.base_url,
            api_key=self.rules.key or _NO_KEY,
            max_retries=0,
            http_client=httpx2.Client(transport=guard, trust_env=usual, follow_redirects=False),
        )


def _seconds(after: str | None) -> float:
    try:
        return min(max(float(after or 0), 0.0), 3600.0)
    except ValueError:
        return 0.0


def _object(data: bytes, host: str) -> dict[str, Any]:
    import json

    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        raise ModelOutputError(f"{host} did not answer with JSON", "check the address") from None
    if not isinstance(found, dict):
        raise ModelOutputError(f"{host} did not answer with a JSON object", "check the address")
    return found
